import { addDays, dateIn, timeIn, weekdayOf } from "../base/dates.ts";
import type { RelativePeriod } from "./periods.ts";
import { type Frequency, reportMorning } from "./words.ts";

export type Rhythm = {
  frequency: Exclude<Frequency, "once">;
  weekday: number | null;
  monthDay: number | null;
};

/** The first morning after an instant on which a schedule is due, on the clock of a zone. */
export function nextDue(rhythm: Rhythm, timeZone: string, after: Date): Date {
  for (let day = dateIn(timeZone, after); ; day = addDays(day, 1)) {
    const morning = instantIn(timeZone, day, reportMorning);
    if (morning > after && isDueOn(rhythm, day)) return morning;
  }
}

/** A schedule of the 31st is due on the last day of shorter months. */
function isDueOn({ frequency, weekday, monthDay }: Rhythm, day: string): boolean {
  if (frequency === "daily") return true;
  if (frequency === "weekly") return weekdayOf(day) === weekday;
  return Number(day.slice(8)) === Math.min(monthDay ?? 1, Number(lastOfMonth(day).slice(8)));
}

export const lastOfMonth = (day: string): string =>
  new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)), 0))
    .toISOString()
    .slice(0, 10);

/** The first and the last day of a period, counted from today or when a scheduled report is due. */
export function daysOf(period: RelativePeriod, today: string): { from: string; to: string } {
  const yesterday = addDays(today, -1);
  switch (period) {
    case "yesterday":
      return { from: yesterday, to: yesterday };
    case "last-7-days":
      return { from: addDays(today, -7), to: yesterday };
    case "last-week": {
      const monday = addDays(today, -((weekdayOf(today) + 6) % 7));
      return { from: addDays(monday, -7), to: addDays(monday, -1) };
    }
    case "month-to-date":
      return { from: `${today.slice(0, 7)}-01`, to: today };
    case "last-30-days":
      return { from: addDays(today, -30), to: yesterday };
    case "last-month": {
      const to = addDays(`${today.slice(0, 7)}-01`, -1);
      return { from: `${to.slice(0, 7)}-01`, to };
    }
    case "today":
      return { from: today, to: today };
    case "next-7-days":
      return { from: today, to: addDays(today, 6) };
    case "next-30-days":
      return { from: today, to: addDays(today, 29) };
    case "next-month": {
      const from = addDays(lastOfMonth(today), 1);
      return { from, to: lastOfMonth(from) };
    }
  }
}

/**
 * Gives the instant at which the clock of a zone shows a time (HH:mm) on a date. Of a time that it
 * shows twice, the first; a time that it skips is later by as much as it skips.
 */
export function instantIn(timeZone: string, date: string, time: string): Date {
  const localTime = Date.parse(`${date}T${time}:00Z`);
  const shownAt = (at: number) =>
    Date.parse(`${dateIn(timeZone, new Date(at))}T${timeIn(timeZone, new Date(at))}:00Z`);
  const instantNear = (near: number) => localTime - (shownAt(near) - near);
  const before = instantNear(localTime - 86_400_000);
  const after = instantNear(localTime + 86_400_000);
  return new Date(shownAt(before) !== localTime && shownAt(after) === localTime ? after : before);
}
