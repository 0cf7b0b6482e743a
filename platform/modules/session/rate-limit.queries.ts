import { eq, lt, sql } from "drizzle-orm";
import { Refusal } from "../../base/refusal.ts";
import { rateLimit } from "../../db/schema/index.ts";
import type { Db, Tx } from "../../db/types.ts";
import { sessionMessages } from "./messages.ts";

const windowMinutes = 15;

type AttemptLimit = { key: string; most: number };

/**
 * Counts a try under each key before its work is done, over all server processes, in one statement.
 * Throws 429 with Retry-After if a key has more than its limit in 15 minutes.
 */
export async function countTries(db: Db, tries: AttemptLimit[], now: Date): Promise<void> {
  const rows = await countEach(
    db,
    tries.map(({ key }) => key),
    now,
  );
  const tooMany = rows.filter(
    ({ key, count }) => count > (tries.find((one) => one.key === key)?.most ?? 0),
  );
  if (tooMany.length === 0) return;
  const opens = Math.max(...tooMany.map(({ windowStart }) => windowStart.getTime()));
  const seconds = Math.max(1, Math.ceil((opens - opening(now).getTime()) / 1000));
  throw new Refusal(429, sessionMessages.tooManyAttempts(Math.ceil(seconds / 60)), undefined, {
    "Retry-After": String(seconds),
  });
}

/** The most in 15 minutes: requests from one address, and files of one link from all addresses. */
const mostOfLinks = { requests: 300, files: 30 };
type LinkCall = { db: Db; now: Date; address: string | null };

/** Counts a request for a public link of a kind by its address; throws 429 as countTries does. */
export const countLinkRequest = ({ db, now, address }: LinkCall, kind: string) =>
  countTries(
    db,
    [{ key: `${kind} address ${address ?? "unknown"}`, most: mostOfLinks.requests }],
    now,
  );

/** Counts a file of a link; throws 429 as countTries does. */
export const countLinkFile = ({ db, now }: LinkCall, link: string) =>
  countTries(db, [{ key: link, most: mostOfLinks.files }], now);

/**
 * True for the first try under its key in 15 minutes. Concurrent transactions wait until the first
 * one is over.
 */
export async function isFirstTry(tx: Tx, key: string, now: Date): Promise<boolean> {
  const [row] = await countEach(tx, [key], now);
  return row?.count === 1;
}

async function countEach(db: Db, keys: string[], now: Date) {
  const opened = opening(now);
  const isOver = sql`${rateLimit.windowStart} < ${opened.toISOString()}`;
  // in the order of the keys, so that two who count the same never wait for each other
  const values = keys
    .map((key) => ({ key, windowStart: now, count: 1 }))
    .sort((a, b) => (a.key < b.key ? -1 : 1));
  return db
    .insert(rateLimit)
    .values(values)
    .onConflictDoUpdate({
      target: rateLimit.key,
      set: {
        count: sql`case when ${isOver} then 1 else ${rateLimit.count} + 1 end`,
        windowStart: sql`case when ${isOver} then ${now.toISOString()}::timestamptz else ${rateLimit.windowStart} end`,
      },
    })
    .returning();
}

/** A try that succeeded does not count. */
export async function giveBackTries(db: Db, keys: string[]): Promise<void> {
  await db.execute(
    sql`update ${rateLimit} set count = greatest(count - 1, 0) where key in ${keys}`,
  );
}

/** Resets the count: a person who proved by email who they are is let in at once. */
export const forgetTries = (db: Db, key: string) =>
  db.delete(rateLimit).where(eq(rateLimit.key, key));

/** For the daily job: windows that closed have no use any longer. */
export const forgetOldTries = (db: Db, now: Date) =>
  db.delete(rateLimit).where(lt(rateLimit.windowStart, opening(now)));

const opening = (now: Date) => new Date(now.getTime() - windowMinutes * 60_000);
