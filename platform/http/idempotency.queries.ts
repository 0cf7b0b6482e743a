import { and, eq, isNull, lt, or, sql } from "drizzle-orm";
import { idempotencyKey } from "../db/schema/index.ts";
import type { Db, Tx } from "../db/types.ts";

/** A person's key; the rows are the person's own, hence no scope. */
export type SavedKey = { companyId: number; userId: number; key: string };

const byKey = ({ companyId, userId, key }: SavedKey) =>
  and(
    eq(idempotencyKey.companyId, companyId),
    eq(idempotencyKey.userId, userId),
    eq(idempotencyKey.key, key),
  );

/** A key as one request took it; the time distinguishes it from a request that took it over. */
export type ClaimedKey = SavedKey & { claimedAt: Date };
const isOurs = ({ claimedAt, ...key }: ClaimedKey) =>
  and(byKey(key), eq(idempotencyKey.createdAt, claimedAt));

/**
 * True if the process that works under a key gave no sign of life for so long that it has probably
 * died. By the database's clock, which is the same to all processes.
 */
const isAbandoned = sql<boolean>`${idempotencyKey.renewedAt} < now() - interval '5 seconds'`;

type Claim = ClaimedKey & { requestHash: string; keptSince: Date };

/**
 * Takes the key for one request, in one statement, so that of several at the same time one gets it.
 * False if it is taken. Work under an abandoned key that is alive after all loses only its time: it
 * is not committed.
 */
export async function claimKey(
  db: Db,
  { claimedAt, keptSince, ...claim }: Claim,
): Promise<boolean> {
  const rows = await db
    .insert(idempotencyKey)
    .values({ ...claim, createdAt: claimedAt })
    .onConflictDoUpdate({
      target: [idempotencyKey.companyId, idempotencyKey.userId, idempotencyKey.key],
      set: {
        requestHash: claim.requestHash,
        status: null,
        body: null,
        createdAt: claimedAt,
        renewedAt: sql`now()`,
      },
      setWhere: or(
        lt(idempotencyKey.createdAt, keptSince),
        and(isNull(idempotencyKey.status), isAbandoned),
      ) as ReturnType<typeof sql>,
    })
    .returning({ key: idempotencyKey.key });
  return rows.length > 0;
}

export async function findSavedAnswer(db: Db, key: SavedKey) {
  const [saved] = await db
    .select({
      requestHash: idempotencyKey.requestHash,
      status: idempotencyKey.status,
      body: idempotencyKey.body,
      isAbandoned,
    })
    .from(idempotencyKey)
    .where(byKey(key));
  return saved;
}

/** Keeps the key from being abandoned while work goes on under it. */
export const renewKey = (db: Db, key: ClaimedKey) =>
  db.update(idempotencyKey).set({ renewedAt: sql`now()` }).where(isOurs(key));

/**
 * Marks the key as done inside the change's own transaction. False if another request has taken the
 * key over in the meantime.
 */
export async function markDone(tx: Tx, key: ClaimedKey, status: number): Promise<boolean> {
  const marked = await tx
    .update(idempotencyKey)
    .set({ status })
    .where(isOurs(key))
    .returning({ key: idempotencyKey.key });
  return marked.length > 0;
}

export const saveAnswer = (db: Db, key: ClaimedKey, status: number, body: string) =>
  db.update(idempotencyKey).set({ status, body }).where(isOurs(key));

/** Frees a key under which nothing was done. */
export const releaseKey = (db: Db, key: ClaimedKey) =>
  db.delete(idempotencyKey).where(and(isOurs(key), isNull(idempotencyKey.status)));

export const removeOldKeys = (db: Db, before: Date) =>
  db.delete(idempotencyKey).where(lt(idempotencyKey.createdAt, before));
