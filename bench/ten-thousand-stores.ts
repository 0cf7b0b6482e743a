/**
 * A company of 1,000 groups and 10,000 stores on PostgreSQL: one day of all groups made and
 * published through the database (groups and songs a second, the share of the engine, bytes a
 * store-day), other people's pages while the built server's own job makes the rest of the week,
 * that job's look at days that are in order, and 10,000 players who ask for their schedule within a
 * minute. Prints one JSON line. Run: npx tsx bench/ten-thousand-stores.ts
 */
import { tmpdir } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { pino } from "pino";
import { addDays, dateIn } from "../contract/base/dates.ts";
import { DEMO_PASSWORD } from "../demo/people.ts";
import { seedDemo } from "../demo/seed.ts";
import { wholeCompany } from "../platform/access/scope.ts";
import { sharedDaysThread } from "../platform/modules/schedule/days/days-thread.ts";
import { keepDays, publishGroupDays } from "../platform/modules/schedule/index.ts";
import { addStores, companyId, firstGroup, firstStore, zone } from "./support/demo-stores.ts";
import { compared, limited, say, stated } from "./support/figures.ts";
import type { LoadAnswer, LoadTask } from "./support/load.ts";
import { addPlayers, type PlayersAnswer, type PlayersTask } from "./support/player-accounts.ts";
import { openBenchDatabase } from "./support/postgres.ts";
import { ask, startBuiltServer } from "./support/processes.ts";
import { signInByPage } from "./support/sign-in.ts";

const groups = 1_000;
const storesAGroup = 10;
const stores = groups * storesAGroup;
const rounds = 5;
const roundMs = 3_000;

const { url: databaseUrl, database, stop } = await openBenchDatabase();
const { db } = database;
const call = { scope: wholeCompany(companyId), database, db };
await seedDemo({
  database,
  filesDir: `${tmpdir()}/fever-bench-files`,
  now: new Date(),
  stores: 60,
  historyDays: 1,
  logger: pino({ level: "warn" }),
});
await addStores(database, { groups, storesAGroup });
const players = await addPlayers(database, { companyId, firstStore, stores });

const published = await publishTomorrow();
const { pages, week, schedules } = await serve();
const inOrder = await lookAtDaysInOrder();
await stop();
say("ten-thousand-stores", [...published, pages, week, ...inOrder, ...schedules], {
  groups,
  stores,
});
process.exit(0); // the thread that makes days stays

async function publishTomorrow() {
  let inEngine = 0;
  const { make } = sharedDaysThread;
  sharedDaysThread.make = async (...days) => {
    const from = performance.now();
    const generatedDays = await make(...days);
    inEngine += performance.now() - from;
    return generatedDays;
  };
  const now = new Date();
  const day = addDays(dateIn(zone, now), 1);
  const from = performance.now();
  const days = await publishGroupDays(
    { ...call, now },
    {
      groupIds: Array.from({ length: groups }, (_, n) => firstGroup + n),
      from: day,
      to: day,
      publishedBy: "bench",
    },
  );
  const milliseconds = performance.now() - from;
  sharedDaysThread.make = make;
  if (days !== groups) throw new Error(`${days} days were published of ${groups}`);
  await db.execute(sql`vacuum full store_log`);
  const songs = await one(
    sql`select sum(cardinality(song_ids)) as value from group_playlist where company_id = ${companyId} and day = ${day}`,
  );
  const ofLogs = sql`from store_log where company_id = ${companyId} and day = ${day}`;
  const logs = await one(sql`select count(*) as value ${ofLogs}`);
  const runs = await one(sql`select count(*) as value ${ofLogs} and own is null`);
  const bytesOf = (which: ReturnType<typeof sql>) =>
    one(sql`select avg(pg_column_size(store_log.*)) as value ${ofLogs} and ${which}`);
  const table = await one(sql`select pg_total_relation_size('store_log') as value`);
  if (logs !== stores) throw new Error(`${logs} logs were written of ${stores}`);
  return [
    stated("a day of 1,000 groups published for 10,000 stores", milliseconds / 1000, "s"),
    stated("songs placed a second, database and all", songs / (milliseconds / 1000), "songs"),
    stated("share of the time that the engine takes", (100 * inEngine) / milliseconds, "%"),
    stated("logs that are one run of their group's day", (100 * runs) / logs, "%"),
    limited("a store-day that is such a run", await bytesOf(sql`own is null`), 200, "bytes"),
    limited("a store-day of its own", await bytesOf(sql`own is not null`), 4_096, "bytes"),
    stated("a store-day on disk, its indexes too", table / logs, "bytes"),
  ];
}

/**
 * Measures what people and players feel of the built server while it makes the rest of the week by
 * itself, and once it has.
 */
async function serve() {
  const server = await startBuiltServer({
    DATABASE_URL: databaseUrl,
    REQUESTS_PER_MINUTE: "1000000",
  });
  const cookie = await signInByPage(server.url, "client.admin", DEMO_PASSWORD);
  const page = async () => {
    const task: LoadTask = {
      url: `${server.url}/admin/stores`,
      cookies: [cookie],
      connections: 1,
      milliseconds: roundMs,
      pauseMs: 150,
    };
    return (await ask<LoadAnswer>("load.ts", task)).p50;
  };
  const began = performance.now();
  await page(); // warms up
  const during: number[] = [];
  for (let round = 0; round < rounds; round++) during.push(await page());
  const daysLeft = () =>
    one(sql`select ${groups * 7} - count(distinct (group_id, day)) as value from group_playlist
      where company_id = ${companyId} and group_id >= ${firstGroup} and state <> 'superseded' and day >= ${dateIn(zone, new Date())}`);
  if ((await daysLeft()) === 0) throw new Error("the week was made before the pages were measured");
  while ((await daysLeft()) > 0) await pause(1_000);
  const seconds = (performance.now() - began) / 1000;
  await pause(20_000); // its consequences: logs of the days that are due, the ad ledger
  const idle: number[] = [];
  for (let round = 0; round < rounds; round++) idle.push(await page());
  const task: PlayersTask = {
    url: `${server.url}/api/player/schedule`,
    credentials: players,
    milliseconds: 60_000,
  };
  const { wholeASecond, p95 } = await ask<PlayersAnswer>("player-requests.ts", task);
  await server.stop();
  return {
    pages: compared({
      measure: "p50 of pages while the job makes a week, ms",
      peer: "idle",
      values: during,
      peers: idle,
      atMost: 2,
      ratios: during.map((p50, i) => p50 / (idle[i] ?? Number.NaN)),
    }),
    week: stated("the rest of the week made by the job", seconds, "s"),
    schedules: [
      stated(
        "player/schedule, whole answers to four players at once, a second",
        wholeASecond,
        "answers",
      ),
      limited("player/schedule, 10,000 players a minute, unchanged, p95", p95, 50, "ms"),
    ],
  };
}

async function lookAtDaysInOrder() {
  const fingerprints = new Map<number, string>();
  const look = async () => {
    const from = performance.now();
    const planned = await keepDays({ ...call, now: new Date() }, companyId, fingerprints);
    if (planned.length > 0) throw new Error(`${planned.length} groups were not in order`);
    return performance.now() - from;
  };
  return [
    stated("the job's first look at a week in order", (await look()) / 1000, "s"),
    stated("its next, nothing changed", await look(), "ms"),
  ];
}

async function one(query: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await db.execute<{ value: string }>(query);
  return Number(rows[0]?.value);
}
