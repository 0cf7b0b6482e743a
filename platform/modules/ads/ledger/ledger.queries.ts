import { type SQL, sql } from "drizzle-orm";
import { hoursOfDay } from "#contract/ads/words";
import type { SpotKind } from "#contract/schedule/positions";
import { type Scope, storesWithin } from "../../../access/scope.ts";
import { sendNow } from "../../../db/changes.ts";
import { sumOfHours } from "../../../db/schema/columns.ts";
import {
  adLedger,
  adShortfall,
  campaign,
  campaignLine,
  campaignMakeGood,
  store,
  storeLog,
} from "../../../db/schema/index.ts";
import type { Db, Tx } from "../../../db/types.ts";

/** Plays, seconds or positions in each of the 24 hours of a date, on the clock of the store. */
export type ByHour = readonly number[];
export type CampaignInLedger = { id: number; kind: SpotKind; playTakes: number };
/**
 * Plays wanted per store, date and hour that is asked for (asked-hours.queries.ts); with `ofTimes`
 * those of a store and date are as many as the campaign has exact times there (campaign_time).
 */
export type Demand = {
  storeIds: readonly number[];
  days: readonly { day: string; plays: ByHour }[];
  ofTimes?: boolean;
};
/** An hour of a store that has room for fewer plays than are wanted. */
export type FullHour = { storeId: number; day: string; hour: number; free: number; wanted: number };

/** So many full hours are named; nobody reads more. */
const mostNamed = 50;

/**
 * The ad ledger: the one place that counts what is sold of each store, date and hour
 * (docs/decisions/ad-ledger.md). Everything that changes it locks its rows in the order of store
 * and date first, so that no two wait for each other, and the table's own check refuses what
 * oversells.
 */

/**
 * States what a store may sell on a date, by its opening hours and settings; null leaves an hour as
 * it is.
 */
export type CapacityOfDay = { storeId: number; day: string; capacity: readonly (number | null)[] };

/**
 * Puts the dates of stores on sale, or changes what they may sell. Where more is sold than that,
 * the capacity is what is sold, and what the store may sell by itself is kept as a shortfall until
 * what is sold fits. Gives the first of those hours.
 */
export async function setCapacity(
  scope: Scope,
  tx: Tx,
  kind: SpotKind,
  rows: readonly CapacityOfDay[],
): Promise<FullHour[]> {
  const capacityRows = sql`jsonb_to_recordset(${JSON.stringify(rows.map(({ storeId, day, capacity }) => ({ store_id: storeId, day, capacity })))}::jsonb)
    as given(store_id bigint, day date, capacity smallint[])`;
  const isGiven = sql`${ofKind(scope, kind)} and ${adLedger.storeId} = given.store_id and ${adLedger.day} = given.day`;
  await tx.execute(sql`insert into ${adLedger} (company_id, kind, store_id, day, capacity, booked, held)
    select ${scope.companyId}, ${kind}, store_id, day, ${byHour((hour) => sql`coalesce(given.capacity[${raw(hour)}], 0)`)}, ${nothing}, ${nothing}
    from ${capacityRows} order by store_id, day on conflict do nothing`);
  await lock(tx, isGiven, capacityRows);
  await tx.execute(sql`delete from ${adShortfall} using ${capacityRows} where ${adShortfall.companyId} = ${scope.companyId} and ${adShortfall.kind} = ${kind}
    and ${adShortfall.storeId} = given.store_id and ${adShortfall.day} = given.day`);
  await tx.execute(sql`insert into ${adShortfall} (company_id, kind, store_id, day, capacity)
    select ${scope.companyId}, ${kind}, given.store_id, given.day, ${askedOf("given")} from ${adLedger}, ${capacityRows}
    where ${isGiven} and ${isShortOf("given")}`);
  await tx.execute(
    sql`update ${adLedger} set capacity = ${fittedTo("given")} from ${capacityRows} where ${isGiven} and ${adLedger.capacity} <> ${fittedTo("given")}`,
  );
  return findShortHours(scope, tx, {
    kind,
    which: isGiven,
    beside: capacityRows,
    limit: mostNamed,
  });
}

