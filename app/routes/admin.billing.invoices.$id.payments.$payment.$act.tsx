import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { requireBilling } from "~/features/billing/invoices.server";
import { reversalConfirmations } from "~/features/billing/reversal.server";

export { default, meta } from "~/ui/confirm-route";

export const loader = async (args: LoaderFunctionArgs) =>
  reversalConfirmations.ask(args, await requireBilling(args));
export const action = async (args: ActionFunctionArgs) =>
  reversalConfirmations.act(args, await requireBilling(args));
