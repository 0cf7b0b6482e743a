import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { applyConfirmations } from "~/features/imports/apply.server";
import { requireImport } from "~/features/imports/import-sections.server";

export { default, meta } from "~/ui/confirm-route";

export async function loader(args: LoaderFunctionArgs) {
  const [guarded, pages] = await requireImport(args);
  return applyConfirmations(pages).ask(args, guarded);
}

export async function action(args: ActionFunctionArgs) {
  const [guarded, pages] = await requireImport(args);
  return applyConfirmations(pages).act(args, guarded);
}