/** States what stores may sell on the dates on sale: each store has the dates of its pattern. */
export type CapacityPlan = {
  stores: readonly { storeId: number; pattern: number }[];
  days: readonly {
    pattern: number;
    day: string;
    capacity: Record<SpotKind, CapacityOfDay["capacity"]>;
    isOnSale: boolean;
  }[];
};

const planned = (kind: SpotKind, { stores, days }: CapacityPlan) => {
  const ofStores = stores.map(({ storeId, pattern }) => ({ store_id: storeId, pattern }));
  const ofDays = days.map(({ pattern, day, capacity, isOnSale }) => ({
    pattern,
    day,
    capacity: capacity[kind],
    on_sale: isOnSale,
  }));
  return sql`(select store_id, day, capacity, on_sale, pattern
    from jsonb_to_recordset(${JSON.stringify(ofStores)}::jsonb) as stores(store_id bigint, pattern int)
    join jsonb_to_recordset(${JSON.stringify(ofDays)}::jsonb) as days(pattern int, day date, capacity smallint[], on_sale boolean) using (pattern)) planned`;
};

/** The stores and dates of a plan that the ledger does not have as setCapacity would leave them. */
export async function findOutdated(scope: Scope, db: Db, kind: SpotKind, plan: CapacityPlan) {
  const { rows } = await db.execute<{
    storeId: number;
    day: string;
    pattern: number;
  }>(sql`select planned.store_id::int as "storeId",
      planned.day::text as day, planned.pattern::int as pattern
    from ${planned(kind, plan)} left join ${adLedger} on ${ofKind(scope, kind)} and ${adLedger.storeId} = planned.store_id and ${adLedger.day} = planned.day
    left join ${adShortfall} short on short.company_id = ${scope.companyId} and short.kind = ${kind} and short.store_id = planned.store_id and short.day = planned.day
    where case when ${adLedger.storeId} is null then planned.on_sale
      else ${adLedger.capacity} <> ${fittedTo("planned")} or case when ${isShortOf("planned")} then short.capacity is distinct from ${askedOf("planned")}
        else short.store_id is not null end end`);
  return rows;
}

/** How many hours of a plan have more sold than they could sell by it, and the first of them. */
export async function findBelowSold(
  scope: Scope,
  db: Db,
  kind: SpotKind,
  plan: CapacityPlan,
  limit: number,
) {
  const { rows } = await db.execute<
    FullHour & { total: number }
  >(sql`select store_id::int as "storeId", day::text as day, hour - 1 as hour,
      free::int as free, sold::int as wanted, count(*) over ()::int as total
    from (select ${adLedger.storeId}, ${adLedger.day}, ${askedOf("planned")} as asked, ${soldByHour} as sold_by_hour
      from ${planned(kind, plan)} join ${adLedger} on ${ofKind(scope, kind)} and ${adLedger.storeId} = planned.store_id and ${adLedger.day} = planned.day
      where ${isShortOf("planned")}) below, unnest(asked, sold_by_hour) with ordinality at(free, sold, hour)
    where sold > free order by 2, 3, 1 limit ${limit}`);
  return { total: rows[0]?.total ?? 0, first: rows.map(({ total: _, ...row }) => row) };
}

/** Hours that have more sold than their store may sell by itself; `free` is what it may. */
async function findShortHours(
  scope: Scope,
  db: Db,
  { kind, which, beside, limit }: { kind: SpotKind; which: SQL; beside?: SQL; limit: number },
) {
  const { rows } =
    await db.execute<FullHour>(sql`select ${adLedger.storeId}::int as "storeId", ${adLedger.day}::text as day, (at.hour - 1)::int as hour,
      short.capacity[at.hour]::int as free, (booked[at.hour] + held[at.hour])::int as wanted
    from ${adLedger} join ${adShortfall} short using (company_id, kind, store_id, day), generate_series(1, 24) at(hour) ${beside ? sql`, ${beside}` : sql``}
    where ${ofKind(scope, kind)} and ${which} and booked[at.hour] + held[at.hour] > short.capacity[at.hour]
    order by 1, 2, 3 limit ${limit}`);
  return rows;
}

