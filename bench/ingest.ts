/**
 * Measures play-outs of a day of 1,200 stores in batches through the API of the built server
 * (matched with logs, verified, added to totals) against the same rows in batches of the same size
 * by bare INSERT … ON CONFLICT into a table like the log, eight at once, in turns. A store's
 * batches follow each other, as a player waits for its receipt. Prints one JSON line. Run: npx tsx
 * bench/ingest.ts; STORES_A_GROUP=2 makes it small.
 */
import { randomUUID } from "node:crypto";
import { tmpdir } from "node:os";
import { sql } from "drizzle-orm";
import pg from "pg";
import { pino } from "pino";
import { addDays, dateIn } from "../contract/base/dates.ts";
import type { PlayOutReceipt } from "../contract/player/endpoints.ts";
import { playOutsABatch } from "../contract/player/limits.ts";
import { seedDemo } from "../demo/seed.ts";
import { wholeCompany } from "../platform/access/scope.ts";
import { ensurePartitions } from "../platform/jobs/keep-house.ts";
import { findLogs, publishGroupDays } from "../platform/modules/schedule/index.ts";
import { perSecond } from "./support/at-once.ts";
import { addStores, companyId, firstGroup, firstStore, zone } from "./support/demo-stores.ts";
import { compared, say, stated } from "./support/figures.ts";
import { jsonClient } from "./support/json-client.ts";
import { addPlayers } from "./support/player-accounts.ts";
import { openBenchDatabase } from "./support/postgres.ts";
import { processorTime, startBuiltServer } from "./support/processes.ts";

const groups = 20;
const storesAGroup = Number(process.env.STORES_A_GROUP ?? 60);
const stores = groups * storesAGroup;
const atOnce = 8;
/** The plays in a report after an hour, and after a day without a network. */
const batchSizes = [20, playOutsABatch];
const rounds = 4;
/** Earlier days for which each store gets a log: a batch must not look through all of them. */
const daysBefore = 100;

const columns =
  "company_id bigint, store_id bigint, event_id uuid, started_at timestamptz, day date, kind text, song_id bigint, spot_id bigint, " +
  "log_id bigint, position int, seconds int, received_at timestamptz, reason text, due_at timestamptz, campaign_id bigint, device text, substitute_reason text";
const names = columns.replace(/ \w+(,|$)/g, "$1");
const insert = `insert into bare_log (${names}) select * from unnest(${columns
  .split(", ")
  .map((column, n) => `$${n + 1}::${column.split(" ")[1]}[]`)
  .join(", ")})
  on conflict do nothing`;

type Batch = { storeId: number; credential: string; plays: object[]; eventIds: string[] };

const { url: databaseUrl, database, stop } = await openBenchDatabase();
const { db } = database;
const scope = wholeCompany(companyId);
await seedDemo({
  database,
  filesDir: `${tmpdir()}/fever-bench-files`,
  now: new Date(),
  stores: 60,
  historyDays: 1,
  logger: pino({ level: "warn" }),
});
await addStores(database, { groups, storesAGroup });
const credentials = await addPlayers(database, { companyId, firstStore, stores });
await ensurePartitions(db, new Date());
const playsOf = await publishYesterday();
await db.execute(
  sql`create table bare_log (like play_log including defaults including constraints including indexes)`,
);
await db.execute(sql`vacuum analyze`);
const server = await startBuiltServer({
  DATABASE_URL: databaseUrl,
  REQUESTS_PER_MINUTE: "1000000",
  JOBS: "0",
});
const call = jsonClient(server.url, atOnce);
const bare = new pg.Pool({ connectionString: databaseUrl, max: atOnce });
const figures = [];
for (const [place, size] of batchSizes.entries()) figures.push(...(await measure(size, place)));
await bare.end();
await server.stop();
await stop();
say("ingest", figures, { stores });
process.exit(0); // the thread that makes days stays

