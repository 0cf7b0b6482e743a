/**
 * Play-outs through the API of the built server on PostgreSQL, judged, counted and answered, beside bare INSERT … ON CONFLICT of the same rows into the
 * same log in batches of the same size, both on four connections, in turn. The plays are a published day of each store, in batches of one store. Prints
 * one JSON line.
 * Run: npx tsx bench/ingest.ts; STORES=40, BATCH=20 plays choose.
 */
import { randomUUID } from "node:crypto";
import { loadavg, tmpdir } from "node:os";
import { sql } from "drizzle-orm";
import pg from "pg";
import { pino } from "pino";
import { addDays, dateIn } from "../contract/base/dates.ts";
import type { PlayerSchedule, PlayOut } from "../contract/player/endpoints.ts";
import { wholeCompany } from "../platform/access/scope.ts";
import { seedDemo } from "../platform/demo/seed.ts";
import { ensurePartitions } from "../platform/jobs/start-jobs.ts";
import { publishGroupDays } from "../platform/modules/schedule/index.ts";
import { addStores, companyId, firstGroup, firstStore, zone } from "./support/demo-stores.ts";
import { compared, say, stated } from "./support/figures.ts";
import { addPlayers } from "./support/player-accounts.ts";
import { openBenchDatabase } from "./support/postgres.ts";
import { processorTime, startBuiltServer } from "./support/processes.ts";

const stores = Number(process.env.STORES ?? 400);
const batchSize = Number(process.env.BATCH ?? 100);
const [storesAGroup, rounds, connections] = [20, 5, 4];
const groups = Math.ceil(stores / storesAGroup);

const { url: databaseUrl, database, stop } = await openBenchDatabase();
const { db } = database;
const yesterday = addDays(dateIn(zone, new Date()), -1);
const filesDir = `${tmpdir()}/fever-bench-files`;
await seedDemo({ database, filesDir, now: new Date(), stores: 60, historyDays: 1, logger: pino({ level: "warn" }) });
await addStores(database, { groups, storesAGroup });
await publishGroupDays(
  // made before it began: what nobody could know of was not due
  { scope: wholeCompany(companyId), database, db, now: new Date(`${yesterday}T00:00:00+05:30`) },
  { groupIds: Array.from({ length: groups }, (_, n) => firstGroup + n), from: yesterday, to: yesterday, publishedBy: "bench" },
);
await ensurePartitions(db, new Date());
const credentials = await addPlayers(database, { companyId, firstStore, stores });
await db.execute("analyze");

const server = await startBuiltServer({ DATABASE_URL: databaseUrl, REQUESTS_PER_MINUTE: "1000000" });
const clients = await Promise.all(Array.from({ length: connections }, connect));
const batches = (await inTurn(credentials, batchesOf)).flat();
const shares = Array.from({ length: rounds + 1 }, (_, round) => batches.filter((_, n) => n % (rounds + 1) === round));
const figures = { api: [] as number[], bare: [] as number[], cpu: 0, plays: 0 };
for (const [round, share] of shares.entries()) {
  const before = await processorTime(server.pid);
  const plays = share.reduce((sum, { body }) => sum + body.length, 0);
  const api = plays / (await seconds(() => inTurn(share, tell)));
  const cpu = (await processorTime(server.pid)) - before;
  const rows = await rowsOf(share.flatMap(({ body }) => body.map(({ eventId }) => eventId)));
  if (rows.length !== plays) throw new Error(`${rows.length} rows were written of ${plays} plays`);
  const bareBatches = Array.from({ length: Math.ceil(rows.length / batchSize) }, (_, n) => rows.slice(n * batchSize, (n + 1) * batchSize));
  const bare = plays / (await seconds(() => inTurn(bareBatches, insertBare)));
  if (round === 0) continue; // warms up
  figures.api.push(api);
  figures.bare.push(bare);
  figures.cpu += cpu;
  figures.plays += plays;
}
const { rows: verified } = await db.execute<{ share: number }>(sql`select count(*) filter (where reason is null)::float8 / count(*) as share
  from play_log where company_id = ${companyId} and store_id >= ${firstStore}`);
