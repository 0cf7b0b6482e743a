import type { LoaderFunctionArgs } from "@remix-run/node";
import { passCreditNotePdf } from "~/features/billing/invoice.server";
import { requireInvoices } from "~/features/billing/invoices.server";

/** A credit note as PDF, the same bytes always. */
export const loader = async (args: LoaderFunctionArgs) =>
  passCreditNotePdf(args, await requireInvoices(args));
