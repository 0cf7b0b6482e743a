import { showDate } from "#contract/base/dates";
import { wholeCompany } from "../../../access/scope.ts";
import { Failures } from "../../../base/failures.ts";
import type { Database, DatabaseLogger } from "../../../db/database.ts";
import type { Db } from "../../../db/types.ts";
import { notifyProviderStaff } from "../../notifications/index.ts";
import { findSellers } from "../settings/settings.queries.ts";
import { type Difference, recount } from "./ledger.queries.ts";

export type LedgerDifferences = {
  companyId: number;
  companyName: string;
  differences: Difference[];
};

type Seller = Awaited<ReturnType<typeof findSellers>>[number];

/**
 * Recounts the ledger of every company from its campaigns (ADS-5). Gives the companies with a
 * difference: there should be none.
 */
export async function findLedgerDifferences(db: Db): Promise<LedgerDifferences[]> {
  const ledgerDifferences: LedgerDifferences[] = [];
  for (const { id: companyId, name: companyName } of await findSellers(db)) {
    const differences = await recount(wholeCompany(companyId), db);
    if (differences.length > 0) ledgerDifferences.push({ companyId, companyName, differences });
  }
  return ledgerDifferences;
}

/**
 * For the nightly job: recounts each company's ledger, logs each difference as an error and
 * notifies the provider's staff.
 */
export async function checkLedgers(database: Database, logger: DatabaseLogger): Promise<void> {
  const failures = new Failures();
  for (const seller of await findSellers(database.db))
    await failures.attempt(`company ${seller.id}`, () => checkLedger(database, logger, seller));
  failures.throwAny("not all ad ledgers were checked");
}

async function checkLedger(
  database: Database,
  logger: DatabaseLogger,
  { id: companyId, name }: Seller,
): Promise<void> {
  const differences = await recount(wholeCompany(companyId), database.db);
  const [first] = differences;
  if (!first) return;
  logger.error(
    { job: "check-ledgers", companyId, differences },
    "the ad ledger differs from the campaigns",
  );
  await database.transaction((tx) =>
    notifyProviderStaff(tx, "NON_MUSIC", {
      kind: "WARN",
      title: `The ad ledger of ${name} differs from its campaigns`,
      detail: `First on ${showDate(first.day)}. Run npm run ads:check for the details.`,
    }),
  );
}
