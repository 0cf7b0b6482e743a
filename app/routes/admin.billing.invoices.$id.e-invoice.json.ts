import type { LoaderFunctionArgs } from "@remix-run/node";
import { passEInvoiceJson } from "~/features/billing/e-invoice.server";
import { requireBilling } from "~/features/billing/invoices.server";

/** The document as the invoice portal takes it. */
export const loader = async (args: LoaderFunctionArgs) =>
  passEInvoiceJson("invoice", args, await requireBilling(args));
