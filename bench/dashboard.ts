/**
 * Measures the dashboard and the operations wall of a company of 10,000 stores with fifteen days of
 * totals, a tenth of them in trouble (PostgreSQL, built server, HTTP): the calls against the limit;
 * the dashboard's first time, which adds everything up, and both pages. Prints one JSON line. Run: npx tsx bench/dashboard.ts
 */
import { tmpdir } from "node:os";
import { sql } from "drizzle-orm";
import { pino } from "pino";
import { DEMO_PASSWORD } from "../demo/people.ts";
import { seedDemo } from "../demo/seed.ts";
import { playColumns } from "../platform/db/schema/index.ts";
import { addStores, companyId, firstStore } from "./support/demo-stores.ts";
import { limited, median, say, stated } from "./support/figures.ts";
import { openBenchDatabase } from "./support/postgres.ts";
import { startBuiltServer } from "./support/processes.ts";
import { signInByApi, signInByPage } from "./support/sign-in.ts";

const limitMs = 200;
const requests = 60;
const { url: databaseUrl, database, stop } = await openBenchDatabase();
const logger = pino({ level: "warn" });
await seedDemo({
  database,
  filesDir: `${tmpdir()}/fever-bench-files`,
  now: new Date(),
  stores: 240,
  historyDays: 1,
  logger,
});
await addStores(database, { groups: 200, storesAGroup: 50 });
await addTotals();
await addAlerts();

const server = await startBuiltServer({ DATABASE_URL: databaseUrl });
const Authorization = `Bearer ${await signInByApi(server.url, "client.admin", DEMO_PASSWORD)}`;
const Cookie = await signInByPage(server.url, "client.admin", DEMO_PASSWORD);
const [firstMs = Number.NaN] = await time(1, "/api/dashboard", { Authorization });
const calls = await time(requests, "/api/dashboard", { Authorization });
const pages = await time(requests, "/admin", { Cookie });
const wallCalls = await time(requests, "/api/alert/wall", { Authorization });
const wallPages = await time(requests, "/admin/operations", { Cookie });
const screens = await time(requests, "/admin/operations/screen", { Cookie });
await server.stop();
await stop();

say("dashboard", [
  limited("10,000 stores, the call, p95", p95(calls), limitMs, "ms"),
  stated("the call, median", median(calls), "ms"),
  stated("the call's first time, nothing remembered", firstMs, "ms"),
  stated("the page, p95", p95(pages), "ms"),
  limited(
    "operations wall, 1,000 stores of 10,000 in trouble, the call, p95",
    p95(wallCalls),
    limitMs,
    "ms",
  ),
  limited("the same, the page, p95", p95(wallPages), limitMs, "ms"),
  limited("the same, the control room's screen, p95", p95(screens), limitMs, "ms"),
]);

/**
 * Adds for each bench store and day: plays of each type, minutes, ad time for a week, and a
 * heartbeat.
 */
async function addTotals(): Promise<void> {
  const stores = sql`generate_series(${firstStore}::bigint, ${firstStore}::bigint + 9999) store`;
  await database.db.execute(sql`insert into store_day_plays (company_id, day, store_id, ${sql.raw(playColumns.join(", "))})
    select ${companyId}, current_date - back, store, ${sql.raw(Array(4).fill("200, 195, 195, 39000").join(", "))} from ${stores}, generate_series(0, 14) back`);
  await database.db.execute(sql`insert into store_day (company_id, day, store_id, open, online, playing, quiet)
    select ${companyId}, current_date - back, store, 960, 960 - store % 200, 900, 0 from ${stores}, generate_series(0, 14) back`);
  await database.db.execute(sql`insert into ad_ledger (company_id, kind, store_id, day, capacity, booked, held)
    select ${companyId}, 'AD', store, current_date + ahead, array_fill(600, array[24]), array_fill(120, array[24]), array_fill(0, array[24])
    from ${stores}, generate_series(0, 7) ahead on conflict do nothing`);
  await database.db.execute(sql`insert into store_state (company_id, store_id, volume, last_seen_at, last_played_at)
    select ${companyId}, store, 60, now() + interval '1 hour', now() + interval '1 hour' from ${stores} on conflict do nothing`);
  await database.db.execute(sql`analyze`);
}

/** Adds an open alert for every tenth bench store, and for each store five of last week that are over. */
async function addAlerts(): Promise<void> {
  const columns = sql.raw(
    "company_id, store_id, kind, began_at, watched_from, watched_at, raised_at, told_at, ended_at, ending",
  );
  const began = sql`now() - make_interval(mins => 20 + (store % 500)::int)`;
  await database.db.execute(sql`insert into alert (${columns})
    select ${companyId}, store, (array['offline', 'silent', 'low-volume'])[1 + store / 10 % 3], ${began}, ${began}, now(), ${began}, ${began}, null, null
    from generate_series(${firstStore}::bigint, ${firstStore}::bigint + 9999, 10) store`);
  const past = sql`now() - make_interval(days => back, mins => (store % 500)::int)`;
  await database.db.execute(sql`insert into alert (${columns})
    select ${companyId}, store, 'offline', ${past}, ${past}, ${past}, ${past}, ${past}, ${past} + interval '20 minutes', 'recovered'
    from generate_series(${firstStore}::bigint, ${firstStore}::bigint + 9999) store, generate_series(1, 5) back`);
  await database.db.execute(sql`analyze alert`);
}

/** Milliseconds of one request after the other. */
async function time(
  count: number,
  path: string,
  headers: Record<string, string>,
): Promise<number[]> {
  const times: number[] = [];
  for (let request = 0; request < count; request++) {
    const began = performance.now();
    const response = await fetch(server.url + path, { headers });
    await response.text();
    if (!response.ok) throw new Error(`${path} answered ${response.status}`);
    times.push(performance.now() - began);
  }
  return times;
}

function p95(times: number[]): number {
  return [...times].sort((a, b) => a - b)[Math.ceil(times.length * 0.95) - 1] ?? Number.NaN;
}
