import { type SQL, sql } from "drizzle-orm";
import { type CampaignState, hoursOfDay } from "#contract/ads/words";
import type { SpotKind } from "#contract/schedule/positions";
import type { Scope } from "../../../access/scope.ts";
import { sumOfHours } from "../../../db/schema/columns.ts";
import { adLedger, store } from "../../../db/schema/index.ts";
import type { Tx } from "../../../db/types.ts";

/*
 * The ad ledger: the one place that counts the sales of each store, date and hour
 * (docs/decisions/ad-ledger.md). Every change first locks its rows in the order of store
 * and date, so that no two deadlock, and the table's own check refuses
 * overselling.
 */

/** Plays, seconds or positions in each of the 24 hours of a date, on the clock of the store. */
export type ByHour = readonly number[];
export type CampaignInLedger = { id: number; kind: SpotKind; playTakes: number };
/** The column that counts the plays of a campaign in this state. */
export const ledgerColumn = (state: CampaignState) =>
  state === "HELD" ? ("held" as const) : ("booked" as const);
/** An hour of a store that has room for fewer plays than are wanted. */
export type FullHour = { storeId: number; day: string; hour: number; free: number; wanted: number };

/** Full hours that are named at most; nobody reads more. */
export const mostNamed = 50;

/** The places of hours in arrays of 24: 1 is the hour from 00:00. */
export const hours: readonly number[] = hoursOfDay.map((hour) => hour + 1);
export const idArray = (ids: readonly number[]) => sql`${sql.param([...ids])}::bigint[]`;
export const raw = (value: number) => sql.raw(String(value));
/** An array of 24, each by its hour: 1 is the hour from 00:00. */
export const byHour = (of: (hour: number) => SQL) =>
  sql`array[${sql.join(hours.map(of), sql`, `)}]::smallint[]`;
/** Writes such an array as plain text. */
export const byHourText = (of: (hour: number) => string) =>
  `array[${hours.map(of).join(", ")}]::smallint[]`;
export const nothing = sql.raw(`'{${hours.map(() => 0).join()}}'::smallint[]`);
/** Sums the sales of an hour of a ledger row, and of all 24. */
export const sold = (hour: number) =>
  sql`(${adLedger.booked}[${raw(hour)}] + ${adLedger.held}[${raw(hour)}])`;
export const soldByHour = byHour(sold);
/** The hours of a column added up. */
export const sumOf = (column: string) => sql.raw(`(${sumOfHours(column)})`);
export const ofKind = (scope: Scope, kind: SpotKind) =>
  sql`${adLedger.companyId} = ${scope.companyId} and ${adLedger.kind} = ${kind}`;

/** True if an hour of a date has begun where the store is. */
export const isBegun = (hour: number, now: Date, day: SQL = sql`${adLedger.day}`) =>
  sql`${day} + make_interval(hours => ${raw(hour - 1)}) <= (${now.toISOString()}::timestamptz at time zone ${store.timeZone})`;

/**
 * Writes the plays that an hour of a ledger row has room for; the query needs `clockOfStore`.
 */
export const roomText = (hour: number, playTakes: number, row = "ad_ledger") =>
  `case when clock.hours >= ${hour - 1} then 0
    else greatest(0, ${row}.capacity[${hour}] - ${row}.booked[${hour}] - ${row}.held[${hour}]) / ${playTakes} end`;

/**
 * Joins, as clock.hours, the hours of a row's date that have passed on its store's clock. The query
 * must join the table as store. For one hour alone, see isBegun.
 */
export const clockOfStore = (
  now: Date,
  day: SQL,
) => sql`cross join lateral (select date_part('epoch', (${now.toISOString()}::timestamptz at time zone store.time_zone) - ${day}) / 3600 as hours
  offset 0) clock`;

/**
 * Locks ledger rows in the order that every caller uses. Gives their number. `beside` is a table
 * for `which` to join, with one row for each ledger row.
 */
export async function lock(tx: Tx, which: SQL, beside?: SQL): Promise<number> {
  const { rows } = await tx.execute<{ count: number }>(lockedRows(which, beside));
  return rows[0]?.count ?? 0;
}
export const lockedRows = (which: SQL, beside?: SQL) => sql`select count(*)::int as count from (
  select 1 from ${adLedger} ${beside ? sql`, ${beside}` : sql``} where ${which} order by ${adLedger.storeId}, ${adLedger.day}, ${adLedger.kind} for update of ad_ledger) locked`;
