import { type AnyColumn, and, eq, type SQL, sql } from "drizzle-orm";
import type { SpotKind } from "#contract/schedule/positions";
import { ofStoresWithin, type Scope, storesWithin } from "../../../access/scope.ts";
import type { UnitPath } from "../../../access/units.ts";
import { announce, type PlaysChanged } from "../../../db/changes.ts";
import { idKey, keyset, type PageWanted, textKey } from "../../../db/keyset.ts";
import {
  adLedger,
  adShortfall,
  campaign,
  campaignLine,
  campaignMakeGood,
  campaignStore,
  campaignTime,
  campaignUnit,
  store,
} from "../../../db/schema/index.ts";
import type { Db, Tx } from "../../../db/types.ts";
import { isAskedFor } from "../availability/asked-hours.queries.ts";
import { campaignsWithin } from "../campaigns/campaigns.queries.ts";
import { type FullHour, hours, isBegun } from "../ledger/ledger-parts.queries.ts";
import { findStoresOfUnits, storeColumns } from "./booking-facts.queries.ts";

/** True if a store lies in a location of a campaign. */
const isInCampaign = (
  campaignId: SQL | AnyColumn,
) => sql`exists (select 1 from ${campaignUnit} where ${campaignUnit.companyId} = ${store.companyId}
  and ${campaignUnit.campaignId} = ${campaignId} and (num_nonnulls(${campaignUnit.regionId}, ${campaignUnit.zoneId}, ${campaignUnit.groupId},
    ${campaignUnit.storeId}) = 0 or ${campaignUnit.regionId} = ${store.regionId} or ${campaignUnit.zoneId} = ${store.zoneId}
    or ${campaignUnit.groupId} = ${store.groupId} or ${campaignUnit.storeId} = ${store.id}))`;

/** The ids of all stores that the caller sees. */
export const findSeenStoreIds = async (scope: Scope, db: Db): Promise<number[]> =>
  (await db.select({ id: store.id }).from(store).where(storesWithin(scope)).orderBy(store.id)).map(
    ({ id }) => id,
  );

/** A page of the plays of a campaign by store and day, in stores within the scope. */
export async function findLinePage(
  scope: Scope,
  db: Db,
  {
    campaignId,
    day,
    path,
    limit,
    cursor,
  }: { campaignId: number; day: string | undefined; path: UnitPath | undefined } & PageWanted,
) {
  const order = keyset(
    [textKey(sql`${campaignLine.day}::text collate "C"`), textKey(store.nameKey), idKey(store.id)],
    {
      descending: false,
      cursor,
    },
  );
  const rows = await db
    .select({
      storeId: store.id,
      storeName: store.name,
      day: campaignLine.day,
      plays: campaignLine.plays,
      rowKey: order.select,
    })
    .from(campaignLine)
    .innerJoin(
      store,
      and(eq(store.companyId, campaignLine.companyId), eq(store.id, campaignLine.storeId)),
    )
    .where(
      and(
        storesWithin(scope),
        eq(campaignLine.companyId, scope.companyId),
        eq(campaignLine.campaignId, campaignId),
        day === undefined ? undefined : eq(campaignLine.day, day),
        path && liesIn(path),
        order.where,
      ),
    )
    .orderBy(order.orderBy)
    .limit(limit + 1);
  return order.page(rows, limit);
}
/** True if a store is the one that a path ends in, or lies in its last unit. */
const liesIn = ({ regionId, zoneId, groupId, storeId }: UnitPath) => {
  if (storeId !== null) return eq(store.id, storeId);
  if (groupId !== null) return eq(store.groupId, groupId);
  if (zoneId !== null) return eq(store.zoneId, zoneId);
  return regionId === null ? undefined : eq(store.regionId, regionId);
};

/** The plays of campaigns by date in stores within the scope, added up by hour. */
export async function findDayFigures(
  scope: Scope,
  db: Db,
  campaignIds: readonly number[],
  { from, to, path }: { from?: string; to?: string; path?: UnitPath | undefined } = {},
) {
  const where = and(
    eq(campaignLine.companyId, scope.companyId),
    sql`${campaignLine.campaignId} = any(${sql.param([...campaignIds])}::bigint[])`,
    from === undefined ? undefined : sql`${campaignLine.day} between ${from}::date and ${to}::date`,
    ofStoresWithin(campaignLine, scope, path && liesIn(path)),
  );
  const { rows } = await db.execute<{
    campaignId: number;
    day: string;
    stores: number;
    byHour: number[];
  }>(sql`select ${campaignLine.campaignId}::int as "campaignId",
      ${campaignLine.day}::text as day, count(*)::int as stores, array[${sql.raw(hours.map((hour) => `sum(plays[${hour}])`).join())}]::int[] as "byHour"
    from ${campaignLine} where ${where} group by 1, 2 order by 1, 2`);
  return rows.map((row) => ({ ...row, plays: row.byHour.reduce((sum, count) => sum + count, 0) }));
}

