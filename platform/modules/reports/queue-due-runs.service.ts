import { nextDue, type Rhythm } from "#contract/reports/schedule-times";
import type { Database } from "../../db/database.ts";
import { queueRunsOfPeople } from "./recipients.service.ts";
import { insertDueRun, lockDueSchedule, setNextDue } from "./run-schedules.queries.ts";

/** Queues the runs of all due schedules. */
export async function queueAllDue(database: Database, now: Date): Promise<void> {
  while (await queueDue(database, now));
}

/**
 * Queues one run of a due schedule, for the latest due time even if several were missed. False if
 * none is due.
 */
const queueDue = (database: Database, now: Date): Promise<boolean> =>
  database.transaction(async (tx) => {
    const due = await lockDueSchedule(tx, now);
    if (!due) return false;
    const { timeZone, nextAt } = due;
    const rhythm = due as Rhythm;
    let last = nextAt;
    let next = nextDue(rhythm, timeZone, nextAt && nextAt <= now ? nextAt : now);
    for (; next <= now; next = nextDue(rhythm, timeZone, next)) last = next;
    if (last && last <= now) {
      await insertDueRun(tx, due, last, now);
      await queueRunsOfPeople(tx, due, { dueAt: last, now });
    }
    await setNextDue(tx, due, { nextAt: next, timeZone });
    return true;
  });
