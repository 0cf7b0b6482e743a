import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import type { RuleLevel } from "#contract/schedule/words";
import { company, masterRule, region, store, storeGroup, timeSlot, zone } from "./schema/index.ts";
import type { Db } from "./types.ts";

/**
 * Finds the rules that use something, by company, unit and slot. `uses` selects company, rule and
 * percentage of each use; `isVisible` decides whose rules are shown.
 */
export const findRulePlaces = (db: Db, uses: SQL, isVisible: SQL | undefined, limit: number) =>
  db
    .select({
      companyName: company.name,
      unitName: sql<string>`coalesce(${store.name}, ${storeGroup.name}, ${zone.name}, ${region.name}, ${company.name})`,
      level: sql<RuleLevel>`case when ${masterRule.storeId} is not null then 'STORE' when ${masterRule.groupId} is not null then 'GROUP'
        when ${masterRule.zoneId} is not null then 'ZONE' when ${masterRule.regionId} is not null then 'REGION' else 'COMPANY' end`,
      slotName: timeSlot.name,
      percent: sql<number | null>`used.percent`,
    })
    .from(sql`(${uses}) as used(company_id, rule_id, percent)`)
    .innerJoin(
      masterRule,
      sql`${masterRule.companyId} = used.company_id and ${masterRule.id} = used.rule_id`,
    )
    .innerJoin(company, eq(company.id, masterRule.companyId))
    .innerJoin(
      timeSlot,
      and(eq(timeSlot.companyId, masterRule.companyId), eq(timeSlot.id, masterRule.timeSlotId)),
    )
    .leftJoin(
      region,
      and(eq(region.companyId, masterRule.companyId), eq(region.id, masterRule.regionId)),
    )
    .leftJoin(zone, and(eq(zone.companyId, masterRule.companyId), eq(zone.id, masterRule.zoneId)))
    .leftJoin(
      storeGroup,
      and(eq(storeGroup.companyId, masterRule.companyId), eq(storeGroup.id, masterRule.groupId)),
    )
    .leftJoin(
      store,
      and(eq(store.companyId, masterRule.companyId), eq(store.id, masterRule.storeId)),
    )
    .where(isVisible)
    .orderBy(
      asc(company.name),
      sql`num_nonnulls(${masterRule.storeId}, ${masterRule.groupId}, ${masterRule.zoneId}, ${masterRule.regionId})`,
      asc(timeSlot.fromMinute),
      asc(masterRule.id),
      sql`used.percent`,
    )
    .limit(limit);
export type RulePlace = Awaited<ReturnType<typeof findRulePlaces>>[number];

const mostNamed = 5;
/** One more than `ruleNames` lists, so that it knows whether there are others. */
export const placesToName = mostNamed + 1;

/** "Northwind (All day), Northwind › Flagship (Evening) and others". */
export function ruleNames(places: readonly RulePlace[]): string {
  const names = places
    .slice(0, mostNamed)
    .map(
      ({ companyName, unitName, level, slotName }) =>
        `${level === "COMPANY" ? companyName : `${companyName} › ${unitName}`} (${slotName})`,
    );
  return `${names.join(", ")}${places.length > mostNamed ? " and others" : ""}`;
}
