import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { requireBilling } from "~/features/billing/invoices.server";
import { receiptConfirmations } from "~/features/billing/receipts.server";

export { default, meta } from "~/ui/confirm-route";

export const loader = async (args: LoaderFunctionArgs) =>
  receiptConfirmations.ask(args, await requireBilling(args));
export const action = async (args: ActionFunctionArgs) =>
  receiptConfirmations.act(args, await requireBilling(args));
