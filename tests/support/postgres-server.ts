import { type ChildProcess, execFile, spawn } from "node:child_process";
import { chown, mkdtemp, readdir, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";
import type { TestProject } from "vitest/node";

const run = promisify(execFile);

declare module "vitest" {
  export interface ProvidedContext {
    /**
     * The URL of a PostgreSQL server on which tests may create databases; undefined if this machine
     * has none.
     */
    postgresUrl: string | undefined;
    /** The part of this run in the names of what it creates on the server. */
    testRun: string;
  }
}

/** Vitest's global set-up, shared by all projects of a run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const run = sharedRun();
  run.users++;
  run.server ??= startTestServer();
  const server = await run.server;
  project.provide("postgresUrl", server?.url);
  project.provide("testRun", String(process.pid));
  return async () => {
    if (--run.users > 0) return;
    run.server = undefined;
    await server?.stop();
  };
}

export interface PostgresServer {
  /** The URL of the database "postgres", as a user who may create databases. */
  url: string;
  stop(): Promise<void>;
}

/** A throwaway cluster that can be stopped and started, to test a failing server. */
export interface PostgresCluster extends PostgresServer {
  /** Stops it at once and cuts its connections; the data remains. */
  halt(): Promise<void>;
  resume(): Promise<void>;
}

interface StartedCluster extends PostgresCluster {
  /** Turns a replica into the primary. */
  promote(): Promise<void>;
}

/** Gives DATABASE_URL_TEST's server, or a throwaway cluster, or undefined with a warning. */
export async function startTestServer(): Promise<PostgresServer | undefined> {
  const url = process.env.DATABASE_URL_TEST;
  if (url) return { url, stop: () => dropDatabases(url, `fever_test_${process.pid}_`) };
  const cluster = await startPostgresCluster();
  if (!cluster) {
    process.stderr.write(
      "\n*** The PostgreSQL half of the tests did NOT run: no DATABASE_URL_TEST, and no initdb was found. ***\n\n",
    );
  }
  return cluster;
}

type Settings = Record<string, string | number>;
/**
 * Makes and starts a cluster in its own directory with the newest binaries of this machine;
 * undefined if there are none.
 */
export const startPostgresCluster = (settings: Settings = {}) =>
  startCluster(settings, "initdb", (data) => [
    "-D",
    data,
    "-U",
    "postgres",
    "-A",
    "trust",
    "-E",
    "UTF8",
    "--locale=C",
    "--no-sync",
  ]);

/** Starts a streaming replica of a cluster, with its own slot; it can become the primary. */
export async function startReplica(primaryUrl: string, settings: Settings = {}) {
  await onServer(primaryUrl, (client) =>
    client.query("select pg_create_physical_replication_slot('replica')"),
  );
  const { hostname, port } = new URL(primaryUrl);
  const from = [
    "-h",
    hostname,
    "-p",
    port,
    "-U",
    "postgres",
    "-S",
    "replica",
    "-X",
    "stream",
    "-c",
    "fast",
    "--no-sync",
  ];
  const replica = await startCluster(settings, "pg_basebackup", (data) => [
    "-D",
    data,
    "-R",
    ...from,
  ]);
  if (!replica) throw new Error("a primary without binaries");
  return replica;
}

