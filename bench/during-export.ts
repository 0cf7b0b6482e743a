/**
 * Measures how other people's pages fare while a big company's stores are downloaded repeatedly:
 * p50 of a small company's stores list, one reader that pauses between pages, idle and during
 * downloads in turn, on PostgreSQL and on the embedded engine. Prints one JSON line. Run: npx tsx
 * bench/during-export.ts
 */
import { tmpdir } from "node:os";
import { pino } from "pino";
import { DEMO_PASSWORD } from "../demo/people.ts";
import { seedDemo } from "../demo/seed.ts";
import type { Database } from "../platform/db/database.ts";
import { migrate } from "../platform/db/migrate.ts";
import { openDatabase } from "../platform/db/open-database.ts";
import { download } from "./support/export.ts";
import { compared, type Figure, say } from "./support/figures.ts";
import { makeFolder } from "./support/folder.ts";
import type { LoadAnswer, LoadTask } from "./support/load.ts";
import { openBenchDatabase } from "./support/postgres.ts";
import { ask, startBuiltServer } from "./support/processes.ts";
import { password, seedOrganisation } from "./support/seed.ts";
import { signInByApi, signInByPage } from "./support/sign-in.ts";

const stores = { postgres: 200_000, embedded: 30_000 };
const username = "bench.export";
const rounds = 5;
const warmUpMs = 3_000;
const roundMs = 3_000;

const figures = [await onPostgres(), await onEmbedded()];
say("during-export", figures, { exportedStores: stores });

async function onPostgres(): Promise<Figure> {
  const { url, database, stop } = await openBenchDatabase();
  await seed(database, stores.postgres);
  const figure = await measure("PostgreSQL", { DATABASE_URL: url });
  await stop();
  return figure;
}

async function onEmbedded(): Promise<Figure> {
  const { folder, remove } = await makeFolder();
  const database = await openDatabase({ dataDir: `${folder}/database` });
  await migrate(database);
  await seed(database, stores.embedded);
  await database.close();
  const figure = await measure("embedded", { DATA_DIR: folder });
  await remove();
  return figure;
}

async function seed(database: Database, count: number): Promise<void> {
  const filesDir = `${tmpdir()}/fever-bench-files`;
  await seedDemo({
    database,
    filesDir,
    now: new Date(),
    stores: 240,
    historyDays: 1,
    logger: pino({ level: "warn" }),
  });
  await seedOrganisation(database, { id: 900, stores: count, username });
}

async function measure(engine: string, environment: Record<string, string>): Promise<Figure> {
  const server = await startBuiltServer(environment);
  const cookie = await signInByPage(server.url, "client.admin", DEMO_PASSWORD);
  const token = await signInByApi(server.url, username, password);
  const pages = async (milliseconds: number) => {
    const task: LoadTask = {
      url: `${server.url}/admin/stores`,
      cookies: [cookie],
      connections: 1,
      milliseconds,
      pauseMs: 150,
    };
    return (await ask<LoadAnswer>("load.ts", task)).p50;
  };
  const pagesDuringDownloads = async () => {
    let over = false;
    const downloads = (async () => {
      const headers = { Authorization: `Bearer ${token}` };
      while (!over) await download(`${server.url}/api/store/exportStoreList`, headers, server.pid);
    })();
    const p50 = await pages(roundMs);
    over = true;
    await downloads;
    return p50;
  };
  await pages(warmUpMs);
  await pagesDuringDownloads();
  const idle: number[] = [];
  const during: number[] = [];
  for (let round = 0; round < rounds; round++) {
    idle.push(await pages(roundMs));
    during.push(await pagesDuringDownloads());
  }
  await server.stop();
  return compared({
    measure: `p50 of pages during a download, ms (${engine})`,
    peer: "idle",
    values: during,
    peers: idle,
    ratios: during.map((p50, i) => p50 / (idle[i] ?? Number.NaN)),
    atMost: 5,
  });
}