/**
 * Finds the hours to come, in stores within the scope, that have more sold than the store may sell
 * by itself: how many, and the first of them.
 */
export async function findConflicts(
  scope: Scope,
  db: Db,
  { now, limit }: { now: Date; limit: number },
) {
  const { rows } = await db.execute<
    FullHour & { kind: SpotKind; storeCode: string; storeName: string; total: number }
  >(sql`
    select ${adLedger.kind} as kind, ${store.id}::int as "storeId", ${store.code} as "storeCode", ${store.name} as "storeName", ${adLedger.day}::text as day,
      (at.hour - 1)::int as hour, short.capacity[at.hour]::int as free, (booked[at.hour] + held[at.hour])::int as wanted, count(*) over ()::int as total
    from ${adShortfall} short join ${adLedger} using (company_id, kind, store_id, day)
      join ${store} on ${store.companyId} = ${adLedger.companyId} and ${store.id} = ${adLedger.storeId}, generate_series(1, 24) at(hour)
    where ${storesWithin(scope)} and booked[at.hour] + held[at.hour] > short.capacity[at.hour]
      and ${adLedger.day} + make_interval(hours => at.hour) > (${now.toISOString()}::timestamptz at time zone ${store.timeZone})
    order by day, hour, ${store.nameKey}, ${store.id}, kind limit ${limit}`);
  return { total: rows[0]?.total ?? 0, first: rows.map(({ total: _, ...row }) => row) };
}

/**
 * Updates the planner's statistics of the ledger now, unless somebody else is at it; autovacuum
 * would do so up to a minute later.
 */
export const analyzeLedger = (db: Db) =>
  db.execute(sql`analyze (skip_locked) ${adLedger} (company_id, kind, store_id, day)`);

/**
 * Takes the dates after a last one off sale: what is not sold of them goes, and what is sold stays
 * without room for more.
 */
export async function endSaleAfter(
  scope: Scope,
  tx: Tx,
  kind: SpotKind,
  storeIds: readonly number[],
  lastDay: string,
): Promise<number> {
  const after = sql`${ofKind(scope, kind)} and ${adLedger.storeId} = any(${sql.param([...storeIds])}::bigint[]) and ${adLedger.day} > ${lastDay}`;
  const isUnsold = sql`booked = ${nothing} and held = ${nothing}`;
  const lockedCount = await lock(
    tx,
    sql`${after} and ((${isUnsold}) or capacity <> ${soldByHour})`,
  );
  if (lockedCount === 0) return 0;
  await tx.execute(sql`delete from ${adLedger} where ${after} and ${isUnsold}`);
  await tx.execute(
    sql`update ${adLedger} set capacity = ${soldByHour} where ${after} and capacity <> ${soldByHour}`,
  );
  return lockedCount;
}

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

