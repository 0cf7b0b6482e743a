import type { LoaderFunctionArgs } from "@remix-run/node";
import { passCreditNotePdf } from "~/features/billing/invoice.server";

/** A credit note as PDF, the same bytes always. */
export const loader = (args: LoaderFunctionArgs) => passCreditNotePdf(args);
