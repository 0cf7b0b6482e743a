import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { storeConfirmations } from "~/features/stores/confirmations.server";
import { requireArea } from "~/lib/session/guard.server";

export { default, meta } from "~/ui/confirm-route";

export const loader = async (args: LoaderFunctionArgs) =>
  storeConfirmations.ask(args, await requireArea(args, "STORES"));
export const action = async (args: ActionFunctionArgs) =>
  storeConfirmations.act(args, await requireArea(args, "STORES"));
