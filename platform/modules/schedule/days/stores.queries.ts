import { and, eq, sql } from "drizzle-orm";
import type { Scope } from "../../../access/scope.ts";
import { storesWithin } from "../../../access/scope-conditions.ts";
import { store, storeHours, storeHoursException } from "../../../db/schema/index.ts";
import type { Db } from "../../../db/types.ts";
import { type GroupId, isInGroups } from "./groups.queries.ts";

/** The zones of a company's active stores. */
export const findStoreZones = async ({ companyId }: Scope, db: Db): Promise<string[]> =>
  (
    await db
      .selectDistinct({ timeZone: store.timeZone })
      .from(store)
      .where(and(eq(store.companyId, companyId), eq(store.status, "active")))
  ).map(({ timeZone }) => timeZone);

const storeColumns = {
  id: store.id,
  code: store.code,
  name: store.name,
  regionId: store.regionId,
  zoneId: store.zoneId,
  groupId: store.groupId,
  timeZone: store.timeZone,
  country: store.country,
};

/** The active stores of the groups; inactive ones play nothing. */
export const findGroupStores = (scope: Scope, db: Db, groupIds: readonly GroupId[]) =>
  db
    .select(storeColumns)
    .from(store)
    .where(and(storesWithin(scope), eq(store.status, "active"), isInGroups(groupIds)))
    .orderBy(store.id);
export type FoundStore = Awaited<ReturnType<typeof findGroupStores>>[number];

export async function findStore(scope: Scope, db: Db, id: number): Promise<FoundStore | undefined> {
  const [row] = await db
    .select(storeColumns)
    .from(store)
    .where(and(storesWithin(scope), eq(store.id, id)));
  return row;
}

export const findHours = (scope: Scope, db: Db, storeIds: number[]) =>
  db
    .select({
      storeId: storeHours.storeId,
      weekday: storeHours.weekday,
      opens: storeHours.opens,
      closes: storeHours.closes,
    })
    .from(storeHours)
    .where(
      and(
        eq(storeHours.companyId, scope.companyId),
        sql`${storeHours.storeId} = any(${sql.param(storeIds)}::bigint[])`,
      ),
    )
    .orderBy(storeHours.storeId, storeHours.weekday);

/** Finds dates with hours of their own; a store has at most sixty. */
export const findHoursExceptions = (scope: Scope, db: Db, storeIds: number[]) =>
  db
    .select({
      storeId: storeHoursException.storeId,
      day: storeHoursException.day,
      opens: storeHoursException.opens,
      closes: storeHoursException.closes,
      note: storeHoursException.note,
    })
    .from(storeHoursException)
    .where(
      and(
        eq(storeHoursException.companyId, scope.companyId),
        sql`${storeHoursException.storeId} = any(${sql.param(storeIds)}::bigint[])`,
      ),
    )
    .orderBy(storeHoursException.storeId, storeHoursException.day);
