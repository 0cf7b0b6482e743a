import { wholeCompany } from "../../../access/scope.ts";
import { Failures } from "../../../base/failures.ts";
import type { Database } from "../../../db/database.ts";
import { findSellers } from "../settings/settings.queries.ts";
import { countStores, findUncounted } from "./counted-delivery.queries.ts";

/** Stores counted at a time; their batches wait during that. */
const storesAtATime = 500;

/**
 * Counts the dates of all campaigns that are over, for lists and reports of many campaigns. Two
 * processes may count the same at once.
 */
export async function countDelivery({
  database,
  now,
}: {
  database: Database;
  now: Date;
}): Promise<void> {
  const failures = new Failures();
  for (const { id: companyId } of await findSellers(database.db))
    await failures.attempt(`company ${companyId}`, async () => {
      const scope = wholeCompany(companyId);
      for (const { campaignId, storeIds } of await findUncounted(scope, database.db, now))
        for (let first = 0; first < storeIds.length; first += storesAtATime)
          await database.transaction((tx) =>
            countStores(scope, tx, campaignId, {
              storeIds: storeIds.slice(first, first + storesAtATime),
              now,
            }),
          );
    });
  failures.throwAny("not all campaigns were counted");
}
