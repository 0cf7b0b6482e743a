import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { reportsPath } from "~/features/reports/paths";
import { OutsideRuleForm, ReceivedList } from "~/features/reports/recipient-panels";
import { loadScheduleLists, saveScheduleLists } from "~/features/reports/schedule-lists.server";
import { ScheduleList } from "~/features/reports/schedule-panels";
import { requireReports } from "~/features/reports/schedules.server";
import { scheduleTexts } from "~/features/reports/texts";
import { ErrorSummary } from "~/ui/form";
import { Failure } from "~/ui/frame/failure";
import { PageHead } from "~/ui/frame/page-head";

export const meta: MetaFunction = () => [{ title: "Scheduled reports · Fever In-Store" }];

export const loader = async (args: LoaderFunctionArgs) =>
  loadScheduleLists(args, await requireReports(args));
export const action = async (args: ActionFunctionArgs) =>
  saveScheduleLists(args, await requireReports(args));

export default function Schedules() {
  const { rows, received, outside } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const isOutside = result?.form === "outside";
  return (
    <>
      <PageHead
        crumbs={[{ label: "Reports", to: reportsPath }]}
        title="Scheduled reports"
        lead={scheduleTexts.lead}
      />
      <Failure failure={result?.failure} />
      {result && !isOutside ? (
        <ErrorSummary formId={result.form} errors={result.fields.errors} />
      ) : null}
      <ScheduleList rows={rows} />
      <ReceivedList rows={received} />
      {outside.mayChange ? (
        <OutsideRuleForm
          isAllowed={outside.isAllowed}
          refused={isOutside ? result.fields : undefined}
        />
      ) : null}
    </>
  );
}
