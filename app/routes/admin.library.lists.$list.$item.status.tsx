import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { loadStatus, setStatus } from "~/features/library/lists.server";
import { requireArea } from "~/lib/guard.server";
import { ConfirmPage } from "~/ui/confirm-page";

export const meta: MetaFunction = () => [{ title: "Catalogue lists · Fever In-Store" }];

export async function loader(args: LoaderFunctionArgs) {
  return loadStatus(args, await requireArea(args, "MUSIC_LIBRARY", { company: false }));
}

export async function action(args: ActionFunctionArgs) {
  return setStatus(args, await requireArea(args, "MUSIC_LIBRARY", { company: false }));
}

export default function ItemStatus() {
  const { question, cancelTo } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return <ConfirmPage {...question} cancelTo={cancelTo} result={result} />;
}