/** Publishes yesterday's logs, from which the stores' plays are taken. */
async function publishYesterday() {
  const day = addDays(dateIn(zone, new Date()), -1);
  const groupIds = Array.from({ length: groups }, (_, n) => firstGroup + n);
  const now = new Date(Date.now() - 3 * 86_400_000);
  await publishGroupDays(
    { scope, database, db, now },
    { groupIds, from: day, to: day, publishedBy: "bench" },
  );
  const isOurs = sql`company_id = ${companyId} and store_id >= ${firstStore} and day = ${day}`;
  await db.execute(sql`update store_log set created_at = ${now.toISOString()} where ${isOurs}`);
  await db.execute(sql`insert into store_log (company_id, store_id, day, playlist_id, midnight, from_position, to_position, songs, spots, own, created_at)
    select company_id, store_id, day - ago, playlist_id, midnight, from_position, to_position, songs, spots, own, created_at - make_interval(days => ago)
    from store_log cross join generate_series(1, ${daysBefore}::int) as ago where ${isOurs}`);
  const { rows } = await db.execute<{ id: string; place: number }>(
    sql`select id, (store_id - ${firstStore})::int as place from store_log where ${isOurs} order by store_id`,
  );
  const ids = rows.map(({ id }) => Number(id));
  const logs = new Map((await findLogs(scope, db, ids)).map((log) => [log.id, log]));
  return rows.map(({ id, place }) => ({
    storeId: firstStore + place,
    credential: credentials[place] ?? "",
    plays: (logs.get(Number(id))?.positions ?? []).map(
      ({ startsAt = 0, durationSeconds }, position) => ({
        eventId: randomUUID(),
        itemId: `${id}-${position}`,
        startedAt: new Date(Math.trunc(startsAt)).toISOString(),
        seconds: Math.round(durationSeconds),
      }),
    ),
  }));
}

/**
 * Each size of batch has its own stores, and each round some of these: first through the API,
 * then the rows that it wrote again, bare.
 */
async function measure(size: number, place: number) {
  const [values, peers]: [number[], number[]] = [[], []];
  let cpu = 0;
  let count = 0;
  const own = playsOf.filter((_, n) => n % batchSizes.length === place);
  for (let round = 0; round < rounds; round++) {
    const batches = inTurn(
      own.filter((_, n) => n % rounds === round).map((store) => batchesOf(store, size)),
    );
    const plays = batches.reduce((sum, batch) => sum + batch.plays.length, 0);
    const before = await processorTime(server.pid);
    const through = (await perSecond(batches, atOnce, tell)) * (plays / batches.length);
    if (round > 0) [cpu, count] = [cpu + (await processorTime(server.pid)) - before, count + plays];
    const rows = await Promise.all(batches.map(rowsOf));
    const alone = (await perSecond(rows, atOnce, insertBare)) * (plays / rows.length);
    if (round === 0) continue; // warms up
    values.push(through);
    peers.push(alone);
  }
  return [
    compared({
      measure: `play-outs a second through the API, ${size} a batch`,
      peer: "bare INSERT … ON CONFLICT",
      atLeast: 0.5,
      values,
      peers,
      ratios: values.map((value, round) => value / (peers[round] ?? Number.NaN)),
    }),
    stated("processor time of the server for a thousand of them", (1000 * cpu) / count, "ms"),
  ];
}

function batchesOf(
  { storeId, credential, plays }: (typeof playsOf)[number],
  size: number,
): Batch[] {
  return Array.from({ length: Math.ceil(plays.length / size) }, (_, n) => {
    const some = plays.slice(n * size, (n + 1) * size);
    return { storeId, credential, plays: some, eventIds: some.map(({ eventId }) => eventId) };
  });
}

/** The first batch of each store, then the second of each: a player waits for its receipt. */
function inTurn(stores: Batch[][]): Batch[] {
  const most = Math.max(...stores.map(({ length }) => length));
  return Array.from({ length: most }, (_, n) =>
    stores.flatMap((batches) => batches[n] ?? []),
  ).flat();
}

async function tell({ credential, plays }: Batch): Promise<void> {
  const { verified } = await call<PlayOutReceipt>("/api/player/play-outs", {
    token: credential,
    body: plays,
  });
  if (verified !== plays.length)
    throw new Error(`of ${plays.length} plays ${verified} were verified`);
}

/** The columns of the rows that a batch was written as. */
async function rowsOf({ storeId, eventIds }: Batch): Promise<unknown[][]> {
  const { rows } = await bare.query(
    `select ${names} from play_log where company_id = $1 and store_id = $2 and event_id = any($3::uuid[])`,
    [companyId, storeId, eventIds],
  );
  if (rows.length !== eventIds.length)
    throw new Error(`${rows.length} rows of ${eventIds.length} plays`);
  return names.split(", ").map((name) => rows.map((row) => row[name]));
}

async function insertBare(lists: unknown[][]): Promise<void> {
  await bare.query(insert, lists);
}
