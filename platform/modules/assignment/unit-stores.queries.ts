import { and, eq, sql } from "drizzle-orm";
import type { Scope } from "../../access/scope.ts";
import { idKey, keyset, type PageRequest, textKey } from "../../db/keyset.ts";
import { company, store, storeState } from "../../db/schema/index.ts";
import type { Db } from "../../db/types.ts";
import { storesWanted, type UnitStoreFilter } from "../hierarchy/index.ts";
import { openingAt, storeFacts } from "../stores/index.ts";

/** A page of stores by name. Throws 422 for a cursor that is not ours. */
export async function findUnitStores(
  scope: Scope,
  db: Db,
  { limit, cursor, ...filter }: UnitStoreFilter & PageRequest,
  now: Date,
) {
  const order = keyset([textKey(store.nameKey), idKey(store.id)], { descending: false, cursor });
  const rows = await db
    .select({
      id: store.id,
      storeCode: store.code,
      storeName: store.name,
      city: store.city,
      groupId: store.groupId,
      status: store.status,
      statusSince: store.statusSince,
      condition: storeFacts(now).condition,
      timeZone: store.timeZone,
      lastSeenAt: storeState.lastSeenAt,
      lastPlayedAt: storeState.lastPlayedAt,
      rowKey: order.select,
    })
    .from(store)
    .innerJoin(company, eq(company.id, store.companyId))
    .leftJoin(
      storeState,
      and(eq(storeState.companyId, store.companyId), eq(storeState.storeId, store.id)),
    )
    .innerJoin(openingAt(now), sql`true`)
    .where(and(storesWanted(scope, filter), order.where))
    .orderBy(order.orderBy)
    .limit(limit + 1);
  return order.page(rows, limit);
}

export const countStores = (scope: Scope, db: Db, filter: UnitStoreFilter) =>
  db.$count(store, storesWanted(scope, filter));
