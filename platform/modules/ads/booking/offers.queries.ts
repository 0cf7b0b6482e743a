import { sql } from "drizzle-orm";
import { hoursWithPlays } from "#contract/ads/plays";
import type { SpotKind } from "#contract/schedule/positions";
import type { Scope } from "../../../access/scope.ts";
import { adLedger, adShortfall, campaign, campaignLine, store } from "../../../db/schema/index.ts";
import type { Db } from "../../../db/types.ts";
import { datedPlays, isAskedFor } from "../availability/asked-hours.queries.ts";
import { campaignsWithin } from "../campaigns/campaigns.queries.ts";
import { type FullHour, hours, isBegun } from "../ledger/ledger-parts.queries.ts";
import { mostNamed } from "./booking.queries.ts";

/**
 * Finds who has plays of a kind in some hours of stores: campaigns that the caller sees by name,
 * null for others; and whether the store has become closed in those hours.
 */
export async function findHolders(
  scope: Scope,
  db: Db,
  { kind, exceptId }: { kind: SpotKind; exceptId: number },
  at: readonly { storeId: number; day: string; hour: number }[],
) {
  const hourRows = sql`jsonb_to_recordset(${JSON.stringify(at.map(({ storeId, day, hour }) => ({ store_id: storeId, day, hour })))}::jsonb)
    as given(store_id bigint, day date, hour int)`;
  type HourHolders = {
    storeId: number;
    day: string;
    hour: number;
    isClosed: boolean;
    holders: (string | null)[];
  };
  const { rows } = await db.execute<HourHolders>(sql`
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
 * Finds the room of each hour on the dates that all of the stores have on sale. Hours that have
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
 * Counts the plays of a campaign that there is room for in its stores and dates, the hours of
 * stores that it asks for, and those with room for all; names the first without.
 */
export async function findFree(
  scope: Scope,
  db: Db,
  { kind, playTakes, plays }: { kind: SpotKind; playTakes: number; plays: readonly number[] },
  { storeIds, days, now }: { storeIds: readonly number[]; days: readonly string[]; now: Date },
): Promise<{ free: number; hours: number; freeHours: number; full: FullHour[] }> {
  const playing = hoursWithPlays(plays).map((hour) => hour + 1);
  const requestedPlays = (hour: number) =>
    sql`case when ${isAskedFor(hour)} then demand.plays[${sql.raw(String(hour))}] else 0 end`;
  const room = (
    hour: number,
  ) => sql`least(${requestedPlays(hour)}, case when ${isBegun(hour, now)} then 0
    else (capacity[${sql.raw(String(hour))}] - booked[${sql.raw(String(hour))}] - held[${sql.raw(String(hour))}]) / ${sql.raw(String(playTakes))} end)`;
  const { rows } = await db.execute<{
    free: number;
    hours: number;
    freeHours: number;
    full: FullHour[] | null;
  }>(sql`with store_days as materialized (select ${adLedger.storeId} as store_id, ${adLedger.day} as day,
        array[${sql.join(playing.map(room), sql`, `)}]::int[] as room, array[${sql.join(playing.map(requestedPlays), sql`, `)}]::int[] as wanted
      from ${adLedger} join ${store} on ${store.companyId} = ${adLedger.companyId} and ${store.id} = ${adLedger.storeId}
        join ${datedPlays(plays, days)} on demand.day = ${adLedger.day}
      where ${adLedger.companyId} = ${scope.companyId} and ${adLedger.kind} = ${kind} and ${adLedger.storeId} = any(${sql.param([...storeIds])}::bigint[])
        and ${adLedger.day} = any(${sql.param([...days])}::date[])),
      store_hours as materialized (select store_id, day, at.hour, at.free, at.wanted
        from store_days, unnest(room, ${sql.param(playing.map((hour) => hour - 1))}::int[], store_days.wanted) as at(free, hour, wanted) where at.wanted > 0)
    select coalesce(sum(free), 0)::int as free, count(*)::int as hours, (count(*) filter (where free >= wanted))::int as "freeHours",
      (select jsonb_agg(full_hours) from (select store_id::int as "storeId", day::text as day, hour::int as hour, free, wanted::int as wanted
        from store_hours where free < wanted order by 1, 2, 3 limit ${mostNamed}) full_hours) as full
    from store_hours`);
  const { free = 0, hours: hourCount = 0, freeHours = 0, full } = rows[0] ?? {};
  return { free, hours: hourCount, freeHours, full: full ?? [] };
}

/** Finds the last date that is on sale in all of the stores; undefined if there is none. */
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
