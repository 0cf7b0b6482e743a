import type { FixedSpot, Interval } from "../scheduling.ts";

/** A spot at a minute of every open hour, from its first day to its last (YYYY-MM-DD, both included; null is open). */
export type SpotBooking = Omit<FixedSpot, "at"> & { minuteOfHour: number; startsOn: string | null; endsOn: string | null };

/** A store that closes past midnight is open into the hours above 24. */
const hours = Array.from({ length: 48 }, (_, hour) => hour);

/**
 * The plays that bookings owe a day, one an open hour each, in the order of time; `opening` is in wall-clock seconds. Bookings of one
 * minute all play: the scheduler finds each its second.
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
