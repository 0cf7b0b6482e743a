import { type SQL, sql } from "drizzle-orm";
import type { AsRunFilters, StoreDeliveryQuery } from "#contract/ads/delivery";
import type { UnverifiedReason } from "#contract/player/endpoints";
import { type Scope, storesWithin } from "../../access/scope.ts";
import type { Db } from "../../db/client.ts";
import { csvDate, csvSafe, type ExportColumn } from "../../db/copy-csv.ts";
import { columnOf, idKey, type KeyPart, keyset, textKey } from "../../db/keyset.ts";
import { campaignLine, campaignMakeGood, campaignPlays, campaignSpot, playLog, spot, store } from "../../db/schema/index.ts";
import { sumOf } from "./ledger.queries.ts";

/** Plays of a day in a store, or added up. What each is stands in contract/ads/delivery.ts. */
export type DeliveryCounts = {
  bookedInAll: number;
  booked: number;
  makeGoods: number;
  makeGoodsAhead: number;
  verified: number;
  missed: number;
  extra: number;
};

/** The plays of a row that are in hours which are over on the store's clock. */
const overOf = (
  row: string,
) => sql`case when ${sql.raw(row)}.day < place.today then ${sumOf(`${row}.plays`)} when ${sql.raw(row)}.day = place.today
  then (select coalesce(sum(count), 0)::int from unnest(${sql.raw(row)}.plays[1:place.hours_over]) count) else 0 end`;
const idsOf = (ids: readonly number[]) => sql`${sql.param([...ids])}::bigint[]`;

/** A WITH part with each store within the scope: its date and how many hours of it are over. */
function placesOf(scope: Scope, now: Date): SQL {
  const at = sql`${now.toISOString()}::timestamptz`;
  return sql`with place as (
      select ${store.id} as store_id, ${store.timeZone} as time_zone, (${at} at time zone ${store.timeZone})::date as today,
        extract(hour from ${at} at time zone ${store.timeZone})::int as hours_over
      from ${store} where ${storesWithin(scope)}
    )`;
}

/** Of the play log joined with `place`: plays that are due in an hour which is not over. */
const isRunning = (
  now: Date,
) => sql`${playLog.day} between ${now.toISOString()}::timestamptz::date - 2 and ${now.toISOString()}::timestamptz::date + 2
  and due_at >= date_trunc('hour', ${now.toISOString()}::timestamptz at time zone time_zone) at time zone time_zone`;

/**
 * WITH parts that end in `delivery`: a row for each campaign, store within the scope and date with a booked or verified play. Plays due in hours
 * that are not over count neither as booked nor as verified.
 */
export function deliveryOf(scope: Scope, campaignIds: readonly number[], now: Date): SQL {
  const of = (table: typeof campaignLine | typeof campaignMakeGood | typeof campaignPlays | typeof playLog) =>
    sql`${table.companyId} = ${scope.companyId} and ${table.campaignId} = any(${idsOf(campaignIds)})`;
  return sql`${placesOf(scope, now)}, line as (
      select campaign_id, store_id, day, ${sumOf("line.plays")} as in_all, ${overOf("line")} as over
      from (select * from ${campaignLine} where ${of(campaignLine)}) line join place using (store_id)
    ), good as (
      select campaign_id, store_id, day, sum(${sumOf("good.plays")})::int as in_all, sum(${overOf("good")})::int as over
      from (select * from ${campaignMakeGood} where ${of(campaignMakeGood)}) good join place using (store_id) group by 1, 2, 3
    ), heard as (
      select campaign_id, store_id, day, sum(verified)::int as verified
      from ${campaignPlays} join place using (store_id) where ${of(campaignPlays)} group by 1, 2, 3
    ), running as (
      select campaign_id, store_id, (due_at at time zone time_zone)::date as day, count(*)::int as verified
      from ${playLog} join place using (store_id) where ${of(playLog)} and ${isRunning(now)} group by 1, 2, 3
    ), counted as (
      select campaign_id, store_id, day, coalesce(line.in_all, 0) - coalesce(good.in_all, 0) as in_all,
        coalesce(line.over, 0) - coalesce(good.over, 0) as booked, coalesce(good.over, 0) as make_goods,
        coalesce(good.in_all, 0) - coalesce(good.over, 0) as ahead, coalesce(heard.verified, 0) - coalesce(running.verified, 0) as verified
      from line full join heard using (campaign_id, store_id, day) left join good using (campaign_id, store_id, day)
        left join running using (campaign_id, store_id, day)
    ), delivery as (
      select *, greatest(0, booked + make_goods - verified) as missed, greatest(0, verified - booked - make_goods) as extra from counted
    )`;
}

