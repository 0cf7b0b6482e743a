import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { applyConfirmations } from "~/features/imports/apply.server";
import { userImportPages } from "~/features/users/user-import.server";
import { requireArea } from "~/lib/guard.server";

export { default, meta } from "~/ui/confirm-route";

export const loader = async (args: LoaderFunctionArgs) =>
  applyConfirmations(userImportPages).ask(args, await requireArea(args, "USER_MGMT"));
export const action = async (args: ActionFunctionArgs) =>
  applyConfirmations(userImportPages).act(args, await requireArea(args, "USER_MGMT"));
