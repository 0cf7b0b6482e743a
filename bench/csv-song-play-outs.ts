/**
 * The CSV of the song play-out report over 1,000,000 plays of one company and month, from the built
 * server on PostgreSQL, against psql's \copy of the same query. A row of the file is a song: rows a
 * second counts plays read. Prints one JSON line. Run: npx tsx bench/csv-song-play-outs.ts
 */
import { addDays } from "../contract/base/dates.ts";
import { wholeCompany } from "../platform/access/scope.ts";
import { exportReport } from "../platform/modules/reports/report-export.queries.ts";
import { resolveFilters } from "../platform/modules/reports/reports.service.ts";
import { songPlayOuts } from "../platform/modules/reports/song-play-outs.queries.ts";
import { compareWithCopy, onlySelect } from "./support/csv-bench.ts";
import { say } from "./support/figures.ts";
import { openBenchDatabase } from "./support/postgres.ts";
import { startBuiltServer } from "./support/processes.ts";
import { password, seedOrganisation, seedPlays } from "./support/seed.ts";
import { signInByApi } from "./support/sign-in.ts";

const rows = 1_000_000;
const companyId = 900;
const stores = 1_000;
const username = "bench.songs";
const from = "2026-10-01";
const to = addDays(from, 30);

const { url: databaseUrl, database, stop } = await openBenchDatabase();
await seedOrganisation(database, { id: companyId, stores, username });
await seedPlays(database, { companyId, stores, songs: 20_000, rows, from, days: 31 });
const scope = wholeCompany(companyId);
const { criteria, units } = await resolveFilters(
  { scope, db: database.db, now: new Date() },
  { from, to },
);
const query = await onlySelect(
  exportReport(scope, database.db, { source: songPlayOuts, criteria, units }),
);
const server = await startBuiltServer({ DATABASE_URL: databaseUrl });
const token = await signInByApi(server.url, username, password);
const { figures, details } = await compareWithCopy({
  server,
  databaseUrl,
  query,
  rows,
  path: `/api/store/SongPlayOutReport/export?from=${from}&to=${to}`,
  headers: { Authorization: `Bearer ${token}` },
});
await server.stop();
await stop();
say("csv-song-play-outs", figures, details);
