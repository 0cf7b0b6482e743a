import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { reportFileDownloadPath, reportsPath, schedulesPath } from "~/features/reports/paths";
import { ReceiveButton } from "~/features/reports/recipient-panels";
import { recipientTexts } from "~/features/reports/recipient-texts";
import { loadReportFile, saveReceivedOfFile } from "~/features/reports/report-file.server";
import { scheduleTexts } from "~/features/reports/texts";
import { requireArea } from "~/lib/session/guard.server";
import { ErrorSummary } from "~/ui/form";
import { ButtonLink } from "~/ui/frame/button";
import { Failure } from "~/ui/frame/failure";
import { PageHead } from "~/ui/frame/page-head";
import { Facts, Panel } from "~/ui/frame/panel";
import { PostForm } from "~/ui/frame/post-form";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.name ?? "Report"} · Fever In-Store` },
];

export const loader = async (args: LoaderFunctionArgs) =>
  loadReportFile(args, await requireArea(args, "REPORTS", { company: false }));
export const action = async (args: ActionFunctionArgs) =>
  saveReceivedOfFile(args, await requireArea(args, "REPORTS", { company: false }));

export default function ReportFile() {
  const { fileId, name, report, days, format, size, createdAt, until, closed, sender, scheduleTo } =
    useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
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
            {scheduleTo ? <ButtonLink to={scheduleTo}>Open schedule</ButtonLink> : null}
            {sender ? (
              <PostForm className="contents">
                <ReceiveButton name={name} receives={sender.receives} />
              </PostForm>
            ) : null}
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
      <Failure failure={result?.failure} />
      <ErrorSummary formId="form" errors={result?.fields.errors} />
      {sender ? (
        <p className="mb-4 text-ink-2">
          {recipientTexts.sentBy(sender.name)}{" "}
          {sender.receives ? null : recipientTexts.notReceiving}
        </p>
      ) : null}
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
