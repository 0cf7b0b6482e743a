import type { Database } from "../../db/client.ts";
import { countDelivery, followStores, keepCampaigns, keepLedger, makeGoods } from "../../modules/ads/index.ts";
import { keepDays } from "../../modules/schedule/index.ts";
import { keepStoreHours } from "../../modules/telemetry/index.ts";

/** What the platform's jobs do of themselves for a company by `now`, one after the other. */
export async function keepCompany(database: Database, companyId: number, now: Date): Promise<void> {
  const keeping = { database, db: database.db, now };
  await keepCampaigns(keeping);
  await keepLedger(keeping, companyId);
  await followStores(keeping, companyId);
  await keepStoreHours(keeping);
  await countDelivery(keeping);
  await makeGoods(keeping);
  await keepDays(keeping, companyId);
}
