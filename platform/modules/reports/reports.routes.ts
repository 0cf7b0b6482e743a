import { messages } from "#contract/messages";
import { type Report, reports } from "#contract/reports/catalogue";
import { type ReportFilters, reportEndpoints } from "#contract/reports/endpoints";
import { isProvider } from "#contract/roles";
import { scopeOf } from "../../access/scope.ts";
import type { Database } from "../../db/client.ts";
import type { Bind } from "../../http/bind.ts";
import type { SignedInCall } from "../../http/context.ts";
import { csvResponse } from "../../http/csv.ts";
import { invalid } from "../../http/refusal.ts";
import type { ReportSource } from "./report-source.ts";
import { showReportPage, unitsOf } from "./reports.service.ts";
import { songPlayOutSource } from "./song-play-out.service.ts";

/** Where each entry of the catalogue gets its rows from. */
const sources: Record<string, ReportSource> = { SongPlayOutReport: songPlayOutSource };

/** Four routes for each report of the catalogue. */
export function reportRoutes(bind: Bind, database: Database, clock: () => number) {
  for (const report of reports) {
    const source = sources[report.key];
    if (!source) throw new Error(`the report ${report.key} has no source`);
    bindReport(bind, database, clock, report, source);
  }
}

function bindReport(bind: Bind, database: Database, clock: () => number, report: Report, source: ReportSource) {
  const { db } = database;
  const endpoints = reportEndpoints(report);
  /** The scope asked for, and the names of its units: 404 for units outside. */
  const reach = async (filters: ReportFilters, { caller }: SignedInCall) => {
    const scope = await scopeOf(db, caller, filters.companyId);
    return { scope, units: await unitsOf(scope, db, filters) };
  };
  bind.json(endpoints.summary, async ({ query }, call) => {
    const { scope } = await reach(query, call);
    return { data: { figures: await source.figures(scope, db, query) } };
  });
  bind.json(endpoints.table, async ({ query }, call) => {
    const { scope, units } = await reach(query, call);
    return showReportPage(source, scope, db, query, units);
  });
  bind.json(endpoints.graph, async ({ query }, call) => {
    const { scope } = await reach(query, call);
    return { data: { points: (await source.points?.(scope, db, query)) ?? [] } };
  });
  bind.file(endpoints.export, async ({ query }, call) => {
    if (isProvider(call.caller) && query.companyId === undefined) throw invalid({ companyId: messages.selectCompany });
    const { scope, units } = await reach(query, call);
    return csvResponse(database, {
      fileName: report.key,
      headings: report.columns.map(({ heading }) => heading),
      slices: source.slices(scope, query, units),
      at: new Date(clock()),
      signal: call.signal,
    });
  });
}
