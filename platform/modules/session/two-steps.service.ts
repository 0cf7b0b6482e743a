import { messages } from "#contract/base/messages";
import type { EmailStatus } from "#contract/emails/endpoints";
import type { Tokens } from "#contract/session/endpoints";
import { accountHolder } from "../../access/account-writer.ts";
import { isExempt } from "../../access/two-steps.ts";
import { forbidden, invalid } from "../../base/refusal.ts";
import type { Tx } from "../../db/types.ts";
import type { Call, ScopedSessionCall, SessionCall, SignedInCall } from "../../http/context.ts";
import type { Services } from "../../services.ts";
import { audit } from "../audit/index.ts";
import { deliverEmail } from "../emails/index.ts";
import { notify } from "../notifications/index.ts";
import type { Person } from "./credentials.queries.ts";
import { proveCurrentPassword, refuseOpened } from "./current-password.ts";
import { queueAccountNote } from "./entrance-emails.ts";
import { lockPersonToReset } from "./managed-person.ts";
import { sessionMessages } from "./messages.ts";
import { findPasskeys } from "./passkeys.queries.ts";
import { lockUser, refreshCaller, type UserKey } from "./session.queries.ts";
import type { Sessions } from "./session.service.ts";
import {
  aboutUser,
  hashesOfCode,
  newRecoveryCodes,
  newSecret,
  setupOf,
  takeCode,
} from "./two-step-codes.ts";
import {
  countTry,
  emailCaller,
  entryOf,
  finishSignIn,
  ownKey,
  proveBoth,
  sealsOf,
} from "./two-step-proof.ts";
import {
  confirmFactor,
  countCodes,
  deleteFactor,
  findFactor,
  findRequirement,
  replaceCodes,
  saveSecret,
} from "./two-steps.queries.ts";

type Proof = { currentPassword: string; code: string };

/**
 * Shows the caller's own second step, with the setup that was begun and not confirmed; a session
 * that staff opened sees none of it.
 */
export async function showOwnTwoSteps(call: SignedInCall & Pick<Services, "appSecret">) {
  const user = ownKey(call);
  const factor = await findFactor(call.db, user);
  const secret =
    factor &&
    factor.confirmedAt === null &&
    !call.caller.openedBy &&
    sealsOf(call).open(factor.sealedSecret, aboutUser(user));
  return {
    on: factor?.confirmedAt != null,
    since: factor?.confirmedAt?.toISOString() ?? null,
    recoveryCodesLeft: await countCodes(call.db, user),
    required: !isExempt(call.caller.role) && (await findRequirement(call.db, user.companyId)),
    begun: secret ? setupOf(secret.text, call.caller.username) : null,
    passkeys: (await findPasskeys(call.db, user)).map(({ id, name, createdAt, lastUsedAt }) => ({
      id,
      name,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    })),
  };
}

/**
 * Makes the secret of an authenticator app, to be confirmed by a code; gives it. Throws 403 for
 * store managers and in an opened session, 422 where it is on already, and on
 * `currentPassword` when it is wrong.
 */
export async function beginTwoSteps(
  call: SessionCall & Pick<Services, "appSecret">,
  { currentPassword }: { currentPassword: string },
) {
  refuseOpened(call.caller);
  if (isExempt(call.caller.role)) throw forbidden(sessionMessages.exemptFromTwoSteps);
  await proveCurrentPassword(call, currentPassword);
  const user = ownKey(call);
  const secret = newSecret();
  await call.database.transaction(async (tx) => {
    await lockUser(tx, user);
    if ((await findFactor(tx, user))?.confirmedAt)
      throw invalid({ currentPassword: sessionMessages.alreadyOn });
    await saveSecret(call.caller, tx, user, {
      sealedSecret: sealsOf(call).seal(secret, aboutUser(user)),
      createdAt: call.now,
    });
    await audit(tx, call, [
      entryOf(user, { username: call.caller.username, action: "two-step sign-in begun" }),
    ]);
  });
  return setupOf(secret, call.caller.username);
}

/**
 * Turns it on with a first code. Throws 422 on `code` for a wrong one, and where nothing was
 * begun; 429.
 */