await Promise.all(clients.map((client) => client.end()));
await server.stop();
await stop();
say(
  "ingest",
  [
    compared({
      measure: `plays a second through the API, batches of ${batchSize}`,
      peer: "bare INSERT … ON CONFLICT",
      values: figures.api,
      peers: figures.bare,
      ratios: figures.api.map((api, round) => api / (figures.bare[round] ?? Number.NaN)),
      atLeast: 0.5,
    }),
    stated("processor time of the server a play", (1000 * figures.cpu) / figures.plays, "µs"),
    stated("plays verified", 100 * Number(verified[0]?.share), "%"),
  ],
  { stores, plays: batches.length * batchSize, load: loadavg()[0] },
);
process.exit(0); // the thread that makes days stays

type Batch = { credential: string; body: PlayOut[] };

/** A store's day as its player tells it, some seconds late. */
async function batchesOf(credential: string): Promise<Batch[]> {
  const response = await fetch(`${server.url}/api/player/schedule?day=${yesterday}`, {
    headers: { Authorization: `Bearer ${credential}` },
  });
  const { data } = (await response.json()) as { data: PlayerSchedule };
  const plays = (data.days.find(({ day }) => day === yesterday)?.items ?? []).map(
    ({ itemId, startsAt, durationSeconds }): PlayOut => ({
      eventId: randomUUID(),
      itemId,
      startedAt: new Date(Date.parse(startsAt) + 2_000).toISOString(),
      seconds: Math.round(durationSeconds),
    }),
  );
  const whole = Math.floor(plays.length / batchSize);
  return Array.from({ length: whole }, (_, n) => ({ credential, body: plays.slice(n * batchSize, (n + 1) * batchSize) }));
}

async function tell({ credential, body }: Batch): Promise<void> {
  const response = await fetch(`${server.url}/api/player/play-outs`, {
    method: "POST",
    headers: { Authorization: `Bearer ${credential}`, "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`play-outs answered ${response.status}: ${text.slice(0, 300)}`);
}

type Row = Record<string, unknown>;
const columns = {
  ...{ store_id: "bigint", event_id: "uuid", started_at: "timestamptz", day: "date", kind: "text", song_id: "bigint", spot_id: "bigint" },
  ...{
    log_id: "bigint",
    position: "int",
    seconds: "int",
    received_at: "timestamptz",
    reason: "text",
    due_at: "timestamptz",
    campaign_id: "bigint",
  },
};
const names = Object.keys(columns).join(", ");

async function rowsOf(eventIds: string[]): Promise<Row[]> {
  const casts = Object.keys(columns).map((column) => `${column}::text`);
  const { rows } = await first(clients).query<Row>(
    `select ${casts.join(", ")} from play_log where company_id = $1 and event_id = any($2::uuid[])`,
    [companyId, eventIds],
  );
  return rows;
}

/** The same rows as another company's. */
async function insertBare(rows: Row[], connection: number): Promise<void> {
  const lists = Object.values(columns).map((type, n) => `$${n + 1}::${type}[]`);
  await (clients[connection] ?? first(clients)).query({
    name: "bare",
    text: `insert into play_log (company_id, ${names}) select ${companyId + 1_000_000}, * from unnest(${lists.join(", ")}) on conflict do nothing`,
    values: Object.keys(columns).map((column) => rows.map((row) => row[column])),
  });
}

async function connect() {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  return client;
}

function first<T>([one]: T[]): T {
  if (one === undefined) throw new Error("there is none");
  return one;
}

/** Works on each, so many at a time. */
async function inTurn<T, Done>(items: readonly T[], work: (item: T, connection: number) => Promise<Done>): Promise<Done[]> {
  const left = items.values();
  const done: Done[] = [];
  const worker = async (connection: number) => {
    for (const item of left) done.push(await work(item, connection));
  };
  await Promise.all(Array.from({ length: connections }, (_, connection) => worker(connection)));
  return done;
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return (performance.now() - from) / 1000;
}
