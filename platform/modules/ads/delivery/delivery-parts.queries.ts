import { and, type SQL, sql } from "drizzle-orm";
import type { Scope } from "../../../access/scope.ts";
import { ofStoresWithin, storesWithin } from "../../../access/scope-conditions.ts";
import {
  campaign,
  campaignDelivery,
  campaignLine,
  campaignMakeGood,
  campaignPlays,
  campaignStore,
  playLog,
  store,
} from "../../../db/schema/index.ts";
import type { Parts } from "../../../db/with-parts.ts";

/** Campaigns (an array of ids) and, to narrow them, stores within the scope and days. */
export type DeliveryFilter = {
  campaignIds: SQL;
  stores?: SQL | undefined;
  days?: { from: string; to: string } | undefined;
};

export const idsOf = (ids: readonly number[]) => sql`${sql.param([...ids])}::bigint[]`;
const instantOf = (now: Date) => sql`${now.toISOString()}::timestamptz`;
/**
 * Gives the first day that may be uncounted; stores not counted up to here are behind. Their
 * dates differ by a day either way, and the job counts up to yesterday, an hour after it ended.
 */
const firstUncounted = (now: Date) => sql`((${instantOf(now)} at time zone 'UTC')::date - 3)`;

type Table =
  | typeof campaignLine
  | typeof campaignMakeGood
  | typeof campaignPlays
  | typeof campaignStore
  | typeof campaignDelivery;
const rowsOf =
  (scope: Scope, { campaignIds }: DeliveryFilter) =>
  (table: Table | typeof playLog) =>
    sql`${table.companyId} = ${scope.companyId} and ${table.campaignId} = any(${campaignIds})`;

/** The plays of a row that are in hours which are over on the store's clock. */
const overOf = (
  row: string,
) => sql`case when ${sql.raw(row)}.day < place.today then ${sql.raw(row)}.plays_in_all when ${sql.raw(row)}.day = place.today
  then (select coalesce(sum(count), 0)::int from unnest(${sql.raw(row)}.plays[1:place.hours_over]) count) else 0 end`;

/** Each store within the scope: its date and how many hours of it are over. */
export const placesOf = (scope: Scope, stores: SQL | undefined, now: Date): SQL => sql`
  select ${store.id} as store_id, ${store.timeZone} as time_zone, (${instantOf(now)} at time zone ${store.timeZone})::date as today,
    extract(hour from ${instantOf(now)} at time zone ${store.timeZone})::int as hours_over
  from ${store} where ${and(storesWithin(scope), stores)}`;

/**
 * Selects, from the play log joined with `place`, plays that are due in an hour which is not over.
 * The index has them by when they were due.
 */
export const isRunning = (
  now: Date,
) => sql`${playLog.startedAt} > ${instantOf(now)} - interval '3 hours'
  and ${playLog.dueAt} > ${instantOf(now)} - interval '1 hour'
  and ${playLog.dueAt} >= date_trunc('hour', ${instantOf(now)} at time zone time_zone) at time zone time_zone`;

/** FROM and WHERE of a campaign's verified plays in hours that are over; needs the part `place`. */
export const countedPlays = (
  scope: Scope,
  campaignId: number,
  now: Date,
): SQL => sql`${playLog} join place using (store_id)
  where ${playLog.companyId} = ${scope.companyId} and ${playLog.campaignId} = ${campaignId} and ${playLog.reason} is null and not (${isRunning(now)})`;
/** The time at which a play was due, on its store's clock. */
export const dueAt = sql`(${playLog.dueAt} at time zone time_zone)`;

/**
 * WITH parts `place`, and in the end `delivery`: a row for each campaign, store and day with a
 * booked or verified play. Plays due in hours that are not over count neither as booked nor as
 * verified.
 */