async function startCluster(
  settings: Settings,
  program: string,
  argsOf: (data: string) => string[],
): Promise<StartedCluster | undefined> {
  const bin = await findBinaries();
  if (!bin) return undefined;
  const owner = await unprivilegedOwner();
  const directory = await mkdtemp(join(tmpdir(), "fever-postgres-"));
  if (owner.uid !== undefined && owner.gid !== undefined)
    await chown(directory, owner.uid, owner.gid);
  const data = join(directory, "data");
  await run(join(bin, program), argsOf(data), { ...owner, cwd: directory });
  const port = await freePort();
  const url = `postgresql://postgres@127.0.0.1:${port}/postgres`;
  const start = () => startServer(bin, data, { ...settings, port }, owner, url);
  let server = await start();
  const halt = () => end(server, "SIGQUIT");
  const atExit = () => server.kill("SIGQUIT");
  process.once("exit", atExit);
  return {
    url,
    halt,
    async resume() {
      server = await start();
    },
    async promote() {
      await run(join(bin, "pg_ctl"), ["promote", "-D", data, "-w"], { ...owner, cwd: directory });
    },
    async stop() {
      await halt();
      process.removeListener("exit", atExit);
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** Drops the databases whose names begin with the prefix. */
const dropDatabases = (url: string, prefix: string): Promise<void> =>
  onServer(url, async (client) => {
    const { rows } = await client.query<{ datname: string }>(
      "select datname from pg_database where starts_with(datname, $1)",
      [prefix],
    );
    for (const { datname } of rows)
      await client.query(`drop database if exists ${pg.escapeIdentifier(datname)} with (force)`);
  });

/** Runs `work` with its own connection to the database of a URL. */
export async function onServer<T>(
  url: string | undefined,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Gives the URL of another database on the same server. */
export const databaseOn = (url: string, name: string): string =>
  Object.assign(new URL(url), { pathname: `/${name}` }).href;

async function findBinaries(): Promise<string | undefined> {
  const places = ["/usr/lib/postgresql", "/opt/homebrew/opt", "/usr/local/opt"];
  for (const place of places) {
    const versions = (await readdir(place).catch(() => [])).filter((name) =>
      /^(postgresql@)?\d+$/.test(name),
    );
    const newest = versions.sort(
      (a, b) => Number(b.replace(/\D/g, "")) - Number(a.replace(/\D/g, "")),
    )[0];
    if (newest) return join(place, newest, "bin");
  }
  const result = await run("pg_config", ["--bindir"]).catch(() => undefined);
  return result?.stdout.trim();
}

/** Gives a user other than root to run PostgreSQL, which refuses to run as root. */
export async function unprivilegedOwner(): Promise<{ uid?: number; gid?: number }> {
  if (process.getuid?.() !== 0) return {};
  for (const user of ["postgres", "nobody"]) {
    const ids = await Promise.all([run("id", ["-u", user]), run("id", ["-g", user])]).catch(
      () => undefined,
    );
    if (ids) return { uid: Number(ids[0].stdout), gid: Number(ids[1].stdout) };
  }
  throw new Error(
    "PostgreSQL does not run as root, and there is neither a user postgres nor nobody",
  );
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (typeof address !== "object" || !address) throw new Error("no free port");
  return address.port;
}

async function startServer(
  bin: string,
  data: string,
  overrides: Settings,
  owner: object,
  url: string,
): Promise<ChildProcess> {
  const settings: Settings = {
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    max_connections: 200,
    fsync: "off",
    full_page_writes: "off",
  };
  const args = Object.entries({
    ...settings,
    shared_buffers: "128MB",
    jit: "off",
    ...overrides,
  }).flatMap(([k, v]) => ["-c", `${k}=${v}`]);
  const server = spawn(join(bin, "postgres"), ["-D", data, ...args], {
    ...owner,
    cwd: data,
    stdio: ["ignore", "ignore", "pipe"],
  });
  let log = "";
  server.stderr?.on("data", (text: Buffer) => {
    log = (log + text).slice(-4_000);
  });
  while (!(await accepts(url))) {
    if (server.exitCode !== null) throw new Error(`PostgreSQL did not start:\n${log}`);
    await pause(30);
  }
  return server;
}

async function accepts(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

async function end(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const exited = new Promise((resolve) => server.once("exit", resolve));
  server.kill(signal);
  await exited;
}

interface SharedRun {
  users: number;
  server: Promise<PostgresServer | undefined> | undefined;
}

/** Vitest loads this file once per project, but all projects share one server. */
function sharedRun(): SharedRun {
  const key = Symbol.for("fever-in-store.test-postgres");
  const holder = globalThis as { [key]?: SharedRun };
  holder[key] ??= { users: 0, server: undefined };
  return holder[key];
}
