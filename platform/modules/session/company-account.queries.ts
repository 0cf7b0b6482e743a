import { and, eq, gt, lt, ne, sql } from "drizzle-orm";
import type { Scope } from "../../access/scope.ts";
import { appUser, company, signInAttempt, signInService } from "../../db/schema/index.ts";
import type { Db, Tx } from "../../db/types.ts";
import type { TokenName } from "./account-token.ts";

/**
 * Before there is a caller these run without a scope: the company is the one that the person names,
 * or that a sign-in of ours was begun at.
 */

/**
 * True if a user may sign in only through their company's service. Store managers are exempt, as
 * they are from the second step.
 */
export const mustUseService = sql<boolean>`(${appUser.role} <> 'ROLE_Store_Music_Manager' and exists (${sql`select 1 from ${signInService}
  where ${signInService.companyId} = ${appUser.companyId} and ${signInService.isRequired}`}))`;

const columns = {
  companyId: company.id,
  companyCode: company.code,
  companyName: company.name,
  companyStatus: company.status,
  oneSession: company.oneSession,
  version: company.version,
  service: signInService,
};

/** A company with its service, if it has one. */
export async function findCompanyService(db: Db, companyId: number) {
  const [row] = await db
    .select(columns)
    .from(company)
    .leftJoin(signInService, eq(signInService.companyId, company.id))
    .where(eq(company.id, companyId));
  return row;
}

export async function findServiceByCode(db: Db, code: string) {
  const [row] = await db
    .select(columns)
    .from(company)
    .innerJoin(signInService, eq(signInService.companyId, company.id))
    .where(and(sql`lower(${company.code}) = ${code.toLowerCase()}`, eq(company.status, "active")));
  return row;
}

/**
 * Makes those who change a company's service wait for each other until the transaction ends.
 */
export async function lockService({ companyId }: Scope, tx: Tx) {
  const { id, name, version } = company;
  const [row] = await tx
    .select({ id, name, version })
    .from(company)
    .where(eq(id, companyId))
    .for("update");
  const [service] = await tx
    .select()
    .from(signInService)
    .where(eq(signInService.companyId, companyId));
  return row && { ...row, service };
}

type NewService = Omit<typeof signInService.$inferInsert, "companyId">;

/** Counts the version up of a company whose service changes. */
export const bumpCompany = ({ companyId }: Scope, tx: Tx) =>
  tx
    .update(company)
    .set({ version: sql`${company.version} + 1` })
    .where(eq(company.id, companyId));

export const saveService = ({ companyId }: Scope, tx: Tx, service: NewService) =>
  tx
    .insert(signInService)
    .values({ ...service, companyId })
    .onConflictDoUpdate({
      target: signInService.companyId,
      set: { ...service, updatedAt: sql`now()` },
    });

export const deleteService = ({ companyId }: Scope, tx: Tx) =>
  tx.delete(signInService).where(eq(signInService.companyId, companyId));

/** Records that a service works, if its settings have not changed since. */
export const noteWorking = (
  tx: Tx,
  { companyId, issuer, clientId, workedAt }: typeof signInService.$inferSelect,
  now: Date,
) =>
  workedAt
    ? undefined
    : tx
        .update(signInService)
        .set({ workedAt: now })
        .where(
          and(
            eq(signInService.companyId, companyId),
            eq(signInService.issuer, issuer),
            eq(signInService.clientId, clientId),
          ),
        );

export const insertAttempt = (db: Db, attempt: TokenName & { expiresAt: Date }) =>
  db.insert(signInAttempt).values(attempt);

/** Compares and deletes: of any number of tries at once one gets true. */
export async function spendAttempt(
  db: Db,
  { companyId, id, secretHash }: TokenName,
  now: Date,
): Promise<boolean> {
  const isIt = and(
    eq(signInAttempt.companyId, companyId),
    eq(signInAttempt.id, id),
    eq(signInAttempt.secretHash, secretHash),
    gt(signInAttempt.expiresAt, now),
  );
  return (await db.delete(signInAttempt).where(isIt)).rowCount === 1;
}

export const forgetOldAttempts = (db: Db, now: Date) =>
  db.delete(signInAttempt).where(lt(signInAttempt.expiresAt, now));

/**
 * The company's users with an email address who accepted their invitation; more than one may share
 * it.
 */
export const findUsersByEmail = (db: Db, companyId: number, email: string) =>
  db
    .select({
      userId: appUser.id,
      username: appUser.username,
      status: appUser.status,
      hash: appUser.passwordHash,
    })
    .from(appUser)
    .where(
      and(
        eq(appUser.companyId, companyId),
        sql`lower(${appUser.email}) = ${email.toLowerCase()}`,
        ne(appUser.status, "inactive"),
      ),
    )
    .limit(2);
