import type { LoaderFunctionArgs } from "@remix-run/node";
import { type FileFormat, reportEndpoints } from "#contract/reports/endpoints";
import { passDownload } from "~/lib/download.server";
import { readReportFilters } from "./report.server";
import type { ReportGuarded } from "./require-report.server";

/** The rows asked for, as a file that streams. */
export async function downloadReport(
  args: LoaderFunctionArgs,
  { report, guarded }: ReportGuarded,
  format: FileFormat,
): Promise<Response> {
  const query = { ...readReportFilters(args.request, guarded, report), format };
  return passDownload(args, () => guarded.api.file(reportEndpoints(report).export, { query }));
}
