import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { loadMerge, mergeItems } from "~/features/library/lists.server";
import { MergePage } from "~/features/library/merge-page";
import { requireArea } from "~/lib/session/guard.server";
import { ConfirmPage } from "~/ui/confirm-page";
import { Refused } from "~/ui/refused";

export const meta: MetaFunction = () => [{ title: "Merge · Fever In-Store" }];

export async function loader(args: LoaderFunctionArgs) {
  return loadMerge(args, await requireArea(args, "MUSIC_LIBRARY", { company: false }));
}

export async function action(args: ActionFunctionArgs) {
  return mergeItems(args, await requireArea(args, "MUSIC_LIBRARY", { company: false }));
}

export default function MergeItems() {
  const data = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  if (data.confirmation) return <ConfirmPage {...data.confirmation} result={result} />;
  return (
    <>
      <Refused result={result} />
      <MergePage {...data} />
    </>
  );
}
