import type { Database } from "../../platform/db/database.ts";
import {
  countDelivery,
  followStores,
  keepCampaigns,
  keepLedger,
  makeGoods,
} from "../../platform/modules/ads/index.ts";
import { keepDays } from "../../platform/modules/schedule/index.ts";
import { keepStoreHours } from "../../platform/modules/telemetry/index.ts";

/**
 * Runs the platform's jobs for a company by `now`: one after the other where one needs another's
 * result, the rest in parallel.
 */
export async function keepCompany(database: Database, companyId: number, now: Date): Promise<void> {
  const jobCall = { database, db: database.db, now };
  await keepCampaigns(jobCall);
  const sell = async () => {
    await keepLedger(jobCall, companyId);
    await followStores(jobCall, companyId);
  };
  const count = async () => {
    await keepStoreHours(jobCall);
    await countDelivery(jobCall);
    await makeGoods(jobCall);
  };
  await Promise.all([sell(), count()]);
  await keepDays(jobCall, companyId);
}
