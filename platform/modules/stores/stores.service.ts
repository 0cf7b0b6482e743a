import type { StoreQuery, StoreRow } from "#contract/stores/endpoints";
import type { ScopedCall } from "../../http/context.ts";
import { countedAtMost, findStorePage, findStoresForAds } from "./stores.queries.ts";

type ListedStore = Awaited<ReturnType<typeof findStorePage>>["rows"][number];

/**
 * A page of stores with how many match in all (counted to 10,000). Throws 422 for a cursor that is
 * not ours.
 */
export async function listStores({ scope, db, now }: ScopedCall, query: StoreQuery) {
  const storePage = await findStorePage(scope, db, query, now);
  const { rows, page } = storePage;
  // rows gone since the page before leave a page empty, not the list
  const total = storePage.total ?? (query.cursor ? undefined : 0);
  return {
    data: rows.map(toRow),
    page: { ...page, total: total !== undefined && total <= countedAtMost ? total : undefined },
  };
}

const toRow = (store: ListedStore): StoreRow => ({
  ...store,
  statusSince: store.statusSince.toISOString(),
  lastSeenAt: store.lastSeenAt?.toISOString() ?? null,
  lastPlayedAt: store.lastPlayedAt?.toISOString() ?? null,
});

/**
 * Lists a page of active stores to choose where ads play, in the order of names. Throws 422 for
 * a cursor that is not ours.
 */
export async function listStoresForAds(
  { scope, db, now }: ScopedCall,
  query: Omit<StoreQuery, "sort" | "status" | "condition">,
) {
  const { rows, page } = await findStoresForAds(scope, db, query, now);
  return { data: rows, page };
}
