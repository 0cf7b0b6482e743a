import type { LoaderFunctionArgs } from "@remix-run/node";
import { exportStatement } from "#contract/billing/entries";
import { requireInvoices } from "~/features/billing/invoices.server";
import { readStatementQuery } from "~/features/billing/statement.server";
import { passDownload } from "~/lib/download.server";

/** The statement of the address's company and dates, as a CSV that streams. */
export async function loader(args: LoaderFunctionArgs) {
  const guarded = await requireInvoices(args);
  return passDownload(args, () =>
    guarded.api.file(exportStatement, { query: readStatementQuery(args, guarded) }),
  );
}
