import { type SQL, sql } from "drizzle-orm";
import { sum } from "#contract/base/sum";
import type { SpotKind } from "#contract/schedule/positions";
import type { Scope } from "../../../access/scope.ts";
import { sendNow } from "../../../db/changes.ts";
import type { Tx } from "../../../db/types.ts";
import { isInLines } from "./ledger.queries.ts";
import {
  type ByHour,
  byHourText,
  type CampaignInLedger,
  clockOfStore,
  type FullHour,
  hours,
  idArray,
  lock,
  lockedRows,
  mostNamed,
  raw,
  roomText,
} from "./ledger-parts.queries.ts";
import { ofTakers } from "./room.queries.ts";

/**
 * Plays wanted per store, date and hour that is asked for (asked-hours.queries.ts); with `ofTimes`
 * those of a store and date are as many as the campaign has exact times there (campaign_time).
 */
export type Demand = {
  storeIds: readonly number[];
  days: readonly { day: string; plays: ByHour }[];
  ofTimes?: boolean;
};

export type Reservation = {
  taken: number;
  /**
   * The plays asked for in all of the stores and dates; those of a date that is not on sale count
   * in full.
   */
  wanted: number;
  /** Stores and dates that are not on sale. */
  notOnSale: number;
  full: FullHour[];
};

type TakeOptions = {
  as: "held" | "booked";
  all: boolean;
  now: Date;
  /** Puts the stores into the campaign from this day on, with the plays that they want and get. */
  since?: string | undefined;
  /**
   * The most plays to take in each hour of a store and date, even if there is more room; 0 for a
   * store and date that is not listed.
   */
  most?: readonly { storeId: number; day: string; plays: ByHour }[] | undefined;
};

/**
 * Takes plays for a campaign: held while its state is HELD, else booked. Hours that have begun on
 * the store's clock have no room. With `all`, nothing is taken where anything is missing; else as
 * much as fits in each hour. `full` names the first hours without room. The rows are locked by a
 * statement of their own, which goes out ahead of the one that reads and writes them: its snapshot
 * must be taken under the locks (docs/decisions/ad-ledger.md).
 */
export async function takePlays(
  scope: Scope,
  tx: Tx,
  {
    ofCampaign,
    demand,
    options,
  }: { ofCampaign: CampaignInLedger; demand: Demand; options: TakeOptions },
): Promise<Reservation> {
  const { storeIds, days } = demand;
  const dates = days.map(({ day }) => day);
  const wantedPerStore = sum(days.flatMap(({ plays }) => plays));
  sendNow(tx, lockedRows(isForTaking(scope, ofCampaign.kind, { storeIds, days: dates })));
  const parts = [
    sql`store_days as materialized (${fittedRows(scope, ofCampaign, demand, options)})`,
    // says whether anything is taken
    sql`totals as materialized (
      select count(*)::int as on_sale, coalesce(sum(taken), 0)::bigint as taken, coalesce(sum(closed), 0)::bigint as closed,
        not ${options.all} or (count(*) = ${storeIds.length * days.length} and coalesce(bool_and(wanted = fits), true)) as is_taken
      from store_days)`,
    sql`ledger_changes as (${addToLedger(scope, ofCampaign, demand, options)})`,
    sql`line_changes as (${addToLines(scope, ofCampaign, demand)})`,
  ];
  if (options.since !== undefined)
    parts.push(
      sql`store_changes as (${joinStores(scope, ofCampaign, { storeIds, since: options.since, wantedPerStore })})`,
    );
  const { rows } = await tx.execute<
    Omit<Reservation, "notOnSale"> & { onSale: number }
  >(sql`with ${sql.join(parts, sql`, `)}
    select on_sale as "onSale", case when is_taken then taken else 0 end as taken, ${wantedPerStore * storeIds.length}::bigint - closed as wanted,
      (${firstFullHours}) as full
    from totals`);
  const { onSale = 0, ...result } = rows[0] ?? { taken: 0, wanted: 0, full: [] };
  return { ...result, notOnSale: storeIds.length * days.length - onSale };
}

/*
 * The parts of that statement name their tables in plain text: building that many parts from
 * drizzle's columns took longer than running them.
 */

