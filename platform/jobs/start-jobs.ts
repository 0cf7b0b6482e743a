import PgBoss from "pg-boss";
import { playOutDaysBack } from "#contract/player/limits";
import { platformItself } from "../access/account-writer.ts";
import { findProviderId } from "../access/scope.ts";
import type { PlaysChanged } from "../db/changes.ts";
import type { Database, DatabaseLogger } from "../db/client.ts";
import { ensureMonthPartitions } from "../db/month-partitions.ts";
import type { Db } from "../db/types.ts";
import { forgetOldSpools } from "../files/spool.ts";
import type { Call } from "../http/context.ts";
import { forgetOldKeys } from "../http/idempotency.ts";
import type { Mail } from "../mail/mail.ts";
import {
  checkLedgers,
  countDelivery,
  followStores,
  type KeptLedger,
  keepCampaigns,
  keepLedger,
  makeGoods,
  notifySpotDates,
  notifyUnderdelivery,
  tellRefusals,
} from "../modules/ads/index.ts";
import { watchAllStores } from "../modules/alerts/index.ts";
import { checkAudit, sealAudit, systemActor } from "../modules/audit/index.ts";
import { documentService, findUnbilledSince, generateInvoices } from "../modules/billing/index.ts";
import { forgetOldDrafts } from "../modules/drafts/index.ts";
import { fileClearingService, forgetUnusedAudio } from "../modules/files/index.ts";
import { forgetOldImports } from "../modules/imports/index.ts";
import { forgetOldNotifications, noticeMailService } from "../modules/notifications/index.ts";
import { forgetOldRequests } from "../modules/onboarding/index.ts";
import { countSongs, forgetOldCommands, forgetOldPlays } from "../modules/player/index.ts";
import { forgetOldReportRuns, reportMailService } from "../modules/reports/index.ts";
import { findClients, forgetOldDays, keepDays } from "../modules/schedule/index.ts";
import { forgetOldSessions, forgetOldTries } from "../modules/session/index.ts";
import { forgetOldStoreHours, keepStoreHours } from "../modules/telemetry/index.ts";
import { forgetOldTokens, tellOfExpiringTokens } from "../modules/tokens/index.ts";
import { eventDeliveryService, forgetOldEvents } from "../modules/webhooks/index.ts";
import { noteJob } from "../observe/metrics.ts";
import { inSpan } from "../observe/tracing.ts";
import type { Services } from "../services.ts";
import { queueDatabase } from "./queue-database.ts";

const housekeeping = "housekeeping";
/** At night where the shops are, and well before a month ends. */
const daily = "20 21 * * *";
const noticeMail = "notice-mail";
const checkAllLedgers = "check-ledgers";
/** After housekeeping. */
const nightly = "50 21 * * *";
const sealAllAudit = "seal-audit";
const checkAllAudit = "check-audit";
const keepAllCampaigns = "keep-campaigns";
const storeAlerts = "store-alerts";
const reportMail = "report-mail";
const billing = "billing";
const webhookEvents = "webhook-events";
const everyMinute = "* * * * *";
const everyTenMinutes = "*/10 * * * *";
const campaignDelivery = "campaign-delivery";
const hourly = "35 * * * *";
const keepAllDays = "keep-all-days";
const countAllSongs = "count-songs";
const keepHours = "keep-store-hours";
/** Five minutes after hours end, in whatever zone. */
const afterHours = "5,20,35,50 * * * *";
/**
 * When each of the other jobs runs. None is tried again: the next run takes up what one did not do.
 */
const repeated = [
  [noticeMail, everyTenMinutes],
  [campaignDelivery, hourly],
  [keepAllDays, everyTenMinutes],
  [countAllSongs, hourly],
  [keepHours, afterHours],
  [keepAllCampaigns, everyMinute],
  [storeAlerts, everyMinute],
  [reportMail, everyMinute],
  [billing, everyTenMinutes],
  [webhookEvents, everyMinute],
  [sealAllAudit, everyTenMinutes],
  [checkAllAudit, nightly],
  [checkAllLedgers, nightly],
] as const;
/**
 * Changes that come one after another are followed together: at the least and at the most so many
 * milliseconds after the first.
 */
