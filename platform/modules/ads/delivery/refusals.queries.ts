import { sql } from "drizzle-orm";
import type { RefusalReason } from "#contract/ads/words";
import type { Scope } from "../../../access/scope.ts";
import { storesWithin } from "../../../access/scope-conditions.ts";
import { campaign, campaignLine, campaignRefusal, store } from "../../../db/schema/index.ts";
import type { Db, Tx } from "../../../db/types.ts";
import { hours, isBegun, sumOf } from "../ledger/ledger-parts.queries.ts";

/**
 * Plays that published days leave out of campaigns: schedule writes them with each version of a day
 * (docs/decisions/campaigns-in-the-day.md).
 */

/**
 * The plays of each refusal that are still owed, in hours that are not over in the store's local
 * time: plays that were given back since, or are paused, do not count as refused.
 */
const toCome = (scope: Scope, now: Date) => {
  const plays = hours.map((hour) => {
    const at = sql.raw(`[${hour}]`);
    return sql`case when ${isBegun(hour + 1, now, sql`refusal.day`)} then 0 else least(refusal.plays${at}, line.plays${at}) end`;
  });
  return sql`select refusal.store_id, refusal.campaign_id, refusal.day, refusal.log_day, refusal.because, refusal.told, ${store.name} as name,
      ${store.nameKey} as name_key, array[${sql.join(plays, sql`, `)}]::int[] as plays
    from ${campaignRefusal} refusal
      join ${campaignLine} line using (company_id, campaign_id, store_id, day)
      join ${campaign} on ${campaign.companyId} = refusal.company_id and ${campaign.id} = refusal.campaign_id and ${campaign.state} in ('BOOKED', 'LIVE')
      join ${store} on ${store.companyId} = refusal.company_id and ${store.id} = refusal.store_id
    where refusal.company_id = ${scope.companyId} and ${storesWithin(scope)}`;
};

export type Refusal = {
  storeId: number;
  storeName: string;
  day: string;
  because: RefusalReason;
  plays: number[];
};

/**
 * Finds a campaign's first refusals to come in stores within the scope, and counts the plays of
 * all: those left out and those moved.
 */
export async function findRefusals(
  scope: Scope,
  db: Db,
  campaignId: number,
  { now, limit }: { now: Date; limit: number },
) {
  const { rows } = await db.execute<
    Refusal & { refused: number; moved: number }
  >(sql`with refusal as (
      select *, ${sumOf("plays")} as count from (${toCome(scope, now)} and refusal.campaign_id = ${campaignId}) coming)
    select store_id::int as "storeId", name as "storeName", day::text as day, because, plays,
      coalesce(sum(count) filter (where because <> 'MOVED') over (), 0)::int as refused,
      coalesce(sum(count) filter (where because = 'MOVED') over (), 0)::int as moved
    from refusal where count > 0 order by day, name_key, store_id, because limit ${limit}`);
  const { refused = 0, moved = 0 } = rows[0] ?? {};
  return {
    refused,
    moved,
    rows: rows.map(({ storeId, storeName, day, because, plays }) => ({
      storeId,
      storeName,
      day,
      because,
      plays,
    })),
  };
}

/** Finds companies with refusals that nobody has been notified of. */
export async function findCompaniesToTell(db: Db): Promise<number[]> {
  const rows = await db
    .selectDistinct({ companyId: campaignRefusal.companyId })
    .from(campaignRefusal)
    .where(sql`not ${campaignRefusal.told}`)
    .orderBy(campaignRefusal.companyId);
  return rows.map(({ companyId }) => companyId);
}

/**
 * A campaign with refused future plays that people were not notified of. The first of them is the
 * example in the notice.
 */
export type RefusalNotice = {
  campaignId: number;
  name: string;
  createdBy: string;
  plays: number;
  stores: number;
  day: string;
  hour: number;
  storeName: string;
  because: RefusalReason;
};

/**
 * Marks all refusals of a company as notified, and gives by campaign those that people were not
 * notified of before.
 */
export async function markRefusalsNotified(
  scope: Scope,
  tx: Tx,
  now: Date,
): Promise<RefusalNotice[]> {
  const ofCompany = sql`company_id = ${scope.companyId} and not told`;
  await tx.execute(
    sql`select 1 from ${campaignRefusal} where ${ofCompany} order by store_id, log_day, campaign_id, day, because for update`,
  );
  const { rows } = await tx.execute<RefusalNotice>(sql`with coming as (
      select untold.*, count, first_hour from (${toCome(scope, now)} and not refusal.told) untold, lateral (select sum(at.count)::int as count,
        min(at.hour - 1)::int as first_hour from unnest(plays) with ordinality at(count, hour) where at.count > 0) sums where count > 0),
    by_campaign as (select campaign_id, sum(count)::int as plays, count(distinct store_id)::int as stores from coming group by 1)
    select distinct on (campaign_id) campaign_id::int as "campaignId", ${campaign.name} as name, ${campaign.createdBy} as "createdBy",
      by_campaign.plays, by_campaign.stores, coming.day::text as day, first_hour as hour, coming.name as "storeName", coming.because
    from coming join by_campaign using (campaign_id) join ${campaign} on ${campaign.companyId} = ${scope.companyId} and ${campaign.id} = campaign_id
    order by campaign_id, day, hour, coming.name_key, store_id`);
  await tx.execute(sql`update ${campaignRefusal} set told = true where ${ofCompany}`);
  return rows;
}
