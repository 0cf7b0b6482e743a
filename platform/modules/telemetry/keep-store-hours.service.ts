import { type SQL, sql } from "drizzle-orm";
import { type Scope, wholeCompany } from "../../access/scope.ts";
import { Failures } from "../../base/failures.ts";
import type { Database } from "../../db/database.ts";
import { dropMonthPartitions } from "../../db/month-partitions.ts";
import type { Db, Tx } from "../../db/types.ts";
import {
  addHoursToDays,
  findCompanies,
  type Hours,
  lockHoursAdded,
  setHoursAdded,
} from "./store-minutes.queries.ts";

const minute = 60_000;
/** Hours of all zones end at quarters. */
const quarter = 15 * minute;
/** By then every heartbeat of an hour that is over was written. */
const settled = 5 * minute;
/**
 * The most time (ms) that one transaction adds, and that is caught up with after a longer
 * standstill.
 */
const atOnce = 6 * 60 * minute;
const atMost = 92 * 1440 * minute;
const keptDays = 400;

/**
 * Adds the past hours of every company's stores to their days: each hour once, by however many
 * processes, and after however long a standstill.
 */
export async function keepStoreHours({
  database,
  now,
}: {
  database: Database;
  now: Date;
}): Promise<void> {
  const failures = new Failures();
  for (const { companyId, isActive } of await findCompanies(database.db))
    await failures.attempt(`company ${companyId}`, async () => {
      const scope = wholeCompany(companyId);
      while (await database.transaction((tx) => addNextHours(scope, tx, { isActive, now })));
    });
  failures.throwAny("not all hours of stores were added");
}

/** Gives whether there is more to do. No store of a company that is inactive is open. */
async function addNextHours(
  scope: Scope,
  tx: Tx,
  { isActive, now }: { isActive: boolean; now: Date },
): Promise<boolean> {
  const last = lastFullQuarter(now);
  const added = await lockHoursAdded(scope, tx, new Date(last));
  if (added === undefined || added.getTime() >= last) return false;
  const after = Math.max(added.getTime(), last - atMost);
  const until = Math.min(after + atOnce, last);
  await addHoursToDays(
    scope,
    tx,
    { after: new Date(after), until: new Date(until) },
    isActive ? sql`true` : sql`false`,
  );
  await setHoursAdded(scope, tx, new Date(until));
  return until < last;
}

/**
 * Adds a past that the demo makes up: hours that are over (`lastFullQuarter`), at most a day, for
 * the stores of a condition. The job goes on after the latest of them.
 */
export async function addPastHours(scope: Scope, tx: Db, hours: Hours, stores: SQL): Promise<void> {
  const added = await lockHoursAdded(scope, tx, hours.until);
  await addHoursToDays(scope, tx, hours, stores);
  if (added && added < hours.until) await setHoursAdded(scope, tx, hours.until);
}

/** The end of the last hours that are over and settled, in epoch milliseconds. */
export const lastFullQuarter = (now: Date) =>
  Math.floor((now.getTime() - settled) / quarter) * quarter;

/** Drops the months of hours that are older than they are kept; the days stay. */
export const forgetOldStoreHours = (database: Database, now: Date): Promise<void> =>
  dropMonthPartitions(database, "store_hour", new Date(now.getTime() - keptDays * 1440 * minute));
