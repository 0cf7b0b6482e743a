import { createHash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { Logger } from "pino";
import { z } from "zod";
import type { Caller } from "../access/caller.ts";
import { Refusal } from "../base/refusal.ts";
import type { Database } from "../db/client.ts";
import type { Db, Tx } from "../db/types.ts";
import {
  type ClaimedKey,
  claimKey,
  findSavedAnswer,
  markDone,
  releaseKey,
  removeOldKeys,
  saveAnswer,
} from "./idempotency.queries.ts";

/**
 * The header of a POST that creates or books, as a schema of its own beside the endpoint's headers.
 */
export const idempotencyHeader = {
  "idempotency-key": z
    .string()
    .regex(/^[\x21-\x7e]{1,200}$/, "Header Idempotency-Key: 1 to 200 visible characters.")
    .optional(),
};

const keptMs = 24 * 60 * 60_000;
/**
 * Hardly anything that is done under a key takes this long: its process has died, most likely.
 * Where it lives it loses nothing but its time: what it then did is not committed.
 */
const deadAfterMs = 30_000;
const waitMs = 5_000;
const askEveryMs = 100;

type Request = {
  key: string;
  caller: Pick<Caller, "companyId" | "id">;
  signal: AbortSignal;
  isSecret: boolean;
};

class TakenOver extends Error {}

/**
 * Runs a request once for each person and key (IETF draft Idempotency-Key). The same request again
 * gets the answer saved in 24 hours, or waits up to five seconds for the one that runs; another
 * under the same key is a 422. That it was done is written in the transaction that does it, its
 * answer afterwards: whenever a process dies, nothing is done twice, and who sends it again is told
 * at worst that it was done. Only a success is kept: a refusal or a failure made nothing and frees
 * the key. An answer that is secret is not kept; who asks again is told so. Keys lie in the
 * database, so that several processes behave as one.
 */
export function idempotency(
  database: Pick<Database, "db" | "markCommits">,
  clock: () => number,
  logger: Pick<Logger, "error">,
) {
  const { db } = database;

  /**
   * The answer, kept; undefined where another request took the key over and answers in its place.
   */
  const work = async (
    claimed: ClaimedKey,
    isSecret: boolean,
    run: () => Promise<Response>,
  ): Promise<Response | undefined> => {
    const mark = async (tx: Tx) => {
      if (!(await markDone(tx, claimed, 200))) throw new TakenOver();
    };
    const answer = await database.markCommits(mark, run).catch(async (error: unknown) => {
      await releaseKey(db, claimed);
      if (error instanceof TakenOver) return undefined;
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
        const runningSince = new Date(now - deadAfterMs);
        const isOurs = await claimKey(db, { ...claimed, requestHash, keptSince, runningSince });
        const answer = isOurs ? await work(claimed, isSecret, run) : undefined;
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
        if (savedAnswer?.status && savedAnswer.claimedAt.getTime() < now - deadAfterMs)
          throw lost();
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
const lost = () =>
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
