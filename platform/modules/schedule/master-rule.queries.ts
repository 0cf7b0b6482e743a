import { and, asc, eq, inArray, isNull, or, type SQL, sql } from "drizzle-orm";
import type { MasterRuleSection } from "#contract/schedule/master-rule";
import type { RuleLevel } from "#contract/schedule/words";
import { groupsWithin, regionsWithin, type Scope, storesWithin, zonesWithin } from "../../access/scope.ts";
import { announce } from "../../db/changes.ts";
import type { Db, Tx } from "../../db/client.ts";
import { chart, company, masterRule, masterRuleMix, region, store, storeGroup, zone } from "../../db/schema/index.ts";
import type { UnitPath } from "./inheritance.ts";
import { findTimeSlots } from "./time-slots.queries.ts";

/** A unit with its path, as the rule's pages name it. */
export type Unit = UnitPath & { level: RuleLevel; unitId: number; name: string };

const nowhere = { regionId: null, zoneId: null, groupId: null, storeId: null };

/** The company: everyone within it sees its rule, as they inherit it. */
export async function findCompanyUnit(scope: Scope, db: Db): Promise<Unit | undefined> {
  const [row] = await db.select({ name: company.name }).from(company).where(eq(company.id, scope.companyId));
  return row && { ...nowhere, level: "COMPANY", unitId: scope.companyId, name: row.name };
}

export async function findRegionUnits(scope: Scope, db: Db, id?: number): Promise<Unit[]> {
  const rows = await db
    .select({ unitId: region.id, name: region.name })
    .from(region)
    .where(and(regionsWithin(scope), id === undefined ? undefined : eq(region.id, id)))
    .orderBy(region.nameKey, region.id);
  return rows.map((row) => ({ ...nowhere, ...row, level: "REGION", regionId: row.unitId }));
}

export async function findZoneUnits(scope: Scope, db: Db, id?: number): Promise<Unit[]> {
  const rows = await db
    .select({ unitId: zone.id, name: zone.name, regionId: zone.regionId })
    .from(zone)
    .where(and(zonesWithin(scope), id === undefined ? undefined : eq(zone.id, id)))
    .orderBy(zone.nameKey, zone.id);
  return rows.map((row) => ({ ...nowhere, ...row, level: "ZONE", zoneId: row.unitId }));
}

export async function findGroupUnits(scope: Scope, db: Db, id?: number): Promise<Unit[]> {
  const rows = await db
    .select({ unitId: storeGroup.id, name: storeGroup.name, regionId: storeGroup.regionId, zoneId: storeGroup.zoneId })
    .from(storeGroup)
    .where(and(groupsWithin(scope), id === undefined ? undefined : eq(storeGroup.id, id)))
    .orderBy(storeGroup.nameKey, storeGroup.id);
  return rows.map((row) => ({ ...nowhere, ...row, level: "GROUP", groupId: row.unitId }));
}

/** One store, or the stores a list of rules names: those with a rule of their own, those of a group, those the caller is staff of. */
export async function findStoreUnits(scope: Scope, db: Db, which: { id: number } | { groupId: number | undefined }): Promise<Unit[]> {
  const listed = (groupId: number | undefined) =>
    or(
      sql`exists (select 1 from ${masterRule} where ${masterRule.companyId} = ${store.companyId} and ${masterRule.storeId} = ${store.id})`,
      groupId === undefined ? undefined : eq(store.groupId, groupId),
      scope.reach === "company" || scope.reach.storeIds.length === 0 ? undefined : inArray(store.id, scope.reach.storeIds),
    );
  const rows = await db
    .select({ unitId: store.id, name: store.name, regionId: store.regionId, zoneId: store.zoneId, groupId: store.groupId })
    .from(store)
    .where(and(storesWithin(scope), "id" in which ? eq(store.id, which.id) : listed(which.groupId)))
    .orderBy(store.nameKey, store.id);
  return rows.map((row) => ({ ...row, level: "STORE", storeId: row.unitId }));
}

const sourceOf = {
  level: sql<RuleLevel>`case when ${masterRule.storeId} is not null then 'STORE' when ${masterRule.groupId} is not null then 'GROUP'
    when ${masterRule.zoneId} is not null then 'ZONE' when ${masterRule.regionId} is not null then 'REGION' else 'COMPANY' end`,
  unitId: sql<number>`coalesce(${masterRule.storeId}, ${masterRule.groupId}, ${masterRule.zoneId}, ${masterRule.regionId}, ${masterRule.companyId})`,
  name: sql<string>`coalesce(${store.name}, ${storeGroup.name}, ${zone.name}, ${region.name}, ${company.name})`,
};

/** The rules on the paths of units that were found within the scope: theirs, those above them, the company's. */
export const findRulesOfPaths = (scope: Scope, db: Db, paths: readonly UnitPath[]) => {
  const on = (column: SQL | typeof masterRule.regionId, ids: (number | null)[]) => {
    const presentIds = [...new Set(ids.filter((id) => id !== null))];
    return presentIds.length > 0 ? sql`${column} = any(${sql.param(presentIds)}::bigint[])` : undefined;
  };
  return selectRules(
    scope,
    db,
    or(
      and(isNull(masterRule.regionId), isNull(masterRule.zoneId), isNull(masterRule.groupId), isNull(masterRule.storeId)),
      on(
        masterRule.regionId,
        paths.map((path) => path.regionId),
      ),
      on(
        masterRule.zoneId,
        paths.map((path) => path.zoneId),
      ),
      on(
        masterRule.groupId,
        paths.map((path) => path.groupId),
      ),
      on(
        masterRule.storeId,
        paths.map((path) => path.storeId),
      ),
    ),
  );
};
export type FoundRule = Awaited<ReturnType<typeof findRulesOfPaths>>[number];

