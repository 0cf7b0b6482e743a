import type { FixedSpot, Interval } from "../scheduling.ts";

/** Plays a spot at a minute of every open hour, from its first day to its last (YYYY-MM-DD, both included; null means no limit). */
export type SpotBooking = Omit<FixedSpot, "at"> & { minuteOfHour: number; startsOn: string | null; endsOn: string | null };

/**
 * The plays that bookings owe a day, in time order: one per booking and open hour. `opening` is in wall-clock seconds. If several bookings
 * share a minute all of them play, because the scheduler gives each its own second.
 */
export function spotsBookedOn(bookings: readonly SpotBooking[], day: string, opening: readonly Interval[]): FixedSpot[] {
  // hours above 23 belong to stores that close past midnight
  const first = Math.max(0, Math.floor(Math.min(...opening.map(({ from }) => from)) / 3600));
  const last = Math.min(47, Math.floor(Math.max(...opening.map(({ to }) => to)) / 3600));
  const hours: number[] = [];
  for (let hour = first; hour <= last; hour++) hours.push(hour);
  return bookings
    .filter(({ startsOn, endsOn }) => (startsOn === null || startsOn <= day) && (endsOn === null || day <= endsOn))
    .flatMap(({ minuteOfHour, startsOn: _, endsOn: __, ...spot }) => {
      const spots: FixedSpot[] = [];
      for (const hour of hours) {
        const at = hour * 3600 + minuteOfHour * 60;
        if (isWithin(at, opening)) spots.push({ ...spot, at });
      }
      return spots;
    })
    .sort((a, b) => a.at - b.at || a.bookingId - b.bookingId);
}

/** The spots whose time lies in the opening hours. */
export const spotsWithin = (spots: readonly FixedSpot[], opening: readonly Interval[]): FixedSpot[] =>
  spots.filter(({ at }) => isWithin(at, opening));

const isWithin = (at: number, opening: readonly Interval[]) => opening.some(({ from, to }) => from <= at && at < to);
