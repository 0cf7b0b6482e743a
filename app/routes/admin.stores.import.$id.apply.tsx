import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { applyConfirmations } from "~/features/imports/apply.server";
import { storeImportPages } from "~/features/stores/store-import.server";
import { requireArea } from "~/lib/guard.server";

export { default, meta } from "~/ui/confirm-route";

export const loader = async (args: LoaderFunctionArgs) =>
  applyConfirmations(storeImportPages).ask(args, await requireArea(args, "STORES"));
export const action = async (args: ActionFunctionArgs) =>
  applyConfirmations(storeImportPages).act(args, await requireArea(args, "STORES"));
