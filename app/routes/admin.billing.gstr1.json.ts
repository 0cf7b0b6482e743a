import type { LoaderFunctionArgs } from "@remix-run/node";
import { passGstr1Json } from "~/features/billing/gstr1.server";
import { requireBilling } from "~/features/billing/invoices.server";

/** Passes on GSTR-1 of the address's period in the format of the portal. */
export const loader = async (args: LoaderFunctionArgs) =>
  passGstr1Json(args, await requireBilling(args));
