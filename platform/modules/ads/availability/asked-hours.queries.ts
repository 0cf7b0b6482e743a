import { type SQL, sql } from "drizzle-orm";
import { daysBetween } from "#contract/base/dates";
import type { SpotKind } from "#contract/schedule/positions";
import type { Scope } from "../../../access/scope.ts";
import { adLedger, campaignStore } from "../../../db/schema/index.ts";
import type { Db, Tx } from "../../../db/types.ts";

/**
 * True if a campaign asks for an hour (docs/decisions/ad-booking.md). The ledger's row of a store,
 * date and kind is joined, or left joined; `hour` is 1 for the hour from 00:00. An hour in which
 * the store sells nothing is not asked for; one of a date that is not on sale is, because nothing
 * is known of it.
 */
export const isAskedFor = (hour: number | SQL): SQL =>
  sql`${adLedger.capacity}[${typeof hour === "number" ? sql.raw(String(hour)) : hour}] is distinct from 0`;

type Hours = { kind: SpotKind; plays: readonly number[] };
type When = { storeIds: readonly number[]; days: readonly string[] };
const hoursWith = (plays: readonly number[]) =>
  plays.flatMap((count, hour) => (count > 0 ? [hour] : []));

/** The hours (0 to 23) of a store and date that a campaign asks for. */
export type AskedHours = (storeId: number, day: string) => readonly number[];

/** Finds the hours with plays that a campaign asks for, by store and date. */
export async function findAskedHours(
  scope: Scope,
  db: Db,
  { kind, plays }: Hours,
  { storeIds, days }: When,
): Promise<AskedHours> {
  const all = hoursWith(plays);
  const first = [...days].sort()[0];
  if (first === undefined || all.length === 0) return () => all;
  // a bit for each hour that is not asked for; most rows have none
  const closed = sql.join(
    all.map(
      (hour) =>
        sql`case when ${isAskedFor(hour + 1)} then 0 else ${sql.raw(String(1 << hour))} end`,
    ),
    sql` + `,
  );
  const { rows } = await db.execute<{ storeId: number; offsets: number[]; masks: number[] }>(sql`
    select store_id::int as "storeId", array_agg(day - ${first}::date) as offsets, array_agg(closed) as masks
    from (select ${adLedger.storeId}, ${adLedger.day}, ${closed} as closed from ${adLedger} where ${adLedger.companyId} = ${scope.companyId}
        and ${adLedger.kind} = ${kind} and ${adLedger.storeId} = any(${sql.param([...storeIds])}::bigint[])
        and ${adLedger.day} = any(${sql.param([...days])}::date[])) hours
    where closed <> 0 group by 1`);
  const masks = new Map(
    rows.map(({ storeId, ...row }) => [
      storeId,
      new Map(row.offsets.map((offset, at) => [offset, row.masks[at] ?? 0])),
    ]),
  );
  const offsets = new Map(days.map((day) => [day, daysBetween(first, day) - 1]));
  const byMask = new Map<number, readonly number[]>([[0, all]]);
  return (storeId, day) => {
    const mask = masks.get(storeId)?.get(offsets.get(day) ?? 0) ?? 0;
    const hours = byMask.get(mask) ?? all.filter((hour) => (mask & (1 << hour)) === 0);
    byMask.set(mask, hours);
    return hours;
  };
}

/**
 * Counts the plays that a campaign asks for into its stores, or into some of them, on the dates of
 * its flight; a store that left it keeps what it was to have, as far as the flight still goes.
 * Gives the sum over those stores.
 */
export async function countWanted(
  scope: Scope,
  tx: Tx,
  { id, kind, plays }: Hours & { id: number },
  { storeIds, days }: { storeIds?: readonly number[] | undefined; days: readonly string[] },
): Promise<number> {
  const requestedPlays = sql.join(
    [
      ...hoursWith(plays).map(
        (hour) =>
          sql`case when ${isAskedFor(hour + 1)} then ${sql.raw(String(plays[hour]))} else 0 end`,
      ),
      sql`0`,
    ],
    sql` + `,
  );
  const perDay = plays.reduce((sum, count) => sum + count, 0);
  const isOf = sql`${campaignStore.companyId} = ${scope.companyId} and ${campaignStore.campaignId} = ${id}`;
  const isAmong = storeIds
    ? sql`and ${campaignStore.storeId} = any(${sql.param([...storeIds])}::bigint[])`
    : sql``;
  // materialized and joined by the whole key: of a new campaign the planner knows no row yet, and
  // would compare each store with each
  const { rows } = await tx.execute<{ wanted: number }>(sql`with asked as materialized (
      select ${campaignStore.companyId}, ${campaignStore.campaignId}, ${campaignStore.storeId},
        coalesce(sum(${requestedPlays}) filter (where flight.day is not null), 0)::int as plays, (count(flight.day) * ${perDay})::int as at_most
      from ${campaignStore} left join unnest(${sql.param([...days])}::date[]) as flight(day) on flight.day >= ${campaignStore.since}
        left join ${adLedger} on ${adLedger.companyId} = ${scope.companyId} and ${adLedger.kind} = ${kind}
          and ${adLedger.storeId} = ${campaignStore.storeId} and ${adLedger.day} = flight.day
      where ${isOf} ${isAmong} group by 1, 2, 3),
    counted as (update ${campaignStore} set wanted = case when left_at is null then asked.plays else least(wanted, asked.at_most) end
    from asked where (${campaignStore.companyId}, ${campaignStore.campaignId}, ${campaignStore.storeId})
      = (asked.company_id, asked.campaign_id, asked.store_id) returning wanted)
    select coalesce(sum(wanted), 0)::bigint as wanted from counted`);
  return rows[0]?.wanted ?? 0;
}
