import { type SQL, sql } from "drizzle-orm";
import type { SpotKind } from "#contract/schedule/positions";
import type { Scope } from "../../../access/scope.ts";
import { storesWithin } from "../../../access/scope-conditions.ts";
import { adLedger, adShortfall, store } from "../../../db/schema/index.ts";
import type { Db, Tx } from "../../../db/types.ts";
import {
  byHour,
  type FullHour,
  hours,
  lock,
  mostNamed,
  nothing,
  ofKind,
  raw,
  sold,
  soldByHour,
} from "./ledger-parts.queries.ts";

/**
 * A store's capacity on a date, by its opening hours and settings; null leaves an hour
 * unchanged.
 */
export type CapacityOfDay = { storeId: number; day: string; capacity: readonly (number | null)[] };

/**
 * Puts the dates of stores on sale, or changes their capacity. If more is sold than that, the
 * ledger keeps the sold capacity, and the store's own is kept as a shortfall until the sold plays
 * fit. Gives the first of those hours.
 */
export async function setCapacity(
  scope: Scope,
  tx: Tx,
  kind: SpotKind,
  rows: readonly CapacityOfDay[],
): Promise<FullHour[]> {
  const capacityRows = sql`jsonb_to_recordset(${JSON.stringify(rows.map(({ storeId, day, capacity }) => ({ store_id: storeId, day, capacity })))}::jsonb)
    as given(store_id bigint, day date, capacity smallint[])`;
  const isGiven = sql`${ofKind(scope, kind)} and ${adLedger.storeId} = given.store_id and ${adLedger.day} = given.day`;
  await tx.execute(sql`insert into ${adLedger} (company_id, kind, store_id, day, capacity, booked, held)
    select ${scope.companyId}, ${kind}, store_id, day, ${byHour((hour) => sql`coalesce(given.capacity[${raw(hour)}], 0)`)}, ${nothing}, ${nothing}
    from ${capacityRows} order by store_id, day on conflict do nothing`);
  await lock(tx, isGiven, capacityRows);
  await tx.execute(sql`delete from ${adShortfall} using ${capacityRows} where ${adShortfall.companyId} = ${scope.companyId} and ${adShortfall.kind} = ${kind}
    and ${adShortfall.storeId} = given.store_id and ${adShortfall.day} = given.day`);
  await tx.execute(sql`insert into ${adShortfall} (company_id, kind, store_id, day, capacity)
    select ${scope.companyId}, ${kind}, given.store_id, given.day, ${askedOf("given")} from ${adLedger}, ${capacityRows}
    where ${isGiven} and ${isShortOf("given")}`);
  await tx.execute(
    sql`update ${adLedger} set capacity = ${fittedTo("given")} from ${capacityRows} where ${isGiven} and ${adLedger.capacity} <> ${fittedTo("given")}`,
  );
  return findShortHours(scope, tx, {
    kind,
    which: isGiven,
    beside: capacityRows,
    limit: mostNamed,
  });
}

/** States what stores may sell on the dates on sale: each store has the dates of its pattern. */
export type CapacityPlan = {
  stores: readonly { storeId: number; pattern: number }[];
  days: readonly {
    pattern: number;
    day: string;
    capacity: Record<SpotKind, CapacityOfDay["capacity"]>;
    isOnSale: boolean;
  }[];
};

const planned = (kind: SpotKind, { stores, days }: CapacityPlan) => {
  const ofStores = stores.map(({ storeId, pattern }) => ({ store_id: storeId, pattern }));
  const ofDays = days.map(({ pattern, day, capacity, isOnSale }) => ({
    pattern,
    day,
    capacity: capacity[kind],
    on_sale: isOnSale,
  }));
  return sql`(select store_id, day, capacity, on_sale, pattern
    from jsonb_to_recordset(${JSON.stringify(ofStores)}::jsonb) as stores(store_id bigint, pattern int)
    join jsonb_to_recordset(${JSON.stringify(ofDays)}::jsonb) as days(pattern int, day date, capacity smallint[], on_sale boolean) using (pattern)) planned`;
};

/** Finds the stores and dates of a plan whose ledger rows setCapacity would change. */
export async function findOutdated(scope: Scope, db: Db, kind: SpotKind, plan: CapacityPlan) {
  const { rows } = await db.execute<{
    storeId: number;
    day: string;
    pattern: number;
  }>(sql`select planned.store_id::int as "storeId",
      planned.day::text as day, planned.pattern::int as pattern
    from ${planned(kind, plan)} left join ${adLedger} on ${ofKind(scope, kind)} and ${adLedger.storeId} = planned.store_id and ${adLedger.day} = planned.day
    left join ${adShortfall} short on short.company_id = ${scope.companyId} and short.kind = ${kind} and short.store_id = planned.store_id and short.day = planned.day
    where case when ${adLedger.storeId} is null then planned.on_sale
      else ${adLedger.capacity} <> ${fittedTo("planned")} or case when ${isShortOf("planned")} then short.capacity is distinct from ${askedOf("planned")}
        else short.store_id is not null end end`);
  return rows;
}

