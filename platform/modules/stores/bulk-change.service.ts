import type { SQL, SQLWrapper } from "drizzle-orm";
import type { z } from "zod";
import type { Status } from "#contract/base/status";
import type { StoreBulkChange, StoreStatusChange } from "#contract/stores/bulk-change";
import type { Scope } from "../../access/scope.ts";
import { invalid, notFound } from "../../base/refusal.ts";
import { changeInSlices } from "../../db/key-slices.ts";
import type { Tx } from "../../db/types.ts";
import type { ScopedCall } from "../../http/context.ts";
import { findOwnChange, refuseChangedSince } from "../audit/index.ts";
import {
  groupSet,
  lockMatchingStores,
  lockStores,
  type StoresUpdate,
  setOnStores,
  statusSet,
  volumeSet,
  weekSet,
} from "./bulk-change.queries.ts";
import { lockGroupPath } from "./store-record.queries.ts";
import { hoursOf } from "./store-sections.service.ts";
import { matching } from "./stores.queries.ts";

/**
 * Stores by id, with a check to run once they are locked, or by a predicate; `isByCondition`
 * if that filters by their status.
 */
export type ChosenStores =
  | { ids: number[]; recheck?: () => Promise<void> }
  | { where: SQL | undefined; isByCondition?: boolean };

/**
 * Sets the same on the stores named (404 if any is outside the scope: all or none) or on all that
 * match, in the caller's transaction. Stores that match already stay untouched. Units are locked
 * before stores: a caller that sets a group has locked it.
 */
export async function setOnChosenStores(
  call: ScopedCall,
  tx: Tx,
  chosen: ChosenStores,
  sets: StoresUpdate[],
) {
  const { scope, now } = call;
  const set = (selected: SQLWrapper) => setOnStores(scope, tx, { call, selected, sets, now });
  if (!("ids" in chosen))
    return changeInSlices((...slice) =>
      set(lockMatchingStores(scope, tx, { isByCondition: false, ...chosen, now }, slice, sets)),
    );
  const ids = [...new Set(chosen.ids)];
  if (chosen.recheck) {
    if ((await lockStores(scope, tx, ids)).length < ids.length) throw notFound();
    await chosen.recheck();
  }
  const { found: storeCount, changed } = await set(lockStores(scope, tx, ids, sets));
  if (storeCount < ids.length) throw notFound();
  return { changed, unchanged: storeCount - changed };
}

/**
 * A group that stores may be put into, kept until the transaction ends. Throws 422 on the field for
 * one that is not there or outside the scope.
 */
export async function lockGroupToAssign(
  scope: Scope,
  tx: Tx,
  groupId: number,
  field: "groupId" | "undoOf" = "groupId",
) {
  const group = await lockGroupPath(scope, tx, groupId);
  if (!group)
    throw invalid({
      [field]: "There is no such group, or you are not allowed to assign stores to it.",
    });
  return group;
}

/**
 * Activates or deactivates stores. With `undoOf` it takes back the caller's own change, all of it
 * or none: throws 422 where that cannot be (findOwnChange, refuseChangedSince).
 */
export const changeStoreStatus = (
  call: ScopedCall,
  { status, undoOf, ...choice }: z.output<typeof StoreStatusChange>,
) =>
  call.database.transaction(async (tx) => {
    const chosen =
      undoOf === undefined ? chosenBy(call, choice) : await chosenToUndo(call, tx, undoOf, status);
    return setOnChosenStores(call, tx, chosen, [statusSet(status, call.now)]);
  });

async function chosenToUndo(
  call: ScopedCall,
  tx: Tx,
  undoOf: string,
  status: Status,
): Promise<ChosenStores> {
  const actions = [status === "active" ? "store deactivated" : "store activated"];
  const changes = await findOwnChange(call.scope, tx, call, { undoOf, itemKind: "store", actions });
  return {
    ids: changes.map(({ itemId }) => itemId),
    recheck: () =>
      refuseChangedSince(call.scope, tx, call, { itemKind: "store", field: "status", changes }),
  };
}

/** Sets group, volume and weekly hours of stores; throws as lockGroupToAssign does. */
export const changeStores = (
  call: ScopedCall,
  { groupId, volume, week, ...choice }: StoreBulkChange,
) =>
  call.database.transaction(async (tx) => {
    const group =
      groupId === undefined ? undefined : await lockGroupToAssign(call.scope, tx, groupId);
    return setOnChosenStores(call, tx, chosenBy(call, choice), [
      ...(group ? [groupSet(group)] : []),
      ...(volume === undefined ? [] : [volumeSet(volume)]),
      ...(week === undefined ? [] : [weekSet(hoursOf({ week }).week)]),
    ]);
  });

function chosenBy(
  { scope, now }: ScopedCall,
  { ids, matching: filters = {} }: Pick<StoreBulkChange, "ids" | "matching">,
): ChosenStores {
  if (ids) return { ids };
  return { where: matching(scope, filters, now), isByCondition: filters.condition !== undefined };
}
