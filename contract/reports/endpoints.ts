import { z } from "zod";
import { daysBetween } from "../base/dates.ts";
import { endpoint } from "../base/endpoint.ts";
import * as field from "../base/fields.ts";
import { idOf, unitFilters } from "../base/identifiers.ts";
import { messages } from "../base/messages.ts";
import { ofCompany, paging } from "../base/pages.ts";
import { ofFile, tableMediaTypes } from "../base/table-files.ts";
import {
  type Column,
  columnsOf,
  graphColumns,
  type Report,
  rowIdOf,
  sortableColumns,
} from "./report.ts";

export type ReportCell = string | number | null;
export type ReportRow = Record<string, ReportCell>;
/** The number of rows, and the totals of the columns that have one. */
export type ReportSummary = { rows: number; totals: ReportRow };
/** Each point has its x and its series, by their column keys. */
export type ReportGraph = { points: ReportRow[] };

/**
 * The four calls of a report. Rows, totals and points are objects keyed by the columns of the
 * definition.
 */
export function reportEndpoints(report: Report) {
  const filters = filtersOf(report);
  const query = withinRange(z.strictObject(filters), report.dates);
  const withFormat: typeof filters = { ...filters, ...ofFile };
  const common = {
    method: "get",
    access: [report.access],
    scope: "company",
    mayLag: true,
  } as const;
  const { path, title } = report;
  return {
    summary: endpoint({
      ...common,
      path,
      summary: `${title}: totals over all rows`,
      query,
      data: z.object({
        rows: z.int(),
        totals: rowOf(columnsOf(report).filter(([, column]) => "total" in column)),
      }),
    }),
    table: endpoint({
      ...common,
      path: `${path}/table`,
      summary: `${title}: a page of rows`,
      query: withinRange(
        z.strictObject({ ...filters, ...paging, ...tableOptions(report) }),
        report.dates,
      ),
      list: true,
      data: rowOf(columnsOf(report), rowIdOf(report)),
    }),
    graph: endpoint({
      ...common,
      path: `${path}/graph`,
      summary: report.graph
        ? `${title}: ${report.graph.axes}`
        : `${title}: no graph, so always empty`,
      query,
      data: z.object({
        points: z.array(rowOf(report.graph ? graphColumns(report, report.graph) : [])),
      }),
    }),
    export: endpoint({
      ...common,
      scope: "none",
      path: `${path}/export`,
      summary: `${title}: all rows as CSV or as a workbook (.xlsx)`,
      query: withinRange(z.strictObject(withFormat), report.dates),
      data: z.never(),
      stream: tableMediaTypes,
    }),
  };
}

const tableOptions = (report: Report) => ({
  sort: z.enum(sortsOf(report)).default(report.order),
  /**
   * Gives the summary and the graph with the page, as its total, totals and points: their common
   * figures are read once for all.
   */
  whole: z.enum(["true"]).optional(),
});

export const sortsOf = (report: Report): string[] =>
  sortableColumns(report).flatMap(([key]) => [key, `-${key}`]);

/** The query members of a report. Filters<R> gives their types for a definition. */
function filtersOf({
  dates,
  filters,
  byBrand,
}: Report): Record<string, z.ZodType<string | number | undefined>> {
  const own = Object.entries(filters).map(([name, { choices, initial }]) => {
    const choice = z.enum(Object.keys(choices));
    return [name, initial === undefined ? choice.optional() : choice.default(initial)];
  });
  const day = dates !== "none" && dates.required ? field.isoDate : field.isoDate.optional();
  return {
    ...ofCompany,
    ...unitFilters,
    ...(byBrand ? { brandId: idOf("item").optional() } : {}),
    ...(dates === "none" ? {} : { from: day, to: day }),
    ...Object.fromEntries(own),
  };
}

/**
 * Refuses a range with only one end, one that ends before it begins, and one longer than the report
 * allows (REP-2).
 */
function withinRange<S extends z.ZodType<Record<string, unknown>>>(
  schema: S,
  dates: Report["dates"],
): S {
  if (dates === "none") return schema;
  return schema.superRefine(({ from, to }, context) => {
    if (from === undefined && to === undefined) return;
    const refuse = (name: string, message: string) =>
      context.addIssue({ code: "custom", path: [name], message });
    if (from === undefined || to === undefined)
      return refuse(from === undefined ? "from" : "to", messages.required);
    const dayCount = daysBetween(String(from), String(to));
    if (dayCount < 1)
      refuse("to", "The last day is before the first day. Choose a later last day.");
    else if (dayCount > dates.limit) refuse("to", messages.daysAllowed(dates.limit));
  });
}

const rowOf = (columns: [key: string, column: Column][], id?: string) =>
  z.object({
    ...Object.fromEntries(columns.map(([key, column]) => [key, cellOf(column).nullable()])),
    ...(id && { [id]: z.int() }),
  }) as unknown as z.ZodType<ReportRow, ReportRow>;

function cellOf(column: Column): z.ZodType {
  switch (column.format) {
    case "choice":
      return z.enum(Object.keys(column.labels));
    case "integer":
    case "seconds":
    case "money":
      return z.int();
    case "percent":
      return z.number();
    case "text":
    case "date":
    case "time":
    case "instant":
      return z.string();
  }
}
