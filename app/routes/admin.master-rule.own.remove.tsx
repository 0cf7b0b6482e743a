import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { ownRuleConfirmations } from "~/features/schedule/own-rule.server";
import { requireArea } from "~/lib/session/guard.server";

export { default, meta } from "~/ui/confirm-route";

export const loader = async (args: LoaderFunctionArgs) =>
  ownRuleConfirmations.ask(args, await requireArea(args, "MASTER_RULE"));
export const action = async (args: ActionFunctionArgs) =>
  ownRuleConfirmations.act(args, await requireArea(args, "MASTER_RULE"));
