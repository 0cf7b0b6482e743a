import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { changeDay } from "~/features/schedule/change-day.server";
import { schedulePath, swapPath } from "~/features/schedule/paths";
import { ChangeForm } from "~/features/schedule/schedule-day";
import { dayOfSwap, loadSwap, type Swap } from "~/features/schedule/swap.server";
import { scheduleTexts } from "~/features/schedule/texts";
import { requireArea } from "~/lib/session/guard.server";
import { Button } from "~/ui/frame/button";
import { EmptyState } from "~/ui/frame/empty-state";
import { FilterBar, FilterSearch } from "~/ui/frame/filter-bar";
import { PageHead } from "~/ui/frame/page-head";
import { Panel } from "~/ui/frame/panel";
import { Pill } from "~/ui/frame/pill";
import { type Column, Table } from "~/ui/frame/table";
import { TrackCover } from "~/ui/play-button";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Swap ${data?.title ?? "a song"} · Fever In-Store` },
];

export async function loader(args: LoaderFunctionArgs) {
  return loadSwap(args.request, await requireArea(args, "MUSIC_SCHEDULE"));
}

export async function action(args: ActionFunctionArgs) {
  const pageContext = await requireArea(args, "MUSIC_SCHEDULE");
  return redirect(await changeDay(args, pageContext, await dayOfSwap(args.request, pageContext)));
}

type Row = Swap["rows"][number];

export default function SwapSong() {
  const { ref, index, title, event, search, dayTo, clearTo, time, day, length, more, rows } =
    useLoaderData<typeof loader>();
  return (
    <>
      <PageHead
        crumbs={[
          { label: "Music schedule", to: schedulePath },
          { label: day, to: dayTo },
        ]}
        title={`Swap ${title}`}
        lead={scheduleTexts.swapLead(title, time, length)}
      />
      <Panel>
        <FilterBar
          label="Find a song"
          clearTo={clearTo}
          action={swapPath}
          active={search ? 1 : 0}
          hidden={{ id: ref, index }}
          applyLabel="Search"
          search={<FilterSearch name="search" label="Song or artist" value={search} />}
        />
        <Table
          caption={scheduleTexts.swapCaption(title)}
          columns={candidateColumns({ ref, index })}
          rows={rows}
          rowKey={(row) => row.ref}
          empty={
            <EmptyState icon="music" title="No List Found">
              {scheduleTexts.noCandidates(event)}
            </EmptyState>
          }
        />
        {more ? (
          <p className="border-t border-line px-4 py-3 text-ink-2">
            {scheduleTexts.moreCandidates(more)}
          </p>
        ) : null}
      </Panel>
    </>
  );
}

/** The columns of candidates for the song at a position of a day. */
const candidateColumns = ({ ref, index }: Pick<Swap, "ref" | "index">): Column<Row>[] => [
  {
    key: "song",
    header: "Song",
    card: "title",
    cell: (row) => (
      <div className="flex items-center gap-3 md:min-w-[200px]">
        <TrackCover src={row.audio} title={row.title} by={row.artist} art={row.art} />
        <div className="min-w-0 flex-1 [overflow-wrap:anywhere]">
          <b className="font-semibold">{row.title}</b>
          <small className="block text-ink-3">{row.artist}</small>
        </div>
      </div>
    ),
  },
  {
    key: "breaks",
    header: "Rules it would break",
    cell: (row) => <Breaks breaks={row.breaks} />,
  },
  { key: "played", header: "Last played", cell: (row) => row.lastPlayed },
  {
    key: "chart",
    header: "From",
    cell: (row) => (
      <span className="max-md:text-right">
        {row.chart}
        {row.isSameChart ? (
          <small className="block text-ink-3">{scheduleTexts.sameChart}</small>
        ) : null}
      </span>
    ),
  },
  { key: "length", header: "Length", numeric: true, cell: (row) => row.length },
  {
    key: "swap",
    header: "Swap",
    card: "plain",
    cell: (row) => (
      <ChangeForm day={{ ref }} fields={{ change: "swap", index, songId: row.ref }}>
        <Button small className="whitespace-nowrap">
          Swap in<span className="sr-only"> {row.title}</span>
        </Button>
      </ChangeForm>
    ),
  },
];

function Breaks({ breaks }: { breaks: string[] }) {
  if (breaks.length === 0) return <Pill tone="ok">None</Pill>;
  return (
    <ul className="grid gap-0.5 text-warn">
      {breaks.map((words) => (
        <li key={words}>{words}</li>
      ))}
    </ul>
  );
}
