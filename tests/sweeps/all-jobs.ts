import type { Database } from "#platform/db/client";
import { folderStore } from "#platform/files/file-store";
import { housekeepingService } from "#platform/jobs/start-jobs";
import * as ads from "#platform/modules/ads/index";
import { watchAllStores } from "#platform/modules/alerts/index";
import { checkAudit, sealAudit, systemActor } from "#platform/modules/audit/index";
import { documentService, generateInvoices } from "#platform/modules/billing/index";
import { noticeMailService } from "#platform/modules/notifications/index";
import { countSongs } from "#platform/modules/player/index";
import { reportMailService } from "#platform/modules/reports/index";
import { findClients, keepDays } from "#platform/modules/schedule/index";
import { keepStoreHours } from "#platform/modules/telemetry/index";
import { tellOfExpiringTokens } from "#platform/modules/tokens/index";
import { eventDeliveryService } from "#platform/modules/webhooks/index";
import { testPublicUrl, testSessionSecret } from "../support/platform.ts";

/**
 * Does each background job once (platform/jobs/start-jobs.ts), without a queue, clock or mail
 * server; what is kept company by company, for one company. Throws what the first that fails
 * throws.
 */
export async function runJobs(
  database: Database,
  companyId: number,
  filesDir: string,
): Promise<void> {
  const { db } = database;
  const now = new Date();
  const stopped = new AbortController().signal;
  const logger = { info() {}, warn() {}, error() {} };
  const files = folderStore(filesDir);
  const mail = { send: async () => {} };
  const call = { database, db, now, stopped };
  await findClients(db);
  await ads.keepLedger(call, companyId, new Map());
  await ads.followStores(call, companyId);
  await keepDays(call, companyId, new Map());
  await noticeMailService({ mail, publicUrl: testPublicUrl }).mailNotices(call);
  await ads.keepCampaigns(call);
  await ads.tellRefusals(call);
  await ads.countDelivery(call);
  await ads.makeGoods(call);
  await ads.notifyUnderdelivery(call);
  await ads.notifySpotDates(call);
  await watchAllStores(database, now);
  await reportMailService({ files, mail, publicUrl: testPublicUrl, logger }).mailReports(call);
  await generateInvoices({ ...call, actor: systemActor() });
  await documentService({ files, mail, publicUrl: testPublicUrl }).makeDocuments(call);
  await tellOfExpiringTokens(database, now);
  await eventDeliveryService({
    sessionSecret: testSessionSecret,
    webhookReceivers: "https",
    logger,
  }).deliverEvents(call);
  await sealAudit(call);
  await checkAudit(database, logger);
  await ads.checkLedgers(database, logger);
  await countSongs(call);
  await keepStoreHours(call);
  await housekeepingService({ files }).keepHouse(call);
}