type Taking = {
  as: "held" | "booked";
  all: boolean;
  now: Date;
  /** Puts the stores into the campaign from this day on, with the plays that they want and get. */
  since?: string | undefined;
  /**
   * No more plays in the hours of a store and date than these, however much room there is; none
   * where it is not named.
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
  { id, kind, playTakes }: CampaignInLedger,
  { storeIds, days, ofTimes = false }: Demand,
  { as, all, now, since, most }: Taking,
): Promise<Reservation> {
  const used = hours.filter((hour) => days.some(({ plays }) => (plays[hour - 1] ?? 0) > 0));
  const ofUsed = (of: (hour: number) => string) =>
    byHourText((hour) => (used.includes(hour) ? of(hour) : "0"));
  const setUsed = (of: (hour: number) => string) => (used.length > 0 ? used : [1]).map(of).join();
  const timesIn = (hour: number) => `count(*) filter (where minute / 60 = ${hour - 1})`;
  const times = sql`left join (select store_id, day, ${sql.raw(byHourText(timesIn))} as plays from campaign_time
    where company_id = ${scope.companyId} and campaign_id = ${id} group by store_id, day) as times using (store_id, day)`;
  const askedPlays = (hour: number) =>
    ofTimes ? `coalesce(times.plays[${hour}], 0)` : `asked.plays[${hour}]`;
  const wantedPlays = (hour: number) =>
    `case when ledger.capacity[${hour}] <> 0 then ${askedPlays(hour)} else 0 end`;
  const room = (hour: number) => `case when clock.hours >= ${hour - 1} then 0
    else (ledger.capacity[${hour}] - ledger.booked[${hour}] - ledger.held[${hour}]) / ${playTakes} end`;
  const fits = (hour: number) =>
    `least(${wantedPlays(hour)}, ${room(hour)}${most ? `, coalesce(most.plays[${hour}], 0)` : ""})`;
  const mostJson = JSON.stringify(
    most?.map(({ storeId, ...row }) => ({ store_id: storeId, ...row })) ?? [],
  );
  const joinMost = most
    ? sql`left join jsonb_to_recordset(${mostJson}::jsonb) as most(store_id bigint, day date, plays smallint[]) using (store_id, day)`
    : sql``;
  const closed = sumText(
    used,
    (hour) => `case when ledger.capacity[${hour}] = 0 then asked.plays[${hour}] else 0 end`,
  );
  const takenPlays = sumText(used, (hour) => `fits[${hour}]`);
  const counted = setUsed(
    (hour) => `${as}[${hour}] = ad_ledger.${as}[${hour}] + rows.fits[${hour}] * ${playTakes}`,
  );
  const added = setUsed(
    (hour) => `plays[${hour}] = campaign_line.plays[${hour}] + excluded.plays[${hour}]`,
  );
  const ids = sql`${sql.param([...storeIds])}::bigint[]`;
  const total = days.reduce(
    (sum, { plays }) => sum + plays.reduce((ofDay, count) => ofDay + count, 0),
    0,
  );
  const joined = sql`, joined as (insert into campaign_store (company_id, campaign_id, store_id, since, wanted, taken)
    select ${scope.companyId}, ${id}, given.id, ${since}::date, ${total}::int - coalesce(sum(rows.closed), 0), coalesce(sum(rows.taken), 0)
    from unnest(${ids}) given(id) left join rows on rows.store_id = given.id where (select is_taken from found) group by given.id
    on conflict (company_id, campaign_id, store_id) do update set left_at = null, wanted = excluded.wanted, taken = excluded.taken)`;
  const ofDemand = sql`ledger.company_id = ${scope.companyId} and ledger.kind = ${kind}
    and ledger.store_id = any(${ids}) and ledger.day = any(${sql.param(days.map(({ day }) => day))}::date[])`;
  sendNow(tx, lockedRows(isForTaking(scope, kind, { storeIds, days: days.map(({ day }) => day) })));
  // its tables are named in plain text: building a statement of so many parts takes longer than
  // running it
  const { rows } = await tx.execute<
    Omit<Reservation, "notOnSale"> & { onSale: number }
  >(sql`with rows as materialized (
      select *, ${sql.raw(takenPlays)} as taken from (
        select ledger.store_id, ledger.day, ${sql.raw(ofUsed(wantedPlays))} as wanted, ${sql.raw(ofUsed(fits))} as fits, ${sql.raw(closed)} as closed
        from ad_ledger ledger join store on store.company_id = ledger.company_id and store.id = ledger.store_id
          join jsonb_to_recordset(${JSON.stringify(days)}::jsonb) as asked(day date, plays smallint[]) using (day) ${ofTimes ? times : sql``} ${joinMost}
          cross join lateral (select date_part('epoch', (${now.toISOString()}::timestamptz at time zone store.time_zone) - ledger.day) / 3600 as hours
            offset 0) clock
        where ${ofDemand} order by ledger.store_id, ledger.day) demanded),
    found as materialized (select count(*)::int as on_sale, coalesce(sum(taken), 0)::bigint as taken, coalesce(sum(closed), 0)::bigint as closed,
        not ${all} or (count(*) = ${storeIds.length * days.length} and coalesce(bool_and(wanted = fits), true)) as is_taken from rows),
    counted as (update ad_ledger set ${sql.raw(counted)} from rows
      where ad_ledger.company_id = ${scope.companyId} and ad_ledger.kind = ${kind} and ad_ledger.store_id = rows.store_id and ad_ledger.day = rows.day
        and (select is_taken from found)),
    lines as (insert into campaign_line (company_id, campaign_id, store_id, day, plays)
      select ${scope.companyId}, ${id}, store_id, day, fits from rows where taken > 0 and (select is_taken from found)
      on conflict (company_id, campaign_id, store_id, day) do update set ${sql.raw(added)})${since === undefined ? sql`` : joined}
    select on_sale as "onSale", case when is_taken then taken else 0 end as taken, ${total * storeIds.length}::bigint - closed as wanted,
      (select coalesce(json_agg(named), '[]') from (select store_id::int as "storeId", day::text as day, hour - 1 as hour, free::int as free, at.wanted::int as wanted
        from (select * from rows where wanted <> fits order by store_id, day limit ${sql.raw(String(mostNamed))}) short,
          unnest(short.wanted, short.fits) with ordinality at(wanted, free, hour)
        where at.wanted > free order by 1, 2, 3 limit ${sql.raw(String(mostNamed))}) named) as full
    from found`);
  const { onSale = 0, ...result } = rows[0] ?? { taken: 0, wanted: 0, full: [] };
  return { ...result, notOnSale: storeIds.length * days.length - onSale };
}

/**
 * Locks what taking plays of stores and dates locks, so that what is found of them can be taken in
 * this transaction.
 */
export const lockForTaking = (
  scope: Scope,
  tx: Tx,
  kind: SpotKind,
  storeDays: { storeIds: readonly number[]; days: readonly string[] },
) => lock(tx, isForTaking(scope, kind, storeDays));

/**
 * Locks the rows of a campaign's lines and those of dates to come, in one go, for who gives plays
 * of a flight back and takes others: in two, a flight that moves the other way would wait for it.
 */
export const lockFlight = (
  scope: Scope,
  tx: Tx,
  { id, kind }: CampaignInLedger,
  { storeIds, days }: { storeIds: readonly number[]; days: readonly string[] },
) =>
  lock(
    tx,
    sql`(${isForTaking(scope, kind, { storeIds, days })}) or (${ofTakers(scope, kind)} and ${isInLines(scope, id)})`,
  );

const isForTaking = (
  scope: Scope,
  kind: SpotKind,
  { storeIds, days }: { storeIds: readonly number[]; days: readonly string[] },
) =>
  sql`${ofTakers(scope, kind)} and ad_ledger.store_id = any(${sql.param([...storeIds])}::bigint[]) and ad_ledger.day = any(${sql.param([...days])}::date[])`;

/**
 * The rows that who takes plays of a kind locks: those of ads too, because the music that is left
 * of an hour is judged by the plays of all kinds (music-left.queries.ts), and two who take plays of
 * different kinds would pass together.
 */
const ofTakers = (scope: Scope, kind: SpotKind) =>
  sql`ad_ledger.company_id = ${scope.companyId} and ${kind === "AD" ? sql`ad_ledger.kind = 'AD'` : sql`ad_ledger.kind in ('AD', ${kind})`}`;

type WantedRoom = {
  storeIds: readonly number[];
  from: string;
  to: string;
  weekdays: readonly number[];
};
const isWanted = ({
  storeIds,
  from,
  to,
  weekdays,
}: WantedRoom) => sql`${adLedger.storeId} = any(${sql.param([...storeIds])}::bigint[]) and ${adLedger.day} between ${from} and ${to}
  and extract(dow from ${adLedger.day}) = any(${sql.param([...weekdays])}::int[])`;

/**
 * The plays that each hour of stores has room for, on the campaign's weekdays from one date to
 * another, and whether the store has its log of the date. Only rows with room are given, in the
 * order of store and date.
 */
export async function findRoom(
  scope: Scope,
  db: Db,
  { kind, playTakes }: CampaignInLedger,
  filter: WantedRoom,
  now: Date,
) {
  const room = (hour: number) => sql`case when ${isBegun(hour, now)} then 0
    else greatest(0, capacity[${raw(hour)}] - booked[${raw(hour)}] - held[${raw(hour)}]) / ${raw(playTakes)} end`;
  const isOut = sql`exists (select 1 from ${storeLog} where ${storeLog.companyId} = ${scope.companyId} and ${storeLog.storeId} = ${adLedger.storeId}
    and ${storeLog.day} = ${adLedger.day} and ${storeLog.supersededAt} is null)`;
  const { rows } = await db.execute<{
    storeId: number;
    day: string;
    free: number[];
    isOut: boolean;
  }>(sql`select * from (
      select ${adLedger.storeId}::int as "storeId", ${adLedger.day}::text as day, ${byHour(room)} as free, ${isOut} as "isOut"
      from ${adLedger} join ${store} on ${store.companyId} = ${adLedger.companyId} and ${store.id} = ${adLedger.storeId}
      where ${ofKind(scope, kind)} and ${isWanted(filter)}) room
    where free <> ${nothing} order by 1, 2`);
  return rows;
}

/** The same, locked first, so that what is found can be taken in this transaction. */
export async function lockRoom(
  scope: Scope,
  tx: Tx,
  ofCampaign: CampaignInLedger,
  filter: WantedRoom,
  now: Date,
) {
  await lock(tx, sql`${ofTakers(scope, ofCampaign.kind)} and ${isWanted(filter)}`);
  return findRoom(scope, tx, ofCampaign, filter, now);
}

/**
 * Turns what a campaign holds into what it has booked. The caller changes the campaign's state in
 * the same transaction, its row locked.
 */
export async function bookHeld(scope: Scope, tx: Tx, ofCampaign: CampaignInLedger): Promise<void> {
  await lockLines(scope, tx, ofCampaign);
  const capacityUsed = (hour: number) =>
    sql`line.plays[${raw(hour)}] * ${raw(ofCampaign.playTakes)}`;
  await tx.execute(sql`update ${adLedger} set held = ${byHour((hour) => sql`held[${raw(hour)}] - ${capacityUsed(hour)}`)},
      booked = ${byHour((hour) => sql`booked[${raw(hour)}] + ${capacityUsed(hour)}`)}
    from ${campaignLine} line where ${isLineOf(scope, ofCampaign)}`);
}

export type GivenBack = {
  as: "held" | "booked";
  now: Date;
  from?: string | undefined;
  before?: string | undefined;
  storeIds?: readonly number[] | undefined;
  /**
   * Which hours: those to come, as if nothing is said; those that have begun, which a hold never
   * played; or both.
   */
  hours?: "coming" | "begun" | "all";
};

/**
 * Gives back all hours of a campaign that have not begun on the store's clock; its lines keep what
 * has. On the dates from `from` on, those before `before`, and in the stores named, where these are
 * given. Gives how many plays came back.
 */
export async function giveBack(
  scope: Scope,
  tx: Tx,
  ofCampaign: CampaignInLedger,
  { as, now, from, before, storeIds, hours: which = "coming" }: GivenBack,
): Promise<number> {
  await lockLines(scope, tx, ofCampaign);
  const isReturned = (hour: number) =>
    which === "all"
      ? sql`true`
      : sql`(${isBegun(hour, now, sql`line.day`)}) = ${sql.raw(String(which === "begun"))}`;
  const count = sql.identifier(as);
  const [result] = (
    await tx.execute<{
      returned: number;
    }>(sql`with returned as materialized (select line.store_id, line.day, ${byHour((hour) => sql`case when ${isReturned(hour)} then line.plays[${raw(hour)}] else 0 end`)} as plays
        from ${campaignLine} line join ${store} on ${store.companyId} = line.company_id and ${store.id} = line.store_id
        where line.company_id = ${scope.companyId} and line.campaign_id = ${ofCampaign.id} ${from ? sql`and line.day >= ${from}` : sql``}
          ${before ? sql`and line.day < ${before}` : sql``} ${storeIds ? sql`and line.store_id = any(${sql.param([...storeIds])}::bigint[])` : sql``}),
      counted as (update ${adLedger} set ${count} = ${byHour((hour) => sql`${count}[${raw(hour)}] - returned.plays[${raw(hour)}] * ${raw(ofCampaign.playTakes)}`)}
        from returned where ${ofKind(scope, ofCampaign.kind)} and ${adLedger.storeId} = returned.store_id and ${adLedger.day} = returned.day
          and returned.plays <> ${nothing}),
      kept as (update ${campaignLine} line set plays = ${byHour((hour) => sql`line.plays[${raw(hour)}] - returned.plays[${raw(hour)}]`)}
        from returned where line.company_id = ${scope.companyId} and line.campaign_id = ${ofCampaign.id} and line.store_id = returned.store_id and line.day = returned.day),
      make_goods as (update ${campaignMakeGood} set plays = ${byHour((hour) => sql`case when returned.plays[${raw(hour)}] > 0 then 0 else ${campaignMakeGood.plays}[${raw(hour)}] end`)}
        from returned where ${campaignMakeGood.companyId} = ${scope.companyId} and ${campaignMakeGood.campaignId} = ${ofCampaign.id}
          and ${campaignMakeGood.storeId} = returned.store_id and ${campaignMakeGood.day} = returned.day and returned.plays <> ${nothing})
      select coalesce(sum(${sumOf("plays")}), 0)::int as returned from returned`)
  ).rows;
  // what was sold beyond what a store may sell is not sold again
  await tx.execute(sql`update ${adLedger} set capacity = ${byHour((hour) => sql`greatest(short.capacity[${raw(hour)}], ${sold(hour)})`)}
    from ${adShortfall} short join ${campaignLine} line using (company_id, store_id, day)
    where ${isLineOf(scope, ofCampaign)} and short.kind = ${ofCampaign.kind}`);
  await tx.execute(
    sql`delete from ${campaignLine} where company_id = ${scope.companyId} and campaign_id = ${ofCampaign.id} and plays = ${nothing}`,
  );
  return result?.returned ?? 0;
}

export type Difference = {
  kind: SpotKind;
  storeId: number;
  day: string;
  booked: number[];
  held: number[];
  bookedByLines: number[];
  heldByLines: number[];
};

/**
 * Counts the company's ledger anew from the lines of its campaigns and gives what differs (ADS-5).
 * One statement, so that it sees one moment.
 */
export async function recount(scope: Scope, db: Db): Promise<Difference[]> {
  const sumsOf = (state: SQL) =>
    byHour(
      (hour) =>
        sql`coalesce(sum(line.plays[${raw(hour)}] * ${campaign.playTakes}) filter (where ${campaign.state} ${state}), 0)`,
    );
  const { rows } = await db.execute<Difference>(sql`with lines as (
      select ${campaign.kind}, line.store_id, line.day, ${sumsOf(sql`<> 'HELD'`)} as booked, ${sumsOf(sql`= 'HELD'`)} as held
      from ${campaignLine} line join ${campaign} on ${campaign.companyId} = line.company_id and ${campaign.id} = line.campaign_id
      where line.company_id = ${scope.companyId} group by 1, 2, 3)
    select kind, store_id::int as "storeId", day::text as day, coalesce(ledger.booked, ${nothing}) as booked, coalesce(ledger.held, ${nothing}) as held,
      coalesce(lines.booked, ${nothing}) as "bookedByLines", coalesce(lines.held, ${nothing}) as "heldByLines"
    from (select * from ${adLedger} where ${adLedger.companyId} = ${scope.companyId}) ledger full join lines using (kind, store_id, day)
    where coalesce(ledger.booked, ${nothing}) <> coalesce(lines.booked, ${nothing}) or coalesce(ledger.held, ${nothing}) <> coalesce(lines.held, ${nothing})
    order by 1, 2, 3 limit ${mostNamed}`);
  return rows;
}

/** The places of hours in arrays of 24: 1 is the hour from 00:00. */
export const hours: readonly number[] = hoursOfDay.map((hour) => hour + 1);
const raw = (value: number) => sql.raw(String(value));
/** An array of 24, each by its hour: 1 is the hour from 00:00. */
const byHour = (of: (hour: number) => SQL) =>
  sql`array[${sql.join(hours.map(of), sql`, `)}]::smallint[]`;
/** The same as text. */
const byHourText = (of: (hour: number) => string) =>
  `array[${hours.map(of).join(", ")}]::smallint[]`;
const sumText = (of: readonly number[], part: (hour: number) => string) =>
  `(${["0", ...of.map(part)].join(" + ")})`;
const nothing = sql.raw(`'{${hours.map(() => 0).join()}}'::smallint[]`);
/** Sums what is sold of an hour of a row of the ledger, and of all 24. */
const sold = (hour: number) =>
  sql`(${adLedger.booked}[${raw(hour)}] + ${adLedger.held}[${raw(hour)}])`;
const soldByHour = byHour(sold);
/**
 * Computes what capacities ask for, where null stands for the ledger's own; what the ledger makes
 * of it; and whether more is sold in any hour.
 */
const wantedIn = (from: string, hour: number) =>
  sql`coalesce(${sql.raw(from)}.capacity[${raw(hour)}], ${adLedger.capacity}[${raw(hour)}])`;
const askedOf = (from: string) => byHour((hour) => wantedIn(from, hour));
const fittedTo = (from: string) =>
  byHour((hour) => sql`greatest(${wantedIn(from, hour)}, ${sold(hour)})`);
const isShortOf = (from: string) =>
  sql`(${sql.join(
    hours.map((hour) => sql`${sold(hour)} > ${wantedIn(from, hour)}`),
    sql` or `,
  )})`;
/** The hours of a column added up. */
export const sumOf = (column: string) => sql.raw(`(${sumOfHours(column)})`);
const ofKind = (scope: Scope, kind: SpotKind) =>
  sql`${adLedger.companyId} = ${scope.companyId} and ${adLedger.kind} = ${kind}`;

/** True if an hour of a date has begun where the store is. */
export const isBegun = (hour: number, now: Date, day: SQL = sql`${adLedger.day}`) =>
  sql`${day} + make_interval(hours => ${raw(hour - 1)}) <= (${now.toISOString()}::timestamptz at time zone ${store.timeZone})`;

/**
 * Locks rows of the ledger in the order that everybody takes; gives how many. They may be those of
 * rows that stand beside it, each of one.
 */
async function lock(tx: Tx, which: SQL, beside?: SQL): Promise<number> {
  const { rows } = await tx.execute<{ count: number }>(lockedRows(which, beside));
  return rows[0]?.count ?? 0;
}
const lockedRows = (which: SQL, beside?: SQL) => sql`select count(*)::int as count from (
  select 1 from ${adLedger} ${beside ? sql`, ${beside}` : sql``} where ${which} order by ${adLedger.storeId}, ${adLedger.day}, ${adLedger.kind} for update of ad_ledger) locked`;

const lockLines = (scope: Scope, tx: Tx, { id, kind }: CampaignInLedger) =>
  lock(tx, sql`${ofKind(scope, kind)} and ${isInLines(scope, id)}`);

const isInLines = ({ companyId }: Scope, campaignId: number) =>
  sql`(${adLedger.storeId}, ${adLedger.day}) in
    (select line.store_id, line.day from ${campaignLine} line where line.company_id = ${companyId} and line.campaign_id = ${campaignId})`;

const isLineOf = (
  scope: Scope,
  { id, kind }: CampaignInLedger,
) => sql`${ofKind(scope, kind)} and line.company_id = ${scope.companyId}
  and line.campaign_id = ${id} and line.store_id = ${adLedger.storeId} and line.day = ${adLedger.day}`;
