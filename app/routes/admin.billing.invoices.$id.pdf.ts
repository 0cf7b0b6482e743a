import type { LoaderFunctionArgs } from "@remix-run/node";
import { passInvoicePdf } from "~/features/billing/invoice.server";
import { requireInvoices } from "~/features/billing/invoices.server";

/** An invoice as PDF, the same bytes always. */
export const loader = async (args: LoaderFunctionArgs) =>
  passInvoicePdf(args, await requireInvoices(args));
