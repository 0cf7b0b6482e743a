import type { LoaderFunctionArgs } from "@remix-run/node";
import { passCreditNotePdf } from "~/features/billing/invoice.server";
import { requireInvoices } from "~/features/billing/invoices.server";

/** Passes on a credit note as PDF, always the same bytes. */
export const loader = async (args: LoaderFunctionArgs) =>
  passCreditNotePdf(args, await requireInvoices(args));
