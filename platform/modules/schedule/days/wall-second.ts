import { zoneClock } from "../../../engine/scheduling.ts";

/**
 * Gives the latest second that the clock of a zone has shown by an instant, counted from local
 * midnight of a date (YYYY-MM-DD): negative before it, above 86,400 on the days after. In a
 * repeated hour it is that hour's last, so that past plays do not count as future. Correct to the
 * second from a day before the date to two days after it.
 */
export function latestWallSecond(day: string, timeZone: string, at: Date): number {
  const clock = zoneClock(day, timeZone);
  return clock.latestBy((at.getTime() - clock.instantAt(0)) / 1000);
}

/**
 * Converts a closing time, in wall-clock seconds of a date, to the instant (epoch milliseconds) at
 * which the store closes.
 */
export function closingInstant(day: string, timeZone: string, closes: number): number {
  const clock = zoneClock(day, timeZone);
  return clock.instantAt(clock.endOf(closes));
}
