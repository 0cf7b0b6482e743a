import type { z } from "zod";
import type { StoreQuery, StoreRow, StoreStatusChange } from "#contract/stores/endpoints";
import { changeInSlices } from "../../db/key-slices.ts";
import type { ScopedCall } from "../../http/context.ts";
import { notFound } from "../../http/refusal.ts";
import { findOwnChange, refuseChangedSince } from "../audit/index.ts";
import { countedAtMost, findStorePage, findStoresForAds, lockMatchingStores, lockStores, setStatus } from "./stores.queries.ts";

type Found = Awaited<ReturnType<typeof findStorePage>>["rows"][number];

/** A page of stores with how many match in all (counted to 10,000). Throws 422 for a cursor that is not ours. */
export async function listStores({ scope, db, now }: ScopedCall, query: StoreQuery) {
  const { rows, page } = await findStorePage(scope, db, query, now);
  const total = rows[0]?.total ?? (query.cursor ? undefined : 0); // rows gone since the page before leave a page empty, not the list
  return { data: rows.map(asRow), page: { ...page, total: total !== undefined && total <= countedAtMost ? total : undefined } };
}

const asRow = (store: Found): StoreRow => ({
  ...store,
  statusSince: store.statusSince.toISOString(),
  lastSeenAt: store.lastSeenAt?.toISOString() ?? null,
  lastPlayedAt: store.lastPlayedAt?.toISOString() ?? null,
});

/** A page of active stores for whoever chooses where ads play, in the order of names. Throws 422 for a cursor that is not ours. */
export async function listStoresForAds({ scope, db, now }: ScopedCall, query: Omit<StoreQuery, "sort" | "status" | "condition">) {
  const { rows, page } = await findStoresForAds(scope, db, query, now);
  return { data: rows, page };
}

/**
 * Sets the status of the stores named (404 when any is outside the scope: all or none) or of all that match. Those that have it already
 * stay untouched. With `undoOf` it takes back the caller's own change, all of it or none: throws 422 where that cannot be (findOwnChange,
 * refuseChangedSince).
 */
export async function changeStoreStatus(call: ScopedCall, change: z.output<typeof StoreStatusChange>) {
  const { scope, now } = call;
  const { matching, status, undoOf } = change;
  return call.database.transaction(async (tx) => {
    const actions = [status === "active" ? "store deactivated" : "store activated"];
    const changes = undoOf && (await findOwnChange(scope, tx, call, { undoOf, itemKind: "store", actions }));
    if (matching)
      return changeInSlices((...slice) => setStatus(scope, tx, call, lockMatchingStores(scope, tx, matching, now, slice), status, now));
    const ids = changes ? changes.map(({ itemId }) => itemId) : [...new Set(change.ids)];
    if (changes) {
      const locked = await lockStores(scope, tx, ids);
      if (locked.length < ids.length) throw notFound();
      await refuseChangedSince(scope, tx, call, { itemKind: "store", field: "status", changes });
    }
    const { found, changed } = await setStatus(scope, tx, call, lockStores(scope, tx, ids), status, now);
    if (found < ids.length) throw notFound();
    return { changed, unchanged: found - changed };
  });
}