/** The stores of a campaign within the scope, with what they were to have and what they have. */
export const findTakenByStore = (scope: Scope, db: Db, campaignId: number) =>
  db
    .select({
      storeId: store.id,
      storeName: store.name,
      wantedPlays: campaignStore.wanted,
      takenPlays: campaignStore.taken,
      leftAt: campaignStore.leftAt,
    })
    .from(campaignStore)
    .innerJoin(
      store,
      and(eq(store.companyId, campaignStore.companyId), eq(store.id, campaignStore.storeId)),
    )
    .where(and(storesWithin(scope), eq(campaignStore.campaignId, campaignId)))
    .orderBy(store.nameKey, store.id);

/**
 * The stores within the scope that a campaign has plays in, or was to have, and that have not left
 * it.
 */
export const findBookedStores = (scope: Scope, db: Db, campaignId: number) =>
  db
    .select(storeColumns)
    .from(campaignStore)
    .innerJoin(
      store,
      and(eq(store.companyId, campaignStore.companyId), eq(store.id, campaignStore.storeId)),
    )
    .where(
      and(
        storesWithin(scope),
        eq(campaignStore.campaignId, campaignId),
        sql`${campaignStore.leftAt} is null`,
      ),
    )
    .orderBy(store.id);

/** Puts stores into a campaign from a day on; those that left it are in it again. */
export async function insertCampaignStores(
  scope: Scope,
  tx: Tx,
  campaignId: number,
  { storeIds, since }: { storeIds: readonly number[]; since: string },
) {
  await tx.execute(sql`insert into ${campaignStore} (company_id, campaign_id, store_id, since, taken)
    select ${scope.companyId}, ${campaignId}, id, ${since}, 0 from unnest(${sql.param([...storeIds])}::bigint[]) as given(id)
    on conflict (company_id, campaign_id, store_id) do update set left_at = null`);
}

export async function markStoresLeft(
  scope: Scope,
  tx: Tx,
  campaignId: number,
  { storeIds, now }: { storeIds: readonly number[]; now: Date },
): Promise<void> {
  await tx
    .update(campaignStore)
    .set({ leftAt: now })
    .where(
      and(
        eq(campaignStore.companyId, scope.companyId),
        eq(campaignStore.campaignId, campaignId),
        sql`${campaignStore.storeId} = any(${sql.param([...storeIds])}::bigint[])`,
      ),
    );
}

/** Stores that are in a campaign since its first day are so since another one. */
export async function moveSince(
  scope: Scope,
  tx: Tx,
  campaignId: number,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await tx
    .update(campaignStore)
    .set({ since: to })
    .where(
      and(
        eq(campaignStore.companyId, scope.companyId),
        eq(campaignStore.campaignId, campaignId),
        eq(campaignStore.since, from),
      ),
    );
}

/**
 * Counts the plays of a campaign's lines, without make-goods, into its stores, and tells who
 * listens that they changed. Gives the sum.
 */
export async function countTaken(scope: Scope, tx: Tx, campaignId: number): Promise<number> {
  const { rows } = await tx.execute<{ taken: number }>(sql`with counted as (
      update ${campaignStore} set taken = coalesce((select sum(line.plays_in_all) from ${campaignLine} line
        where line.company_id = ${scope.companyId} and line.campaign_id = ${campaignId} and line.store_id = ${campaignStore.storeId}), 0)
        - coalesce((select sum(good.plays_in_all) from ${campaignMakeGood} good
        where good.company_id = ${scope.companyId} and good.campaign_id = ${campaignId} and good.store_id = ${campaignStore.storeId}), 0)
      where ${campaignStore.companyId} = ${scope.companyId} and ${campaignStore.campaignId} = ${campaignId} returning taken)
    select coalesce(sum(taken), 0)::bigint as taken from counted`);
  await announceCampaign(scope, tx, campaignId);
  return rows[0]?.taken ?? 0;
}

