import { sql } from "drizzle-orm";
import type { CampaignPriority } from "#contract/ads/words";
import { sum } from "#contract/base/sum";
import type { SpotKind } from "#contract/schedule/positions";
import type { Scope } from "../../../access/scope.ts";
import { storesWithin } from "../../../access/scope-conditions.ts";
import {
  campaign,
  campaignLine,
  campaignMakeGood,
  campaignPreempted,
  campaignSpot,
  campaignStore,
  spot,
  store,
} from "../../../db/schema/index.ts";
import type { Db, Tx } from "../../../db/types.ts";
import type { PreemptedPlays } from "../../../engine/ad-inventory/preempt-plays.ts";
import { campaignBrand } from "../campaigns/campaign-brand.queries.ts";
import { campaignsWithin } from "../campaigns/campaigns.queries.ts";
import { byHour, idArray, isBegun, raw } from "../ledger/ledger-parts.queries.ts";

/**
 * Finds the plays of a kind in stores and dates that bookings of higher priority may take: sold
 * ones of campaigns that the caller sees, in hours that have not begun. Make-goods are not among
 * them: what was made good once is kept.
 */
export async function findPreemptible(
  scope: Scope,
  db: Db,
  { kind, priorities }: { kind: SpotKind; priorities: readonly CampaignPriority[] },
  { at, now }: { at: readonly { storeId: number; day: string }[]; now: Date },
) {
  const plays = (hour: number) => sql`case when ${isBegun(hour, now, sql`line.day`)} then 0
    else line.plays[${raw(hour)}] - coalesce(good.plays[${raw(hour)}], 0) end`;
  const { rows } = await db.execute<{
    campaignId: number;
    priority: CampaignPriority;
    name: string;
    brandName: string | null;
    storeId: number;
    day: string;
    plays: number[];
    playTakes: number;
    seconds: number;
    rate: number | null;
    primeRate: number | null;
  }>(sql`select ${campaign.id}::int as "campaignId", ${campaign.priority} as priority, ${campaign.name} as name,
      ${campaignBrand} as "brandName",
      line.store_id::int as "storeId", line.day::text as day, ${byHour(plays)} as plays, ${campaign.playTakes}::int as "playTakes",
      rotation.seconds::float8 as seconds, ${campaign.rate}::float8 as rate, ${campaign.primeRate}::float8 as "primeRate"
    from unnest(${idArray(at.map(({ storeId }) => storeId))}, ${sql.param(at.map(({ day }) => day))}::date[]) as given(store_id, day)
      join ${campaignLine} line on line.company_id = ${scope.companyId} and line.store_id = given.store_id and line.day = given.day
      join ${campaign} on ${campaign.companyId} = line.company_id and ${campaign.id} = line.campaign_id
      join ${store} on ${store.companyId} = line.company_id and ${store.id} = line.store_id
      left join lateral (select ${byHour((hour) => sql`sum(made.plays[${raw(hour)}])`)} as plays from ${campaignMakeGood} made
        where made.company_id = line.company_id and made.campaign_id = line.campaign_id and made.store_id = line.store_id and made.day = line.day) good on true
      cross join lateral (select sum(one.weight * ${spot.durationSeconds}) / sum(one.weight)::float8 as seconds
        from ${campaignSpot} one join ${spot} on ${spot.companyId} = one.company_id and ${spot.id} = one.spot_id
        where one.company_id = ${campaign.companyId} and one.campaign_id = ${campaign.id} and one.dropped_at is null) rotation
    where ${campaignsWithin(scope)} and ${campaign.kind} = ${kind} and ${campaign.state} in ('BOOKED', 'LIVE', 'PAUSED')
      and ${campaign.priority} = any(${sql.param([...priorities])}::text[]) and (${campaign.mayBePreempted} or ${campaign.priority} = 'HOUSE')
    order by 1, 5, 6`);
  return rows;
}

/** Records which plays a booking took of campaigns, and whether they are owed. */
export async function insertPreempted(
  scope: Scope,
  tx: Tx,
  { takenBy, isOwed }: { takenBy: number; isOwed: boolean },
  rows: readonly PreemptedPlays[],
): Promise<void> {
  const takenJson = JSON.stringify(
    rows.map(({ campaignId, storeId, day, plays }) => ({
      campaign_id: campaignId,
      store_id: storeId,
      day,
      plays,
      owed: isOwed ? sum(plays) : 0,
    })),
  );
  await tx.execute(sql`insert into ${campaignPreempted} (company_id, campaign_id, store_id, day, taken_by, plays, owed)
    select ${scope.companyId}, campaign_id, store_id, day, ${takenBy}, plays, owed
    from jsonb_to_recordset(${takenJson}::jsonb) as given(campaign_id bigint, store_id bigint, day date, plays smallint[], owed int)
    order by campaign_id, store_id, day`);
}

