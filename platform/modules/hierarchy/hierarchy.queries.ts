import { and, eq, sql } from "drizzle-orm";
import { groupsWithin, regionsWithin, type Scope, storesWithin, zonesWithin } from "../../access/scope.ts";
import type { Db } from "../../db/client.ts";
import { region, store, storeGroup, zone } from "../../db/schema/index.ts";

export const findRegions = (scope: Scope, db: Db) =>
  db
    .select({ id: region.id, regionName: region.name })
    .from(region)
    .where(regionsWithin(scope))
    .orderBy(sql`lower(${region.name}) collate "C"`, region.id);

export const findZones = (scope: Scope, db: Db) =>
  db
    .select({ id: zone.id, zoneName: zone.name, regionId: zone.regionId })
    .from(zone)
    .where(zonesWithin(scope))
    .orderBy(sql`lower(${zone.name}) collate "C"`, zone.id);

export const findGroups = (scope: Scope, db: Db) =>
  db
    .select({ id: storeGroup.id, groupName: storeGroup.name, regionId: storeGroup.regionId, zoneId: storeGroup.zoneId })
    .from(storeGroup)
    .where(groupsWithin(scope))
    .orderBy(sql`lower(${storeGroup.name}) collate "C"`, storeGroup.id);

export const findStoresOfGroup = (scope: Scope, db: Db, groupId: number) =>
  db
    .select({ id: store.id, code: store.code, storeName: store.name })
    .from(store)
    .where(and(storesWithin(scope), eq(store.groupId, groupId)))
    .orderBy(sql`lower(${store.name}) collate "C"`, store.id);
