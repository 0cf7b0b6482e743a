import type { FileOptions } from "#contract/base/table-files";
import { reportEndpoints } from "#contract/reports/endpoints";
import type { Bind } from "../../http/bind.ts";
import { answerTable } from "../../http/table-file.ts";
import { exportReport } from "./report-export.queries.ts";
import type { AnyFilters, ReportSource } from "./report-source.ts";
import {
  resolveFilters,
  scopeDownload,
  showReportGraph,
  showReportPage,
  showReportSummary,
} from "./reports.service.ts";
import { sources } from "./sources.ts";

/** Binds the four routes of each report. */
export function reportRoutes(bind: Bind) {
  for (const source of Object.values(sources)) bindReport(bind, source);
}

function bindReport(bind: Bind, source: ReportSource) {
  const { report } = source;
  const endpoints = reportEndpoints(report);

  bind.json(endpoints.summary, async (call, { query }) => {
    const { criteria } = await resolveFilters(call, filtersOf(query));
    return { data: await showReportSummary(call, { source, criteria }) };
  });
  bind.json(endpoints.table, async (call, { query: { sort, limit, cursor, whole, ...query } }) => {
    const { criteria, units } = await resolveFilters(call, filtersOf(query));
    return showReportPage(call, {
      source,
      criteria,
      units,
      sort,
      limit,
      cursor,
      whole: whole === "true",
    });
  });
  bind.json(endpoints.graph, async (call, { query }) => {
    const { criteria } = await resolveFilters(call, filtersOf(query));
    return { data: await showReportGraph(call, { source, criteria }) };
  });
  bind.file(endpoints.export, async (unscoped, { query: { format, bom, ...query } }) => {
    const call = await scopeDownload(unscoped, filtersOf(query));
    const { criteria, units } = await resolveFilters(call, filtersOf(query));
    const { fileName, title } = report;
    const rows = exportReport(call.scope, call.db, { source, criteria, units });
    const options = { format, bom } as FileOptions;
    return answerTable(call, options, { fileName, sheetName: title, ...rows });
  });
}

/**
 * The endpoint's schema is made from the same definition as the filters, and has parsed the query.
 */
const filtersOf = (query: Record<string, unknown>) => query as AnyFilters;
