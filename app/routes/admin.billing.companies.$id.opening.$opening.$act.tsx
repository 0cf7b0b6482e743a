import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { requireBilling } from "~/features/billing/invoices.server";
import { openingConfirmations } from "~/features/billing/openings.server";

export { default, meta } from "~/ui/confirm-route";

export const loader = async (args: LoaderFunctionArgs) =>
  openingConfirmations.ask(args, await requireBilling(args));
export const action = async (args: ActionFunctionArgs) =>
  openingConfirmations.act(args, await requireBilling(args));
