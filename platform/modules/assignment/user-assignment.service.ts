import type { z } from "zod";
import { messages } from "#contract/base/messages";
import { memberNames } from "#contract/base/records";
import { manageableLevels, mayGiveRole, type Role, roleNames, roles } from "#contract/base/roles";
import { type Level, unitFields } from "#contract/base/scope";
import {
  type ManagedUser,
  type manageUsers,
  tooManyUsers,
  type UnitId,
  type UnitUsersChange,
  usersAtOnce,
} from "#contract/hierarchy/assignment";
import type { Caller } from "../../access/caller.ts";
import { owns, type Scope } from "../../access/scope.ts";
import { forbidden, invalid, notFound } from "../../base/refusal.ts";
import type { Db, Tx } from "../../db/types.ts";
import type { ScopedCall, ScopedSessionCall } from "../../http/context.ts";
import { audit, findOwnChange, type OwnChange, refuseChangedSince } from "../audit/index.ts";
import { findUnit, keepInSight, lockUnit, type UnitRef, unitColumns } from "../hierarchy/index.ts";
import {
  assignUnit,
  countUsers,
  countVersions,
  findStoreUnit,
  findUnitsOf,
  findUserIds,
  findUserPage,
  lockManagedUsers,
  lockStoreUnit,
  type Managers,
  unassignUnit,
} from "./user-assignment.queries.ts";

const clientRoles = roleNames.filter((role) => roles[role].category === "c");

const managersOf = (caller: Caller): Managers => ({
  roles: clientRoles.filter((role: Role) => mayGiveRole(caller, { role })),
  levels: manageableLevels(caller),
  // provider staff are in another company
  callerId: roles[caller.role].category === "c" ? caller.id : 0,
});

/**
 * Lists a page of the users whose units the caller may change (ROL-3), with their number; for a
 * unit those of its level who have it or not (ASN-4). Throws 404 for a unit that does not exist or
 * is out of sight.
 */
export async function listManagedUsers(
  { scope, db, caller }: ScopedCall,
  query: z.output<typeof manageUsers.query>,
) {
  const unit = unitRefOf(query);
  if (unit && !(await unitOf(scope, db, unit))) throw notFound();
  const { role, assigned, unassigned, search } = query;
  const filter = {
    role,
    unit,
    search,
    storeless: unassigned === "true",
    assigned: assigned === undefined ? undefined : assigned === "true",
  };
  const managers = managersOf(caller);
  const { rows, page } = await findUserPage(scope, db, { managers, filter }, query);
  const data = await withUnits(scope, db, rows);
  return { data, page: { ...page, total: await countUsers(scope, db, managers, filter) } };
}

/**
 * Assigns users to a unit and unassigns others, all or none; those already as asked stay
 * untouched. Throws 404 for a unit out of sight and for users whom the caller may not change,
 * 403 for a unit that is not owned, 422 for users of another level, and on `toUnassign` if a
 * caller of narrower scope than the company would leave a user without any unit, and so out of
 * everyone's sight but the company's. With `undoOf` it undoes the caller's own change of the
 * unit's users: throws 422 if that is not possible.
 */
