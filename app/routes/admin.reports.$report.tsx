import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { reportsPath } from "~/features/reports/paths";
import { loadReport } from "~/features/reports/report.server";
import {
  ReportDownload,
  ReportEmail,
  ReportFigures,
  ReportFilters,
  ReportPanel,
} from "~/features/reports/report-panels";
import { requireReport } from "~/features/reports/require-report.server";
import { PageHead } from "~/ui/frame/page-head";

export const meta: MetaFunction<typeof loader> = ({ data: loaded }) => [
  { title: `${loaded?.report.title ?? "Report"} · Fever In-Store` },
];

export async function loader(args: LoaderFunctionArgs) {
  const { guarded, report } = await requireReport(args, args.params.report);
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
