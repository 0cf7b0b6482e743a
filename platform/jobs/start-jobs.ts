import PgBoss from "pg-boss";
import { playOutDaysBack } from "#contract/play-out-limits";
import type { Database, DatabaseLogger, Db } from "../db/client.ts";
import { ensureMonthPartitions } from "../db/month-partitions.ts";
import type { FileStore } from "../files/file-store.ts";
import { forgetOldKeys } from "../http/idempotency.ts";
import { forgetOldDrafts } from "../modules/drafts/drafts.queries.ts";
import { clearOrphans } from "../modules/files/files.service.ts";
import { forgetOldImports } from "../modules/imports/imports.queries.ts";
import { forgetOldNotifications } from "../modules/notifications/notifications.service.ts";
import { forgetOldSessions } from "../modules/session/old-sessions.queries.ts";
import { forgetOldTries } from "../modules/session/rate-limit.queries.ts";
import { forgetUnusedAudio } from "../modules/songs/song-audio.queries.ts";

const housekeeping = "housekeeping";
/** At night where the shops are, and well before a month ends. */
const daily = "20 21 * * *";
/** Any number that nothing else in this database locks. */
const startLock = 7_290_043;

type Needs = { database: Database; files: FileStore; logger: DatabaseLogger };

/**
 * Starts what the platform does by itself. When it resolves, the play log has every partition that a play-out may fall into; from then
 * on a daily job, taken by one process of however many run, makes those of the months to come and drops what was kept for minutes or a day.
 */
export async function startJobs({ database, files, logger }: Needs): Promise<{ stop(): Promise<void> }> {
  await ensurePlayLogPartitions(database.db, new Date());
  const boss = new PgBoss({ db: { executeSql: (text, values) => database.pool.query(text, values) } });
  boss.on("error", (error) => logger.error({ error }, "the job queue failed; it tries again by itself"));
  // several processes may start on one new database, and pg-boss makes its tables without asking whether another does
  await database.dedicated(async (client) => {
    await client.query("select pg_advisory_lock($1)", [startLock]);
    try {
      await boss.start();
      await boss.createQueue(housekeeping);
      await boss.schedule(housekeeping, daily);
    } finally {
      await client.query("select pg_advisory_unlock($1)", [startLock]);
    }
  });
  await boss.work(housekeeping, () => keepHouse(database.db, files, new Date()));
  return {
    // `db` is ours: boss leaves the pool open
    stop: () => boss.stop({ graceful: true, wait: true, timeout: 5000 }),
  };
}

/** What is done each day. */
export async function keepHouse(db: Db, files: FileStore, now: Date): Promise<void> {
  await ensurePlayLogPartitions(db, now);
  await forgetOldKeys(db, now);
  await forgetOldTries(db, now);
  await forgetOldSessions(db, now);
  await forgetUnusedAudio(db, now);
  await clearOrphans(db, files, now);
  await forgetOldNotifications(db, now);
  await forgetOldDrafts(db, now);
  await forgetOldImports(db, now);
}

/** Months of the play log: as far back as a late play-out reaches, this one, and two to come. */
export async function ensurePlayLogPartitions(db: Db, now: Date): Promise<void> {
  const first = new Date(now.getTime() - playOutDaysBack * 86_400_000);
  const back = (now.getUTCFullYear() - first.getUTCFullYear()) * 12 + now.getUTCMonth() - first.getUTCMonth();
  await ensureMonthPartitions(db, "play_log", first, back + 3);
}
