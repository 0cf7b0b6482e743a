import { createHash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { Logger } from "pino";
import { z } from "zod";
import type { Caller } from "../access/caller.ts";
import type { Db } from "../db/client.ts";
import { claimKey, findSavedAnswer, releaseKey, removeOldKeys, saveAnswer } from "./idempotency.queries.ts";
import { Refusal } from "./refusal.ts";

/** The header of a POST that creates or books, as a schema of its own beside the endpoint's headers. */
export const idempotencyHeader = {
  "idempotency-key": z
    .string()
    .regex(/^[\x21-\x7e]{1,200}$/, "Header Idempotency-Key: 1 to 200 visible characters.")
    .optional(),
};

const keptMs = 24 * 60 * 60_000;
/** Nothing that the platform does for one request takes this long: what still runs then died with its process. */
const deadAfterMs = 2 * 60_000;
const waitMs = 5_000;
const askEveryMs = 100;

type Request = { key: string; caller: Pick<Caller, "companyId" | "id">; signal: AbortSignal };

/**
 * Runs a request once for each person and key (IETF draft Idempotency-Key). The same request again gets the answer saved in 24 hours, or
 * waits up to five seconds for the one that runs; another under the same key is a 422. Only a success is kept: a refusal or a failure
 * made nothing and frees the key. Keys lie in the database, so that several processes behave as one.
 */
export function idempotency(db: Db, clock: () => number, logger: Pick<Logger, "error">) {
  return {
    async once({ key, caller, signal }: Request, content: unknown, run: () => Promise<Response>): Promise<Response> {
      const saved = { companyId: caller.companyId, userId: caller.id, key };
      const requestHash = createHash("sha256").update(JSON.stringify(content)).digest("hex");
      const claim = () => {
        const now = clock();
        const [keptSince, runningSince] = [new Date(now - keptMs), new Date(now - deadAfterMs)];
        return claimKey(db, { ...saved, requestHash, now: new Date(now), keptSince, runningSince });
      };
      for (let waited = 0; !(await claim()); waited += askEveryMs) {
        const found = await findSavedAnswer(db, saved);
        if (found && found.requestHash !== requestHash)
          throw new Refusal(422, "This was sent before with other content. Send it again as a new one.");
        if (found && found.status !== null) return replay(found.status, found.body);
        if (waited >= waitMs)
          throw new Refusal(422, "This was sent before and is still being worked on. Try again in a moment.", undefined, {
            "Retry-After": "2",
          });
        await pause(askEveryMs, undefined, { signal });
      }
      const answer = await run().catch(async (error: unknown) => {
        await releaseKey(db, saved);
        throw error;
      });
      try {
        await saveAnswer(db, saved, answer.status, await answer.clone().text());
      } catch (error) {
        // it was done: the key stays taken, so that nobody who sends it again at once does it twice
        logger.error({ err: error, key, companyId: caller.companyId, userId: caller.id }, "the answer to an Idempotency-Key was not saved");
      }
      return answer;
    },
  };
}
export type Idempotency = ReturnType<typeof idempotency>;

/** For the daily job. */
export const forgetOldKeys = (db: Db, now: Date) => removeOldKeys(db, new Date(now.getTime() - keptMs));

const replay = (status: number, body: string | null) =>
  new Response(body, { status, headers: { "Content-Type": "application/json", "Idempotency-Replayed": "true" } });
