import { createHash, randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type SQL, sql } from "drizzle-orm";
import type pg from "pg";
import { inject, vi } from "vitest";
import { type Database, type DatabaseOptions, openDatabase } from "#platform/db/client";
import { migrate } from "#platform/db/migrate";
import { patience } from "./patience.ts";
import { databaseOn, onServer } from "./postgres-server.ts";

export type Engine = Database["engine"];

const availableEngines: Engine[] = inject("postgresUrl") ? ["embedded", "postgres"] : ["embedded"];

/**
 * Both engines in `npm test` too, for the few smoke files that prove the embedded engine there
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
 * The engines of a file that tests what may differ between them, for `describe.each(engines)("… on
 * %s", (engine) => …)`: PostgreSQL if it is installed, otherwise the embedded one. `npm run
 * test:all` runs every file on each, by TEST_ENGINE.
 */
export const engines: Engine[] = process.env.TEST_ALL ? bothEngines : bothEngines.slice(-1);

/** The engine for all other tests: PostgreSQL if it is installed, otherwise the embedded engine. */
export const anyEngine: Engine = engines.at(-1) ?? "embedded";

/** A fresh database with the product's tables; close() ends it, and on PostgreSQL drops it. */
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

/** A fresh PostgreSQL database with the product's tables, for tests that open it themselves. */
export async function freshPostgresDatabase(): Promise<{ name: string; url: string }> {
  const template = await postgresTemplate();
  const name = `${prefix()}${randomUUID().replaceAll("-", "")}`;
  await onTestServer((client) => client.query(`create database ${name} template ${template}`));
  return { name, url: databaseUrl(name) };
}

/**
 * Settings of a server whose tests are not about its engine: a database of PostgreSQL if it is
 * installed, otherwise the embedded one, whose first start costs ten times as much of a core.
 */
export async function anyServerDatabase(): Promise<Record<string, string>> {
  return inject("postgresUrl") ? { DATABASE_URL: (await freshPostgresDatabase()).url } : {};
}

/** A fresh PostgreSQL database without any table. */
export async function emptyPostgresDatabase(): Promise<{ name: string; url: string }> {
  const name = `${prefix()}${randomUUID().replaceAll("-", "")}`;
  await onTestServer((client) => client.query(`create database ${name}`));
  return { name, url: databaseUrl(name) };
}

/**
 * Runs a statement that fills a table for as long as the machine needs: a request's statements have
 * 30 seconds.
 */
export async function fillTable({ db }: Pick<Database, "db">, rows: SQL): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`);
    await tx.execute(rows);
  });
}

/**
 * Resolves once another session waits for a lock that this client holds (PostgreSQL only). Rejects
 * after a minute: it may be a server that has to start first.
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
 * The migrated embedded database as a dump, made once for each state of the migrations and kept
 * beside the packages.
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
    await rename(draft, file); // another worker may be making the same
    return freshImage;
  })();
  return image;
}

let template: Promise<string> | undefined;

/** A migrated database to copy from, made once a run by whichever worker comes first. */
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
    // a connection would hold up copying
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
