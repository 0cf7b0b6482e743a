import { and, eq, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { ReportFilters } from "#contract/reports/endpoints";
import { groupsWithin, regionsWithin, type Scope, storesWithin, zonesWithin } from "../../access/scope.ts";
import type { Db } from "../../db/client.ts";
import { company, region, store, storeGroup, zone } from "../../db/schema/index.ts";

export type Units = { company: string; region: string; zone: string; group: string; storeCode: string; store: string };

/** The stores of the scope that the filters leave. */
export const reportedStores = (scope: Scope, { regionId, zoneId, groupId, storeId }: ReportFilters): SQL | undefined =>
  and(
    storesWithin(scope),
    regionId ? eq(store.regionId, regionId) : undefined,
    zoneId ? eq(store.zoneId, zoneId) : undefined,
    groupId ? eq(store.groupId, groupId) : undefined,
    storeId ? eq(store.id, storeId) : undefined,
  );

/** Names of the units that the filters fix, with those above them; "All" for the others. Undefined when a unit is not within the scope. */
export async function findUnits(scope: Scope, db: Db, filters: ReportFilters): Promise<Units | undefined> {
  const all = sql<string>`'All'`;
  const { regionId, zoneId, groupId, storeId } = filters;
  const named = (name: SQLWrapper) => sql<string>`coalesce(${name}, 'All')`;
  const regionName = named(region.name);
  const zoneName = named(zone.name);
  const groupName = named(storeGroup.name);
  const ofRegion = and(eq(region.companyId, company.id), regionId ? eq(region.id, regionId) : undefined);
  const ofZone = and(eq(zone.companyId, company.id), zoneId ? eq(zone.id, zoneId) : undefined);
  const ofGroup = and(eq(storeGroup.companyId, company.id), groupId ? eq(storeGroup.id, groupId) : undefined);
  const base = { company: company.name, region: all, zone: all, group: all, storeCode: all, store: all };
  const ofCompany = eq(company.id, scope.companyId);
  if (storeId) {
    const [found] = await db
      .select({ ...base, region: regionName, zone: zoneName, group: groupName, storeCode: store.code, store: store.name })
      .from(company)
      .innerJoin(store, and(eq(store.companyId, company.id), reportedStores(scope, filters)))
      .leftJoin(region, and(eq(region.companyId, store.companyId), eq(region.id, store.regionId)))
      .leftJoin(zone, and(eq(zone.companyId, store.companyId), eq(zone.id, store.zoneId)))
      .leftJoin(storeGroup, and(eq(storeGroup.companyId, store.companyId), eq(storeGroup.id, store.groupId)))
      .where(ofCompany);
    return found;
  }
  if (groupId) {
    const [found] = await db
      .select({ ...base, region: regionName, zone: zoneName, group: groupName })
      .from(company)
      .innerJoin(storeGroup, and(ofGroup, groupsWithin(scope)))
      .innerJoin(zone, and(ofZone, eq(zone.id, storeGroup.zoneId)))
      .innerJoin(region, and(ofRegion, eq(region.id, zone.regionId)))
      .where(ofCompany);
    return found;
  }
  if (zoneId) {
    const [found] = await db
      .select({ ...base, region: regionName, zone: zoneName })
      .from(company)
      .innerJoin(zone, and(ofZone, zonesWithin(scope)))
      .innerJoin(region, and(ofRegion, eq(region.id, zone.regionId)))
      .where(ofCompany);
    return found;
  }
  if (regionId) {
    const [found] = await db
      .select({ ...base, region: regionName })
      .from(company)
      .innerJoin(region, and(ofRegion, regionsWithin(scope)))
      .where(ofCompany);
    return found;
  }
  const [found] = await db.select(base).from(company).where(ofCompany);
  return found;
}
