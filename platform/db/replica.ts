import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";

/**
 * Milliseconds that a read waits for the replica to have what the primary had when it was asked;
 * most replicas need less than ten.
 */
const waitMs = 200;
const askEveryMs = 20;
/** Milliseconds for which a replica that did not answer is left alone. */
const leftAloneMs = 10_000;

interface Logger {
  warn(fields: object, message: string): void;
}

/** A streaming replica: whether it can be read from, and how far it is behind. */
export class Replica {
  #awayUntil = 0;
  /** When it was last seen to have all that the primary had, in milliseconds since the epoch. */
  #completeAt = 0;

  constructor(
    private readonly replica: pg.Pool,
    private readonly primary: pg.Pool,
    private readonly logger: Logger,
  ) {}

  /**
   * Finds how many seconds the replica lags: 0 once it has all that the primary had when this
   * was called. Undefined if it must not be read, because it does not answer or follows
   * no primary: then the primary has to answer.
   */
  async findLag(): Promise<number | undefined> {
    const startedAt = Date.now();
    if (startedAt < this.#awayUntil) return undefined;
    const { rows } = await this.primary.query<{ lsn: string }>(
      "select pg_current_wal_flush_lsn()::text as lsn",
    );
    try {
      for (;;) {
        const state = await this.#compare(rows[0]?.lsn);
        if (!state?.follows) throw new Error("it follows no primary");
        if (state.complete) {
          this.#completeAt = Math.max(this.#completeAt, startedAt);
          return 0;
        }
        // each of the two says too much: the first where nobody asked for a while, the second where nothing
        // was written for a while
        if (Date.now() - startedAt >= waitMs)
          return Math.min(
            (Date.now() - this.#completeAt) / 1000,
            state.age ?? Number.POSITIVE_INFINITY,
          );
        await pause(askEveryMs);
      }
    } catch (error) {
      this.#awayUntil = Date.now() + leftAloneMs;
      this.logger.warn(
        { err: error, seconds: leftAloneMs / 1000 },
        "the replica cannot be read from: the primary answers in its place",
      );
      return undefined;
    }
  }

  async #compare(lsn: string | undefined) {
    const { rows } = await this.replica.query<{
      follows: boolean;
      complete: boolean | null;
      age: number | null;
    }>(
      `select pg_is_in_recovery() as follows, pg_last_wal_replay_lsn() >= $1::pg_lsn as complete,
         extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp())::float8 as age`,
      [lsn],
    );
    return rows[0];
  }
}
