import { memberNames } from "../base/records.ts";

/**
 * Which days a report is about, counted from today: of a page, of a scheduled report from the day on
 * which it is made. "dates" are two fixed days, for scheduled reports that are made once.
 */
export const periodLabels = {
  yesterday: "Yesterday",
  "last-7-days": "Last 7 days",
  "last-week": "Last week",
  "month-to-date": "Month to date",
  "last-month": "Last month",
  "last-30-days": "Last 30 days",
  today: "Today",
  "next-7-days": "Next 7 days",
  "next-30-days": "Next 30 days",
  "next-month": "Next month",
  dates: "The dates chosen in the report",
} as const;
export type Period = keyof typeof periodLabels;
export const periods = memberNames(periodLabels);
/** A period whose days follow from today. */
export type RelativePeriod = Exclude<Period, "dates">;

/** Which of their days count. */
export const periodHints: Partial<Record<Period, string>> = {
  "last-7-days": "up to yesterday",
  "last-week": "Monday to Sunday",
  "month-to-date": "including today",
  "last-30-days": "up to yesterday",
  "next-7-days": "including today",
  "next-30-days": "including today",
};

const ofRange: Record<"past" | "future", readonly RelativePeriod[]> = {
  past: ["yesterday", "last-7-days", "last-week", "month-to-date", "last-month", "last-30-days"],
  future: ["today", "next-7-days", "next-30-days", "next-month"],
};

type ReportDates = {
  dates: "none" | { range: "past" | "future"; usual?: RelativePeriod | undefined };
};

/** The periods that a report can be made for; none for a report of present state. */
export const periodsOf = ({ dates }: ReportDates): readonly RelativePeriod[] =>
  dates === "none" ? [] : ofRange[dates.range];

/** The period with which a report opens: seven days, unless its definition says otherwise. */
export function openingPeriod({ dates }: ReportDates): RelativePeriod | undefined {
  if (dates === "none") return undefined;
  return dates.usual ?? (dates.range === "past" ? "last-7-days" : "next-7-days");
}
