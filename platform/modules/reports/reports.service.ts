import type { ReportFilters } from "#contract/reports/endpoints";
import type { Scope } from "../../access/scope.ts";
import type { Db } from "../../db/client.ts";
import { pageOf, readCursor } from "../../db/keyset.ts";
import { notFound } from "../../http/refusal.ts";
import type { ReportSource } from "./report-source.ts";
import { findUnits, type Units } from "./report-units.queries.ts";

/** Throws 404 for a unit outside the scope, as for one that is not there or does not lie in the others named. */
export async function unitsOf(scope: Scope, db: Db, filters: ReportFilters): Promise<Units> {
  const units = await findUnits(scope, db, filters);
  if (!units) throw notFound();
  return units;
}

type PageQuery = ReportFilters & { sort: string; limit: number; cursor?: string | undefined };

/** A page of a report's rows, each with the units it was asked for. Throws 422 for a cursor that is not ours. */
export async function showReportPage(source: ReportSource, scope: Scope, db: Db, query: PageQuery, units: Units) {
  const cursor = readCursor(query.cursor);
  const found = await source.page(scope, db, query, { sort: query.sort, limit: query.limit, cursor });
  const { rows, page } = pageOf(found, query.limit, cursor, (row) => row.cursor);
  return { data: rows.map(({ cells }) => ({ ...units, ...cells })), page };
}
