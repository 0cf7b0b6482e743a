import type { Period } from "./periods.ts";
import type { Report } from "./report.ts";

/**
 * Words and choices of scheduled reports (docs/decisions/scheduled-reports.md). Free of zod: pages
 * import it.
 */
export const frequencies = ["once", "daily", "weekly", "monthly"] as const;
export type Frequency = (typeof frequencies)[number];
export const frequencyLabels: Record<Frequency, string> = {
  once: "Once, as soon as possible",
  daily: "Every day",
  weekly: "Every week",
  monthly: "Every month",
};

/** By number, as in dates: 0 is Sunday. */
export const weekdayLabels = [
  "Sunday",
  "Monday",
  "Tuesday",
  "Wednesday",
  "Thursday",
  "Friday",
  "Saturday",
] as const;

/**
 * The default period of a frequency: yesterday for daily, seven days for weekly, last month for
 * monthly reports.
 */
export function usualPeriod(
  report: Pick<Report, "dates">,
  frequency: Frequency,
): Period | undefined {
  if (report.dates === "none") return undefined;
  const day = report.dates.range === "past" ? "yesterday" : "today";
  const week = report.dates.range === "past" ? "last-7-days" : "next-7-days";
  const month = report.dates.range === "past" ? "last-month" : week;
  return ({ once: day, daily: day, weekly: week, monthly: month } as const)[frequency];
}

export const outcomes = ["sent", "empty", "too-large", "paused", "failed", "skipped"] as const;
export type Outcome = (typeof outcomes)[number];
export const outcomeLabels: Record<Outcome, string> = {
  sent: "Sent",
  empty: "No data",
  "too-large": "Too large",
  paused: "Paused",
  failed: "Failed",
  skipped: "Not sent",
};

/**
 * Paused: stopped by a person, or because its owner lost access. Done: a one-off report that was
 * made.
 */
export const scheduleStates = ["active", "paused", "done"] as const;
export type ScheduleState = (typeof scheduleStates)[number];

/** The time at which reports are made, in the time zone of the company whose data they have. */
export const reportMorning = "06:00";
/** Days for which a file can be opened. */
export const reportFileDays = 7;

export const scheduleLimits = {
  /** Repeated reports of one person in one company. */
  schedules: 50,
  /** One-off reports of one person that wait or are being made. */
  waiting: 5,
  /** The most one-off reports, and the most runs of a schedule, that are listed. */
  listed: 25,
  /** Largest file. */
  bytes: 1024 * 1024 * 1024,
  /**
   * All files of one person together: above this, no more are made until some are deleted.
   */
  keptBytes: 10 * 1024 * 1024 * 1024,
  /** Users that a schedule can be sent to, and outside addresses. */
  users: 50,
  addresses: 10,
  /** The most people and users to choose from that are listed. */
  people: 200,
} as const;

/** Client roles that may open reports, which a schedule can be sent to. */
export const recipientRoles = ["ROLE_Client_Admin", "ROLE_Client_Admin_Limited"] as const;
export type RecipientRole = (typeof recipientRoles)[number];