/** Plays that a store was to have on a date, that others took, and how many of them are owed. */
export type OwedDay = {
  storeId: number;
  day: string;
  takenBy: number;
  plays: number[];
  owed: number;
  /** Plays that the store lacks of those wanted there. */
  lacking: number;
};

/** Finds the plays of a campaign that others took and that are owed, of stores that are still in it. */
export async function findOwed(
  scope: Scope,
  db: Db,
  campaignId: number,
  storeIds?: readonly number[],
): Promise<OwedDay[]> {
  const { rows } = await db.execute<OwedDay>(sql`
    select taken.store_id::int as "storeId", taken.day::text as day, taken.taken_by::int as "takenBy", taken.plays, taken.owed::int as owed,
      greatest(0, own.wanted - own.taken)::int as lacking
    from ${campaignPreempted} taken join ${campaignStore} own using (company_id, campaign_id, store_id)
      join ${store} on ${store.companyId} = taken.company_id and ${store.id} = taken.store_id
    where taken.company_id = ${scope.companyId} and taken.campaign_id = ${campaignId} and taken.owed > 0 and own.left_at is null
      and ${store.status} = 'active' ${storeIds ? sql`and taken.store_id = any(${idArray(storeIds)})` : sql``}
    order by 1, 2, 3`);
  return rows;
}

/** Campaigns, running or to come, that are owed plays which others took. */
export async function findCampaignsOwed(db: Db, now: Date) {
  const { rows } = await db.execute<{ companyId: number; id: number }>(sql`
    select ${campaign.companyId}::int as "companyId", ${campaign.id}::int as id from ${campaign}
    where ${campaign.state} in ('BOOKED', 'LIVE') and ${campaign.endsOn} >= (${now.toISOString()}::timestamptz)::date - 1
      and exists (select 1 from ${campaignPreempted} taken where taken.company_id = ${campaign.companyId}
        and taken.campaign_id = ${campaign.id} and taken.owed > 0) order by 1, 2`);
  return rows;
}

/** Notes that owed plays of stores and dates are booked again. */
export async function settleOwed(
  scope: Scope,
  tx: Tx,
  campaignId: number,
  rows: readonly { storeId: number; day: string; takenBy: number; plays: number }[],
): Promise<void> {
  const settledJson = JSON.stringify(
    rows.map(({ storeId, day, takenBy, plays }) => ({
      store_id: storeId,
      day,
      taken_by: takenBy,
      plays,
    })),
  );
  await tx.execute(sql`update ${campaignPreempted} set owed = ${campaignPreempted.owed} - given.plays
    from jsonb_to_recordset(${settledJson}::jsonb) as given(store_id bigint, day date, taken_by bigint, plays int)
    where ${campaignPreempted.companyId} = ${scope.companyId} and ${campaignPreempted.campaignId} = ${campaignId}
      and ${campaignPreempted.storeId} = given.store_id and ${campaignPreempted.day} = given.day and ${campaignPreempted.takenBy} = given.taken_by`);
}

/**
 * Counts the plays that others took of a campaign in stores within the scope, those that are owed,
 * and names the campaigns that took them as far as the caller sees these.
 */
export async function sumPreempted(scope: Scope, db: Db, campaignId: number) {
  const { rows } = await db.execute<{
    plays: number;
    owed: number;
    by: string[];
  }>(sql`select coalesce(sum(taken.plays_in_all), 0)::int as plays, coalesce(sum(taken.owed), 0)::int as owed,
      coalesce(array_agg(distinct ${campaign.name} order by ${campaign.name}) filter (where ${campaignsWithin(scope) ?? sql`true`}), '{}') as by
    from ${campaignPreempted} taken join ${campaign} on ${campaign.companyId} = taken.company_id and ${campaign.id} = taken.taken_by
    where taken.company_id = ${scope.companyId} and taken.campaign_id = ${campaignId}
      and taken.store_id in (select ${store.id} from ${store} where ${storesWithin(scope)})`);
  return rows[0] ?? { plays: 0, owed: 0, by: [] };
}
