import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { reportsPath } from "~/features/reports/paths";
import { ScheduleList } from "~/features/reports/schedule-panels";
import { loadSchedules, requireReports } from "~/features/reports/schedules.server";
import { scheduleTexts } from "~/features/reports/texts";
import { PageHead } from "~/ui/frame/page-head";

export const meta: MetaFunction = () => [{ title: "Scheduled reports · Fever In-Store" }];

export const loader = async (args: LoaderFunctionArgs) =>
  loadSchedules(args, await requireReports(args));

export default function Schedules() {
  const { rows } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead
        crumbs={[{ label: "Reports", to: reportsPath }]}
        title="Scheduled reports"
        lead={scheduleTexts.lead}
      />
      <ScheduleList rows={rows} />
    </>
  );
}
