import { setTimeout as pause } from "node:timers/promises";
import type { Database, DatabaseLogger } from "../db/database.ts";

/**
 * The statement by which pg-boss learns the database's time, in epoch milliseconds (getTime in its
 * src/plans.js).
 */
const asksForTime = /^\s*select round\(date_part\('epoch', now\(\)\) \* 1000\) as time\s*$/i;
/** From this difference (ms) on, a clock that differs from the database's is logged. */
const apartToTell = 60_000;

/**
 * The database as pg-boss sees it. pg-boss does not await the statement that records how a job
 * ended, so a refused one would end the process. Between `start` and `stop`, a statement that fails
 * is therefore sent again every two seconds until it succeeds; before, it throws, and after, it
 * returns no rows.
 *
 * Jobs start by this process's clock, which their own work uses too. pg-boss would compare this
 * clock with the database's time: with a clock that is a minute slow no job would ever start,
 * and with a fast one each would start again every minute for as long as the two differ.
 */
export function queueDatabase(database: Pick<Database, "pool">, logger: DatabaseLogger) {
  let state: "starting" | "running" | "stopped" = "starting";
  function ownTime(databaseTime: number): number {
    const now = Date.now();
    if (Math.abs(now - databaseTime) >= apartToTell)
      logger.warn(
        { seconds: Math.round((now - databaseTime) / 1000) },
        "this clock and the database's differ; let both follow a time server",
      );
    return now;
  }
  return {
    // biome-ignore lint/suspicious/noExplicitAny: pg-boss declares its values so
    async executeSql(text: string, values: any[]) {
      for (;;) {
        try {
          const result = await database.pool.query(text, values);
          return asksForTime.test(text)
            ? { rows: [{ time: ownTime(Number(result.rows[0].time)) }] }
            : result;
        } catch (error) {
          if (state === "starting") throw error;
          if (state === "stopped") return undefined as never; // it looks whether there is a result
          logger.warn(
            { err: error },
            "a statement of the job queue failed; it is sent again in two seconds",
          );
          await pause(2_000);
        }
      }
    },
    start: () => {
      state = "running";
    },
    stop: () => {
      state = "stopped";
    },
  };
}