const names = { in_all: "bookedInAll", booked: "booked", make_goods: "makeGoods", ahead: "makeGoodsAhead" };
const sums = sql.raw(
  Object.entries({ ...names, verified: "verified", missed: "missed", extra: "extra" })
    .map(([column, name]) => `coalesce(sum(${column}), 0)::int as "${name}"`)
    .join(", "),
);
/** Of rows that are one store's. */
const owedByStore = sql`greatest(0, sum(booked) - sum(verified))::int`;

/** Campaigns added up over the stores within the scope; one without plays there has no row. */
export async function findDelivery(scope: Scope, db: Db, campaignIds: readonly number[], now: Date) {
  const { rows } = await db.execute<{ campaignId: number; owed: number } & DeliveryCounts>(sql`${deliveryOf(scope, campaignIds, now)}
    select campaign_id::int as "campaignId", ${sums}, sum(owed)::int as owed
    from (select campaign_id, sum(in_all) as in_all, sum(booked) as booked, sum(make_goods) as make_goods, sum(ahead) as ahead, sum(verified) as verified,
        sum(missed) as missed, sum(extra) as extra, ${owedByStore} as owed
      from delivery group by campaign_id, store_id) by_store
    group by 1 order by 1`);
  return rows;
}

export async function findDeliveryDays(scope: Scope, db: Db, campaignId: number, now: Date) {
  const { rows } = await db.execute<{ day: string } & DeliveryCounts>(sql`${deliveryOf(scope, [campaignId], now)}
    select day::text as day, ${sums} from delivery group by 1 order by 1`);
  return rows;
}

/** The verified plays of each spot of a campaign over the stores within the scope, and 0 of those that have none; as exact as findDelivery. */
export async function findDeliveredSpots(scope: Scope, db: Db, campaignId: number, now: Date) {
  const of = (table: typeof campaignPlays | typeof playLog) =>
    sql`${table.companyId} = ${scope.companyId} and ${table.campaignId} = ${campaignId}`;
  const { rows } = await db.execute<{ spotId: number; name: string; verified: number }>(sql`${placesOf(scope, now)}, heard as (
      select spot_id, verified from ${campaignPlays} join place using (store_id) where ${of(campaignPlays)}
      union all select spot_id, -1 from ${playLog} join place using (store_id) where ${of(playLog)} and ${isRunning(now)}
      union all select spot_id, 0 from ${campaignSpot} where company_id = ${scope.companyId} and campaign_id = ${campaignId})
    select ${spot.id}::int as "spotId", ${spot.name} as name, sum(verified)::int as verified
    from heard join ${spot} on ${spot.companyId} = ${scope.companyId} and ${spot.id} = spot_id group by 1, 2 order by 3 desc, 2, 1`);
  return rows;
}

/** Stores whose name or code has a text in it. */
export const storeNamed = (search: string | undefined): SQL => {
  if (search === undefined) return sql`true`;
  const pattern = `%${search.replace(/[\\%_]/g, "\\$&")}%`;
  return sql`(${store.name} ilike ${pattern} or ${store.code} ilike ${pattern})`;
};

const sortKeys = {
  store: textKey(sql`by_store.name_key`),
  missed: { value: sql`by_store.missed`, type: "integer" },
  owed: { value: sql`by_store.owed`, type: "integer" },
} satisfies Record<string, KeyPart>;

