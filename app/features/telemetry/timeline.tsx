import type { useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { kindLabel, spotKinds } from "~/ui/day";
import { ButtonLink } from "~/ui/frame/button";
import { EmptyState } from "~/ui/frame/empty-state";
import { useFigures } from "~/ui/frame/figures";
import { FilterBar, FilterDate } from "~/ui/frame/filter-bar";
import { Panel } from "~/ui/frame/panel";
import { Table } from "~/ui/frame/table";
import { TextLink } from "~/ui/frame/text-link";
import { timelineTexts } from "./texts";
import type { loadTimeline } from "./timeline.server";

type Data = ReturnType<typeof useLoaderData<typeof loadTimeline>>;

/** Chooses the day, and draws it. */
export function DayPicture(data: Data) {
  const { day, today, before, after, title, hours, plays, isFuture } = data;
  const isEmpty = hours.length === 0 && plays.length === 0;
  return (
    <Panel title={title} lead={timelineTexts.picture}>
      <FilterBar
        label="Day"
        clearTo=""
        applyLabel="Show day"
        search={<FilterDate name="day" label="Day" value={day} max={today} required />}
        beside={
          <>
            <ButtonLink to={before} variant="quiet">
              Previous day
            </ButtonLink>
            {after ? (
              <ButtonLink to={after} variant="quiet">
                Next day
              </ButtonLink>
            ) : null}
          </>
        }
      />
      {isEmpty ? (
        <EmptyState icon="clock" title="No Data Found">
          {isFuture ? timelineTexts.notYet : timelineTexts.closed}
        </EmptyState>
      ) : (
        <Lanes {...data} />
      )}
    </Panel>
  );
}

const fills = {
  open: "fill-ink-3",
  online: "fill-ok",
  playing: "fill-music",
  paused: "fill-info",
  quiet: "fill-warn",
};
const songFills = { MUSIC: "fill-music", AD: "fill-ad", JINGLE: "fill-jingle", TOH: "fill-toh" };

function Lanes({ lanes, volumes, songs, marks, length }: Data) {
  const { counted } = useFigures();
  return (
    <div className="grid gap-2 py-4">
      {lanes.map(({ key, label, words, bars }) => (
        <Lane key={key} label={label} words={words} length={length} height={14}>
          {bars.map(({ from, minutes }) => (
            <rect key={from} x={from} width={minutes} height="14" className={fills[key]} />
          ))}
        </Lane>
      ))}
      <Lane label="Volume" words={volumeWords(volumes)} length={length} height={100} tall>
        {volumes.map(({ from, hour, least, average, most }) => (
          <g key={from}>
            <title>{`${hour}: ${average}`}</title>
            <rect x={from} y={100 - most} width="60" height={most} className="fill-line" />
            <rect x={from} y={100 - average} width="60" height={average} className="fill-info" />
            <rect x={from} y={100 - least} width="60" height="2" className="fill-ink-3" />
          </g>
        ))}
      </Lane>
      <Lane label="Plays" words={counted(songs.length, "play")} length={length} height={28}>
        {songs.map(({ from, minutes, kind }) => (
          <rect
            key={`${from} ${kind}`}
            x={from}
            width={Math.max(0.8, minutes - 0.3)}
            height="28"
            className={songFills[kind]}
          />
        ))}
      </Lane>
      <div className="grid md:grid-cols-[8rem_minmax(0,1fr)_7rem] md:gap-x-3">
        <svg
          width="100%"
          height="16"
          aria-hidden="true"
          className="overflow-visible md:col-start-2"
        >
          {marks.map(({ minutes, time }, index) => (
            <text
              key={minutes}
              x={`${(100 * minutes) / length}%`}
              y="12"
              className={`fill-ink-3 text-xs tabular-nums ${index % 2 === 1 ? "max-md:hidden" : ""}`}
            >
              {time}
            </text>
          ))}
        </svg>
      </div>
    </div>
  );
}

/** One lane along the day; `words` is its total. */
function Lane({
  label,
  words,
  length,
  height,
  tall = false,
  children,
}: {
  label: string;
  words: string;
  length: number;
  height: number;
  tall?: boolean;
  children: ReactNode;
}) {
  return (
    <div className="grid grid-cols-[1fr_auto] items-center gap-x-3 md:grid-cols-[8rem_minmax(0,1fr)_7rem]">
      <span className="text-sm text-ink-2">{label}</span>
      <svg
        viewBox={`0 0 ${length} ${height}`}
        preserveAspectRatio="none"
        aria-hidden="true"
        className={`w-full rounded-sm bg-sunken max-md:col-span-2 max-md:row-start-2 ${tall ? "h-12" : "h-5"}`}
      >
        {children}
      </svg>
      <span className="text-right text-sm tabular-nums">{words}</span>
    </div>
  );
}

function volumeWords(volumes: Data["volumes"]): string {
  if (volumes.length === 0) return "–";
  const least = Math.min(...volumes.map((hour) => hour.least));
  const most = Math.max(...volumes.map((hour) => hour.most));
  return least === most ? String(least) : `${least} – ${most}`;
}

/** Lists the day's lanes and plays by hour. */
export function DayHours({ hours }: Pick<Data, "hours">) {
  if (hours.length === 0) return null;
  return (
    <Panel title="By hour" lead={timelineTexts.hours}>
      <Table
        caption="By hour"
        rows={hours}
        rowKey={(row) => row.at}
        currentKey={hours.find(({ isShown }) => isShown)?.at}
        columns={[
          { key: "hour", header: "Hour", card: "title", cell: (row) => <Hour {...row} /> },
          { key: "open", header: "Open", numeric: true, cell: (row) => row.open },
          { key: "online", header: "Online", numeric: true, cell: (row) => row.online },
          { key: "playing", header: "Playing", numeric: true, cell: (row) => row.playing },
          { key: "paused", header: "Paused", numeric: true, cell: (row) => row.paused },
          { key: "quiet", header: "Below threshold", numeric: true, cell: (row) => row.quiet },
          { key: "volume", header: "Volume", numeric: true, cell: (row) => row.volume ?? "–" },
          { key: "songs", header: "Songs", numeric: true, cell: (row) => row.songs },
          { key: "spots", header: "Ads and promos", numeric: true, cell: (row) => row.spots },
        ]}
      />
    </Panel>
  );
}

/** Links an hour to its plays. */
function Hour({ hour, to }: Pick<Data["hours"][number], "hour" | "to">) {
  const words = <b className="font-semibold tabular-nums">{hour}</b>;
  if (!to) return words;
  return (
    <TextLink to={to}>
      {words}
      <span className="sr-only">, plays</span>
    </TextLink>
  );
}

/** Lists the plays of one hour, because a day has hundreds, or of the whole day. */
export function DayPlays({ plays, playsOf, all }: Pick<Data, "plays" | "playsOf" | "all">) {
  const { counted } = useFigures();
  return (
    <Panel
      id="plays"
      className="scroll-mt-24"
      title="Plays"
      lead={playsOf ? `Started between ${playsOf.from} and ${playsOf.to}.` : undefined}
      actions={
        playsOf && all.count > 0 ? (
          <ButtonLink small to={all.to}>
            {`Show the whole day (${counted(all.count, "play")})`}
          </ButtonLink>
        ) : null
      }
    >
      <Table
        caption="Plays"
        rows={plays}
        rowKey={(row) => row.key}
        columns={[
          {
            key: "title",
            header: "Title",
            card: "title",
            cell: (row) => <span className="[overflow-wrap:anywhere]">{row.title}</span>,
          },
          {
            key: "at",
            header: "Started",
            card: "aside",
            cell: (row) => <span className="tabular-nums">{row.at}</span>,
          },
          {
            key: "artist",
            header: "Artist",
            card: "line",
            cell: (row) => row.artist ?? <span className="text-ink-3">–</span>,
          },
          {
            key: "kind",
            header: "Type",
            card: "line",
            cell: (row) => kindLabel[spotKinds[row.kind]],
          },
          {
            key: "length",
            header: "Length",
            numeric: true,
            card: "hide",
            cell: (row) => row.length,
          },
        ]}
        empty={
          <EmptyState title="No Data Found">
            {playsOf ? timelineTexts.noPlaysInHour : timelineTexts.noPlays}
          </EmptyState>
        }
      />
    </Panel>
  );
}
