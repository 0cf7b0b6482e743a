import { and, eq, sql } from "drizzle-orm";
import type { Scope } from "../../access/scope.ts";
import { groupsWithin, storesWithin } from "../../access/scope-conditions.ts";
import { company, region, store, storeGroup, storeHours, zone } from "../../db/schema/index.ts";
import type { Db } from "../../db/types.ts";
import type { Hours } from "./store-csv-row.ts";
import { path } from "./stores.queries.ts";

/** By weekday, 0 being Sunday; a day that is absent is closed. */
export type Week = Record<string, Hours>;
/** By the names of columns. */
type Columns = Record<string, string | number | null | undefined>;
/**
 * A staged row (a new store gets its ID by staging): its new and old columns and hours, and the
 * same by the form's fields for the audit log.
 */
export type StagedStore = {
  id?: number;
  set: Columns;
  was?: Columns;
  hours?: Week;
  wasHours?: Week;
  before?: object;
  after: object;
};

/** Finds the values of a store whose row says nothing of them. */
export async function findUsual(scope: Scope, db: Db) {
  const [usual] = await db
    .select({ timeZone: company.timeZone, country: company.country, volume: company.optimumVolume })
    .from(company)
    .where(eq(company.id, scope.companyId));
  if (!usual) throw new Error("no company");
  return { ...usual, status: "active" as const };
}

/** A store's opening hours. */
export const weekOf = sql<Week>`(select coalesce(jsonb_object_agg(${storeHours.weekday}, jsonb_build_array(${storeHours.opens}, ${storeHours.closes})), '{}'::jsonb)
  from ${storeHours} where ${storeHours.companyId} = ${store.companyId} and ${storeHours.storeId} = ${store.id})`;

/**
 * The stores of these codes (in lower case) in the whole company, since codes are unique there;
 * `isMine` says whether the scope holds one.
 */
export const findStoresByCode = (scope: Scope, db: Db, codes: string[]) =>
  db
    .select({
      key: sql<string>`lower(${store.code})`,
      isMine: sql<boolean>`${storesWithin(scope)}`,
      id: store.id,
      storeName: store.name,
      status: store.status,
      timeZone: store.timeZone,
      country: store.country,
      volume: store.volume,
      addressLine: store.addressLine,
      city: store.city,
      state: store.state,
      postalCode: store.postalCode,
      contactName: store.contactName,
      phoneCountryCode: store.phoneCountryCode,
      phone: store.phone,
      email: store.email,
      licenceName: store.licenceName,
      licenceNumber: store.licenceNumber,
      licenceFrom: store.licenceFrom,
      licenceTo: store.licenceTo,
      regionId: store.regionId,
      zoneId: store.zoneId,
      groupId: store.groupId,
      regionName: region.name,
      zoneName: zone.name,
      groupName: storeGroup.name,
      week: weekOf,
    })
    .from(store)
    .leftJoin(region, path.region)
    .leftJoin(zone, path.zone)
    .leftJoin(storeGroup, path.group)
    .where(
      and(
        eq(store.companyId, scope.companyId),
        sql`lower(${store.code}) = any(${sql.param(codes)}::text[])`,
      ),
    );
export type FoundStore = Awaited<ReturnType<typeof findStoresByCode>>[number];

/** Codes within the scope that are digits with a zero in front, which spreadsheets drop. */
export async function findZeroCodes(scope: Scope, db: Db): Promise<string[]> {
  const rows = await db
    .select({ code: store.code })
    .from(store)
    .where(and(storesWithin(scope), sql`${store.code} ~ '^0[0-9]+$'`));
  return rows.map(({ code }) => code);
}

type LocationNames = {
  region?: string | null | undefined;
  zone?: string | null | undefined;
  group?: string | null | undefined;
};

/**
 * The groups of these names, `at` counting the names from 1; region and zone may be left out.
 * `isMine` says whether the scope holds one.
 */
export async function findGroupsByName(scope: Scope, db: Db, names: LocationNames[]) {
  const list = (member: keyof LocationNames) =>
    sql`${sql.param(names.map((name) => name[member] ?? null))}::text[]`;
  return db
    .select({
      at: sql<number>`named.at::int`,
      isMine: sql<boolean>`${groupsWithin(scope)}`,
      regionId: storeGroup.regionId,
      zoneId: storeGroup.zoneId,
      groupId: storeGroup.id,
      regionName: region.name,
      zoneName: zone.name,
      groupName: storeGroup.name,
    })
    .from(storeGroup)
    .innerJoin(zone, and(eq(zone.companyId, storeGroup.companyId), eq(zone.id, storeGroup.zoneId)))
    .innerJoin(
      region,
      and(eq(region.companyId, storeGroup.companyId), eq(region.id, storeGroup.regionId)),
    )
    .innerJoin(
      sql`unnest(${list("region")}, ${list("zone")}, ${list("group")}) with ordinality as named (region_name, zone_name, group_name, at)`,
      sql`lower(${storeGroup.name}) = lower(named.group_name) and lower(${zone.name}) = coalesce(lower(named.zone_name), lower(${zone.name}))
        and lower(${region.name}) = coalesce(lower(named.region_name), lower(${region.name}))`,
    )
    .where(eq(storeGroup.companyId, scope.companyId));
}
export type FoundGroup = Awaited<ReturnType<typeof findGroupsByName>>[number];

/** The groups of the scope by the names of their paths. */
export const findGroupPaths = (scope: Scope, db: Db, limit: number) =>
  db
    .select({ region: region.name, zone: zone.name, group: storeGroup.name })
    .from(storeGroup)
    .innerJoin(zone, and(eq(zone.companyId, storeGroup.companyId), eq(zone.id, storeGroup.zoneId)))
    .innerJoin(
      region,
      and(eq(region.companyId, storeGroup.companyId), eq(region.id, storeGroup.regionId)),
    )
    .where(groupsWithin(scope))
    .orderBy(storeGroup.id)
    .limit(limit);
