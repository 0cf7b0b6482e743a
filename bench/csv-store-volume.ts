/**
 * Measures the CSV of the volume report over 31 days of 6,722 stores that never close, 5,001,168
 * rows straight from the hours of heartbeats, from the built server on PostgreSQL, against psql's
 * \copy of the same query. Prints one JSON line. Run: npx tsx bench/csv-store-volume.ts; STORES=200
 * makes it small.
 */
import { sql } from "drizzle-orm";
import { addDays } from "../contract/base/dates.ts";
import { wholeCompany } from "../platform/access/scope.ts";
import { ensureMonthPartitions } from "../platform/db/month-partitions.ts";
import { exportReport } from "../platform/modules/reports/report-export.queries.ts";
import { resolveFilters } from "../platform/modules/reports/reports.service.ts";
import { volumeHours } from "../platform/modules/reports/store-minutes.queries.ts";
import { compareWithCopy, onlySelect } from "./support/csv-bench.ts";
import { say } from "./support/figures.ts";
import { openBenchDatabase } from "./support/postgres.ts";
import { atRest, startBuiltServer } from "./support/processes.ts";
import { password, seedOrganisation } from "./support/seed.ts";
import { signInByApi } from "./support/sign-in.ts";

const stores = Number(process.env.STORES ?? 6_722);
const days = 31;
const rows = stores * days * 24;
const companyId = 900;
const username = "bench.volume";
const from = "2026-10-01";
const to = addDays(from, days - 1);

const { url: databaseUrl, database, stop } = await openBenchDatabase();
const { db } = database;
await seedOrganisation(database, { id: companyId, stores, username });
await ensureMonthPartitions(db, "store_hour", new Date(`${addDays(from, -1)}T00:00:00Z`), 3);
await db.execute(sql`insert into store_hour (company_id, store_id, hour_at, local_hour, open, online, playing, quiet, volume_least, volume_sum, volume_most)
  select ${companyId}::bigint, store, at at time zone 'Asia/Kolkata', at, heard, heard, heard, repeat('0', 60)::bit(60), 50, 3540, 60
  from generate_series(1, ${stores}::int) store, generate_series(0, ${days * 24 - 1}::int) hour,
    lateral (select ${from}::timestamp + make_interval(hours => hour) as at, (repeat('1', 59) || '0')::bit(60) as heard) made`);
await db.execute(sql`analyze`);
const scope = wholeCompany(companyId);
const { criteria, units } = await resolveFilters({ scope, db, now: new Date() }, { from, to });
const query = await onlySelect(exportReport(scope, db, { source: volumeHours, criteria, units }));
const server = await startBuiltServer({ DATABASE_URL: databaseUrl });
await atRest(server.pid); // it has made the days to come
const token = await signInByApi(server.url, username, password);
const { figures, details } = await compareWithCopy({
  server,
  databaseUrl,
  query,
  rows,
  atMost: 1.2,
  path: `/api/store/StoreVolumeReport/export?from=${from}&to=${to}`,
  headers: { Authorization: `Bearer ${token}` },
});
await server.stop();
await stop();
if (details.lines !== undefined && details.lines < rows)
  throw new Error(`${details.lines} lines of ${rows} rows`);
say("csv-store-volume", figures, details);
