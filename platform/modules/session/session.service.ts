import { randomUUID } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";
import { messages } from "#contract/base/messages";
import type { SecondStep, SignInResult, Tokens as TokenPair } from "#contract/session/endpoints";
import { accountHolder } from "../../access/account-writer.ts";
import type { Opener } from "../../access/caller.ts";
import type { CallerCache } from "../../access/caller-cache.ts";
import { endedRefusal } from "../../access/load-caller.ts";
import { isExpired } from "../../access/session-expiry.ts";
import type { Tokens } from "../../access/tokens.ts";
import { forbidden, Refusal } from "../../base/refusal.ts";
import type { Db, Tx } from "../../db/types.ts";
import type { Call } from "../../http/context.ts";
import { newAccountToken } from "./account-token.ts";
import { findPasswordHash, insertToken } from "./credentials.queries.ts";
import { sessionMessages } from "./messages.ts";
import { countTries, giveBackTries } from "./rate-limit.queries.ts";
import {
  advanceSession,
  endOwnSignIns,
  endSession,
  findSignIn,
  insertOwnSession,
  insertSession,
  lockSession,
  lockUser,
  type UserKey,
} from "./session.queries.ts";

/** OWASP's second choice for argon2id: 19 MiB, two passes. */
const argon = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
export const hashPassword = (password: string): Promise<string> => hash(password, argon);

/**
 * Within this time, a client that still sends the replaced token gets the same new one. Later, a
 * replaced token means theft.
 */
const graceMs = 30_000;

/** Sign-in attempts allowed per username and per address in 15 minutes (LIM-1). */
export const signInTries = {
  aUser: 10,
  anAddress: 50,
  keyOfUser: (username: string) => `signin user ${username.toLowerCase()}`,
};

/** How long after the first step of a sign-in the second may follow. */
const secondStepMs = 10 * 60_000;

/** The parts of sessions that are opened once for a process. */
export type Sessions = {
  tokens: Tokens;
  callers: CallerCache;
  /** The hash of no password: comparing with it takes as long as with a user's. */
  unusedHash: Promise<string>;
};
export const openSessions = (parts: Pick<Sessions, "tokens" | "callers">): Sessions => ({
  ...parts,
  unusedHash: hashPassword(randomUUID()),
});

/**
 * A user who has proved their identity, and the password hash of that moment. `twoSteps` is true if
 * they proved more than a password or a link.
 */
type ProvenUser = UserKey & { hash: string; twoSteps?: boolean };
/** The parts of the first call that a session remembers, and what opens it. */
type SignInCall = Pick<Call, "now" | "address" | "device"> & { sessions: Sessions };
type TokenCall = Pick<Call, "database" | "now"> & { sessions: Sessions };

/**
 * Gives tokens, or a challenge for a second step. Throws 401 for wrong credentials (with the
 * same words and time for unknown users), 403 for users who must use their company account, 409
 * for a deactivated account, 429 beyond the limit.
 */
export async function signIn(
  call: Call & { sessions: Sessions },
  credentials: { username: string; password: string },
): Promise<SignInResult> {
  const { db, now } = call;
  const username = credentials.username.toLowerCase();
  const userKey = signInTries.keyOfUser(username);
  const addressKey = `signin address ${call.address ?? "unknown"}`;
  await countTries(
    db,
    [
      { key: addressKey, most: signInTries.anAddress },
      { key: userKey, most: signInTries.aUser },
    ],
    now,
  );
  const user = await findSignIn(db, username);
  const matches = await verify(
    user?.hash ?? (await call.sessions.unusedHash),
    credentials.password,
  );
  if (!user?.hash || !matches) throw new Refusal(401, messages.wrongCredentials);
  if (user.status !== "active") throw new Refusal(409, messages.accountDeactivated);
  if (user.companyStatus !== "active") throw new Refusal(409, messages.companyDeactivated);
  await giveBackTries(db, [userKey, addressKey]);
  if (user.mustUseService) throw forbidden(sessionMessages.companyAccountOnly(user.companyCode));
  const { companyId, id: userId, hash, oneSession } = user;
  if (user.hasTwoSteps)
    return call.database.transaction((tx) => beginSecondStep(tx, { companyId, userId, hash }, now));
  const proved = { companyId, userId, hash };
  if (!oneSession) return insertOwn(db, proved, call);
  return call.database.transaction((tx) => takeOver(tx, proved, call));
}

/**
 * Makes the challenge that the second step must answer; a new password revokes it. Throws
 * 401 if the password was changed after it was proved.
 */
export async function beginSecondStep(
  tx: Tx,
  { hash, ...user }: ProvenUser,
  now: Date,
): Promise<SecondStep> {
  await lockUser(tx, user);
  if ((await findPasswordHash(tx, user)) !== hash)
    throw new Refusal(401, messages.wrongCredentials);
  const { token, name } = newAccountToken(user.companyId);
  const expiresAt = new Date(now.getTime() + secondStepMs);
  await insertToken(accountHolder, tx, {
    ...name,
    userId: user.userId,
    purpose: "second step",
    createdAt: now,
    expiresAt,
  });
  return { challenge: token, expiresAt: expiresAt.toISOString() };
}

