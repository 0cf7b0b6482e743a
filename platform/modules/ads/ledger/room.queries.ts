import { sql } from "drizzle-orm";
import type { SpotKind } from "#contract/schedule/positions";
import type { Scope } from "../../../access/scope.ts";
import { adLedger, store, storeLog } from "../../../db/schema/index.ts";
import type { Db, Tx } from "../../../db/types.ts";
import {
  byHourText,
  type CampaignInLedger,
  clockOfStore,
  lock,
  nothing,
  ofKind,
  roomText,
} from "./ledger-parts.queries.ts";

/**
 * Matches the rows to lock for taking plays of a kind: also those of ads, because the music left in
 * an hour depends on the plays of all kinds (music-left.queries.ts). Otherwise two bookings of
 * different kinds would both pass.
 */
export const ofTakers = (scope: Scope, kind: SpotKind) =>
  sql`ad_ledger.company_id = ${scope.companyId} and ${kind === "AD" ? sql`ad_ledger.kind = 'AD'` : sql`ad_ledger.kind in ('AD', ${kind})`}`;

type RoomQuery = {
  storeIds: readonly number[];
  from: string;
  to: string;
  weekdays: readonly number[];
  blackoutDates: readonly string[];
};
const isWanted = ({
  storeIds,
  from,
  to,
  weekdays,
  blackoutDates,
}: RoomQuery) => sql`${adLedger.storeId} = any(${sql.param([...storeIds])}::bigint[]) and ${adLedger.day} between ${from} and ${to}
  and extract(dow from ${adLedger.day}) = any(${sql.param([...weekdays])}::int[]) and ${adLedger.day} <> all(${sql.param([...blackoutDates])}::date[])`;

const freeByHour = (playTakes: number) => sql.raw(byHourText((hour) => roomText(hour, playTakes)));

/**
 * The plays that each hour of stores has room for, on the campaign's weekdays from one date to
 * another, and whether the store has its log of the date. Only rows with room are given, in the
 * order of store and date.
 */
export async function findRoom(
  scope: Scope,
  db: Db,
  { kind, playTakes }: CampaignInLedger,
  query: RoomQuery & { now: Date },
) {
  const isOut = sql`exists (select 1 from ${storeLog} where ${storeLog.companyId} = ${scope.companyId} and ${storeLog.storeId} = ${adLedger.storeId}
    and ${storeLog.day} = ${adLedger.day} and ${storeLog.supersededAt} is null)`;
  const { rows } = await db.execute<{
    storeId: number;
    day: string;
    free: number[];
    isOut: boolean;
  }>(sql`select * from (
      select ${adLedger.storeId}::int as "storeId", ${adLedger.day}::text as day, ${freeByHour(playTakes)} as free, ${isOut} as "isOut"
      from ${adLedger} join ${store} on ${store.companyId} = ${adLedger.companyId} and ${store.id} = ${adLedger.storeId}
        ${clockOfStore(query.now, sql`${adLedger.day}`)}
      where ${ofKind(scope, kind)} and ${isWanted(query)}) room
    where free <> ${nothing} order by 1, 2`);
  return rows;
}

/**
 * Finds for stores and dates on sale the plays that each hour has room for, and those that it could
 * sell to anybody.
 */
export async function findSellable(
  scope: Scope,
  db: Db,
  { kind, playTakes }: Omit<CampaignInLedger, "id">,
  { storeIds, days, now }: { storeIds: readonly number[]; days: readonly string[]; now: Date },
) {
  const fits = (hour: number) => `capacity[${hour}] / ${playTakes}`;
  const { rows } = await db.execute<{
    storeId: number;
    day: string;
    free: number[];
    fits: number[];
  }>(sql`select ${adLedger.storeId}::int as "storeId", ${adLedger.day}::text as day, ${freeByHour(playTakes)} as free, ${sql.raw(byHourText(fits))} as fits
    from ${adLedger} join ${store} on ${store.companyId} = ${adLedger.companyId} and ${store.id} = ${adLedger.storeId}
      ${clockOfStore(now, sql`${adLedger.day}`)}
    where ${ofKind(scope, kind)} and ${adLedger.storeId} = any(${sql.param([...storeIds])}::bigint[])
      and ${adLedger.day} = any(${sql.param([...days])}::date[])`);
  return rows;
}

/** Locks rows and finds their room, so that it can be taken in this transaction. */
export async function lockRoom(
  scope: Scope,
  tx: Tx,
  ofCampaign: CampaignInLedger,
  query: RoomQuery & { now: Date },
) {
  await lock(tx, sql`${ofTakers(scope, ofCampaign.kind)} and ${isWanted(query)}`);
  return findRoom(scope, tx, ofCampaign, query);
}
