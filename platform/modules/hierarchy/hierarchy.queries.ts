import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Scope } from "../../access/scope.ts";
import {
  groupsWithin,
  regionsWithin,
  storesWithin,
  usersWithin,
  zonesWithin,
} from "../../access/scope-conditions.ts";
import { appUser, region, store, storeGroup, userUnit, zone } from "../../db/schema/index.ts";
import { containsText } from "../../db/text-search.ts";
import type { Db } from "../../db/types.ts";

export const findRegions = (scope: Scope, db: Db) =>
  db
    .select({ id: region.id, regionName: region.name })
    .from(region)
    .where(regionsWithin(scope))
    .orderBy(region.nameKey, region.id);

export const findZones = (scope: Scope, db: Db) =>
  db
    .select({ id: zone.id, zoneName: zone.name, regionId: zone.regionId })
    .from(zone)
    .where(zonesWithin(scope))
    .orderBy(zone.nameKey, zone.id);

export const findGroups = (scope: Scope, db: Db) =>
  db
    .select({
      id: storeGroup.id,
      groupName: storeGroup.name,
      regionId: storeGroup.regionId,
      zoneId: storeGroup.zoneId,
    })
    .from(storeGroup)
    .where(groupsWithin(scope))
    .orderBy(storeGroup.nameKey, storeGroup.id);

export function findStores(
  scope: Scope,
  db: Db,
  { regionId, zoneId, groupId, limit }: StoreFilters,
) {
  const ofUnit = and(
    regionId ? eq(store.regionId, regionId) : undefined,
    zoneId ? eq(store.zoneId, zoneId) : undefined,
    groupId ? eq(store.groupId, groupId) : undefined,
  );
  const stores = db
    .select({ id: store.id, storeCode: store.code, storeName: store.name })
    .from(store)
    .where(and(storesWithin(scope), ofUnit))
    .orderBy(store.nameKey, store.id)
    .$dynamic();
  return limit ? stores.limit(limit) : stores;
}
type StoreFilters = {
  [K in "regionId" | "zoneId" | "groupId" | "limit"]?: number | undefined;
};

const total = sql<number>`held.stores`;
const inactive = sql<number>`held.inactive`;

/** Counts the stores of the scope in a unit, once per unit; joined on true. */
const storesHeld = (scope: Scope, ofUnit: SQL) =>
  sql`lateral (select count(*)::int as stores, (count(*) filter (where ${store.status} = 'inactive'))::int as inactive
    from ${store} where ${and(storesWithin(scope), ofUnit)}) as held`;

const zonesOf = (scope: Scope) =>
  sql<number>`(select count(*)::int from ${zone} where ${and(zonesWithin(scope), eq(zone.regionId, region.id))})`;
const groupsOf = (scope: Scope, ofUnit: SQL) =>
  sql<number>`(select count(*)::int from ${storeGroup} where ${and(groupsWithin(scope), ofUnit)})`;
/** Users of the scope who have the unit as one of their level. */
const usersOf = (scope: Scope, level: "regional" | "zonal" | "group", ofUnit: SQL) =>
  sql<number>`(select count(*)::int from ${userUnit} join ${appUser} on ${appUser.companyId} = ${userUnit.companyId} and ${appUser.id} = ${userUnit.userId}
    where ${and(usersWithin(scope), eq(appUser.level, level), ofUnit)})`;

export const findRegionRows = (scope: Scope, db: Db) =>
  db
    .select({
      id: region.id,
      regionName: region.name,
      zones: zonesOf(scope),
      groups: groupsOf(scope, eq(storeGroup.regionId, region.id)),
      stores: total,
      inactiveStores: inactive,
      users: usersOf(scope, "regional", eq(userUnit.regionId, region.id)),
    })
    .from(region)
    .innerJoin(storesHeld(scope, eq(store.regionId, region.id)), sql`true`)
    .where(regionsWithin(scope))
    .orderBy(region.nameKey, region.id);

/** The first this many by name, or the one with an id; all of them without either. */
export type RowSubset = { first?: number | undefined; only?: number | undefined };

export const findZoneRows = (scope: Scope, db: Db, regionIds: number[], some: RowSubset) => {
  const query = db
    .select({
      id: zone.id,
      zoneName: zone.name,
      regionId: zone.regionId,
      groups: groupsOf(
        scope,
        sql`${storeGroup.regionId} = ${zone.regionId} and ${storeGroup.zoneId} = ${zone.id}`,
      ),
      stores: total,
      inactiveStores: inactive,
      users: usersOf(scope, "zonal", eq(userUnit.zoneId, zone.id)),
    })
    .from(zone)
    .innerJoin(
      storesHeld(scope, sql`${store.regionId} = ${zone.regionId} and ${store.zoneId} = ${zone.id}`),
      sql`true`,
    )
    .where(
      and(
        zonesWithin(scope),
        inArray(zone.regionId, regionIds),
        some.only === undefined ? undefined : eq(zone.id, some.only),
      ),
    )
    .orderBy(zone.nameKey, zone.id)
    .$dynamic();
  return some.first === undefined ? query : query.limit(some.first);
};

