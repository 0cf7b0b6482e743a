import type { LoaderFunctionArgs } from "@remix-run/node";
import { passGstr1Json } from "~/features/billing/gstr1.server";
import { requireBilling } from "~/features/billing/invoices.server";

/** GSTR-1 of the address's period, as the portal takes it. */
export const loader = async (args: LoaderFunctionArgs) =>
  passGstr1Json(args, await requireBilling(args));
