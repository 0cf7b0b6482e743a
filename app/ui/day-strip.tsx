import { memberNames } from "#contract/base/records";
import type { MinuteState } from "#contract/telemetry/words";
import type { Column } from "./frame/table";
import { useRefresh } from "./use-refresh";

export type DayStripData = {
  /** The minutes of the store's day, and the current one. */
  minutes: number;
  now: number;
  /** An SVG path for each state of the day. */
  paths: Partial<Record<MinuteState, string>>;
  /** "Sounded right 9 h 10 min, offline 49 min". */
  words: string;
  /** True if the day was not ready in time; the other members then say nothing. */
  isLate?: boolean;
};

/** Stands for a day that was not ready when the page was. */
export const lateDay: DayStripData = {
  minutes: 1440,
  now: 0,
  paths: {},
  words: "Not ready yet",
  isLate: true,
};

const height = 14;
const width = "w-full min-w-28 md:w-40";
const middle = height / 2;

// shapes come before colour: a bar, a low bar, a line, a comb
const strokes: Record<MinuteState, string> = {
  right: "stroke-q2 [stroke-width:12]",
  quiet: "stroke-warn [stroke-width:5]",
  silent: "stroke-bad [stroke-width:2]",
  offline: "stroke-bad [stroke-width:12] [stroke-dasharray:1_2]",
};

/** A list's column of strips below the hours of the day; on a phone each card has the hours. */
export const todayColumn: Column<{ today: DayStripData | null }> = {
  key: "today",
  header: "Today",
  scale: <DayHours />,
  card: "plain",
  cell: ({ today }) => {
    if (!today) return null;
    if (today.isLate) return <span className="text-ink-3">{today.words}</span>;
    return (
      <>
        <DayStrip day={today} />
        <span className="md:hidden">
          <DayHours />
        </span>
      </>
    );
  },
};

/** Draws a store's day by the minute in its time zone, with marks at 6, 12 and 18 o'clock. */
function DayStrip({ day: { minutes, now, paths, words } }: { day: DayStripData }) {
  return (
    <svg
      viewBox={`0 0 ${minutes} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={words}
      className={`block h-[14px] ${width} [print-color-adjust:exact]`}
    >
      <Line d={`M0 ${middle}H${minutes}M360 4v6M720 4v6M1080 4v6`} className="stroke-line" />
      {memberNames(paths).map((state) => (
        <Line key={state} d={paths[state] ?? ""} className={strokes[state]} />
      ))}
      <Line d={`M${now} 0v${height}`} className="stroke-fever [stroke-width:2]" />
    </svg>
  );
}

/** Hours above or below a strip's marks; a strip says its states in words to screen readers. */
function DayHours() {
  return (
    <span
      aria-hidden="true"
      className={`grid grid-cols-4 text-xs font-normal tabular-nums text-ink-3 ${width}`}
    >
      {["06", "12", "18"].map((hour) => (
        <span key={hour} className="translate-x-1/2 text-center">
          {hour}
        </span>
      ))}
    </span>
  );
}

const Line = ({ d, className }: { d: string; className: string }) => (
  <path d={d} fill="none" vectorEffect="non-scaling-stroke" className={className} />
);

const labels: [state: MinuteState | null, label: string][] = [
  ["right", "Sounds right"],
  ["quiet", "Too quiet"],
  ["silent", "Silent"],
  ["offline", "Offline"],
  [null, "Closed"],
];

/** Explains the strips of a list, below it; or says that they are late. */
export function DayStripKey({ rows }: { rows: readonly { today: DayStripData | null }[] }) {
  if (rows.some(({ today }) => today?.isLate)) return <LateDays />;
  return (
    <ul
      aria-label="Today, minute by minute"
      className="flex flex-wrap gap-x-4 gap-y-1 py-2 text-xs text-ink-3"
    >
      {labels.map(([state, label]) => (
        <li key={label} className="flex items-center gap-1.5">
          <svg viewBox="0 0 18 14" aria-hidden="true" className="h-[14px] w-[18px]">
            <Line d="M0 7h18" className={state ? strokes[state] : "stroke-line"} />
          </svg>
          {label}
        </li>
      ))}
      <li className="flex items-center gap-1.5">
        <svg viewBox="0 0 4 14" aria-hidden="true" className="h-[14px] w-1">
          <Line d="M2 0v14" className="stroke-fever [stroke-width:2]" />
        </svg>
        Now
      </li>
    </ul>
  );
}

/** Seconds until a page asks again for days that were late; they are remembered once made. */
const secondsAwaited = 5;

function LateDays() {
  useRefresh(secondsAwaited);
  return (
    <p className="py-2 text-sm text-ink-2">
      Today is not ready yet. Load the page again in a moment to see it.
    </p>
  );
}
