/**
 * Measures what others feel while one person attacks: p99 of /api/health during each attack (CSVs
 * of empty lines, of 2,000,000 rows and of quotes, 14 bulk changes, slow readers of CSV downloads,
 * a flood of strangers asking for the API's document, large uploads), on PostgreSQL and embedded;
 * and on PostgreSQL p95 of sign-in and of player/schedule while one person runs 14 bulk changes
 * over 32,000 stores, against idle. Prints one JSON line. Run: npx tsx bench/under-attack.ts
 */
import { connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { Database } from "../platform/db/database.ts";
import { migrate } from "../platform/db/migrate.ts";
import { openDatabase } from "../platform/db/open-database.ts";
import { compared, type Figure, limited, say } from "./support/figures.ts";
import { makeFolder } from "./support/folder.ts";
import type { LoadAnswer, LoadTask } from "./support/load.ts";
import { openBenchDatabase } from "./support/postgres.ts";
import { ask, startBuiltServer } from "./support/processes.ts";
import { password, seedOrganisation } from "./support/seed.ts";
import { signInByApi } from "./support/sign-in.ts";

const stores = { postgres: 32_000, embedded: 8_000 };
const attackMs = 8_000;
const attacker = "bench.attacker";
const manager = "bench.manager";
const company = { attacked: 900, other: 901 };

let isActive = false;

type Attack = (url: string, token: string) => Promise<() => Promise<unknown>>;

const attacks: Record<string, Attack> = {
  "a CSV of 45 MB of empty lines": async (url, token) =>
    repeat(() => upload(`${url}/api/store/csv-store`, token, "\n".repeat(45 << 20))),
  "a CSV of 2,000,000 rows of one letter": async (url, token) =>
    repeat(() => upload(`${url}/api/store/csv-store`, token, "a\n".repeat(2_000_000))),
  "a CSV of 9 MB of quotes": async (url, token) =>
    repeat(() => upload(`${url}/api/store/csv-store`, token, '"'.repeat(9 << 20))),
  "14 bulk changes": async (url, token) => all(14, () => bulkChange(url, token)),
  "20 slow readers of downloads": async (url, token) => {
    const sockets = Array.from({ length: 20 }, () => slowReader(url, token));
    return async () => {
      for (const socket of sockets) socket.destroy();
    };
  },
  "100 strangers at openapi.json": async (url) =>
    all(100, () => fetch(`${url}/api/openapi.json`).then((answer) => answer.arrayBuffer())),
  "6 uploads of 48 MB": async (url, token) =>
    all(6, () => upload(`${url}/api/store/csv-store`, token, "a,b\n".repeat(12 << 20))),
};

const figures = [...(await onPostgres()), ...(await onEmbedded())];
say("under-attack", figures, { stores, attackMs });
process.exit(0);

async function onPostgres(): Promise<Figure[]> {
  const { url, database, stop } = await openBenchDatabase();
  await seed(database, stores.postgres);
  const server = await startBuiltServer({ DATABASE_URL: url, REQUESTS_PER_MINUTE: "1000000" });
  const health = await healthDuringAttacks("PostgreSQL", server.url);
  const others = await othersDuringBulk(server.url, database);
  await server.stop();
  await stop();
  return [...health, ...others];
}

async function onEmbedded(): Promise<Figure[]> {
  const { folder, remove } = await makeFolder();
  const database = await openDatabase({ dataDir: `${folder}/database` });
  await migrate(database);
  await seed(database, stores.embedded);
  await database.close();
  const server = await startBuiltServer({ DATA_DIR: folder, REQUESTS_PER_MINUTE: "1000000" });
  const health = await healthDuringAttacks("embedded", server.url);
  await server.stop();
  await remove();
  return health;
}

/** The company of the attacker with many stores, and another with one store and its player. */
async function seed(database: Database, count: number): Promise<void> {
  await seedOrganisation(database, { id: company.attacked, stores: count, username: attacker });
  await seedOrganisation(database, { id: company.other, stores: 1, username: manager });
  await database.db.execute(
    sql`update app_user set role = 'ROLE_Store_Music_Manager', level = 'store' where company_id = ${company.other} and id = 1`,
  );
  await database.db.execute(
    sql`insert into user_unit (company_id, user_id, store_id) values (${company.other}, 1, 1)`,
  );
}

async function healthDuringAttacks(engine: string, url: string): Promise<Figure[]> {
  const token = await signInByApi(url, attacker, password);
  // asked by a process of its own: this one is busy attacking
  const health = () => load({ url: `${url}/api/health`, milliseconds: attackMs, pauseMs: 10 });
  await health();
  const attackFigures: Figure[] = [];
  for (const [name, attack] of Object.entries(attacks)) {
    const end = await attack(url, token);
    attackFigures.push(
      limited(`p99 of /api/health during ${name} (${engine})`, (await health()).p99, 100, "ms"),
    );
    await end();
    await pause(1_000);
  }
  return attackFigures;
}

async function othersDuringBulk(url: string, database: Database): Promise<Figure[]> {
  const token = await signInByApi(url, attacker, password);
  const playerToken = await signInByApi(url, manager, password);
  const measured: Record<string, () => Promise<number>> = {
    "player/schedule": async () => {
      const headers = { Authorization: `Bearer ${playerToken}` };
      return (
        await load({
          url: `${url}/api/player/schedule`,
          headers,
          milliseconds: attackMs / 2,
          pauseMs: 50,
        })
      ).p95;
    },
    "sign-in": async () => {
      const signIn = async () => {
        // fifty tries an address are no attack here
        await database.db.execute(sql`delete from rate_limit`);
        await signInByApi(url, manager, password);
      };
      return at(await timesOf(signIn, attackMs / 2, 50), 0.95);
    },
  };
  const changeFigures: Figure[] = [];
  for (const [name, measure] of Object.entries(measured)) {
    const [idle, during]: [number[], number[]] = [[], []];
    for (let round = 0; round < 3; round++) {
      idle.push(await measure());
      const end = await all(14, () => bulkChange(url, token));
      during.push(await measure());
      await end();
    }
    changeFigures.push(
      compared({
        measure: `p95 of ${name} during 14 bulk changes, ms (PostgreSQL)`,
        peer: "idle",
        values: during,
        peers: idle,
        ratios: during.map((p95, round) => p95 / (idle[round] ?? Number.NaN)),
        atMost: 3,
      }),
    );
  }
  return changeFigures;
}

function load(task: Omit<LoadTask, "cookies" | "connections">): Promise<LoadAnswer> {
  return ask<LoadAnswer>("load.ts", { cookies: [""], connections: 1, ...task });
}

/** Milliseconds of each call, one after the other with a pause. */
async function timesOf(
  call: () => Promise<unknown>,
  milliseconds: number,
  pauseMs: number,
): Promise<number[]> {
  const times: number[] = [];
  for (
    const until = performance.now() + milliseconds;
    performance.now() < until;
    await pause(pauseMs)
  ) {
    const from = performance.now();
    await call();
    times.push(performance.now() - from);
  }
  return times.sort((a, b) => a - b);
}

function at(times: number[], share: number): number {
  return times[Math.floor((times.length - 1) * share)] ?? Number.NaN;
}

/**
 * Repeats the work until it is stopped. Refused calls are tried again after a moment,
 * as an attacker would.
 */
function repeat(work: () => Promise<unknown>): () => Promise<void> {
  let isOver = false;
  const running = (async () => {
    while (!isOver) {
      await work().catch(() => {});
      await pause(50);
    }
  })();
  return () => {
    isOver = true;
    return running;
  };
}

async function all(count: number, work: () => Promise<unknown>): Promise<() => Promise<unknown>> {
  const ends = Array.from({ length: count }, () => repeat(work));
  return () => Promise.all(ends.map((end) => end()));
}

function bulkChange(url: string, token: string): Promise<unknown> {
  isActive = !isActive;
  const body = JSON.stringify({ matching: {}, status: isActive ? "active" : "inactive" });
  const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
  return fetch(`${url}/api/store/activate-deactivate`, { method: "PATCH", headers, body }).then(
    (answer) => answer.text(),
  );
}

function upload(url: string, token: string, content: string): Promise<unknown> {
  const body = new FormData();
  body.append("file", new File([content], "stores.csv"));
  const signal = AbortSignal.timeout(attackMs);
  return fetch(url, {
    method: "POST",
    headers: { Authorization: `Bearer ${token}` },
    body,
    signal,
  }).then((answer) => answer.text());
}

/** Asks for a download and takes a kilobyte a second of it. */
function slowReader(url: string, token: string) {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.write(
    `GET /api/store/exportStoreList HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${token}\r\n\r\n`,
  );
  socket.on("error", () => {});
  socket.pause();
  const timer = setInterval(() => socket.read(1024), 1000);
  socket.once("close", () => clearInterval(timer));
  return socket;
}
