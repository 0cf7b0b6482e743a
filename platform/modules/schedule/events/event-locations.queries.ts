import { and, count, eq, sql } from "drizzle-orm";
import type { Scope } from "../../../access/scope.ts";
import { storesWithin } from "../../../access/scope-conditions.ts";
import { store } from "../../../db/schema/index.ts";
import { containsText } from "../../../db/text-search.ts";
import type { Db } from "../../../db/types.ts";

const storesListed = 100;

/** Active stores that match, by name, and those named by id first. */
export async function findStoreChoices(
  scope: Scope,
  db: Db,
  { search = "", chosen }: { search?: string | undefined; chosen: number[] },
) {
  const isChosen = sql`${store.id} = any(${sql.param(chosen)}::bigint[])`;
  const rows = await db
    .select({
      id: store.id,
      name: store.name,
      code: store.code,
      zoneId: store.zoneId,
      groupId: store.groupId,
    })
    .from(store)
    .where(
      and(
        storesWithin(scope),
        sql`(${isChosen} or (${store.status} = 'active' and ${containsText(search, store.name, store.code) ?? sql`true`}))`,
      ),
    )
    .orderBy(sql`${isChosen} desc`, store.nameKey, store.id)
    .limit(storesListed + 1);
  return { stores: rows.slice(0, storesListed), more: rows.length > storesListed };
}

/** Counts the active stores of the scope by their units. */
export const countStoresByUnit = (scope: Scope, db: Db) =>
  db
    .select({
      regionId: store.regionId,
      zoneId: store.zoneId,
      groupId: store.groupId,
      stores: count(),
    })
    .from(store)
    .where(and(storesWithin(scope), eq(store.status, "active")))
    .groupBy(store.regionId, store.zoneId, store.groupId);
