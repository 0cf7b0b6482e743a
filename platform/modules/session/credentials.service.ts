import { messages } from "#contract/base/messages";
import { roles } from "#contract/base/roles";
import type { EmailStatus } from "#contract/emails/endpoints";
import { accountHolder } from "../../access/account-writer.ts";
import { invalid } from "../../base/refusal.ts";
import type { Call, ScopedSessionCall, SessionCall } from "../../http/context.ts";
import type { Services } from "../../services.ts";
import { audit } from "../audit/index.ts";
import { deliverEmail, deliverEmailsSoon } from "../emails/index.ts";
import { notify, notifyInviter } from "../notifications/index.ts";
import { readAccountToken } from "./account-token.ts";
import {
  dropTokens,
  findByUsername,
  findTokenHolder,
  type Person,
  spendToken,
  updateUser,
} from "./credentials.queries.ts";
import { proveCurrentPassword, refuseOpened } from "./current-password.ts";
import { type Entrance, queueEntrance } from "./entrance-emails.ts";
import { lockPersonToReset } from "./managed-person.ts";
import { sessionMessages } from "./messages.ts";
import { countTries, forgetTries } from "./rate-limit.queries.ts";
import { endSessionsOf, lockUser } from "./session.queries.ts";
import { hashPassword, signInTries } from "./session.service.ts";

/**
 * Links of one kind that are asked for in 15 minutes, for a username (known or not) and from an
 * address.
 */
const triesAUser = 5;
const triesAnAddress = 30;

type Activation = {
  token: string;
  password: string;
  profile: { firstName: string; lastName?: string | undefined };
};

type MailCall = Call & Pick<Services, "emails">;

/**
 * Emails a link to set a new password or to sign in. Answers before any look-up: known
 * and unknown usernames cannot be distinguished by words or time. Throws 429.
 */
export async function mailEntrance(
  call: MailCall,
  typedUsername: string,
  entrance: Entrance,
): Promise<void> {
  const username = typedUsername.toLowerCase();
  const address = {
    key: `${entrance} address ${call.address ?? "unknown"}`,
    most: triesAnAddress,
  };
  await countTries(
    call.db,
    [address, { key: `${entrance} user ${username}`, most: triesAUser }],
    call.now,
  );
  deliverEmailsSoon(call, async () => {
    const person = await findByUsername(call.db, username);
    if (person?.companyStatus !== "active") return [];
    const { database, now } = call;
    const key = await database.transaction((tx) => queueEntrance(tx, person, { entrance, now }));
    return key ? [key] : [];
  });
}

/**
 * Sets the password by a recovery token, once; ends all the user's sessions and their lock-out
 * at sign-in. Throws 422 on `token` (see findHolder).
 */
export async function resetPassword(
  call: Call,
  { token, password }: { token: string; password: string },
): Promise<{ username: string }> {
  const { now } = call;
  const { name, person, over } = await findHolder(call, token, "recovery");
  const passwordHash = await hashPassword(password);
  await call.database.transaction(async (tx) => {
    // first in each of these: two links at once would deadlock
    await lockUser(tx, person);
    if (!(await spendToken(accountHolder, tx, { name, purpose: "recovery", now }))) throw over;
    await updateUser(accountHolder, tx, person, { change: { passwordHash }, now });
    await dropTokens(accountHolder, tx, person);
    await forgetTries(tx, signInTries.keyOfUser(person.username));
    await audit(tx, actAs(call, person), [entry(person, "password reset")]);
    await endSessionsOf(tx, { user: person, endReason: "password changed", endedAt: now });
  });
  return { username: person.username };
}

/** Describes the invited person, and the company that invites them. Throws 422 on `token` (see findHolder). */
export async function describeInvitation(call: Call, token: string) {
  const { person } = await findHolder(call, token, "invitation");
  const { role, ...invited } = person;
  return { ...invited, role: { roleIdentifier: role, name: roles[role].label } };
}

