import { join } from "node:path";
import { readConfig } from "../config.ts";
import { migrate } from "../platform/db/migrate.ts";
import { openDatabase } from "../platform/db/open-database.ts";
import { checkChains } from "../platform/modules/audit/audit-chain.ts";

// npm run audit:check: recomputes the hash chain of every company's audit log and names the first
// entry of each that differs; exit code 1 if there is one. Settings, build and embedded database
// are as for ads:check.
const config = readConfig(process.env);
const dataDir = config.DEMO && !process.env.DATA_DIR ? ".data/demo" : config.DATA_DIR;
const say = (line: string) => process.stdout.write(`${line}\n`);

try {
  const database = await openDatabase(
    config.DATABASE_URL ? { url: config.DATABASE_URL } : { dataDir: join(dataDir, "database") },
  );
  try {
    await migrate(database); // this command can be the first to open the database
    let wrong = 0;
    for await (const { companyName, sealed, hash, difference } of checkChains(database.db)) {
      if (difference) {
        wrong++;
        say(
          `${companyName}: entry ${difference.auditId} of ${difference.at} is the first that differs: ${difference.kind}.`,
        );
      } else if (sealed > 0)
        say(`${companyName}: ${sealed} entries as sealed, the last with ${hash}.`);
    }
    say(
      wrong === 0
        ? "The audit logs of all companies are as they were sealed."
        : `The audit log differs in ${wrong} companies.`,
    );
    if (wrong > 0) process.exitCode = 1;
  } finally {
    await database.close();
  }
} catch (error) {
  say(`Could not check the audit log. ${(error as Error).message}`);
  process.exitCode = 1;
}
