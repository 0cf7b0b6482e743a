import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { mayOpen } from "#contract/base/roles";
import { reportsByQuestion } from "#contract/reports/catalogue";
import { openReportPath, reportPath, schedulesPath } from "~/features/reports/paths";
import { savedListOf } from "~/features/reports/require-report.server";
import { reportsTexts } from "~/features/reports/texts";
import { loadAllSavedFilters } from "~/features/saved-filters/saved-filters.server";
import { requireArea } from "~/lib/session/guard.server";
import { ButtonLink } from "~/ui/frame/button";
import { PageHead } from "~/ui/frame/page-head";
import { Panel } from "~/ui/frame/panel";

export const meta: MetaFunction = () => [{ title: "Reports · Fever In-Store" }];

type Row = { to: string; title: string; note: string };
type Part = { title: string; rows: Row[] };

/** Lists the reports the person may open by question, after the filters they saved for them. */
export async function loader(args: LoaderFunctionArgs): Promise<Part[]> {
  const pageContext = await requireArea(args, "REPORTS");
  const parts = Object.entries(reportsByQuestion).map(([title, reports]) => ({
    title,
    reports: reports.filter(({ access }) => mayOpen(pageContext.person, access)),
  }));
  const reportOfList = new Map(
    parts.flatMap(({ reports }) => reports.map((report) => [savedListOf(report), report])),
  );
  const saved = (await loadAllSavedFilters(pageContext)).flatMap(({ list, name, members }) => {
    const report = reportOfList.get(list);
    return report
      ? [{ to: `${reportPath(report.key)}?${members}`, title: name, note: report.title }]
      : [];
  });
  return [
    { title: reportsTexts.saved, rows: saved },
    ...parts.map(({ title, reports }) => ({
      title,
      rows: reports.map((report) => ({
        to: openReportPath(report),
        title: report.title,
        note: report.purpose,
      })),
    })),
  ].filter(({ rows }) => rows.length > 0);
}

export default function Reports() {
  const parts = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead
        title="Reports"
        lead={reportsTexts.lead}
        actions={<ButtonLink to={schedulesPath}>Scheduled reports</ButtonLink>}
      />
      <div className="gap-x-10 lg:columns-2">
        {parts.map(({ title, rows }) => (
          <Panel key={title} title={title} className="break-inside-avoid">
            <ul aria-label={title}>
              {rows.map((row) => (
                <li key={`${row.to} ${row.title}`} className="border-b border-line last:border-b-0">
                  <Link
                    to={row.to}
                    className="group block py-2 no-underline -outline-offset-2 hover:bg-ground"
                  >
                    <b className="block font-semibold underline-offset-2 [overflow-wrap:anywhere] group-hover:underline">
                      {row.title}
                    </b>
                    <span className="block text-sm text-ink-3">{row.note}</span>
                  </Link>
                </li>
              ))}
            </ul>
          </Panel>
        ))}
      </div>
    </>
  );
}
