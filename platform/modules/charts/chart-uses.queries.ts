import { and, eq, isNotNull, or, type SQL, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import type { Scope } from "../../access/scope.ts";
import {
  groupsWithin,
  regionsWithin,
  storesWithin,
  zonesWithin,
} from "../../access/scope-conditions.ts";
import { findRulePlaces } from "../../db/rule-places.ts";
import {
  masterRule,
  masterRuleMix,
  region,
  store,
  storeGroup,
  zone,
} from "../../db/schema/index.ts";
import type { Db } from "../../db/types.ts";

/**
 * The rules that a person may be shown: those that a client's person sees, or every company's, for
 * provider staff who look at popular charts.
 */
export type RulesScope = Scope | "every company";

/** A company's own rule is seen by all in it, since they inherit it; others with their unit. */
function seenRules(rulesScope: RulesScope): SQL | undefined {
  if (rulesScope === "every company") return undefined;
  const noUnit = sql`num_nonnulls(${masterRule.regionId}, ${masterRule.zoneId}, ${masterRule.groupId}, ${masterRule.storeId}) = 0`;
  const within = (
    id: SQL | typeof masterRule.regionId,
    table: typeof region | typeof zone | typeof storeGroup | typeof store,
    inScope: SQL,
  ) =>
    sql`exists (select 1 from ${table} where ${table.companyId} = ${masterRule.companyId} and ${table.id} = ${id} and ${inScope})`;
  const isSeen = or(
    noUnit,
    within(masterRule.regionId, region, regionsWithin(rulesScope)),
    within(masterRule.zoneId as never, zone, zonesWithin(rulesScope)),
    within(masterRule.groupId as never, storeGroup, groupsWithin(rulesScope)),
    within(masterRule.storeId as never, store, storesWithin(rulesScope)),
  );
  return and(
    eq(masterRule.companyId, rulesScope.companyId),
    rulesScope.reach === "company" ? undefined : isSeen,
  );
}

/** The charts of rules: those of their mixes, and with null for a percentage the fallbacks. */
const ruleCharts = (db: Db) => {
  const { companyId, ruleId, chartCompanyId, chartId, percent } = masterRuleMix;
  const mixed = db
    .select({
      companyId,
      ruleId,
      chartCompanyId: sql<number>`${chartCompanyId}`.as("chart_company_id"),
      chartId: sql<number>`${chartId}`.as("chart_id"),
      percent: sql<number | null>`${percent}`.as("percent"),
    })
    .from(masterRuleMix)
    .where(isNotNull(chartId));
  const fallbacks = db
    .select({
      companyId: masterRule.companyId,
      ruleId: masterRule.id,
      chartCompanyId: sql<number>`${masterRule.fallbackChartCompanyId}`.as("chart_company_id"),
      chartId: sql<number>`${masterRule.fallbackChartId}`.as("chart_id"),
      percent: sql<number | null>`null::smallint`.as("percent"),
    })
    .from(masterRule)
    .where(isNotNull(masterRule.fallbackChartId));
  return unionAll(mixed, fallbacks).as("rule_chart");
};

const ofRule = ({ companyId, ruleId }: ReturnType<typeof ruleCharts>) =>
  and(eq(masterRule.companyId, companyId), eq(masterRule.id, ruleId));
const using = (
  { chartCompanyId, chartId }: ReturnType<typeof ruleCharts>,
  scope: Scope,
  ids: number[],
) => and(eq(chartCompanyId, scope.companyId), sql`${chartId} = any(${sql.param(ids)}::bigint[])`);

/** Counts the visible rules that use each of the charts; charts without any are missing. */
export function countRules(scope: Scope, db: Db, ids: number[], rulesScope: RulesScope) {
  const used = ruleCharts(db);
  return db
    .select({
      id: used.chartId,
      rules: sql<number>`count(distinct (${used.companyId}, ${used.ruleId}))::int`,
    })
    .from(used)
    .innerJoin(masterRule, ofRule(used))
    .where(and(using(used, scope, ids), seenRules(rulesScope)))
    .groupBy(used.chartId);
}

/**
 * Where the rules seen use a chart, by company, unit and slot; of a fallback the percentage is
 * null.
 */
export function findUses(
  scope: Scope,
  db: Db,
  { id, rulesScope, limit }: { id: number; rulesScope: RulesScope; limit: number },
) {
  const used = ruleCharts(db);
  const uses = sql`select ${used.companyId}, ${used.ruleId}, ${used.percent} from ${used} where ${using(used, scope, [id])}`;
  return findRulePlaces(db, uses, seenRules(rulesScope), limit);
}
