/**
 * Opening hours in minutes since local midnight, for storing and for people. Free of zod: the
 * pages use it.
 */

export type DayHours = { opens: number; closes: number };

/** 0 is Sunday, as dates count; pages show the week from Monday on. */
export const weekdayNames = [
  "Sunday",
  "Monday",
  "Tuesday",
  "Wednesday",
  "Thursday",
  "Friday",
  "Saturday",
] as const;
export const weekFromMonday = [1, 2, 3, 4, 5, 6, 0] as const;

/** The most dates with hours of their own that a store keeps. */
export const mostExceptions = 60;

export const minutesOf = (clock: string): number =>
  Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));

/** Writes minutes as HH:mm; 1440 is 24:00, and later times are those of the next day. */
export function clockOf(minutes: number): string {
  const onWall = minutes > 1440 ? minutes - 1440 : minutes;
  return `${String(Math.floor(onWall / 60)).padStart(2, "0")}:${String(onWall % 60).padStart(2, "0")}`;
}

/** "10:00 – 22:00", "18:00 – 02:00 next day", "Open all day", "Closed". */
export function hoursWords(
  hours: { opens: number | null; closes: number | null } | undefined,
): string {
  if (!hours || hours.opens === null || hours.closes === null) return "Closed";
  if (hours.opens === 0 && hours.closes === 1440) return "Open all day";
  return `${clockOf(hours.opens)} – ${clockOf(hours.closes)}${hours.closes > 1440 ? " next day" : ""}`;
}
