import { type SpawnOptions, spawn } from "node:child_process";
import { PassThrough, type Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import pg from "pg";
import { countRows } from "./count-rows.ts";

type Environment = NodeJS.ProcessEnv;

/**
 * Dumps a PostgreSQL database in pg_dump's custom format, and counts the rows of each table in the
 * same snapshot, unaffected by later writes. pg_dump must be on the PATH, in the server's
 * version or a later one. Call `end` once the dump has been read.
 */
export async function dumpPostgres(url: string, environment: Environment) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("begin isolation level repeatable read read only");
  const { rows: exported } = await client.query<{ id: string }>(
    "select pg_export_snapshot() as id",
  );
  const rows = await countRows(client);
  const args = [
    "--format=custom",
    "--no-owner",
    "--no-privileges",
    `--snapshot=${exported[0]?.id}`,
  ];
  return {
    rows,
    bytes: (): Readable => {
      const out = new PassThrough();
      run("pg_dump", { args, url, environment }, { to: out }).catch((error: Error) =>
        out.destroy(error),
      );
      return out;
    },
    end: () => client.end(),
  };
}

/** True if a database has no tables, whoever made them; a restore needs an empty one. */
export async function isEmptyPostgres(url: string): Promise<boolean> {
  return onPostgres(url, async (client) => {
    const { rows } = await client.query(
      "select 1 from pg_class join pg_namespace n on n.oid = relnamespace where relkind in ('r', 'p') and nspname !~ '^(pg_|information_schema)' limit 1",
    );
    return rows.length === 0;
  });
}

/** Takes all tables away. Throws while a server of ours is connected. */
export const emptyPostgres = (url: string): Promise<void> =>
  onPostgres(url, async (client) => {
    const { rows: connected } = await client.query(
      "select 1 from pg_stat_activity where datname = current_database() and application_name like 'fever-in-store%' limit 1",
    );
    if (connected.length > 0)
      throw new Error("a server is connected to this database: stop it first");
    await client.query(
      "begin; drop schema if exists pgboss, drizzle, public cascade; create schema public; commit",
    );
  });

/** Fills an empty database, in one transaction. */
export const restorePostgres = (
  url: string,
  dump: Readable,
  environment: Environment,
): Promise<void> =>
  run(
    "pg_restore",
    {
      args: ["--exit-on-error", "--single-transaction", "--no-owner", "--no-privileges"],
      url,
      environment,
    },
    { from: dump },
  );

export async function onPostgres<T>(
  url: string,
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

/** Passes the password in the environment: every user of the machine can see the arguments. */
async function run(
  program: string,
  { args, url, environment }: { args: string[]; url: string; environment: Environment },
  { from, to }: { from?: Readable; to?: PassThrough },
): Promise<void> {
  const address = new URL(url);
  const password = decodeURIComponent(address.password);
  address.password = "";
  const options: SpawnOptions = {
    env: { ...environment, ...(password && { PGPASSWORD: password }) },
    stdio: [from ? "pipe" : "ignore", to ? "pipe" : "ignore", "pipe"],
  };
  const child = spawn(program, [...args, `--dbname=${address.href}`], options);
  let errorOutput = "";
  child.stderr?.on("data", (text: Buffer) => {
    errorOutput = (errorOutput + text).slice(-2_000);
  });
  const ended = new Promise<void>((resolve, reject) => {
    child.once("error", (error: NodeJS.ErrnoException) =>
      reject(
        error.code === "ENOENT"
          ? new Error(`${program} was not found: install PostgreSQL's client programs`)
          : error,
      ),
    );
    child.once("close", (code) =>
      code === 0
        ? resolve()
        : reject(new Error(`${program} failed: ${errorOutput.trim() || `exit code ${code}`}`)),
    );
  });
  const fed = from && child.stdin ? pipeline(from, child.stdin) : undefined;
  if (to && child.stdout) child.stdout.pipe(to, { end: false });
  const [run, feed] = await Promise.allSettled([ended, fed]);
  if (feed.status === "rejected" && feed.reason.code !== "EPIPE") throw feed.reason;
  if (run.status === "rejected") throw run.reason;
  to?.end();
}