/**
 * Opens a session in the caller's transaction, for a user who proved their identity in another
 * way than by password. Throws 401 if the password was changed after that.
 */
export function openOwnSession(
  tx: Tx,
  { oneSession, ...user }: ProvenUser & { oneSession: boolean },
  call: SignInCall,
): Promise<TokenPair> {
  return oneSession ? takeOver(tx, user, call) : insertOwn(tx, user, call);
}

/** Opens a session for staff as a client's user (SES-8); the user's own sessions stay. */
export async function openSessionAs(
  tx: Tx,
  { user, openedBy }: { user: UserKey; openedBy: Opener },
  call: SignInCall,
): Promise<TokenPair> {
  const { at, ...session } = newSession(user, call);
  const { companyId: openedByCompanyId, id: openedById, username: openedByName } = openedBy;
  await insertSession(accountHolder, tx, {
    ...session,
    createdAt: at,
    rotatedAt: at,
    openedByCompanyId,
    openedById,
    openedByName,
  });
  const { companyId, id: sessionId } = session;
  return makeTokens(call.sessions, { companyId, sessionId, generation: 0 });
}

/**
 * Rotates the family. Throws 401 for a token that is not ours, not live, expired, or was used
 * before beyond the grace (the family ends); 409 where the session gave way to another sign-in,
 * or its account or company was deactivated.
 */
export async function refreshTokens(
  { database, now, sessions }: TokenCall,
  token: string,
): Promise<TokenPair> {
  const over = new Refusal(401, messages.sessionExpired);
  const claims = sessions.tokens.readRefresh(token);
  if (!claims) throw over;
  const outcome = await database.transaction(async (tx) => {
    const session = await lockSession(tx, claims);
    if (!session) return over;
    if (session.endedAt)
      return endedRefusal(session.endReason).status === 409
        ? endedRefusal(session.endReason)
        : over;
    const isLatecomer =
      claims.generation === session.generation - 1 &&
      now.getTime() - session.rotatedAt.getTime() <= graceMs;
    const expired = isExpired(session, session.role, now.getTime());
    if (!expired && isLatecomer) return session.generation;
    if (!expired && claims.generation === session.generation) {
      await advanceSession(accountHolder, tx, {
        key: claims,
        generation: session.generation + 1,
        rotatedAt: now,
      });
      return session.generation + 1;
    }
    await endSession(tx, claims, expired ? "expired" : "token replayed", now);
    return over;
  });
  if (outcome instanceof Refusal) throw outcome;
  const { companyId, sessionId } = claims;
  // 409 if the account or company was deactivated in the meantime
  await sessions.callers.get(companyId, sessionId);
  return makeTokens(sessions, { companyId, sessionId, generation: outcome });
}

/**
 * Ends the session of an access token, expired or not. Throws 401 for a token that is not ours.
 * Ending twice is no error. Sessions that provider staff opened as other users stay, because
 * opening one in the same browser signs out the session that it replaces.
 */
export async function signOut(
  { database, now, sessions }: TokenCall,
  token: string,
): Promise<void> {
  const claims = await sessions.tokens.readAccess(token, { expired: true });
  if (!claims) throw new Refusal(401, "Please sign in.");
  await database.transaction((tx) => endSession(tx, claims, "signed out", now));
}

async function makeTokens(
  { tokens }: Sessions,
  {
    companyId,
    sessionId,
    generation,
  }: { companyId: number; sessionId: string; generation: number },
): Promise<TokenPair> {
  return {
    accessToken: await tokens.makeAccess(companyId, sessionId),
    refreshToken: tokens.makeRefresh(companyId, sessionId, generation),
  };
}

const newSession = (
  { companyId, userId }: UserKey,
  { now, address, device }: Omit<SignInCall, "sessions">,
) => ({
  companyId,
  userId,
  id: randomUUID(),
  at: now,
  address,
  device: device?.slice(0, 300) ?? null,
});

/** Throws 401 if the password was changed after it was proved. */
async function insertOwn(on: Db, user: ProvenUser, call: SignInCall): Promise<TokenPair> {
  const session = { ...newSession(user, call), twoSteps: user.twoSteps ?? false };
  if (!(await insertOwnSession(accountHolder, on, session, user.hash)))
    throw new Refusal(401, messages.wrongCredentials);
  const { companyId, id: sessionId } = session;
  return makeTokens(call.sessions, { companyId, sessionId, generation: 0 });
}

/**
 * Signs a user in where only one session is allowed: earlier sessions end, and their next call is
 * answered with 409 (SES-6).
 */
async function takeOver(tx: Tx, user: ProvenUser, call: SignInCall): Promise<TokenPair> {
  await lockUser(tx, user);
  await endOwnSignIns(tx, user, call.now);
  return insertOwn(tx, user, call);
}
