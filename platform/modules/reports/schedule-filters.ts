import { messages } from "#contract/base/messages";
import { reportEndpoints } from "#contract/reports/endpoints";
import { type Period, periodsOf } from "#contract/reports/periods";
import type { Report } from "#contract/reports/report";
import { daysOf } from "#contract/reports/schedule-times";
import type { Frequency } from "#contract/reports/words";
import { invalid } from "../../base/refusal.ts";
import type { AnyFilters } from "./report-source.ts";

type StoredFilters = Record<string, string | number>;

const shared: readonly string[] = [
  "regionId",
  "zoneId",
  "groupId",
  "storeId",
  "brandId",
  "from",
  "to",
] satisfies (keyof AnyFilters)[];
export const isShared = (name: string) => shared.includes(name);
export const pick = (from: StoredFilters, test: (name: string) => boolean): StoredFilters =>
  Object.fromEntries(Object.entries(from).filter(([name]) => test(name)));

export const omitUndefined = (values: Record<string, string | number | undefined>): StoredFilters =>
  Object.fromEntries(
    Object.entries(values).filter(
      (entry): entry is [string, string | number] => entry[1] !== undefined,
    ),
  );

/** Throws 422 for a period that the report or the frequency does not have. */
export function checkPeriod(
  report: Report,
  {
    frequency,
    period,
    filters,
  }: { frequency: Frequency; period?: Period | undefined; filters: StoredFilters },
): void {
  const allowed: readonly Period[] = [
    ...periodsOf(report),
    ...(frequency === "once" && report.dates !== "none" ? (["dates"] as const) : []),
  ];
  const hasDates = filters.from !== undefined || filters.to !== undefined;
  if (hasDates && period !== "dates")
    throw invalid({ period: "Choose “The dates chosen in the report”, or remove its dates." });
  if (
    period === undefined
      ? report.dates !== "none" && report.dates.required
      : !allowed.includes(period)
  )
    throw invalid({
      period:
        period === undefined ? messages.required : "This report cannot be made for these days.",
    });
}

/**
 * The filters of a report that is due on a day of the company, with the first and last day of its
 * period.
 */
export const filtersOn = (
  { filters, period }: { filters: StoredFilters; period: Period | null },
  today: string,
): StoredFilters =>
  period === null || period === "dates" ? filters : { ...filters, ...daysOf(period, today) };

/** The filters as the report's endpoint reads them. Throws 422 for those that it does not take. */
export function readFilters(report: Report, filters: StoredFilters): AnyFilters {
  const read = reportEndpoints(report).export.query.safeParse(filters);
  if (!read.success) {
    const [issue] = read.error.issues;
    throw invalid({ [String(issue?.path[0] ?? "choices")]: issue?.message ?? messages.required });
  }
  const { format: _, ...filterValues } = read.data;
  return filterValues as AnyFilters;
}