export async function updateUnitUsers(
  call: ScopedSessionCall,
  change: z.output<typeof UnitUsersChange>,
) {
  const { scope } = call;
  const unit = unitRefOf(change);
  if (!unit) throw invalid({ regionId: messages.required });
  return call.database.transaction(async (tx) => {
    const lockedUnit = await lockedUnitOf(scope, tx, unit);
    if (!lockedUnit) throw notFound();
    if (!owns(scope, lockedUnit)) throw forbidden("You cannot change a location above your own.");
    const undo =
      change.undoOf === undefined ? undefined : await findUndo(call, tx, unit, change.undoOf);
    const assignment =
      undo ?? (change.matching ? await findMatching(call, tx, unit, change.matching) : change);
    const toAssign = new Set(assignment.toAssign);
    const toUnassign = new Set(assignment.toUnassign);
    if (toAssign.size + toUnassign.size === 0) return { assigned: 0, unassigned: 0 };
    const users = await lockManagedUsers(scope, tx, managersOf(call.caller), [
      ...toAssign,
      ...toUnassign,
    ]);
    if (users.length < toAssign.size + toUnassign.size) throw notFound();
    if (undo)
      await refuseChangedSince(scope, tx, call, {
        itemKind: "user",
        field: fieldOf(unit.kind),
        changes: undo.changes,
      });
    const { level } = unitColumns[unit.kind];
    const other = users.find((user) => user.level !== level);
    if (other)
      throw invalid({
        [toAssign.has(other.id) ? "toAssign" : "toUnassign"]:
          `${other.username} has another level: only users of the ${level} level can be assigned to a ${unit.kind}.`,
      });
    const before = await withUnits(scope, tx, users);
    const assigned = await assignUnit(call.caller, scope, tx, unit, [...toAssign]);
    const unassigned = await unassignUnit(call.caller, scope, tx, unit, [...toUnassign]);
    for (const [id, storeUsers] of undo?.usersByStore ?? [])
      await assignUnit(call.caller, scope, tx, { kind: "store", id }, storeUsers);
    await keepInSight(scope, tx, {
      kind: unit.kind,
      userIds: [...unassigned],
      field: "toUnassign",
    });
    const after = await withUnits(scope, tx, users);
    const changed = users.filter(({ id }) => assigned.has(id) || unassigned.has(id));
    if (changed.length > 0)
      await countVersions(
        call.caller,
        scope,
        tx,
        changed.map(({ id }) => id),
      );
    await audit(
      tx,
      call,
      changed.map(({ id, username, version }) => ({
        companyId: scope.companyId,
        action: assigned.has(id) ? "user assigned" : "user unassigned",
        itemKind: "user",
        itemId: id,
        itemName: username,
        before: { ...recorded(before, id, unit.kind), version },
        after: { ...recorded(after, id, unit.kind), version: version + 1 },
      })),
    );
    return { assigned: assigned.size, unassigned: unassigned.size };
  });
}

/**
 * Finds all users that the filter lists: those without the unit get it, those with it lose it.
 * Throws 422 if they are more than can be changed at once.
 */
async function findMatching(
  { scope, caller }: ScopedCall,
  tx: Tx,
  unit: UnitRef,
  { assigned, unassigned, search }: NonNullable<z.output<typeof UnitUsersChange>["matching"]>,
) {
  const ids = await findUserIds(scope, tx, {
    managers: managersOf(caller),
    filter: { unit, assigned, storeless: unassigned === true, search },
    limit: usersAtOnce + 1,
  });
  if (ids.length > usersAtOnce) throw invalid({ matching: tooManyUsers });
  return assigned ? { toAssign: [], toUnassign: ids } : { toAssign: ids, toUnassign: [] };
}

type Undo = {
  changes: OwnChange[];
  toAssign: number[];
  toUnassign: number[];
  usersByStore: Map<number, number[]>;
};

/**
 * Finds the users to give the unit back to and those to take it from, from the records of the
 * caller's own change; and locks the other stores that it took from users. Throws 422 on `undoOf`
 * for a store that the caller no longer sees, or does not own.
 */
async function findUndo(call: ScopedCall, tx: Tx, unit: UnitRef, undoOf: string): Promise<Undo> {
  const { scope } = call;
  const actions = ["user assigned", "user unassigned"];
  const changes = await findOwnChange(scope, tx, call, { undoOf, itemKind: "user", actions });
  const undo: Undo = { changes, toAssign: [], toUnassign: [], usersByStore: new Map() };
  for (const { itemId, before } of changes) {
    const unitIds = (before as Record<string, number[] | undefined>)[fieldOf(unit.kind)] ?? [];
    undo[unitIds.includes(unit.id) ? "toAssign" : "toUnassign"].push(itemId);
    const otherStore = unit.kind === "store" ? unitIds.find((id) => id !== unit.id) : undefined;
    if (otherStore !== undefined)
      undo.usersByStore.set(otherStore, [...(undo.usersByStore.get(otherStore) ?? []), itemId]);
  }
  for (const id of [...undo.usersByStore.keys()].sort((a, b) => a - b)) {
    const storeUnit = await lockedUnitOf(scope, tx, { kind: "store", id });
    if (!storeUnit || !owns(scope, storeUnit))
      throw invalid({ undoOf: "You cannot assign users to the store they had before." });
  }
  return undo;
}

