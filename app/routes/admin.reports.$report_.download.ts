import type { LoaderFunctionArgs } from "@remix-run/node";
import { messages } from "#contract/base/messages";
import { reportOf } from "#contract/reports/catalogue";
import { reportEndpoints } from "#contract/reports/endpoints";
import { readReportFilters } from "~/features/reports/report.server";
import { passDownload } from "~/lib/download.server";
import { requireArea } from "~/lib/guard.server";

/** The rows asked for, as a CSV that streams. */
export async function loader(args: LoaderFunctionArgs) {
  const report = reportOf(args.params.report);
  const guarded = await requireArea(args, report?.access ?? "REPORTS", { company: false });
  if (!report) throw Response.json({ message: messages.notFound }, { status: 404 });
  const query = readReportFilters(args.request, guarded, report);
  return passDownload(args, () => guarded.api.file(reportEndpoints(report).export, { query }));
}