const followAfter = 300;
const followWithin = 30_000;
/** Any number that nothing else in this database locks. */
const startLock = 7_290_043;

type Needs = Pick<Services, "files" | "publicUrl" | "sessionSecret" | "webhookReceivers"> & {
  database: Database;
  mail: Pick<Mail, "send">;
  logger: DatabaseLogger;
};
/** Holds what a job knows, as a call would. */
type JobCall = Pick<Call, "db" | "now">;

/**
 * Starts what the platform does by itself. When it resolves, the play log and stores' hours have
 * every partition that a row may fall into; from then on jobs, each taken by one process of however
 * many run, make those of the months to come, clear what was kept for a while, count the ad ledgers
 * anew and check the audit logs (daily), mail what people were told and did not read and seal the
 * audit logs (every ten minutes), make and mail scheduled reports and send events to webhooks
 * (every minute, events also moments after they happen), issue invoices of periods that are over,
 * make and mail them (every ten minutes), add the hours of stores that are over to their days
 * (every quarter), end holds, begin and end campaigns and watch stores for alerts (every minute),
 * book make-goods, tell of campaigns that are behind and count days' songs (hourly), and keep the
 * days, the ad ledger and the stores of campaigns of each company (every ten minutes, and moments
 * after its stores, its rules, its spots, the library or its ad settings have changed).
 */