export const findGroupRows = (scope: Scope, db: Db, zoneIds: number[], some: RowSubset) => {
  const query = db
    .select({
      id: storeGroup.id,
      groupName: storeGroup.name,
      regionId: storeGroup.regionId,
      zoneId: storeGroup.zoneId,
      stores: total,
      inactiveStores: inactive,
      users: usersOf(scope, "group", eq(userUnit.groupId, storeGroup.id)),
    })
    .from(storeGroup)
    .innerJoin(
      storesHeld(
        scope,
        sql`${store.regionId} = ${storeGroup.regionId} and ${store.zoneId} = ${storeGroup.zoneId} and ${store.groupId} = ${storeGroup.id}`,
      ),
      sql`true`,
    )
    .where(
      and(
        groupsWithin(scope),
        inArray(storeGroup.zoneId, zoneIds),
        some.only === undefined ? undefined : eq(storeGroup.id, some.only),
      ),
    )
    .orderBy(storeGroup.nameKey, storeGroup.id)
    .$dynamic();
  return some.first === undefined ? query : query.limit(some.first);
};

export type UnitStoreFilter = {
  regionIds?: number[] | undefined;
  zoneIds?: number[] | undefined;
  groupIds?: number[] | undefined;
  storeIds?: number[] | undefined;
  /** Only stores without a group. */
  unassigned?: boolean;
  search?: string | undefined;
};

/** Matches stores of the scope in the given units, of each kind one of them. */
export function storesWanted(
  scope: Scope,
  { regionIds, zoneIds, groupIds, storeIds, unassigned, search }: UnitStoreFilter,
): SQL | undefined {
  return and(
    storesWithin(scope),
    regionIds && inArray(store.regionId, regionIds),
    zoneIds && inArray(store.zoneId, zoneIds),
    groupIds && inArray(store.groupId, groupIds),
    storeIds && inArray(store.id, storeIds),
    unassigned ? sql`${store.groupId} is null` : undefined,
    containsText(search, store.name, store.code),
  );
}

/** Finds, for each kind, the first `most` whose name or store code contains the words. */
export async function findByWords(scope: Scope, db: Db, words: string, most: number) {
  const regions = await db
    .select({ id: region.id, name: region.name, regionId: region.id })
    .from(region)
    .where(and(regionsWithin(scope), containsText(words, region.name)))
    .orderBy(region.nameKey, region.id)
    .limit(most);
  const zones = await db
    .select({
      id: zone.id,
      name: zone.name,
      regionId: zone.regionId,
      regionName: region.name,
      zoneId: zone.id,
    })
    .from(zone)
    .innerJoin(region, and(eq(region.companyId, zone.companyId), eq(region.id, zone.regionId)))
    .where(and(zonesWithin(scope), containsText(words, zone.name)))
    .orderBy(zone.nameKey, zone.id)
    .limit(most);
  const path = { regionName: region.name, zoneName: zone.name };
  const groups = await db
    .select({
      id: storeGroup.id,
      name: storeGroup.name,
      regionId: storeGroup.regionId,
      zoneId: storeGroup.zoneId,
      groupId: storeGroup.id,
      ...path,
    })
    .from(storeGroup)
    .innerJoin(
      region,
      and(eq(region.companyId, storeGroup.companyId), eq(region.id, storeGroup.regionId)),
    )
    .innerJoin(zone, and(eq(zone.companyId, storeGroup.companyId), eq(zone.id, storeGroup.zoneId)))
    .where(and(groupsWithin(scope), containsText(words, storeGroup.name)))
    .orderBy(storeGroup.nameKey, storeGroup.id)
    .limit(most);
  const stores = await db
    .select({
      id: store.id,
      name: store.name,
      storeCode: store.code,
      regionId: store.regionId,
      zoneId: store.zoneId,
      groupId: store.groupId,
      groupName: storeGroup.name,
      ...path,
    })
    .from(store)
    .leftJoin(region, and(eq(region.companyId, store.companyId), eq(region.id, store.regionId)))
    .leftJoin(zone, and(eq(zone.companyId, store.companyId), eq(zone.id, store.zoneId)))
    .leftJoin(
      storeGroup,
      and(eq(storeGroup.companyId, store.companyId), eq(storeGroup.id, store.groupId)),
    )
    .where(storesWanted(scope, { search: words }))
    .orderBy(store.nameKey, store.id)
    .limit(most);
  return { regions, zones, groups, stores };
}
