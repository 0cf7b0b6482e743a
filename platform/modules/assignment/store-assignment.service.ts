import type { StoreMove, UnitStore } from "#contract/hierarchy/endpoints";
import { invalid, notFound } from "../../base/refusal.ts";
import type { PageRequest } from "../../db/keyset.ts";
import type { ScopedCall } from "../../http/context.ts";
import { findOwnChange, refuseChangedSince } from "../audit/index.ts";
import { storesWanted, type UnitStoreFilter } from "../hierarchy/index.ts";
import { groupSet, lockGroupToAssign, lockStores, setOnChosenStores } from "../stores/index.ts";
import { countStores, findUnitStores } from "./unit-stores.queries.ts";

/** A page of stores by name, with how many there are. Throws 422 for a cursor that is not ours. */
export async function listUnitStores(
  { scope, db, now }: ScopedCall,
  query: UnitStoreFilter & PageRequest,
) {
  const { rows, page } = await findUnitStores(scope, db, query, now);
  const data: UnitStore[] = rows.map((row) => ({
    ...row,
    statusSince: row.statusSince.toISOString(),
    lastSeenAt: row.lastSeenAt?.toISOString() ?? null,
    lastPlayedAt: row.lastPlayedAt?.toISOString() ?? null,
  }));
  return { data, page: { ...page, total: await countStores(scope, db, query) } };
}

/**
 * Moves stores into a group, or out of their groups: the given ones, all or none (404 if one is out
 * of sight), or all that match. Stores already in the group stay untouched. Throws 422 on
 * `groupId` for a group that does not exist or is not owned, and without a group if the caller's
 * scope is narrower than the company: they would lose sight of the stores.
 */
export async function moveStores(call: ScopedCall, { groupId, ids, matching, undoOf }: StoreMove) {
  const { scope } = call;
  if (undoOf !== undefined) return moveBack(call, undoOf);
  if (groupId === undefined && scope.reach !== "company")
    throw invalid({
      groupId: "Choose a group: only admins of the whole company see stores that have none.",
    });
  return call.database.transaction(async (tx) => {
    const group = groupId === undefined ? undefined : await lockGroupToAssign(scope, tx, groupId);
    const { fromGroupId, search } = matching ?? {};
    const filter = {
      search,
      ...(fromGroupId === undefined ? { unassigned: true } : { groupIds: [fromGroupId] }),
    };
    const chosen = ids ? { ids } : { where: storesWanted(scope, filter) };
    return setOnChosenStores(call, tx, chosen, [groupSet(group)]);
  });
}

/**
 * Puts stores back into the groups that the caller's own change moved them from, all or none.
 * Throws 422 on `undoOf` where that cannot be (findOwnChange, refuseChangedSince), also for a group
 * that is gone; 404 for a store that is out of sight.
 */
async function moveBack(call: ScopedCall, undoOf: string) {
  const { scope } = call;
  return call.database.transaction(async (tx) => {
    const actions = ["store assigned", "store unassigned"];
    const changes = await findOwnChange(scope, tx, call, { undoOf, itemKind: "store", actions });
    const storesByGroup = new Map<number | null, number[]>();
    for (const { itemId, before } of changes) {
      const { groupId } = before as { groupId: number | null };
      storesByGroup.set(groupId, [...(storesByGroup.get(groupId) ?? []), itemId]);
    }
    if (storesByGroup.has(null) && scope.reach !== "company")
      throw invalid({
        undoOf: "Only admins of the whole company can leave stores without a group.",
      });
    const targets: [
      group: Awaited<ReturnType<typeof lockGroupToAssign>> | undefined,
      stores: number[],
    ][] = [];
    for (const [groupId, stores] of [...storesByGroup].sort(([a], [b]) => (a ?? 0) - (b ?? 0)))
      targets.push([
        groupId === null ? undefined : await lockGroupToAssign(scope, tx, groupId, "undoOf"),
        stores,
      ]);
    const locked = await lockStores(
      scope,
      tx,
      changes.map(({ itemId }) => itemId),
    );
    if (locked.length < changes.length) throw notFound();
    await refuseChangedSince(scope, tx, call, { itemKind: "store", field: "groupId", changes });
    for (const [group, stores] of targets)
      await setOnChosenStores(call, tx, { ids: stores }, [groupSet(group)]);
    return { changed: changes.length, unchanged: 0 };
  });
}
