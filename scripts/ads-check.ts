import { join } from "node:path";
import { readConfig } from "../config.ts";
import { migrate } from "../platform/db/migrate.ts";
import { openDatabase } from "../platform/db/open-database.ts";
import { findLedgerDifferences } from "../platform/modules/ads/index.ts";

// npm run ads:check: recounts the ad ledger of every company from its campaigns and prints each
// difference; exit code 1 if there is one. It reads the server's own settings, and is bundled into
// build/ like the setup command. A running server holds the embedded database: stop it first.
const config = readConfig(process.env);
const dataDir = config.DEMO && !process.env.DATA_DIR ? ".data/demo" : config.DATA_DIR;
const say = (line: string) => process.stdout.write(`${line}\n`);

try {
  const database = await openDatabase(
    config.DATABASE_URL ? { url: config.DATABASE_URL } : { dataDir: join(dataDir, "database") },
  );
  try {
    await migrate(database); // this command can be the first to open the database
    const companies = await findLedgerDifferences(database.db);
    for (const { companyName, differences } of companies)
      for (const { kind, storeId, day, ...counts } of differences)
        say(`${companyName}, store ${storeId}, ${day}, ${kind}: ${JSON.stringify(counts)}`);
    say(
      companies.length === 0
        ? "The ad ledger agrees with the campaigns of all companies."
        : `The ad ledger differs in ${companies.length} companies.`,
    );
    if (companies.length > 0) process.exitCode = 1;
  } finally {
    await database.close();
  }
} catch (error) {
  say(`Could not check the ad ledger. ${(error as Error).message}`);
  process.exitCode = 1;
}
