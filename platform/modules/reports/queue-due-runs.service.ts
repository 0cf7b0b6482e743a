import { nextDue, type Rhythm } from "#contract/reports/schedule-times";
import { Failures } from "../../base/failures.ts";
import type { Database } from "../../db/database.ts";
import { queueRunsOfPeople } from "./recipients.service.ts";
import {
  findDueSchedules,
  insertDueRun,
  lockDueSchedule,
  type ScheduleKey,
  setNextDue,
} from "./run-schedules.queries.ts";

/** Queues the runs of all due schedules; one that fails keeps no other from being queued. */
export async function queueAllDue(database: Database, now: Date): Promise<void> {
  const failures = new Failures();
  for (const key of await findDueSchedules(database.db, now))
    await failures.attempt(`schedule ${key.id} of company ${key.companyId}`, () =>
      queueDue(database, key, now),
    );
  failures.throwAny("not all due schedules were queued");
}

/**
 * Queues one run of a schedule that is still due, for the latest due time even if several were
 * missed.
 */
const queueDue = (database: Database, key: ScheduleKey, now: Date): Promise<void> =>
  database.transaction(async (tx) => {
    const due = await lockDueSchedule(tx, key, now);
    if (!due) return;
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
  });
