import type { SQLWrapper } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import type { SlotHolder } from "../base/work-slots.ts";
import { traceStatements } from "../observe/tracing.ts";
import type { ChangeListeners } from "./changes.ts";
import { CsvExports } from "./copy-csv.ts";
import { lockDirectory } from "./embedded/directory-lock.ts";
import { type EmbeddedEngine, startEmbedded } from "./embedded/engine.ts";
import { Replica } from "./replica.ts";
import * as schema from "./schema/index.ts";
import { TransactionScope } from "./transaction-scope.ts";
import { PreparingClient, TypedClient } from "./typed-client.ts";
import type { Db, Tx } from "./types.ts";

/** The part of a pino logger that the database uses. */
export interface DatabaseLogger {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export interface DatabaseOptions {
  /** PostgreSQL 15 or later. Without it the embedded engine runs. */
  url?: string | undefined;
  /** A transaction pooler before the same database, for all that is short; default: url. */
  poolerUrl?: string | undefined;
  /** The server that reports and downloads read from; default: url. */
  replicaUrl?: string | undefined;
  /** Seconds that the replica may be behind before readers see a notice; default: 30. */
  replicaLag?: number | undefined;
  /** The embedded engine's directory; without it the data lives in memory and ends with close(). */
  dataDir?: string | undefined;
  /** A dump (Database.dump) that an empty embedded engine starts from. */
  image?: Uint8Array | undefined;
  logger?: DatabaseLogger | undefined;
  maxConnections?: number | undefined;
  /**
   * Milliseconds after which PostgreSQL ends a statement. It never fires on the embedded engine.
   */
  statementTimeout?: number | undefined;
  /** Milliseconds between the embedded engine's rounds of vacuum, analyze and checkpoint. */
  maintenanceInterval?: number | undefined;
}

export interface Database {
  readonly engine: "embedded" | "postgres";
  readonly db: Db;
  /** For libraries that need it (pg-boss); guarded like db. */
  readonly pool: pg.Pool;
  /**
   * The same database over connections reserved for sessions, probes and players, which other
   * work cannot exhaust (LOAD-1).
   */
  readonly reserved: Database;
  /**
   * The same database for work that nobody waits for. On the embedded engine it runs in the
   * pauses between requests (LOAD-1).
   */
  readonly background: Database;
  /**
   * Commits what work did, or rolls all of it back when work throws. Inside, only tx may be used:
   * the pool throws.
   */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** The listeners for committed changes (`announce` in changes.ts). */
  readonly listeners: ChangeListeners;
  /**
   * Runs work; each transaction that it opens does `mark` last, before it commits, and is rolled
   * back where mark throws.
   */
  markCommits<T>(mark: (tx: Tx) => Promise<void>, work: () => Promise<T>): Promise<T>;
  /**
   * Runs work outside `markCommits`: its transactions are not marked, and stay committed even if
   * the marked ones are refused.
   */
  withoutMark<T>(work: () => Promise<T>): Promise<T>;
  /** One connection, without time limits, for migrations and maintenance. */
  dedicated<T>(work: (client: pg.ClientBase) => Promise<T>): Promise<T>;
  /**
   * Rows of the selects as CSV without header; see CsvExports. Throws a 429 when too many run, in
   * all or of this reader.
   */
  copyCsv(
    slices: Iterable<SQLWrapper> | AsyncIterable<SQLWrapper>,
    signal: AbortSignal,
    options?: { reader?: SlotHolder | undefined },
  ): ReadableStream<Uint8Array>;
  /**
   * The database for reports and downloads: this one with `db`, `pool` and `copyCsv` on the
   * replica, or itself if no replica answers. `behind` is the replica's lag in seconds, or 0 while
   * it is within the limit.
   */
  forReports(): Promise<{ database: Database; behind: number }>;
  /** For each pool: busy and idle connections, and requests that wait for one. */
  connections(): { pool: string; busy: number; idle: number; waiting: number }[];
  /** The number of CSV exports running. */
  exportsRunning(): number;
  /**
   * True if the database answers within two seconds. The embedded engine may be busy; for it, true
   * if it is running. Never throws.
   */
  alive(): Promise<boolean>;
  /** True if a session's statement is answered within a second. Never throws. */
  ready(): Promise<boolean>;
  /** The whole data directory as a tar archive; embedded only, else it throws. */
  dump(): Promise<Uint8Array>;
  close(): Promise<void>;
}

const CONNECT_TIMEOUT = 5_000;
/** A connection to the embedded engine waits its turn after all running work. */
const EMBEDDED_CONNECT_TIMEOUT = 60_000;
const STATEMENT_TIMEOUT = 30_000;
/**
 * Shorter than a request waits for a connection: those that wait for a lock must not keep the
 * others from theirs.
 */
const LOCK_TIMEOUT = 3_000;
/** Connections for sessions, probes and players. */
const RESERVED_CONNECTIONS = 4;
/** A COPY lasts as long as its reader takes; the exports end stalled ones themselves. */
const EXPORT_STATEMENT_TIMEOUT = 30 * 60_000;
/** Connections that reports read by. */
const REPLICA_CONNECTIONS = 5;
const REPLICA_CONNECT_TIMEOUT = 2_000;
const REPLICA_LAG = 30;
const MAINTENANCE_INTERVAL = 10 * 60_000;
/**
 * Ends a dead process's statement within a second: until then its locks would cause a 429 for
 * a repeat of it. Without JIT: PostgreSQL overestimates statements over few rows so much
 * that it compiles for seconds what takes milliseconds. With memory for a report to group
 * its stores' days in, which spill to disk at 4 MB.
 */
const SESSION =
  "-c TimeZone=UTC -c DateStyle=ISO -c IntervalStyle=postgres -c idle_in_transaction_session_timeout=60000 " +
  "-c client_connection_check_interval=1000 -c jit=off -c work_mem=16MB";

const silent: DatabaseLogger = { info() {}, warn() {}, error() {} };

/**
 * Opens the database; connections are made when needed. Throws DirectoryInUse if another
 * process holds dataDir.
 */
export async function openDatabase(options: DatabaseOptions = {}): Promise<Database> {
  return options.url ? openPostgres(options, options.url) : openEmbedded(options);
}

function openPostgres(options: DatabaseOptions, url: string): Database {
  const logger = options.logger ?? silent;
  const statementTimeout = options.statementTimeout ?? STATEMENT_TIMEOUT;
  const common: pg.PoolConfig = {
    connectionString: url,
    application_name: "fever-in-store",
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    options: SESSION,
  };
  const exportConfig: pg.PoolConfig = {
    ...common,
    application_name: "fever-in-store exports",
    statement_timeout: EXPORT_STATEMENT_TIMEOUT,
    lock_timeout: LOCK_TIMEOUT,
  };
  const direct: pg.PoolConfig = {
    ...common,
    Client: PreparingClient,
    max: options.maxConnections ?? 10,
    statement_timeout: statementTimeout,
    lock_timeout: LOCK_TIMEOUT,
    // the server ends a statement first; this is for a server that no longer answers
    query_timeout: statementTimeout + CONNECT_TIMEOUT,
  };
  // a transaction pooler takes no settings (platform/db/pooler.ts) and knows no named statements
  const { options: _, statement_timeout: _1, lock_timeout: _2, Client: _3, ...pooled } = direct;
  const replica = {
    connectionString: options.replicaUrl,
    connectionTimeoutMillis: REPLICA_CONNECT_TIMEOUT,
  };
  return assemble({
    engine: "postgres",
    logger,
    config:
      options.poolerUrl === undefined ? direct : { ...pooled, connectionString: options.poolerUrl },
    exportConfig,
    replica:
      options.replicaUrl === undefined
        ? undefined
        : {
            config: { ...direct, ...replica, max: REPLICA_CONNECTIONS },
            exportConfig: { ...exportConfig, ...replica },
            lag: options.replicaLag ?? REPLICA_LAG,
          },
    async dedicated(work) {
      const client = new TypedClient({ ...common, application_name: "fever-in-store maintenance" });
      client.on("error", (error) => logger.warn({ error }, "a database connection ended"));
      await client.connect();
      try {
        return await work(client);
      } finally {
        await client
          .end()
          .catch((error: unknown) => logger.warn({ error }, "a database connection did not close"));
      }
    },
  });
}

async function openEmbedded(options: DatabaseOptions): Promise<Database> {
  const logger = options.logger ?? silent;
  const unlock = options.dataDir === undefined ? undefined : await lockDirectory(options.dataDir);
  let engine: EmbeddedEngine;
  try {
    engine = await startEmbedded({
      dataDir: options.dataDir,
      image: options.image,
      maintenanceInterval: options.maintenanceInterval ?? MAINTENANCE_INTERVAL,
      logger,
    });
  } catch (error) {
    await unlock?.();
    throw error;
  }
  const config: pg.PoolConfig = {
    stream: () => engine.connect("usual"),
    user: "postgres",
    database: "postgres",
    password: "",
    ssl: false,
    connectionTimeoutMillis: EMBEDDED_CONNECT_TIMEOUT,
  };
  return assemble({
    engine: "embedded",
    embedded: engine,
    logger,
    config: { ...config, max: options.maxConnections ?? 10 },
    reservedConfig: { ...config, stream: () => engine.connect("urgent") },
    // it waits for requests however long they take
    backgroundConfig: {
      ...config,
      stream: () => engine.connect("background"),
      connectionTimeoutMillis: 0,
    },
    exportConfig: config,
    async close() {
      await engine.stop();
      await unlock?.();
    },
  });
}

interface Parts {
  engine: Database["engine"];
  logger: DatabaseLogger;
  config: pg.PoolConfig;
  /** For the reserved connections; default: `config`. */
  reservedConfig?: pg.PoolConfig;
  /** For the connections of background work; without it they share those of `config`. */
  backgroundConfig?: pg.PoolConfig;
  exportConfig: pg.PoolConfig;
  replica?: { config: pg.PoolConfig; exportConfig: pg.PoolConfig; lag: number } | undefined;
  embedded?: EmbeddedEngine;
  dedicated?: Database["dedicated"];
  close?: () => Promise<void>;
}

function assemble({
  engine,
  logger,
  config,
  reservedConfig = config,
  embedded,
  dedicated,
  ...parts
}: Parts): Database {
  const { exportConfig, backgroundConfig, close } = parts;
  const scope = new TransactionScope({ isShared: engine === "postgres" });
  const open = (poolConfig: pg.PoolConfig) => openPool(poolConfig, scope, logger);
  // statements that are sent together go out at once; a COPY cannot
  const pool = open({ ...config, pipeline: true });
  const reservedPool = open({ ...reservedConfig, pipeline: true, max: RESERVED_CONNECTIONS });
  const backgroundPool = backgroundConfig && open({ ...backgroundConfig, pipeline: true });
  const exportPool = open({ ...exportConfig, max: CsvExports.connections });
  const replicaPool = parts.replica && open({ ...parts.replica.config, pipeline: true });
  const replicaExportPool =
    parts.replica && open({ ...parts.replica.exportConfig, max: CsvExports.connections });
  const exports = new CsvExports(engine, logger);
  let closing: Promise<void> | undefined;

  const through = (pool: pg.Pool) => {
    const db = drizzle(pool, { schema });
    const transaction: Database["transaction"] = (work) => scope.transaction(pool, db, work);
    return { db: Object.assign(db, { transaction }), pool, transaction };
  };
  const copiedFrom =
    (pool: pg.Pool): Database["copyCsv"] =>
    (slices, signal, { reader } = {}) => {
      scope.refuse();
      return exports.open(pool, slices, signal, reader);
    };
  const common: Omit<
    Database,
    "db" | "pool" | "transaction" | "reserved" | "background" | "forReports"
  > = {
    engine,
    listeners: scope.listeners,
    markCommits: (mark, work) => scope.markCommits(mark, work),
    withoutMark: (work) => scope.withoutMark(work),
    dedicated: dedicated ?? ((work) => withClient(pool, work)),
    copyCsv: copiedFrom(exportPool),
    connections: () =>
      Object.entries({
        work: pool,
        reserved: reservedPool,
        background: backgroundPool,
        exports: exportPool,
        replica: replicaPool,
        replicaExports: replicaExportPool,
      }).flatMap(([name, each]) =>
        each
          ? [
              {
                pool: name,
                busy: each.totalCount - each.idleCount,
                idle: each.idleCount,
                waiting: each.waitingCount,
              },
            ]
          : [],
      ),
    exportsRunning: () => exports.running,
    alive: async () =>
      embedded
        ? embedded.failure() === undefined
        : answersWithin(ALIVE_TIMEOUT, reservedPool, scope),
    ready: () => answersWithin(READY_TIMEOUT, reservedPool, scope),
    async dump() {
      if (!embedded) throw new Error("only the embedded database can be dumped here: use pg_dump");
      return embedded.dump();
    },
    close() {
      closing ??= (async () => {
        await exports.close();
        await Promise.all(
          [pool, reservedPool, backgroundPool, exportPool, replicaPool, replicaExportPool].map(
            (each) => each?.end(),
          ),
        );
        await close?.();
      })();
      return closing;
    },
  };
  const ownDatabase = (ownPool: pg.Pool): Database => ({
    ...common,
    ...through(ownPool),
    get reserved() {
      return reserved;
    },
    get background() {
      return database.background;
    },
    forReports: () => database.forReports(),
  });
  const reserved = ownDatabase(reservedPool);
  const background = backgroundPool && ownDatabase(backgroundPool);
  const replica = replicaPool && new Replica(replicaPool, reservedPool, logger);
  const database: Database = {
    ...common,
    ...through(pool),
    reserved,
    get background() {
      return background ?? database;
    },
    async forReports() {
      const behind = await replica?.findLag();
      if (behind === undefined || !onReplica) return { database, behind: 0 };
      return { database: onReplica, behind: behind > (parts.replica?.lag ?? 0) ? behind : 0 };
    },
  };
  const onReplica = replicaPool &&
    replicaExportPool && {
      ...database,
      db: through(replicaPool).db,
      pool: replicaPool,
      copyCsv: copiedFrom(replicaExportPool),
    };
  return database;
}

function openPool(config: pg.PoolConfig, scope: TransactionScope, logger: DatabaseLogger): pg.Pool {
  const pool = new pg.Pool({ Client: TypedClient, ...config });
  const report = (error: Error) => logger.warn({ error }, "a database connection ended");
  pool.on("error", report);
  // without a listener of its own a connection that ends while it is lent out would end the process
  pool.on("connect", (client) => {
    client.on("error", report);
    traceStatements(client);
  });
  traceStatements(pool);
  return scope.guard(pool);
}

async function withClient<T>(
  pool: pg.Pool,
  work: (client: pg.ClientBase) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  try {
    return await work(client);
  } finally {
    client.release();
  }
}

const ALIVE_TIMEOUT = 2_000;
const READY_TIMEOUT = 1_000;

async function answersWithin(ms: number, pool: pg.Pool, scope: TransactionScope): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, ms, false);
  });
  const reply = scope
    .outside(() => pool.query("select 1"))
    .then(
      () => true,
      () => false,
    );
  return Promise.race([reply, late]).finally(() => clearTimeout(timer));
}
