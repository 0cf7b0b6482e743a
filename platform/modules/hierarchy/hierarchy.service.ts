import type { SearchHit, StoreMove, UnitStore } from "#contract/hierarchy/endpoints";
import { owns } from "../../access/scope.ts";
import { invalid, notFound } from "../../base/refusal.ts";
import type { PageWanted } from "../../db/keyset.ts";
import type { ScopedCall } from "../../http/context.ts";
import { findOwnChange, refuseChangedSince } from "../audit/index.ts";
import { groupSet, lockGroupToAssign, lockStores, setOnChosenStores } from "../stores/index.ts";
import {
  countStores,
  findByWords,
  findGroupRows,
  findRegionRows,
  findUnitStores,
  findZoneRows,
  type Some,
  type StoresWanted,
  storesWanted,
} from "./hierarchy.queries.ts";

const hitsOfAKind = 20;

/** The regions in scope; adding, moving and deleting one is for those of the whole company. */
export async function listRegions({ scope, db }: ScopedCall) {
  const rows = await findRegionRows(scope, db);
  const mayRemove = scope.reach === "company";
  return rows.map((row) => ({
    ...row,
    mayChange: owns(scope, { regionId: row.id, zoneId: null, groupId: null }),
    mayRemove,
  }));
}

export async function listZones(
  { scope, db }: ScopedCall,
  { regionIds, ...part }: { regionIds: number[] } & FirstAndKept,
) {
  const rows = await withKept((some) => findZoneRows(scope, db, regionIds, some), part);
  return rows.map((row) => {
    const above = { regionId: row.regionId, zoneId: null, groupId: null };
    return {
      ...row,
      mayChange: owns(scope, { ...above, zoneId: row.id }),
      mayRemove: owns(scope, above),
    };
  });
}

export async function listGroups(
  { scope, db }: ScopedCall,
  { zoneIds, ...part }: { zoneIds: number[] } & FirstAndKept,
) {
  const rows = await withKept((some) => findGroupRows(scope, db, zoneIds, some), part);
  return rows.map((row) => {
    const above = { regionId: row.regionId, zoneId: row.zoneId, groupId: null };
    return {
      ...row,
      mayChange: owns(scope, { ...above, groupId: row.id }),
      mayRemove: owns(scope, above),
    };
  });
}

type FirstAndKept = { first?: number | undefined; keep?: number | undefined };

/** The first so many, and after them the one to keep, which comes later by name. */
async function withKept<Row extends { id: number }>(
  find: (some: Some) => Promise<Row[]>,
  { first, keep }: FirstAndKept,
): Promise<Row[]> {
  const rows = await find({ first });
  if (first === undefined || keep === undefined || rows.some(({ id }) => id === keep)) return rows;
  return [...rows, ...(await find({ only: keep }))];
}

/** A page of stores by name, with how many there are. Throws 422 for a cursor that is not ours. */
export async function listUnitStores(
  { scope, db, now }: ScopedCall,
  query: StoresWanted & PageWanted,
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

/** Units and stores by part of their name, or a store's by its code: regions first. */
export async function searchUnits({ scope, db }: ScopedCall, words: string): Promise<SearchHit[]> {
  const { regions, zones, groups, stores } = await findByWords(scope, db, words, hitsOfAKind);
  const none = { storeCode: null, regionId: null, zoneId: null, groupId: null };
  return [
    ...regions.map((region) => ({ ...none, ...region, kind: "region" as const, path: [] })),
    ...zones.map(({ regionName, ...zone }) => ({
      ...none,
      ...zone,
      kind: "zone" as const,
      path: [regionName],
    })),
    ...groups.map(({ regionName, zoneName, ...group }) => ({
      ...none,
      ...group,
      kind: "group" as const,
      path: [regionName, zoneName],
    })),
    ...stores.map(({ regionName, zoneName, groupName, ...store }) => ({
      ...store,
      kind: "store" as const,
      path: [regionName, zoneName, groupName].filter((name) => name !== null),
    })),
  ];
}

/**
 * Puts stores into a group, or takes them out of theirs: those named (404 when one is out of sight:
 * all or none) or all that match. Those that are there already stay untouched. Throws 422 on
 * `groupId` for a group that is not there or not owned, and for none where the caller's scope is
 * narrower than the company: they would lose sight of the stores.
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
