import type { LoaderFunctionArgs } from "@remix-run/node";
import { exportStatement } from "#contract/billing/entries";
import { requireInvoices } from "~/features/billing/invoices.server";
import { readStatementQuery } from "~/features/billing/statement.server";
import { passDownload } from "~/lib/api/download.server";

/** Streams the statement of the address's company and dates as a file. */
export async function loader(args: LoaderFunctionArgs) {
  const pageContext = await requireInvoices(args);
  const query = readStatementQuery(args, pageContext);
  return passDownload(args, (options) =>
    pageContext.api.file(exportStatement, { query: { ...query, ...options } }),
  );
}