export const findRule = async (scope: Scope, db: Db, id: number): Promise<FoundRule | undefined> =>
  (await selectRules(scope, db, eq(masterRule.id, id)))[0];

/** All rules of time slots, whatever unit they are of. */
export const findRulesOfSlots = (scope: Scope, db: Db, timeSlotIds: number[]) =>
  selectRules(scope, db, inArray(masterRule.timeSlotId, timeSlotIds));

const selectRules = (scope: Scope, db: Db, which: SQL | undefined) =>
  db
    .select({
      id: masterRule.id,
      version: masterRule.version,
      timeSlotId: masterRule.timeSlotId,
      ...sourceOf,
      regionId: masterRule.regionId,
      zoneId: masterRule.zoneId,
      groupId: masterRule.groupId,
      storeId: masterRule.storeId,
      minimumRestMinutes: masterRule.minimumRestMinutes,
      artistSeparationMinutes: masterRule.artistSeparationMinutes,
      titleSeparationMinutes: masterRule.titleSeparationMinutes,
      dayOffset: masterRule.dayOffset,
      tempoStep: masterRule.tempoStep,
      updatedAt: masterRule.updatedAt,
    })
    .from(masterRule)
    .innerJoin(company, eq(company.id, masterRule.companyId))
    .leftJoin(region, and(eq(region.companyId, masterRule.companyId), eq(region.id, masterRule.regionId)))
    .leftJoin(zone, and(eq(zone.companyId, masterRule.companyId), eq(zone.id, masterRule.zoneId)))
    .leftJoin(storeGroup, and(eq(storeGroup.companyId, masterRule.companyId), eq(storeGroup.id, masterRule.groupId)))
    .leftJoin(store, and(eq(store.companyId, masterRule.companyId), eq(store.id, masterRule.storeId)))
    .where(and(eq(masterRule.companyId, scope.companyId), which))
    .orderBy(masterRule.id);

/** The lines of the rules named, in their order, with what the charts hold today. */
export const findMixes = (scope: Scope, db: Db, ruleIds: number[]) =>
  db
    .select({
      ruleId: masterRuleMix.ruleId,
      chartId: masterRuleMix.chartId,
      chartCompanyId: masterRuleMix.chartCompanyId,
      chartName: chart.name,
      active: chart.active,
      percent: masterRuleMix.percent,
      songs: sql<number>`(select count(*)::int from chart_song join song on song.id = chart_song.song_id and song.active
        where chart_song.company_id = ${chart.companyId} and chart_song.chart_id = ${chart.id})`,
    })
    .from(masterRuleMix)
    .innerJoin(chart, and(eq(chart.companyId, masterRuleMix.chartCompanyId), eq(chart.id, masterRuleMix.chartId)))
    .where(and(eq(masterRuleMix.companyId, scope.companyId), sql`${masterRuleMix.ruleId} = any(${sql.param(ruleIds)}::bigint[])`))
    .orderBy(asc(masterRuleMix.ruleId), asc(masterRuleMix.position));

/** Locks a rule until the transaction ends; two who change it come one after the other, and the second sees the new version. */
export async function lockRule(scope: Scope, db: Db, id: number) {
  const [row] = await db
    .select({ id: masterRule.id, version: masterRule.version })
    .from(masterRule)
    .where(and(eq(masterRule.companyId, scope.companyId), eq(masterRule.id, id)))
    .for("update");
  return row;
}

type Line = { chartId: number; chartCompanyId: number; percent: number };
type Section = Omit<MasterRuleSection, "mix">;

export async function insertRule(
  scope: Scope,
  db: Tx,
  rule: Section & { timeSlotId: number } & Partial<UnitPath>,
  lines: Line[],
): Promise<number> {
  const [added] = await db
    .insert(masterRule)
    .values({ ...rule, companyId: scope.companyId })
    .returning({ id: masterRule.id });
  if (!added) throw new Error("insert returned no row");
  await insertLines(scope, db, added.id, lines);
  announce(db, "rules", scope);
  return added.id;
}

export async function replaceRule(scope: Scope, db: Tx, id: number, section: Section, lines: Line[]): Promise<void> {
  await db
    .update(masterRule)
    .set({ ...section, version: sql`${masterRule.version} + 1`, updatedAt: sql`now()` })
    .where(and(eq(masterRule.companyId, scope.companyId), eq(masterRule.id, id)));
  await db.delete(masterRuleMix).where(and(eq(masterRuleMix.companyId, scope.companyId), eq(masterRuleMix.ruleId, id)));
  await insertLines(scope, db, id, lines);
  announce(db, "rules", scope);
}

const insertLines = (scope: Scope, db: Db, ruleId: number, lines: Line[]) =>
  db.insert(masterRuleMix).values(lines.map((line, index) => ({ ...line, companyId: scope.companyId, ruleId, position: index + 1 })));

export const deleteRule = (scope: Scope, db: Db, id: number) =>
  db.delete(masterRule).where(and(eq(masterRule.companyId, scope.companyId), eq(masterRule.id, id)));

/** The rules on the paths of units within the scope, with their mixes: what a day is scheduled by. */
export async function findRulesForScheduling(scope: Scope, db: Db, paths: readonly UnitPath[]) {
  const [slots, rules] = [await findTimeSlots(scope, db), await findRulesOfPaths(scope, db, paths)];
  const lines = await findMixes(
    scope,
    db,
    rules.map(({ id }) => id),
  );
  return { slots, rules: rules.map((rule) => ({ ...rule, mix: lines.filter(({ ruleId }) => ruleId === rule.id) })) };
}
export type RulesForScheduling = Awaited<ReturnType<typeof findRulesForScheduling>>;
