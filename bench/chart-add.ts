/**
 * 5,000 songs added to a chart by a filter of the library in one request to the built server on
 * PostgreSQL, in rows a second, against a bare INSERT … SELECT of the same rows into the same
 * table, committed. Prints one JSON line. Run: npx tsx bench/chart-add.ts
 */
import { sql } from "drizzle-orm";
import pg from "pg";
import type { AddedSongs } from "../contract/charts/songs.ts";
import { compared, limited, median, say } from "./support/figures.ts";
import { openBenchDatabase } from "./support/postgres.ts";
import { startBuiltServer } from "./support/processes.ts";
import { password, seedOrganisation } from "./support/seed.ts";
import { signInByApi } from "./support/sign-in.ts";

const librarySongs = 20_000;
const rows = 5_000;
const rounds = 7;
const companyId = 900;
const providerId = 901;
const username = "bench.charts";

const { url: databaseUrl, database, stop } = await openBenchDatabase();
await seedOrganisation(database, { id: companyId, stores: 10, username });
await seedLibrary();
const server = await startBuiltServer({ DATABASE_URL: databaseUrl });
const token = await signInByApi(server.url, username, password);
const client = new pg.Client({ connectionString: databaseUrl });
await client.connect();

const requests: number[] = [];
const inserts: number[] = [];
for (let round = -1; round < rounds; round++) {
  const { id: chartId } = await ask<{ id: number }>("/api/chart/custom-chart", {
    chartName: `Round ${round}`,
  });
  const [added, request] = await timed(() =>
    ask<AddedSongs>("/api/multimedia-to-chart-new", {
      kind: "custom",
      chartId,
      matching: { genreIds: [1] },
    }),
  );
  if (added.added !== rows) throw new Error(`added ${added.added} of ${rows}`);
  const { id: bare } = await ask<{ id: number }>("/api/chart/custom-chart", {
    chartName: `Bare ${round}`,
  });
  const [, insert] = await timed(() =>
    client.query(
      `insert into chart_song (company_id, chart_id, song_id, position)
       select $1, $2, id, row_number() over (order by title, id) from song where company_id = $3 and genre_id = 1`,
      [companyId, bare, providerId],
    ),
  );
  if (round < 0) continue; // the first warms up
  requests.push(request);
  inserts.push(insert);
}
await client.end();
await server.stop();
await stop();

const perSecond = (values: number[]) => values.map((ms) => (rows / ms) * 1000);
say(
  "chart-add",
  [
    compared({
      measure: "songs added by filter in one request, rows a second",
      peer: "INSERT … SELECT of the same rows",
      values: perSecond(requests),
      peers: perSecond(inserts),
      ratios: requests.map((ms, at) => (inserts[at] ?? Number.NaN) / ms),
    }),
    limited("the request", median(requests), 1000, "ms"),
  ],
  { rows, librarySongs },
);

/** A provider with two genres: the first has 5,000 of the songs. */
async function seedLibrary(): Promise<void> {
  const { db } = database;
  await db.execute(
    sql`insert into company (id, kind, code, name) values (${providerId}, 'provider', 'BENCHFEVER', 'Fever')`,
  );
  await db.execute(
    sql`insert into catalogue_item (company_id, id, kind, name) values (${providerId}, 1, 'genre', 'Rock'), (${providerId}, 2, 'genre', 'Pop')`,
  );
  await db.execute(sql`insert into song (company_id, id, title, artist, isrc, genre_id, duration_seconds)
    select ${providerId}::bigint, n, 'Song ' || md5(n::text), 'Artist ' || n % 2000, 'INBEN' || lpad(n::text, 7, '0'), case when n % ${librarySongs / rows}::int = 0 then 1 else 2 end, 180
    from generate_series(1, ${librarySongs}::int) n`);
  await db.execute(sql`analyze`);
}

async function ask<T>(path: string, body: object): Promise<T> {
  const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
  const response = await fetch(server.url + path, {
    method: "POST",
    headers,
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as { message: string; data: T };
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${answer.message}`);
  return answer.data;
}

async function timed<T>(work: () => Promise<T>): Promise<[T, number]> {
  const began = performance.now();
  const result = await work();
  return [result, performance.now() - began];
}
