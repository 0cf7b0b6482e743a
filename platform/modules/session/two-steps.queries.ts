import { and, count, eq, inArray, isNotNull, isNull, lt, or } from "drizzle-orm";
import type { AccountWriter } from "../../access/account-writer.ts";
import { company, passkey, recoveryCode, secondFactor } from "../../db/schema/index.ts";
import type { Db, Tx } from "../../db/types.ts";
import type { UserKey } from "./session.queries.ts";

/**
 * The user is the caller, or was found by a challenge or a scope: these take no
 * scope.
 */
const isOf = (
  table: typeof secondFactor | typeof recoveryCode | typeof passkey,
  { companyId, userId }: UserKey,
) => and(eq(table.companyId, companyId), eq(table.userId, userId));

export async function findFactor(db: Db, user: UserKey) {
  const [row] = await db.select().from(secondFactor).where(isOf(secondFactor, user));
  return row;
}

export async function findRequirement(db: Db, companyId: number): Promise<boolean> {
  const [row] = await db
    .select({ required: company.requiresTwoSteps })
    .from(company)
    .where(eq(company.id, companyId));
  return row?.required ?? false;
}

/** A secret in place of one that was not confirmed. */
export const saveSecret = (
  _by: AccountWriter,
  tx: Tx,
  { companyId, userId }: UserKey,
  { sealedSecret, createdAt }: { sealedSecret: string; createdAt: Date },
) =>
  tx
    .insert(secondFactor)
    .values({ companyId, userId, sealedSecret, createdAt })
    .onConflictDoUpdate({
      target: [secondFactor.companyId, secondFactor.userId],
      set: { sealedSecret, createdAt, lastStep: null },
      setWhere: isNull(secondFactor.confirmedAt),
    });

/** After APP_SECRET was exchanged. */
export const resealSecret = (_by: AccountWriter, tx: Tx, user: UserKey, sealedSecret: string) =>
  tx.update(secondFactor).set({ sealedSecret }).where(isOf(secondFactor, user));

/** Compares and sets: false for a step that was used before, or is before a used one. */
export async function takeStep(
  _by: AccountWriter,
  tx: Tx,
  user: UserKey,
  step: number,
): Promise<boolean> {
  const { rowCount } = await tx
    .update(secondFactor)
    .set({ lastStep: step })
    .where(
      and(
        isOf(secondFactor, user),
        or(isNull(secondFactor.lastStep), lt(secondFactor.lastStep, step)),
      ),
    );
  return rowCount === 1;
}

export const confirmFactor = (_by: AccountWriter, tx: Tx, user: UserKey, confirmedAt: Date) =>
  tx.update(secondFactor).set({ confirmedAt }).where(isOf(secondFactor, user));

export async function replaceCodes(
  _by: AccountWriter,
  tx: Tx,
  { companyId, userId }: UserKey,
  hashes: string[],
): Promise<void> {
  await tx.delete(recoveryCode).where(isOf(recoveryCode, { companyId, userId }));
  await tx.insert(recoveryCode).values(hashes.map((codeHash) => ({ companyId, userId, codeHash })));
}

/** Compares and sets: of any number of tries at once one gets true. */
export async function spendCode(
  _by: AccountWriter,
  tx: Tx,
  { user, codeHashes, now }: { user: UserKey; codeHashes: string[]; now: Date },
): Promise<boolean> {
  const { rowCount } = await tx
    .update(recoveryCode)
    .set({ usedAt: now })
    .where(
      and(
        isOf(recoveryCode, user),
        inArray(recoveryCode.codeHash, codeHashes),
        isNull(recoveryCode.usedAt),
      ),
    );
  return rowCount === 1;
}

export async function countCodes(db: Db, user: UserKey): Promise<number> {
  const [row] = await db
    .select({ left: count() })
    .from(recoveryCode)
    .where(and(isOf(recoveryCode, user), isNull(recoveryCode.usedAt)));
  return row?.left ?? 0;
}

/** Deletes it with everything that belongs to it. True if the user had a confirmed second step. */
export async function deleteFactor(_by: AccountWriter, tx: Tx, user: UserKey): Promise<boolean> {
  await tx.delete(passkey).where(isOf(passkey, user));
  await tx.delete(recoveryCode).where(isOf(recoveryCode, user));
  await tx
    .delete(secondFactor)
    .where(and(isOf(secondFactor, user), isNull(secondFactor.confirmedAt)));
  const { rowCount } = await tx
    .delete(secondFactor)
    .where(and(isOf(secondFactor, user), isNotNull(secondFactor.confirmedAt)));
  return rowCount === 1;
}
