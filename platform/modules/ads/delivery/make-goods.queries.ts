import { sql } from "drizzle-orm";
import type { MakeGoodQuery, MakeGoodRow } from "#contract/ads/delivery";
import type { makeGoodStates } from "#contract/ads/words";
import type { Scope } from "../../../access/scope.ts";
import { storesWithin } from "../../../access/scope-conditions.ts";
import { columnOf, idKey, type KeyPart, keyset, textKey } from "../../../db/keyset.ts";
import {
  campaign,
  campaignMakeGood,
  campaignStore,
  company,
  store,
} from "../../../db/schema/index.ts";
import type { Db, Tx } from "../../../db/types.ts";
import { withParts } from "../../../db/with-parts.ts";
import { hours } from "../ledger/ledger-parts.queries.ts";
import { storeNamed } from "./delivery.queries.ts";
import { deliveryByDay, idsOf } from "./delivery-parts.queries.ts";

type State = (typeof makeGoodStates)[number];
/**
 * Campaigns in one of the states whose flight is not over, with the country that their company's
 * figures are written for.
 */
export async function findUnfinished(db: Db, states: readonly State[], now: Date) {
  const { rows } = await db.execute<{
    companyId: number;
    id: number;
    country: string;
    today: string;
  }>(sql`
    select ${campaign.companyId}::int as "companyId", ${campaign.id}::int as id, ${company.country} as country,
      (${now.toISOString()}::timestamptz at time zone ${company.timeZone})::date::text as today
    from ${campaign} join ${company} on ${company.id} = ${campaign.companyId}
    where ${campaign.state} = any(${sql.param([...states])}::text[]) and ${campaign.endsOn} >= (${now.toISOString()}::timestamptz)::date - 1 order by 1, 2`);
  return rows;
}

/**
 * The plays that a store missed (or, negative, played too many) on a date, and how many were made
 * up for that date.
 */
export type MissedDay = { storeId: number; day: string; missed: number; madeUp: number };

/**
 * Finds dates of a campaign that ended at least this many days ago in the store's local time, and
 * were not played as booked, or were made good, by store and date. Stores that left the campaign,
 * or are inactive, have none: nothing can be made good there.
 */
export async function findMissedDays(
  scope: Scope,
  db: Db,
  campaignId: number,
  { now, daysAgo, storeIds }: { now: Date; daysAgo: number; storeIds?: readonly number[] },
): Promise<MissedDay[]> {
  const { rows } =
    await db.execute<MissedDay>(sql`${withParts(deliveryByDay(scope, { campaignIds: idsOf([campaignId]) }, now))}, made_up as (
      select store_id, missed_on as day, sum(plays_in_all)::int as plays from ${campaignMakeGood}
      where ${campaignMakeGood.companyId} = ${scope.companyId} and ${campaignMakeGood.campaignId} = ${campaignId} group by 1, 2)
    select store_id::int as "storeId", day::text as day, missed::int, made_up::int as "madeUp"
    from (select store_id, day, coalesce(missed - extra, 0) as missed, coalesce(plays, 0) as made_up
      from (select store_id, day, missed, extra from delivery join place using (store_id) where day < place.today - ${daysAgo}::int) settled
        full join made_up using (store_id, day)) behind
    where (missed <> 0 or made_up > 0) ${storeIds ? sql`and store_id = any(${idsOf(storeIds)})` : sql``}
      and exists (select 1 from ${store} where ${store.companyId} = ${scope.companyId} and ${store.id} = behind.store_id and ${store.status} = 'active')
      and not exists (select 1 from ${campaignStore} where ${campaignStore.companyId} = ${scope.companyId} and ${campaignStore.campaignId} = ${campaignId}
        and ${campaignStore.storeId} = behind.store_id and ${campaignStore.leftAt} is not null)
    order by 1, 2`);
  return rows;
}

/** The plays that a campaign has booked in stores between two dates, by hour. */
export async function findLines(
  scope: Scope,
  db: Db,
  campaignId: number,
  { storeIds, from, to }: { storeIds: readonly number[]; from: string; to: string },
) {
  const { rows } = await db.execute<{ storeId: number; day: string; plays: number[] }>(sql`
    select store_id::int as "storeId", day::text as day, plays from campaign_line
    where company_id = ${scope.companyId} and campaign_id = ${campaignId} and store_id = any(${idsOf(storeIds)}) and day between ${from} and ${to}`);
  return rows;
}

