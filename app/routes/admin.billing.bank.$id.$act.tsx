import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { bankConfirmations } from "~/features/billing/bank.server";
import { requireBilling } from "~/features/billing/invoices.server";

export { default, meta } from "~/ui/confirm-route";

export const loader = async (args: LoaderFunctionArgs) =>
  bankConfirmations.ask(args, await requireBilling(args));
export const action = async (args: ActionFunctionArgs) =>
  bankConfirmations.act(args, await requireBilling(args));
