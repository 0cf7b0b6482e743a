import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { changeChannel } from "./changes.ts";
import type { Database, DatabaseLogger } from "./database.ts";

const againAfterMs = 1_000;
/** Proxies cut a connection that is silent for longer, and one that is dead shows itself. */
const pingMs = 20_000;
const answerWithinMs = 10_000;

/**
 * Passes what any process broadcasts (`broadcastToPlayers`) to this process's listeners, by
 * LISTEN on a connection of its own, until `stop` is called. `begin` is called each time that it
 * starts listening: earlier broadcasts have been missed. The embedded engine has one process,
 * whose listeners are called directly.
 */
export function hearBroadcasts(database: Database, logger: DatabaseLogger, begin: () => void) {
  const stopping = new AbortController();
  const { signal } = stopping;
  const hear = () =>
    database.dedicated(async (client) => {
      client.on("notification", ({ payload = "" }) =>
        database.listeners.tell("players", JSON.parse(payload)),
      );
      await client.query(`listen ${changeChannel}`);
      begin();
      const ended = once(client, "end", { signal });
      for (;;) {
        await Promise.race([pause(pingMs, undefined, { signal }), ended]);
        const late = pause(answerWithinMs, undefined, { signal }).then(() => {
          throw new Error("the database does not answer");
        });
        await Promise.race([client.query("select 1"), late]);
      }
    });
  async function hearOn() {
    while (!signal.aborted) {
      await hear().catch((error: unknown) => {
        if (signal.aborted) return;
        logger.warn({ error }, "players hear of changes late; it is tried again in a second");
      });
      await pause(againAfterMs, undefined, { signal }).catch(() => {});
    }
  }
  const hearing = database.engine === "embedded" ? undefined : hearOn();
  return {
    async stop(): Promise<void> {
      stopping.abort();
      await hearing;
    },
  };
}
