import { addDays } from "#contract/base/dates";
import { messages } from "#contract/base/messages";
import { isProvider } from "#contract/base/roles";
import type { ReportRow } from "#contract/reports/endpoints";
import {
  type Column,
  graphColumns,
  type Report,
  rowIdOf,
  sortableColumns,
  type Units,
} from "#contract/reports/report";
import { scopeOf } from "../../access/scope.ts";
import { invalid, notFound } from "../../base/refusal.ts";
import type { PageRequest } from "../../db/keyset.ts";
import type { ScopedCall, SignedInCall } from "../../http/context.ts";
import { requireBrand } from "../ads/index.ts";
import {
  findReportPage,
  findReportPoints,
  findWholeReport,
  sumReport,
} from "./report-rows.queries.ts";
import type { AnyCriteria, AnyFilters, ReportSource } from "./report-source.ts";
import { findUnits } from "./report-units.queries.ts";
import { findWorstStore } from "./report-worst.queries.ts";

type RowValues = Record<string, unknown>;

type ReadCall = Pick<ScopedCall, "scope" | "db">;
type ReportRequest = { source: ReportSource; criteria: AnyCriteria };

/**
 * Gives the call of a download its scope. Provider staff who name no company get an error that says
 * so (ERR-4). Throws as scopeOf does.
 */
export async function scopeDownload(
  call: SignedInCall,
  { companyId }: AnyFilters,
): Promise<ScopedCall> {
  if (isProvider(call.caller) && companyId === undefined)
    throw invalid({ companyId: messages.selectCompany });
  return { ...call, scope: await scopeOf(call.db, call.caller, companyId) };
}

/**
 * Adds the present and the company's time zone to the filters, and finds the names of the units and
 * the brand that they fix. Throws 404 for a unit that is outside the scope, does not exist or is
 * not within the other given ones, and for a brand that neither the company nor the library has.
 */
export async function resolveFilters(
  { scope, db, now }: ReadCall & { now: Date },
  filters: AnyFilters,
) {
  const unitRow = await findUnits(scope, db, filters);
  if (!unitRow) throw notFound();
  const { timeZone, ...units } = unitRow;
  const brand = filters.brandId ? await requireBrand(scope, db, filters.brandId) : undefined;
  return { criteria: { ...filters, now, timeZone }, units, brand };
}

/**
 * A page of a report's rows, each with its units; if asked, with its summary, its graph and the
 * worst store. Throws 422 on `cursor` for one that this order did not make.
 */
export async function showReportPage(
  { scope, db }: ReadCall,
  {
    source,
    criteria,
    units,
    whole,
    ...pageQuery
  }: ReportRequest & PageRequest & { units: Units; sort: string; whole?: boolean },
) {
  const columns = sortableColumns(source.report);
  const id = rowIdOf(source.report);
  const withUnits = (rows: RowValues[]) =>
    rows.map((row) => ({
      ...units,
      ...cellsOf(columns, row),
      ...(id && { [id]: Number(row[id]) }),
    }));
  if (!whole) {
    const { rows, page } = await findReportPage(scope, db, { source, criteria }, pageQuery);
    return { data: withUnits(rows), page };
  }
  const [{ rows, page, summary, points }, worst] = await Promise.all([
    findWholeReport(scope, db, { source, criteria, pageQuery }),
    findWorstStore(scope, db, source, criteria),
  ]);
  const totals = {
    ...totalCells(source.report, summary.totals),
    ...(source.counts && { rows: Number(summary.totals.rows) }),
  };
  return {
    data: withUnits(rows),
    page: {
      ...page,
      total: summary.count,
      totals,
      points: graphPoints(source, criteria, points),
      worst,
    },
  };
}

export async function showReportSummary(
  { scope, db }: ReadCall,
  { source, criteria }: ReportRequest,
) {
  const { count, totals } = await sumReport(scope, db, source, criteria);
  return { rows: count, totals: totalCells(source.report, totals) };
}

const totalCells = (report: Report, totals: RowValues) =>
  cellsOf(
    sortableColumns(report).filter(([, column]) => "total" in column),
    totals,
  );

export async function showReportGraph(
  { scope, db }: ReadCall,
  { source, criteria }: ReportRequest,
): Promise<{ points: ReportRow[] }> {
  return {
    points: graphPoints(source, criteria, await findReportPoints(scope, db, source, criteria)),
  };
}

/** If x is a date, days without rows become points, unless the whole range is empty. */
function graphPoints(
  { report }: ReportSource,
  criteria: AnyCriteria,
  rows: RowValues[],
): ReportRow[] {
  const { graph } = report;
  if (!graph) return [];
  const columns = graphColumns(report, graph);
  const points = rows.map((point) => cellsOf(columns, point));
  return columns[0]?.[1].format === "date" && points.length > 0
    ? everyDay({ x: graph.x, series: columns.slice(1) }, criteria, points)
    : points;
}

/** A day without rows counts 0, and has no percentage. */
function everyDay(
  { x, series }: { x: string; series: ReturnType<typeof graphColumns> },
  { from, to }: AnyCriteria,
  points: ReportRow[],
): ReportRow[] {
  const none = Object.fromEntries(
    series.map(([key, { format }]) => [key, format === "percent" ? null : 0]),
  );
  const byDay = new Map(points.map((point) => [point[x], point]));
  const first = from ?? points[0]?.[x];
  const last = to ?? points.at(-1)?.[x];
  const days = [];
  for (let day = String(first); day <= String(last); day = addDays(day, 1))
    days.push(byDay.get(day) ?? { [x]: day, ...none });
  return days;
}

/** Cells as the API gives them: the values of the database, with instants as ISO text. */
const cellsOf = (columns: [key: string, column: Column][], row: RowValues): ReportRow =>
  Object.fromEntries(columns.map(([key]) => [key, cellOf(row[key])]));

const cellOf = (value: unknown) =>
  value instanceof Date ? value.toISOString() : (value as string | number | null);
