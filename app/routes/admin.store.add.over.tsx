import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { addPath, addSteps } from "~/features/stores/add-steps";
import { startOver } from "~/features/stores/store-add.server";
import { requireArea } from "~/lib/guard.server";
import { ConfirmPage } from "~/ui/confirm-page";

export const meta: MetaFunction = () => [{ title: "Start over · Fever In-Store" }];

export async function loader(args: LoaderFunctionArgs) {
  await requireArea(args, "STORES");
  const from = new URL(args.request.url).searchParams.get("from");
  return { backTo: addPath(addSteps.find((step) => step === from) ?? "place") };
}

export async function action(args: ActionFunctionArgs) {
  return startOver(await requireArea(args, "STORES"));
}

export default function StartOver() {
  const { backTo } = useLoaderData<typeof loader>();
  return (
    <ConfirmPage
      title="Start over with this store?"
      message="What you typed is dropped, in all steps. No store is changed."
      confirmLabel="Start over"
      cancelTo={backTo}
    />
  );
}
