import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { askRemoval, removeAsked } from "~/features/saved-filters/saved-filters.server";
import { requireAdmin } from "~/lib/guard.server";
import { ConfirmPage } from "~/ui/confirm-page";

export const meta: MetaFunction = () => [{ title: "Remove saved filters · Fever In-Store" }];

export async function loader(args: LoaderFunctionArgs) {
  return askRemoval(args, await requireAdmin(args));
}

export async function action(args: ActionFunctionArgs) {
  return removeAsked(args, await requireAdmin(args));
}

export default function RemoveSavedFilters() {
  const { name, back } = useLoaderData<typeof loader>();
  return (
    <ConfirmPage
      title={`Remove the saved filters “${name}”?`}
      message="The list and what is in it stay as they are."
      confirmLabel="Remove saved filters"
      cancelTo={back}
    />
  );
}
