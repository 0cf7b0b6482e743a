import { and, eq, sql } from "drizzle-orm";
import type { Scope } from "../../access/scope.ts";
import { storesWithin } from "../../access/scope-conditions.ts";
import { store } from "../../db/schema/index.ts";
import type { Db } from "../../db/types.ts";
import { percentOf } from "./report-rows.queries.ts";
import type { AnyCriteria, ReportSource } from "./report-source.ts";
import { withRows } from "./report-statement.ts";

export type WorstStore = { store: string; percent: number };

/**
 * Finds the store with the worst share and its percentage; undefined if the report's heading names
 * no store, or only one was asked for.
 */
export async function findWorstStore(
  scope: Scope,
  db: Db,
  source: ReportSource,
  criteria: AnyCriteria,
): Promise<WorstStore | undefined> {
  const finding = source.report.graph?.finding;
  if (!source.byStore || criteria.storeId || !finding || !("worst" in finding)) return undefined;
  const order = finding.worst === "lowest" ? sql`asc` : sql`desc`;
  const { rows } = await db.execute<WorstStore>(sql`
    ${withRows(source.byStore(scope, criteria), ["storeId", "part", "whole"])}
    select ${store.name} as store, ${percentOf(sql`part`, sql`whole`)} as percent
    from report_rows join ${store} on ${and(storesWithin(scope), eq(store.id, sql`"storeId"`))}
    where whole > 0 order by percent ${order}, ${store.nameKey} limit 1`);
  return rows[0];
}
