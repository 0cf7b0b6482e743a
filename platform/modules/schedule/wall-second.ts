import { zoneClock } from "../../engine/scheduling.ts";

/**
 * The second that the wall of a zone shows, counted from local midnight of a date (YYYY-MM-DD): negative before it, above 86,400 on the days
 * after. Right to the second from a day before the date to two days after it.
 */
export function wallSecondOf(day: string, timeZone: string, at: Date): number {
  const clock = zoneClock(day, timeZone);
  return clock.wallAt((at.getTime() - clock.instantAt(0)) / 1000);
}
