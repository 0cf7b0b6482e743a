/**
 * Dates as the spec shows them (section 9), from an ISO date such as 2026-11-20; a date has no
 * zone. The pages of playlists show showPlaylistDate alone, all others showDate alone.
 */
export const showDate = (isoDate: string): string =>
  `${isoDate.slice(8, 10)}/${isoDate.slice(5, 7)}/${isoDate.slice(2, 4)}`;
export const showPlaylistDate = (isoDate: string): string =>
  `${monthOf(isoDate).slice(0, 3)} ${Number(isoDate.slice(8, 10))} ${isoDate.slice(0, 4)}`;

/** "20/11/26 to 27/11/26", or "20/11/26" for a single day. */
export const showDates = (from: string, to: string): string =>
  from === to ? showDate(from) : `${showDate(from)} to ${showDate(to)}`;

/** "April 2026" of a date in it. */
export const monthName = (isoDate: string): string => `${monthOf(isoDate)} ${isoDate.slice(0, 4)}`;

/** Writes a date's month in three letters, as "Nov 2026". */
export const shortMonth = (isoDate: string): string =>
  `${monthOf(isoDate).slice(0, 3)} ${isoDate.slice(0, 4)}`;

const monthOf = (isoDate: string) => months[Number(isoDate.slice(5, 7)) - 1] ?? "";
const months = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

/** The calendar date at an instant on the clock of a zone, as YYYY-MM-DD. */
export const dateIn = (timeZone: string, at: Date): string => dates(timeZone).format(at);

/** The wall-clock time at an instant on the clock of a zone, as HH:mm. */
export const timeIn = (timeZone: string, at: Date): string => times(timeZone).format(at);

/** The same with seconds, as HH:mm:ss. */
export const clockIn = (timeZone: string, at: Date): string => clocks(timeZone).format(at);

/** Writes an instant as dd/MM/yy HH:mm in a time zone; empty for an invalid date. */
export const showInstant = (at: Date, timeZone: string): string =>
  Number.isNaN(at.getTime()) ? "" : `${showDate(dateIn(timeZone, at))} ${timeIn(timeZone, at)}`;

/** The weekday at an instant on the clock of a zone, such as Tuesday. */
export const weekdayIn = (timeZone: string, at: Date): string => weekdays(timeZone).format(at);

const weekdays = ofZones("en-GB", { weekday: "long" });
const dates = ofZones("en-CA", { year: "numeric", month: "2-digit", day: "2-digit" });
const clock = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
const times = ofZones("en-GB", clock);
const clocks = ofZones("en-GB", { ...clock, second: "2-digit" });

/**
 * A zone's format, made once: making one takes longer than a hundred uses of it. There are some 600
 * zones.
 */
function ofZones(locale: string, options: Intl.DateTimeFormatOptions) {
  const formats = new Map<string, Intl.DateTimeFormat>();
  return (timeZone: string): Intl.DateTimeFormat => {
    const format =
      formats.get(timeZone) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone });
    formats.set(timeZone, format);
    return format;
  };
}

/** Whole days later (or earlier), on the calendar. */
export const addDays = (isoDate: string, days: number): string =>
  new Date(Date.parse(isoDate) + days * 86_400_000).toISOString().slice(0, 10);

/** The date in the world's first time zone: nothing can have begun on a later one. */
export const lastBegun = (now: Date): string =>
  new Date(now.getTime() + 14 * 3_600_000).toISOString().slice(0, 10);

/** Days from the first to the last date, both counted. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1;

/** 0 is Sunday. */
export const weekdayOf = (isoDate: string): number => new Date(isoDate).getUTCDay();

/** Seconds as people say a song's length: 3:42, and 1:02:05 from an hour on. */
export function showLength(seconds: number): string {
  const whole = Math.round(seconds);
  const h = Math.floor(whole / 3600);
  const m = Math.floor(whole / 60) % 60;
  const s = String(whole % 60).padStart(2, "0");
  return h > 0 ? `${h}:${String(m).padStart(2, "0")}:${s}` : `${m}:${s}`;
}

/** Seconds since local midnight as a wall-clock time, 25:10 past midnight shown as 01:10. */
export const showClock = (seconds: number, withSeconds = false): string => {
  const h = Math.floor(seconds / 3600) % 24;
  const m = Math.floor(seconds / 60) % 60;
  const s = Math.floor(seconds) % 60;
  return [h, m, ...(withSeconds ? [s] : [])].map((part) => String(part).padStart(2, "0")).join(":");
};