/** Counts the hours with more sold than the plan allows, and names the first of them. */
export async function findBelowSold(
  scope: Scope,
  db: Db,
  kind: SpotKind,
  { plan, limit }: { plan: CapacityPlan; limit: number },
) {
  const { rows } = await db.execute<
    FullHour & { total: number }
  >(sql`select store_id::int as "storeId", day::text as day, hour - 1 as hour,
      free::int as free, sold::int as wanted, count(*) over ()::int as total
    from (select ${adLedger.storeId}, ${adLedger.day}, ${askedOf("planned")} as asked, ${soldByHour} as sold_by_hour
      from ${planned(kind, plan)} join ${adLedger} on ${ofKind(scope, kind)} and ${adLedger.storeId} = planned.store_id and ${adLedger.day} = planned.day
      where ${isShortOf("planned")}) below, unnest(asked, sold_by_hour) with ordinality at(free, sold, hour)
    where sold > free order by 2, 3, 1 limit ${limit}`);
  return { total: rows[0]?.total ?? 0, first: rows.map(({ total: _, ...row }) => row) };
}

/** Finds hours with more sold than their store's own capacity, which is `free`. */
async function findShortHours(
  scope: Scope,
  db: Db,
  { kind, which, beside, limit }: { kind: SpotKind; which: SQL; beside?: SQL; limit: number },
) {
  const { rows } =
    await db.execute<FullHour>(sql`select ${adLedger.storeId}::int as "storeId", ${adLedger.day}::text as day, (at.hour - 1)::int as hour,
      short.capacity[at.hour]::int as free, (booked[at.hour] + held[at.hour])::int as wanted
    from ${adLedger} join ${adShortfall} short using (company_id, kind, store_id, day), generate_series(1, 24) at(hour) ${beside ? sql`, ${beside}` : sql``}
    where ${ofKind(scope, kind)} and ${which} and booked[at.hour] + held[at.hour] > short.capacity[at.hour]
    order by 1, 2, 3 limit ${limit}`);
  return rows;
}

/**
 * Finds the hours to come, in stores within the scope, that have more sold than the store may sell
 * by itself: how many, and the first of them.
 */
export async function findConflicts(
  scope: Scope,
  db: Db,
  { now, limit }: { now: Date; limit: number },
) {
  const { rows } = await db.execute<
    FullHour & { kind: SpotKind; storeCode: string; storeName: string; total: number }
  >(sql`
    select ${adLedger.kind} as kind, ${store.id}::int as "storeId", ${store.code} as "storeCode", ${store.name} as "storeName", ${adLedger.day}::text as day,
      (at.hour - 1)::int as hour, short.capacity[at.hour]::int as free, (booked[at.hour] + held[at.hour])::int as wanted, count(*) over ()::int as total
    from ${adShortfall} short join ${adLedger} using (company_id, kind, store_id, day)
      join ${store} on ${store.companyId} = ${adLedger.companyId} and ${store.id} = ${adLedger.storeId}, generate_series(1, 24) at(hour)
    where ${storesWithin(scope)} and booked[at.hour] + held[at.hour] > short.capacity[at.hour]
      and ${adLedger.day} + make_interval(hours => at.hour) > (${now.toISOString()}::timestamptz at time zone ${store.timeZone})
    order by day, hour, ${store.nameKey}, ${store.id}, kind limit ${limit}`);
  return { total: rows[0]?.total ?? 0, first: rows.map(({ total: _, ...row }) => row) };
}

/**
 * Updates the planner's statistics of the ledger now, unless somebody else is at it; autovacuum
 * would do so up to a minute later.
 */
export const analyzeLedger = (db: Db) =>
  db.execute(sql`analyze (skip_locked) ${adLedger} (company_id, kind, store_id, day)`);

/**
 * Takes the dates after a last one off sale: unsold dates are deleted, and sold ones stay
 * without room for more.
 */
export async function endSaleAfter(
  scope: Scope,
  tx: Tx,
  kind: SpotKind,
  { storeIds, lastDay }: { storeIds: readonly number[]; lastDay: string },
): Promise<number> {
  const after = sql`${ofKind(scope, kind)} and ${adLedger.storeId} = any(${sql.param([...storeIds])}::bigint[]) and ${adLedger.day} > ${lastDay}`;
  const isUnsold = sql`booked = ${nothing} and held = ${nothing}`;
  const lockedCount = await lock(
    tx,
    sql`${after} and ((${isUnsold}) or capacity <> ${soldByHour})`,
  );
  if (lockedCount === 0) return 0;
  await tx.execute(sql`delete from ${adLedger} where ${after} and ${isUnsold}`);
  await tx.execute(
    sql`update ${adLedger} set capacity = ${soldByHour} where ${after} and capacity <> ${soldByHour}`,
  );
  return lockedCount;
}
/**
 * For each hour: the wanted capacity, where null means the ledger's own; the capacity that the
 * ledger gets, at least what is sold; and whether more is sold than wanted.
 */
const wantedIn = (from: string, hour: number) =>
  sql`coalesce(${sql.raw(from)}.capacity[${raw(hour)}], ${adLedger.capacity}[${raw(hour)}])`;
const askedOf = (from: string) => byHour((hour) => wantedIn(from, hour));
const fittedTo = (from: string) =>
  byHour((hour) => sql`greatest(${wantedIn(from, hour)}, ${sold(hour)})`);
const isShortOf = (from: string) =>
  sql`(${sql.join(
    hours.map((hour) => sql`${sold(hour)} > ${wantedIn(from, hour)}`),
    sql` or `,
  )})`;
