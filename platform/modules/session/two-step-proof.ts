import { messages } from "#contract/base/messages";
import type { Tokens } from "#contract/session/endpoints";
import { accountHolder } from "../../access/account-writer.ts";
import { type Sealer, sealer } from "../../access/sealer.ts";
import { invalid } from "../../base/refusal.ts";
import type { Tx } from "../../db/types.ts";
import type { Call, SessionCall, SignedInCall } from "../../http/context.ts";
import type { Services } from "../../services.ts";
import { deliverEmailsSoon } from "../emails/index.ts";
import { readAccountToken } from "./account-token.ts";
import {
  findByUsername,
  findPasswordHash,
  findTokenHolder,
  type Person,
  spendToken,
} from "./credentials.queries.ts";
import { proveCurrentPassword, refuseOpened } from "./current-password.ts";
import { queueAccountNote } from "./entrance-emails.ts";
import { countTries, giveBackTries } from "./rate-limit.queries.ts";
import { lockUser, type UserKey } from "./session.queries.ts";
import { openOwnSession, type Sessions } from "./session.service.ts";
import { aboutUser, takeCode } from "./two-step-codes.ts";

/** Attempts by code or passkey allowed in 15 minutes, as for passwords (LIM-1). */
const tries = { aUser: 10, anAddress: 50 };

type SealerCall = Pick<Services, "appSecret">;

/** Seals what second steps keep: secrets of authenticator apps, and recovery codes. */
export const sealsOf = ({ appSecret }: SealerCall): Sealer => sealer(appSecret, "second factor");

/** The caller, by the key of their rows. */
export const ownKey = ({ caller }: Pick<SignedInCall, "caller">): UserKey => ({
  companyId: caller.companyId,
  userId: caller.id,
});

/** An entry of the audit log about a user. */
export const entryOf = (
  { companyId, userId }: UserKey,
  { username, action }: { username: string; action: string },
) => ({
  companyId,
  action,
  itemKind: "user",
  itemId: userId,
  itemName: username,
});

/** Emails the caller, once it was answered, that their sign-in has changed. */
export function emailCaller(call: SessionCall & Pick<Services, "emails">, what: string): void {
  deliverEmailsSoon(call, async () => {
    const person = await findByUsername(call.db, call.caller.username.toLowerCase());
    if (!person) return [];
    const note = { kind: "sign-in changed", what } as const;
    return [await call.database.transaction((tx) => queueAccountNote(tx, person, note, call.now))];
  });
}

/** Counts a try before it is judged; `succeeded` gives it back. Throws 429. */
export async function countTry(
  { db, now, address }: Pick<Call, "db" | "now" | "address">,
  user: UserKey,
): Promise<{ succeeded: () => Promise<unknown> }> {
  const userKey = `second step ${aboutUser(user)}`;
  const addressKey = `second step address ${address ?? "unknown"}`;
  await countTries(
    db,
    [
      { key: userKey, most: tries.aUser },
      { key: addressKey, most: tries.anAddress },
    ],
    now,
  );
  return { succeeded: () => giveBackTries(db, [userKey, addressKey]) };
}

/**
 * Finds the person whose sign-in waits for a second step. Throws 422 on `challenge` if it is cut,
 * wrong, expired or used, or if the person is no longer active.
 */
export async function findWaiting({ db, now }: Pick<Call, "db" | "now">, challenge: string) {
  const name = readAccountToken(challenge);
  const person = name && (await findTokenHolder(db, name, "second step", now));
  if (!name || person?.status !== "active" || person.companyStatus !== "active")
    throw invalid({ challenge: messages.signInOver });
  return { name, person };
}

/**
 * Checks the caller's password and code, then does `work` in the transaction. Throws 422 on
 * either, 403 in a session that staff opened as a user, 429.
 */
export async function proveBoth<T>(
  call: SessionCall & SealerCall,
  { currentPassword, code }: { currentPassword: string; code: string },
  work: (tx: Tx, user: UserKey) => Promise<T>,
): Promise<T> {
  refuseOpened(call.caller);
  const user = ownKey(call);
  await proveCurrentPassword(call, currentPassword);
  const attempt = await countTry(call, user);
  const outcome = await call.database.transaction(async (tx) => {
    await lockUser(tx, user);
    if (
      !(await takeCode(call.caller, tx, { seals: sealsOf(call), user, typed: code, now: call.now }))
    )
      throw invalid({ code: messages.wrongCode });
    return work(tx, user);
  });
  await attempt.succeeded();
  return outcome;
}

/**
 * Finishes a sign-in by its second step; `prove` throws if the proof is wrong. Spends the
 * challenge. Throws as `findWaiting` does; 429.
 */
export async function finishSignIn(
  call: Call & { sessions: Sessions },
  challenge: string,
  prove: (tx: Tx, person: Person) => Promise<void>,
): Promise<Tokens> {
  const { name, person } = await findWaiting(call, challenge);
  const attempt = await countTry(call, person);
  const tokens = await call.database.transaction(async (tx) => {
    await lockUser(tx, person);
    await prove(tx, person);
    const over = invalid({ challenge: messages.signInOver });
    if (!(await spendToken(accountHolder, tx, { name, purpose: "second step", now: call.now })))
      throw over;
    const hash = await findPasswordHash(tx, person);
    if (hash === null) throw over;
    return openOwnSession(tx, { ...person, hash, twoSteps: true }, call);
  });
  await attempt.succeeded();
  return tokens;
}
