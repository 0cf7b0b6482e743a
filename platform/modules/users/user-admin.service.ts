import { locationPath } from "#contract/base/location-path";
import { messages } from "#contract/base/messages";
import {
  isProvider,
  manageableLevels,
  mayGiveRole,
  mayManage,
  type Role,
  roleNames,
  roles,
  type SubRole,
  subRoleLabels,
  subRoleNames,
  subRoles,
} from "#contract/base/roles";
import { type Level, unitFields } from "#contract/base/scope";
import type { Status } from "#contract/base/status";
import type { EmailStatus } from "#contract/emails/endpoints";
import { isEmailFailed } from "#contract/emails/words";
import type {
  GivableUnits,
  User,
  UserChange,
  UserForm,
  UserQuery,
} from "#contract/users/endpoints";
import { type Caller, isOwn } from "../../access/caller.ts";
import { owns } from "../../access/scope.ts";
import { invalid, notFound } from "../../base/refusal.ts";
import type { Tx } from "../../db/types.ts";
import type { ScopedCall, ScopedSessionCall, SignedInCall } from "../../http/context.ts";
import type { Services } from "../../services.ts";
import {
  audit,
  changedFields,
  erasedName,
  findOwnChange,
  markErased,
  refuseChangedSince,
  refuseOutdated,
} from "../audit/index.ts";
import { deleteEmails } from "../emails/index.ts";
import { findGroups, findRegions, findZones } from "../hierarchy/index.ts";
import { notify } from "../notifications/index.ts";
import {
  countTries,
  dropTokens,
  endSessionsOf,
  queueAccountNote,
  queueEntrance,
} from "../session/index.ts";
import { eraseName } from "./erasure.queries.ts";
import {
  countedAtMost,
  type FoundUser,
  findUser,
  findUserPage,
  lockTopAdmins,
  lockUserWithin,
} from "./user-list.queries.ts";
import { changeUser, deleteUser, findStoreChoices, replaceUnits } from "./user-record.queries.ts";
import { addUser, givableUnits, lockUnitsNamed, phoneOf } from "./users.service.ts";

/**
 * Invitations mailed to one user in 15 minutes, and milliseconds between two of them: who presses
 * twice mails once.
 */
const mostInvitations = 5;
const invitationEveryMs = 60_000;
const mostStores = 100;

type ManagingCall = Pick<ScopedCall, "scope" | "caller">;
type ReadingCall = ManagingCall & Pick<ScopedCall, "db">;

const personOf = ({ role, subRole, level }: FoundUser) => ({
  role: role as Role,
  subRole: subRole as SubRole | null,
  level,
});

/**
 * Serves people with USER_MGMT who manage others' accounts (USR-1). All of it within the caller's
 * scope and list of roles (ROL-3).
 */
