import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { applyConfirmations } from "~/features/imports/apply.server";
import { requireImport } from "~/features/imports/import-sections.server";

export { default, meta } from "~/ui/confirm-route";

export async function loader(args: LoaderFunctionArgs) {
  const [pageContext, pages] = await requireImport(args);
  return applyConfirmations(pages).ask(args, pageContext);
}

export async function action(args: ActionFunctionArgs) {
  const [pageContext, pages] = await requireImport(args);
  return applyConfirmations(pages).act(args, pageContext);
}
