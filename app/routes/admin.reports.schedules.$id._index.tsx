import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { reportsPath, scheduleEditPath, schedulesPath } from "~/features/reports/paths";
import { RecipientList } from "~/features/reports/recipient-panels";
import { loadRecipients } from "~/features/reports/recipients.server";
import { scheduleConfirmations } from "~/features/reports/schedule-confirmations.server";
import { RunLog } from "~/features/reports/schedule-panels";
import {
  changeOwnSchedule,
  loadSchedule,
  requireReports,
} from "~/features/reports/schedules.server";
import { scheduleTexts } from "~/features/reports/texts";
import { ErrorSummary } from "~/ui/form";
import { Button, ButtonLink } from "~/ui/frame/button";
import { ConfirmLink } from "~/ui/frame/confirm";
import { Failure } from "~/ui/frame/failure";
import { PageHead } from "~/ui/frame/page-head";
import { Facts, Panel } from "~/ui/frame/panel";
import { Pill } from "~/ui/frame/pill";
import { PostForm } from "~/ui/frame/post-form";
import { TextLink } from "~/ui/frame/text-link";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.name ?? "Scheduled report"} · Fever In-Store` },
];

export async function loader(args: LoaderFunctionArgs) {
  const pageContext = await requireReports(args);
  const { id, ...schedule } = await loadSchedule(args, pageContext);
  return {
    ...schedule,
    recipients: await loadRecipients(args, pageContext),
    removal: scheduleConfirmations.linkTo(
      "remove",
      { id, name: schedule.name, path: schedule.path },
      pageContext,
    ),
  };
}

export const action = async (args: ActionFunctionArgs) =>
  changeOwnSchedule(args, await requireReports(args));

export default function Schedule() {
  const schedule = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const { name, path, state, isPaused, isOnce, isRunning, pausedBecause, runs, removal } = schedule;
  return (
    <>
      <PageHead
        crumbs={[
          { label: "Reports", to: reportsPath },
          { label: "Scheduled reports", to: schedulesPath },
        ]}
        title={name}
        lead={<Pill tone={state.tone}>{state.words}</Pill>}
        more={<ConfirmLink {...removal} icon="trash" />}
        actions={
          <>
            {isOnce ? null : (
              <ButtonLink to={scheduleEditPath(path)} icon="edit">
                Edit
              </ButtonLink>
            )}
            <PostForm className="contents">
              {isOnce ? null : (
                <Button name="_do" value={isPaused ? "resume" : "pause"}>
                  {isPaused ? "Resume" : "Pause"}
                </Button>
              )}
              <Button variant="primary" name="_do" value="run">
                Run now
              </Button>
            </PostForm>
          </>
        }
      />
      <Failure failure={result?.failure} />
      <ErrorSummary formId="form" errors={result?.fields.errors} />
      {isPaused && pausedBecause ? (
        <p role="status" className="mb-4 rounded-lg bg-warn-tint px-4 py-3 font-medium text-warn">
          {pausedBecause}
        </p>
      ) : null}
      {isRunning ? (
        <p role="status" className="mb-4 rounded-lg bg-info-tint px-4 py-3 text-info">
          {scheduleTexts.waiting}
        </p>
      ) : null}
      <Panel title="Report">
        <Facts facts={factsOf(schedule)} />
      </Panel>
      <RecipientList path={path} recipients={schedule.recipients} />
      <RunLog runs={runs} />
    </>
  );
}

type Schedule = ReturnType<typeof useLoaderData<typeof loader>>;

const factsOf = ({
  report,
  reportTo,
  place,
  choices,
  rhythm,
  next,
  timeZone,
  period,
  fixedDays,
  format,
}: Schedule) => [
  { term: "Report", value: reportTo ? <TextLink to={reportTo}>{report}</TextLink> : report },
  { term: "Location", value: place },
  ...choices,
  { term: "How often", value: rhythm },
  ...(next ? [{ term: "Next run", value: `${next} (${timeZone})` }] : []),
  ...(period || fixedDays ? [{ term: "Days", value: period ?? fixedDays }] : []),
  { term: "File", value: format },
];
