import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { issueConfirmations } from "~/features/billing/billed-company.server";
import { requireBilling } from "~/features/billing/invoices.server";

export { default, meta } from "~/ui/confirm-route";

export const loader = async (args: LoaderFunctionArgs) =>
  issueConfirmations.ask(args, await requireBilling(args));
export const action = async (args: ActionFunctionArgs) =>
  issueConfirmations.act(args, await requireBilling(args));
