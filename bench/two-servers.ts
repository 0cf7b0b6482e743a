/**
 * Heartbeats of eight companies, each written and committed to disk by itself, with all companies
 * on one PostgreSQL server and spread over two by a shard map, in turns. Two processes of the
 * platform take them in both cases; the bench leads a company's calls to a process of its server,
 * as a balancer would. All servers, processes and the bench share one machine and one disk, so this
 * shows that spreading works and what it costs there, not what a second machine would add. Prints
 * one JSON line. Run: npx tsx bench/two-servers.ts (TMPDIR names the disk)
 */
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { ensurePartitions } from "../platform/jobs/keep-house.ts";
import { startPostgresCluster } from "../tests/support/postgres-server.ts";
import { compared, median, say, stated } from "./support/figures.ts";
import { jsonClient } from "./support/json-client.ts";
import { addPlayers } from "./support/player-accounts.ts";
import { openDatabaseOn } from "./support/postgres.ts";
import { processorTime, type ServerProcess, startBuiltServer } from "./support/processes.ts";
import { seedOrganisation } from "./support/seed.ts";

const companies = [901, 902, 903, 904, 905, 906, 907, 908];
const stores = 50;
const processes = 2;
/** Calls under way at once at each process: as many as it has connections for players. */
const atOnce = 4;
const rounds = 5;
const seconds = 8;

type Layout = { servers: number; shardOf: (companyId: number) => number };
/** A cluster of the layout, and the platform's processes over it, by server. */
type Site = Layout & {
  players: Map<number, string[]>;
  hosts: ServerProcess[][];
  databases: Awaited<ReturnType<typeof openServer>>[];
};

const one = await openSite({ servers: 1, shardOf: () => 0 });
const two = await openSite({ servers: 2, shardOf: (companyId) => companyId % 2 });
const sites = [one, two];
const perSecond = new Map(sites.map((site) => [site, [] as number[]]));
const ofProcesses = new Map(sites.map((site) => [site, 0]));
const beats = new Map(sites.map((site) => [site, 0]));
for (const site of sites) await run(site, 2); // warm up
for (let round = 0; round < rounds; round++)
  for (const site of round % 2 ? [two, one] : [one, two]) {
    const before = await timeOf(site);
    const { count, milliseconds } = await run(site, seconds);
    add(ofProcesses, site, (await timeOf(site)) - before);
    add(beats, site, count);
    perSecond.get(site)?.push((count * 1000) / milliseconds);
  }
for (const site of sites) await checkWritten(site);
const commit = await timeOfCommit();
for (const site of sites) {
  await Promise.all(site.hosts.flat().map((host) => host.stop()));
  await Promise.all(site.databases.map(({ stop }) => stop()));
}

const byOne = perSecond.get(one) ?? [];
const byTwo = perSecond.get(two) ?? [];
const ofPlatform = (site: Site) =>
  (ofProcesses.get(site) ?? Number.NaN) / (beats.get(site) ?? Number.NaN);
say(
  "two-servers",
  [
    compared({
      measure: "heartbeats a second over two servers on one machine",
      peer: "on one server",
      values: byTwo,
      peers: byOne,
      ratios: byTwo.map((speed, round) => speed / (byOne[round] ?? Number.NaN)),
    }),
    stated("processor time of the platform a heartbeat, one server", ofPlatform(one), "ms"),
    stated("the same, two servers", ofPlatform(two), "ms"),
    stated("one small commit to this disk, alone", commit, "ms"),
  ],
  { companies: companies.length, stores, processes, atOnce, rounds, byOne, byTwo },
);
process.exit(0);

