/**
 * The heartbeats of 10,000 stores, evenly spread over a minute, for some minutes on one built
 * server and PostgreSQL: how long each takes, and the processor time of the server. Then the jobs
 * that close an hour of all stores and watch them for alerts. Prints one JSON line. Run: npx tsx
 * bench/heartbeats.ts; STORES=500 and MINUTES=1 make it small.
 */
import { tmpdir } from "node:os";
import { sql } from "drizzle-orm";
import { pino } from "pino";
import { companies, storeIdOf } from "../demo/companies.ts";
import { seedDemo } from "../demo/seed.ts";
import type { Database } from "../platform/db/database.ts";
import { ensurePartitions } from "../platform/jobs/keep-house.ts";
import { watchStores } from "../platform/modules/alerts/index.ts";
import { keepStoreHours } from "../platform/modules/telemetry/index.ts";
import { limited, say, stated } from "./support/figures.ts";
import type { HeartbeatsAnswer, HeartbeatsTask } from "./support/heartbeat-requests.ts";
import { addPlayers } from "./support/player-accounts.ts";
import { openBenchDatabase } from "./support/postgres.ts";
import { ask, processorTime, startBuiltServer } from "./support/processes.ts";

const stores = Number(process.env.STORES ?? 10_000);
const minutes = Number(process.env.MINUTES ?? 5);
const companyId = companies.northwind.id;
const firstStore = storeIdOf(companyId, 500_000);

const { url: databaseUrl, database, stop } = await openBenchDatabase();
await seedDemo({
  database,
  filesDir: `${tmpdir()}/fever-bench-files`,
  now: new Date(),
  stores: 60,
  historyDays: 1,
  logger: pino({ level: "warn" }),
});
await addStores(database);
const credentials = await addPlayers(database, { companyId, firstStore, stores });
await ensurePartitions(database.db, new Date());
await database.db.execute(sql`analyze`);

const server = await startBuiltServer({
  DATABASE_URL: databaseUrl,
  REQUESTS_PER_MINUTE: "1000000",
});
const send = (task: Omit<HeartbeatsTask, "url" | "credentials">) =>
  ask<HeartbeatsAnswer>("heartbeat-requests.ts", {
    url: `${server.url}/api/player/heartbeat`,
    credentials,
    ...task,
  });
await send({ minutes: 1, milliseconds: 60_000 }); // warms up
const before = await processorTime(server.pid);
const { p50, p95, most } = await send({ minutes, milliseconds: 60_000 });
const cpu = (await processorTime(server.pid)) - before;
await server.stop();
const onlineMinutes = await one(
  sql`select sum(bit_count(online)) as value from store_hour where company_id = ${companyId} and store_id >= ${firstStore}`,
);
if (onlineMinutes < stores * minutes)
  throw new Error(`${onlineMinutes} minutes were counted of at least ${stores * minutes}`);
const closing = await closeHour();
const watching = await watchForAlerts();
await stop();
say(
  "heartbeats",
  [
    limited(`${stores} stores' heartbeats a minute on one process, p95`, p95, 50, "ms"),
    stated("the same, p50", p50, "ms"),
    stated("the slowest", most, "ms"),
    stated("processor time of the server, of one core", (100 * cpu) / (minutes * 60_000), "%"),
    stated("the job that closes an hour of all stores", closing, "ms"),
    stated(
      "the job that watches them for alerts, a minute in which all are well",
      watching.well,
      "ms",
    ),
    stated("the same when all go offline at once, its longest minute", watching.offline, "ms"),
  ],
  { stores, minutes },
);

/** Stores that are always open. */
async function addStores({ transaction }: Database): Promise<void> {
  await transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(sql`insert into store (company_id, id, code, name, status, status_since, time_zone, country, city)
      select ${companyId}::bigint, ${firstStore}::bigint + n, 'B-' || n, 'Bench shop ' || n, 'active', now() - interval '30 days', 'Asia/Kolkata', 'IN', 'Mumbai'
      from generate_series(0, ${stores - 1}::int) n`);
    await tx.execute(sql`insert into store_hours (company_id, store_id, weekday, opens, closes)
      select ${companyId}::bigint, ${firstStore}::bigint + n, weekday, 0, 1440 from generate_series(0, ${stores - 1}::int) n, generate_series(0, 6) weekday`);
  });
}

/** Measures the hourly job, as if an hour had passed. */
async function closeHour(): Promise<number> {
  await keepStoreHours({ database, now: new Date() });
  const from = performance.now();
  await keepStoreHours({ database, now: new Date(Date.now() + 3_600_000) });
  return performance.now() - from;
}

/**
 * Measures the minute after the last heartbeat, then each of the quarter of an hour until all
 * stores are reported offline.
 */
async function watchForAlerts() {
  const lastHeard = Date.now();
  const watch = async (minute: number) => {
    const from = performance.now();
    await watchStores(database, companyId, new Date(lastHeard + minute * 60_000));
    return performance.now() - from;
  };
  const well = await watch(0);
  const times: number[] = [];
  for (let minute = 1; minute <= 17; minute++) times.push(await watch(minute));
  const raised =
    await one(sql`select count(*) as value from alert where company_id = ${companyId} and store_id >= ${firstStore}
    and kind = 'offline' and told_at is not null`);
  if (raised < stores)
    throw new Error(`${raised} of ${stores} stores that are offline were told of`);
  return { well, offline: Math.max(...times) };
}

async function one(query: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await database.db.execute<{ value: string }>(query);
  return Number(rows[0]?.value);
}
