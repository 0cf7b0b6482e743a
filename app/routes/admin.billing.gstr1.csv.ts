import type { LoaderFunctionArgs } from "@remix-run/node";
import { passGstr1Csv } from "~/features/billing/gstr1.server";
import { requireBilling } from "~/features/billing/invoices.server";

/** A section of GSTR-1 as the portal's offline tool takes it. */
export const loader = async (args: LoaderFunctionArgs) =>
  passGstr1Csv(args, await requireBilling(args));
