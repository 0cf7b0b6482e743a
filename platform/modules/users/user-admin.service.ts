import { isProvider } from "#contract/base/roles";
import type { Status } from "#contract/base/status";
import type { EmailStatus } from "#contract/emails/endpoints";
import type { User, UserQuery } from "#contract/users/endpoints";
import type { UserChange, UserForm } from "#contract/users/user-form";
import { notFound } from "../../base/refusal.ts";
import type { Tx } from "../../db/types.ts";
import type { ScopedCall, ScopedSessionCall } from "../../http/context.ts";
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
import { deleteEmails, deliverEmail, deliverEmailsSoon } from "../emails/index.ts";
import { notify } from "../notifications/index.ts";
import { dropTokens, endSessionsOf, queueAccountNote, queueEntrance } from "../session/index.ts";
import { eraseName } from "./erasure.queries.ts";
import { auditEntry, lockToLower } from "./managed-user.ts";
import { countedAtMost, type FoundUser, findUser, findUserPage } from "./user-list.queries.ts";
import { deleteUser, replaceUnits, updateUser } from "./user-record.queries.ts";
import {
  formOf,
  personOf,
  placeWords,
  recorded,
  toUser,
  unitNames,
  unitsBy,
  wordsFor,
} from "./user-shapes.ts";
import { addUser, givableUnits, lockUnitsNamed, phoneOf } from "./users.service.ts";

/**
 * Serves people with USER_MGMT who manage others' accounts (USR-1), within their scope and list of
 * roles (ROL-3).
 */
export type AdminCall = ScopedSessionCall & Pick<Services, "emails">;

/**
 * Lists a page of users with how many match in all (counted to 10,000). Throws 422 for a cursor
 * that is not ours.
 */
export async function listUsers({ scope, db, caller }: ScopedCall, query: UserQuery) {
  const { rows, page } = await findUserPage(scope, db, query);
  // an empty later page means that its rows were deleted, not that the list is empty
  const total = rows[0]?.total ?? (query.cursor ? undefined : 0);
  return {
    data: rows.map((row) => toUser(row, caller)),
    page: { ...page, total: total !== undefined && total <= countedAtMost ? total : undefined },
  };
}

/** Shows a user. Throws 404 for one out of scope. */
export async function showUser({ scope, db, caller }: ScopedCall, id: number): Promise<User> {
  const user = await findUser(scope, db, id);
  if (!user) throw notFound();
  return toUser(user, caller);
}

/**
 * Adds an invited user and mails the invitation; `mail` is its status. Throws as
 * `addUser` does.
 */
export async function createUser(call: AdminCall, form: UserForm) {
  const added = await call.database.transaction((tx) => addUser(call.scope, tx, { form, call }));
  const { invitation, ...user } = added;
  return { ...user, mail: invitation && (await deliverEmail(call, invitation)) };
}

/**
 * Replaces a user's form. Sessions live on; the caller cache is at most two seconds behind.
 * Another email ends the links mailed before, and the old address is notified; an invited user
 * gets the invitation at the new one instead, and `mail` is its status.
 * If nothing changed, nothing is written.
 * Throws 404 and 422 as `lockManaged` does, 422 by field for a place that is not the caller's
 * to give, and for what others changed since the form's version (see refuseOutdated).
 */
export async function changeUser(
  call: AdminCall,
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
    await updateUser(call.caller, scope, {
      tx,
      id,
      change: { ...row, ...(invitesAgain && { invitedAt: now }) },
      now,
    });
    if (before.email !== email)
      // links that were sent to the old address
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
        ...auditEntry(before, "user changed"),
        before: { ...changed.before, ...nameUnits(before) },
        after: { ...changed.after, ...nameUnits(after) },
      },
    ]);
    if (isMoved)
      await notify(tx, [{ companyId: after.companyId, userId: id }], {
        kind: "WARN",
        title: `${call.caller.username} changed your access`,
        detail: placeWords(after),
      });
    return { after, ...(before.email !== email && (await queueNewEmail(call, tx, before, after))) };
  });
  if (note) deliverEmailsSoon(call, [note]);
  const mail = invitation ? await deliverEmail(call, invitation) : null;
  return { user: toUser({ ...after, mail: mail ?? after.mail }, call.caller), mail };
}

type NewEmail = {
  invitation?: Awaited<ReturnType<typeof queueEntrance>>;
  note?: Awaited<ReturnType<typeof queueAccountNote>>;
};

/** Invites an invited user at the new address; for others, notifies the old address. */
async function queueNewEmail(
  { caller, now }: AdminCall,
  tx: Tx,
  before: FoundUser,
  { id, companyId, status, email }: FoundUser,
): Promise<NewEmail> {
  const person = { companyId, userId: id, status };
  if (status === "invited")
    return { invitation: await queueEntrance(tx, { ...person, email }, { sender: caller, now }) };
  const old = { ...person, email: before.email };
  return { note: await queueAccountNote(tx, old, { kind: "email changed" }, now) };
}

/**
 * Sets the status; a user who never accepted the invitation becomes invited instead of active.
 * Throws as `lockManaged` does. With `undoOf` it undoes the caller's own change; throws 422 if that
 * is not possible (findOwnChange, refuseChangedSince).
 */
export async function setUserStatus(
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
    await updateUser(call.caller, scope, { tx, id, change: { status: to }, now });
    if (to === "inactive") await dropTokens(call.caller, tx, key);
    const action = to === "inactive" ? "user deactivated" : "user activated";
    await audit(tx, call, [
      { ...auditEntry(before, action), before: { status: before.status }, after: { status: to } },
    ]);
    if (to === "inactive")
      await endSessionsOf(tx, { user: key, endReason: "account deactivated", endedAt: now });
    return { ...before, status: to };
  });
  return toUser(user, call.caller);
}

/**
 * Removes a user; their actions stay in the audit log by name, or, if their personal data
 * is to be erased, without one (docs/decisions/personal-data.md). Throws as `lockManaged` does.
 */
export async function removeUser(
  call: ScopedSessionCall,
  id: number,
  { erases }: { erases: boolean },
): Promise<{ username: string }> {
  const { scope, now } = call;
  return call.database.transaction(async (tx) => {
    const { user, keepOneTopAdmin } = await lockToLower(call, tx, id);
    keepOneTopAdmin("id");
    const key = { companyId: user.companyId, userId: id };
    await endSessionsOf(tx, { user: key, endReason: "account deactivated", endedAt: now });
    await dropTokens(call.caller, tx, key); // and those that they made for others
    await deleteUser(call.caller, scope, tx, id);
    await deleteEmails(tx, { companyId: user.companyId, itemKind: "user", itemId: id });
    if (!erases) {
      await audit(tx, call, [{ ...auditEntry(user, "user deleted"), before: recorded(user) }]);
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
        ...auditEntry(user, "personal data erased"),
        itemName: erasedName("user", id),
        before: { role, subRole, level },
      },
    ]);
    return user;
  });
}
