import type { ReactNode } from "react";
import type { dayStateLabels } from "#contract/schedule/words";
import type { Tone } from "./frame/pill";

export type SpotKind = "music" | "ad" | "jingle" | "toh";

/** Maps the platform's kinds to those that pages draw. */
export const spotKinds = {
  MUSIC: "music",
  AD: "ad",
  JINGLE: "jingle",
  TOH: "toh",
} as const satisfies Record<string, SpotKind>;

/** Labels of what plays, as on screen (VOC-1). */
export const kindLabel: Record<SpotKind, string> = {
  music: "Music",
  ad: "Ad",
  jingle: "Promo",
  toh: "Top of the Hour",
};

/** The tones of a day's states, whose labels are `dayStateLabels`. */
export const dayStateTones = {
  none: "idle",
  draft: "info",
  stale: "warn",
  published: "ok",
} as const satisfies Record<keyof typeof dayStateLabels, Tone>;

export const spotFills: Record<SpotKind, string> = {
  music: "fill-music",
  ad: "fill-ad",
  jingle: "fill-jingle",
  toh: "fill-toh",
};

/**
 * The chart that a song was chosen from, by its place in the mix. Its letter identifies the chart
 * without colour.
 */
export type ChartMark = { letter: string; place: number };

const chartFills = [
  "fill-chart-1",
  "fill-chart-2",
  "fill-chart-3",
  "fill-chart-4",
  "fill-chart-5",
  "fill-chart-6",
];
const chartInks = [
  "fill-chart-1-ink",
  "fill-chart-2-ink",
  "fill-chart-3-ink",
  "fill-chart-4-ink",
  "fill-chart-5-ink",
  "fill-chart-6-ink",
];
const fillOf = (kind: SpotKind, chart?: ChartMark | null) =>
  chart ? (chartFills[chart.place % chartFills.length] ?? spotFills.music) : spotFills[kind];
const inkOf = ({ place }: ChartMark) => chartInks[place % chartInks.length];

/** An item that plays: its start in seconds from the hour's start, and its length in seconds. */
export type HourItem = {
  start: number;
  seconds: number;
  kind: SpotKind;
  title?: string;
  chart?: ChartMark | null;
};

/** Draws an hour as a proportional bar; `label` describes it in words. */
export function HourBar({
  items,
  label,
  seconds = 3600,
}: {
  items: HourItem[];
  label: string;
  seconds?: number;
}) {
  return (
    <svg
      width="100%"
      height="24"
      role="img"
      aria-label={label}
      className="block rounded-sm bg-sunken"
    >
      {items.map((item) => (
        <g key={`${item.start} ${item.kind}`}>
          <rect
            x={partOf(item.start, seconds)}
            width={partOf(Math.max(4, item.seconds - 6), seconds)}
            height="24"
            className={fillOf(item.kind, item.chart)}
          >
            {item.title ? <title>{item.title}</title> : null}
          </rect>
          {item.chart && item.seconds > seconds / 30 ? (
            <text
              x={partOf(item.start, seconds)}
              dx="3"
              y="16"
              className={`text-xs font-semibold max-md:hidden ${inkOf(item.chart)}`}
            >
              {item.chart.letter}
            </text>
          ) : null}
        </g>
      ))}
    </svg>
  );
}

const partOf = (part: number, whole: number) => `${Number(((100 * part) / whole).toFixed(2))}%`;

/**
 * A row of a day: the hour's name, its bar and, if it is open, its lines.
 */
export function HourRow({
  hour,
  items,
  label,
  children,
}: {
  hour: string;
  items: HourItem[];
  label: string;
  children?: ReactNode;
}) {
  return (
    <div className="grid grid-cols-[48px_minmax(0,1fr)] gap-x-2 gap-y-1 border-b border-line py-1.5 last:border-b-0 md:grid-cols-[56px_minmax(0,1fr)] md:gap-x-3">
      <time className="text-lg font-bold">{hour}</time>
      <HourBar items={items} label={label} />
      {children ? (
        <div className="min-w-0 max-md:col-span-full md:col-start-2">{children}</div>
      ) : null}
    </div>
  );
}

export type DayLine = {
  key: string;
  time: string;
  kind: SpotKind;
  chart?: ChartMark | null;
  title: ReactNode;
  detail?: ReactNode;
  /** Shown before the title; all lines have one, or none has. */
  cover?: ReactNode;
  why?: ReactNode;
  length: string;
  current?: boolean;
  actions?: ReactNode;
  /** Unfolds under the line. */
  below?: ReactNode;
};

const withoutCover =
  "grid-cols-[64px_minmax(0,1fr)_auto] md:grid-cols-[64px_minmax(0,1.2fr)_minmax(0,1fr)_auto]";
const withCover =
  "grid-cols-[64px_auto_minmax(0,1fr)_auto] md:grid-cols-[64px_auto_minmax(0,1.2fr)_minmax(0,1fr)_auto]";

