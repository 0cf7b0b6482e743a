import { and, desc, eq, gt, isNull, lt, lte, or, sql } from "drizzle-orm";
import { tokenLimits } from "#contract/tokens/words";
import type { AccountWriter } from "../../access/account-writer.ts";
import type { Caller } from "../../access/caller.ts";
import type { Scope } from "../../access/scope.ts";
import { announce } from "../../db/changes.ts";
import { apiToken, appUser } from "../../db/schema/index.ts";
import type { Db, Tx } from "../../db/types.ts";

type Holder = Pick<Caller, "companyId" | "id">;

/** The holder's own tokens, and those of the company in scope where the caller may see them. */
const seenBy = (scope: Scope, holder: Holder, seesCompany: boolean) => {
  const own = and(eq(apiToken.companyId, holder.companyId), eq(apiToken.userId, holder.id));
  return seesCompany
    ? or(own, and(eq(apiToken.companyId, scope.companyId), eq(apiToken.kind, "company")))
    : own;
};

const columns = {
  companyId: apiToken.companyId,
  id: apiToken.id,
  kind: apiToken.kind,
  userId: apiToken.userId,
  name: apiToken.name,
  scopes: apiToken.scopes,
  createdAt: apiToken.createdAt,
  expiresAt: apiToken.expiresAt,
  lastUsedAt: apiToken.lastUsedAt,
  revokedAt: apiToken.revokedAt,
  revokedBy: apiToken.revokedBy,
};
export type FoundToken = Awaited<ReturnType<typeof findTokens>>[number];

const listedAtMost = 500;

export const findTokens = (scope: Scope, db: Db, holder: Holder, seesCompany: boolean) =>
  db
    .select({ ...columns, username: appUser.username, userStatus: appUser.status })
    .from(apiToken)
    .innerJoin(
      appUser,
      and(eq(appUser.companyId, apiToken.companyId), eq(appUser.id, apiToken.userId)),
    )
    .where(seenBy(scope, holder, seesCompany))
    .orderBy(desc(apiToken.createdAt), desc(apiToken.id))
    .limit(listedAtMost);

/** Locks a token until the transaction ends. */
export async function lockToken(
  scope: Scope,
  tx: Tx,
  holder: Holder,
  { id, seesCompany }: { id: number; seesCompany: boolean },
) {
  const [row] = await tx
    .select(columns)
    .from(apiToken)
    .where(and(eq(apiToken.id, id), seenBy(scope, holder, seesCompany)))
    .for("update");
  return row;
}

/**
 * Makes those who add tokens for one user wait for each other until the transaction ends; gives
 * how many of them still work.
 */
export async function lockTokenCount(
  tx: Tx,
  { companyId, id }: Holder,
  now: Date,
): Promise<number> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`api tokens ${companyId}/${id}`}, 0))`,
  );
  const isOfHolder = and(eq(apiToken.companyId, companyId), eq(apiToken.userId, id));
  return tx.$count(
    apiToken,
    and(isOfHolder, isNull(apiToken.revokedAt), gt(apiToken.expiresAt, now)),
  );
}

type NewRow = Omit<typeof apiToken.$inferInsert, "companyId" | "userId">;

export async function insertToken(
  _by: AccountWriter,
  tx: Tx,
  { companyId, id: userId }: Holder,
  values: NewRow,
): Promise<number> {
  const [row] = await tx
    .insert(apiToken)
    .values({ ...values, companyId, userId })
    .returning({ id: apiToken.id });
  if (!row) throw new Error("no token was written");
  return row.id;
}

type TokenKey = { companyId: number; id: number };
const isToken = ({ companyId, id }: TokenKey) =>
  and(eq(apiToken.companyId, companyId), eq(apiToken.id, id));

export const saveTokenName = (_by: AccountWriter, tx: Tx, token: TokenKey, name: string) =>
  tx.update(apiToken).set({ name }).where(isToken(token));

/** Revokes a token: this process refuses it at once, others within two seconds. */
export async function markRevoked(
  _by: AccountWriter,
  tx: Tx,
  { token, session, by }: { token: TokenKey; session: string; by: { username: string; now: Date } },
): Promise<void> {
  await tx
    .update(apiToken)
    .set({ revokedAt: by.now, revokedBy: by.username })
    .where(isToken(token));
  announce(tx, "sessions", { companyId: token.companyId, sessionId: session });
}

/** Finds the tokens that expire soon and whose users were not notified of it, of all companies. */
export const findExpiring = (db: Db, now: Date): Promise<TokenKey[]> => {
  const soon = new Date(now.getTime() + tokenLimits.warningDays * 86_400_000);
  return db
    .select({ companyId: apiToken.companyId, id: apiToken.id })
    .from(apiToken)
    .where(
      and(
        isNull(apiToken.revokedAt),
        isNull(apiToken.toldAt),
        lte(apiToken.expiresAt, soon),
        gt(apiToken.expiresAt, now),
      ),
    )
    .orderBy(apiToken.expiresAt);
};

/**
 * Marks a token as notified; undefined if another process was quicker, or it was revoked meanwhile.
 */
export async function markNotified(_by: AccountWriter, tx: Tx, token: TokenKey, now: Date) {
  const [row] = await tx
    .update(apiToken)
    .set({ toldAt: now })
    .where(and(isToken(token), isNull(apiToken.revokedAt), isNull(apiToken.toldAt)))
    .returning({
      companyId: apiToken.companyId,
      userId: apiToken.userId,
      name: apiToken.name,
      expiresAt: apiToken.expiresAt,
    });
  return row;
}

/** Deletes tokens that expired or were revoked before a time. */
export const deleteOldTokens = (_by: AccountWriter, db: Db, before: Date) =>
  db.delete(apiToken).where(or(lt(apiToken.expiresAt, before), lt(apiToken.revokedAt, before)));
