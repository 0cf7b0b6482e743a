import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { deviceConfirmations } from "~/features/stores/device-confirmations.server";
import { requireArea } from "~/lib/session/guard.server";

export { default, meta } from "~/ui/confirm-route";

export const loader = async (args: LoaderFunctionArgs) =>
  deviceConfirmations.ask(args, await requireArea(args, "STORES"));
export const action = async (args: ActionFunctionArgs) =>
  deviceConfirmations.act(args, await requireArea(args, "STORES"));