export function deliveryByDay(scope: Scope, filter: DeliveryFilter, now: Date): Parts {
  const of = rowsOf(scope, filter);
  const { days } = filter;
  const within = days ? sql`and day between ${days.from} and ${days.to}` : sql``;
  return {
    place: { inline: placesOf(scope, filter.stores, now) },
    ...dayParts(scope, filter, now, {
      line: sql`select campaign_id, store_id, day, plays, plays_in_all from ${campaignLine} where ${of(campaignLine)} ${within}`,
      good: sql`select campaign_id, store_id, day, plays, plays_in_all from ${campaignMakeGood} where ${of(campaignMakeGood)} ${within}`,
      verified: sql`select campaign_id, store_id, day, verified from ${campaignPlays} where ${of(campaignPlays)} and ${ofStoresWithin(campaignPlays, scope, filter.stores)} ${within}`,
    }),
  };
}

/**
 * WITH parts that end in `by_store`: a row for each campaign and store, with the same figures as
 * `delivery` added up over all days. Days that are counted are not read, so that fifty campaigns of
 * thousands of stores take no longer than a page may.
 */
export function deliveryByStore(scope: Scope, filter: DeliveryFilter, now: Date): Parts {
  const of = rowsOf(scope, filter);
  return {
    ...uncountedDays(scope, filter, now),
    by_store: sql`select campaign_id, store_id, sum(in_all) as in_all, sum(booked) as booked, sum(make_goods) as make_goods, sum(ahead) as ahead,
        sum(verified) as verified, sum(missed) as missed, sum(extra) as extra
      from (select campaign_id, store_id, 0 as in_all, booked, make_goods, 0 as ahead, verified, missed, extra from delivery
        union all select campaign_id, store_id, 0, booked, make_goods, 0, verified, missed, extra from counted
        union all select campaign_id, store_id, taken, 0, 0, 0, 0, 0, 0 from ${campaignStore} join place using (store_id) where ${of(campaignStore)}
        union all select campaign_id, store_id, 0, 0, 0, good.plays_in_all - ${overOf("good")}, 0, 0, 0
          from (select * from ${campaignMakeGood} where ${of(campaignMakeGood)}) good join place using (store_id) where good.day >= place.today
      ) figure group by 1, 2`,
  };
}

/**
 * Gives the WITH parts `counted`, the counted totals by campaign and store, and `entry` and
 * `delivery` (dayParts) for the days after those up to today. Days that the job has not reached are
 * read from the lines of the stores that are `behind`.
 */
