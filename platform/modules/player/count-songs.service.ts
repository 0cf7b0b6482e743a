import { addDays } from "#contract/base/dates";
import { playOutDaysBack } from "#contract/player/limits";
import { wholeCompany } from "../../access/scope.ts";
import { Failures } from "../../base/failures.ts";
import type { Database } from "../../db/database.ts";
import { findClients } from "../schedule/index.ts";
import { countBlock, findUncountedBlocks } from "./song-days.queries.ts";

/**
 * Counts the songs of each company's stores on the days up to yesterday, and recounts days with
 * plays received since. Nobody waits for it, and reports are correct without it, until the log
 * no longer has the day.
 */
export async function countSongs({
  database,
  now,
}: {
  database: Database;
  now: Date;
}): Promise<void> {
  const today = now.toISOString().slice(0, 10);
  // a play may be reported this late, by a store's date
  const dates = { from: addDays(today, -playOutDaysBack - 2), to: addDays(today, -1) };
  const failures = new Failures();
  for (const companyId of await findClients(database.db))
    await failures.attempt(`company ${companyId}`, async () => {
      const scope = wholeCompany(companyId);
      for (const block of await findUncountedBlocks(scope, database.db, dates))
        await database.transaction((tx) => countBlock(scope, tx, block));
    });
  failures.throwAny("not all songs were counted");
}