type Wanted = Omit<StoreDeliveryQuery, "companyId">;
/** A page of the stores of a campaign. Throws 422 for a cursor that is not ours. */
export async function findDeliveryPage(scope: Scope, db: Db, { campaignId, search, behind, sort, limit, cursor }: Wanted, now: Date) {
  const order = keyset([sortKeys[columnOf(sort)], idKey(sql`by_store.store_id`)], { descending: sort.startsWith("-"), cursor });
  type Row = { storeId: number; storeName: string; storeCode: string; owed: number; total: number; rowKey: string[] } & DeliveryCounts;
  const { rows } = await db.execute<Row>(sql`${deliveryOf(scope, [campaignId], now)}, by_store as (
      select ${store.id} as store_id, ${store.name} as name, ${store.nameKey} as name_key, ${store.code} as code, ${sums}, ${owedByStore} as owed
      from delivery join ${store} on ${store.companyId} = ${scope.companyId} and ${store.id} = delivery.store_id where ${storeNamed(search)}
      group by 1, 2, 3, 4 having ${behind === undefined ? sql`true` : behind === "yes" ? sql`${owedByStore} > 0` : sql`${owedByStore} = 0`})
    select by_store.*, store_id::int as "storeId", name as "storeName", code as "storeCode", (select count(*)::int from by_store) as total,
      ${order.select} as "rowKey" from by_store where ${order.where ?? sql`true`} order by ${order.orderBy} limit ${limit + 1}`);
  const total = rows[0]?.total ?? 0;
  return { ...order.page(rows, limit), total };
}

/** The plays of one store and date that a campaign has booked, by hour. */
export type BookedDay = {
  storeId: number;
  storeName: string;
  storeCode: string;
  timeZone: string;
  status: "active" | "inactive";
  statusSince: Date;
  day: string;
  plays: number[];
};
type Booked = Pick<AsRunFilters, "campaignId" | "from" | "to" | "storeId" | "search">;

const bookedDays = (scope: Scope, { campaignId, from, to, storeId, search }: Booked) => sql`${campaignLine} line
  join ${store} on ${store.companyId} = line.company_id and ${store.id} = line.store_id
  where ${storesWithin(scope)} and line.company_id = ${scope.companyId} and line.campaign_id = ${campaignId}
    ${from === undefined ? sql`` : sql`and line.day >= ${from}`} ${to === undefined ? sql`` : sql`and line.day <= ${to}`}
    ${storeId === undefined ? sql`` : sql`and line.store_id = ${storeId}`} and ${storeNamed(search)}`;
const dayColumns = sql`line.store_id::int as "storeId", ${store.name} as "storeName", ${store.code} as "storeCode", ${store.timeZone} as "timeZone",
  ${store.status} as status, ${store.statusSince} as "statusSince", line.day::text as day, line.plays`;

/** A page of booked plays by store, day and hour; `place` counts those of an hour from 0. Throws 422 for a cursor that is not ours. */
export async function findBookedPage(
  scope: Scope,
  db: Db,
  { limit, cursor, ...which }: Booked & { limit: number; cursor?: string | undefined },
) {
  const day: KeyPart = { value: sql`to_char(line.day, 'YYYY-MM-DD') collate "C"`, type: "text" };
  const order = keyset([idKey(sql`line.store_id`), day, idKey(sql`of_day.hour`), idKey(sql`of_hour.place`)], { descending: false, cursor });
  const { rows } = await db.execute<BookedDay & { hour: number; place: number; rowKey: string[] }>(sql`
    select ${dayColumns}, (of_day.hour - 1)::int as hour, of_hour.place, ${order.select} as "rowKey"
    from (select line.* from ${bookedDays(scope, which)}) line
      join ${store} on ${store.companyId} = line.company_id and ${store.id} = line.store_id
      cross join lateral unnest(line.plays) with ordinality as of_day (plays, hour)
      cross join lateral generate_series(0, of_day.plays - 1) as of_hour (place)
    where ${order.where ?? sql`true`} order by ${order.orderBy} limit ${limit + 1}`);
  return order.page(rows, limit);
}

export async function countBookedPlays(scope: Scope, db: Db, which: Booked): Promise<number> {
  const { rows } = await db.execute<{ plays: number }>(
    sql`select coalesce(sum(${sumOf("line.plays")}), 0)::int as plays from ${bookedDays(scope, which)}`,
  );
  return rows[0]?.plays ?? 0;
}

/** A store and date to begin at, it included. */
type Place = { storeId: number; day: string };