export function uncountedDays(scope: Scope, filter: DeliveryFilter, now: Date): Parts {
  const of = rowsOf(scope, filter);
  const isUncounted = sql`(counted_to is null or day > counted_to)`;
  /** From this day on all rows are read; before it, only those of stores that are behind. */
  const last = sql`(select day from last_days)`;
  const isToDate = sql`day <= (select max(today) from place)`;
  const isLast = sql`day >= ${last} and ${isToDate}`;
  const isOlder = (table: typeof campaignLine | typeof campaignPlays) =>
    sql`${table.companyId} = ${scope.companyId} and ${table.campaignId} = late.campaign_id and ${table.day} > late.counted_to and ${table.day} < ${last}`;
  return {
    place: { inline: placesOf(scope, filter.stores, now) },
    counted: sql`select campaign_id, store_id, counted_to, booked, make_goods, verified, missed, extra
      from ${campaignDelivery} join place using (store_id) where ${of(campaignDelivery)}`,
    last_days: sql`select greatest(${firstUncounted(now)}, 1 + min(counted_to) filter (where counted_to >= ${firstUncounted(now)} - 1)) as day from counted`,
    until: sql`select * from (${countedUntil(scope, filter, last)}) until offset 0`,
    behind: sql`select campaign_id, store_id, coalesce(counted_to, '-infinity') as counted_to
      from ${campaignStore} join place using (store_id) left join counted using (campaign_id, store_id) join until using (campaign_id)
      where ${of(campaignStore)} and until.starts_on < ${last} and coalesce(counted_to, '-infinity') < until.day`,
    ...dayParts(scope, filter, now, {
      line: sql`select campaign_id, store_id, day, plays, plays_in_all
          from place as at cross join lateral (select campaign_id, day, plays, plays_in_all from ${campaignLine}
            where ${of(campaignLine)} and ${campaignLine.storeId} = at.store_id and ${isLast}) line
            left join counted using (campaign_id, store_id) where ${isUncounted}
        union all select late.campaign_id, late.store_id, day, plays, plays_in_all from behind late cross join lateral (select day, plays, plays_in_all from ${campaignLine}
          where ${isOlder(campaignLine)} and ${campaignLine.storeId} = late.store_id offset 0) older`,
      good: sql`select campaign_id, store_id, day, plays, plays_in_all from ${campaignMakeGood} left join counted using (campaign_id, store_id)
        where ${of(campaignMakeGood)} and ${isToDate} and ${isUncounted}`,
      verified: sql`select campaign_id, store_id, day, ${campaignPlays.verified} from ${campaignPlays} left join counted using (campaign_id, store_id)
          where ${of(campaignPlays)} and ${ofStoresWithin(campaignPlays, scope, filter.stores)} and ${isLast} and ${isUncounted}
        union all select campaign_id, store_id, day, verified
          from (select campaign_id, min(counted_to) as counted_to from behind group by 1) late cross join lateral (select store_id, day, verified
            from ${campaignPlays} where ${isOlder(campaignPlays)} offset 0) older join behind using (campaign_id, store_id)
          where day > behind.counted_to`,
    }),
  };
}

/**
 * The day to which each campaign must be counted before a day: two more than its last, because
 * plays are heard in hours that were given back.
 */
export const countedUntil = (
  scope: Scope,
  { campaignIds }: DeliveryFilter,
  before: SQL,
): SQL => sql`
  select ${campaign.id} as campaign_id, ${campaign.startsOn} as starts_on, least(${before} - 1, 2 + greatest(${campaign.endsOn},
    (select max(day) from ${campaignMakeGood} where ${campaignMakeGood.companyId} = ${campaign.companyId} and ${campaignMakeGood.campaignId} = ${campaign.id}))) as day
  from ${campaign} where ${campaign.companyId} = ${scope.companyId} and ${campaign.id} = any(${campaignIds})`;

/**
 * Parts that end in `entry`, what adds to the figures of a campaign, store and day or takes from
 * them; `tally`, that added up; and `delivery`.
 */
function dayParts(
  scope: Scope,
  filter: DeliveryFilter,
  now: Date,
  rows: { line: SQL; good: SQL; verified: SQL },
): Parts {
  return {
    good: sql`select campaign_id, store_id, day, plays_in_all as in_all, ${overOf("good")} as over from (${rows.good}) good join place using (store_id)`,
    entry: sql`select campaign_id, store_id, day, plays_in_all as in_all, ${overOf("line")} as booked, 0 as make_goods, 0 as ahead, 0 as verified
        from (${rows.line}) line join place using (store_id)
      union all select campaign_id, store_id, day, -in_all, -over, over, in_all - over, 0 from good
      union all select campaign_id, store_id, day, 0, 0, 0, 0, verified from (${rows.verified}) heard
      union all select campaign_id, store_id, (due_at at time zone time_zone)::date, 0, 0, 0, 0, -1
        from ${playLog} join place using (store_id) where ${rowsOf(scope, filter)(playLog)} and ${isRunning(now)}`,
    tally: sql`select campaign_id, store_id, day, sum(in_all)::int as in_all, sum(booked)::int as booked, sum(make_goods)::int as make_goods,
        sum(ahead)::int as ahead, sum(verified)::int as verified from entry group by 1, 2, 3`,
    delivery: sql`select *, greatest(0, booked + make_goods - verified) as missed, greatest(0, verified - booked - make_goods) as extra from tally`,
  };
}
