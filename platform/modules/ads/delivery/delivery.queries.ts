import { type SQL, sql } from "drizzle-orm";
import type { StoreDeliveryQuery } from "#contract/ads/delivery";
import type { UnverifiedReason } from "#contract/player/words";
import type { Scope } from "../../../access/scope.ts";
import { storesWithin } from "../../../access/scope-conditions.ts";
import { columnOf, idKey, type KeyPart, keyset, textKey } from "../../../db/keyset.ts";
import { campaignPlays, campaignSpot, playLog, spot, store } from "../../../db/schema/index.ts";
import { containsText } from "../../../db/text-search.ts";
import type { Db } from "../../../db/types.ts";
import { withParts } from "../../../db/with-parts.ts";
import {
  deliveryByDay,
  deliveryByStore,
  idsOf,
  isRunning,
  placesOf,
} from "./delivery-parts.queries.ts";

/** Plays of a day in a store, or totals. contract/ads/delivery.ts explains each. */
export type DeliveryCounts = {
  bookedInAll: number;
  booked: number;
  makeGoods: number;
  makeGoodsAhead: number;
  verified: number;
  missed: number;
  extra: number;
};

const names = {
  in_all: "bookedInAll",
  booked: "booked",
  make_goods: "makeGoods",
  ahead: "makeGoodsAhead",
};
const columns = Object.entries({
  ...names,
  verified: "verified",
  missed: "missed",
  extra: "extra",
});
const figures = sql.raw(columns.map(([column, name]) => `${column}::int as "${name}"`).join(", "));
const sums = sql.raw(
  columns.map(([column, name]) => `sum(${column})::int as "${name}"`).join(", "),
);
/** Counts the plays owed in a row of `by_store`. */
export const owedByStore = sql`greatest(0, booked - verified)::int`;

const whichOf = (campaignId: number) => ({ campaignIds: idsOf([campaignId]) });

/** Campaigns added up over the stores within the scope; one without plays there has no row. */
export async function findDelivery(
  scope: Scope,
  db: Db,
  campaignIds: readonly number[],
  now: Date,
) {
  const parts = withParts(deliveryByStore(scope, { campaignIds: idsOf(campaignIds) }, now));
  const { rows } = await db.execute<
    { campaignId: number; owed: number } & DeliveryCounts
  >(sql`${parts}
    select campaign_id::int as "campaignId", ${sums}, sum(${owedByStore})::int as owed from by_store group by 1 order by 1`);
  return rows;
}

export async function findDeliveryDays(scope: Scope, db: Db, campaignId: number, now: Date) {
  const { rows } = await db.execute<
    { day: string } & DeliveryCounts
  >(sql`${withParts(deliveryByDay(scope, whichOf(campaignId), now))}
    select day::text as day, ${sums} from delivery group by 1 order by 1`);
  return rows;
}

/**
 * The verified plays of each spot of a campaign over the stores within the scope, and 0 of those
 * that have none; as exact as findDelivery.
 */
export async function findDeliveredSpots(scope: Scope, db: Db, campaignId: number, now: Date) {
  const of = (table: typeof campaignPlays | typeof playLog) =>
    sql`${table.companyId} = ${scope.companyId} and ${table.campaignId} = ${campaignId}`;
  const { rows } = await db.execute<{
    spotId: number;
    name: string;
    verified: number;
  }>(sql`with place as (${placesOf(scope, undefined, now)}), heard as (
      select spot_id, verified from ${campaignPlays} join place using (store_id) where ${of(campaignPlays)}
      union all select spot_id, -1 from ${playLog} join place using (store_id) where ${of(playLog)} and ${isRunning(now)}
      union all select spot_id, 0 from ${campaignSpot} where company_id = ${scope.companyId} and campaign_id = ${campaignId})
    select ${spot.id}::int as "spotId", ${spot.name} as name, sum(verified)::int as verified
    from heard join ${spot} on ${spot.companyId} = ${scope.companyId} and ${spot.id} = spot_id group by 1, 2 order by 3 desc, 2, 1`);
  return rows;
}

/** Stores whose name or code has a text in it. */
export const storeNamed = (search: string | undefined): SQL =>
  containsText(search, store.name, store.code) ?? sql`true`;

const sortKeys = {
  store: textKey(sql`listed.name_key`),
  missed: { value: sql`listed.missed`, type: "integer" },
  owed: { value: sql`listed.owed`, type: "integer" },
} satisfies Record<string, KeyPart>;