export function userAdminService({ emails }: Pick<Services, "emails">) {
  /**
   * A user to change, locked. Throws 404 outside the scope, or for a role, sub-role or level that
   * is not the caller's to manage; 422 on the caller's own account, which is theirs to change
   * elsewhere.
   */
  const lockManaged = async (
    { scope, caller }: ManagingCall,
    tx: Tx,
    id: number,
  ): Promise<FoundUser> => {
    const user = await lockUserWithin(scope, tx, id);
    if (user && isOwn(caller, user)) throw invalid({ id: messages.ownAccount });
    if (!user || !mayManage(caller, personOf(user))) throw notFound();
    return user;
  };
  /**
   * The same, and a way to refuse what would leave a company without anyone who sees all of it:
   * client staff cannot, nor the provider's staff their own company; of a client's the provider
   * can. These admins are locked first, so that two who end each other at once do so one after the
   * other.
   */
  const lockToLower = async (call: ManagingCall, tx: Tx, id: number) => {
    const { scope, caller } = call;
    const isOwnCompany = scope.companyId === caller.companyId;
    const admins = isOwnCompany && scope.reach === "company" ? await lockTopAdmins(scope, tx) : [];
    const user = await lockManaged(call, tx, id);
    const keepOneTopAdmin = (field: string) => {
      const which = isProvider(caller)
        ? "Fever's last active super admin"
        : "the company's last active national admin";
      if (admins.length === 1 && admins[0]?.id === id)
        throw invalid({ [field]: `This is ${which}. Add another one first.` });
    };
    return { user, keepOneTopAdmin };
  };
  const entry = ({ companyId, id, username }: FoundUser, action: string) => ({
    companyId,
    action,
    itemKind: "user",
    itemId: id,
    itemName: username,
  });

  return {
    /**
     * A page of users with how many match in all (counted to 10,000). Throws 422 for a cursor that
     * is not ours.
     */
    async listUsers({ scope, db, caller }: ReadingCall, query: UserQuery) {
      const { rows, page } = await findUserPage(scope, db, query);
      // rows gone since the page before leave a page empty, not the list
      const total = rows[0]?.total ?? (query.cursor ? undefined : 0);
      return {
        data: rows.map((row) => asUser(row, caller)),
        page: { ...page, total: total !== undefined && total <= countedAtMost ? total : undefined },
      };
    },

    async showUser({ scope, db, caller }: ReadingCall, id: number): Promise<User> {
      const user = await findUser(scope, db, id);
      if (!user) throw notFound();
      return asUser(user, caller);
    },

    /**
     * Adds an invited user and mails the invitation; `mail` says what became of it. Throws as
     * `addUser` does.
     */
    async addUser(call: ScopedSessionCall, form: UserForm) {
      const added = await call.database.transaction((tx) => addUser(call.scope, tx, form, call));
      const { invitation, ...user } = added;
      return { ...user, mail: invitation && (await emails.deliver(call, invitation)) };
    },

    /**
     * Changes a user whole. Sessions live on: what the caller cache holds of them is two seconds
     * old at most. Another email ends the links mailed before and is told to the old address; who
     * is invited gets the invitation at the new one instead, and `mail` says what became of it.
     * Nothing changed is nothing written.
     * Throws 404 and 422 as `lockManaged` does, 422 by field for a place that is not the caller's
     * to give, and for what others changed since the form's version (see refuseOutdated).
     */
    async changeUser(
      call: ScopedSessionCall,
      { id, version, ...form }: UserChange,
    ): Promise<{ user: User; mail: EmailStatus | null }> {
      const { scope, now } = call;
      const { after, invitation, note } = await call.database.transaction(async (tx) => {
        const owned = await lockUnitsNamed(scope, tx, form);
        const { user: before, keepOneTopAdmin } = await lockToLower(call, tx, id);
        const units = givableUnits(scope, form, owned, call.caller);
        const { email, firstName, lastName, role, subRole, level } = form;
        if (role !== before.role) keepOneTopAdmin("role");
        if ((level ?? "national") !== (before.level ?? "national")) keepOneTopAdmin("level");
        const row = {
          email,
          firstName,
          lastName: lastName ?? null,
          ...phoneOf(form),
          role,
          subRole: subRole ?? null,
          level: level ?? null,
        };
        const stored = formOf(before);
        const newValues = { ...row, ...unitsBy(level ?? null, units) };
        await refuseOutdated(scope, tx, {
          item: { kind: "user", id },
          loaded: version,
          stored,
          newValues,
          words: wordsFor(before),
        });
        const changed = changedFields(stored, newValues);
        if (!changed) return { after: before };
        const invitesAgain = before.status === "invited" && before.email !== email;
        await changeUser(
          call.caller,
          scope,
          tx,
          id,
          { ...row, ...(invitesAgain && { invitedAt: now }) },
          now,
        );
        if (before.email !== email)
          // links that lie at the old address
          await dropTokens(call.caller, tx, { companyId: before.companyId, userId: id });
        await replaceUnits(call.caller, scope, tx, {
          userId: id,
          level: level ?? null,
          ids: units,
        });
        const after = await findUser(scope, tx, id);
        if (!after) throw notFound();
        const isMoved = placeWords(before) !== placeWords(after);
        const nameUnits = (user: FoundUser) => isMoved && { units: unitNames(user) };
        await audit(tx, call, [
          {
            ...entry(before, "user changed"),
            before: { ...changed.before, ...nameUnits(before) },
            after: { ...changed.after, ...nameUnits(after) },
          },
        ]);
        if (isMoved)
          await notify(tx, [{ companyId: after.companyId, userId: id }], {
            kind: "WARN",
            title: `${call.caller.username} changed what you see and may do`,
            detail: placeWords(after),
          });
        if (before.email === email) return { after };
        const person = { companyId: before.companyId, userId: id, status: after.status };
        return after.status === "invited"
          ? {
              after,
              invitation: await queueEntrance(
                tx,
                { ...person, email },
                { sender: call.caller, now },
              ),
            }
          : {
              after,
              note: await queueAccountNote(
                tx,
                { ...person, email: before.email },
                { kind: "email changed" },
                now,
              ),
            };
      });
      if (note) emails.deliverSoon(call, [note]);
      const mail = invitation ? await emails.deliver(call, invitation) : null;
      return { user: asUser({ ...after, mail: mail ?? after.mail }, call.caller), mail };
    },

    /**
     * Sets the status; a user who never took the invitation up is invited again instead of active.
     * Throws as `lockManaged` does. With `undoOf` it takes back the caller's own change: throws 422
     * where that cannot be (findOwnChange, refuseChangedSince).
     */
    async setUserStatus(
      call: ScopedSessionCall,
      { id, status, undoOf }: { id: number; status: Status; undoOf?: string | undefined },
    ): Promise<User> {
      const { scope, now } = call;
      const user = await call.database.transaction(async (tx): Promise<FoundUser> => {
        const { user: before, keepOneTopAdmin } = await lockToLower(call, tx, id);
        const to = status === "active" && !before.hasPassword ? ("invited" as const) : status;
        if (undoOf) {
          const actions = [status === "active" ? "user deactivated" : "user activated"];
          const changes = await findOwnChange(scope, tx, call, {
            undoOf,
            itemKind: "user",
            actions,
          });
          if (changes.some(({ itemId }) => itemId !== id)) throw notFound();
          await refuseChangedSince(scope, tx, call, { itemKind: "user", field: "status", changes });
        }
        if (before.status === to) return before;
        const key = { companyId: before.companyId, userId: id };
        if (to === "inactive") keepOneTopAdmin("status");
        await changeUser(call.caller, scope, tx, id, { status: to }, now);
        if (to === "inactive") await dropTokens(call.caller, tx, key);
        const action = to === "inactive" ? "user deactivated" : "user activated";
        await audit(tx, call, [
          { ...entry(before, action), before: { status: before.status }, after: { status: to } },
        ]);
        if (to === "inactive") await endSessionsOf(tx, key, "account deactivated", now);
        return { ...before, status: to };
      });
      return asUser(user, call.caller);
    },

    /**
     * Removes a user; what they did stays in the audit log by name, or, where their personal data
     * is to be erased, without one (docs/decisions/personal-data.md). Throws as `lockManaged` does.
     */
    async removeUser(
      call: ScopedSessionCall,
      id: number,
      { erases }: { erases: boolean },
    ): Promise<{ username: string }> {
      const { scope, now } = call;
      return call.database.transaction(async (tx) => {
        const { user, keepOneTopAdmin } = await lockToLower(call, tx, id);
        keepOneTopAdmin("id");
        const key = { companyId: user.companyId, userId: id };
        await endSessionsOf(tx, key, "account deactivated", now);
        await dropTokens(call.caller, tx, key); // those they made, too: their own go with the row
        await deleteUser(call.caller, scope, tx, id);
        await deleteEmails(tx, { companyId: user.companyId, itemKind: "user", itemId: id });
        if (!erases) {
          await audit(tx, call, [{ ...entry(user, "user deleted"), before: recorded(user) }]);
          return user;
        }
        await eraseName(scope, tx, {
          id,
          username: user.username,
          as: erasedName("user", id),
          isProvider: isProvider(personOf(user)),
        });
        await markErased(tx, [{ ...key, itemKind: "user", itemId: id }]);
        const { role, subRole, level } = user;
        await audit(tx, call, [
          {
            ...entry(user, "personal data erased"),
            itemName: erasedName("user", id),
            before: { role, subRole, level },
          },
        ]);
        return user;
      });
    },

    /**
     * Mails an invited user another invitation; gives what became of it. Throws as `lockManaged`
     * does, 422 for anyone not invited and within a minute of the one before, unless that failed,
     * 429 beyond five in 15 minutes.
     */
    async inviteUser(call: ScopedSessionCall, id: number): Promise<EmailStatus | null> {
      const { scope, now } = call;
      const key = await call.database.transaction(async (tx) => {
        const user = await lockManaged(call, tx, id);
        if (user.status !== "invited")
          throw invalid({ id: `${user.username} has no open invitation.` });
        const isFailed = user.mail !== null && isEmailFailed(user.mail);
        const last = isFailed ? undefined : user.invitedAt?.getTime();
        if (last !== undefined && now.getTime() - last < invitationEveryMs)
          throw invalid({ id: "An invitation was emailed a moment ago." });
        await countTries(
          tx,
          [{ key: `invitation user ${scope.companyId}/${id}`, most: mostInvitations }],
          now,
        );
        await changeUser(call.caller, scope, tx, id, { invitedAt: now }, now);
        await audit(tx, call, [
          { ...entry(user, "invitation emailed"), after: { email: user.email } },
        ]);
        const { companyId, email, status } = user;
        const person = { companyId, userId: id, email, status };
        return queueEntrance(tx, person, { sender: call.caller, now });
      });
      return key ? emails.deliver(call, key) : null;
    },
  };
}