/**
 * Selects, for each store and date on sale, the plays that are wanted in each hour and those that
 * fit; how many fit in all (`taken`), and how many are asked for in hours that sell nothing
 * (`closed`).
 */
function fittedRows(
  { companyId }: Scope,
  { id, kind, playTakes }: CampaignInLedger,
  { storeIds, days, ofTimes = false }: Demand,
  { now, most }: TakeOptions,
): SQL {
  const used = usedHours(days);
  const ofUsed = (of: (hour: number) => string) =>
    sql.raw(byHourText((hour) => (used.includes(hour) ? of(hour) : "0")));
  const askedPlays = (hour: number) =>
    ofTimes ? `coalesce(times.plays[${hour}], 0)` : `demand.plays[${hour}]`;
  const wantedPlays = (hour: number) =>
    `case when ledger.capacity[${hour}] <> 0 then ${askedPlays(hour)} else 0 end`;
  const room = (hour: number) => roomText(hour, playTakes, "ledger");
  const fits = (hour: number) =>
    `least(${wantedPlays(hour)}, ${room(hour)}${most ? `, coalesce(most_plays.plays[${hour}], 0)` : ""})`;
  const closed = (hour: number) =>
    `case when ledger.capacity[${hour}] = 0 then demand.plays[${hour}] else 0 end`;
  const timesIn = (hour: number) => `count(*) filter (where minute / 60 = ${hour - 1})`;
  const joinTimes = ofTimes
    ? sql`left join (select store_id, day, ${sql.raw(byHourText(timesIn))} as plays from campaign_time
        where company_id = ${companyId} and campaign_id = ${id} group by store_id, day) as times using (store_id, day)`
    : sql``;
  const joinMost = most
    ? sql`left join (${givenPlays(most)}) as most_plays using (store_id, day)`
    : sql``;
  return sql`select *, ${sumText(used, (hour) => `fits[${hour}]`)} as taken from (
      select ledger.store_id, ledger.day, ${ofUsed(wantedPlays)} as wanted, ${ofUsed(fits)} as fits, ${sumText(used, closed)} as closed
      from ad_ledger ledger join store on store.company_id = ledger.company_id and store.id = ledger.store_id
        join jsonb_to_recordset(${JSON.stringify(days)}::jsonb) as demand(day date, plays smallint[]) using (day) ${joinTimes} ${joinMost}
        ${clockOfStore(now, sql.raw("ledger.day"))}
      where ledger.company_id = ${companyId} and ledger.kind = ${kind}
        and ledger.store_id = any(${idArray(storeIds)}) and ledger.day = any(${sql.param(days.map(({ day }) => day))}::date[])
      order by ledger.store_id, ledger.day) demand_days`;
}

/** Selects given plays from arrays, whose length the planner knows; of JSON it expects 100 rows. */
const givenPlays = (
  most: NonNullable<TakeOptions["most"]>,
) => sql`select store_id, day, plays::smallint[] as plays
    from unnest(${idArray(most.map(({ storeId }) => storeId))}, ${sql.param(most.map(({ day }) => day))}::date[],
      ${sql.param(most.map(({ plays }) => `{${plays.join()}}`))}::text[]) as given(store_id, day, plays)`;

/** Adds the taken plays to held or booked, in the seconds or positions that they need. */
function addToLedger(
  { companyId }: Scope,
  { kind, playTakes }: CampaignInLedger,
  { days }: Demand,
  { as }: TakeOptions,
): SQL {
  const counted = setHours(
    days,
    (hour) => `${as}[${hour}] = ad_ledger.${as}[${hour}] + store_days.fits[${hour}] * ${playTakes}`,
  );
  return sql`update ad_ledger set ${counted} from store_days
    where ad_ledger.company_id = ${companyId} and ad_ledger.kind = ${kind} and ad_ledger.store_id = store_days.store_id and ad_ledger.day = store_days.day
      and store_days.taken > 0 and (select is_taken from totals)`;
}

/** Adds the taken plays to the campaign's lines. */
function addToLines({ companyId }: Scope, { id }: CampaignInLedger, { days }: Demand): SQL {
  const added = setHours(
    days,
    (hour) => `plays[${hour}] = campaign_line.plays[${hour}] + excluded.plays[${hour}]`,
  );
  return sql`insert into campaign_line (company_id, campaign_id, store_id, day, plays)
    select ${companyId}, ${id}, store_id, day, fits from store_days where taken > 0 and (select is_taken from totals)
    on conflict (company_id, campaign_id, store_id, day) do update set ${added}`;
}