/**
 * Tells who listens that a campaign's plays changed: in the groups of its stores, of those that
 * left it too, from its first date on.
 */
export async function announceCampaign(scope: Scope, tx: Tx, campaignId: number): Promise<void> {
  const { rows } =
    await tx.execute<PlaysChanged>(sql`select array_agg(distinct ${store.groupId}::int) as "groupIds", ${campaign.startsOn}::text as "from"
    from ${campaign} join ${campaignStore} on ${campaignStore.companyId} = ${campaign.companyId} and ${campaignStore.campaignId} = ${campaign.id}
      join ${store} on ${store.companyId} = ${campaign.companyId} and ${store.id} = ${campaignStore.storeId}
    where ${campaign.companyId} = ${scope.companyId} and ${campaign.id} = ${campaignId} group by ${campaign.startsOn}`);
  for (const only of rows) announceBooking(scope, tx, only);
}

/** The same where groups and date are known already. */
export const announceBooking = (scope: Scope, tx: Tx, only: PlaysChanged) =>
  announce(tx, "campaigns", { companyId: scope.companyId, only });

/**
 * The plays of a campaign by hour, added up by store and weekday (0 is Sunday). Make-goods are not
 * sold, and so not among them.
 */
export async function findPlaysByWeekday(scope: Scope, db: Db, campaignId: number) {
  const of = (
    table: typeof campaignLine | typeof campaignMakeGood,
    sign: 1 | -1,
  ) => sql`select store_id, day, plays, ${sql.raw(String(sign))} as sign
    from ${table} where ${table.companyId} = ${scope.companyId} and ${table.campaignId} = ${campaignId}`;
  const { rows } = await db.execute<{
    storeId: number;
    weekday: number;
    plays: number[];
  }>(sql`select store_id::int as "storeId",
      extract(dow from day)::int as weekday, array[${sql.raw(hours.map((hour) => `sum(plays[${hour}] * sign)`).join())}]::int[] as plays
    from (${of(campaignLine, 1)} union all ${of(campaignMakeGood, -1)}) sold group by 1, 2`);
  return rows;
}

/**
 * Takes exact times for a campaign, in the order that everybody takes: each minute in an hour that
 * it asks for, of each date in each store, that no other campaign has. Gives how many it asks for
 * and how many it got. They must be taken before plays are, so that nobody waits for times who has
 * plays that others wait for.
 */
export async function takeTimes(
  scope: Scope,
  tx: Tx,
  { id, kind }: { id: number; kind: SpotKind },
  {
    storeIds,
    days,
    minutes,
  }: { storeIds: readonly number[]; days: readonly string[]; minutes: readonly number[] },
): Promise<{ asked: number; got: number }> {
  const { rows } = await tx.execute<{
    asked: number;
    got: number;
  }>(sql`with asked as (select stores.store_id, flight.day, minute
      from unnest(${sql.param([...storeIds])}::bigint[]) as stores(store_id) cross join unnest(${sql.param([...days])}::date[]) as flight(day)
        cross join unnest(${sql.param([...minutes])}::smallint[]) as minutes(minute)
        left join ${adLedger} on ${adLedger.companyId} = ${scope.companyId} and ${adLedger.kind} = ${kind}
          and ${adLedger.storeId} = stores.store_id and ${adLedger.day} = flight.day
      where ${isAskedFor(sql`minute / 60 + 1`)}),
    got as (insert into ${campaignTime} (company_id, store_id, day, minute, campaign_id)
      select ${scope.companyId}, store_id, day, minute, ${id} from asked order by store_id, day, minute on conflict do nothing returning 1)
    select (select count(*) from asked)::int as asked, (select count(*) from got)::int as got`);
  return rows[0] ?? { asked: 0, got: 0 };
}

/**
 * Gives up the exact times of a campaign that are more than its plays of their hour: the last ones
 * first.
 */
export async function trimTimes(scope: Scope, tx: Tx, campaignId: number): Promise<void> {
  await tx.execute(sql`delete from ${campaignTime} using (
      select times.store_id, times.day, times.minute, coalesce(line.plays[times.minute / 60 + 1], 0) as plays,
        row_number() over (partition by times.store_id, times.day, times.minute / 60 order by times.minute) as place
      from ${campaignTime} times left join ${campaignLine} line on line.company_id = times.company_id and line.campaign_id = times.campaign_id
        and line.store_id = times.store_id and line.day = times.day
      where times.company_id = ${scope.companyId} and times.campaign_id = ${campaignId}) ranked
    where ${campaignTime.companyId} = ${scope.companyId} and ${campaignTime.storeId} = ranked.store_id and ${campaignTime.day} = ranked.day
      and ${campaignTime.minute} = ranked.minute and ranked.place > ranked.plays`);
}

