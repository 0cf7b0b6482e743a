import type { LoaderFunctionArgs } from "@remix-run/node";
import { passInvoicePdf } from "~/features/billing/invoice.server";
import { requireInvoices } from "~/features/billing/invoices.server";

/** Passes on an invoice as PDF, always the same bytes. */
export const loader = async (args: LoaderFunctionArgs) =>
  passInvoicePdf(args, await requireInvoices(args));
