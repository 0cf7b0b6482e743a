import type { LoaderFunctionArgs } from "@remix-run/node";
import { passEInvoiceJson } from "~/features/billing/e-invoice.server";
import { requireBilling } from "~/features/billing/invoices.server";

/** Passes on the document in the format of the invoice portal. */
export const loader = async (args: LoaderFunctionArgs) =>
  passEInvoiceJson("invoice", args, await requireBilling(args));
