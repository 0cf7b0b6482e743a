import type { LoaderFunctionArgs } from "@remix-run/node";
import { reportEndpoints } from "#contract/reports/endpoints";
import { readReportFilters } from "~/features/reports/report.server";
import { requireReport } from "~/features/reports/require-report.server";
import { passDownload } from "~/lib/api/download.server";

/** Streams the rows that match the address's filters as a file. */
export async function loader(args: LoaderFunctionArgs) {
  const { report, pageContext } = await requireReport(args, args.params.report, { company: false });
  const query = readReportFilters(args.request, pageContext, report);
  return passDownload(args, (options) =>
    pageContext.api.file(reportEndpoints(report).export, { query: { ...query, ...options } }),
  );
}
