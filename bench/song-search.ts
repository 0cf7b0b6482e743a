/**
 * A library of 200,000 songs on PostgreSQL, through the API as the pages call it: p95 of a page of
 * songs by search and facets, with the facets' counts, against p95 of fetching one page of 25 songs
 * by primary key through the same layers. A search comes again only after 80 others, more than the
 * index keeps, so that no remembered answer helps. Also: making the index, the longest that it
 * holds others up, and its memory. Prints one JSON line. Run: node --expose-gc --import tsx
 * bench/song-search.ts
 */
import { monitorEventLoopDelay } from "node:perf_hooks";
import { sql } from "drizzle-orm";
import { pino } from "pino";
import { z } from "zod";
import { SongRow } from "../contract/library/endpoints.ts";
import { SongFacets } from "../contract/library/facets.ts";
import { wholeCompany } from "../platform/access/scope.ts";
import { findSongRows } from "../platform/modules/library/library.queries.ts";
import { listSongs, showFacets } from "../platform/modules/library/library.service.ts";
import { libraryIndexes } from "../platform/modules/library/library-index.ts";
import { compared, limited, rounded, say } from "./support/figures.ts";
import { openBenchDatabase } from "./support/postgres.ts";

const songs = 200_000;
const companyId = 1;
const requests = 200;
const rounds = 3;
const syllables = [
  "ka",
  "mi",
  "ro",
  "ta",
  "len",
  "dar",
  "shi",
  "vo",
  "pre",
  "na",
  "lu",
  "sen",
  "gor",
  "bal",
  "ti",
  "wen",
];

const { database, stop } = await openBenchDatabase();
const { db, transaction } = database;
await transaction(async (tx) => {
  await tx.execute(sql`set local session_replication_role = replica`);
  await tx.execute(
    sql`insert into company (id, kind, code, name) values (${companyId}, 'provider', 'BENCH', 'Bench')`,
  );
  await tx.execute(sql`insert into catalogue_item (company_id, id, kind, name, rank) select ${companyId}::bigint, n,
      case when n <= 20 then 'genre' when n <= 30 then 'mood' when n <= 40 then 'language' when n <= 48 then 'era' when n <= 51 then 'tempo'
        when n <= 60 then 'season' when n <= 3060 then 'singer' else 'composer' end,
      'Item ' || n, case when n between 49 and 51 then n - 48 end from generate_series(1, 5060) n`);
  const word = (seed: string) =>
    sql.raw(
      `(select string_agg((array['${syllables.join("','")}'])[1 + ((('x' || substr(md5(n || '${seed}'), 1 + 2 * i, 2))::bit(8)::int) % 16)], '') from generate_series(0, 1 + (n * 7 % 3)) i)`,
    );
  await tx.execute(sql`insert into song (company_id, id, title, artist, album, isrc, duration_seconds, genre_id, mood_id, language_id, era_id, tempo_id, active)
    select ${companyId}::bigint, n, initcap(${word("a")} || ' ' || ${word("b")}), initcap(${word("c")} || ' ' || ${word("d")}), initcap(${word("e")}),
      'INBEN' || lpad(n::text, 7, '0'), 150 + n % 140, 1 + n % 20, 21 + n % 10, 31 + n % 10, 41 + n % 8, 49 + n % 3, n % 40 <> 3 from generate_series(1, ${songs}::int) n`);
  await tx.execute(sql`insert into song_tag (company_id, song_id, kind, item_id, position) select ${companyId}::bigint, n, 'singer', 61 + n % 3000, 0 from generate_series(1, ${songs}::int) n
    union all select ${companyId}::bigint, n, 'composer', 3061 + n % 2000, 0 from generate_series(1, ${songs}::int) n`);
});
await db.execute(sql`analyze`);

const scope = wholeCompany(companyId);
const indexes = libraryIndexes(database, pino({ level: "warn" }));
const call = { scope, db, indexes };
global.gc?.();
const before = process.memoryUsage();
const delay = monitorEventLoopDelay({ resolution: 2 });
delay.enable();
const began = performance.now();
await indexes.of(scope);
const buildMs = performance.now() - began;
delay.disable();
global.gc?.();
const after = process.memoryUsage();
const megabytes =
  (after.heapUsed + after.arrayBuffers - before.heapUsed - before.arrayBuffers) / 1e6;

const pick = (seed: number) => syllables[seed % syllables.length] ?? "";
/**
 * By turns: a word begun, a word begun with facets, two words, a word with a slip, facets alone.
 */
function queryOf(n: number) {
  const word = pick(n * 7) + pick(n * 3 + 1);
  const facets = { genreIds: [1 + (n % 20), 1 + ((n * 3) % 20)], languageIds: [31 + (n % 10)] };
  const kinds: Omit<Parameters<typeof listSongs>[1], "limit" | "sort">[] = [
    { search: word },
    { search: `${word}${pick(n)}`, ...facets },
    { search: `${word} ${pick(n + 5)}` },
    { search: `${word.slice(0, 2)}z${word.slice(2)}${pick(n)}` },
    { ...facets, moodIds: [21 + (n % 10)], status: "active" as const },
  ];
  return { ...kinds[n % kinds.length], limit: 25 };
}

const p95 = (times: number[]) =>
  times.sort((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.NaN;
const timed = async (work: (n: number) => Promise<unknown>, from: number) => {
  const times: number[] = [];
  for (let n = from; n < from + requests; n++) {
    const start = performance.now();
    await work(n);
    times.push(performance.now() - start);
  }
  return p95(times);
};
/** Serialises rows by the contract's schema, as every answer is. */
const answered = (rows: unknown) => JSON.stringify(z.array(SongRow).parse(rows));
const byKey = async (n: number) => {
  const ids = Array.from({ length: 25 }, (_, i) => 1 + ((n * 977 + i * 7919) % songs));
  return answered(await findSongRows(scope, db, ids));
};
const search = async (n: number) => answered((await listSongs(call, queryOf(n))).data);
const facets = async (n: number) =>
  JSON.stringify(SongFacets.parse(await showFacets(call, queryOf(n))));
const both = (n: number) => Promise.all([search(n), facets(n)]);
await timed(byKey, 0);
await timed(both, 0);
const runs = { byKey: [] as number[], search: [] as number[], both: [] as number[] };
for (let round = 1; round <= rounds; round++) {
  runs.byKey.push(await timed(byKey, round * 10_000));
  runs.search.push(await timed(search, round * 20_000));
  runs.both.push(await timed(both, round * 30_000));
}
await stop();

const ratio = (times: number[]) => times.map((time, i) => time / (runs.byKey[i] ?? Number.NaN));
const peer = "one page by primary key";
say(
  "song-search",
  [
    compared({
      measure: "GET multimedia with search and facets, p95 ms",
      peer,
      ratios: ratio(runs.search),
      values: runs.search,
      peers: runs.byKey,
      atMost: 5,
    }),
    compared({
      measure: "the same with the counts of all facets, p95 ms",
      peer,
      ratios: ratio(runs.both),
      values: runs.both,
      peers: runs.byKey,
      atMost: 5,
    }),
    limited("memory of the index", megabytes, 250, "MB"),
    limited("longest pause while the index is made", delay.max / 1e6, 50, "ms"),
  ],
  { buildSeconds: rounded(buildMs / 1000), pauseP99ms: rounded(delay.percentile(99) / 1e6) },
);
