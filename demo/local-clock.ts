/**
 * A store's wall clock: the date, the weekday (0 is Sunday) and the minutes since local midnight.
 */
export type LocalClock = { day: string; weekday: number; minute: number };

const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * Gives the local time in an IANA time zone at an instant. Throws RangeError for an
 * unknown zone.
 */
export function localClock(timeZone: string, at: Date): LocalClock {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat("en-US", {
      timeZone,
      hourCycle: "h23",
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
    });
    formats.set(timeZone, format);
  }
  const parts = Object.fromEntries(
    format.formatToParts(at).map(({ type, value }) => [type, value]),
  );
  const day = `${parts.year}-${parts.month}-${parts.day}`;
  return { day, weekday: weekdayOf(day), minute: Number(parts.hour) * 60 + Number(parts.minute) };
}

export const weekdayOf = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay();

/** The date some days later (or earlier), by the calendar. */
export function addDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/** Calendar days from one date to a later one; negative when it is earlier. */
export const daysBetween = (from: string, to: string) =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000);
