import type { LoaderFunctionArgs } from "@remix-run/node";
import { messages } from "#contract/base/messages";
import { reportOf } from "#contract/reports/catalogue";
import { type FileFormat, reportEndpoints } from "#contract/reports/endpoints";
import { passDownload } from "~/lib/download.server";
import { requireArea } from "~/lib/guard.server";
import { readReportFilters } from "./report.server";

/** The rows asked for, as a file that streams. */
export async function downloadReport(
  args: LoaderFunctionArgs,
  format: FileFormat,
): Promise<Response> {
  const report = reportOf(args.params.report);
  const guarded = await requireArea(args, report?.access ?? "REPORTS", { company: false });
  if (!report) throw Response.json({ message: messages.notFound }, { status: 404 });
  const query = { ...readReportFilters(args.request, guarded, report), format };
  return passDownload(args, () => guarded.api.file(reportEndpoints(report).export, { query }));
}
