import { type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { showClock, showPlaylistDate } from "#contract/base/dates";
import { idOf } from "#contract/base/identifiers";
import { comparePlaylists, type PlayedSong } from "#contract/schedule/day-changes";
import { groupRef } from "~/features/schedule/coming-days.server";
import { schedulePath } from "~/features/schedule/paths";
import { scheduleTexts } from "~/features/schedule/texts";
import { readQuery } from "~/lib/forms/forms.server";
import { load, requireArea } from "~/lib/session/guard.server";
import { withMembers } from "~/ui/frame/address";
import { EmptyState } from "~/ui/frame/empty-state";
import { PageHead } from "~/ui/frame/page-head";
import { Panel } from "~/ui/frame/panel";
import { StatTiles } from "~/ui/frame/stat-tiles";
import { type Column, Table } from "~/ui/frame/table";

export const meta: MetaFunction = () => [{ title: "Difference between versions · Fever In-Store" }];

const Address = z.object({ id: idOf("playlist").optional(), withId: idOf("playlist").optional() });

export async function loader(args: LoaderFunctionArgs) {
  const pageContext = await requireArea(args, "MUSIC_SCHEDULE");
  const { id, withId } = readQuery(args.request, Address, { ids: pageContext.ids });
  if (id === undefined) throw redirect(schedulePath);
  const { data } = await load(() =>
    pageContext.api.call(comparePlaylists, { query: { id, withId } }),
  );
  const { groupId, groupName, day, version, other, same, moved, changes } = data;
  const { figure } = pageContext.figures;
  return {
    day: `${groupName}, ${showPlaylistDate(day)}`,
    dayTo: withMembers(schedulePath, { groupId: groupRef(pageContext, groupId), day }),
    versions: other ? { before: other.version, now: version } : null,
    tiles: [
      { label: "Unchanged", value: figure(same) },
      { label: "At another time", value: figure(moved) },
      { label: "Changed", value: figure(changes.length) },
    ],
    rows: changes.map(({ before, now }, place) => ({
      key: String(place),
      before: toSongWords(before),
      now: toSongWords(now),
    })),
  };
}

const toSongWords = (song: PlayedSong | null) =>
  song && { time: showClock(song.startSeconds, true), title: song.title, artist: song.artist };

type Row = ReturnType<typeof useLoaderData<typeof loader>>["rows"][number];

export default function Difference() {
  const { day, dayTo, versions, tiles, rows } = useLoaderData<typeof loader>();
  const columns: Column<Row>[] = [
    {
      key: "before",
      header: versions ? `Version ${versions.before}` : "Before",
      card: "line",
      cell: (row) => <SongCell song={row.before} />,
    },
    {
      key: "now",
      header: versions ? `Version ${versions.now}` : "Now",
      card: "line",
      cell: (row) => <SongCell song={row.now} />,
    },
  ];
  return (
    <>
      <PageHead
        crumbs={[
          { label: "Music schedule", to: schedulePath },
          { label: day, to: dayTo },
        ]}
        title="Difference"
        lead={
          versions
            ? scheduleTexts.differenceLead(versions.before, versions.now)
            : scheduleTexts.nothingPublished
        }
      />
      {versions ? (
        <>
          <StatTiles label="Songs" tiles={tiles} />
          <Panel>
            <Table
              caption={scheduleTexts.differenceCaption}
              columns={columns}
              rows={rows}
              rowKey={(row) => row.key}
              empty={
                <EmptyState icon="check" title="No difference">
                  {scheduleTexts.noDifference}
                </EmptyState>
              }
            />
          </Panel>
        </>
      ) : null}
    </>
  );
}

function SongCell({ song }: { song: Row["now"] }) {
  if (!song) return <span className="text-ink-3">{scheduleTexts.notInVersion}</span>;
  return (
    <div className="min-w-0 max-md:text-right">
      <span className="tabular-nums text-ink-2">{song.time} </span>
      <b className="font-semibold">{song.title}</b>
      <small className="block text-ink-3">{song.artist}</small>
    </div>
  );
}