const fieldOf = (kind: UnitRef["kind"]) => unitFields[unitColumns[kind].level];

/**
 * Shapes an assignment for the audit log. The IDs are under their field in the user's form, so that
 * a save of an older version of it names the change (see refuseOutdated).
 */
function recorded(users: ManagedUser[], userId: number, kind: UnitRef["kind"]) {
  const user = users.find(({ id }) => id === userId);
  const units = user ? [user[kind] ?? []].flat() : [];
  return {
    assignTo: user?.assignTo ?? null,
    [fieldOf(kind)]: units.map(({ id }) => id).sort((a, b) => a - b),
  };
}

function unitRefOf({ regionId, zoneId, groupId, storeId }: UnitId): UnitRef | undefined {
  if (regionId !== undefined) return { kind: "region", id: regionId };
  if (zoneId !== undefined) return { kind: "zone", id: zoneId };
  if (groupId !== undefined) return { kind: "group", id: groupId };
  return storeId === undefined ? undefined : { kind: "store", id: storeId };
}

async function unitOf(scope: Scope, db: Db, { kind, id }: UnitRef) {
  return kind === "store" ? findStoreUnit(scope, db, id) : findUnit(scope, db, kind, id);
}

async function lockedUnitOf(scope: Scope, tx: Tx, { kind, id }: UnitRef) {
  if (kind !== "store") return lockUnit(scope, tx, { kind, id, strength: "share" });
  const storeUnit = await lockStoreUnit(scope, tx, id);
  return storeUnit && { ...storeUnit, storeId: id };
}

type Person = {
  id: number;
  username: string;
  firstName: string;
  lastName: string | null;
  level: Level | null;
};

/**
 * Users as the dialog has them: the units of their level, and the label that names them (ASN-6).
 */
async function withUnits(scope: Scope, db: Db, users: Person[]): Promise<ManagedUser[]> {
  const units = await findUnitsOf(
    scope,
    db,
    users.map(({ id }) => id),
  );
  return users.flatMap(({ level, ...user }) => {
    const kind = kindOf(level);
    if (!kind) return [];
    const own = units.filter(({ userId }) => userId === user.id);
    const ofKind = (of: UnitRef["kind"]) => (kind === of ? own : []);
    const names = own.flatMap((unit) => unit[`${kind}Name`] ?? []);
    return [
      {
        id: user.id,
        username: user.username,
        firstName: user.firstName,
        lastName: user.lastName,
        userLevel: kind,
        region: ofKind("region").flatMap(({ regionId: id, regionName }) =>
          id && regionName !== null ? [{ id, regionName }] : [],
        ),
        zone: ofKind("zone").flatMap(({ zoneId: id, zoneName }) =>
          id && zoneName !== null ? [{ id, zoneName }] : [],
        ),
        group: ofKind("group").flatMap(({ groupId: id, groupName }) =>
          id && groupName !== null ? [{ id, groupName }] : [],
        ),
        store:
          ofKind("store").flatMap(({ storeId: id, storeName }) =>
            id && storeName !== null ? [{ id, storeName }] : [],
          )[0] ?? null,
        assignTo: names.length > 0 ? `${kind}-${names.join(",")}` : null,
      },
    ];
  });
}

const kinds = memberNames(unitColumns);
const kindOf = (level: Level | null) => kinds.find((kind) => unitColumns[kind].level === level);