/** The booked days of a campaign in the order of its lines' key, or the reverse one, so many at a time. */
export async function* bookedDaysInTurn(
  scope: Scope,
  db: Db,
  which: Booked,
  { atATime, from, back = false }: { atATime: number; from?: Place | undefined; back?: boolean },
): AsyncGenerator<BookedDay[]> {
  const [way, beyond] = back ? [sql`desc`, sql`<`] : [sql`asc`, sql`>`];
  const than = ({ storeId, day }: Place) => sql`(${storeId}::bigint, ${day}::date)`;
  for (let after: BookedDay | undefined; ; ) {
    const key = sql`(line.store_id, line.day)`;
    const rest = after ? sql`and ${key} ${beyond} ${than(after)}` : from ? sql`and ${key} ${beyond}= ${than(from)}` : sql``;
    const { rows } = await db.execute<BookedDay>(
      sql`select ${dayColumns} from ${bookedDays(scope, which)} ${rest} order by line.store_id ${way}, line.day ${way} limit ${atATime}`,
    );
    if (rows.length > 0) yield rows;
    if (rows.length < atATime) return;
    after = rows.at(-1);
  }
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
export async function findVerifiedPlays(scope: Scope, db: Db, campaignId: number, { storeIds, from, to }: Days): Promise<VerifiedPlay[]> {
  const due = sql`(${playLog.dueAt} at time zone ${store.timeZone})`;
  const { rows } = await db.execute<VerifiedPlay>(sql`
    select ${playLog.storeId}::int as "storeId", ${due}::date::text as day, extract(hour from ${due})::int as hour, ${playLog.dueAt} as "dueAt",
      ${playLog.startedAt} as "startedAt", ${playLog.seconds} as seconds, ${playLog.spotId}::int as "spotId"
    from ${playLog} join ${store} on ${store.companyId} = ${playLog.companyId} and ${store.id} = ${playLog.storeId}
    where ${storesWithin(scope)} and ${playLog.companyId} = ${scope.companyId} and ${playLog.campaignId} = ${campaignId}
      and ${playLog.day} between ${from}::date - 1 and ${to}::date + 1 and ${playLog.storeId} = any(${idsOf(storeIds)}) and ${due}::date between ${from} and ${to}
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

/** Plays of spots, and those in place of something else, that were reported between two dates in stores and are not verified. */
export async function findUnverifiedPlays(scope: Scope, db: Db, spotIds: readonly number[], { storeIds, from, to }: Days) {
  const { rows } = await db.execute<UnverifiedPlay>(sql`
    select ${playLog.storeId}::int as "storeId", ${playLog.logId}::int as "logId", ${playLog.position} as position, ${playLog.spotId}::int as "spotId",
      ${playLog.startedAt} as "startedAt", ${playLog.seconds} as seconds, ${playLog.reason} as reason
    from ${playLog} join ${store} on ${store.companyId} = ${playLog.companyId} and ${store.id} = ${playLog.storeId}
    where ${storesWithin(scope)} and ${playLog.companyId} = ${scope.companyId} and ${playLog.day} between ${from}::date - 1 and ${to}::date + 1
      and ${playLog.storeId} = any(${idsOf(storeIds)}) and ${playLog.reason} is not null
      and (${playLog.spotId} = any(${idsOf(spotIds)}) or ${playLog.substituteReason} is not null)
    order by ${playLog.startedAt}`);
  return rows;
}

export async function findSpotNames(scope: Scope, db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await db
    .select({ id: spot.id, name: spot.name })
    .from(spot)
    .where(sql`${spot.companyId} = ${scope.companyId} and ${spot.id} = any(${idsOf(ids)})`);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** A play as a file has it: times on the store's clock. */
export type AsRunCsvRow = Record<"storeCode" | "store" | "day" | "hour" | "outcome", string> &
  Record<"due" | "started" | "spot" | "reason", string | null> & { seconds: number | null };

export const asRunColumns: ExportColumn[] = [
  ["Store code", csvSafe(sql`play."storeCode"`)],
  ["Store", csvSafe(sql`play.store`)],
  ["Date", csvDate(sql`play.day`)],
  ["Hour", sql`play.hour`],
  ["Due at", sql`play.due`],
  ["Started at", sql`play.started`],
  ["Seconds", sql`play.seconds`],
  ["Spot", csvSafe(sql`play.spot`)],
  ["Outcome", sql`play.outcome`],
  ["Reason", sql`play.reason`],
];

/** The rows handed over as a select, for a file whose rows are made in JavaScript. */
export const selectAsRun = (cells: SQL, rows: readonly AsRunCsvRow[]): SQL => sql`select ${cells}
  from rows from (json_to_recordset(${JSON.stringify(rows)}::json) as ("storeCode" text, store text, day date, hour text, due text, started text,
    seconds int, spot text, outcome text, reason text)) with ordinality as play order by ordinality`;