/** Plays by hour of a date that make up for those missed on an earlier one. */
export type MakeGood = { storeId: number; day: string; missedOn: string; plays: number[] };

/**
 * Notes what plays make up for. The caller has taken them in the same transaction, with the
 * campaign locked.
 */
export async function insertMakeGoods(
  scope: Scope,
  tx: Tx,
  campaignId: number,
  rows: readonly MakeGood[],
): Promise<void> {
  const makeGoodsJson = JSON.stringify(
    rows.map(({ storeId, day, missedOn, plays }) => ({
      store_id: storeId,
      day,
      missed_on: missedOn,
      plays,
    })),
  );
  const added = sql.raw(
    hours.map((hour) => `campaign_make_good.plays[${hour}] + excluded.plays[${hour}]`).join(),
  );
  await tx.execute(sql`insert into ${campaignMakeGood} (company_id, campaign_id, store_id, day, missed_on, plays)
    select ${scope.companyId}, ${campaignId}, store_id, day, missed_on, plays
    from jsonb_to_recordset(${makeGoodsJson}::jsonb) as given(store_id bigint, day date, missed_on date, plays smallint[]) order by store_id, day, missed_on
    on conflict (company_id, campaign_id, store_id, day, missed_on) do update set plays = array[${added}]::smallint[]`);
}

const makeGoodSorts = {
  day: { value: sql`to_char(day, 'YYYY-MM-DD') collate "C"`, type: "text" },
  store: textKey(sql`name_key`),
} satisfies Record<string, KeyPart>;

/**
 * A page of the plays that a campaign has booked to make up for missed ones, over the stores within
 * the scope. Throws 422 for a cursor that is not ours.
 */
export async function findMakeGoodPage(
  scope: Scope,
  db: Db,
  { campaignId, search, sort, limit, cursor }: Omit<MakeGoodQuery, "companyId">,
  now: Date,
) {
  const parts = [makeGoodSorts[columnOf(sort)], idKey(sql`store_id`), makeGoodSorts.day];
  const missedOn: KeyPart = {
    value: sql`to_char(missed_on, 'YYYY-MM-DD') collate "C"`,
    type: "text",
  };
  const order = keyset([...parts, missedOn], { descending: sort.startsWith("-"), cursor });
  const local = sql`(${now.toISOString()}::timestamptz at time zone ${store.timeZone})`;
  const over = sql`case when day < ${local}::date then plays when day = ${local}::date then plays[1:extract(hour from ${local})::int] end`;
  const { rows } = await db.execute<
    MakeGoodRow & { total: number; rowKey: string[] }
  >(sql`with good as (
      select store_id, day, missed_on, ${store.name} as name, ${store.nameKey} as name_key, ${store.code} as code, plays_in_all as plays,
        (select coalesce(sum(count), 0)::int from unnest(${over}) count) as over
      from ${campaignMakeGood} join ${store} on ${store.companyId} = ${campaignMakeGood.companyId} and ${store.id} = store_id
      where ${storesWithin(scope)} and ${campaignMakeGood.companyId} = ${scope.companyId} and ${campaignMakeGood.campaignId} = ${campaignId}
        and ${storeNamed(search)} and plays_in_all > 0)
    select store_id::int as "storeId", name as "storeName", code as "storeCode", missed_on::text as "missedOn", day::text as day, plays::int, over,
      (select count(*)::int from good) as total, ${order.select} as "rowKey"
    from good where ${order.where ?? sql`true`} order by ${order.orderBy} limit ${limit + 1}`);
  return { ...order.page(rows, limit), total: rows[0]?.total ?? 0 };
}

/**
 * Marks a live campaign as reported behind today. Gives it, or undefined if that was reported
 * already, or it is no longer live.
 */
export async function markUnderdeliveryNotified(
  scope: Scope,
  tx: Tx,
  campaignId: number,
  today: string,
) {
  const { rows } = await tx.execute<{
    name: string;
    createdBy: string;
  }>(sql`update ${campaign} set behind_told_on = ${today}
    where ${campaign.companyId} = ${scope.companyId} and ${campaign.id} = ${campaignId} and ${campaign.state} = 'LIVE'
      and (behind_told_on is null or behind_told_on < ${today}) returning name, created_by as "createdBy"`);
  return rows[0];
}
