import { data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { messages } from "#contract/base/messages";
import { reportOf } from "#contract/reports/catalogue";
import { reportEndpoints } from "#contract/reports/endpoints";
import { reportPath } from "~/features/reports/paths";
import { readReportFilters } from "~/features/reports/report.server";
import { passFile } from "~/lib/download.server";
import { load, requireArea } from "~/lib/guard.server";
import { ApiRefusal } from "~/lib/platform.server";

/** The rows asked for, as a CSV that streams. What the platform refuses is said on the report's page. */
export async function loader(args: LoaderFunctionArgs) {
  const report = reportOf(args.params.report);
  const guarded = await requireArea(args, report?.access ?? "REPORTS", { company: false });
  if (!report) throw data({ message: messages.notFound }, { status: 404 });
  const query = readReportFilters(args.request, guarded, report);
  return load(async () => {
    try {
      return passFile(await guarded.api.file(reportEndpoints(report).export, { query }));
    } catch (error) {
      if (!(error instanceof ApiRefusal) || error.status !== 422) throw error;
      args.context.session.flash("error", error.message);
      throw redirect(reportPath(report.key) + new URL(args.request.url).search);
    }
  });
}
