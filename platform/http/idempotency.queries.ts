import { and, eq, isNull, lt, or, type sql } from "drizzle-orm";
import type { Db } from "../db/client.ts";
import { idempotencyKey } from "../db/schema/index.ts";

/** A person's key; the rows are the person's own, hence no scope. */
export type SavedKey = { companyId: number; userId: number; key: string };

const byKey = ({ companyId, userId, key }: SavedKey) =>
  and(eq(idempotencyKey.companyId, companyId), eq(idempotencyKey.userId, userId), eq(idempotencyKey.key, key));

type Claim = SavedKey & { requestHash: string; now: Date; keptSince: Date; runningSince: Date };

/** Takes the key for one request, in one statement, so that of several at the same time one gets it. False where it is taken. */
export async function claimKey(db: Db, { now, keptSince, runningSince, ...claim }: Claim): Promise<boolean> {
  const taken = await db
    .insert(idempotencyKey)
    .values({ ...claim, createdAt: now })
    .onConflictDoUpdate({
      target: [idempotencyKey.companyId, idempotencyKey.userId, idempotencyKey.key],
      set: { requestHash: claim.requestHash, status: null, body: null, createdAt: now },
      setWhere: or(
        lt(idempotencyKey.createdAt, keptSince),
        and(isNull(idempotencyKey.status), lt(idempotencyKey.createdAt, runningSince)),
      ) as ReturnType<typeof sql>,
    })
    .returning({ key: idempotencyKey.key });
  return taken.length > 0;
}

export async function findSavedAnswer(db: Db, key: SavedKey) {
  const [saved] = await db
    .select({ requestHash: idempotencyKey.requestHash, status: idempotencyKey.status, body: idempotencyKey.body })
    .from(idempotencyKey)
    .where(byKey(key));
  return saved;
}

export const saveAnswer = (db: Db, key: SavedKey, status: number, body: string) =>
  db.update(idempotencyKey).set({ status, body }).where(byKey(key));

export const releaseKey = (db: Db, key: SavedKey) => db.delete(idempotencyKey).where(and(byKey(key), isNull(idempotencyKey.status)));

export const removeOldKeys = (db: Db, before: Date) => db.delete(idempotencyKey).where(lt(idempotencyKey.createdAt, before));
