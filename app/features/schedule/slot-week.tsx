import { weekOf } from "#contract/schedule/slot-times";
import { weekdayNames, weekFromMonday } from "#contract/stores/words";
import { DayBand } from "./day-band";
import { timeSlotTexts } from "./rule-texts";
import type { DrawnSlot } from "./slot-lines";

/**
 * The week in days of 24 hours; days with the same slots share a row. A stretch without a slot
 * is hatched and named in words.
 */
export const SlotWeek = ({ slots }: { slots: readonly DrawnSlot[] }) => (
  <div className="grid gap-4">
    {weekOf(slots, weekFromMonday).map(({ days, stretches }) => (
      <figure key={days.join()} className="m-0 break-inside-avoid">
        <figcaption className="mb-1 font-semibold">{daysWords(days)}</figcaption>
        <DayBand
          isWarning
          stretches={stretches.map(({ from, to, slot }) => ({
            from,
            to,
            words: slot ? slot.name : timeSlotTexts.gap,
            colour: slot ? slots.indexOf(slot) : null,
          }))}
        />
      </figure>
    ))}
  </div>
);

const orderedDays: readonly number[] = weekFromMonday;

/** "Every day", "Monday to Thursday", "Friday", "Saturday, Sunday". */
export function daysWords(days: readonly number[]): string {
  const places = days.map((day) => orderedDays.indexOf(day)).sort((a, b) => a - b);
  const names = places.map((place) => weekdayNames[weekFromMonday[place] ?? 0]);
  if (names.length === 7) return "Every day";
  const inARow = places.length > 2 && (places.at(-1) ?? 0) - (places[0] ?? 0) === places.length - 1;
  return inARow ? `${names[0]} to ${names.at(-1)}` : names.join(", ");
}
