import type { LoaderFunctionArgs } from "@remix-run/node";
import { passGstr1Csv } from "~/features/billing/gstr1.server";
import { requireBilling } from "~/features/billing/invoices.server";

/** Passes on a section of GSTR-1 in the format of the portal's offline tool. */
export const loader = async (args: LoaderFunctionArgs) =>
  passGstr1Csv(args, await requireBilling(args));
