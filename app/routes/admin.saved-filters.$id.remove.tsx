import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { savedFilterConfirmations } from "~/features/saved-filters/confirmations.server";
import { requireAdmin } from "~/lib/session/guard.server";

export { default, meta } from "~/ui/confirm-route";

export const loader = async (args: LoaderFunctionArgs) =>
  savedFilterConfirmations.ask(args, await requireAdmin(args));
export const action = async (args: ActionFunctionArgs) =>
  savedFilterConfirmations.act(args, await requireAdmin(args));
