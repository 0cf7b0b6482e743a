import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { unitConfirmations } from "~/features/hierarchy/confirmations.server";
import { requireArea } from "~/lib/session/guard.server";

export { default, meta } from "~/ui/confirm-route";

export const loader = async (args: LoaderFunctionArgs) =>
  unitConfirmations.ask(args, await requireArea(args, "HIERARCHY"));
export const action = async (args: ActionFunctionArgs) =>
  unitConfirmations.act(args, await requireArea(args, "HIERARCHY"));