export async function startJobs({
  database,
  files,
  mail,
  publicUrl,
  logger,
  ...secrets
}: Needs): Promise<{ keepDays(): void; stop(): Promise<void> }> {
  await ensurePartitions(database.db, new Date());
  const queue = queueDatabase(database, logger);
  const boss = new PgBoss({ db: queue });
  boss.on("error", (error) =>
    logger.error({ error }, "the job queue failed; it tries again by itself"),
  );
  // several processes may start on one new database, and pg-boss makes its tables without asking
  // whether another does
  await database.dedicated(async (client) => {
    await client.query("select pg_advisory_lock($1)", [startLock]);
    try {
      await boss.start();
      await boss.createQueue(housekeeping);
      await boss.schedule(housekeeping, daily);
      for (const [name, cron] of repeated) {
        await boss.createQueue(name, { name, retryLimit: 0 });
        await boss.schedule(name, cron);
      }
    } finally {
      await client.query("select pg_advisory_unlock($1)", [startLock]);
    }
  });
  queue.start();
  /**
   * Logs what a job throws, which otherwise stands in the queue's tables alone: whoever runs the
   * server reads the log.
   */
  const work = (name: string, run: (call: JobCall) => Promise<unknown>) =>
    boss.work(name, () =>
      inSpan(`job ${name}`, {}, () =>
        noteJob(name, () => run({ db: database.db, now: new Date() })),
      ).catch((error: unknown) => {
        logger.error({ err: error, job: name }, "a job failed");
        throw error;
      }),
    );
  const keptDays = new Map<number, string>();
  const days = companyDebouncer(
    database,
    logger,
    "keep-days",
    (call, companyId) => keepDays(call, companyId, keptDays),
    3,
  );
  // bookings, cancellations and withdrawals reach the stores before whole companies are looked at
  const plays = companyDebouncer<PlaysChanged>(
    database,
    logger,
    "follow-plays",
    (call, companyId, only) => keepDays(call, companyId, keptDays, only),
  );
  const withdrawals = companyDebouncer(database, logger, "follow-withdrawals", (call, companyId) =>
    keepDays(call, companyId, keptDays, "withdrawn"),
  );
  const keptLedgers = new Map<number, KeptLedger>();
  const ledger = companyDebouncer(database, logger, "keep-ledger", (call, companyId) =>
    keepLedger(call, companyId, keptLedgers),
  );
  database.listeners.add("stores", ({ companyId }) => days.note(companyId));
  database.listeners.add("rules", ({ companyId }) => days.note(companyId));
  database.listeners.add("spots", ({ companyId }) => days.note(companyId));
  database.listeners.add("songs", () => {
    withdrawals.note("all");
    days.note("all");
  });
  database.listeners.add("stores", ({ companyId }) => ledger.note(companyId));
  database.listeners.add("adSettings", ({ companyId }) => ledger.note(companyId));
  database.listeners.add("campaigns", ({ companyId, only }) => plays.note(companyId, only));
  const campaigns = companyDebouncer(database, logger, "follow-stores", async (call, companyId) => {
    // a store that is new, or open again, has something to sell first
    await keepLedger(call, companyId, keptLedgers);
    await followStores(call, companyId);
  });
  database.listeners.add("stores", ({ companyId }) => campaigns.note(companyId));
  const queueAllCompanies = () => {
    days.note("all");
    ledger.note("all");
    campaigns.note("all");
  };
  await work(housekeeping, ({ now }) =>
    housekeepingService({ files }).keepHouse({ database, now }),
  );
  await work(noticeMail, noticeMailService({ mail, publicUrl }).mailNotices);
  await work(keepAllCampaigns, async ({ now }) => {
    await keepCampaigns({ database, now });
    await tellRefusals({ database, now });
  });
  await work(campaignDelivery, async ({ now }) => {
    await countDelivery({ database, now });
    await makeGoods({ database, now });
    await notifyUnderdelivery({ database, now });
    await notifySpotDates({ database, now });
  });
  await work(storeAlerts, ({ now }) => watchAllStores(database, now));
  const stopping = new AbortController();
  const { mailReports } = reportMailService({ files, mail, publicUrl, logger });
  await work(reportMail, ({ now }) => mailReports({ database, now, stopped: stopping.signal }));
  const { makeDocuments } = documentService({ files, mail, publicUrl });
  await work(billing, async ({ now }) => {
    const call = { database, now, stopped: stopping.signal };
    if ((await findProviderId(database.db)) === undefined) return;
    await generateInvoices({ ...call, actor: systemActor() });
    await makeDocuments(call);
  });
  const { deliverEvents } = eventDeliveryService({ ...secrets, logger });
  await work(webhookEvents, async ({ now }) => {
    await tellOfExpiringTokens(database, now);
    await deliverEvents({ database, now, stopped: stopping.signal });
  });
  // events of this process are sent moments after
  const events = companyDebouncer(database, logger, webhookEvents, ({ now, stopped }) =>
    deliverEvents({ database, now, stopped }),
  );
  database.listeners.add("events", ({ companyId }) => events.note(companyId));
  await work(sealAllAudit, (call) => sealAudit({ ...call, stopped: stopping.signal }));
  await work(checkAllAudit, () => checkAudit(database, logger));
  await work(checkAllLedgers, () => checkLedgers(database, logger));
  await work(keepAllDays, async () => queueAllCompanies());
  await work(countAllSongs, ({ now }) => countSongs({ database, now }));
  await work(keepHours, ({ now }) => keepStoreHours({ database, now }));
  queueAllCompanies(); // the server may have been down for long, or the demo just filled
  return {
    /**
     * Looks at all days and ledgers in a moment: for who has filled the database by other ways than
     * changes of stores.
     */
    keepDays: queueAllCompanies,
    async stop() {
      stopping.abort(new Error("the server stops"));
      await Promise.all([
        plays.stop(),
        withdrawals.stop(),
        days.stop(),
        ledger.stop(),
        campaigns.stop(),
        events.stop(),
      ]);
      queue.stop();
      // `db` is ours: boss leaves the pool open
      await boss.stop({ graceful: true, wait: true, timeout: 5000 });
    },
  };
}

type KeepCall = JobCall & { database: Database; stopped: AbortSignal };

