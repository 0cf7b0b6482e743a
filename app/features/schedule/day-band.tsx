import { useId } from "react";
import { elementAt } from "#contract/base/element-at";
import { dayMinutes } from "#contract/schedule/slot-times";
import { clockOf } from "#contract/stores/words";

/** Stretches take these colours in turn, so that neighbours also differ in lightness. */
const fills = ["fill-q4", "fill-q2", "fill-q3"] as const;

/** A stretch of a day in minutes: its colour by place, null is hatched. */
export type BandStretch = { from: number; to: number; words: string; colour: number | null };

/** A day of 24 hours as a band of stretches, with a list that names them. */
export function DayBand({
  stretches,
  isWarning = false,
}: {
  stretches: readonly BandStretch[];
  /** True if a hatched stretch is a fault. */
  isWarning?: boolean;
}) {
  const hatch = useId();
  const fillOf = (colour: number | null) =>
    colour === null
      ? { fill: `url(#${hatch})` }
      : { className: elementAt(fills, colour % fills.length) };
  return (
    <>
      <svg
        viewBox={`0 0 ${dayMinutes} 28`}
        width="100%"
        height="28"
        preserveAspectRatio="none"
        role="img"
        aria-label={stretches.map(stretchWords).join("; ")}
        className="block rounded-sm bg-sunken [print-color-adjust:exact]"
      >
        <pattern id={hatch} width="16" height="28" patternUnits="userSpaceOnUse">
          <rect width="8" height="28" className={isWarning ? "fill-warn" : "fill-line-strong"} />
        </pattern>
        {stretches.map(({ from, to, colour }) => (
          <rect key={from} x={from + 2} width={to - from - 4} height="28" {...fillOf(colour)} />
        ))}
      </svg>
      <div aria-hidden="true" className="flex justify-between text-xs tabular-nums text-ink-3">
        {[0, 6, 12, 18, 24].map((hour) => (
          <span key={hour}>{clockOf(hour * 60)}</span>
        ))}
      </div>
      <ul className="mt-1 flex flex-wrap gap-x-5 gap-y-1 text-sm">
        {stretches.map((stretch) => (
          <li
            key={stretch.from}
            className={`flex items-center gap-1.5 ${isWarning && stretch.colour === null ? "font-medium text-warn" : ""}`}
          >
            <svg width="10" height="10" aria-hidden="true" className="shrink-0">
              <rect width="10" height="10" rx="3" {...fillOf(stretch.colour)} />
            </svg>
            {stretchWords(stretch)}
          </li>
        ))}
      </ul>
    </>
  );
}

const stretchWords = ({ from, to, words }: BandStretch) =>
  `${clockOf(from)} – ${clockOf(to)} ${words}`;
