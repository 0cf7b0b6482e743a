import { type SQL, sql } from "drizzle-orm";
import { dailyHours, hoursWithPlays, playsOn } from "#contract/ads/plays";
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
type StoreDays = { storeIds: readonly number[]; days: readonly string[] };

/** The plays that a campaign asks for on dates, as rows of a statement. */
export const datedPlays = (plays: readonly number[], days: readonly string[]): SQL =>
  sql`jsonb_to_recordset(${JSON.stringify(days.map((day) => ({ day, plays: playsOn(plays, day) })))}::jsonb)
    as demand(day date, plays smallint[])`;

/** The hours (0 to 23) of a store and date that a campaign asks for. */
export type RequestedHours = (storeId: number, day: string) => readonly number[];

/** Finds the hours with plays that a campaign asks for, by store and date. */
export async function findAskedHours(
  scope: Scope,
  db: Db,
  { kind, plays }: Hours,
  { storeIds, days }: StoreDays,
): Promise<RequestedHours> {
  const all = hoursWithPlays(plays);
  const hoursOfDate = dailyHours(plays);
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
  const dates = new Map(
    days.map((day) => [day, { offset: daysBetween(first, day) - 1, asked: hoursOfDate(day) }]),
  );
  // stores and dates that ask for the same hours share one array of them
  const byMask = new Map<readonly number[], Map<number, readonly number[]>>();
  return (storeId, day) => {
    const { offset = 0, asked = all } = dates.get(day) ?? {};
    const mask = masks.get(storeId)?.get(offset) ?? 0;
    if (mask === 0) return asked;
    const ofAsked = byMask.get(asked) ?? new Map<number, readonly number[]>();
    byMask.set(asked, ofAsked);
    const hours = ofAsked.get(mask) ?? asked.filter((hour) => (mask & (1 << hour)) === 0);
    ofAsked.set(mask, hours);
    return hours;
  };
}

/**
 * Counts the plays that a campaign asks for, into its stores or some of them, on the dates of
 * its flight; a store that left keeps its wanted plays, as far as the flight still goes.
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
      ...hoursWithPlays(plays).map(
        (hour) =>
          sql`case when ${isAskedFor(hour + 1)} then flight.plays[${sql.raw(String(hour + 1))}] else 0 end`,
      ),
      sql`0`,
    ],
    sql` + `,
  );
  const perDay = (hour: number) => sql.raw(`flight.plays[${hour + 1}]`);
  const atMost = sql.join([...hoursWithPlays(plays).map(perDay), sql`0`], sql` + `);
  const isOf = sql`${campaignStore.companyId} = ${scope.companyId} and ${campaignStore.campaignId} = ${id}`;
  const isAmong = storeIds
    ? sql`and ${campaignStore.storeId} = any(${sql.param([...storeIds])}::bigint[])`
    : sql``;
  // materialized and joined by the whole key: of a new campaign the planner knows no row yet, and
  // would compare each store with each
  const { rows } = await tx.execute<{ wanted: number }>(sql`with demand as materialized (
      select ${campaignStore.companyId}, ${campaignStore.campaignId}, ${campaignStore.storeId},
        coalesce(sum(${requestedPlays}) filter (where flight.day is not null), 0)::int as plays, coalesce(sum(${atMost}), 0)::int as at_most
      from ${campaignStore} left join (select * from ${datedPlays(plays, days)}) as flight on flight.day >= ${campaignStore.since}
        left join ${adLedger} on ${adLedger.companyId} = ${scope.companyId} and ${adLedger.kind} = ${kind}
          and ${adLedger.storeId} = ${campaignStore.storeId} and ${adLedger.day} = flight.day
      where ${isOf} ${isAmong} group by 1, 2, 3),
    store_changes as (update ${campaignStore} set wanted = case when left_at is null then demand.plays else least(wanted, demand.at_most) end
    from demand where (${campaignStore.companyId}, ${campaignStore.campaignId}, ${campaignStore.storeId})
      = (demand.company_id, demand.campaign_id, demand.store_id) returning wanted)
    select coalesce(sum(wanted), 0)::bigint as wanted from store_changes`);
  return rows[0]?.wanted ?? 0;
}
