import { messages } from "#contract/base/messages";
import { isProvider } from "#contract/base/roles";
import { reportEndpoints } from "#contract/reports/endpoints";
import { columnsOf, csvHeadingOf } from "#contract/reports/report";
import { scopeOf } from "../../access/scope.ts";
import type { Database } from "../../db/client.ts";
import type { Bind } from "../../http/bind.ts";
import type { SignedInCall } from "../../http/context.ts";
import { csvResponse } from "../../http/csv.ts";
import { invalid } from "../../http/refusal.ts";
import { exportReportSlices } from "./report-rows.queries.ts";
import type { AnyAsked, ReportSource } from "./report-source.ts";
import { resolveAsked, showReportGraph, showReportPage, showReportSummary } from "./reports.service.ts";

/** How many rows the embedded engine copies at once: few enough that other queries hardly wait. */
const embeddedSliceRows = 500;

/** Binds the four routes of each report. */
export function reportRoutes(bind: Bind, database: Database, clock: () => number, sources: Iterable<ReportSource>) {
  for (const source of sources) bindReport(bind, database, clock, source);
}

function bindReport(bind: Bind, database: Database, clock: () => number, source: ReportSource) {
  const { db } = database;
  const { report } = source;
  const endpoints = reportEndpoints(report);
  const resolve = async (query: Record<string, unknown>, { caller }: SignedInCall) => {
    const filters = query as Omit<AnyAsked, "now" | "timeZone">; // the endpoint's schema, made from the same definition, has parsed it
    const scope = await scopeOf(db, caller, filters.companyId);
    return { scope, ...(await resolveAsked(scope, db, filters, new Date(clock()))) };
  };
  bind.json(endpoints.summary, async ({ query }, call) => {
    const { scope, asked } = await resolve(query, call);
    return { data: await showReportSummary(scope, db, source, asked) };
  });
  bind.json(endpoints.table, async ({ query: { sort, limit, cursor, ...query } }, call) => {
    const { scope, asked, units } = await resolve(query, call);
    return showReportPage(scope, db, source, asked, units, { sort, limit, cursor });
  });
  bind.json(endpoints.graph, async ({ query }, call) => {
    const { scope, asked } = await resolve(query, call);
    return { data: await showReportGraph(scope, db, source, asked) };
  });
  bind.file(endpoints.export, async ({ query }, call) => {
    if (isProvider(call.caller) && query.companyId === undefined) throw invalid({ companyId: messages.selectCompany });
    const { scope, asked, units } = await resolve(query, call);
    const sliceRows = database.engine === "embedded" ? embeddedSliceRows : undefined;
    return csvResponse(database, {
      fileName: report.fileName,
      headings: columnsOf(report).map(([, column]) => csvHeadingOf(report, column, asked)),
      slices: exportReportSlices(scope, db, source, asked, units, sliceRows),
      at: asked.now,
      signal: call.signal,
    });
  });
}
