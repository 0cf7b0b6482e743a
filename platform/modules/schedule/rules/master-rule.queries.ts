import { and, eq, getTableColumns, inArray, type SQL, sql } from "drizzle-orm";
import type { ArcPoint } from "#contract/schedule/day-arc";
import type { MasterRuleSection } from "#contract/schedule/master-rule";
import type { Scope } from "../../../access/scope.ts";
import {
  findUnits,
  isOnPaths,
  sourceColumns,
  type Unit,
  type UnitPath,
} from "../../../access/units.ts";
import { announce } from "../../../db/changes.ts";
import {
  catalogueItem,
  chart,
  company,
  masterRule,
  masterRuleArcPoint,
  masterRuleMix,
  region,
  store,
  storeGroup,
  zone,
} from "../../../db/schema/index.ts";
import type { Db, Tx } from "../../../db/types.ts";
import { findTimeSlots } from "../slots/time-slots.queries.ts";
import { findMixes, insertMixes, type Line } from "./mix.queries.ts";

const selectWaitingTops = ({ companyId }: Scope, db: Db) =>
  db.select({ mayWait: company.waitingTops }).from(company).where(eq(company.id, companyId));

/** True if the company's rules may let a top of the hour wait. */
export const mayTopsWait = async (scope: Scope, db: Db): Promise<boolean> =>
  (await selectWaitingTops(scope, db)).some(({ mayWait }) => mayWait);

/** As `mayTopsWait`; until the transaction ends, nobody can change it. */
export const lockTopsMayWait = async (scope: Scope, tx: Tx): Promise<boolean> =>
  (await selectWaitingTops(scope, tx).for("share")).some(({ mayWait }) => mayWait);

/** The units that a list of rules names. */
export const findRuleUnits = (scope: Scope, db: Db, groupId: number | undefined) =>
  findUnits(scope, db, { groupId, own: masterRule });

/**
 * The rules on the paths of units that were found within the scope: theirs, those above them, the
 * company's.
 */
export const findRulesOfPaths = (scope: Scope, db: Db, paths: readonly UnitPath[]) =>
  selectRules(scope, db, isOnPaths(masterRule, paths));
export type FoundRule = Awaited<ReturnType<typeof findRulesOfPaths>>[number];

export const findRules = (scope: Scope, db: Db, ids: number[]): Promise<FoundRule[]> =>
  selectRules(scope, db, inArray(masterRule.id, ids));

/** Finds all rules of time slots, of any unit. */
export const findRulesOfSlots = (scope: Scope, db: Db, timeSlotIds: number[]) =>
  selectRules(scope, db, inArray(masterRule.timeSlotId, timeSlotIds));

/** The points of a rule's arc, in the order of their hours. */
const arcColumn = sql<
  ArcPoint[]
>`(select coalesce(jsonb_agg(jsonb_build_object('hour', ${masterRuleArcPoint.hour}, 'energy', ${masterRuleArcPoint.energy},
    'mood', case when ${catalogueItem.id} is not null then jsonb_build_object('id', ${catalogueItem.id}, 'name', ${catalogueItem.name}) end)
    order by ${masterRuleArcPoint.hour}), '[]')
  from ${masterRuleArcPoint} left join ${catalogueItem} on ${catalogueItem.companyId} = ${masterRuleArcPoint.moodCompanyId}
    and ${catalogueItem.id} = ${masterRuleArcPoint.moodId}
  where ${masterRuleArcPoint.companyId} = ${masterRule.companyId} and ${masterRuleArcPoint.ruleId} = ${masterRule.id})`;

const selectRules = (scope: Scope, db: Db, which: SQL | undefined) =>
  db
    .select({
      id: masterRule.id,
      version: masterRule.version,
      timeSlotId: masterRule.timeSlotId,
      ...sourceColumns(masterRule),
      regionId: masterRule.regionId,
      zoneId: masterRule.zoneId,
      groupId: masterRule.groupId,
      storeId: masterRule.storeId,
      shareBy: masterRule.shareBy,
      separation: masterRule.separation,
      arc: arcColumn,
      searchDepth: masterRule.searchDepth,
      fallbackChart: {
        companyId: chart.companyId,
        chartId: chart.id,
        chartName: chart.name,
        active: chart.active,
      },
      beforeFixedPoint: masterRule.beforeFixedPoint,
      longestPauseSeconds: masterRule.longestPauseSeconds,
      topWaitSeconds: masterRule.topWaitSeconds,
      updatedAt: masterRule.updatedAt,
    })
    .from(masterRule)
    .innerJoin(company, eq(company.id, masterRule.companyId))
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
    .leftJoin(
      chart,
      and(
        eq(chart.companyId, masterRule.fallbackChartCompanyId),
        eq(chart.id, masterRule.fallbackChartId),
      ),
    )
    .where(and(eq(masterRule.companyId, scope.companyId), which))
    .orderBy(masterRule.id);

