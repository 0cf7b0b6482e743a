/**
 * The CSV of 5,000,000 rows of a log from the built server on PostgreSQL, against psql's \copy of the same query: StoreVolumeReport, whose rows are
 * those of the log of heartbeats (store_hour), an hour of a store each. Then what a small company's stores list takes meanwhile. Prints one JSON line.
 * Run: npx tsx bench/csv-log-rows.ts; ROWS=200000 makes it small.
 */
import { loadavg } from "node:os";
import { sql } from "drizzle-orm";
import { addDays } from "../contract/base/dates.ts";
import { wholeCompany } from "../platform/access/scope.ts";
import { ensureMonthPartitions } from "../platform/db/month-partitions.ts";
import { exportReport } from "../platform/modules/reports/report-rows.queries.ts";
import { resolveAsked } from "../platform/modules/reports/reports.service.ts";
import { volumeHours } from "../platform/modules/reports/store-minutes.queries.ts";
import { compareWithCopy, onlySelect } from "./support/csv-bench.ts";
import { download } from "./support/export.ts";
import { compared, say } from "./support/figures.ts";
import type { LoadAnswer, LoadTask } from "./support/load.ts";
import { openBenchDatabase } from "./support/postgres.ts";
import { ask, startBuiltServer } from "./support/processes.ts";
import { password, seedOrganisation } from "./support/seed.ts";
import { signInByApi, signInByPage } from "./support/sign-in.ts";

const days = 31;
const stores = Math.ceil(Number(process.env.ROWS ?? 5_000_000) / (days * 24));
const rows = stores * days * 24;
const [companyId, otherId] = [900, 901];
const [username, otherUser] = ["bench.log", "bench.other"];
const from = "2026-10-01";
const to = addDays(from, days - 1);
const pagesMs = 5_000;

const { url: databaseUrl, database, stop } = await openBenchDatabase();
await seedOrganisation(database, { id: companyId, stores, username });
await seedOrganisation(database, { id: otherId, stores: 200, username: otherUser });
await ensureMonthPartitions(database.db, "store_hour", new Date(`${addDays(from, -1)}T00:00:00Z`), 3);
await database.db.execute(sql`insert into store_hour (company_id, store_id, hour_at, local_hour, open, online, playing, volume_least, volume_sum, volume_most)
  select ${companyId}::bigint, store, at at time zone 'Asia/Kolkata', at, heard, heard, heard, 40 + hour % 20, 3540, 60
  from generate_series(1, ${stores}::int) store, generate_series(0, ${days * 24 - 1}::int) hour,
    lateral (select ${from}::timestamp + make_interval(hours => hour) as at, (repeat('1', 59) || '0')::bit(60) as heard) made`);
await database.db.execute(sql`vacuum analyze store_hour`);
const scope = wholeCompany(companyId);
const { criteria, units } = await resolveAsked({ scope, db: database.db, now: new Date() }, { from, to });
const query = await onlySelect(exportReport(scope, database.db, volumeHours, criteria, units, "csv"));
const server = await startBuiltServer({ DATABASE_URL: databaseUrl });
const headers = { Authorization: `Bearer ${await signInByApi(server.url, username, password)}` };
const path = `/api/store/StoreVolumeReport/export?from=${from}&to=${to}`;
const { figures, details } = await compareWithCopy({ server, databaseUrl, query, rows, path, headers, atMost: 1.2 });
if (details.lines !== rows + 1) throw new Error(`the file has ${details.lines} lines of ${rows + 1}`);
figures.push(await pagesMeanwhile());
await server.stop();
await stop();
say("csv-log-rows", figures, { ...details, load: loadavg()[0] });

async function pagesMeanwhile() {
  const cookies = [await signInByPage(server.url, otherUser, password)];
  const pages = async () => {
    const task: LoadTask = { url: `${server.url}/admin/stores`, cookies, connections: 1, milliseconds: pagesMs, pauseMs: 100 };
    return (await ask<LoadAnswer>("load.ts", task)).p50;
  };
  await pages();
  const idle = [await pages(), await pages(), await pages()];
  const during: number[] = [];
  let over = false;
  const downloads = (async () => {
    while (!over) await download(server.url + path, headers, server.pid);
  })();
  while (during.length < idle.length) during.push(await pages());
  over = true;
  await downloads;
  const ratios = during.map((p50, round) => p50 / (idle[round] ?? Number.NaN));
  return compared({
    measure: "p50 of another company's pages during it, ms",
    peer: "idle",
    values: during,
    peers: idle,
    ratios,
    atMost: 3,
  });
}
