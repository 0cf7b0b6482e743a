import { and, eq, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { lastBegun } from "#contract/base/dates";
import type { SpotKind } from "#contract/schedule/positions";
import type { Scope } from "../../../access/scope.ts";
import { ofStoresWithin, storesWithin } from "../../../access/scope-conditions.ts";
import { idKey, keyset, type PageRequest, textKey } from "../../../db/keyset.ts";
import { adLedger, campaignTime, store } from "../../../db/schema/index.ts";
import type { Db } from "../../../db/types.ts";
import { hours, isBegun } from "../ledger/ledger-parts.queries.ts";

/** Stores by id or by their locations; if all four are empty, all that the caller sees. */
export type UnitSelection = {
  regionIds: number[];
  zoneIds: number[];
  groupIds: number[];
  storeIds: number[];
};
export type CellQuery = {
  kind: SpotKind;
  playTakes: number;
  from: string;
  to: string;
  weekdays: readonly number[] | undefined;
  now: Date;
};

export const at = (column: string, hour: number) => sql.raw(`${column}[${hour}]`);
const hourly = (of: (hour: number) => SQL) =>
  sql<number[]>`array[${sql.join(hours.map(of), sql`, `)}]::int[]`;

const any = (column: SQLWrapper, ids: number[]) =>
  sql`${column} = any(${sql.param(ids)}::bigint[])`;
const isWanted = ({ regionIds, zoneIds, groupIds, storeIds }: UnitSelection): SQL | undefined =>
  regionIds.length + zoneIds.length + groupIds.length + storeIds.length === 0
    ? undefined
    : sql`(${any(store.regionId, regionIds)} or ${any(store.zoneId, zoneIds)} or ${any(store.groupId, groupIds)} or ${any(store.id, storeIds)})`;

export const ofCells = (
  scope: Scope,
  stores: UnitSelection,
  { kind, from, to, weekdays }: Omit<CellQuery, "playTakes" | "now">,
) =>
  and(
    ofStoresWithin(adLedger, scope, isWanted(stores)),
    eq(adLedger.kind, kind),
    sql`${adLedger.day} between ${from}::date and ${to}::date`,
    weekdays
      ? sql`extract(dow from ${adLedger.day}) = any(${sql.param([...weekdays])}::int[])`
      : undefined,
  );

const free = (hour: number, { playTakes }: CellQuery) =>
  sql`(${at("capacity", hour)} - ${at("booked", hour)} - ${at("held", hour)}) / ${sql.raw(String(playTakes))}`;

export type DayCells = {
  day: string;
  stores: number;
  capacity: number[];
  booked: number[];
  held: number[];
  freePlays: number[];
  storesWithRoom: number[];
};

/**
 * Adds up what stores may sell and have sold in each hour of a date, and the plays that fit; hours
 * that have begun have no room.
 */
export async function findDayCells(
  scope: Scope,
  db: Db,
  stores: UnitSelection,
  filters: CellQuery,
): Promise<DayCells[]> {
  // rows that are alike are added up once: of a chain's stores most are, on most dates
  const select = (
    room: (hour: number) => SQL,
    rows: SQL,
  ) => sql`select ${adLedger.day}::text as day, sum(alike)::int as stores,
      ${hourly((hour) => sql`sum(${at("capacity", hour)} * alike)`)} as capacity, ${hourly((hour) => sql`sum(${at("booked", hour)} * alike)`)} as booked,
      ${hourly((hour) => sql`sum(${at("held", hour)} * alike)`)} as held, ${hourly((hour) => sql`sum(${room(hour)} * alike)`)} as "freePlays",
      ${hourly((hour) => sql`coalesce(sum(alike) filter (where ${room(hour)} > 0), 0)`)} as "storesWithRoom" from (${rows}) ${adLedger} group by 1`;
  const where = ofCells(scope, stores, filters);
  const { now } = filters;
  const begun = lastBegun(now);
  const columns = sql`${adLedger.day}, ${adLedger.capacity}, ${adLedger.booked}, ${adLedger.held}, count(*)::int as alike`;
  // only dates near today need the clocks of the stores
  const hasBegun = hourly((hour) => sql`(${isBegun(hour, now)})::int`);
  const near = select(
    (hour) => sql`(case when ${at("begun", hour)} = 1 then 0 else ${free(hour, filters)} end)`,
    sql`select ${columns}, ${hasBegun} as begun from ${adLedger}
      join ${store} on ${store.companyId} = ${adLedger.companyId} and ${store.id} = ${adLedger.storeId}
      where ${where} and ${adLedger.day} <= ${begun} group by 1, 2, 3, 4, begun`,
  );
  const later = select(
    (hour) => sql`(${free(hour, filters)})`,
    sql`select ${columns} from ${adLedger} where ${where} and ${adLedger.day} > ${begun} group by 1, 2, 3, 4`,
  );
  return (await db.execute<DayCells>(sql`${near} union all ${later} order by 1`)).rows;
}

/** Counts the stores in which any of the dates is on sale. */
export async function countStoresOnSale(
  scope: Scope,
  db: Db,
  stores: UnitSelection,
  filters: CellQuery,
): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(distinct ${adLedger.storeId})::int as count from ${adLedger} where ${ofCells(scope, stores, filters)}`,
  );
  return rows[0]?.count ?? 0;
}

/**
 * Counts by date the stores in which each of the minutes is free: no campaign has it, and its hour
 * has room for a play.
 */
export async function findTimeCells(
  scope: Scope,
  db: Db,
  stores: UnitSelection,
  { filters, minutes }: { filters: CellQuery; minutes: readonly number[] },
) {
  const isFree = (minute: number, place: number) => {
    const hour = Math.floor(minute / 60) + 1;
    return sql`count(*) filter (where ${free(hour, filters)} > 0 and not ${isBegun(hour, filters.now)} and not coalesce(taken.minutes[${sql.raw(String(place + 1))}], false))`;
  };
  const isTaken = minutes.map(
    (minute) => sql`bool_or(${campaignTime.minute} = ${sql.raw(String(minute))})`,
  );
  const { rows } = await db.execute<{
    day: string;
    stores: number;
    storesFree: number[];
  }>(sql`select ${adLedger.day}::text as day,
      count(*)::int as stores, array[${sql.join(minutes.map(isFree), sql`, `)}]::int[] as "storesFree"
    from ${adLedger} join ${store} on ${store.companyId} = ${adLedger.companyId} and ${store.id} = ${adLedger.storeId}
      left join (select store_id, day, array[${sql.join(isTaken, sql`, `)}] as minutes from ${campaignTime}
        where ${campaignTime.companyId} = ${scope.companyId} and ${campaignTime.day} between ${filters.from}::date and ${filters.to}::date
          and ${campaignTime.minute} = any(${sql.param([...minutes])}::smallint[]) group by 1, 2) taken
        on taken.store_id = ${adLedger.storeId} and taken.day = ${adLedger.day}
    where ${ofCells(scope, stores, filters)} group by 1 order by 1`);
  return rows;
}

/**
 * Finds a page of stores with their inventory in the time, and the fullest of the hours asked for.
 */
export async function findStoreCells(
  scope: Scope,
  db: Db,
  stores: UnitSelection,
  pageQuery: CellQuery & {
    hours: readonly number[];
    sort: "store" | "-store" | "free" | "-free";
  } & PageRequest,
) {
  const chosen = pageQuery.hours.map((hour) => hour + 1);
  const sum = (column: string) =>
    sql`coalesce(sum(${sql.raw(chosen.map((hour) => `${column}[${hour}]::int`).join(" + "))}), 0)::int`;
  const room = (hour: number) =>
    sql`(case when ${isBegun(hour, pageQuery.now)} then 0 else ${free(hour, pageQuery)} end)`;
  const freeInDay = sql.join(chosen.map(room), sql` + `);
  // an hour in which the store is closed is not on sale
  const ranked = sql.join(
    chosen.map(
      (hour) =>
        sql`case when ${at("capacity", hour)} > 0 and not ${isBegun(hour, pageQuery.now)} then ${room(hour)} end`,
    ),
    sql`, `,
  );
  const figures = sql`(select ${adLedger.storeId} as store_id, count(*)::int as days, ${sum("capacity")} as capacity, ${sum("booked")} as booked,
      ${sum("held")} as held, coalesce(sum(${freeInDay}), 0)::int as free,
      (array_agg(array[to_char(${adLedger.day}, 'YYYY-MM-DD'), (select (at.hour)::text from unnest(array[${sql.join(
        chosen.map((hour) => sql.raw(String(hour - 1))),
        sql`, `,
      )}], array[${ranked}]) as at(hour, room) where at.room is not null order by at.room, at.hour limit 1), least(${ranked})::text]
        order by least(${ranked}) nulls last, ${adLedger.day}))[1:1] as worst
    from ${adLedger} join ${store} on ${store.companyId} = ${adLedger.companyId} and ${store.id} = ${adLedger.storeId}
    where ${ofCells(scope, stores, pageQuery)} group by 1) figures`;
  const byStore = textKey(store.nameKey);
  const parts = pageQuery.sort.endsWith("free")
    ? [{ value: sql`figures.free`, type: "integer" as const }, byStore, idKey(store.id)]
    : [byStore, idKey(store.id)];
  const order = keyset(parts, {
    descending: pageQuery.sort.startsWith("-"),
    cursor: pageQuery.cursor,
  });
  const rows = await db
    .select({
      storeId: store.id,
      storeName: store.name,
      storeCode: store.code,
      days: sql<number>`figures.days`,
      capacity: sql<number>`figures.capacity`,
      booked: sql<number>`figures.booked`,
      held: sql<number>`figures.held`,
      freePlays: sql<number>`figures.free`,
      worst: sql<[string, string | null, string | null][]>`figures.worst`,
      rowKey: order.select,
    })
    .from(store)
    .innerJoin(figures, sql`figures.store_id = ${store.id}`)
    .where(and(storesWithin(scope), order.where))
    .orderBy(order.orderBy)
    .limit(pageQuery.limit + 1);
  return order.page(rows, pageQuery.limit);
}
