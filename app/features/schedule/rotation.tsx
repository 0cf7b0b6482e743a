import { showClock } from "#contract/base/dates";
import type { Figures } from "#contract/base/figures";
import type { GroupRotation } from "#contract/schedule/day-changes";
import { Chart } from "~/ui/chart";
import { Figure, useFigures } from "~/ui/frame/figures";
import { Panel } from "~/ui/frame/panel";
import { type Column, Table } from "~/ui/frame/table";
import { PlayButton, TrackList } from "~/ui/play-button";
import { scheduleTexts } from "./texts";

export const tilesOf = (
  { plays, songs, artists, days }: Pick<GroupRotation, "plays" | "songs" | "artists" | "days">,
  { figure }: Figures,
) => [
  { label: "Days planned", value: figure(days) },
  { label: "Plays", value: figure(plays) },
  { label: "Songs", value: figure(songs) },
  { label: "Artists", value: figure(artists) },
];

const chartColumns: Column<GroupRotation["charts"][number]>[] = [
  { key: "chart", header: "Part of the mix", card: "title", cell: ({ name }) => name },
  { key: "songs", header: "Songs", numeric: true, cell: ({ songs }) => <Figure of={songs} /> },
  {
    key: "played",
    header: "Songs played",
    numeric: true,
    cell: ({ played }) => <Figure of={played} />,
  },
  { key: "plays", header: "Plays", numeric: true, cell: ({ plays }) => <Figure of={plays} /> },
  {
    key: "turnover",
    header: scheduleTexts.turnoverHours,
    numeric: true,
    cell: ({ turnoverHours }) =>
      turnoverHours === null ? "Not played" : <Hours of={turnoverHours} />,
  },
];

const Hours = ({ of }: { of: number }) => (
  <span className="whitespace-nowrap">{useFigures().figure(of)} h</span>
);

export const Turnover = ({ charts }: Pick<GroupRotation, "charts">) => (
  <Panel title="Turnover">
    <Table
      caption={scheduleTexts.turnoverCaption}
      columns={chartColumns}
      rows={charts}
      rowKey={({ chartId }) => String(chartId)}
    />
  </Panel>
);

export function SameHour({
  sameHour,
  sameHourByHour,
}: Pick<GroupRotation, "sameHour" | "sameHourByHour">) {
  if (sameHour.plays === 0)
    return (
      <Panel title={scheduleTexts.sameHour}>
        {sameHour.of === 0 ? scheduleTexts.noDayBefore : scheduleTexts.sameHourNone}
      </Panel>
    );
  return (
    <Chart
      title={scheduleTexts.sameHourFinding(
        `${Number(((100 * sameHour.plays) / sameHour.of).toFixed(1))}%`,
      )}
      axes={scheduleTexts.sameHourAxes}
      kind="bar"
      series={[{ label: "Songs" }]}
      points={sameHourByHour.map(({ hour, plays }) => ({
        label: showClock(hour * 3600),
        values: [plays],
      }))}
      pointHeader="Hour"
    />
  );
}

export function Repeats({
  what,
  counts,
  days,
}: {
  what: "song" | "artist";
  counts: GroupRotation["songsByPlays"];
  days: number;
}) {
  const { counted, figure } = useFigures();
  const once = counts.find(({ plays }) => plays === 1)?.count ?? 0;
  const all = counts.reduce((sum, { count }) => sum + count, 0);
  return (
    <Chart
      title={scheduleTexts.repeats(figure(all - once), counted(all, what), all - once === 1)}
      axes={scheduleTexts.repeatsAxes(what === "song" ? "Songs" : "Artists", counted(days, "day"))}
      kind="bar"
      series={[{ label: what === "song" ? "Songs" : "Artists" }]}
      points={counts.map(({ plays, count }) => ({ label: `${plays}×`, values: [count] }))}
      pointHeader="Plays"
    />
  );
}

/** `audio` is where the song can be heard. */
type PlayedSong = Omit<GroupRotation["mostPlayed"][number], "hasAudio"> & { audio: string | null };

const songColumns: Column<PlayedSong>[] = [
  {
    key: "song",
    header: "Song",
    card: "title",
    cell: ({ title, artist, audio }) => (
      <span className="flex items-center gap-3">
        {audio ? <PlayButton src={audio} title={title} by={artist} /> : null}
        <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
          <b className="font-semibold">{title}</b>
          <small className="block text-ink-3">{artist}</small>
        </span>
      </span>
    ),
  },
  {
    key: "plays",
    header: "Plays",
    numeric: true,
    card: "aside",
    cell: ({ plays }) => <Figure of={plays} />,
  },
];

const artistColumns: Column<GroupRotation["mostHeard"][number]>[] = [
  {
    key: "artist",
    header: "Artist",
    card: "title",
    cell: ({ artist }) => <b className="font-semibold">{artist}</b>,
  },
  { key: "songs", header: "Songs", numeric: true, cell: ({ songs }) => <Figure of={songs} /> },
  { key: "plays", header: "Plays", numeric: true, cell: ({ plays }) => <Figure of={plays} /> },
];

export function MostPlayed({
  mostPlayed,
  mostHeard,
}: Pick<GroupRotation, "mostHeard"> & { mostPlayed: PlayedSong[] }) {
  return (
    <>
      <Panel title="Most played songs">
        <TrackList>
          <Table
            caption="Most played songs"
            columns={songColumns}
            rows={mostPlayed}
            rowKey={({ songId }) => String(songId)}
          />
        </TrackList>
      </Panel>
      <Panel title="Most heard artists">
        <Table
          caption="Most heard artists"
          columns={artistColumns}
          rows={mostHeard}
          rowKey={({ artist }) => artist}
        />
      </Panel>
    </>
  );
}
