import { weekdayOf } from "../base/dates.ts";
import { hoursOfDay, hoursOfWeek } from "./words.ts";

/*
 * The one place that knows how a campaign's plays are laid down: 24 numbers, the same on each of
 * its days, or 168, those of the hours of a week, the first from Sunday at 00:00.
 */

export const isWeekly = (plays: readonly number[]): boolean => plays.length === hoursOfWeek;

/** The plays of each hour of a weekday (0 is Sunday). */
export const playsOfWeekday = (plays: readonly number[], weekday: number): readonly number[] =>
  isWeekly(plays) ? plays.slice(weekday * 24, weekday * 24 + 24) : plays;

/** The plays of each hour of a date. */
export const playsOn = (plays: readonly number[], day: string): readonly number[] =>
  playsOfWeekday(plays, weekdayOf(day));

/** The plays of all hours of a week. */
export const playsOfWeek = (plays: readonly number[]): number[] =>
  everyWeekday.flatMap((weekday) => playsOfWeekday(plays, weekday));

/** The hours (0 to 23) with plays on any day. */
export const hoursWithPlays = (plays: readonly number[]): number[] =>
  hoursOfDay.filter((hour) =>
    everyWeekday.some((weekday) => (playsOfWeekday(plays, weekday)[hour] ?? 0) > 0),
  );

/** Gives the hours with plays of a date, the same array for all dates that share them. */
export function dailyHours(plays: readonly number[]): (day: string) => readonly number[] {
  const ofDay = everyWeekday.map((weekday) => {
    const row = playsOfWeekday(plays, weekday);
    return hoursOfDay.filter((hour) => (row[hour] ?? 0) > 0);
  });
  const [first = []] = ofDay;
  return isWeekly(plays) ? (day) => ofDay[weekdayOf(day)] ?? [] : () => first;
}

/** Splits dates into those that share a row of plays: all of them, or those of each weekday. */
export const rowsOfPlays = (plays: readonly number[], dates: readonly string[]) =>
  isWeekly(plays)
    ? everyWeekday.map((weekday) => ({
        plays: playsOfWeekday(plays, weekday),
        dates: dates.filter((day) => weekdayOf(day) === weekday),
      }))
    : [{ plays, dates }];

/** The weekdays (0 is Sunday) on which any hour has plays. */
export const weekdaysWithPlays = (plays: readonly number[]): number[] =>
  everyWeekday.filter((weekday) => playsOfWeekday(plays, weekday).some((count) => count > 0));

/** The days of a week; 0 is Sunday. */
export const everyWeekday: readonly number[] = [0, 1, 2, 3, 4, 5, 6];