/**
 * Locks rules until the transaction ends; of two who change one the second sees the version that
 * the first made. Gives those still there.
 */
export const lockRules = async (scope: Scope, tx: Tx, ids: number[]): Promise<FoundRule[]> => {
  const those = and(eq(masterRule.companyId, scope.companyId), inArray(masterRule.id, ids));
  await tx
    .select({ id: masterRule.id })
    .from(masterRule)
    .where(those)
    .orderBy(masterRule.id)
    .for("update");
  return findRules(scope, tx, ids);
};

/** The units' own rules, of all time slots, under such locks. */
export async function lockRulesOf(
  scope: Scope,
  tx: Tx,
  units: readonly Unit[],
): Promise<FoundRule[]> {
  const own = new Set(units.map(({ level, unitId }) => `${level} ${unitId}`));
  const rules = await findRulesOfPaths(scope, tx, units);
  return lockRules(
    scope,
    tx,
    rules.flatMap(({ id, level, unitId }) => (own.has(`${level} ${unitId}`) ? [id] : [])),
  );
}

/**
 * A rule as a whole: a new one, or in place of the one that `id` names, whose version it counts up.
 */
export type RuleToStore = Omit<MasterRuleSection, "mix" | "arc" | "fallbackChartId"> &
  Fallback &
  Partial<UnitPath> & { id?: number; version?: number; timeSlotId: number; lines: Line[] } & {
    points: StoredPoint[];
  };
export type StoredPoint = Pick<
  typeof masterRuleArcPoint.$inferInsert,
  "hour" | "energy" | "moodCompanyId" | "moodId"
>;
/** A rule's fallback with the company whose chart it is. */
export type Fallback = { fallbackChartCompanyId: number | null; fallbackChartId: number | null };

/** Rows of a statement: PostgreSQL takes 65,535 parameters. */
const rulesAStatement = 1000;
const pointsAStatement = 5000;

/** The place of a rule never changes; everything else is replaced. */
const placeOfRule = ["companyId", "id", "timeSlotId", "regionId", "zoneId", "groupId", "storeId"];
const replacing = Object.fromEntries(
  Object.entries(getTableColumns(masterRule))
    .filter(([name]) => !placeOfRule.includes(name))
    .map(([name, column]) => [name, sql.raw(`excluded.${column.name}`)]),
);

/** Adds and replaces rules with their lines and points; gives their ids in the order of the rules. */
export async function storeRules(
  scope: Scope,
  tx: Tx,
  rules: readonly RuleToStore[],
): Promise<number[]> {
  const ids: number[] = [];
  for (let i = 0; i < rules.length; i += rulesAStatement) {
    const rows = rules
      .slice(i, i + rulesAStatement)
      .map(({ lines: _, points: __, ...rule }) => ({ ...rule, companyId: scope.companyId }));
    const stored = await tx
      .insert(masterRule)
      .values(rows)
      .onConflictDoUpdate({ target: [masterRule.companyId, masterRule.id], set: replacing })
      .returning({ id: masterRule.id });
    ids.push(...stored.map((row) => row.id));
  }
  const oldIds = rules.flatMap((rule) => rule.id ?? []);
  if (oldIds.length > 0)
    for (const table of [masterRuleMix, masterRuleArcPoint])
      await tx
        .delete(table)
        .where(and(eq(table.companyId, scope.companyId), inArray(table.ruleId, oldIds)));
  await insertMixes(
    scope,
    tx,
    rules.flatMap((rule, place) =>
      rule.lines.map((line) => ({ ...line, ruleId: ids[place] ?? 0 })),
    ),
  );
  const points = rules.flatMap((rule, place) =>
    rule.points.map((point) => ({
      ...point,
      companyId: scope.companyId,
      ruleId: ids[place] ?? 0,
    })),
  );
  for (let i = 0; i < points.length; i += pointsAStatement)
    await tx.insert(masterRuleArcPoint).values(points.slice(i, i + pointsAStatement));
  if (rules.length > 0) announce(tx, "rules", scope);
  return ids;
}

export async function deleteRules(scope: Scope, tx: Tx, ids: number[]): Promise<void> {
  await tx
    .delete(masterRule)
    .where(and(eq(masterRule.companyId, scope.companyId), inArray(masterRule.id, ids)));
  announce(tx, "rules", scope);
}

/**
 * The rules on the paths of units within the scope, with their mixes: what a day is scheduled by.
 */
export async function findRulesForScheduling(scope: Scope, db: Db, paths: readonly UnitPath[]) {
  const slots = await findTimeSlots(scope, db);
  const rules = await findRulesOfPaths(scope, db, paths);
  const lines = await findMixes(
    scope,
    db,
    rules.map(({ id }) => id),
  );
  return {
    slots,
    rules: rules.map((rule) => ({
      ...rule,
      mix: lines.filter(({ ruleId }) => ruleId === rule.id),
    })),
  };
}
export type RulesForScheduling = Awaited<ReturnType<typeof findRulesForScheduling>>;
