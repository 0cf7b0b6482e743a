import { and, eq, isNull } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { appUser, authSession, company, login } from "../../db/schema/index.ts";

/** These run before there is a caller, hence without a scope: they find by username or by what a token of ours says. */
export type SessionKey = { companyId: number; sessionId: string };
type EndReason = NonNullable<(typeof authSession.$inferSelect)["endReason"]>;

const byKey = ({ companyId, sessionId }: SessionKey) => and(eq(authSession.companyId, companyId), eq(authSession.id, sessionId));

export async function findSignIn(db: Db, username: string) {
  const [user] = await db
    .select({
      id: appUser.id,
      companyId: appUser.companyId,
      hash: appUser.passwordHash,
      status: appUser.status,
      companyStatus: company.status,
    })
    .from(login)
    .innerJoin(appUser, and(eq(appUser.companyId, login.companyId), eq(appUser.id, login.userId)))
    .innerJoin(company, eq(company.id, login.companyId))
    .where(eq(login.username, username));
  return user;
}

export const insertSession = (db: Db, session: typeof authSession.$inferInsert) => db.insert(authSession).values(session);

export async function lockSession(db: Db, key: SessionKey) {
  const [session] = await db.select().from(authSession).where(byKey(key)).for("update");
  return session;
}

export const advanceSession = (db: Db, key: SessionKey, generation: number, rotatedAt: Date) =>
  db.update(authSession).set({ generation, rotatedAt }).where(byKey(key));

export const endSession = (db: Db, key: SessionKey, endReason: EndReason, endedAt: Date) =>
  db
    .update(authSession)
    .set({ endedAt, endReason })
    .where(and(byKey(key), isNull(authSession.endedAt)));
