import { and, eq, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { UnitFilters, Units } from "#contract/reports/report";
import type { Scope } from "../../access/scope.ts";
import {
  groupsWithin,
  ofStoresWithin,
  regionsWithin,
  storesWithin,
  unitOfUser,
  zonesWithin,
} from "../../access/scope-conditions.ts";
import {
  company,
  region,
  store,
  type storeDay,
  storeDayPlays,
  storeGroup,
  userUnit,
  zone,
} from "../../db/schema/index.ts";
import type { Db } from "../../db/types.ts";
import type { Parts } from "../../db/with-parts.ts";
import { songsHeard, songTotals, songTotalsOf } from "../player/index.ts";
import { path } from "../stores/index.ts";

/** Matches the stores within the scope and the filters. */
export const reportedStores = (scope: Scope, filters: UnitFilters): SQL | undefined =>
  and(storesWithin(scope), filteredStores(filters));

export const filteredStores = ({
  regionId,
  zoneId,
  groupId,
  storeId,
}: UnitFilters): SQL | undefined =>
  and(
    regionId ? eq(store.regionId, regionId) : undefined,
    zoneId ? eq(store.zoneId, zoneId) : undefined,
    groupId ? eq(store.groupId, groupId) : undefined,
    storeId ? eq(store.id, storeId) : undefined,
  );

/** The unit columns of a store, and the joins that they need in addition. */
export const storeUnits = {
  columns: {
    company: company.name,
    region: region.name,
    zone: zone.name,
    group: storeGroup.name,
    storeCode: store.code,
    store: store.name,
  },
  join: sql`join ${company} on ${path.company} left join ${region} on ${path.region} left join ${zone} on ${path.zone}
    left join ${storeGroup} on ${path.group}`,
};

/**
 * Groups stores by the ID and the name of a place. A zone and a group have those above in their
 * names, which repeat.
 */
export const unitPlaces = {
  region: { id: sql`${store.regionId}`, name: sql`${region.name}` },
  zone: { id: sql`${store.zoneId}`, name: sql`${region.name} || ' › ' || ${zone.name}` },
  group: {
    id: sql`${store.groupId}`,
    name: sql`${region.name} || ' › ' || ${zone.name} || ' › ' || ${storeGroup.name}`,
  },
  store: { id: sql`${store.id}`, name: sql`${store.name} || ' (' || ${store.code} || ')'` },
};

type DatedFilters = UnitFilters & { from: string; to: string };

/** Matches stores' days within the scope, the filters and the dates. */
export const inDates = (
  days: typeof storeDayPlays | typeof storeDay,
  scope: Scope,
  criteria: DatedFilters,
): SQL =>
  sql`${ofStoresWithin(days, scope, filteredStores(criteria))} and ${days.day} between ${criteria.from}::date and ${criteria.to}::date`;

/** FROM and WHERE for the daily totals of music within the scope, the filters and the dates. */
export const reportedPlays = (scope: Scope, criteria: DatedFilters): SQL =>
  sql`from ${storeDayPlays} where ${inDates(storeDayPlays, scope, criteria)} and music_received > 0`;

/**
 * WITH parts that end in `by_song`: each song's totals. Of a group's stores they are grouped by
 * song and store first, because that hashes a few thousand rows where count(distinct) sorts every
 * total.
 */
export const reportedSongs = (scope: Scope, criteria: DatedFilters): Parts => {
  if (scope.reach === "company" && !filteredStores(criteria)) return songTotals(scope, criteria);
  const played = inDates(storeDayPlays, scope, criteria);
  const isMany =
    !criteria.groupId &&
    !criteria.storeId &&
    (scope.reach === "company" || scope.reach.regionIds.length + scope.reach.zoneIds.length > 0);
  if (isMany) return songTotalsOf(scope, criteria, sql`${reportedStores(scope, criteria)}`, played);
  return {
    by_store: sql`select song_id, heard.store_id, sum(song.received)::int as received, sum(plays)::int as plays, sum(seconds)::bigint as seconds,
        max(heard.day) filter (where plays > 0) as last_played
      ${songsHeard(scope, played)} group by song_id, heard.store_id`,
    by_song: sql`select song_id, sum(received)::bigint as received, sum(plays)::bigint as plays, sum(seconds)::bigint as seconds,
        count(*) filter (where plays > 0) as stores, max(last_played) as last_played
      from by_store group by song_id`,
  };
};

const unitOr = (name: string) => sql<string>`coalesce(units.${sql.identifier(name)}, 'All')`;

/**
 * The unit columns of users: the names of their own units and of those above, several in one cell.
 */
export const userUnits = {
  columns: {
    company: company.name,
    region: unitOr("region"),
    zone: unitOr("zone"),
    group: unitOr("store_group"),
    storeCode: unitOr("store_code"),
    store: unitOr("store"),
  },
  /** A lateral join to app_user. */
  join: sql`lateral (
    select string_agg(distinct ${region.name}, ', ') as region, string_agg(distinct ${zone.name}, ', ') as zone,
      string_agg(distinct ${storeGroup.name}, ', ') as store_group, string_agg(distinct ${store.code}, ', ') as store_code,
      string_agg(distinct ${store.name}, ', ') as store, array_agg(${region.id}) as region_ids, array_agg(${zone.id}) as zone_ids,
      array_agg(${storeGroup.id}) as group_ids, array_agg(${store.id}) as store_ids
    from ${userUnit}
    left join ${store} on ${store.companyId} = ${userUnit.companyId} and ${store.id} = ${userUnit.storeId}
    left join ${storeGroup} on ${storeGroup.companyId} = ${userUnit.companyId} and ${storeGroup.id} = coalesce(${userUnit.groupId}, ${store.groupId})
    left join ${zone} on ${zone.companyId} = ${userUnit.companyId} and ${zone.id} = coalesce(${userUnit.zoneId}, ${storeGroup.zoneId})
    left join ${region} on ${region.companyId} = ${userUnit.companyId} and ${region.id} = coalesce(${userUnit.regionId}, ${zone.regionId})
    where ${unitOfUser()}) as units`,
};

/** People with a unit that the filters fix, or below it. */
export function reportedUsers({
  regionId,
  zoneId,
  groupId,
  storeId,
}: UnitFilters): SQL | undefined {
  const isIn = (ids: string, id: number | undefined) =>
    id === undefined ? undefined : sql`${id} = any(units.${sql.identifier(ids)})`;
  return and(
    isIn("region_ids", regionId),
    isIn("zone_ids", zoneId),
    isIn("group_ids", groupId),
    isIn("store_ids", storeId),
  );
}

const all = sql<string>`'All'`;
/** The columns of a whole company; a filter names a unit of its own in place of "All". */
const wholeCompanyColumns = {
  company: company.name,
  region: all,
  zone: all,
  group: all,
  storeCode: all,
  store: all,
  timeZone: company.timeZone,
};

/**
 * The names of the units that the filters fix and of those above, "All" for the others, and the
 * company's time zone. Undefined if a unit is not within the scope.
 */
export async function findUnits(
  scope: Scope,
  db: Db,
  filters: UnitFilters,
): Promise<(Units & { timeZone: string }) | undefined> {
  const { regionId, zoneId, groupId, storeId } = filters;
  const selectName = (name: SQLWrapper) => sql<string>`coalesce(${name}, 'All')`;
  const regionName = selectName(region.name);
  const zoneName = selectName(zone.name);
  const groupName = selectName(storeGroup.name);
  const ofRegion = and(
    eq(region.companyId, company.id),
    regionId ? eq(region.id, regionId) : undefined,
  );
  const ofZone = and(eq(zone.companyId, company.id), zoneId ? eq(zone.id, zoneId) : undefined);
  const ofGroup = and(
    eq(storeGroup.companyId, company.id),
    groupId ? eq(storeGroup.id, groupId) : undefined,
  );
  const ofCompany = eq(company.id, scope.companyId);
  if (storeId) {
    const [row] = await db
      .select({
        ...wholeCompanyColumns,
        region: regionName,
        zone: zoneName,
        group: groupName,
        storeCode: store.code,
        store: store.name,
      })
      .from(company)
      .innerJoin(store, and(eq(store.companyId, company.id), reportedStores(scope, filters)))
      .leftJoin(region, and(eq(region.companyId, store.companyId), eq(region.id, store.regionId)))
      .leftJoin(zone, and(eq(zone.companyId, store.companyId), eq(zone.id, store.zoneId)))
      .leftJoin(
        storeGroup,
        and(eq(storeGroup.companyId, store.companyId), eq(storeGroup.id, store.groupId)),
      )
      .where(ofCompany);
    return row;
  }
  if (groupId) {
    const [row] = await db
      .select({ ...wholeCompanyColumns, region: regionName, zone: zoneName, group: groupName })
      .from(company)
      .innerJoin(storeGroup, and(ofGroup, groupsWithin(scope)))
      .innerJoin(zone, and(ofZone, eq(zone.id, storeGroup.zoneId)))
      .innerJoin(region, and(ofRegion, eq(region.id, zone.regionId)))
      .where(ofCompany);
    return row;
  }
  if (zoneId) {
    const [row] = await db
      .select({ ...wholeCompanyColumns, region: regionName, zone: zoneName })
      .from(company)
      .innerJoin(zone, and(ofZone, zonesWithin(scope)))
      .innerJoin(region, and(ofRegion, eq(region.id, zone.regionId)))
      .where(ofCompany);
    return row;
  }
  if (regionId) {
    const [row] = await db
      .select({ ...wholeCompanyColumns, region: regionName })
      .from(company)
      .innerJoin(region, and(ofRegion, regionsWithin(scope)))
      .where(ofCompany);
    return row;
  }
  const [row] = await db.select(wholeCompanyColumns).from(company).where(ofCompany);
  return row;
}
