import { setTimeout as pause } from "node:timers/promises";
import type { Database, DatabaseLogger } from "../db/client.ts";

/**
 * The database as pg-boss asks it. pg-boss waits for nobody when it notes how a job ended, so that a refusal of that statement would end the
 * process. From `start` to `stop` a statement that fails is therefore sent again every two seconds until it succeeds; before, it throws, and
 * after, it gives nothing.
 */
export function queueDatabase(database: Pick<Database, "pool">, logger: DatabaseLogger) {
  let state: "starting" | "running" | "stopped" = "starting";
  return {
    // biome-ignore lint/suspicious/noExplicitAny: pg-boss says so of what it sends
    async executeSql(text: string, values: any[]) {
      for (;;) {
        try {
          return await database.pool.query(text, values);
        } catch (error) {
          if (state === "starting") throw error;
          if (state === "stopped") return undefined as never; // it looks whether there is a result
          logger.warn({ err: error }, "a statement of the job queue failed; it is sent again in two seconds");
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
