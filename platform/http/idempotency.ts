import { createHash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { Logger } from "pino";
import { z } from "zod";
import type { Caller } from "../access/caller.ts";
import { Refusal } from "../base/refusal.ts";
import type { Database } from "../db/database.ts";
import type { Db, Tx } from "../db/types.ts";
import {
  type ClaimedKey,
  claimKey,
  findSavedAnswer,
  markDone,
  releaseKey,
  removeOldKeys,
  renewKey,
  saveAnswer,
} from "./idempotency.queries.ts";

/**
 * The header of a POST that creates or books: a schema in addition to the endpoint's headers.
 */
export const idempotencyHeader = {
  "idempotency-key": z
    .string()
    .regex(/^[\x21-\x7e]{1,200}$/, "Header Idempotency-Key: 1 to 200 visible characters.")
    .optional(),
};

const keptMs = 24 * 60 * 60_000;
const renewEveryMs = 1_000;
const waitMs = 5_000;
const askEveryMs = 100;

type Request = {
  key: string;
  caller: Pick<Caller, "companyId" | "id">;
  signal: AbortSignal;
  isSecret: boolean;
};

class ClaimTakenOverError extends Error {}

/**
 * Runs a request once for each person and key (IETF draft Idempotency-Key). A repeated request gets
 * the saved answer for 24 hours, or waits up to five seconds for one that still runs; a different
 * request with the same key is a 422. The key is marked as done in the change's transaction, its
 * answer saved afterwards: if a process dies, nothing is done twice, and at worst a repeat only
 * learns that it was done. A process renews its key each second, so that a dead one's is taken over
 * after five, while a repeat still waits. Only successes are kept: a refusal or failure changed
 * nothing and frees the key. A secret answer is not kept, and a repeated request is refused with
 * that reason. Keys are in the database, so that several processes behave as one.
 */
export function idempotency(
  database: Pick<Database, "db" | "reserved" | "markCommits">,
  clock: () => number,
  logger: Pick<Logger, "error">,
) {
  const { db, reserved } = database;

  /** Renews a key until the work under it has ended; a renewal that fails is tried again. */
  const renewDuring = async <T>(claimed: ClaimedKey, work: () => Promise<T>): Promise<T> => {
    const renew = () => void renewKey(reserved.db, claimed).catch(() => {});
    const timer = setInterval(renew, renewEveryMs);
    try {
      return await work();
    } finally {
      clearInterval(timer);
    }
  };

  /**
   * The answer, kept; undefined where another request took the key over and answers in its place.
   */
  const work = async (
    claimed: ClaimedKey,
    isSecret: boolean,
    run: () => Promise<Response>,
  ): Promise<Response | undefined> => {
    const mark = async (tx: Tx) => {
      if (!(await markDone(tx, claimed, 200))) throw new ClaimTakenOverError();
    };
    const answer = await database.markCommits(mark, run).catch(async (error: unknown) => {
      await releaseKey(db, claimed);
      if (error instanceof ClaimTakenOverError) return undefined;
      throw error;
    });
    if (!answer || isSecret) return answer;
    try {
      await saveAnswer(db, claimed, answer.status, await answer.clone().text());
    } catch (error) {
      const { key, companyId, userId } = claimed;
      logger.error(
        { err: error, key, companyId, userId },
        "the answer to an Idempotency-Key was not saved",
      );
    }
    return answer;
  };

  return {
    async once(
      { key, caller, signal, isSecret }: Request,
      content: unknown,
      run: () => Promise<Response>,
    ): Promise<Response> {
      const saved = { companyId: caller.companyId, userId: caller.id, key };
      const requestHash = createHash("sha256").update(JSON.stringify(content)).digest("hex");
      for (let waited = 0; ; waited += askEveryMs) {
        const now = clock();
        const claimed = { ...saved, claimedAt: new Date(now) };
        const keptSince = new Date(now - keptMs);
        const isOurs = await claimKey(db, { ...claimed, requestHash, keptSince });
        const answer = isOurs
          ? await renewDuring(claimed, () => work(claimed, isSecret, run))
          : undefined;
        if (answer) return answer;
        const savedAnswer = await findSavedAnswer(db, saved);
        if (savedAnswer && savedAnswer.requestHash !== requestHash)
          throw new Refusal(
            422,
            "This was already sent with different content. Send it again as a new request.",
          );
        if (savedAnswer?.status && isSecret) throw shownOnce();
        if (savedAnswer?.status && savedAnswer.body !== null)
          return replay(savedAnswer.status, savedAnswer.body);
        if (savedAnswer?.status && savedAnswer.isAbandoned) throw answerLost();
        if (waited >= waitMs) throw running();
        await pause(askEveryMs, undefined, { signal });
      }
    },
  };
}
export type Idempotency = ReturnType<typeof idempotency>;

/** For the daily job. */
export const forgetOldKeys = (db: Db, now: Date) =>
  removeOldKeys(db, new Date(now.getTime() - keptMs));

const running = () =>
  new Refusal(
    422,
    "This was already sent and is still running. Try again in a moment.",
    undefined,
    { "Retry-After": "2" },
  );
const answerLost = () =>
  new Refusal(
    422,
    "This was already sent and is done, but its answer was lost. Check whether the change is there.",
  );

const shownOnce = () =>
  new Refusal(
    422,
    "This was already sent and is done. Its secret was shown once. If you no longer have it, delete this one and add another.",
  );

const replay = (status: number, body: string) =>
  new Response(body, {
    status,
    headers: { "Content-Type": "application/json", "Idempotency-Replayed": "true" },
  });
