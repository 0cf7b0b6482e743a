import { hoursOfDay } from "#contract/ads/words";
import { addDays } from "#contract/base/dates";
import type { SpotKind } from "#contract/schedule/positions";
import { type OpeningHours, standingHours } from "../opening-hours.ts";
import { zoneClock } from "../scheduling.ts";

/** The capacity of an hour in which a location is open throughout. */
export type HourlySettings = {
  adSecondsPerHour: number;
  promoPositions: number;
  tohPositions: number;
};
export type Capacity = Record<SpotKind, number[]>;

const dayMinutes = 1440;

/**
 * Computes a store's ad capacity in each of the 24 hours of a date (YYYY-MM-DD) in its local time
 * (docs/decisions/ad-settings.md): seconds of ads and promos in proportion to its open minutes,
 * rounded down; the top of the hour if it is open at that moment. An hour that the clocks
 * skip has nothing, one that they repeat is sold once. Throws RangeError for an unknown zone.
 */
export function capacityOn(
  store: OpeningHours & { timeZone: string },
  settings: HourlySettings,
  day: string,
): Capacity {
  const isOpen = openMinutes(store, day);
  const minutesOpen = byHour(isOpen);
  const partOf = (amount: number) =>
    minutesOpen.map((minutes) => Math.floor((amount * minutes) / 60));
  return {
    AD: partOf(settings.adSecondsPerHour),
    JINGLE: partOf(settings.promoPositions),
    TOH: hoursOfDay.map((hour) => (isOpen[hour * 60] ? settings.tohPositions : 0)),
  };
}

/**
 * In how many minutes of each of the 24 hours of a date a store is open, on its own clock. Throws
 * RangeError for an unknown zone.
 */
export const minutesOpenOn = (store: OpeningHours & { timeZone: string }, day: string): number[] =>
  byHour(openMinutes(store, day));

const byHour = (isOpen: Uint8Array) =>
  hoursOfDay.map((hour) =>
    isOpen.subarray(hour * 60, hour * 60 + 60).reduce((sum, minute) => sum + minute, 0),
  );

/**
 * Marks with 1 each minute of a date in which the store is open, the day before's hours past
 * midnight included.
 */
function openMinutes(store: OpeningHours & { timeZone: string }, day: string): Uint8Array {
  const isOpen = new Uint8Array(dayMinutes);
  const open = ({ opens, closes }: ReturnType<typeof standingHours>, shift: number) => {
    if (opens !== null && closes !== null)
      isOpen.fill(1, Math.max(0, opens - shift), Math.max(0, Math.min(dayMinutes, closes - shift)));
  };
  open(standingHours(store, addDays(day, -1)), dayMinutes);
  open(standingHours(store, day), 0);
  const clock = zoneClock(day, store.timeZone);
  const clocksChange = clock.wallAt(dayMinutes * 60) !== dayMinutes * 60;
  return clocksChange
    ? isOpen.map((open, minute) => (clock.elapsedAt(minute * 60).length > 0 ? open : 0))
    : isOpen;
}
