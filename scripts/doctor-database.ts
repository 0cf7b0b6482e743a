import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "../config.ts";
import type { Database } from "../platform/db/database.ts";
import { DirectoryInUse } from "../platform/db/embedded/directory-lock.ts";
import { countKnownMigrations } from "../platform/db/migrate.ts";
import { openDatabase } from "../platform/db/open-database.ts";
import { checkPooler } from "../platform/db/pooler.ts";
import { findZonesApart } from "../platform/db/zone-rules.ts";
import { type Finding, messageOf, note, ok, wrong } from "./doctor-findings.ts";
import { placeOf } from "./place.ts";

export async function checkDatabase(config: Config): Promise<Finding> {
  const { url, dataDir } = await placeOf(process.env);
  if (url) return withDatabase(() => openDatabase({ url, maxConnections: 1 }), checkPostgres);
  if (!existsSync(join(dataDir, "pgdata")))
    return note(`embedded, none yet in ${dataDir}`, "The first start makes it.");
  const embedded = async (database: Database) => {
    const finding = (await checkMigrated(database)) ?? (await checkZones(database));
    if (finding) return finding;
    return config.NODE_ENV === "production"
      ? note(
          "embedded, up to date: for trials and one small shop",
          "Set DATABASE_URL to a PostgreSQL database.",
        )
      : ok("embedded, up to date");
  };
  return withDatabase(() => openDatabase({ dataDir }), embedded);
}

async function withDatabase(
  open: () => Promise<Database>,
  look: (database: Database) => Promise<Finding>,
): Promise<Finding> {
  let database: Database | undefined;
  try {
    database = await open();
    return await look(database);
  } catch (error) {
    if (error instanceof DirectoryInUse)
      return ok(
        `embedded, held by the server that runs (process ${error.pid}, since ${error.since})`,
      );
    return wrong(
      `does not answer: ${messageOf(error)}`,
      "Start it, and check its address: host, port, user, password and name.",
    );
  } finally {
    await database?.close();
  }
}

async function checkPostgres(database: Database): Promise<Finding> {
  const askedAt = Date.now();
  const { rows } = await database.pool.query<{ version: number; now: Date }>(
    "select current_setting('server_version_num')::int / 10000 as version, clock_timestamp() as now",
  );
  const answered = Date.now();
  const [row] = rows;
  if (!row) throw new Error("no answer");
  if (row.version < 15)
    return wrong(`PostgreSQL ${row.version} is too old`, "Use PostgreSQL 15 or later.");
  const apart = Math.max(askedAt - row.now.getTime(), row.now.getTime() - answered, 0) / 1000;
  if (apart > 5)
    return wrong(
      `its clock and this machine's are ${Math.round(apart)} seconds apart`,
      "Let both follow a time server: playlists and sessions go by the clock.",
    );
  return (
    (await checkMigrated(database)) ??
    (await checkZones(database)) ??
    ok(`PostgreSQL ${row.version}, up to date, its clock agrees`)
  );
}

/** Gives what is wrong with the tables, if anything. */
async function checkMigrated(database: Database): Promise<Finding | undefined> {
  const migrationCount = await countKnownMigrations();
  const { rows } = await database.pool
    .query<{ applied: number }>("select count(*)::int as applied from drizzle.__drizzle_migrations")
    .catch(() => ({
      rows: [{ applied: 0 }],
    }));
  const applied = rows[0]?.applied ?? 0;
  if (applied < migrationCount)
    return note(
      `${migrationCount - applied} of ${migrationCount} migrations are not applied yet`,
      "The next start applies them. Back up first.",
    );
  if (applied > migrationCount)
    return wrong(
      "it belongs to a newer version of the product",
      "Install that version, or restore a backup made before it.",
    );
  return undefined;
}

const hourMs = 3_600_000;

/** Names the stores' time zones, if any, that show other times in the database than here. */
async function checkZones(database: Database): Promise<Finding | undefined> {
  const { rows } = await database.pool.query<{ zone: string }>(
    "select distinct time_zone as zone from store",
  );
  const thisHour = Math.floor(Date.now() / hourMs) * hourMs;
  const zones = await findZonesApart(
    database.pool,
    rows.map(({ zone }) => zone),
    Array.from({ length: 366 * 24 }, (_, hours) => new Date(thisHour + hours * hourMs)),
  );
  return zones.length > 0
    ? note(
        `its time zones and Node.js's differ in the next year for ${zones.join(", ")}`,
        "Update both: reports would count other hours than stores play.",
      )
    : undefined;
}

export async function lookAtPooler({
  DATABASE_URL: url,
  DATABASE_POOLER_URL: poolerUrl,
}: Config): Promise<Finding> {
  if (!poolerUrl) return ok("none: each process has its own connections");
  const look = async (database: Database) =>
    checkPooler(database.pool).then(
      () => ok("answers, and its connections are set as they should be"),
      (error: Error) =>
        wrong(
          error.message,
          "Then reload PgBouncer's settings and reconnect its servers (RECONNECT).",
        ),
    );
  return withDatabase(() => openDatabase({ url, poolerUrl, maxConnections: 1 }), look);
}

export async function checkReplica({ DATABASE_REPLICA_URL: url }: Config): Promise<Finding> {
  if (!url) return ok("none: reports and downloads read from the database");
  const look = async (database: Database) => {
    const { rows } = await database.pool.query<{ follows: boolean }>(
      "select pg_is_in_recovery() as follows",
    );
    return rows[0]?.follows
      ? ok("answers and follows")
      : note("answers, but follows no other server", "Check DATABASE_REPLICA_URL.");
  };
  return withDatabase(() => openDatabase({ url, maxConnections: 1 }), look);
}
