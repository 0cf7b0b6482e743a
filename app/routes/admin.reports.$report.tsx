import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { useState } from "react";
import { reportsPath } from "~/features/reports/paths";
import { loadReport } from "~/features/reports/report.server";
import { ReportFilters } from "~/features/reports/report-filters";
import {
  ReportDownload,
  ReportEmail,
  ReportFigures,
  ReportPanel,
} from "~/features/reports/report-panels";
import { requireReport, savedListOf } from "~/features/reports/require-report.server";
import { SavedFilters, saveFiltersButton } from "~/features/saved-filters/saved-filters";
import { loadSavedFilters } from "~/features/saved-filters/saved-filters.server";
import { PageHead } from "~/ui/frame/page-head";

export const meta: MetaFunction<typeof loader> = ({ data: loaded }) => [
  { title: `${loaded?.report.title ?? "Report"} · Fever In-Store` },
];

export async function loader(args: LoaderFunctionArgs) {
  const { pageContext, report } = await requireReport(args, args.params.report);
  const [shown, savedFilters] = await Promise.all([
    loadReport(args, pageContext, report),
    loadSavedFilters(args.request, pageContext, savedListOf(report)),
  ]);
  return { ...shown, savedFilters };
}

export default function ReportPage() {
  const loaded = useLoaderData<typeof loader>();
  const { report } = loaded;
  const { key } = useLocation();
  const [changedAt, setChangedAt] = useState<string>();
  const isChanged = changedAt === key;
  const finding = isChanged ? undefined : loaded.result?.graph?.finding;
  return (
    <>
      <PageHead
        crumbs={[{ label: "Reports", to: reportsPath }]}
        title={report.title}
        finding={finding}
        // on a phone a long finding takes its room, so that rows begin on the first screen
        lead={<span className={finding ? "max-md:hidden" : undefined}>{report.purpose}</span>}
        more={
          <>
            {saveFiltersButton(loaded.savedFilters)}
            <ReportEmail {...loaded} />
          </>
        }
        actions={isChanged ? undefined : <ReportDownload {...loaded} />}
      />
      <SavedFilters {...loaded.savedFilters} />
      <div className="flex flex-col">
        <ReportFilters data={loaded} onChange={() => setChangedAt(key)} />
        {isChanged ? null : <ReportFigures {...loaded} />}
        <ReportPanel {...loaded} isChanged={isChanged} />
      </div>
    </>
  );
}
