import { useId } from "react";
import { dayMinutes, type Stretch, weekOf } from "#contract/schedule/slot-times";
import { clockOf, weekdayNames, weekFromMonday } from "#contract/stores/words";
import type { DrawnSlot } from "./slot-lines";
import { timeSlotTexts } from "./texts";

/** Slots take these colours in turn, so that neighbours also differ in lightness. */
const fills = ["fill-q4", "fill-q2", "fill-q3"] as const;

/**
 * The week in days of 24 hours; days with the same slots share a row. A stretch without a slot
 * is hatched and named in words.
 */
export function SlotWeek({ slots }: { slots: readonly DrawnSlot[] }) {
  const hatch = useId();
  const fillOf = (slot: DrawnSlot | null) =>
    slot ? fills[slots.indexOf(slot) % fills.length] : undefined;
  return (
    <div className="grid gap-4">
      <svg width="0" height="0" aria-hidden="true" className="absolute">
        <pattern id={hatch} width="16" height="28" patternUnits="userSpaceOnUse">
          <rect width="8" height="28" className="fill-warn" />
        </pattern>
      </svg>
      {weekOf(slots, weekFromMonday).map(({ days, stretches }) => (
        <figure key={days.join()} className="m-0 break-inside-avoid">
          <figcaption className="mb-1 font-semibold">{daysWords(days)}</figcaption>
          <svg
            viewBox={`0 0 ${dayMinutes} 28`}
            width="100%"
            height="28"
            preserveAspectRatio="none"
            role="img"
            aria-label={stretches.map(stretchWords).join("; ")}
            className="block rounded-sm bg-sunken"
          >
            {stretches.map(({ from, to, slot }) => (
              <rect
                key={from}
                x={from + 2}
                width={to - from - 4}
                height="28"
                className={fillOf(slot)}
                fill={slot ? undefined : `url(#${hatch})`}
              />
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
                className={`flex items-center gap-1.5 ${stretch.slot ? "" : "font-medium text-warn"}`}
              >
                <svg width="10" height="10" aria-hidden="true" className="shrink-0">
                  <rect
                    width="10"
                    height="10"
                    rx="3"
                    className={fillOf(stretch.slot)}
                    fill={stretch.slot ? undefined : `url(#${hatch})`}
                  />
                </svg>
                {stretchWords(stretch)}
              </li>
            ))}
          </ul>
        </figure>
      ))}
    </div>
  );
}

const stretchWords = ({ from, to, slot }: Stretch<DrawnSlot>) =>
  `${clockOf(from)} – ${clockOf(to)} ${slot ? slot.name : timeSlotTexts.gap}`;

/** "Every day", "Monday to Thursday", "Friday", "Saturday, Sunday". */
export function daysWords(days: readonly number[]): string {
  const places = days
    .map((day) => weekFromMonday.indexOf(day as (typeof weekFromMonday)[number]))
    .sort((a, b) => a - b);
  const names = places.map((place) => weekdayNames[weekFromMonday[place] ?? 0]);
  if (names.length === 7) return "Every day";
  const inARow = places.length > 2 && (places.at(-1) ?? 0) - (places[0] ?? 0) === places.length - 1;
  return inARow ? `${names[0]} to ${names.at(-1)}` : names.join(", ");
}
