import type { z } from "zod";
import type { Figures } from "#contract/base/figures";
import type {
  changeGroup as changingGroup,
  changeRegion as changingRegion,
  changeZone as changingZone,
  GroupForm,
  RegionForm,
  UnitDetails,
  ZoneForm,
} from "#contract/hierarchy/unit-changes";
import { requireSession } from "../../access/account-writer.ts";
import { owns } from "../../access/scope.ts";
import { forbidden, invalid, notFound, type Refusal } from "../../base/refusal.ts";
import type { ScopedCall } from "../../http/context.ts";
import { audit, refuseOutdated } from "../audit/index.ts";
import { keepInSight } from "./keep-in-sight.service.ts";
import { lockAbove, lockForChange, lockOwned, notYours, ownsAbove } from "./lock-units.service.ts";
import { auditAddition, auditChange } from "./unit-audit.service.ts";
import {
  type ChangeableKind,
  findPathNames,
  findUnit,
  insertGroup,
  insertRegion,
  insertZone,
  lockUnit,
  moveGroup,
  moveZone,
  renameUnit,
  setNeighbours,
} from "./unit-changes.queries.ts";
import {
  countReferences,
  deleteAssignments,
  deleteUnit,
  lockHolders,
} from "./unit-deletion.queries.ts";

type UnitKey = { kind: ChangeableKind; id: number };
const assignmentsAreForPeople = (name: string) =>
  `Users are assigned to ${name}, and API tokens cannot change users. Sign in to delete it.`;

type References = Awaited<ReturnType<typeof countReferences>>;
const nothing: References = {
  zones: 0,
  groups: 0,
  stores: 0,
  publishedDays: 0,
  drafts: 0,
  masterRules: 0,
  events: 0,
  holders: [],
};

/**
 * Describes one unit. Callers who may delete it also get what prevents that; others see it only as
 * the path to their own units (ROL-4). Throws 404 for one that does not exist or is
 * out of sight.
 */
export async function describeUnit(
  { scope, db }: ScopedCall,
  { kind, id }: UnitKey,
): Promise<UnitDetails> {
  const unit = await findUnit(scope, db, kind, id);
  if (!unit) throw notFound();
  const mayRemove = ownsAbove(scope, kind, unit);
  const { holders, masterRules, events, drafts, ...holds } = mayRemove
    ? await countReferences(scope, db, kind, id)
    : nothing;
  // as in `keepInSight`: only admins of the whole company see a user without a unit
  const onlyUnitOf =
    scope.reach === "company"
      ? []
      : holders.filter(({ isOnly }) => isOnly).map(({ username }) => username);
  return {
    id,
    name: unit.name,
    regionId: kind === "region" ? null : unit.regionId,
    zoneId: kind === "group" ? unit.zoneId : null,
    version: unit.version,
    neighbours: unit.neighbours,
    path: await findPathNames(scope, db, kind, unit),
    mayChange: owns(scope, unit),
    mayRemove,
    inTheWay: { ...holds, onlyUnitOf },
    goesAlong: {
      users: holders.length,
      userNames: holders.slice(0, 10).map(({ username }) => username),
      masterRules,
      events,
      drafts,
    },
  };
}

/** Throws 403 for anyone but those of the whole company, 422 on `regionName` when it is taken. */
export async function addRegion(call: ScopedCall, { regionName }: z.output<typeof RegionForm>) {
  const { scope } = call;
  if (scope.reach !== "company")
    throw forbidden("Only admins of the whole company can add regions.");
  return call.database.transaction(async (tx) => {
    const added = await insertRegion(scope, tx, regionName);
    return auditAddition(tx, call, { kind: "region", added, name: regionName, path: [] });
  });
}

/**
 * Throws 422 on `regionId` for a region that is not there or not owned, on `zoneName` when it is
 * taken.
 */
export const addZone = (call: ScopedCall, { zoneName, regionId }: z.output<typeof ZoneForm>) =>
  call.database.transaction(async (tx) => {
    const above = await lockAbove(call.scope, tx, "region", regionId);
    const added = await insertZone(call.scope, tx, zoneName, regionId);
    return auditAddition(tx, call, { kind: "zone", added, name: zoneName, path: [above.name] });
  });

/**
 * Throws 422 on `zoneId` for a zone that is not there or not owned, on `groupName` when it is
 * taken.
 */
export const addGroup = (
  call: ScopedCall,
  { groupName, zoneId, neighbours }: z.output<typeof GroupForm>,
) =>
  call.database.transaction(async (tx) => {
    const { scope } = call;
    const above = await lockAbove(scope, tx, "zone", zoneId);
    const group = { regionId: above.regionId, zoneId, neighbours };
    const added = await insertGroup(scope, tx, groupName, group);
    const path = [...(await findPathNames(scope, tx, "zone", above)), above.name];
    return auditAddition(tx, call, { kind: "group", added, name: groupName, path, neighbours });
  });

/**
 * Throws 404, 403 (not owned), 422 on `regionName` if it is taken, or if others renamed it
 * in the meantime (see `refuseOutdated`).
 */
