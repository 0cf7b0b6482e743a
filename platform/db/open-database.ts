import type pg from "pg";
import type { Database, DatabaseLogger, DatabaseOptions } from "./database.ts";
import { assembleDatabase } from "./database-pools.ts";
import { lockDirectory } from "./embedded/directory-lock.ts";
import { type EmbeddedEngine, startEmbedded } from "./embedded/engine.ts";
import { PreparingClient, TypedClient } from "./typed-client.ts";

const CONNECT_TIMEOUT = 5_000;
/** A connection to the embedded engine waits its turn after all running work. */
const EMBEDDED_CONNECT_TIMEOUT = 60_000;
const STATEMENT_TIMEOUT = 30_000;
/**
 * Shorter than a request waits for a connection: those that wait for a lock must not keep the
 * others from theirs.
 */
const LOCK_TIMEOUT = 3_000;
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
  return assembleDatabase({
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
  return assembleDatabase({
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
