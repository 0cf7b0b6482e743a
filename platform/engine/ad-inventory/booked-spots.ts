import type { FixedSpot, Interval } from "../scheduling.ts";

/** Plays a spot at a minute of every open hour, from its first day to its last (YYYY-MM-DD, both included; null means no limit). */
export type SpotBooking = Omit<FixedSpot, "at"> & { minuteOfHour: number; startsOn: string | null; endsOn: string | null };

/** Hours above 23 belong to stores that close past midnight. */
const hours = Array.from({ length: 48 }, (_, hour) => hour);

/**
 * The plays that bookings owe a day, in time order: one per booking and open hour. `opening` is in wall-clock seconds. If several bookings
 * share a minute all of them play, because the scheduler gives each its own second.
 */
export function spotsBookedOn(bookings: readonly SpotBooking[], day: string, opening: readonly Interval[]): FixedSpot[] {
  const isOpen = ({ at }: FixedSpot) => opening.some(({ from, to }) => from <= at && at < to);
  return bookings
    .filter(({ startsOn, endsOn }) => (startsOn === null || startsOn <= day) && (endsOn === null || day <= endsOn))
    .flatMap(({ minuteOfHour, startsOn: _, endsOn: __, ...spot }) =>
      hours.map((hour): FixedSpot => ({ ...spot, at: hour * 3600 + minuteOfHour * 60 })),
    )
    .filter(isOpen)
    .sort((a, b) => a.at - b.at || a.bookingId - b.bookingId);
}