type DeliveryPageQuery = Omit<StoreDeliveryQuery, "companyId">;
/** A page of the stores of a campaign. Throws 422 for a cursor that is not ours. */
export async function findDeliveryPage(
  scope: Scope,
  db: Db,
  { campaignId, search, behind, sort, limit, cursor }: DeliveryPageQuery,
  now: Date,
) {
  const order = keyset([sortKeys[columnOf(sort)], idKey(sql`listed.store_id`)], {
    descending: sort.startsWith("-"),
    cursor,
  });
  type Row = {
    storeId: number;
    storeName: string;
    storeCode: string;
    owed: number;
    total: number;
    rowKey: string[];
  } & DeliveryCounts;
  const narrowed =
    behind === undefined
      ? sql`true`
      : behind === "yes"
        ? sql`${owedByStore} > 0`
        : sql`${owedByStore} = 0`;
  const parts = {
    ...deliveryByStore(scope, { ...whichOf(campaignId), stores: storeNamed(search) }, now),
    listed: sql`select store_id, ${store.name} as name, ${store.nameKey} as name_key, ${store.code} as code, ${figures}, ${owedByStore} as owed
      from by_store join ${store} on ${store.companyId} = ${scope.companyId} and ${store.id} = store_id
      where in_all + booked + make_goods + ahead + verified > 0 and ${narrowed}`,
  };
  const { rows } = await db.execute<Row>(sql`${withParts(parts)}
    select listed.*, store_id::int as "storeId", name as "storeName", code as "storeCode", (select count(*)::int from listed) as total,
      ${order.select} as "rowKey" from listed where ${order.where ?? sql`true`} order by ${order.orderBy} limit ${limit + 1}`);
  const total = rows[0]?.total ?? 0;
  return { ...order.page(rows, limit), total };
}

type Days = { storeIds: readonly number[]; from: string; to: string };
/** `day` and `hour` are those on the store's clock at which a verified play was due. */
export type VerifiedPlay = {
  storeId: number;
  day: string;
  hour: number;
  dueAt: Date;
  startedAt: Date;
  seconds: number;
  spotId: number;
};

/** The verified plays of a campaign that were due between two dates in stores. */
export async function findVerifiedPlays(
  scope: Scope,
  db: Db,
  campaignId: number,
  { storeIds, from, to }: Days,
): Promise<VerifiedPlay[]> {
  const due = sql`(${playLog.dueAt} at time zone ${store.timeZone})`;
  const { rows } = await db.execute<VerifiedPlay>(sql`
    select ${playLog.storeId}::int as "storeId", ${due}::date::text as day, extract(hour from ${due})::int as hour, ${playLog.dueAt} as "dueAt",
      ${playLog.startedAt} as "startedAt", ${playLog.seconds} as seconds, ${playLog.spotId}::int as "spotId"
    from ${playLog} join ${store} on ${store.companyId} = ${playLog.companyId} and ${store.id} = ${playLog.storeId}
    where ${storesWithin(scope)} and ${playLog.companyId} = ${scope.companyId} and ${playLog.campaignId} = ${campaignId}
      and ${playLog.dueAt} >= ${from}::date - 1 and ${playLog.dueAt} < ${to}::date + 2 and ${playLog.startedAt} between ${from}::date - 2 and ${to}::date + 3
      and ${playLog.storeId} = any(${idsOf(storeIds)}) and ${due}::date between ${from} and ${to}
    order by ${playLog.dueAt}`);
  return rows;
}

export type UnverifiedPlay = {
  storeId: number;
  logId: number | null;
  position: number | null;
  spotId: number | null;
  startedAt: Date;
  seconds: number;
  reason: UnverifiedReason;
};

/**
 * Plays of spots, and those in place of something else, that were reported between two dates in
 * stores and are not verified.
 */
export async function findUnverifiedPlays(
  scope: Scope,
  db: Db,
  spotIds: readonly number[],
  { storeIds, from, to }: Days,
) {
  // one by one, as the index has a store's plays by date
  const datesAround = sql`array(select generate_series(${from}::date - 1, ${to}::date + 1, '1 day')::date)`;
  const { rows } = await db.execute<UnverifiedPlay>(sql`
    select ${playLog.storeId}::int as "storeId", ${playLog.logId}::int as "logId", ${playLog.position} as position, ${playLog.spotId}::int as "spotId",
      ${playLog.startedAt} as "startedAt", ${playLog.seconds} as seconds, ${playLog.reason} as reason
    from ${playLog} join ${store} on ${store.companyId} = ${playLog.companyId} and ${store.id} = ${playLog.storeId}
    where ${storesWithin(scope)} and ${playLog.companyId} = ${scope.companyId} and ${playLog.day} = any(${datesAround})
      and ${playLog.storeId} = any(${idsOf(storeIds)}) and ${playLog.reason} is not null
      and (${playLog.spotId} = any(${idsOf(spotIds)}) or ${playLog.substituteReason} is not null)
    order by ${playLog.startedAt}`);
  return rows;
}

export async function findSpotNames(
  scope: Scope,
  db: Db,
  ids: readonly number[],
): Promise<Map<number, string>> {
  const rows = await db
    .select({ id: spot.id, name: spot.name })
    .from(spot)
    .where(sql`${spot.companyId} = ${scope.companyId} and ${spot.id} = any(${idsOf(ids)})`);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