/**
 * Keeps something of the companies noted, one after the other, a little after the first was noted;
 * what is noted meanwhile waits as long again, so that many changes are followed together. Of a
 * company of which only parts were noted, `keep` gets these. Nothing of it lies in a queue: a
 * process that is killed leaves nothing behind that others wait for, and the ten-minute job does
 * what it did not. Two processes may keep the same at once: days are planned, and rows of the
 * ledger written, under their locks. Waits `restAfterWork` times the last run's duration, at most
 * 30 s: while changes come all day, those who make them have the rest of the machine.
 */
function companyDebouncer<Part = never>(
  database: Database,
  logger: DatabaseLogger,
  job: string,
  keep: (call: KeepCall, companyId: number, parts?: readonly Part[]) => Promise<unknown>,
  restAfterWork = 1,
) {
  const stopping = new AbortController();
  let noted: Map<number, Part[] | "whole"> | "all" = new Map();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | undefined;
  let tookMs = 0;
  const failed = (error: unknown, companyId?: number) =>
    logger.error({ err: error, job, companyId }, "a job failed");
  async function keepNoted(): Promise<void> {
    const companies =
      noted === "all"
        ? (await findClients(database.db)).map((id) => [id, "whole"] as const)
        : [...noted];
    noted = new Map();
    for (const [companyId, parts] of companies) {
      if (stopping.signal.aborted) return;
      const call = { database, db: database.db, now: new Date(), stopped: stopping.signal };
      await keep(call, companyId, parts === "whole" ? undefined : parts).catch((error: unknown) =>
        failed(error, companyId),
      );
    }
  }
  function run() {
    timer = undefined;
    const begun = performance.now();
    running ??= keepNoted()
      .catch(failed)
      .finally(() => {
        running = undefined;
        tookMs = performance.now() - begun;
        if (noted === "all" || noted.size > 0) start();
      });
  }
  function start() {
    if (!stopping.signal.aborted)
      timer ??= setTimeout(
        run,
        Math.min(Math.max(followAfter, restAfterWork * tookMs), followWithin),
      );
  }
  return {
    /** All companies, one as a whole, or a part of it. */
    note(company: number | "all", part?: Part): void {
      if (company === "all") noted = "all";
      else if (noted !== "all") {
        const before = noted.get(company) ?? [];
        noted.set(company, part === undefined || before === "whole" ? "whole" : [...before, part]);
      }
      start();
    },
    /** Ends with what is being kept. */
    async stop(): Promise<void> {
      stopping.abort();
      clearTimeout(timer);
      await running;
    },
  };
}

export function housekeepingService({ files }: Pick<Services, "files">) {
  const { clearOrphans } = fileClearingService({ files });
  return {
    /**
     * Does the daily work: the months of partitioned tables, then what is cleared; how long each is
     * kept stands in docs/operations.md. Files go after the rows that named them. One thing that
     * fails keeps none of the others from being done; then it throws what failed.
     */
    async keepHouse({ database, now }: { database: Database; now: Date }): Promise<void> {
      const { db } = database;
      const call = { db, now };
      const dailyWork: (() => Promise<unknown>)[] = [
        () => ensurePartitions(db, now),
        () => forgetOldKeys(db, now),
        () => forgetOldTries(db, now),
        () => forgetOldSessions(platformItself, db, now),
        () => forgetOldNotifications(call),
        () => forgetOldDrafts(db, now),
        () => forgetOldImports(db, now),
        () => forgetOldRequests(db, now),
        () => forgetUnusedAudio(db, now),
        () => forgetOldDays(db, now),
        async () => forgetOldPlays(database, { now, unbilledSince: await findUnbilledSince(db) }),
        () => forgetOldStoreHours(database, now),
        () => forgetOldReportRuns(db, now),
        () => forgetOldCommands(db, now),
        () => forgetOldTokens(db, now),
        () => forgetOldEvents(db, now),
        () => clearOrphans(call),
        () => forgetOldSpools(),
      ];
      const failures: unknown[] = [];
      for (const work of dailyWork) await work().catch((error: unknown) => failures.push(error));
      if (failures.length > 0)
        throw new AggregateError(failures, "not all of the daily work was done");
    },
  };
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
