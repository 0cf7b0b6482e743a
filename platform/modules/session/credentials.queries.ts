import { and, eq, gt, isNull, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { AccountWriter } from "../../access/account-writer.ts";
import type { Scope } from "../../access/scope.ts";
import { usersWithin } from "../../access/scope-conditions.ts";
import { hasTwoSteps } from "../../access/two-steps.ts";
import { accountToken, appUser, company, login } from "../../db/schema/index.ts";
import type { Db, Tx } from "../../db/types.ts";
import type { TokenName } from "./account-token.ts";
import { mustUseService } from "./company-account.queries.ts";
import { lockUser } from "./session.queries.ts";

/**
 * Except `lockManaged`, these run without a scope: they find a person by username or by a
 * single-use token of ours, or change the person so found.
 */

export type Purpose = (typeof accountToken.$inferSelect)["purpose"];
type UserKey = { companyId: number; userId: number };

const person = {
  companyId: appUser.companyId,
  userId: appUser.id,
  username: appUser.username,
  email: appUser.email,
  firstName: appUser.firstName,
  lastName: appUser.lastName,
  role: appUser.role,
  subRole: appUser.subRole,
  level: appUser.level,
  status: appUser.status,
  companyName: company.name,
  companyStatus: company.status,
  oneSession: company.oneSession,
  companyCode: company.code,
  hasTwoSteps,
  mustUseService,
};
export type Person = NonNullable<Awaited<ReturnType<typeof findByUsername>>>;

export async function findByUsername(db: Db, username: string) {
  const [row] = await db
    .select(person)
    .from(login)
    .innerJoin(appUser, and(eq(appUser.companyId, login.companyId), eq(appUser.id, login.userId)))
    .innerJoin(company, eq(company.id, login.companyId))
    .where(eq(login.username, username));
  return row;
}

/** For an email that is about to be written: the job knows whose it is. */
export async function findPerson(db: Db, { companyId, userId }: UserKey) {
  const [row] = await db
    .select(person)
    .from(appUser)
    .innerJoin(company, eq(company.id, appUser.companyId))
    .where(and(eq(appUser.companyId, companyId), eq(appUser.id, userId)));
  return row;
}

/** Finds and locks a user of the scope, once nobody else changes them. */
export async function lockManaged(scope: Scope, tx: Tx, userId: number) {
  await lockUser(tx, { companyId: scope.companyId, userId });
  const [row] = await tx
    .select(person)
    .from(appUser)
    .innerJoin(company, eq(company.id, appUser.companyId))
    .where(and(usersWithin(scope), eq(appUser.id, userId)));
  return row;
}

export const insertToken = (
  _by: AccountWriter,
  db: Db | Tx,
  token: typeof accountToken.$inferInsert,
) => db.insert(accountToken).values(token);

/** Ends a link that never reached its reader. */
export const dropToken = (_by: AccountWriter, db: Db | Tx, companyId: number, id: string) =>
  db
    .delete(accountToken)
    .where(
      and(
        eq(accountToken.companyId, companyId),
        eq(accountToken.id, id),
        isNull(accountToken.usedAt),
      ),
    );

const isLive = ({ companyId, id, secretHash }: TokenName, purpose: Purpose, now: Date) =>
  and(
    eq(accountToken.companyId, companyId),
    eq(accountToken.id, id),
    eq(accountToken.purpose, purpose),
    eq(accountToken.secretHash, secretHash),
    isNull(accountToken.usedAt),
    gt(accountToken.expiresAt, now),
  );

const maker = alias(appUser, "maker");

/** Finds the owner of a live token, and whether the person who made it is still active. */
export async function findTokenHolder(db: Db, name: TokenName, purpose: Purpose, now: Date) {
  const [row] = await db
    .select({
      ...person,
      madeByCompanyId: accountToken.madeByCompanyId,
      madeById: accountToken.madeById,
      madeByName: accountToken.madeByName,
      makerStatus: maker.status,
    })
    .from(accountToken)
    .innerJoin(
      appUser,
      and(eq(appUser.companyId, accountToken.companyId), eq(appUser.id, accountToken.userId)),
    )
    .innerJoin(company, eq(company.id, accountToken.companyId))
    .leftJoin(
      maker,
      and(eq(maker.companyId, accountToken.madeByCompanyId), eq(maker.id, accountToken.madeById)),
    )
    .where(isLive(name, purpose, now));
  return row;
}

/** Compares and sets: of any number of tries at once one gets true. */
export async function spendToken(
  _by: AccountWriter,
  tx: Tx,
  { name, purpose, now }: { name: TokenName; purpose: Purpose; now: Date },
): Promise<boolean> {
  const spent = await tx
    .update(accountToken)
    .set({ usedAt: now })
    .where(isLive(name, purpose, now))
    .returning({ id: accountToken.id });
  return spent.length > 0;
}

/**
 * Deletes all unused tokens of a user, and those made by them: after a new
 * password, no older link may work.
 */
export function dropTokens(_by: AccountWriter, tx: Tx, { companyId, userId }: UserKey) {
  const own = and(eq(accountToken.companyId, companyId), eq(accountToken.userId, userId));
  const isMaker = and(
    eq(accountToken.madeByCompanyId, companyId),
    eq(accountToken.madeById, userId),
  );
  return tx.delete(accountToken).where(and(or(own, isMaker), isNull(accountToken.usedAt)));
}

export async function findPasswordHash(
  db: Db,
  { companyId, userId }: UserKey,
): Promise<string | null> {
  const [row] = await db
    .select({ hash: appUser.passwordHash })
    .from(appUser)
    .where(and(eq(appUser.companyId, companyId), eq(appUser.id, userId)));
  return row?.hash ?? null;
}

/** Changes a user that is locked; gives the version that it makes. */
export async function updateUser(
  _by: AccountWriter,
  tx: Tx,
  { companyId, userId }: UserKey,
  { change, now }: { change: Partial<typeof appUser.$inferInsert>; now: Date },
) {
  const [changed] = await tx
    .update(appUser)
    .set({ ...change, version: sql`${appUser.version} + 1`, updatedAt: now })
    .where(and(eq(appUser.companyId, companyId), eq(appUser.id, userId)))
    .returning({ version: appUser.version });
  return changed?.version;
}
