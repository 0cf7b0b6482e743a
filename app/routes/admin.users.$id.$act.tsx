import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { userConfirmations } from "~/features/users/confirmations.server";
import { requireArea } from "~/lib/session/guard.server";

export { default, meta } from "~/ui/confirm-route";

export const loader = async (args: LoaderFunctionArgs) =>
  userConfirmations.ask(args, await requireArea(args, "USER_MGMT", { company: false }));
export const action = async (args: ActionFunctionArgs) =>
  userConfirmations.act(args, await requireArea(args, "USER_MGMT", { company: false }));
