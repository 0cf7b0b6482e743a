import { and, asc, eq, or, type SQL, sql } from "drizzle-orm";
import { groupsWithin, regionsWithin, type Scope, storesWithin, zonesWithin } from "../../access/scope.ts";
import type { Db } from "../../db/client.ts";
import { company, masterRule, masterRuleMix, region, store, storeGroup, timeSlot, zone } from "../../db/schema/index.ts";

/** Whose rules are told of: those a client's person sees, or every company's, for provider staff who look at popular charts. */
export type RulesSeen = Scope | "every company";

/** A company's own rule is seen by all in it, since they inherit it; others with their unit. */
function seenRules(rulesScope: RulesSeen): SQL | undefined {
  if (rulesScope === "every company") return undefined;
  const noUnit = sql`num_nonnulls(${masterRule.regionId}, ${masterRule.zoneId}, ${masterRule.groupId}, ${masterRule.storeId}) = 0`;
  const within = (
    id: SQL | typeof masterRule.regionId,
    table: typeof region | typeof zone | typeof storeGroup | typeof store,
    inScope: SQL,
  ) => sql`exists (select 1 from ${table} where ${table.companyId} = ${masterRule.companyId} and ${table.id} = ${id} and ${inScope})`;
  const isSeen = or(
    noUnit,
    within(masterRule.regionId, region, regionsWithin(rulesScope)),
    within(masterRule.zoneId as never, zone, zonesWithin(rulesScope)),
    within(masterRule.groupId as never, storeGroup, groupsWithin(rulesScope)),
    within(masterRule.storeId as never, store, storesWithin(rulesScope)),
  );
  return and(eq(masterRule.companyId, rulesScope.companyId), rulesScope.reach === "company" ? undefined : isSeen);
}

const ofRule = and(eq(masterRule.companyId, masterRuleMix.companyId), eq(masterRule.id, masterRuleMix.ruleId));
const mixing = (scope: Scope, ids: number[]) =>
  and(eq(masterRuleMix.chartCompanyId, scope.companyId), sql`${masterRuleMix.chartId} = any(${sql.param(ids)}::bigint[])`);

/** How many of the rules seen mix each of the charts; charts that none does are missing. */
export const countRules = (scope: Scope, db: Db, ids: number[], rulesScope: RulesSeen) =>
  db
    .select({ id: masterRuleMix.chartId, rules: sql<number>`count(*)::int` })
    .from(masterRuleMix)
    .innerJoin(masterRule, ofRule)
    .where(and(mixing(scope, ids), seenRules(rulesScope)))
    .groupBy(masterRuleMix.chartId);

/** The rules seen that mix a chart, by company, unit and slot. */
export const findUses = (scope: Scope, db: Db, id: number, rulesScope: RulesSeen, limit: number) =>
  db
    .select({
      companyName: company.name,
      unitName: sql<string>`coalesce(${store.name}, ${storeGroup.name}, ${zone.name}, ${region.name}, ${company.name})`,
      level: sql<"COMPANY" | "REGION" | "ZONE" | "GROUP" | "STORE">`case when ${masterRule.storeId} is not null then 'STORE'
        when ${masterRule.groupId} is not null then 'GROUP' when ${masterRule.zoneId} is not null then 'ZONE'
        when ${masterRule.regionId} is not null then 'REGION' else 'COMPANY' end`,
      slotName: timeSlot.name,
      percent: masterRuleMix.percent,
    })
    .from(masterRuleMix)
    .innerJoin(masterRule, ofRule)
    .innerJoin(company, eq(company.id, masterRule.companyId))
    .innerJoin(timeSlot, and(eq(timeSlot.companyId, masterRule.companyId), eq(timeSlot.id, masterRule.timeSlotId)))
    .leftJoin(region, and(eq(region.companyId, masterRule.companyId), eq(region.id, masterRule.regionId)))
    .leftJoin(zone, and(eq(zone.companyId, masterRule.companyId), eq(zone.id, masterRule.zoneId)))
    .leftJoin(storeGroup, and(eq(storeGroup.companyId, masterRule.companyId), eq(storeGroup.id, masterRule.groupId)))
    .leftJoin(store, and(eq(store.companyId, masterRule.companyId), eq(store.id, masterRule.storeId)))
    .where(and(mixing(scope, [id]), seenRules(rulesScope)))
    .orderBy(
      asc(company.name),
      sql`num_nonnulls(${masterRule.storeId}, ${masterRule.groupId}, ${masterRule.zoneId}, ${masterRule.regionId})`,
      asc(timeSlot.fromMinute),
      asc(masterRule.id),
    )
    .limit(limit);
