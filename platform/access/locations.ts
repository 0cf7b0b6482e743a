import { and, eq, type SQL, sql } from "drizzle-orm";
import {
  type campaignUnit,
  company,
  type eventPlaylistUnit,
  region,
  store,
  storeGroup,
  zone,
} from "../db/schema/index.ts";
import type { Db } from "../db/types.ts";
import { owns, type Scope } from "./scope.ts";
import { groupsWithin, regionsWithin, storesWithin, zonesWithin } from "./scope-conditions.ts";
import {
  findCompanyUnit,
  findGroupUnits,
  findRegionUnits,
  findStoreUnits,
  findZoneUnits,
  sourceColumns,
  type Unit,
  type UnitPath,
} from "./units.ts";

/**
 * The locations of items that have several (events, campaigns): each row names one unit, or none of
 * the four for the whole company.
 */
type LocationTable = typeof eventPlaylistUnit | typeof campaignUnit;

export type LocationIds = {
  wholeCompany: boolean;
  regionIds: number[];
  zoneIds: number[];
  groupIds: number[];
  storeIds: number[];
};

/** Counts the locations that are named; the whole company is one. */
export const countNamed = ({
  wholeCompany,
  regionIds,
  zoneIds,
  groupIds,
  storeIds,
}: LocationIds): number =>
  Number(wholeCompany) + regionIds.length + zoneIds.length + groupIds.length + storeIds.length;

/** True for a location within the scope or above it: everyone inherits what the company has. */
export function isLocationSeen(scope: Scope, t: LocationTable): SQL<boolean> {
  const isAmong = (
    table: typeof region | typeof zone | typeof storeGroup | typeof store,
    column: SQL,
    within: SQL,
  ) =>
    sql`exists (select 1 from ${table} where ${table.companyId} = ${t.companyId} and ${table.id} = ${column} and ${within})`;
  if (scope.reach === "company") return sql`true`;
  return sql<boolean>`(num_nonnulls(${t.regionId}, ${t.zoneId}, ${t.groupId}, ${t.storeId}) = 0
    or ${isAmong(region, sql`${t.regionId}`, regionsWithin(scope))}
    or ${isAmong(zone, sql`${t.zoneId}`, zonesWithin(scope))} or ${isAmong(storeGroup, sql`${t.groupId}`, groupsWithin(scope))}
    or ${isAmong(store, sql`${t.storeId}`, storesWithin(scope))})`;
}

/**
 * The locations of items with their paths, the widest first, and whether the caller sees each.
 * `itemId` is the column that names the item.
 */
export function findLocations(
  scope: Scope,
  db: Db,
  { t, itemId, itemIds }: { t: LocationTable; itemId: SQL<number>; itemIds: readonly number[] },
) {
  return db
    .select({
      itemId,
      ...sourceColumns(t),
      unitId: sourceColumns(t).unitId.mapWith(Number),
      regionId: sql<
        number | null
      >`coalesce(${store.regionId}, ${storeGroup.regionId}, ${zone.regionId}, ${region.id})::int`,
      zoneId: sql<number | null>`coalesce(${store.zoneId}, ${storeGroup.zoneId}, ${zone.id})::int`,
      groupId: sql<number | null>`coalesce(${store.groupId}, ${storeGroup.id})::int`,
      storeId: sql<number | null>`${store.id}::int`,
      isSeen: isLocationSeen(scope, t),
    })
    .from(t as typeof eventPlaylistUnit)
    .innerJoin(company, eq(company.id, t.companyId))
    .leftJoin(region, and(eq(region.companyId, t.companyId), eq(region.id, t.regionId)))
    .leftJoin(zone, and(eq(zone.companyId, t.companyId), eq(zone.id, t.zoneId)))
    .leftJoin(storeGroup, and(eq(storeGroup.companyId, t.companyId), eq(storeGroup.id, t.groupId)))
    .leftJoin(store, and(eq(store.companyId, t.companyId), eq(store.id, t.storeId)))
    .where(
      and(
        eq(t.companyId, scope.companyId),
        sql`${itemId} = any(${sql.param([...itemIds])}::bigint[])`,
      ),
    )
    .orderBy(
      sql`num_nonnulls(${t.regionId}) desc, num_nonnulls(${t.zoneId}) desc, num_nonnulls(${t.groupId}) desc`,
      t.id,
    );
}

/**
 * Finds the named locations within the scope or above it, with their paths. A missing one does not
 * exist for the caller.
 */
export async function findLocationsNamed(scope: Scope, db: Db, ids: LocationIds): Promise<Unit[]> {
  const company = ids.wholeCompany ? await findCompanyUnit(scope, db) : undefined;
  return [
    ...(company ? [company] : []),
    ...(await findRegionUnits(scope, db, ids.regionIds)),
    ...(await findZoneUnits(scope, db, ids.zoneIds)),
    ...(await findGroupUnits(scope, db, ids.groupIds)),
    ...(await findStoreUnits(scope, db, { ids: ids.storeIds })),
  ];
}

/**
 * True if the caller owns all locations of an item, and so may change it (CTX-3). Only callers with
 * the whole company may change items without a location.
 */
export const ownsAll = (scope: Scope, locations: readonly UnitPath[]) =>
  scope.reach === "company" ||
  (locations.length > 0 && locations.every((location) => owns(scope, location)));
