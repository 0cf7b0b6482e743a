import { findProviderId } from "../access/scope.ts";
import { Failures } from "../base/failures.ts";
import type { Database, DatabaseLogger } from "../db/database.ts";
import type { Db } from "../db/types.ts";
import { openEmails } from "../emails.ts";
import type { Mail } from "../mail/mail.ts";
import {
  checkLedgers,
  countDelivery,
  keepCampaigns,
  makeGoods,
  notifyRefusals,
  notifySpotDates,
  notifyUnderdelivery,
  planGoals,
} from "../modules/ads/index.ts";
import { watchAllStores } from "../modules/alerts/index.ts";
import { checkAudit, sealAudit, systemActor } from "../modules/audit/index.ts";
import { documentService, generateInvoices, queueReminders } from "../modules/billing/index.ts";
import { deliverDueEmails } from "../modules/emails/index.ts";
import { noticeMailService } from "../modules/notifications/index.ts";
import { countSongs } from "../modules/player/index.ts";
import { reportMailService } from "../modules/reports/index.ts";
import { runTrials } from "../modules/schedule/index.ts";
import { keepStoreHours } from "../modules/telemetry/index.ts";
import { notifyExpiringTokens } from "../modules/tokens/index.ts";
import { deliverDueEvents } from "../modules/webhooks/index.ts";
import type { Services } from "../services.ts";
import { keepHouse } from "./keep-house.ts";

/** The needs of all jobs. */
export type JobNeeds = Pick<
  Services,
  "files" | "documentSigner" | "publicUrl" | "sessionSecret" | "webhookReceivers"
> & {
  database: Database;
  mail: Pick<Mail, "send" | "track">;
  logger: DatabaseLogger;
};

export type JobCall = JobNeeds & {
  db: Db;
  /** The instant at which this run began. */
  now: Date;
  /** Ends a long run when the server stops. */
  stopped: AbortSignal;
  /** Requests a check of the days, ledgers and campaigns of all companies, which starts soon. */
  keepAllCompanies: () => void;
};

export type Job = {
  /** Its queue's name in pg-boss. */
  name: string;
  /** Minute, hour, day, month and weekday in UTC. */
  cron: string;
  run: (call: JobCall) => Promise<unknown>;
};

const everyMinute = "* * * * *";
const everyTenMinutes = "*/10 * * * *";
const hourly = "35 * * * *";
/** Five minutes after an hour has ended, in any time zone. */
const afterHours = "5,20,35,50 * * * *";
/** At night where the stores are, and well before a month ends. */
const daily = "20 21 * * *";
/** In office hours of India. */
const mornings = "30 4 * * *";
/** After the daily work. */
const nightly = "50 21 * * *";

/**
 * All jobs that run by the clock, each taken by one process of however many run. Done twice each
 * changes nothing, because any process may be killed; the next run does what one did not.
 */
export const jobs: readonly Job[] = [
  { name: "housekeeping", cron: daily, run: keepHouse },
  { name: "notice-mail", cron: everyTenMinutes, run: mailNotices },
  { name: "campaign-delivery", cron: hourly, run: keepDelivery },
  { name: "plan-goals", cron: daily, run: planGoals },
  {
    name: "keep-all-days",
    cron: everyTenMinutes,
    run: async ({ keepAllCompanies }) => keepAllCompanies(),
  },
  { name: "count-songs", cron: hourly, run: countSongs },
  { name: "keep-store-hours", cron: afterHours, run: keepStoreHours },
  { name: "keep-campaigns", cron: everyMinute, run: keepAllCampaigns },
  {
    name: "store-alerts",
    cron: everyMinute,
    run: ({ database, now }) => watchAllStores(database, now),
  },
  {
    name: "report-mail",
    cron: everyMinute,
    run: (call) => reportMailService(call).mailReports(call),
  },
  { name: "rule-trials", cron: everyMinute, run: runTrials },
  { name: "billing", cron: everyTenMinutes, run: billCompanies },
  { name: "payment-reminders", cron: mornings, run: queueReminders },
  {
    name: "emails",
    cron: everyMinute,
    run: (call) => deliverDueEmails({ ...call, emails: openEmails(call) }),
  },
  { name: "webhook-events", cron: everyMinute, run: deliverEvents },
  { name: "seal-audit", cron: everyTenMinutes, run: sealAudit },
  {
    name: "check-audit",
    cron: nightly,
    run: ({ database, logger }) => checkAudit(database, logger),
  },
  {
    name: "check-ledgers",
    cron: nightly,
    run: ({ database, logger }) => checkLedgers(database, logger),
  },
];

function mailNotices(call: JobCall) {
  return noticeMailService(call).mailNotices(call);
}

/** Counts campaigns' plays, books make-goods, and notifies people of campaigns that are behind. */
function keepDelivery(call: JobCall): Promise<void> {
  return doAll(call, { countDelivery, makeGoods, notifyUnderdelivery, notifySpotDates });
}

/** Ends holds, begins and ends campaigns, and notifies people of plays that were refused. */
function keepAllCampaigns(call: JobCall): Promise<void> {
  return doAll(call, { keepCampaigns, notifyRefusals });
}

/** Runs the parts of a job in turn; one that fails does not stop the others. */
async function doAll(
  call: JobCall,
  parts: Record<string, (call: JobCall) => Promise<unknown>>,
): Promise<void> {
  const failures = new Failures();
  for (const [name, part] of Object.entries(parts)) await failures.attempt(name, () => part(call));
  failures.throwAny("not all parts of the job were done");
}

/** Issues invoices of periods that are over, makes their documents and queues their emails. */
async function billCompanies(call: JobCall): Promise<void> {
  if ((await findProviderId(call.db)) === undefined) return;
  const { database, now, stopped } = call;
  await doAll(call, {
    generateInvoices: () => generateInvoices({ database, now, stopped, actor: systemActor() }),
    makeDocuments: documentService({ ...call, emails: openEmails(call) }).makeDocuments,
  });
}

function deliverEvents(call: JobCall): Promise<void> {
  return doAll(call, { notifyExpiringTokens, deliverDueEvents });
}
