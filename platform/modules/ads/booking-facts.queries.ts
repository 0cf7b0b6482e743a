import { and, eq, type SQL, sql } from "drizzle-orm";
import { type Scope, storesWithin } from "../../access/scope.ts";
import type { Db, Tx } from "../../db/client.ts";
import { adSetting, campaign, campaignSpot, campaignUnit, spot, store } from "../../db/schema/index.ts";
import { readSettings, settingsAsJson } from "./settings.queries.ts";

/** The stores of a company that lie in a campaign's locations. Each kind of location is looked up by itself, so that no other store is. */
function isInUnitsOf({ companyId }: Scope, campaignId: number): SQL {
  const ofCampaign = sql`${campaignUnit.companyId} = ${companyId} and ${campaignUnit.campaignId} = ${campaignId}`;
  const lyingIn = (column: "regionId" | "zoneId" | "groupId") => sql`select inner_store.id from ${campaignUnit} join ${store} inner_store
    on inner_store.company_id = ${companyId} and inner_store.${sql.identifier(store[column].name)} = ${campaignUnit[column]} where ${ofCampaign}`;
  return sql`${store.id} in (select ${campaignUnit.storeId} from ${campaignUnit} where ${ofCampaign} and ${campaignUnit.storeId} is not null
    union ${lyingIn("groupId")} union ${lyingIn("zoneId")} union ${lyingIn("regionId")}
    union select inner_store.id from ${store} inner_store where inner_store.company_id = ${companyId} and exists (select 1 from ${campaignUnit}
      where ${ofCampaign} and num_nonnulls(${campaignUnit.regionId}, ${campaignUnit.zoneId}, ${campaignUnit.groupId}, ${campaignUnit.storeId}) = 0))`;
}

const isInCampaign = (scope: Scope, campaignId: number) =>
  and(storesWithin(scope), eq(store.status, "active"), isInUnitsOf(scope, campaignId));

/** What a booking looks at of a store. */
export const storeColumns = {
  id: store.id,
  name: store.name,
  timeZone: store.timeZone,
  regionId: store.regionId,
  zoneId: store.zoneId,
  groupId: store.groupId,
};

/** The active stores within the scope that lie in the campaign's locations now. */
export const findStoresOfUnits = (scope: Scope, db: Db, campaignId: number) =>
  db.select(storeColumns).from(store).where(isInCampaign(scope, campaignId)).orderBy(store.id);
export type CampaignStore = Awaited<ReturnType<typeof findStoresOfUnits>>[number];

type BookedSpot = { spotId: number; weight: number; seconds: number; active: boolean };

/**
 * What a booking of a locked campaign is made of, in one statement: its stores, its spots (locked, so that none gets a longer file meanwhile), the
 * settings that hold on the stores' paths, and whether a hold of the company is over and not yet given back.
 */
export async function lockBookingFacts(scope: Scope, tx: Tx, campaignId: number, now: Date) {
  const { companyId } = scope;
  const listed = (fields: Record<string, SQL>, from: SQL) => {
    const members = Object.entries(fields).map(([name, value]) => sql`${sql.raw(`'${name}'`)}, ${value}`);
    return sql`(select coalesce(json_agg(json_build_object(${sql.join(members, sql`, `)}) order by id), '[]') from ${from})`;
  };
  const raw = (...names: string[]) => Object.fromEntries(names.map((name) => [name, sql.raw(toSnake(name))]));
  const ofPaths = sql.join(
    ["region_id", "zone_id", "group_id", "id"].map((column) => {
      const own = sql.identifier(column === "id" ? "store_id" : column);
      return sql`(${own} is null or ${own} in (select stores.${sql.identifier(column)} from stores))`;
    }),
    sql` and `,
  );
  const { rows } = await tx.execute<{
    stores: CampaignStore[];
    spots: BookedSpot[];
    settings: Parameters<typeof readSettings>[0];
    holdsOver: boolean;
  }>(sql`with stores as materialized (select ${sql.join(Object.values(storeColumns), sql`, `)} from ${store} where ${isInCampaign(scope, campaignId)}),
    spots as materialized (select ${spot.id}, ${campaignSpot.weight}, ${spot.durationSeconds} as seconds, ${spot.active}
      from ${campaignSpot} join ${spot} on ${spot.companyId} = ${campaignSpot.companyId} and ${spot.id} = ${campaignSpot.spotId}
      where ${campaignSpot.companyId} = ${companyId} and ${campaignSpot.campaignId} = ${campaignId} and ${campaignSpot.droppedAt} is null
      order by ${spot.id} for share of spot)
    select ${listed(raw("id", "name", "timeZone", "regionId", "zoneId", "groupId"), sql`stores`)} as stores,
      ${listed({ spotId: sql.raw("id"), ...raw("weight", "seconds", "active") }, sql`spots`)} as spots,
      (select coalesce(json_agg(${settingsAsJson} order by ${adSetting.id}), '[]') from ${adSetting}
        where ${adSetting.companyId} = ${companyId} and ${ofPaths}) as settings,
      exists (select 1 from ${campaign} where ${campaign.companyId} = ${companyId} and ${campaign.state} = 'HELD'
        and ${campaign.holdUntil} <= ${now.toISOString()}::timestamptz) as "holdsOver"`);
  const { stores = [], spots = [], settings = [], holdsOver = false } = rows[0] ?? {};
  return { stores, spots, settings: readSettings(settings), holdsOver };
}

const toSnake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