export async function confirmTwoSteps(
  call: SessionCall & Pick<Services, "appSecret" | "emails">,
  { code }: { code: string },
) {
  refuseOpened(call.caller);
  const user = ownKey(call);
  const attempt = await countTry(call, user);
  const recoveryCodes = await call.database.transaction(async (tx) => {
    await lockUser(tx, user);
    const factor = await findFactor(tx, user);
    if (!factor) throw invalid({ code: sessionMessages.notBegun });
    if (factor.confirmedAt) throw invalid({ code: sessionMessages.alreadyOn });
    if (
      !(await takeCode(
        call.caller,
        tx,
        { seals: sealsOf(call), user, typed: code, now: call.now },
        { confirmed: false },
      ))
    )
      throw invalid({ code: messages.wrongCode });
    await confirmFactor(call.caller, tx, user, call.now);
    await audit(tx, call, [
      entryOf(user, { username: call.caller.username, action: "two-step sign-in turned on" }),
    ]);
    refreshCaller(tx, { companyId: user.companyId, sessionId: call.caller.sessionId });
    return replaceRecoveryCodes(call, tx, user);
  });
  await attempt.succeeded();
  emailCaller(call, "Two-step sign-in was turned on.");
  return { recoveryCodes };
}

/** Replaces the caller's recovery codes; gives the new ones. Throws as `proveBoth` does. */
export async function renewRecoveryCodes(
  call: SessionCall & Pick<Services, "appSecret">,
  proof: Proof,
) {
  const recoveryCodes = await proveBoth(call, proof, async (tx, user) => {
    await audit(tx, call, [
      entryOf(user, { username: call.caller.username, action: "recovery codes renewed" }),
    ]);
    return replaceRecoveryCodes(call, tx, user);
  });
  return { recoveryCodes };
}

/**
 * Turns off the caller's second step. Throws 422 on `currentPassword` and `code` for wrong ones, 403
 * in an opened session and where the company requires it, 429.
 */
export async function turnOffTwoSteps(
  call: SessionCall & Pick<Services, "appSecret" | "emails">,
  proof: Proof,
): Promise<void> {
  if (!isExempt(call.caller.role) && (await findRequirement(call.db, call.caller.companyId)))
    throw forbidden(sessionMessages.required);
  await proveBoth(call, proof, async (tx, user) => {
    await deleteFactor(call.caller, tx, user);
    await audit(tx, call, [
      entryOf(user, { username: call.caller.username, action: "two-step sign-in turned off" }),
    ]);
  });
  emailCaller(call, "Two-step sign-in was turned off.");
}

/**
 * Finishes a sign-in by a code, of the app or for recovery. Throws 422 on `code` for a wrong one, and as `finishSignIn`
 * does.
 */
export function signInByCode(
  call: Call & { sessions: Sessions } & Pick<Services, "appSecret">,
  { challenge, code }: { challenge: string; code: string },
): Promise<Tokens> {
  return finishSignIn(call, challenge, async (tx, person) => {
    const proved = await takeCode(accountHolder, tx, {
      seals: sealsOf(call),
      user: person,
      typed: code,
      now: call.now,
    });
    if (!proved) throw invalid({ code: messages.wrongCode });
    if (proved === "recovery code") await recordRecovery(tx, call, person);
  });
}

/**
 * Removes a managed user's second step. Gives their email's status. Throws 404 out of scope or
 * roles (ROL-3), 403 in an opened session, 422 for the own account and for a user without one.
 */
export async function resetTwoSteps(
  call: ScopedSessionCall & Pick<Services, "emails">,
  userId: number,
): Promise<EmailStatus | null> {
  refuseOpened(call.caller, sessionMessages.ownReset);
  const key = await call.database.transaction(async (tx) => {
    const person = await lockPersonToReset(call, tx, userId);
    if (!(await deleteFactor(call.caller, tx, person)))
      throw invalid({ userId: sessionMessages.nothingToReset(person.username) });
    await audit(tx, call, [
      entryOf(person, { username: person.username, action: "two-step sign-in reset" }),
    ]);
    const notice = {
      kind: "WARN",
      title: `${call.caller.username} removed your second step`,
    } as const;
    await notify(tx, [person], notice);
    const what = `${call.caller.username} removed your second step.`;
    return queueAccountNote(tx, person, { kind: "sign-in changed", what }, call.now);
  });
  return deliverEmail(call, key);
}

/** Replaces the recovery codes of a user; gives the new ones, which are never shown again. */
async function replaceRecoveryCodes(
  call: SessionCall & Pick<Services, "appSecret">,
  tx: Tx,
  user: UserKey,
): Promise<string[]> {
  const codes = newRecoveryCodes();
  const seals = sealsOf(call);
  await replaceCodes(
    call.caller,
    tx,
    user,
    codes.map((code) => hashesOfCode(seals, user, code)[0]),
  );
  return codes;
}

async function recordRecovery(tx: Tx, call: Call, person: Person): Promise<void> {
  const caller = {
    companyId: person.companyId,
    id: person.userId,
    username: person.username,
    openedBy: null,
  };
  await audit(tx, { ...call, caller }, [
    entryOf(person, { username: person.username, action: "signed in by recovery code" }),
  ]);
  await notify(tx, [person], { kind: "WARN", title: sessionMessages.codeUsed });
}
