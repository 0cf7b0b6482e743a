import { z } from "zod";
import { daysBetween } from "../dates.ts";
import { endpoint } from "../endpoint.ts";
import * as field from "../fields.ts";
import { messages } from "../messages.ts";
import { ofCompany, paging } from "../pages.ts";
import type { Report, ReportColumn } from "./catalogue.ts";

const filters = {
  ...ofCompany,
  regionId: field.id.optional(),
  zoneId: field.id.optional(),
  groupId: field.id.optional(),
  storeId: field.id.optional(),
};
const dates = { from: field.isoDate, to: field.isoDate };
export type ReportFilters = { [name in keyof typeof filters]?: number | undefined } & { from: string; to: string };

type Row = Record<string, string | number | null>;
const cell = { text: z.string().nullable(), number: z.int(), date: z.string() } satisfies Record<ReportColumn["format"], z.ZodType>;

/** Figures over all rows, and where they come from. */
export const ReportSummary = z.object({ figures: z.array(z.object({ label: z.string(), value: z.int() })) });
export type ReportSummary = z.infer<typeof ReportSummary>;

export const ReportGraph = z.object({ points: z.array(z.object({ label: z.string(), value: z.int() })) });
export type ReportGraph = z.infer<typeof ReportGraph>;

/** What is asked of a report: units and dates. Refuses ranges that end before they begin, and longer ones than the report takes, on `to` (REP-2). */
export const reportFilters = (report: Pick<Report, "days">) => withinRange(z.strictObject({ ...filters, ...dates }), report.days);

function withinRange<S extends z.ZodType<{ from: string; to: string }>>(schema: S, days: Report["days"]): S {
  return schema.superRefine(({ from, to }, context) => {
    const asked = daysBetween(from, to);
    if (asked < 1) context.addIssue({ code: "custom", path: ["to"], message: "The last day must not be before the first day." });
    else if (days !== null && asked > days) context.addIssue({ code: "custom", path: ["to"], message: messages.daysAllowed(days) });
  });
}

/** The four calls of a report. A row has a member for each column of the catalogue's entry, by its key. */
export function reportEndpoints(report: Report) {
  const query = reportFilters(report);
  const common = { method: "get", access: ["REPORTS"] } as const;
  const path = `/store/${report.key}`;
  return {
    summary: endpoint({ ...common, path, summary: `${report.title}: figures over all rows`, query, data: ReportSummary }),
    table: endpoint({
      ...common,
      path: `${path}/table`,
      summary: `${report.title}: a page of rows`,
      query: withinRange(
        z.strictObject({
          ...filters,
          ...dates,
          ...paging,
          sort: z.enum(report.sorts as [string, ...string[]]).default(report.sorts[0] ?? ""),
        }),
        report.days,
      ),
      list: true,
      data: z.object(Object.fromEntries(report.columns.map(({ key, format }) => [key, cell[format]]))) as unknown as z.ZodType<Row, Row>,
    }),
    graph: endpoint({ ...common, path: `${path}/graph`, summary: `${report.title}: its graph`, query, data: ReportGraph }),
    export: endpoint({
      ...common,
      path: `${path}/export`,
      summary: `${report.title}: all rows as CSV`,
      query,
      data: z.never(),
      stream: "text/csv",
    }),
  };
}
