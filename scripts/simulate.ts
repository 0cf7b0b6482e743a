/**
 * Fills a database with the demo and a past that its stores really played: `npm run simulate
 * -- --stores 2000 --days 60`. Creates the demo as of that many days ago; from then on the
 * platform's own jobs publish the days, which the stores play, with faults. It reads the server's
 * settings; --db names another PostgreSQL database. Prints a summary of what happened; --account
 * writes all of it to a file. Exit code 1 if the platform recorded a play as something other than
 * it was, or a position was not played for no known reason.
 */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { pino } from "pino";
import { readConfig } from "../config.ts";
import { companies } from "../demo/companies.ts";
import { seedDemo } from "../demo/seed.ts";
import { keepCompany } from "../demo/simulation/keep-company.ts";
import { simulate } from "../demo/simulation/simulate.ts";
import { migrate } from "../platform/db/migrate.ts";
import { openDatabase } from "../platform/db/open-database.ts";
import { ensurePartitions } from "../platform/jobs/keep-house.ts";
import { keepDays } from "../platform/modules/schedule/index.ts";

const { values } = parseArgs({
  options: {
    stores: { type: "string", default: "240" },
    days: { type: "string", default: "30" },
    seed: { type: "string", default: "1" },
    db: { type: "string" },
    account: { type: "string" },
  },
});
const stores = Number(values.stores);
const days = Number(values.days);
if (!(Number.isInteger(stores) && stores > 0 && Number.isInteger(days) && days > 0)) {
  process.stderr.write(
    "Usage: npm run simulate -- [--stores N] [--days N] [--seed TEXT] [--db URL] [--account FILE]\n",
  );
  process.exit(2);
}

const dayMs = 86_400_000;
const config = readConfig(values.db ? { ...process.env, DATABASE_URL: values.db } : process.env);
const url = config.DATABASE_URL;
const database = await openDatabase({
  url,
  dataDir: url ? undefined : join(config.DATA_DIR, "database"),
  statementTimeout: 10 * 60_000,
});
try {
  await migrate(database);
  const to = Math.floor(Date.now() / 60_000) * 60_000;
  const from = to - days * dayMs;
  const companyId = companies.northwind.id;
  const logger = pino({ level: "error" });
  await seedDemo({
    database,
    filesDir: join(config.DATA_DIR, "files"),
    now: new Date(from),
    stores,
    historyDays: 0,
    logger,
  });
  const began = performance.now();
  const account = await simulate({
    database,
    companyId,
    from,
    to,
    every: dayMs,
    seed: values.seed,
    meanwhile: (next) => keepDays({ database, db: database.db, now: next }, companyId),
    async reach(now) {
      await ensurePartitions(database.db, now);
      await keepCompany(database, companyId, now);
      process.stderr.write(
        `${now.toISOString()}, ${Math.round((performance.now() - began) / 1000)} s\n`,
      );
    },
  });
  await database.db.execute("vacuum analyze");
  const seconds = (performance.now() - began) / 1000;
  const shopDays = new Set(
    [...account.positions.keys()].map((key) => key.slice(0, key.lastIndexOf(" "))),
  ).size;
  const faults: Record<string, number> = {};
  let scheduled = 0;
  for (const { scheduled: own, faults: faultCounts } of account.positions.values()) {
    scheduled += own;
    for (const [fault, count] of Object.entries(faultCounts))
      faults[fault] = (faults[fault] ?? 0) + count;
  }
  const perMinute = Math.round((shopDays / seconds) * 60);
  const figures = {
    days: shopDays,
    seconds: Math.round(seconds),
    daysAMinute: perMinute,
    scheduled,
    faults,
  };
  process.stdout.write(
    `${JSON.stringify({ ...figures, received: Object.fromEntries(account.reasons), disputes: account.disputes.length })}\n`,
  );
  for (const dispute of account.disputes.slice(0, 9))
    process.stderr.write(`received otherwise than it was: ${dispute}\n`);
  if (account.disputes.length > 0 || faults.UNEXPLAINED) process.exitCode = 1;
  if (values.account)
    await writeFile(
      values.account,
      JSON.stringify(account, (_, value) => (value instanceof Map ? [...value] : value)),
    );
} finally {
  await database.close();
}
