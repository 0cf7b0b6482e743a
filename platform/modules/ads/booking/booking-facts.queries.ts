import { and, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import type { Scope } from "../../../access/scope.ts";
import { storesWithin } from "../../../access/scope-conditions.ts";
import type { Unit } from "../../../access/units.ts";
import { store } from "../../../db/schema/index.ts";
import type { Db, Tx } from "../../../db/types.ts";
import { readSettings, settingsAsJson } from "../settings/settings.queries.ts";

/**
 * Finds the stores of a company in a campaign's locations, without those that it leaves out. Each
 * kind of location is looked up separately, so that no other store is read. Tables are named in
 * plain text: building a statement of many parts takes longer than running it.
 */
function isInUnitsOf({ companyId }: Scope, campaignId: number): SQL {
  const ofCampaign = sql`u.company_id = ${companyId} and u.campaign_id = ${campaignId}`;
  const lyingIn = (column: string) => sql`union select s.id from campaign_unit u join store s
    on s.company_id = u.company_id and ${sql.raw(`s.${column} = u.${column}`)} where ${ofCampaign}`;
  return sql`${store.id} = any(array(select u.store_id from campaign_unit u where ${ofCampaign} and u.store_id is not null
    ${lyingIn("group_id")} ${lyingIn("zone_id")} ${lyingIn("region_id")}
    union select s.id from store s where s.company_id = ${companyId} and exists (select 1 from campaign_unit u
      where ${ofCampaign} and num_nonnulls(u.region_id, u.zone_id, u.group_id, u.store_id) = 0)))
    and ${store.id} <> all(array(select unnest(c.blackout_store_ids) from campaign c where c.company_id = ${companyId} and c.id = ${campaignId}))`;
}

const isInCampaign = (scope: Scope, campaignId: number) =>
  and(storesWithin(scope), eq(store.status, "active"), isInUnitsOf(scope, campaignId));

/** The columns of a store that a booking needs. */
export const storeColumns = {
  id: store.id,
  name: store.name,
  timeZone: store.timeZone,
  regionId: store.regionId,
  zoneId: store.zoneId,
  groupId: store.groupId,
};

/** Finds the active stores within the scope that are in the campaign's locations now. */
export const findStoresOfUnits = (scope: Scope, db: Db, campaignId: number) =>
  db.select(storeColumns).from(store).where(isInCampaign(scope, campaignId)).orderBy(store.id);

/**
 * Finds the active stores within the scope in the locations of a campaign that is not saved,
 * without those that it leaves out.
 */
export function findStoresIn(
  scope: Scope,
  db: Db,
  { units, blackoutStoreIds }: { units: readonly Unit[]; blackoutStoreIds: readonly number[] },
) {
  const idsAt = (level: Unit["level"]) =>
    units.flatMap((unit) => (unit.level === level ? [unit.unitId] : []));
  const isInUnits = units.some(({ level }) => level === "COMPANY")
    ? undefined
    : or(
        inArray(store.regionId, idsAt("REGION")),
        inArray(store.zoneId, idsAt("ZONE")),
        inArray(store.groupId, idsAt("GROUP")),
        inArray(store.id, idsAt("STORE")),
      );
  return db
    .select(storeColumns)
    .from(store)
    .where(
      and(
        storesWithin(scope),
        eq(store.status, "active"),
        isInUnits,
        sql`${store.id} <> all(${sql.param([...blackoutStoreIds])}::bigint[])`,
      ),
    )
    .orderBy(store.id);
}
export type CampaignStore = Awaited<ReturnType<typeof findStoresOfUnits>>[number];

type BookedSpot = { spotId: number; weight: number; seconds: number; active: boolean };

/**
 * Reads everything that a booking of a locked campaign needs, in one statement: its stores, its
 * spots (locked, so that none gets a longer file), the settings on the stores' paths, and
 * whether a hold of the company has expired and must be given back.
 */
export async function lockBookingFacts(scope: Scope, tx: Tx, campaignId: number, now: Date) {
  const { companyId } = scope;
  const { rows } = await tx.execute<{
    stores: CampaignStore[];
    spots: BookedSpot[];
    settings: Parameters<typeof readSettings>[0];
    holdsOver: boolean;
  }>(sql`with stores as materialized (select id, name, time_zone, region_id, zone_id, group_id from store where ${isInCampaign(scope, campaignId)}),
    spots as materialized (select spot.id, weight, duration_seconds, active
      from campaign_spot join spot on spot.company_id = campaign_spot.company_id and spot.id = campaign_spot.spot_id
      where campaign_spot.company_id = ${companyId} and campaign_id = ${campaignId} and dropped_at is null order by spot.id for share of spot)
    select (select coalesce(json_agg(json_build_object('id', id, 'name', name, 'timeZone', time_zone, 'regionId', region_id, 'zoneId', zone_id,
        'groupId', group_id) order by id), '[]') from stores) as stores,
      (select coalesce(json_agg(json_build_object('spotId', id, 'weight', weight, 'seconds', duration_seconds, 'active', active) order by id), '[]')
        from spots) as spots,
      (select coalesce(json_agg(${settingsAsJson} order by id), '[]') from ad_setting where company_id = ${companyId}
        and (region_id is null or region_id in (select region_id from stores)) and (zone_id is null or zone_id in (select zone_id from stores))
        and (group_id is null or group_id in (select group_id from stores)) and (store_id is null or store_id in (select id from stores))) as settings,
      exists (select 1 from campaign where company_id = ${companyId} and state = 'HELD' and hold_until <= ${now.toISOString()}::timestamptz)
        as "holdsOver"`);
  const { stores = [], spots = [], settings = [], holdsOver = false } = rows[0] ?? {};
  return { stores, spots, settings: readSettings(settings), holdsOver };
}
