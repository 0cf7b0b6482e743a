import { eq, lt, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { rateLimit } from "../../db/schema/index.ts";
import { Refusal } from "../../http/refusal.ts";

const windowMinutes = 15;

/** Counts a try before its work is done, over all server processes. Throws 429 with Retry-After beyond `most` tries in 15 minutes. */
export async function countTry(db: Db, key: string, most: number, now: Date): Promise<void> {
  const opened = opening(now);
  const [row] = await db
    .insert(rateLimit)
    .values({ key, windowStart: now, count: 1 })
    .onConflictDoUpdate({
      target: rateLimit.key,
      set: {
        count: sql`case when ${rateLimit.windowStart} < ${opened.toISOString()} then 1 else ${rateLimit.count} + 1 end`,
        windowStart: sql`case when ${rateLimit.windowStart} < ${opened.toISOString()} then ${now.toISOString()}::timestamptz else ${rateLimit.windowStart} end`,
      },
    })
    .returning();
  if (row && row.count > most) {
    const seconds = Math.max(1, Math.ceil((row.windowStart.getTime() - opened.getTime()) / 1000));
    throw new Refusal(429, `Too many tries. Try again in ${Math.ceil(seconds / 60)} minutes.`, undefined, {
      "Retry-After": String(seconds),
    });
  }
}

/** A try that succeeded does not count. */
export async function giveBackTries(db: Db, keys: string[]): Promise<void> {
  await db.execute(sql`update ${rateLimit} set count = greatest(count - 1, 0) where key in ${keys}`);
}

/** Begins anew: whoever proved by mail who they are is let in at once. */
export const forgetTries = (db: Db, key: string) => db.delete(rateLimit).where(eq(rateLimit.key, key));

/** For the daily job: windows that closed say nothing any more. */
export const forgetOldTries = (db: Db, now: Date) => db.delete(rateLimit).where(lt(rateLimit.windowStart, opening(now)));

const opening = (now: Date) => new Date(now.getTime() - windowMinutes * 60_000);
