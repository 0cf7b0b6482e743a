import type { useLoaderData } from "@remix-run/react";
import { ButtonLink } from "~/ui/frame/button";
import { EmptyState } from "~/ui/frame/empty-state";
import { Panel } from "~/ui/frame/panel";
import { Pill } from "~/ui/frame/pill";
import { type Column, Table } from "~/ui/frame/table";
import { TextLink } from "~/ui/frame/text-link";
import { reportsPath } from "./paths";
import type { loadSchedule, loadSchedules } from "./schedules.server";
import { scheduleTexts } from "./texts";

type Row = ReturnType<typeof useLoaderData<typeof loadSchedules>>["rows"][number];

export function ScheduleList({ rows }: { rows: Row[] }) {
  return (
    <Panel>
      <Table
        caption="Scheduled reports"
        columns={columns}
        rows={rows}
        rowKey={({ path }) => path}
        empty={
          <EmptyState
            icon="report"
            title="No scheduled reports yet"
            action={<ButtonLink to={reportsPath}>Open reports</ButtonLink>}
          >
            {scheduleTexts.none}
          </EmptyState>
        }
      />
    </Panel>
  );
}

const columns: Column<Row>[] = [
  {
    key: "name",
    header: "Report",
    card: "title",
    cell: ({ path, name, report }) => (
      <>
        <b className="font-semibold [overflow-wrap:anywhere]">
          <TextLink to={path}>{name}</TextLink>
        </b>
        {report === name ? null : <small className="block text-ink-3">{report}</small>}
      </>
    ),
  },
  {
    key: "state",
    header: "Status",
    card: "aside",
    cell: ({ state }) => <Pill tone={state.tone}>{state.words}</Pill>,
  },
  { key: "rhythm", header: "How often", cell: ({ rhythm }) => rhythm },
  {
    key: "period",
    header: "Days",
    cell: ({ period }) => period ?? <span className="text-ink-3">–</span>,
  },
  { key: "last", header: "Last run", cell: ({ last }) => <Last last={last} /> },
  {
    key: "next",
    header: "Next run",
    cell: ({ next }) =>
      next ? (
        <span className="whitespace-nowrap">{next}</span>
      ) : (
        <span className="text-ink-3">–</span>
      ),
  },
];

function Last({ last }: Pick<Row, "last">) {
  if (!last) return <span className="text-ink-3">{scheduleTexts.notYet}</span>;
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 max-md:justify-end">
      <Pill tone={last.tone}>{last.words}</Pill>
      <span className="whitespace-nowrap">{last.at}</span>
    </span>
  );
}

type Run = ReturnType<typeof useLoaderData<typeof loadSchedule>>["runs"][number];

/** The outcome of each run, newest first. */
export function RunLog({ runs }: { runs: Run[] }) {
  return (
    <Panel title="Log">
      <Table
        caption="Log"
        columns={runColumns}
        rows={runs}
        rowKey={({ key }) => key}
        empty={
          <EmptyState icon="clock" title={scheduleTexts.notYet}>
            {scheduleTexts.noRuns}
          </EmptyState>
        }
      />
    </Panel>
  );
}

const runColumns: Column<Run>[] = [
  {
    key: "due",
    header: "Due",
    card: "title",
    cell: ({ due }) => <span className="whitespace-nowrap">{due}</span>,
  },
  {
    key: "outcome",
    header: "Outcome",
    card: "aside",
    cell: ({ outcome }) =>
      outcome ? (
        <Pill tone={outcome.tone}>{outcome.words}</Pill>
      ) : (
        <Pill tone="idle">Being made</Pill>
      ),
  },
  {
    key: "days",
    header: "Days",
    cell: ({ days }) => days ?? <span className="text-ink-3">–</span>,
  },
  {
    key: "file",
    header: "File",
    cell: ({ file }) =>
      file ? (
        <span>
          <TextLink to={file.to}>Open</TextLink>{" "}
          <span className="text-ink-3">{`${file.size}, until ${file.until}`}</span>
        </span>
      ) : (
        <span className="text-ink-3">–</span>
      ),
  },
  { key: "detail", header: "Details", card: "plain", cell: ({ detail }) => detail },
];