async function openSite(layout: Layout): Promise<Site> {
  const databases = await Promise.all(Array.from({ length: layout.servers }, openServer));
  const players = new Map<number, string[]>();
  for (const companyId of companies) {
    const database = databases[layout.shardOf(companyId)]?.database;
    if (!database) throw new Error(`company ${companyId} has no server`);
    await seedOrganisation(database, {
      id: companyId,
      stores: stores + 1,
      username: `bench.${companyId}`,
    });
    await database.db.execute(
      sql`update store set status = 'active' where company_id = ${companyId}`,
    );
    players.set(companyId, await addPlayers(database, { companyId, firstStore: 2, stores }));
  }
  const hosts = await Promise.all(
    databases.map(async ({ database, url }) => {
      await ensurePartitions(database.db, new Date());
      await database.db.execute(sql`vacuum analyze`);
      const start = () =>
        startBuiltServer({ DATABASE_URL: url, JOBS: "0", REQUESTS_PER_MINUTE: "1000000" });
      return Promise.all(Array.from({ length: processes / layout.servers }, start));
    }),
  );
  return { ...layout, players, hosts, databases };
}

/** A cluster whose commits wait for the disk, as in production. */
async function openServer() {
  const cluster = await startPostgresCluster({
    fsync: "on",
    full_page_writes: "on",
    synchronous_commit: "on",
  });
  if (!cluster) throw new Error("this bench needs PostgreSQL's binaries");
  return openDatabaseOn(cluster);
}

/**
 * Sends heartbeats for a time, a fixed number under way at each process: for the companies of its
 * server, or if two processes share one, for half of them each.
 */
async function run({ players, hosts, shardOf }: Site, forSeconds: number) {
  let count = 0;
  const from = performance.now();
  const until = from + forSeconds * 1000;
  const body = () => ({
    volume: 60,
    playing: true,
    version: "bench",
    at: new Date().toISOString(),
  });
  await Promise.all(
    hosts.flatMap((ofServer, shard) => {
      const ofShard = companies.filter((companyId) => shardOf(companyId) === shard);
      return ofServer.flatMap((host, place) => {
        const tokens = ofShard
          .filter((_, n) => n % ofServer.length === place)
          .flatMap((companyId) => players.get(companyId) ?? []);
        const call = jsonClient(host.url, atOnce);
        return Array.from({ length: atOnce }, async (_, lane) => {
          for (let n = lane; performance.now() < until; n += atOnce) {
            await call("/api/player/heartbeat", {
              token: tokens[n % tokens.length] ?? "",
              body: body(),
            });
            count++;
          }
        });
      });
    }),
  );
  const milliseconds = performance.now() - from;
  await pause(500);
  return { count, milliseconds };
}

/** Every store was heard, on the server that the shard map says and on no other. */
async function checkWritten({ databases, shardOf, servers }: Site): Promise<void> {
  for (const [shard, { database }] of databases.entries()) {
    const { rows } = await database.db.execute<{ company: number; heard: number }>(
      sql`select company_id as company, count(*)::int as heard from store_hour where bit_count(online) > 0 group by 1 order by 1`,
    );
    const expected = companies.filter((companyId) => shardOf(companyId) === shard);
    const wrong = rows.filter(
      ({ company, heard: heardStores }) => !expected.includes(company) || heardStores < stores,
    );
    if (rows.length !== expected.length || wrong.length > 0)
      throw new Error(`server ${shard + 1} of ${servers} heard ${JSON.stringify(rows)}`);
  }
}

async function timeOf({ hosts }: Site): Promise<number> {
  const times = await Promise.all(hosts.flat().map(({ pid }) => processorTime(pid)));
  return times.reduce((sum, time) => sum + time, 0);
}

async function timeOfCommit(): Promise<number> {
  const db = one.databases[0]?.database.db;
  if (!db) return Number.NaN;
  await db.execute(sql`create table bare (n int)`);
  const times: number[] = [];
  for (let n = 0; n < 200; n++) {
    const from = performance.now();
    await db.execute(sql`insert into bare values (${n})`);
    times.push(performance.now() - from);
  }
  return median(times);
}

function add<Key>(sums: Map<Key, number>, key: Key, value: number): void {
  sums.set(key, (sums.get(key) ?? 0) + value);
}