/** So many conflicts are named. */
const mostNamed = 50;

/**
 * The first exact times wanted that other campaigns have, with the name of each where the caller
 * sees it.
 */
export async function findTimesTaken(
  scope: Scope,
  db: Db,
  campaignId: number,
  {
    storeIds,
    days,
    minutes,
  }: { storeIds: readonly number[]; days: readonly string[]; minutes: readonly number[] },
) {
  const { rows } = await db.execute<{
    storeId: number;
    day: string;
    minute: number;
    holder: string | null;
  }>(sql`
    select ${campaignTime.storeId}::int as "storeId", ${campaignTime.day}::text as day, ${campaignTime.minute}::int as minute,
      case when ${campaignsWithin(scope)} then ${campaign.name} end as holder
    from ${campaignTime} join ${campaign} on ${campaign.companyId} = ${campaignTime.companyId} and ${campaign.id} = ${campaignTime.campaignId}
    where ${campaignTime.companyId} = ${scope.companyId} and ${campaignTime.campaignId} <> ${campaignId}
      and ${campaignTime.storeId} = any(${sql.param([...storeIds])}::bigint[]) and ${campaignTime.day} = any(${sql.param([...days])}::date[])
      and ${campaignTime.minute} = any(${sql.param([...minutes])}::smallint[])
    order by 1, 2, 3 limit ${mostNamed}`);
  return rows;
}

/** The minutes that other campaigns have in any of the stores, by date. */
export async function findBusyMinutes(
  scope: Scope,
  db: Db,
  campaignId: number,
  { storeIds, from, to }: { storeIds: readonly number[]; from: string; to: string },
): Promise<{ day: string; minutes: number[] }[]> {
  const { rows } = await db.execute<{
    day: string;
    minutes: number[];
  }>(sql`select ${campaignTime.day}::text as day,
      array_agg(distinct ${campaignTime.minute})::int[] as minutes from ${campaignTime}
    where ${campaignTime.companyId} = ${scope.companyId} and ${campaignTime.campaignId} <> ${campaignId}
      and ${campaignTime.storeId} = any(${sql.param([...storeIds])}::bigint[]) and ${campaignTime.day} between ${from} and ${to} group by 1`);
  return rows;
}

/**
 * Who has plays of a kind in hours of stores, campaigns that the caller sees by name, null for
 * others; and whether the store has closed in them since.
 */
export async function findHolders(
  scope: Scope,
  db: Db,
  { kind, exceptId }: { kind: SpotKind; exceptId: number },
  at: readonly { storeId: number; day: string; hour: number }[],
) {
  const hourRows = sql`jsonb_to_recordset(${JSON.stringify(at.map(({ storeId, day, hour }) => ({ store_id: storeId, day, hour })))}::jsonb)
    as given(store_id bigint, day date, hour int)`;
  type Held = {
    storeId: number;
    day: string;
    hour: number;
    isClosed: boolean;
    holders: (string | null)[];
  };
  const { rows } = await db.execute<Held>(sql`
    select given.store_id::int as "storeId", given.day::text as day, given.hour,
      exists (select 1 from ${adShortfall} short where short.company_id = ${scope.companyId} and short.kind = ${kind}
        and short.store_id = given.store_id and short.day = given.day and short.capacity[given.hour + 1] = 0) as "isClosed",
      array(select distinct case when ${campaignsWithin(scope)} then ${campaign.name} end as name
        from ${campaignLine} line join ${campaign} on ${campaign.companyId} = line.company_id and ${campaign.id} = line.campaign_id
        where line.company_id = ${scope.companyId} and line.store_id = given.store_id and line.day = given.day and line.plays[given.hour + 1] > 0
          and ${campaign.kind} = ${kind} and ${campaign.id} <> ${exceptId} order by name nulls last limit 6) as holders
    from ${hourRows}`);
  return rows;
}

/**
 * Counts the plays that all stores asking for an hour have room for on a date, by hour; null where
 * none asks. `everywhere` is true for an hour that all of them ask for.
 */
export type RoomOfDay = { free: readonly (number | null)[]; everywhere: readonly boolean[] };

