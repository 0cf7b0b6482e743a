import type { Database } from "#platform/db/database";
import { folderStore } from "#platform/files/file-store";
import { jobs } from "#platform/jobs/jobs";
import { followStores, keepLedger } from "#platform/modules/ads/index";
import { findClients, keepDays, replaceWithdrawnSongs } from "#platform/modules/schedule/index";
import { testPublicUrl, testSessionSecret } from "../support/platform.ts";

/**
 * Does each background job once (platform/jobs/jobs.ts), without a queue, clock or mail server, and
 * what follows a change of one company (follow-changes.ts). Throws what the first that fails throws.
 */
export async function runJobs(
  database: Database,
  companyId: number,
  filesDir: string,
): Promise<void> {
  const call = {
    database,
    db: database.db,
    now: new Date(),
    stopped: new AbortController().signal,
    files: folderStore(filesDir),
    mail: { send: async () => {}, track() {} },
    publicUrl: testPublicUrl,
    sessionSecret: testSessionSecret,
    webhookReceivers: "https" as const,
    logger: { info() {}, warn() {}, error() {} },
    keepAllCompanies() {},
  };
  await findClients(call.db);
  await keepLedger(call, companyId, new Map());
  await followStores(call, companyId);
  await replaceWithdrawnSongs(call);
  await keepDays(call, companyId, new Map());
  for (const { run } of jobs) await run(call);
}
