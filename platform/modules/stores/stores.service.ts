import type { z } from "zod";
import { messages } from "#contract/messages";
import type { StoreCounts, StoreForm, StoreQuery, StoreRow, StoreStatusChange } from "#contract/stores";
import { isNational, type Scope } from "../../access/scope.ts";
import type { Database, Db } from "../../db/client.ts";
import { constraintOf } from "../../db/constraint-error.ts";
import { pageOf, readCursor } from "../../db/keyset.ts";
import type { SignedInCall } from "../../http/context.ts";
import { invalid, notFound } from "../../http/refusal.ts";
import { audit } from "../audit/audit.queries.ts";
import { advanceOnboarding } from "../users/users.queries.ts";
import {
  countConditions,
  countedAtMost,
  findStore,
  findStorePage,
  insertStore,
  lockGroupPath,
  lockMatchingStores,
  lockStores,
  setStatus,
} from "./stores.queries.ts";

type Found = Awaited<ReturnType<typeof findStorePage>>[number];

/** A page of stores with how many match in all (counted to 10,000). Throws 422 for a cursor that is not ours. */
export async function listStores(scope: Scope, db: Db, query: StoreQuery, now: Date) {
  const cursor = readCursor(query.cursor);
  const found = await findStorePage(scope, db, query, cursor, now);
  const total = found[0]?.total ?? (cursor ? undefined : 0); // rows gone since the page before leave a page empty, not the list
  const { rows, page } = pageOf(found, query.limit, cursor, ({ sortKey, id }) => ({ value: sortKey, id }));
  return { data: rows.map(asRow), page: { ...page, total: total !== undefined && total <= countedAtMost ? total : undefined } };
}

const asRow = (found: Found): StoreRow => ({
  ...found,
  statusSince: found.statusSince.toISOString(),
  lastSeenAt: found.lastSeenAt?.toISOString() ?? null,
  lastPlayedAt: found.lastPlayedAt?.toISOString() ?? null,
});

/** Throws 404 for a store outside the scope, as for one that is not there. */
export async function showStore(scope: Scope, db: Db, id: number, now: Date): Promise<StoreRow> {
  const found = await findStore(scope, db, id, now);
  if (!found) throw notFound();
  return asRow(found);
}

export async function storeCounts(scope: Scope, db: Db, now: Date): Promise<StoreCounts> {
  const counts = await countConditions(scope, db, now);
  if (!counts) throw new Error("count returned no row");
  return counts;
}

/** Sets the status of the stores named (404 when any is outside the scope: all or none) or of all that match. Those that have it already stay untouched. */
export async function changeStoreStatus(
  scope: Scope,
  database: Database,
  change: z.output<typeof StoreStatusChange>,
  now: Date,
  call: SignedInCall,
) {
  return database.transaction(async (tx) => {
    const ids = [...new Set(change.ids)];
    const stores = change.matching ? await lockMatchingStores(scope, tx, change.matching, now) : await lockStores(scope, tx, ids);
    if (!change.matching && stores.length < ids.length) throw notFound();
    const affected = stores.filter((store) => store.status !== change.status);
    await setStatus(
      scope,
      tx,
      affected.map((store) => store.id),
      change.status,
      now,
    );
    const action = change.status === "active" ? "store activated" : "store deactivated";
    await audit(
      tx,
      call,
      affected.map(({ id, name, status }) => ({
        companyId: scope.companyId,
        action,
        itemKind: "store",
        itemId: id,
        itemName: name,
        before: { status },
        after: { status: change.status },
      })),
    );
    return { changed: affected.length, unchanged: stores.length - affected.length };
  });
}

/**
 * Adds a store with the same hours every day and ends step 3 of the caller's onboarding. Throws 422 on `code` when it is taken, on
 * `groupId` for a group outside the scope, or for none where the caller's scope is narrower than the company (they would lose sight of it).
 */
export async function addStore(scope: Scope, database: Database, form: StoreForm, call: SignedInCall) {
  const { storeName, groupId, opens, closes, pastMidnight, ...rest } = form;
  if (groupId === undefined && scope.reach !== "company") throw invalid({ groupId: messages.required });
  try {
    return await database.transaction(async (tx) => {
      const group = groupId === undefined ? {} : await lockGroupPath(scope, tx, groupId);
      if (!group) throw invalid({ groupId: messages.notFound });
      const hours = { opens: minutesOf(opens), closes: minutesOf(closes) + (pastMidnight ? 1440 : 0) };
      const added = await insertStore(scope, tx, { ...rest, name: storeName, ...group }, hours);
      await audit(tx, call, [
        { companyId: scope.companyId, action: "store added", itemKind: "store", itemId: added.id, itemName: storeName, after: form },
      ]);
      if (isNational(call.caller)) await advanceOnboarding(tx, call.caller, 3, 4);
      return added;
    });
  } catch (error) {
    if (constraintOf(error)?.constraint === "store_code_unique") throw invalid({ code: "This store code is taken." });
    throw error;
  }
}

const minutesOf = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));