/**
 * By date that all of the stores have on sale, the room that each hour has in them. Hours that have
 * begun have none.
 */
export async function findRoomInAll(
  scope: Scope,
  db: Db,
  {
    kind,
    playTakes,
    storeIds,
    from,
    now,
  }: { kind: SpotKind; playTakes: number; storeIds: readonly number[]; from: string; now: Date },
): Promise<({ day: string } & RoomOfDay)[]> {
  const free = (
    hour: number,
  ) => sql`min(case when not (${isAskedFor(hour)}) then null when ${isBegun(hour, now)} then 0
    else (capacity[${sql.raw(String(hour))}] - booked[${sql.raw(String(hour))}] - held[${sql.raw(String(hour))}]) / ${sql.raw(String(playTakes))} end)`;
  const everywhere = (hour: number) => sql`bool_and(${isAskedFor(hour)})`;
  const { rows } = await db.execute<{
    day: string;
    free: (number | null)[];
    everywhere: boolean[];
  }>(sql`select ${adLedger.day}::text as day,
      array[${sql.join(hours.map(free), sql`, `)}]::int[] as free, array[${sql.join(hours.map(everywhere), sql`, `)}] as everywhere
    from ${adLedger} join ${store} on ${store.companyId} = ${adLedger.companyId} and ${store.id} = ${adLedger.storeId}
    where ${adLedger.companyId} = ${scope.companyId} and ${adLedger.kind} = ${kind} and ${adLedger.storeId} = any(${sql.param([...storeIds])}::bigint[])
      and ${adLedger.day} >= ${from} group by ${adLedger.day} having count(*) = ${storeIds.length} order by 1`);
  return rows;
}

/**
 * So many plays that a campaign asks for there is room for in its stores and dates, and the first
 * hours without room for all.
 */
export async function findFree(
  scope: Scope,
  db: Db,
  { kind, playTakes, plays }: { kind: SpotKind; playTakes: number; plays: readonly number[] },
  { storeIds, days, now }: { storeIds: readonly number[]; days: readonly string[]; now: Date },
): Promise<{ free: number; full: FullHour[] }> {
  const playing = hours.filter((hour) => (plays[hour - 1] ?? 0) > 0);
  const requestedPlays = (hour: number) =>
    sql`case when ${isAskedFor(hour)} then ${sql.raw(String(plays[hour - 1]))} else 0 end`;
  const room = (
    hour: number,
  ) => sql`least(${requestedPlays(hour)}, case when ${isBegun(hour, now)} then 0
    else (capacity[${sql.raw(String(hour))}] - booked[${sql.raw(String(hour))}] - held[${sql.raw(String(hour))}]) / ${sql.raw(String(playTakes))} end)`;
  const { rows } = await db.execute<{
    free: number;
    full: FullHour[] | null;
  }>(sql`with rows as materialized (select ${adLedger.storeId} as store_id, ${adLedger.day} as day,
        array[${sql.join(playing.map(room), sql`, `)}]::int[] as room, array[${sql.join(playing.map(requestedPlays), sql`, `)}]::int[] as wanted
      from ${adLedger} join ${store} on ${store.companyId} = ${adLedger.companyId} and ${store.id} = ${adLedger.storeId}
      where ${adLedger.companyId} = ${scope.companyId} and ${adLedger.kind} = ${kind} and ${adLedger.storeId} = any(${sql.param([...storeIds])}::bigint[])
        and ${adLedger.day} = any(${sql.param([...days])}::date[]))
    select coalesce((select sum((select sum(free) from unnest(room) free)) from rows), 0)::int as free,
      (select jsonb_agg(named) from (select store_id::int as "storeId", day::text as day, at.hour::int as hour, at.free, at.wanted::int as wanted
        from rows, unnest(room, ${sql.param(playing.map((hour) => hour - 1))}::int[], rows.wanted) as at(free, hour, wanted)
        where at.free < at.wanted order by 1, 2, 3 limit ${mostNamed}) named) as full`);
  return { free: rows[0]?.free ?? 0, full: rows[0]?.full ?? [] };
}

/** The last date that all of the stores have on sale; undefined where there is none. */
export async function findLastOnSale(
  scope: Scope,
  db: Db,
  kind: SpotKind,
  storeIds: readonly number[],
): Promise<string | undefined> {
  const { rows } = await db.execute<{
    day: string;
  }>(sql`select ${adLedger.day}::text as day from ${adLedger}
    where ${adLedger.companyId} = ${scope.companyId} and ${adLedger.kind} = ${kind} and ${adLedger.storeId} = any(${sql.param([...storeIds])}::bigint[])
    group by 1 having count(*) = ${storeIds.length} order by 1 desc limit 1`);
  return rows[0]?.day;
}

