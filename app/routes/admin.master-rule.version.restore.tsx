import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { restorationConfirmations } from "~/features/schedule/restoration.server";
import { requireArea } from "~/lib/session/guard.server";

export { default, meta } from "~/ui/confirm-route";

export const loader = async (args: LoaderFunctionArgs) =>
  restorationConfirmations.ask(args, await requireArea(args, "MASTER_RULE"));
export const action = async (args: ActionFunctionArgs) =>
  restorationConfirmations.act(args, await requireArea(args, "MASTER_RULE"));
