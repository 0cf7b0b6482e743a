import { and, desc, eq, isNotNull, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import type { AccountWriter } from "../../access/account-writer.ts";
import { hasTwoSteps } from "../../access/two-steps.ts";
import { announce } from "../../db/changes.ts";
import { appUser, authSession, company, login, playerDevice } from "../../db/schema/index.ts";
import type { Db, Tx } from "../../db/types.ts";
import { mustUseService } from "./company-account.queries.ts";

/**
 * These run before there is a caller, so without a scope: they find by username or by the contents
 * of a token of ours.
 */
export type SessionKey = { companyId: number; sessionId: string };
type EndReason = NonNullable<(typeof authSession.$inferSelect)["endReason"]>;

const byKey = ({ companyId, sessionId }: SessionKey) =>
  and(eq(authSession.companyId, companyId), eq(authSession.id, sessionId));

export async function findSignIn(db: Db, username: string) {
  const [user] = await db
    .select({
      id: appUser.id,
      companyId: appUser.companyId,
      hash: appUser.passwordHash,
      status: appUser.status,
      companyStatus: company.status,
      oneSession: company.oneSession,
      companyCode: company.code,
      hasTwoSteps,
      mustUseService,
    })
    .from(login)
    .innerJoin(appUser, and(eq(appUser.companyId, login.companyId), eq(appUser.id, login.userId)))
    .innerJoin(company, eq(company.id, login.companyId))
    .where(eq(login.username, username));
  return user;
}

/** Finds a user of a company who could sign in by password, whoever that is. */
export async function findAnyUser(
  db: Db,
  companyId: number,
): Promise<(UserKey & { hash: string }) | undefined> {
  const [user] = await db
    .select({ companyId: appUser.companyId, userId: appUser.id, hash: appUser.passwordHash })
    .from(appUser)
    .where(
      and(
        eq(appUser.companyId, companyId),
        eq(appUser.status, "active"),
        isNotNull(appUser.passwordHash),
      ),
    )
    .limit(1);
  return user && { ...user, hash: user.hash ?? "" };
}

export const insertSession = (
  _by: AccountWriter,
  db: Db,
  session: typeof authSession.$inferInsert,
) => db.insert(authSession).values(session);

type OwnSession = UserKey & {
  id: string;
  at: Date;
  address: string | null;
  device: string | null;
  twoSteps: boolean;
};

/**
 * Writes a session for a user's own sign-in, and when they were last here, in one statement. False
 * if their password has changed since it was proved, or they are no longer active: that
 * change ended all existing sessions, and this one must not come after it.
 */
export async function insertOwnSession(
  _by: AccountWriter,
  db: Db,
  { companyId, userId, id, at, address, device, twoSteps }: OwnSession,
  provedHash: string,
) {
  const instant = sql`${at.toISOString()}::timestamptz`;
  const { rowCount } =
    await db.execute(sql`with seen as (update ${appUser} set last_signed_in_at = ${instant}
      where ${userIs({ companyId, userId })} and ${appUser.passwordHash} = ${provedHash} and ${appUser.status} = 'active' returning 1)
    insert into ${authSession} (company_id, id, user_id, created_at, rotated_at, address, device, two_steps)
    select ${companyId}::bigint, ${id}::uuid, ${userId}::bigint, ${instant}, ${instant}, ${address}::text, ${device}::text, ${twoSteps}::boolean from seen`);
  return rowCount === 1;
}

/** The session with its user's role, locked. */
export async function lockSession(db: Db, key: SessionKey) {
  const [row] = await db
    .select({ session: authSession, role: appUser.role })
    .from(authSession)
    .innerJoin(
      appUser,
      and(eq(appUser.companyId, authSession.companyId), eq(appUser.id, authSession.userId)),
    )
    .where(byKey(key))
    .for("update", { of: authSession });
  return row && { ...row.session, role: row.role };
}

export const advanceSession = (
  _by: AccountWriter,
  db: Db,
  { key, generation, rotatedAt }: { key: SessionKey; generation: number; rotatedAt: Date },
) => db.update(authSession).set({ generation, rotatedAt }).where(byKey(key));

export const endSession = (tx: Tx, key: SessionKey, endReason: EndReason, endedAt: Date) =>
  endWhere(tx, byKey(key), endReason, endedAt);

export type UserKey = { companyId: number; userId: number };
const userIs = ({ companyId, userId }: UserKey) =>
  and(eq(appUser.companyId, companyId), eq(appUser.id, userId));
const liveOf = ({ companyId, userId }: UserKey) =>
  and(
    eq(authSession.companyId, companyId),
    eq(authSession.userId, userId),
    isNull(authSession.endedAt),
  );

/** Sign-ins of one user, one after the other. */
export const lockUser = (tx: Tx, user: UserKey) =>
  tx.select({ id: appUser.id }).from(appUser).where(userIs(user)).for("update");

/** Makes this process reload the session's caller with its next call. */
export const refreshCaller = (tx: Tx, session: SessionKey) => announce(tx, "sessions", session);

/**
 * The user's own sign-ins only: a session that provider staff opened as the user is no sign-in of
 * theirs.
 */
export const endOwnSignIns = (tx: Tx, user: UserKey, endedAt: Date) =>
  endWhere(tx, and(liveOf(user), isNull(authSession.openedById)), "signed in elsewhere", endedAt);

const openedBy = ({ companyId, userId }: UserKey) =>
  and(eq(authSession.openedByCompanyId, companyId), eq(authSession.openedById, userId));

/**
 * All live ones of the user, those they opened as others (SES-8), in whichever company, and the
 * credentials of the players they signed in; all sessions but one where `but` says which.
 */
export async function endSessionsOf(
  tx: Tx,
  {
    user,
    endReason,
    endedAt,
    but,
  }: { user: UserKey; endReason: EndReason; endedAt: Date; but?: string },
): Promise<void> {
  const ofUser = and(
    eq(playerDevice.companyId, user.companyId),
    eq(playerDevice.userId, user.userId),
  );
  await tx.update(playerDevice).set({ secretHash: null }).where(ofUser);
  announce(tx, "signIns", { companyId: user.companyId });
  await endWhere(
    tx,
    and(or(liveOf(user), openedBy(user)), but === undefined ? undefined : ne(authSession.id, but)),
    endReason,
    endedAt,
  );
}

/** Ends all live sessions of a company's users, also those that others opened. */
export const endSessionsOfCompany = (tx: Tx, companyId: number, endedAt: Date) => {
  announce(tx, "signIns", { companyId });
  return endWhere(tx, eq(authSession.companyId, companyId), "company deactivated", endedAt);
};

/** Ends the live sessions among those given; this process sees it at once. */
async function endWhere(
  tx: Tx,
  those: SQL | undefined,
  endReason: EndReason,
  endedAt: Date,
): Promise<void> {
  const ended = await tx
    .update(authSession)
    .set({ endedAt, endReason })
    .where(and(those, isNull(authSession.endedAt)))
    .returning({ companyId: authSession.companyId, sessionId: authSession.id });
  for (const session of ended) announce(tx, "sessions", session);
}

/** Live but for the time: expiry is the reader's to check. */
export const findLiveSessions = (db: Db, user: UserKey, most: number) =>
  db
    .select()
    .from(authSession)
    .where(liveOf(user))
    .orderBy(desc(authSession.rotatedAt), authSession.id)
    .limit(most);

export async function lockOwnSession(tx: Tx, user: UserKey, id: string) {
  const [session] = await tx
    .select()
    .from(authSession)
    .where(and(liveOf(user), eq(authSession.id, id)))
    .for("update");
  return session;
}
