import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { mayOpen } from "#contract/base/roles";
import { reportsBySubject } from "#contract/reports/catalogue";
import { openReportPath, schedulesPath } from "~/features/reports/paths";
import { reportsTexts } from "~/features/reports/texts";
import { requireArea } from "~/lib/guard.server";
import { ButtonLink } from "~/ui/frame/button";
import { useFigures } from "~/ui/frame/figures";
import { PageHead } from "~/ui/frame/page-head";
import { Panel } from "~/ui/frame/panel";

export const meta: MetaFunction = () => [{ title: "Reports · Fever In-Store" }];

export async function loader(args: LoaderFunctionArgs) {
  const { person } = await requireArea(args, "REPORTS");
  return Object.entries(reportsBySubject)
    .map(([subject, reports]) => ({
      subject,
      reports: reports
        .filter(({ access }) => mayOpen(person, access))
        .map((report) => ({
          key: report.key,
          to: openReportPath(report),
          title: report.title,
          purpose: report.purpose,
          days: report.dates === "none" ? null : report.dates.limit,
        })),
    }))
    .filter(({ reports }) => reports.length > 0);
}

export default function Reports() {
  const subjects = useLoaderData<typeof loader>();
  const { figure } = useFigures();
  return (
    <>
      <PageHead
        title="Reports"
        lead={reportsTexts.lead}
        actions={<ButtonLink to={schedulesPath}>Scheduled reports</ButtonLink>}
      />
      <div className="grid gap-4">
        {subjects.map(({ subject, reports }) => (
          <Panel key={subject} title={subject}>
            <ul aria-label={subject}>
              {reports.map(({ key, to, title, purpose, days }) => (
                <li key={key} className="border-b border-line last:border-b-0">
                  <Link
                    to={to}
                    className="block px-4 py-3 no-underline -outline-offset-2 hover:bg-sunken"
                  >
                    <b className="block font-semibold underline underline-offset-2">{title}</b>
                    <span className="text-ink-2">{purpose}</span>
                    {days === null ? null : (
                      <span className="block text-sm text-ink-3">
                        {reportsTexts.limit(figure(days))}
                      </span>
                    )}
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