/** Role, level and units as people say them, alike for alike. */
function placeWords(user: FoundUser): string {
  const { role, subRole } = personOf(user);
  const units = unitNames(user);
  const head = [roles[role].label, subRole && subRoleLabels[subRole], user.level]
    .filter(Boolean)
    .join(", ");
  return units.length > 0 ? `${head}: ${units.join(", ")}` : head;
}

const unitNames = (user: FoundUser) =>
  [...user.regions, ...user.zones, ...user.groups, ...user.stores].map(({ name }) => name);

/** A user by the names that their form's fields have. */
const formOf = ({
  email,
  firstName,
  lastName,
  phone,
  phoneCountryCode,
  role,
  subRole,
  level,
  version,
  ...user
}: FoundUser) => ({
  email,
  firstName,
  lastName,
  phone,
  phoneCountryCode,
  role,
  subRole,
  level,
  version,
  regionIds: idsOf(user.regions),
  zoneIds: idsOf(user.zones),
  groupIds: idsOf(user.groups),
  storeIds: idsOf(user.stores),
});
const idsOf = (units: { id: number }[]) => units.map(({ id }) => id).sort((a, b) => a - b);

/** All four lists of units, of which the level's own alone has any. */
const unitsBy = (level: Level | null, ids: number[]) =>
  Object.fromEntries(
    Object.entries(unitFields).map(([of, field]) => [field, of === level ? ids : []]),
  );

