import { playOutDaysBack } from "#contract/player/limits";
import { platformItself } from "../access/account-writer.ts";
import { Failures } from "../base/failures.ts";
import type { Database } from "../db/database.ts";
import { ensureMonthPartitions } from "../db/month-partitions.ts";
import type { Db } from "../db/types.ts";
import type { FileStore } from "../files/file-store.ts";
import { forgetOldSpools } from "../files/spool.ts";
import { forgetOldKeys } from "../http/idempotency.ts";
import { forgetOldFootfall, forgetOldLinks } from "../modules/ads/index.ts";
import { forgetOldVoiceNotes } from "../modules/alerts/index.ts";
import { findUnbilledSince } from "../modules/billing/index.ts";
import { forgetOldDrafts } from "../modules/drafts/index.ts";
import { forgetOldEmails } from "../modules/emails/index.ts";
import { fileClearingService, forgetUnusedAudio } from "../modules/files/index.ts";
import { forgetOldImports } from "../modules/imports/index.ts";
import { forgetOldNotifications } from "../modules/notifications/index.ts";
import { forgetOldRequests } from "../modules/onboarding/index.ts";
import { forgetOldCommands, forgetOldPlays } from "../modules/player/index.ts";
import { forgetOldReportRuns } from "../modules/reports/index.ts";
import { deleteOldDays, forgetOldTrials } from "../modules/schedule/index.ts";
import { forgetOldSessions, forgetOldTries } from "../modules/session/index.ts";
import { forgetOldStoreHours } from "../modules/telemetry/index.ts";
import { forgetOldTokens } from "../modules/tokens/index.ts";
import { forgetOldEvents } from "../modules/webhooks/index.ts";

type HouseCall = { database: Database; files: FileStore; now: Date };

/**
 * Does the daily work: the months of partitioned tables, then the clean-ups; docs/operations.md
 * says how long each kind is kept. Files are deleted after their rows. A failure does not
 * stop the rest; it is thrown at the end.
 */
export async function keepHouse({ database, files, now }: HouseCall): Promise<void> {
  const { db } = database;
  const call = { db, now };
  const dailyWork: Record<string, () => Promise<unknown>> = {
    "months of plays and hours": () => ensurePartitions(db, now),
    "idempotency keys": () => forgetOldKeys(db, now),
    tries: () => forgetOldTries(db, now),
    sessions: () => forgetOldSessions(platformItself, db, now),
    notifications: () => forgetOldNotifications(call),
    emails: () => forgetOldEmails(db, now),
    drafts: () => forgetOldDrafts(db, now),
    "rule trials": () => forgetOldTrials(db, now),
    imports: () => forgetOldImports(db, now),
    requests: () => forgetOldRequests(db, now),
    audio: () => forgetUnusedAudio(db, now),
    "voice notes": () => forgetOldVoiceNotes(db, now),
    days: () => deleteOldDays(db, now),
    plays: async () =>
      forgetOldPlays(database, { now, unbilledSince: await findUnbilledSince(db) }),
    "store hours": () => forgetOldStoreHours(database, now),
    "report runs": () => forgetOldReportRuns(db, now),
    commands: () => forgetOldCommands(db, now),
    tokens: () => forgetOldTokens(db, now),
    events: () => forgetOldEvents(db, now),
    "proof links": () => forgetOldLinks(db, now),
    footfall: () => forgetOldFootfall(db, now),
    "orphaned files": () => fileClearingService({ files }).clearOrphans(call),
    spools: () => forgetOldSpools(),
  };
  const failures = new Failures();
  for (const [subject, work] of Object.entries(dailyWork)) await failures.attempt(subject, work);
  failures.throwAny("not all of the daily work was done");
}

/**
 * Months of the play log and of stores' hours: as far back as a late play-out reaches, this one,
 * and two to come.
 */
export async function ensurePartitions(db: Db, now: Date): Promise<void> {
  const first = new Date(now.getTime() - playOutDaysBack * 86_400_000);
  const back =
    (now.getUTCFullYear() - first.getUTCFullYear()) * 12 + now.getUTCMonth() - first.getUTCMonth();
  for (const parent of ["play_log", "store_hour"])
    await ensureMonthPartitions(db, parent, first, back + 3);
}
