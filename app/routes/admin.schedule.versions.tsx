import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { dayStateLabels } from "#contract/schedule/words";
import { changeDay } from "~/features/schedule/change-day.server";
import { schedulePath } from "~/features/schedule/paths";
import { ChangeForm } from "~/features/schedule/schedule-day";
import { scheduleTexts } from "~/features/schedule/texts";
import { loadVersions, type Versions } from "~/features/schedule/versions.server";
import { requireArea } from "~/lib/session/guard.server";
import { Button } from "~/ui/frame/button";
import { EmptyState } from "~/ui/frame/empty-state";
import { PageHead } from "~/ui/frame/page-head";
import { Panel } from "~/ui/frame/panel";
import { Pill } from "~/ui/frame/pill";
import { type Column, Table } from "~/ui/frame/table";
import { TextLink } from "~/ui/frame/text-link";

export const meta: MetaFunction = () => [{ title: "Versions of a day · Fever In-Store" }];

export async function loader(args: LoaderFunctionArgs) {
  return loadVersions(args.request, await requireArea(args, "MUSIC_SCHEDULE"));
}

export async function action(args: ActionFunctionArgs) {
  const pageContext = await requireArea(args, "MUSIC_SCHEDULE");
  return redirect(await changeDay(args, pageContext));
}

type Row = Versions["rows"][number];
const states = {
  draft: { tone: "info", words: dayStateLabels.draft },
  published: { tone: "ok", words: dayStateLabels.published },
  superseded: { tone: "idle", words: "Earlier version" },
} as const;

export default function VersionsOfDay() {
  const { title, day, dayTo, rows } = useLoaderData<typeof loader>();
  const columns: Column<Row>[] = [
    {
      key: "version",
      header: "Version",
      card: "title",
      cell: (row) => (
        <span className="whitespace-nowrap">
          <TextLink to={row.to}>{`Version ${row.version}`}</TextLink>
        </span>
      ),
    },
    {
      key: "state",
      header: "State",
      card: "aside",
      cell: (row) => <Pill tone={states[row.state].tone}>{states[row.state].words}</Pill>,
    },
    {
      key: "made",
      header: "Made",
      cell: ({ creation }) => <VersionEvent {...creation} />,
    },
    {
      key: "published",
      header: "Published",
      cell: ({ published }) =>
        published ? <VersionEvent {...published} /> : <span className="text-ink-3">Never</span>,
    },
    { key: "songs", header: "Songs", numeric: true, cell: (row) => row.songs },
    { key: "breaks", header: "Rule breaks", numeric: true, cell: (row) => row.breaks },
    {
      key: "do",
      header: "Compare or restore",
      card: "plain",
      cell: (row) => (
        <div className="flex flex-wrap items-center gap-3">
          {row.differenceTo ? (
            <TextLink to={row.differenceTo}>
              Difference<span className="sr-only"> to version {row.version}</span>
            </TextLink>
          ) : null}
          {row.restore === null ? null : (
            <ChangeForm day={row} fields={{ change: "restore", version: row.restore }}>
              <Button small>
                Restore<span className="sr-only"> version {row.version}</span>
              </Button>
            </ChangeForm>
          )}
        </div>
      ),
    },
  ];
  return (
    <>
      <PageHead
        crumbs={[
          { label: "Music schedule", to: schedulePath },
          { label: day, to: dayTo },
        ]}
        title={title}
        lead={scheduleTexts.versionsLead}
      />
      <Panel>
        <Table
          caption={title}
          columns={columns}
          rows={rows}
          rowKey={(row) => row.ref}
          empty={
            <EmptyState icon="schedule" title="No List Found">
              {scheduleTexts.versionsEmpty}
            </EmptyState>
          }
        />
      </Panel>
    </>
  );
}

const VersionEvent = ({ what, at }: { what: string; at: string }) => (
  <div className="min-w-0 max-md:text-right">
    {what}
    <small className="block text-ink-3">{at}</small>
  </div>
);
