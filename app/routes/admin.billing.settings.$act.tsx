import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { requireBilling } from "~/features/billing/invoices.server";
import { signatureConfirmations } from "~/features/billing/signature.server";

export { default, meta } from "~/ui/confirm-route";

export const loader = async (args: LoaderFunctionArgs) =>
  signatureConfirmations.ask(args, await requireBilling(args));
export const action = async (args: ActionFunctionArgs) =>
  signatureConfirmations.act(args, await requireBilling(args));
