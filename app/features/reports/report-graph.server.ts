import { addDays, daysBetween } from "#contract/base/dates";
import type { Figures } from "#contract/base/figures";
import { type ReportRow, type ReportSummary, reportEndpoints } from "#contract/reports/endpoints";
import {
  type Column,
  type Finding,
  graphColumns,
  headingOf,
  type Report,
  sortableColumns,
} from "#contract/reports/report";
import type { PageContext } from "~/lib/session/guard.server";
import type { ChartKind, ChartPoint } from "~/ui/chart-scale";
import { type FoundPoint, findingOf, shareOf } from "./findings";
import { type Measure, measureOf, showCell, showMeasure } from "./report-cells";
import { findingTexts } from "./texts";

type Query = Record<string, string | number | undefined>;
export type View = { report: Report; query: Query; timeZone: string; figures: Figures };

/** The equally long period before the report's: the points of its graph and their sums. */
export type PreviousPeriod = { days: number; points: ReportRow[]; sums: Record<string, number> };

/** Loads the days before; null if the report does not compare or they have no values. */
export async function loadBefore(
  { api }: Pick<PageContext, "api">,
  report: Report,
  query: Query,
): Promise<PreviousPeriod | null> {
  const { from, to } = query;
  if (!report.graph?.hasBefore || typeof from !== "string" || typeof to !== "string") return null;
  const days = daysBetween(from, to);
  const { data } = await api.call(reportEndpoints(report).graph, {
    query: { ...query, from: addDays(from, -days), to: addDays(from, -1) },
  });
  const sums = Object.fromEntries(
    report.graph.series.map((key) => [
      key,
      data.points.reduce((sum, point) => sum + Number(point[key] ?? 0), 0),
    ]),
  );
  const hasAny = Object.values(sums).some((sum) => sum > 0);
  return hasAny ? { days, points: data.points, sums } : null;
}

/**
 * Makes a tile for the number of rows, or of those that count, and one for each total, beside the
 * values before.
 */
export function tilesOf(
  view: View,
  { rows, totals }: ReportSummary,
  before: PreviousPeriod | null,
) {
  const { report, query, figures } = view;
  const noteOf = (value: number | null | undefined, measure: Measure) =>
    value == null || !before
      ? undefined
      : findingTexts.tileBefore(before.days, showMeasure(value, measure, figures));
  return [
    {
      label: report.rows,
      value: figures.figure(Number(totals.rows ?? rows)),
      note: noteOf(before?.sums.rows, "integer"),
    },
    ...sortableColumns(report)
      .filter(([, column]) => "total" in column)
      .map(([key, column]) => {
        const total = totals[key];
        const measure = typeof total === "number" ? measureOf(column.format, total) : undefined;
        return {
          label: headingOf(report, column, query),
          value:
            typeof total === "number" && measure
              ? showMeasure(total, measure, figures)
              : showCell(total, column, view) || "–",
          note: measure && noteOf(totalBefore(key, column, before), measure),
        };
      }),
  ];
}

function totalBefore(key: string, column: Column, before: PreviousPeriod | null) {
  const total = "total" in column ? column.total : undefined;
  if (!before || !total) return undefined;
  if (typeof total === "string") return total === "sum" ? before.sums[key] : undefined;
  return shareOf({ part: total.ratio[0], of: [total.ratio[1]] }, before.sums);
}

/** Draws the graph of a kind with its finding; null if there is nothing to draw. */
export function graphOf(
  view: View,
  points: ReportRow[],
  { rows, totals }: ReportSummary,
  {
    kind,
    before,
    days,
    worst,
  }: {
    kind: ChartKind;
    before: PreviousPeriod | null;
    days: number;
    worst: ReportRow | undefined;
  },
) {
  const { report, query, figures } = view;
  const [[x, xColumn] = [], ...series] = report.graph ? graphColumns(report, report.graph) : [];
  const [[key, column] = []] = series;
  if (!report.graph || !x || !xColumn || !key || !column || points.length === 0) return null;
  const isByDay = xColumn.format === "date";
  const foundPoints = points.map(
    (point): FoundPoint => ({
      name: showCell(point[x], xColumn, view) || "Not set",
      values: numbersOf(point, series),
    }),
  );
  const { finding } = report.graph;
  const drawnSeries =
    kind !== "pie" && "shares" in finding
      ? sharesOf(finding)
      : series.map(([of, one]) => ({
          label: headingOf(report, one, query),
          numberOf: (values: FoundPoint["values"]) => values[of] ?? null,
        }));
  const valuesBefore = before?.points.map((point) => numbersOf(point, series));
  const chartPoints = foundPoints.map(
    ({ name, values }, at): ChartPoint => ({
      label: isByDay ? name.slice(0, 5) : name,
      values: drawnSeries.map(({ numberOf }) => numberOf(values)),
      before: valuesBefore && drawnSeries.map(({ numberOf }) => numberOf(valuesBefore[at] ?? {})),
    }),
  );
  const isPercent = kind !== "pie" && ("shares" in finding || "percent" in finding);
  const largest = Math.max(0, ...chartPoints.flatMap((point) => point.values.map(Number)));
  const measure = isPercent ? "percent" : measureOf(column.format, largest);
  return {
    finding: findingOf(finding, {
      points: foundPoints,
      totals: numbersOf({ ...totals, rows }, Object.entries({ ...totals, rows })),
      store: worst && { name: String(worst.store), value: Number(worst.percent) },
      before: before?.sums ?? null,
      isByDay,
      days,
      key,
      show: (value) => showMeasure(roundedCount(value), measureOf(column.format, value), figures),
      percent: (value) => `${figures.rounded(value)}%`,
    }),
    title: report.graph.axes,
    measure,
    xHeading: headingOf(report, xColumn, query),
    series: drawnSeries.map(({ label }) => ({ label })),
    points: chartPoints,
    before: before && kind !== "pie" ? findingTexts.before(before.days) : undefined,
    isPercent,
  };
}

const numbersOf = (row: ReportRow, keys: readonly (readonly [string, unknown])[]) =>
  Object.fromEntries(
    keys.map(([key]) => {
      const value = row[key] ?? null;
      return [key, value === null ? null : Number(value)];
    }),
  );

const sharesOf = ({ shares }: Extract<Finding, { shares: object }>) =>
  Object.entries(shares).map(([label, share]) => ({
    label,
    numberOf: (values: FoundPoint["values"]) => shareOf(share, values),
  }));

/** Rounds a mean per day; below ten to one decimal. */
const roundedCount = (value: number) =>
  value < 10 ? Math.round(value * 10) / 10 : Math.round(value);
