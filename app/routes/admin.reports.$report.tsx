import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { messages } from "#contract/base/messages";
import { reportOf } from "#contract/reports/catalogue";
import { reportsPath } from "~/features/reports/paths";
import { loadReport } from "~/features/reports/report.server";
import {
  ReportDownload,
  ReportEmail,
  ReportFigures,
  ReportFilters,
  ReportPanel,
} from "~/features/reports/report-panels";
import { requireArea } from "~/lib/guard.server";
import { PageHead } from "~/ui/frame/page-head";

export const meta: MetaFunction<typeof loader> = ({ data: loaded }) => [
  { title: `${loaded?.report.title ?? "Report"} · Fever In-Store` },
];

export async function loader(args: LoaderFunctionArgs) {
  const report = reportOf(args.params.report);
  const guarded = await requireArea(args, report?.access ?? "REPORTS");
  if (!report) throw Response.json({ message: messages.notFound }, { status: 404 });
  return loadReport(args, guarded, report);
}

export default function ReportPage() {
  const loaded = useLoaderData<typeof loader>();
  const { report } = loaded;
  return (
    <>
      <PageHead
        crumbs={[{ label: "Reports", to: reportsPath }]}
        title={report.title}
        lead={report.purpose}
        more={<ReportEmail {...loaded} />}
        actions={<ReportDownload {...loaded} />}
      />
      <div className="flex flex-col">
        <ReportFilters {...loaded} />
        <ReportFigures {...loaded} />
        <ReportPanel {...loaded} />
      </div>
    </>
  );
}
