import { eq, sql } from "drizzle-orm";
import { groupBy } from "#contract/base/group-by";
import type { Database } from "../platform/db/database.ts";
import { ensureMonthPartitions } from "../platform/db/month-partitions.ts";
import { alert } from "../platform/db/schema/index.ts";
import type { Db, Tx } from "../platform/db/types.ts";
import { alertsOn } from "./alerts.ts";
import { isNeverSeen } from "./behaviour.ts";
import { bookPastDay } from "./campaigns.ts";
import { clientCompanies } from "./companies.ts";
import { insertRows } from "./insert-rows.ts";
import { addDays, localClock } from "./local-clock.ts";
import { closeDay, hearDay } from "./past-heartbeats.ts";
import type { MissingDay, OpeningsContext, PublishedLogs } from "./past-openings.ts";
import { playDay } from "./past-plays.ts";
import { createDayPlanner } from "./play-plan.ts";
import { type DemoShop, loadShops } from "./shops.ts";

const noLogs: PublishedLogs = async () => new Map();

/** All companies' dates by their own calendar, which is India's. */
const zone = "Asia/Kolkata";
export type History = {
  /** The dates, the latest first, that a company does not have of the last `days`. */
  findMissing(days: number, now: Date): Promise<MissingDay[]>;
  /** Fills one of them up to `now`, whole or not at all. */
  fillDay(missing: MissingDay, now: Date): Promise<void>;
  /**
   * Makes up for the time from an instant up to `now` in which nothing ran, for the stores that are
   * simulated.
   */
  catchUp(after: Date, now: Date): Promise<void>;
};

/**
 * The past of the demo's stores: plays with all their totals, heartbeats with the hours and days
 * that they add up to, and alerts. It is written by company and date, each in one transaction, so
 * that every page shows all of a date or nothing of it.
 */
export function createHistory(database: Database, publishedLogs: PublishedLogs = noLogs): History {
  const planner = createDayPlanner();
  let queue: Promise<unknown> = Promise.resolve();
  const fill = (
    { companyId, day }: MissingDay,
    past: Omit<OpeningsContext, "shops">,
    isInPast: (shop: DemoShop) => boolean,
  ): Promise<void> => {
    // one after the other: making up for a pause may concern a date that is being filled
    const filling = queue.then(() => database.transaction((tx) => write(tx)));
    queue = filling.catch(() => {});
    return filling;

    async function write(tx: Tx) {
      const shops = (await loadShops(tx, companyId)).filter(isInPast);
      if (!past.after && day < localClock(zone, past.now).day)
        await bookPastDay(tx, companyId, day);
      await playDay(tx, { companyId, day, ...past, shops });
      for (const [timeZone, ofZone] of groupBy(shops, (shop) => shop.timeZone)) {
        await hearDay(tx, { companyId, day, ...past, shops: ofZone });
        // closing hours takes along those that were heard of in other zones; after a pause the job does it
        if (!past.after) await closeDay(tx, { companyId, day, now: past.now, timeZone });
      }
      if (!past.after) await raiseAlerts(tx, companyId, alertsOn(shops, day, past.now));
    }
  };
  return {
    async findMissing(days, now) {
      const today = localClock(zone, now).day;
      const dates = Array.from({ length: days }, (_, back) => addDays(today, -back));
      const missing: MissingDay[] = [];
      for (const { id: companyId } of clientCompanies) {
        const filled = await findFilled(database.db, companyId, dates);
        missing.push(...dates.flatMap((day) => (filled.has(day) ? [] : [{ companyId, day }])));
      }
      return missing.sort((a, b) => b.day.localeCompare(a.day));
    },
    async fillDay(missing, now) {
      const from = new Date(Date.parse(missing.day) - 2 * 86_400_000);
      for (const parent of ["play_log", "store_hour"])
        await ensureMonthPartitions(database.db, parent, from, 3);
      const isThere = ({ id, createdAt }: DemoShop) =>
        !isNeverSeen(id) && createdAt.toISOString().slice(0, 10) < missing.day;
      await fill(missing, { planner, publishedLogs, now }, isThere);
    },
    async catchUp(after, now) {
      const last = localClock(zone, now).day;
      for (let day = addDays(localClock(zone, after).day, -1); day <= last; day = addDays(day, 1))
        for (const { id: companyId } of clientCompanies)
          await fill(
            { companyId, day },
            { planner, publishedLogs, now, after },
            ({ isVisitors }) => !isVisitors,
          );
    },
  };
}

/** Adds a date's alerts. A date is filled again while nothing was played on it: none comes twice. */
async function raiseAlerts(
  tx: Tx,
  companyId: number,
  rows: readonly (typeof alert.$inferInsert)[],
): Promise<void> {
  const raised = await tx.select().from(alert).where(eq(alert.companyId, companyId));
  const isRaised = (row: (typeof rows)[number]) =>
    raised.some(
      ({ storeId, kind, beganAt, endedAt }) =>
        storeId === row.storeId &&
        kind === row.kind &&
        (beganAt.getTime() === row.beganAt.getTime() || (endedAt === null && !row.endedAt)),
    );
  await insertRows(
    tx,
    alert,
    rows.filter((row) => !isRaised(row)),
  );
}

/**
 * Finds the dates for which the company's first stores have plays. Plays of a visitor's store do
 * not count.
 */
async function findFilled(
  db: Db,
  companyId: number,
  dates: readonly string[],
): Promise<Set<string>> {
  const { rows } = await db.execute<{ day: string }>(sql`
    select day::text as day from unnest(${sql.param(dates)}::date[]) as day where exists (select from store_day_plays as plays
      join store on store.company_id = plays.company_id and store.id = plays.store_id
      where plays.company_id = ${companyId} and plays.day = day.day and store.created_at < day.day)`);
  return new Set(rows.map(({ day }) => day));
}
