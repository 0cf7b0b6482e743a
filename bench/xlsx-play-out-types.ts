/**
 * Measures the workbook of play-out by type, 1,240,000 rows of a month of 10,000 stores on two
 * sheets, from the built server on PostgreSQL, against the CSV of the same report. Prints one JSON
 * line. Run: npx tsx bench/xlsx-play-out-types.ts [stores]
 */
import { sql } from "drizzle-orm";
import { addDays } from "../contract/base/dates.ts";
import { playColumns } from "../platform/db/schema/index.ts";
import { type Download, download } from "./support/export.ts";
import { compared, limited, median, say } from "./support/figures.ts";
import { openBenchDatabase } from "./support/postgres.ts";
import { startBuiltServer } from "./support/processes.ts";
import { password, seedOrganisation } from "./support/seed.ts";
import { signInByApi } from "./support/sign-in.ts";

const companyId = 900;
const stores = Number(process.argv[2] ?? 10_000);
const username = "bench.types";
const from = "2026-10-01";
const days = 31;
const rounds = 3;

const { url: databaseUrl, database, stop } = await openBenchDatabase();
await seedOrganisation(database, { id: companyId, stores, username });
await database.db.execute(sql`insert into store_day_plays (company_id, day, store_id, ${sql.raw(playColumns.join(", "))})
  select ${companyId}::bigint, ${from}::date + day, store_id, ${sql.raw(Array(4).fill("200, 190, 195, 40000").join(", "))}
  from generate_series(1, ${stores}::int) store_id, generate_series(0, ${days - 1}::int) day`);
await database.db.execute(sql`vacuum analyze store_day_plays`);
const server = await startBuiltServer({ DATABASE_URL: databaseUrl });
const headers = { Authorization: `Bearer ${await signInByApi(server.url, username, password)}` };
const path = `/api/store/StorePlayoutSongTypeReport/export?from=${from}&to=${addDays(from, days - 1)}`;
const [books, files]: [Download[], Download[]] = [[], []];
for (let round = -1; round < rounds; round++) {
  const book = await download(`${server.url}${path}&format=xlsx`, headers, server.pid);
  const file = await download(server.url + path, headers, server.pid);
  if (round < 0) continue; // a new process grows to its working size
  books.push(book);
  files.push(file);
}
await server.stop();
await stop();
const [values, peers] = [books, files].map((downloads) =>
  downloads.map(({ milliseconds }) => milliseconds),
) as [number[], number[]];
const figures = [
  compared({
    measure: "milliseconds of the workbook",
    peer: "CSV of the same rows",
    values,
    peers,
    ratios: values.map((value, round) => value / (peers[round] ?? Number.NaN)),
  }),
  limited("first byte", median(books.map(({ firstByteMs }) => firstByteMs)), 100, "ms"),
  limited(
    "peak memory growth",
    Math.max(...books.map(({ memoryGrowth }) => memoryGrowth)) / 2 ** 20,
    64,
    "MB",
  ),
];
const rows = stores * days * 4;
say("xlsx-play-out-types", figures, {
  rows,
  rowsPerSecond: Math.round((rows / median(values)) * 1000),
  bytes: books[0]?.bytes,
  csvBytes: files[0]?.bytes,
});