export const changeRegion = (
  call: ScopedCall,
  { id, version, regionName }: z.output<typeof changingRegion.body>,
) =>
  call.database.transaction(async (tx) => {
    const { scope } = call;
    const unit = await lockOwned(scope, tx, "region", id);
    const stored = { name: unit.name, version: unit.version };
    const formNames = { name: "regionName" };
    await refuseOutdated(scope, tx, {
      item: { kind: "region", id },
      loaded: version,
      stored,
      newValues: { name: regionName },
      formNames,
    });
    if (unit.name === regionName) return { id, regionName, version: unit.version };
    await renameUnit(scope, tx, { kind: "region", id, name: regionName });
    await auditChange(tx, call, { kind: "region", unit, name: regionName });
    return { id, regionName, version: unit.version + 1 };
  });

/**
 * Renames a zone, moves it, or both. Throws 404, 403 (not owned), 422 on `regionId` for a region
 * where it may not go or already is with this name, on `zoneName` if the region has one of
 * that name, and on either if others changed it in the meantime (see `refuseOutdated`).
 */
export async function changeZone(
  call: ScopedCall,
  { id, version, zoneName, regionId }: z.output<typeof changingZone.body>,
) {
  const { scope } = call;
  return call.database.transaction(async (tx) => {
    const { unit, moves, from, to } = await lockForChange(scope, tx, "zone", {
      id,
      version,
      name: zoneName,
      aboveId: regionId,
    });
    if (moves) await moveZone(scope, tx, id, regionId);
    await renameUnit(scope, tx, { kind: "zone", id, name: zoneName });
    await auditChange(tx, call, { kind: "zone", unit, name: zoneName, ...(moves && { from, to }) });
    return { id, zoneName, regionId, version: unit.version + 1 };
  });
}

/** The same for a group: `zoneId` is where it goes; its stores may come to play otherwise. */
export async function changeGroup(
  call: ScopedCall,
  { id, version, groupName, zoneId, neighbours }: z.output<typeof changingGroup.body>,
) {
  const { scope } = call;
  return call.database.transaction(async (tx) => {
    const target = { id, version, name: groupName, aboveId: zoneId, neighbours };
    const { unit, above, moves, from, to } = await lockForChange(scope, tx, "group", target);
    const isChoiceNew = neighbours !== undefined && neighbours !== unit.neighbours;
    if (isChoiceNew) await setNeighbours(scope, tx, id, neighbours);
    if (moves) await moveGroup(scope, tx, id, { regionId: above.regionId, zoneId });
    await renameUnit(scope, tx, { kind: "group", id, name: groupName });
    await auditChange(tx, call, {
      kind: "group",
      unit,
      name: groupName,
      ...(moves && { from, to }),
      ...(isChoiceNew && { neighbours }),
    });
    return { id, groupName, regionId: above.regionId, zoneId, version: unit.version + 1 };
  });
}

/**
 * Deletes a unit that is empty, with its own user assignments, master rules and drafts. A group
 * whose days were published stays: they are the record of what
 * played, and it may be renamed. Throws 404, 403 (the unit above is not owned), 422 that says what
 * stands in the way, or which users would have no unit left if the caller's scope is narrower than
 * the company (see `keepInSight`).
 */
export const removeUnit = (call: ScopedCall, { kind, id }: UnitKey): Promise<void> =>
  call.database.transaction(async (tx) => {
    const { scope } = call;
    const unit = await lockUnit(scope, tx, { kind, id, strength: "no key update" });
    if (!unit) throw notFound();
    if (!ownsAbove(scope, kind, unit)) throw forbidden(notYours);
    const references = await countReferences(scope, tx, kind, id);
    const refusal = inTheWay(unit.name, references, call.figures);
    if (refusal) throw refusal;
    const path = await findPathNames(scope, tx, kind, unit);
    const { holders, masterRules, events, drafts } = references;
    const holderIds = holders.map(({ userId }) => userId);
    // if two people delete a user's last two units, the second sees that they are the last
    await lockHolders(scope, tx, holderIds);
    if (holders.length > 0)
      await deleteAssignments(
        requireSession(call.caller, assignmentsAreForPeople(unit.name)),
        scope,
        { tx, kind, id },
      );
    await deleteUnit(scope, tx, kind, id);
    await keepInSight(scope, tx, { kind, userIds: holderIds, field: "id" });
    await audit(tx, call, [
      ...holders.map(({ userId, username }) => ({
        companyId: scope.companyId,
        action: "user unassigned",
        itemKind: "user",
        itemId: userId,
        itemName: username,
        before: { [kind]: unit.name },
      })),
      {
        companyId: scope.companyId,
        action: `${kind} deleted`,
        itemKind: kind,
        itemId: id,
        itemName: unit.name,
        before: {
          name: unit.name,
          path,
          users: holders.map(({ username }) => username),
          masterRules,
          events,
          drafts,
        },
      },
    ]);
  });

function inTheWay(
  name: string,
  { zones, groups, stores, publishedDays }: References,
  { counted }: Figures,
): Refusal | undefined {
  const inside = { zone: zones, group: groups, store: stores };
  const holds = Object.entries(inside)
    .flatMap(([kind, count]) => (count > 0 ? [counted(count, kind)] : []))
    .join(", ");
  if (holds) return invalid({ id: `${name} holds ${holds}. Move or delete what it holds first.` });
  if (publishedDays > 0)
    return invalid({
      id: `${name} has ${counted(publishedDays, "published day")}, the record of what played, so it cannot be deleted. Rename it or leave it empty.`,
    });
  return undefined;
}
