import { createHash, randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type SQL, sql } from "drizzle-orm";
import type pg from "pg";
import { inject, vi } from "vitest";
import type { Database, DatabaseOptions } from "#platform/db/database";
import { migrate } from "#platform/db/migrate";
import { openDatabase } from "#platform/db/open-database";
import { patience } from "./patience.ts";
import { databaseOn, onServer } from "./postgres-server.ts";

export type Engine = Database["engine"];

const availableEngines: Engine[] = inject("postgresUrl") ? ["embedded", "postgres"] : ["embedded"];

/**
 * Both engines, also in `npm test`, for the few smoke files that test the embedded engine there
 * (docs/decisions/tests.md lists them).
 */
export const bothEngines: Engine[] = availableEngines.filter(
  (engine) => !process.env.TEST_ENGINE || engine === process.env.TEST_ENGINE,
);
if (bothEngines.length === 0)
  throw new Error(
    `There is no database engine ${process.env.TEST_ENGINE} here, only ${availableEngines.join(" and ")}`,
  );

/**
 * The engines of a file that tests where they may differ, for `describe.each(engines)("… on %s",
 * (engine) => …)`: PostgreSQL if it is installed, otherwise the embedded one. `npm run test:all`
 * runs every file on each, with TEST_ENGINE.
 */
export const engines: Engine[] = process.env.TEST_ALL ? bothEngines : bothEngines.slice(-1);

/** The engine for all other tests: PostgreSQL if it is installed, otherwise the embedded engine. */
export const anyEngine: Engine = engines.at(-1) ?? "embedded";

/** Opens a fresh database with the product's tables; close() also drops it on PostgreSQL. */
export async function openTestDatabase(
  engine: Engine,
  options: DatabaseOptions = {},
): Promise<Database> {
  if (engine === "embedded") return openDatabase({ image: await goldenImage(), ...options });
  const { name, url } = await freshPostgresDatabase();
  const database = await openDatabase({ url, maxConnections: 5, ...options });
  return {
    ...database,
    async close() {
      await database.close();
      await onTestServer((client) => client.query(`drop database if exists ${name} with (force)`));
    },
  };
}

/** Creates a PostgreSQL database with the product's tables, for tests that open it themselves. */
export async function freshPostgresDatabase(): Promise<{ name: string; url: string }> {
  const template = await postgresTemplate();
  const name = `${prefix()}${randomUUID().replaceAll("-", "")}`;
  await onTestServer((client) => client.query(`create database ${name} template ${template}`));
  return { name, url: databaseUrl(name) };
}

/**
 * Gives the settings of a server whose tests are not about its engine: a PostgreSQL database if it
 * is installed, otherwise the embedded one, whose first start costs ten times as much CPU time.
 */
export async function anyServerDatabase(): Promise<Record<string, string>> {
  return inject("postgresUrl") ? { DATABASE_URL: (await freshPostgresDatabase()).url } : {};
}

/** Creates a PostgreSQL database without tables. */
export async function emptyPostgresDatabase(): Promise<{ name: string; url: string }> {
  const name = `${prefix()}${randomUUID().replaceAll("-", "")}`;
  await onTestServer((client) => client.query(`create database ${name}`));
  return { name, url: databaseUrl(name) };
}

/**
 * Runs a statement that fills a table, without a time limit; statements of requests have 30
 * seconds.
 */
export async function fillTable({ db }: Pick<Database, "db">, rows: SQL): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`);
    await tx.execute(rows);
  });
}

/**
 * Resolves once another session waits for a lock that this client holds (PostgreSQL only). Rejects
 * after a minute, because a server may have to start first.
 */
export async function somebodyWaits(client: pg.ClientBase): Promise<void> {
  await vi.waitFor(async () => {
    const { rows } = await client.query(
      "select 1 from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))",
    );
    if (rows.length === 0) throw new Error("nobody waits");
  }, patience);
}

let image: Promise<Uint8Array> | undefined;

/**
 * Gives a dump of the migrated embedded database, made once per state of the migrations and cached
 * in node_modules.
 */
function goldenImage(): Promise<Uint8Array> {
  image ??= (async () => {
    const file = fileURLToPath(
      new URL(`../../node_modules/.cache/golden/${await migrationsHash()}.tar`, import.meta.url),
    );
    const cachedImage = await readFile(file).catch(() => undefined);
    if (cachedImage) return new Uint8Array(cachedImage);
    const database = await openDatabase();
    await migrate(database);
    const freshImage = await database.dump();
    await database.close();
    await mkdir(dirname(file), { recursive: true });
    const draft = `${file}.${randomUUID()}`;
    await writeFile(draft, freshImage);
    await rename(draft, file); // atomic, because another worker may write the same file
    return freshImage;
  })();
  return image;
}

let template: Promise<string> | undefined;

/** Gives a migrated database to copy, made once per run by the first worker that needs it. */
function postgresTemplate(): Promise<string> {
  template ??= onTestServer(async (client) => {
    const name = `${prefix()}template`;
    await client.query("select pg_advisory_lock(7290042)");
    const { rowCount } = await client.query("select from pg_database where datname = $1", [name]);
    if (rowCount) return name;
    const draft = `${name}_draft`;
    await client.query(`drop database if exists ${draft} with (force)`);
    await client.query(`create database ${draft}`);
    const database = await openDatabase({ url: databaseUrl(draft) });
    try {
      await migrate(database);
    } finally {
      await database.close();
    }
    // connections would block the copying
    await client.query(`alter database ${draft} allow_connections false`);
    await client.query(`alter database ${draft} rename to ${name}`);
    return name;
  });
  return template;
}

const onTestServer = <T>(work: (client: pg.Client) => Promise<T>): Promise<T> =>
  onServer(inject("postgresUrl"), work);

const databaseUrl = (name: string): string => databaseOn(inject("postgresUrl") ?? "", name);

function prefix(): string {
  return `fever_test_${inject("testRun")}_`;
}

async function migrationsHash(): Promise<string> {
  const folder = fileURLToPath(new URL("../../platform/db/migrations", import.meta.url));
  const engineVersion = await readFile(
    new URL("../../node_modules/@electric-sql/pglite/package.json", import.meta.url),
    "utf8",
  );
  const hash = createHash("sha256").update(engineVersion);
  for (const name of (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort()) {
    hash.update(name).update(await readFile(join(folder, name)));
  }
  return hash.digest("hex");
}