/** How values of a user are said to who saves an older version. */
function wordsFor(user: FoundUser): Record<string, (value: unknown) => string> {
  const units = unitNames(user).join(", ");
  const ofUnits = Object.fromEntries(
    Object.values(unitFields).map((field) => [field, () => units]),
  );
  return {
    ...ofUnits,
    role: (role) => roles[role as Role].label,
    subRole: (subRole) => subRoleLabels[subRole as SubRole],
  };
}

/** Shapes a user for the audit log. */
function recorded(user: FoundUser) {
  const { email, firstName, lastName, phone, phoneCountryCode, role, subRole, level, status } =
    user;
  return {
    email,
    firstName,
    lastName,
    phone,
    phoneCountryCode,
    role,
    subRole,
    level,
    status,
    units: unitNames(user),
  };
}

function asUser(row: FoundUser, caller: Caller): User {
  const {
    regions,
    zones,
    groups,
    stores,
    level,
    role,
    subRole,
    invitedAt,
    lastSignedInAt,
    erasureAskedAt,
    hasPassword: _,
    ...user
  } = row;
  const person = personOf(row);
  return {
    ...user,
    customName: user.firstName,
    role: { roleIdentifier: person.role, name: roles[person.role].label, subRole: person.subRole },
    userLevel: level,
    region: regions.map(({ id, name }) => ({ id, regionName: name })),
    zone: zones.map(({ id, name }) => ({ id, zoneName: name })),
    group: groups.map(({ id, name }) => ({ id, groupName: name })),
    companiesHasUsers: stores.map(({ id, name }) => ({ store: { id, storeName: name } })),
    invitedAt: invitedAt?.toISOString() ?? null,
    lastSignedInAt: lastSignedInAt?.toISOString() ?? null,
    erasureAskedAt: erasureAskedAt?.toISOString() ?? null,
    manageable: mayManage(caller, person) && !isOwn(caller, row),
  };
}