/** Takes an invitation up, once. Throws 422 on `token` (see findHolder). */
export async function activateAccount(call: Call, { token, password, profile }: Activation) {
  const { now } = call;
  const { name, person, over } = await findHolder(call, token, "invitation");
  const passwordHash = await hashPassword(password);
  const after = {
    firstName: profile.firstName,
    lastName: profile.lastName ?? null,
    status: "active" as const,
  };
  await call.database.transaction(async (tx) => {
    await lockUser(tx, person);
    if (!(await spendToken(accountHolder, tx, { name, purpose: "invitation", now }))) throw over;
    const version = await updateUser(accountHolder, tx, person, {
      change: { passwordHash, ...after },
      now,
    });
    await dropTokens(accountHolder, tx, person);
    const { firstName, lastName, status } = person;
    const before = { firstName, lastName, status };
    await audit(tx, actAs(call, person), [
      { ...entry(person, "user activated"), before, after: { ...after, version } },
    ]);
    await notifyInviter(tx, person, {
      kind: "SUCCESS",
      title: `${person.username} accepted the invitation`,
      detail: person.companyName,
      item: { kind: "user", id: person.userId, companyId: person.companyId },
    });
  });
  return { username: person.username };
}

/**
 * Changes the caller's own password. Throws 403 in an opened session, 422 on `currentPassword` when it is wrong, 429 beyond ten
 * wrong ones in 15 minutes. The current session lives on.
 */
export async function changePassword(
  call: SessionCall,
  { currentPassword, password }: { currentPassword: string; password: string },
): Promise<void> {
  const { caller, now } = call;
  refuseOpened(caller);
  const user = { companyId: caller.companyId, userId: caller.id };
  await proveCurrentPassword(call, currentPassword);
  const passwordHash = await hashPassword(password);
  await call.database.transaction(async (tx) => {
    await lockUser(tx, user);
    await updateUser(call.caller, tx, user, { change: { passwordHash }, now });
    await dropTokens(call.caller, tx, user);
    const item = { itemKind: "user", itemId: caller.id, itemName: caller.username };
    await audit(tx, call, [{ companyId: caller.companyId, action: "password changed", ...item }]);
    await endSessionsOf(tx, {
      user,
      endReason: "password changed",
      endedAt: now,
      but: caller.sessionId,
    });
  });
}

/**
 * Ends a managed user's sessions and links and emails them a way to get in again. Gives
 * the status of that email.
 * Throws 404 outside scope or roles (ROL-3), 403 in an opened session, 422 for the deactivated
 * and for the caller's own account.
 */
export async function resetUserPassword(
  call: ScopedSessionCall & MailCall,
  userId: number,
): Promise<EmailStatus | null> {
  refuseOpened(call.caller, sessionMessages.ownReset);
  const key = await call.database.transaction(async (tx) => {
    const person = await lockPersonToReset(call, tx, userId);
    if (person.status === "inactive" || person.companyStatus !== "active")
      throw invalid({ userId: sessionMessages.deactivated(person.username) });
    await dropTokens(call.caller, tx, person);
    await audit(tx, call, [entry(person, "password reset requested")]);
    await notify(tx, [person], {
      kind: "WARN",
      title: `${call.caller.username} reset your password`,
      detail: sessionMessages.mustReset,
    });
    await endSessionsOf(tx, { user: person, endReason: "password changed", endedAt: call.now });
    return queueEntrance(tx, person, { sender: call.caller, now: call.now });
  });
  return key ? deliverEmail(call, key) : null;
}

/**
 * Finds the owner of a token. Throws 422 on `token` for one that is cut, wrong, old or used, or
 * whose owner it can do nothing for.
 */
async function findHolder(
  { db, now }: Pick<Call, "db" | "now">,
  token: string,
  purpose: "recovery" | "invitation",
) {
  const over = invalid({ token: messages.tokenOver });
  const name = readAccountToken(token);
  const person = name && (await findTokenHolder(db, name, purpose, now));
  const expected = purpose === "invitation" ? "invited" : "active";
  if (!name || person?.status !== expected || person.companyStatus !== "active") throw over;
  return { name, person, over };
}

/** The owner of a token, as the audit log names them. */
const actAs = (call: Call, { companyId, userId, username }: Person) => ({
  ...call,
  caller: { companyId, id: userId, username, openedBy: null },
});

const entry = ({ companyId, userId, username }: Person, action: string) => ({
  companyId,
  action,
  itemKind: "user",
  itemId: userId,
  itemName: username,
});
