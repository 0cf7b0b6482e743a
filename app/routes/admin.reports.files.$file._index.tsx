import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { reportFileDownloadPath, reportsPath, schedulesPath } from "~/features/reports/paths";
import { loadReportFile } from "~/features/reports/schedules.server";
import { scheduleTexts } from "~/features/reports/texts";
import { requireArea } from "~/lib/guard.server";
import { ButtonLink } from "~/ui/frame/button";
import { PageHead } from "~/ui/frame/page-head";
import { Facts, Panel } from "~/ui/frame/panel";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.name ?? "Report"} · Fever In-Store` },
];

export const loader = async (args: LoaderFunctionArgs) =>
  loadReportFile(args, await requireArea(args, "REPORTS", { company: false }));

export default function ReportFile() {
  const { fileId, name, report, days, format, size, createdAt, until, closed, scheduleTo } =
    useLoaderData<typeof loader>();
  return (
    <>
      <PageHead
        crumbs={[
          { label: "Reports", to: reportsPath },
          { label: "Scheduled reports", to: schedulesPath },
        ]}
        title={name}
        lead={closed ? undefined : scheduleTexts.keptUntil(until)}
        actions={
          <>
            <ButtonLink to={scheduleTo}>Open schedule</ButtonLink>
            {closed ? null : (
              <ButtonLink
                to={reportFileDownloadPath(fileId)}
                variant="primary"
                icon="download"
                download
                reloadDocument
              >
                Download
              </ButtonLink>
            )}
          </>
        }
      />
      {closed ? (
        <p role="alert" className="mb-4 rounded-lg bg-warn-tint px-4 py-3 font-medium text-warn">
          {closed}
        </p>
      ) : null}
      <Panel>
        <Facts
          facts={[
            { term: "Report", value: report },
            ...(days ? [{ term: "Days", value: days }] : []),
            { term: "File", value: `${format}, ${size}` },
            { term: "Made", value: createdAt },
          ]}
        />
      </Panel>
    </>
  );
}
