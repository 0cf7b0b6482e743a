import type { LoaderFunctionArgs } from "@remix-run/node";
import { exportAgeing } from "#contract/billing/ageing";
import { requireBilling } from "~/features/billing/invoices.server";
import { passDownload } from "~/lib/api/download.server";
import { readQuery } from "~/lib/forms/forms.server";

/** Streams what each company owes by age as a file. */
export async function loader(args: LoaderFunctionArgs) {
  const { api } = await requireBilling(args);
  const query = readQuery(args.request, exportAgeing.query);
  return passDownload(args, (options) =>
    api.file(exportAgeing, { query: { ...query, ...options } }),
  );
}
