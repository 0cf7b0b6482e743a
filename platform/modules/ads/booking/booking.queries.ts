import { type AnyColumn, and, eq, type SQL, sql } from "drizzle-orm";
import { sum } from "#contract/base/sum";
import type { Scope } from "../../../access/scope.ts";
import { ofStoresWithin, storesWithin } from "../../../access/scope-conditions.ts";
import type { UnitPath } from "../../../access/units.ts";
import { idKey, keyset, type PageRequest, textKey } from "../../../db/keyset.ts";
import {
  campaign,
  campaignLine,
  campaignMakeGood,
  campaignStore,
  campaignUnit,
  store,
} from "../../../db/schema/index.ts";
import type { Db } from "../../../db/types.ts";
import { hours } from "../ledger/ledger-parts.queries.ts";

/** True if a store is in a location of a campaign. */
export const isInCampaign = (
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
  }: { campaignId: number; day: string | undefined; path: UnitPath | undefined } & PageRequest,
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
/** True if a store is the one that a path ends in, or is in its last unit. */
export const liesIn = ({ regionId, zoneId, groupId, storeId }: UnitPath) => {
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
  return rows.map((row) => ({ ...row, plays: sum(row.byHour) }));
}

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

/** Conflicts that are named at most. */
export const mostNamed = 50;

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
 * Finds campaigns whose flight has begun or ended in their stores' local time, and their new state:
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