/** Lists an hour's items: time, title, reason and length. */
export function DayLines({ lines, caption }: { lines: DayLine[]; caption: string }) {
  const hasActions = lines.some(({ actions }) => actions);
  const hasCovers = lines.some(({ cover }) => cover);
  const columns = hasCovers ? withCover : withoutCover;
  return (
    <ol aria-label={caption}>
      {lines.map((line) => (
        <li
          key={line.key}
          aria-current={line.current ? "true" : undefined}
          className={`grid min-h-[44px] items-center gap-x-3 border-b border-line px-2 py-1 last:border-b-0 print:break-inside-avoid hover:bg-sunken aria-[current]:bg-sunken ${columns}`}
        >
          <span className="tabular-nums text-ink-2">{line.time}</span>
          {hasCovers ? <span className="min-w-9 print:hidden">{line.cover}</span> : null}
          <span className="min-w-0">
            <span className="flex items-baseline gap-1.5 font-semibold">
              <KindMark kind={line.kind} chart={line.chart} />
              <span className="min-w-0 [overflow-wrap:anywhere]">{line.title}</span>
            </span>
            {line.detail ? (
              <span className={`block text-xs text-ink-3 ${line.chart ? "pl-[22px]" : "pl-4"}`}>
                {line.detail}
              </span>
            ) : null}
          </span>
          <span
            className={`min-w-0 text-ink-2 max-md:order-last max-md:col-start-[-3] max-md:col-end-[-1] max-md:text-sm ${line.chart ? "max-md:pl-[22px]" : "max-md:pl-4"}`}
          >
            {line.why}
          </span>
          <span className="flex items-center gap-2 tabular-nums max-md:contents">
            <span className="md:min-w-[36px] md:text-right">{line.length}</span>
            {hasActions ? (
              <span className="flex items-center gap-2 empty:max-md:hidden max-md:order-last max-md:col-start-[-3] max-md:col-end-[-1] max-md:pl-4 md:min-w-[64px] print:hidden">
                {line.actions}
              </span>
            ) : null}
          </span>
          {line.below ? (
            <div className="order-last col-span-full pb-2 pl-1 pt-1 md:pl-[92px]">{line.below}</div>
          ) : null}
        </li>
      ))}
    </ol>
  );
}

export type PrintedLine = {
  key: string;
  time: string;
  kind: SpotKind;
  title: string;
  artist: string | null;
  length: string;
};

/** Shown only in print: the lines of an hour that is closed on screen. */
export function PrintedLines({ lines }: { lines: PrintedLine[] }) {
  return (
    <ol className="hidden gap-x-6 print:block print:columns-2">
      {lines.map(({ key, time, kind, title, artist, length }) => (
        <li
          key={key}
          className="grid grid-cols-[64px_minmax(0,1fr)_auto] gap-x-3 border-b border-line px-2 py-0.5 print:break-inside-avoid"
        >
          <span className="tabular-nums">{time}</span>
          <span>
            {kind === "music" ? title : `${kindLabel[kind]}: ${title}`}
            {artist ? `, ${artist}` : null}
          </span>
          <span className="tabular-nums">{length}</span>
        </li>
      ))}
    </ol>
  );
}

/** Explains the colours of a day; with `charts`, those of the charts instead of music. */
export function DayKey({ charts = [] }: { charts?: (ChartMark & { name: string })[] }) {
  const kinds = (["music", "ad", "jingle", "toh"] as const).filter(
    (kind) => kind !== "music" || charts.length === 0,
  );
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 border-b border-line py-3 text-sm text-ink-2">
      {charts.map((chart) => (
        <li key={chart.letter} className="flex items-center gap-1.5">
          <KindMark kind="music" chart={chart} decorative />
          {chart.name}
        </li>
      ))}
      {kinds.map((kind) => (
        <li key={kind} className="flex items-center gap-1.5">
          <KindMark kind={kind} decorative />
          {kindLabel[kind]}
        </li>
      ))}
    </ul>
  );
}

/** The coloured mark of a kind, with its name for screen readers. */
export function KindMark({
  kind,
  chart,
  decorative,
}: {
  kind: SpotKind;
  chart?: ChartMark | null | undefined;
  decorative?: boolean;
}) {
  return (
    <>
      {chart ? (
        <svg width="16" height="16" aria-hidden="true" className="shrink-0 self-center">
          <rect width="16" height="16" rx="3" className={fillOf(kind, chart)} />
          <text
            x="8"
            y="12"
            textAnchor="middle"
            className={`text-xs font-semibold ${inkOf(chart)}`}
          >
            {chart.letter}
          </text>
        </svg>
      ) : (
        <svg width="10" height="10" aria-hidden="true" className="shrink-0 self-center">
          <rect width="10" height="10" rx="3" className={spotFills[kind]} />
        </svg>
      )}
      {decorative ? null : <span className="sr-only">{kindLabel[kind]}: </span>}
    </>
  );
}