/**
 * The units of the levels that a caller may give (CTX-1, ROL-3), by name; of stores, which may be
 * too many, those that match and those chosen.
 */
export async function listGivableUnits(
  { scope, db, caller }: ReadingCall,
  { search, chosen: ids }: { search?: string | undefined; chosen?: string | undefined },
): Promise<GivableUnits> {
  const levels = manageableLevels(caller);
  const ofLevel = <Unit>(level: Level, units: Unit[]) => (levels.includes(level) ? units : []);
  const chosenIds = ids?.split(",").map(Number) ?? [];
  const regions = await findRegions(scope, db);
  const zones = await findZones(scope, db);
  const groups = await findGroups(scope, db);
  const stores = await findStoreChoices(scope, db, search, chosenIds, mostStores);
  const regionName = new Map(regions.map(({ id, regionName }) => [id, regionName]));
  const zoneName = new Map(zones.map(({ id, zoneName }) => [id, zoneName]));
  const none = { zoneId: null, groupId: null };
  return {
    national: levels.includes("national"),
    regional: ofLevel("regional", regions)
      .filter(({ id }) => owns(scope, { ...none, regionId: id }))
      .map(({ id, regionName }) => ({ id, name: regionName, path: "" })),
    zonal: ofLevel("zonal", zones)
      .filter(({ id, regionId }) => owns(scope, { ...none, regionId, zoneId: id }))
      .map(({ id, zoneName, regionId }) => ({
        id,
        name: zoneName,
        path: locationPath(regionName.get(regionId)),
      })),
    group: ofLevel("group", groups)
      .filter(({ id, ...above }) => owns(scope, { ...above, groupId: id }))
      .map(({ id, groupName, regionId, zoneId }) => ({
        id,
        name: groupName,
        path: locationPath(regionName.get(regionId), zoneName.get(zoneId)),
      })),
    store: ofLevel("store", stores)
      .slice(0, mostStores + chosenIds.length)
      .map(({ id, name, code, groupName }) => ({ id, name, path: locationPath(code, groupName) })),
    moreStores: levels.includes("store") && stores.length > mostStores + chosenIds.length,
  };
}

/**
 * All roles, or those a caller may give, each with the sub-roles that they may; none to whom no
 * level is below.
 */
export function listRoles(
  { caller }: Pick<SignedInCall, "caller">,
  { creatable: flag }: { creatable?: "" | "true" | "false" | undefined },
) {
  const creatable = flag !== undefined && flag !== "false";
  if (creatable && manageableLevels(caller).length === 0) return [];
  return roleNames
    .map((role) => ({
      roleIdentifier: role,
      name: roles[role].label,
      category: roles[role].category,
      subRoles: subRoleNames
        .filter(
          (subRole) =>
            subRoles[subRole] === role && (!creatable || mayGiveRole(caller, { role, subRole })),
        )
        .map((subRole) => ({ subRole, name: subRoleLabels[subRole] })),
    }))
    .filter(({ roleIdentifier, category, subRoles }) =>
      creatable
        ? category === "f"
          ? subRoles.length > 0
          : mayGiveRole(caller, { role: roleIdentifier })
        : true,
    );
}
