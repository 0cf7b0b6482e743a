import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { mailConfirmations, requireBilling } from "~/features/billing/invoices.server";

export { default, meta } from "~/ui/confirm-route";

export const loader = async (args: LoaderFunctionArgs) =>
  mailConfirmations.ask(args, await requireBilling(args));
export const action = async (args: ActionFunctionArgs) =>
  mailConfirmations.act(args, await requireBilling(args));
