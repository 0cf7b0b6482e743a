import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { playerConfirmations } from "~/features/stores/player-confirmations.server";
import { requireArea } from "~/lib/session/guard.server";

export { default, meta } from "~/ui/confirm-route";

export const loader = async (args: LoaderFunctionArgs) =>
  playerConfirmations.ask(args, await requireArea(args, "USER_MGMT"));
export const action = async (args: ActionFunctionArgs) =>
  playerConfirmations.act(args, await requireArea(args, "USER_MGMT"));