/** Puts the stores into the campaign, with the plays that each wants and gets. */
const joinStores = (
  { companyId }: Scope,
  { id }: CampaignInLedger,
  {
    storeIds,
    since,
    wantedPerStore,
  }: { storeIds: readonly number[]; since: string; wantedPerStore: number },
): SQL => sql`insert into campaign_store (company_id, campaign_id, store_id, since, wanted, taken)
    select ${companyId}, ${id}, given.id, ${since}::date, ${wantedPerStore}::int - coalesce(sum(store_days.closed), 0), coalesce(sum(store_days.taken), 0)
    from unnest(${idArray(storeIds)}) given(id) left join store_days on store_days.store_id = given.id where (select is_taken from totals) group by given.id
    on conflict (company_id, campaign_id, store_id) do update set left_at = null, wanted = excluded.wanted, taken = excluded.taken`;

/** The first hours in which fewer plays fit than are wanted. */
const firstFullHours = sql`select coalesce(json_agg(full_hours), '[]') from (
    select store_id::int as "storeId", day::text as day, hour - 1 as hour, free::int as free, at.wanted::int as wanted
    from (select * from store_days where wanted <> fits order by store_id, day limit ${raw(mostNamed)}) short_days,
      unnest(short_days.wanted, short_days.fits) with ordinality at(wanted, free, hour)
    where at.wanted > free order by 1, 2, 3 limit ${raw(mostNamed)}) full_hours`;

/** The hours that a demand asks for anything in: 1 is the hour from 00:00. */
const usedHours = (days: Demand["days"]) =>
  hours.filter((hour) => days.some(({ plays }) => (plays[hour - 1] ?? 0) > 0));

/** Sets the hours that a demand uses; a statement sets at least one. */
function setHours(days: Demand["days"], of: (hour: number) => string): SQL {
  const used = usedHours(days);
  return sql.raw((used.length > 0 ? used : [1]).map(of).join());
}

const sumText = (of: readonly number[], part: (hour: number) => string) =>
  sql.raw(`(${["0", ...of.map(part)].join(" + ")})`);

/**
 * Locks the rows for taking plays of stores and dates, so that the room found in them can be taken
 * in this transaction.
 */
export const lockForTaking = (scope: Scope, tx: Tx, kind: SpotKind, storeDays: StoreDays) =>
  lock(tx, isForTaking(scope, kind, storeDays));

type StoreDays = { storeIds: readonly number[]; days: readonly string[] };

/**
 * Locks the rows for taking plays and, in the same order, these stores' other dates up to `last`,
 * on which pre-empted campaigns may book their plays again.
 */
export const lockForPreempting = (
  scope: Scope,
  tx: Tx,
  kind: SpotKind,
  { storeIds, days, now, last }: StoreDays & { now: Date; last: string },
) =>
  lock(
    tx,
    sql`(${isForTaking(scope, kind, { storeIds, days })}) or (${ofTakers(scope, kind)} and ad_ledger.store_id = any(${idArray(storeIds)})
      and ad_ledger.day between (${now.toISOString()}::timestamptz at time zone 'UTC')::date - 2 and ${last}::date)`,
  );

/**
 * Locks the rows of a campaign's lines and of new dates in one statement, for a flight that gives
 * plays back and takes others: with two, a flight moving the other way would wait for it.
 */
export const lockFlight = (
  scope: Scope,
  tx: Tx,
  { id, kind }: CampaignInLedger,
  { storeIds, days }: StoreDays,
) =>
  lock(
    tx,
    sql`(${isForTaking(scope, kind, { storeIds, days })}) or (${ofTakers(scope, kind)} and ${isInLines(scope, id)})`,
  );

const isForTaking = (scope: Scope, kind: SpotKind, { storeIds, days }: StoreDays) =>
  sql`${ofTakers(scope, kind)} and ad_ledger.store_id = any(${idArray(storeIds)}) and ad_ledger.day = any(${sql.param([...days])}::date[])`;
