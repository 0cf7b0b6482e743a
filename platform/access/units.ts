import { and, eq, inArray, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { UnitIds } from "#contract/schedule/master-rule";
import type { RuleLevel } from "#contract/schedule/words";
import { notFound } from "../base/refusal.ts";
import { company, region, store, storeGroup, zone } from "../db/schema/index.ts";
import type { Db } from "../db/types.ts";
import type { Scope } from "./scope.ts";
import { groupsWithin, regionsWithin, storesWithin, zonesWithin } from "./scope-conditions.ts";

/** The ids of a unit and of the units above it; a store has all four, the company none. */
export type UnitPath = {
  regionId: number | null;
  zoneId: number | null;
  groupId: number | null;
  storeId: number | null;
};

/** A unit with its path, as the pages name it that have a tree of them. */
export type Unit = UnitPath & { level: RuleLevel; unitId: number; name: string };

const nowhere = { regionId: null, zoneId: null, groupId: null, storeId: null };

const upwards = [
  ["STORE", "storeId"],
  ["GROUP", "groupId"],
  ["ZONE", "zoneId"],
  ["REGION", "regionId"],
] as const;

/**
 * Finds the items placed on a unit's path, the most specific first: store over group over zone over
 * region over company (docs/domain.md section 2, step 1).
 */
export function onPath<Placed extends { level: RuleLevel; unitId: number }>(
  path: UnitPath,
  placed: readonly Placed[],
): Placed[] {
  const below = upwards.flatMap(([level, key]) =>
    placed.filter((one) => one.level === level && one.unitId === path[key]),
  );
  return [...below, ...placed.filter(({ level }) => level === "COMPANY")];
}

/**
 * Gives the columns that identify a row's unit. At most one is set; none of them means the
 * company.
 */
export const ofUnit = ({ level, regionId, zoneId, groupId, storeId }: Unit): Partial<UnitPath> =>
  ({ COMPANY: {}, REGION: { regionId }, ZONE: { zoneId }, GROUP: { groupId }, STORE: { storeId } })[
    level
  ];

/** The company: everyone within it sees it, as they inherit from it. */
export async function findCompanyUnit(scope: Scope, db: Db): Promise<Unit | undefined> {
  const [row] = await db
    .select({ name: company.name })
    .from(company)
    .where(eq(company.id, scope.companyId));
  return row && { ...nowhere, level: "COMPANY", unitId: scope.companyId, name: row.name };
}

export async function findRegionUnits(scope: Scope, db: Db, ids?: number[]): Promise<Unit[]> {
  const rows = await db
    .select({ unitId: region.id, name: region.name })
    .from(region)
    .where(and(regionsWithin(scope), ids && inArray(region.id, ids)))
    .orderBy(region.nameKey, region.id);
  return rows.map((row) => ({ ...nowhere, ...row, level: "REGION", regionId: row.unitId }));
}

export async function findZoneUnits(scope: Scope, db: Db, ids?: number[]): Promise<Unit[]> {
  const rows = await db
    .select({ unitId: zone.id, name: zone.name, regionId: zone.regionId })
    .from(zone)
    .where(and(zonesWithin(scope), ids && inArray(zone.id, ids)))
    .orderBy(zone.nameKey, zone.id);
  return rows.map((row) => ({ ...nowhere, ...row, level: "ZONE", zoneId: row.unitId }));
}

export async function findGroupUnits(scope: Scope, db: Db, ids?: number[]): Promise<Unit[]> {
  const rows = await db
    .select({
      unitId: storeGroup.id,
      name: storeGroup.name,
      regionId: storeGroup.regionId,
      zoneId: storeGroup.zoneId,
    })
    .from(storeGroup)
    .where(and(groupsWithin(scope), ids && inArray(storeGroup.id, ids)))
    .orderBy(storeGroup.nameKey, storeGroup.id);
  return rows.map((row) => ({ ...nowhere, ...row, level: "GROUP", groupId: row.unitId }));
}

/** The company and store columns of a table with rows of stores. */
export type OfStores = SQLWrapper & { companyId: SQLWrapper; storeId: SQLWrapper };

/**
 * The stores named, or those that a tree of units names: stores with a row of their own in a table,
 * those of a group, those the caller is staff of.
 */
export async function findStoreUnits(
  scope: Scope,
  db: Db,
  which: { ids: number[] } | { groupId: number | undefined; own: OfStores },
): Promise<Unit[]> {
  const unitCondition = ({ groupId, own }: { groupId: number | undefined; own: OfStores }) =>
    or(
      sql`exists (select 1 from ${own} where ${own.companyId} = ${store.companyId} and ${own.storeId} = ${store.id})`,
      groupId === undefined ? undefined : eq(store.groupId, groupId),
      scope.reach === "company" || scope.reach.storeIds.length === 0
        ? undefined
        : inArray(store.id, scope.reach.storeIds),
    );
  const rows = await db
    .select({
      unitId: store.id,
      name: store.name,
      regionId: store.regionId,
      zoneId: store.zoneId,
      groupId: store.groupId,
    })
    .from(store)
    .where(
      and(
        storesWithin(scope),
        "ids" in which ? inArray(store.id, which.ids) : unitCondition(which),
      ),
    )
    .orderBy(store.nameKey, store.id);
  return rows.map((row) => ({ ...row, level: "STORE", storeId: row.unitId }));
}

/** The tree of units in scope, from the company down. */
export async function findUnits(
  scope: Scope,
  db: Db,
  stores: { groupId: number | undefined; own: OfStores },
): Promise<Unit[]> {
  const ofCompany = await findCompanyUnit(scope, db);
  return [
    ...(ofCompany ? [ofCompany] : []),
    ...(await findRegionUnits(scope, db)),
    ...(await findZoneUnits(scope, db)),
    ...(await findGroupUnits(scope, db)),
    ...(await findStoreUnits(scope, db, stores)),
  ];
}

/**
 * Finds the unit that the ids name; the company if they name none. Throws 404 for an unknown one
 * or one out of scope.
 */
export async function unitOf(
  scope: Scope,
  db: Db,
  { regionId, zoneId, groupId, storeId }: UnitIds,
): Promise<Unit> {
  const find = async () => {
    if (storeId !== undefined) return (await findStoreUnits(scope, db, { ids: [storeId] }))[0];
    if (groupId !== undefined) return (await findGroupUnits(scope, db, [groupId]))[0];
    if (zoneId !== undefined) return (await findZoneUnits(scope, db, [zoneId]))[0];
    if (regionId !== undefined) return (await findRegionUnits(scope, db, [regionId]))[0];
    return findCompanyUnit(scope, db);
  };
  const unit = await find();
  if (!unit) throw notFound();
  return unit;
}

type PlacedTable = {
  companyId: SQLWrapper;
  regionId: SQLWrapper;
  zoneId: SQLWrapper;
  groupId: SQLWrapper;
  storeId: SQLWrapper;
};

/**
 * Columns that say whose a row is; the select joins company and, by the row's columns, region,
 * zone, group and store.
 */
export const sourceColumns = (row: PlacedTable) => ({
  level: sql<RuleLevel>`case when ${row.storeId} is not null then 'STORE' when ${row.groupId} is not null then 'GROUP'
    when ${row.zoneId} is not null then 'ZONE' when ${row.regionId} is not null then 'REGION' else 'COMPANY' end`,
  unitId: sql<number>`coalesce(${row.storeId}, ${row.groupId}, ${row.zoneId}, ${row.regionId}, ${row.companyId})`,
  name: sql<string>`coalesce(${store.name}, ${storeGroup.name}, ${zone.name}, ${region.name}, ${company.name})`,
});

/** True for rows placed on exactly this unit, not on a unit above or below it. */
export const isOfUnit = (row: PlacedTable, { companyId }: Scope, unit: Unit): SQL => {
  const { regionId = null, zoneId = null, groupId = null, storeId = null } = ofUnit(unit);
  const is = (column: SQLWrapper, id: number | null) =>
    id === null ? sql`${column} is null` : sql`${column} = ${id}`;
  return sql`(${row.companyId} = ${companyId} and ${is(row.regionId, regionId)} and ${is(row.zoneId, zoneId)}
    and ${is(row.groupId, groupId)} and ${is(row.storeId, storeId)})`;
};

/** True for rows placed on a unit on one of the paths; rows of the company always are. */
export function isOnPaths(row: PlacedTable, paths: readonly UnitPath[]): SQL | undefined {
  const ofIds = (column: SQLWrapper, ids: (number | null)[]) => {
    const presentIds = [...new Set(ids.filter((id) => id !== null))];
    return presentIds.length > 0
      ? sql`${column} = any(${sql.param(presentIds)}::bigint[])`
      : undefined;
  };
  return or(
    sql`num_nonnulls(${row.regionId}, ${row.zoneId}, ${row.groupId}, ${row.storeId}) = 0`,
    ...upwards.map(([, key]) =>
      ofIds(
        row[key],
        paths.map((path) => path[key]),
      ),
    ),
  );
}
