import { memberNames } from "#contract/base/records";
import type { MinuteState } from "#contract/telemetry/words";

export type DayStripData = {
  /** The minutes of the store's day, and the current one. */
  minutes: number;
  now: number;
  /** An SVG path for each state of the day. */
  paths: Partial<Record<MinuteState, string>>;
  /** "Sounded right 9 h 10 min, offline 49 min". */
  words: string;
};

const height = 14;
const middle = height / 2;

// shapes come before colour: a bar, a low bar, a line, a comb
const strokes: Record<MinuteState, string> = {
  right: "stroke-q2 [stroke-width:12]",
  quiet: "stroke-warn [stroke-width:5]",
  silent: "stroke-bad [stroke-width:2]",
  offline: "stroke-bad [stroke-width:12] [stroke-dasharray:1_2]",
};

/** Draws a store's day by the minute in its time zone, with marks at 6, 12 and 18 o'clock. */
export function DayStrip({ day }: { day: DayStripData }) {
  const { minutes, now, paths, words } = day;
  return (
    <svg
      viewBox={`0 0 ${minutes} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={words}
      className="block h-[14px] w-full min-w-28 md:w-40 [print-color-adjust:exact]"
    >
      <Line d={`M0 ${middle}H${minutes}M360 4v6M720 4v6M1080 4v6`} className="stroke-line" />
      {memberNames(paths).map((state) => (
        <Line key={state} d={paths[state] ?? ""} className={strokes[state]} />
      ))}
      <Line d={`M${now} 0v${height}`} className="stroke-fever [stroke-width:2]" />
    </svg>
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

/** Explains the strips of a list, below it. */
export function DayStripKey() {
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