/** Held campaigns whose hold is over, of one company or of all. */
export const findEndedHolds = (db: Db, now: Date, companyId?: number) =>
  db
    .select({ companyId: campaign.companyId, id: campaign.id })
    .from(campaign)
    .where(
      and(
        companyId === undefined ? undefined : eq(campaign.companyId, companyId),
        eq(campaign.state, "HELD"),
        sql`${campaign.holdUntil} <= ${now.toISOString()}::timestamptz`,
      ),
    )
    .orderBy(campaign.companyId, campaign.id);

/**
 * Campaigns whose flight has begun or is over by the clocks of their stores, and what they become:
 * live once it has begun in one store, finished once it is over in all.
 */
export async function findDueMoves(db: Db, now: Date) {
  const local = sql`(${now.toISOString()}::timestamptz at time zone ${store.timeZone})::date`;
  const { rows } = await db.execute<{ companyId: number; id: number; to: "LIVE" | "FINISHED" }>(sql`
    select ${campaign.companyId}::int as "companyId", ${campaign.id}::int as id, case when min(${local}) > ${campaign.endsOn}
      then 'FINISHED' else 'LIVE' end as to
    from ${campaign} join ${campaignStore} on ${campaignStore.companyId} = ${campaign.companyId} and ${campaignStore.campaignId} = ${campaign.id}
      join ${store} on ${store.companyId} = ${campaignStore.companyId} and ${store.id} = ${campaignStore.storeId}
    where ${campaign.state} in ('BOOKED', 'LIVE', 'PAUSED') group by ${campaign.companyId}, ${campaign.id}
    having min(${local}) > ${campaign.endsOn} or (${campaign.state} = 'BOOKED' and max(${local}) >= ${campaign.startsOn}) order by 1, 2`);
  return rows;
}

/**
 * The company's campaigns with plays to come of which stores have joined, left or come back to the
 * locations.
 */
export async function findCampaignsToFollow(
  { companyId }: Scope,
  db: Db,
  now: Date,
): Promise<number[]> {
  const isInNow = sql`(${store.status} = 'active' and ${isInCampaign(campaign.id)})`;
  const isJoined = sql`${campaignStore.companyId} = ${companyId} and ${campaignStore.campaignId} = ${campaign.id} and ${campaignStore.storeId} = ${store.id}`;
  const { rows } = await db.execute<{
    id: number;
  }>(sql`select ${campaign.id}::int as id from ${campaign}
    where ${campaign.companyId} = ${companyId} and ${campaign.state} in ('HELD', 'BOOKED', 'LIVE', 'PAUSED')
      and ${campaign.endsOn} >= (${now.toISOString()}::timestamptz)::date - 1
      and (exists (select 1 from ${campaignStore} join ${store} on ${store.companyId} = ${companyId} and ${isJoined}
          where (${campaignStore.leftAt} is null) <> ${isInNow})
        or ${campaign.takesNewStores} and exists (select 1 from ${store} where ${store.companyId} = ${companyId} and ${isInNow}
          and not exists (select 1 from ${campaignStore} where ${isJoined})))
    order by 1`);
  return rows.map(({ id }) => id);
}

/**
 * Finds which of a campaign's stores have joined its locations, come back to them, and left them.
 */
export async function findStoreChanges(scope: Scope, tx: Tx, campaignId: number) {
  const inNow = await findStoresOfUnits(scope, tx, campaignId);
  const rows = await tx
    .select({ storeId: campaignStore.storeId, leftAt: campaignStore.leftAt })
    .from(campaignStore)
    .where(
      and(eq(campaignStore.companyId, scope.companyId), eq(campaignStore.campaignId, campaignId)),
    )
    .orderBy(campaignStore.storeId);
  const leftAtByStore = new Map(rows.map(({ storeId, leftAt }) => [storeId, leftAt]));
  const present = new Set(inNow.map(({ id }) => id));
  return {
    joined: inNow.filter(({ id }) => !leftAtByStore.has(id)),
    back: inNow.filter(({ id }) => leftAtByStore.get(id)),
    left: rows.flatMap(({ storeId, leftAt }) =>
      leftAt === null && !present.has(storeId) ? [storeId] : [],
    ),
  };
}
