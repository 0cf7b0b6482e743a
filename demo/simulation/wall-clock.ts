import { hoursOn, type Shop } from "../behaviour.ts";
import { addDays, localClock } from "../local-clock.ts";

const minuteMs = 60_000;
const quarterMs = 15 * minuteMs;
const dayMs = 1440 * minuteMs;

/**
 * The date and the minute that the wall shows at an instant, in epoch milliseconds. Clocks change
 * at quarters, so each is asked for once. Stores of a zone may share one.
 */
export type WallClock = (at: number) => { day: string; minute: number };

export function wallClock(timeZone: string): WallClock {
  const aheadOf = new Map<number, number>();
  const dayOf = new Map<number, string>();
  return (at) => {
    const quarter = Math.floor(at / quarterMs) * quarterMs;
    let ahead = aheadOf.get(quarter);
    if (ahead === undefined) {
      const { day, minute } = localClock(timeZone, new Date(quarter));
      ahead = Date.parse(day) + minute * minuteMs - quarter;
      aheadOf.set(quarter, ahead);
    }
    const wall = at + ahead;
    const midnight = Math.floor(wall / dayMs) * dayMs;
    let day = dayOf.get(midnight);
    if (day === undefined) {
      day = new Date(midnight).toISOString().slice(0, 10);
      dayOf.set(midnight, day);
    }
    return { day, minute: Math.floor((wall - midnight) / minuteMs) };
  };
}

/**
 * True if a store is open at an instant: by its hours of that date on its own clock, or still by
 * those of the date before.
 */
export function openingClock(
  shop: Pick<Shop, "hours" | "exceptions">,
  wall: WallClock,
): (at: number) => boolean {
  const hoursOf = new Map<
    string,
    { today: ReturnType<typeof hoursOn>; yesterday: ReturnType<typeof hoursOn> }
  >();
  return (at) => {
    const { day, minute } = wall(at);
    let hours = hoursOf.get(day);
    if (!hours) {
      hours = { today: hoursOn(shop, day), yesterday: hoursOn(shop, addDays(day, -1)) };
      hoursOf.set(day, hours);
    }
    const { today, yesterday } = hours;
    return (
      (today !== undefined && minute >= today.opens && minute < today.closes) ||
      (yesterday !== undefined && minute + 1440 < yesterday.closes)
    );
  };
}
