import type { LoaderFunctionArgs } from "@remix-run/node";
import { passInvoicePdf } from "~/features/billing/invoice.server";

/** An invoice as PDF, the same bytes always. */
export const loader = (args: LoaderFunctionArgs) => passInvoicePdf(args);
