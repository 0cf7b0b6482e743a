import { setTimeout } from "node:timers/promises";
import { accountHolder } from "../../access/account-writer.ts";
import { findProviderId } from "../../access/scope.ts";
import type { Database } from "../../db/database.ts";
import type { Tx } from "../../db/types.ts";
import { countTries, giveBackTries } from "./rate-limit.queries.ts";
import { findAnyUser, insertOwnSession } from "./session.queries.ts";

/**
 * The state of the database's storage. "read only": its disk is full, but people can sign in and
 * read. "full": not even a sign-in finds room.
 */
export type StorageState = "writable" | "read only" | "full";

/** Milliseconds for which an answer is given again, and that a sign-in may take. */
const keptFor = 10_000;
const storedWithin = 1_000;
/** Characters of the largest rows that a sign-in writes: what holds these holds any other's. */
const longest = { key: 80, address: 45, device: 300 };
const nobodysSession = "00000000-0000-0000-0000-000000000000";

/** Tells the state of the database's storage, at most six times a minute anew. Never throws. */
export function storageState(database: Database): () => Promise<StorageState> {
  let signIn: { at: number; isStored: Promise<boolean> } | undefined;
  return async () => {
    if (await database.hasRoom()) return "writable";
    if (!signIn || Math.abs(Date.now() - signIn.at) >= keptFor)
      signIn = {
        at: Date.now(),
        isStored: Promise.race([
          storesSignIn(database).catch(() => false),
          setTimeout(storedWithin, false, { ref: false }),
        ]),
      };
    return (await signIn.isStored) ? "read only" : "full";
  };
}

/**
 * Writes what a sign-in of the provider's staff writes, and takes it back. On a full disk this
 * tells whether the pages that these tables have still hold one more.
 */
async function storesSignIn({ reserved }: Database): Promise<boolean> {
  let isStored = false;
  const back = new Error("only tried");
  const tried = reserved.transaction(async (tx: Tx) => {
    const providerId = await findProviderId(tx);
    const user = providerId === undefined ? undefined : await findAnyUser(tx, providerId);
    if (!user) return;
    const now = new Date();
    const key = "signin readiness".padEnd(longest.key);
    await countTries(tx, [{ key, most: 1 }], now);
    await giveBackTries(tx, [key]);
    const session = {
      id: nobodysSession,
      at: now,
      address: "x".repeat(longest.address),
      device: "x".repeat(longest.device),
      twoSteps: false,
    };
    isStored = await insertOwnSession(accountHolder, tx, { ...user, ...session }, user.hash);
    throw back;
  });
  await tried.catch((error: unknown) => {
    if (error !== back) throw error;
  });
  return isStored;
}
