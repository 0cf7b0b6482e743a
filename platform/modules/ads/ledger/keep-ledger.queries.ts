import { and, asc, eq, gt, gte, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { addDays, dateIn } from "#contract/base/dates";
import { byStore } from "#contract/base/group-by";
import type { Scope } from "../../../access/scope.ts";
import { storesWithin } from "../../../access/scope-conditions.ts";
import type { Unit } from "../../../access/units.ts";
import { adSetting, store, storeHours, storeHoursException } from "../../../db/schema/index.ts";
import type { Db } from "../../../db/types.ts";

/**
 * Fingerprint of everything that a company's capacities are made of: it changes with each of those
 * rows (as findDaysFingerprint) and with each store's date.
 */
export async function findLedgerMark({ companyId }: Scope, db: Db, now: Date): Promise<string> {
  const rowsOf = (table: PgTable) =>
    sql`(select concat(count(*), ':', sum(xmin::text::bigint)) from ${table} where company_id = ${companyId})`;
  const tables = [store, storeHours, storeHoursException, adSetting].map(rowsOf);
  const { rows } = await db.execute<{
    mark: string;
    zones: string[];
  }>(sql`select concat_ws(' ', ${sql.join(tables, sql`, `)}) as mark,
    array(select distinct ${store.timeZone} from ${store} where ${store.companyId} = ${companyId} order by 1) as zones`);
  return [rows[0]?.mark, ...(rows[0]?.zones ?? []).map((zone) => dateIn(zone, now))].join(" ");
}

/**
 * Stores within the scope in the order of their IDs, above `after`; limited to a unit or to
 * `storeIds` if given.
 */
export type LedgerStoreQuery = {
  after: number;
  limit: number;
  unit?: Unit | undefined;
  storeIds?: readonly number[];
};

/**
 * Finds everything that decides stores' capacity except their settings; exceptions from yesterday
 * on, in any time zone.
 */
export async function findStoresToSell(
  scope: Scope,
  db: Db,
  { after, limit, unit, storeIds }: LedgerStoreQuery,
  now: Date,
) {
  const isAmong = storeIds && sql`${store.id} = any(${sql.param([...storeIds])}::bigint[])`;
  const stores = await db
    .select({
      storeId: store.id,
      code: store.code,
      name: store.name,
      timeZone: store.timeZone,
      isActive: sql<boolean>`${store.status} = 'active'`,
      regionId: store.regionId,
      zoneId: store.zoneId,
      groupId: store.groupId,
    })
    .from(store)
    .where(and(storesWithin(scope), gt(store.id, after), unit && isOf(unit), isAmong))
    .orderBy(asc(store.id))
    .limit(limit);
  const ids = sql.param(stores.map(({ storeId }) => storeId));
  const { weekday, opens, closes } = storeHours;
  const hours = await db
    .select({ storeId: storeHours.storeId, weekday, opens, closes })
    .from(storeHours)
    .where(
      and(
        eq(storeHours.companyId, scope.companyId),
        sql`${storeHours.storeId} = any(${ids}::bigint[])`,
      ),
    )
    .orderBy(storeHours.storeId, weekday);
  const date = storeHoursException;
  const exceptions = await db
    .select({ storeId: date.storeId, day: date.day, opens: date.opens, closes: date.closes })
    .from(date)
    .where(
      and(
        eq(date.companyId, scope.companyId),
        sql`${date.storeId} = any(${ids}::bigint[])`,
        gte(date.day, addDays(now.toISOString().slice(0, 10), -2)),
      ),
    )
    .orderBy(date.storeId, date.day);
  const hoursOf = byStore(hours);
  const exceptionsOf = byStore(exceptions);
  return stores.map((one) => ({
    ...one,
    hours: hoursOf.get(one.storeId) ?? [],
    exceptions: exceptionsOf.get(one.storeId) ?? [],
  }));
}
export type StoreToSell = Awaited<ReturnType<typeof findStoresToSell>>[number];

const isOf = ({ level, unitId }: Unit) =>
  ({
    COMPANY: undefined,
    REGION: eq(store.regionId, unitId),
    ZONE: eq(store.zoneId, unitId),
    GROUP: eq(store.groupId, unitId),
    STORE: eq(store.id, unitId),
  })[level];
