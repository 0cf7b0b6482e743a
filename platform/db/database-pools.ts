import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import { traceStatements } from "../observe/tracing.ts";
import { CsvExports } from "./copy-csv.ts";
import type { Database, DatabaseLogger } from "./database.ts";
import { databaseRoom } from "./database-room.ts";
import type { EmbeddedEngine } from "./embedded/engine.ts";
import { Replica } from "./replica.ts";
import * as schema from "./schema/index.ts";
import { TransactionScope } from "./transaction-scope.ts";
import { TypedClient } from "./typed-client.ts";

/** Connections for sessions, probes and players. */
const RESERVED_CONNECTIONS = 4;

interface PoolConfigs {
  config: pg.PoolConfig;
  /** For the reserved connections; default: `config`. */
  reservedConfig?: pg.PoolConfig;
  /** For the connections of background work; without it they share those of `config`. */
  backgroundConfig?: pg.PoolConfig;
  exportConfig: pg.PoolConfig;
  replica?: { config: pg.PoolConfig; exportConfig: pg.PoolConfig; lag: number } | undefined;
}

interface Parts extends PoolConfigs {
  engine: Database["engine"];
  logger: DatabaseLogger;
  embedded?: EmbeddedEngine;
  dedicated?: Database["dedicated"];
  close?: () => Promise<void>;
}

/** Makes the database of an engine's connections. */
export function assembleDatabase({
  engine,
  logger,
  embedded,
  dedicated,
  close,
  ...parts
}: Parts): Database {
  const scope = new TransactionScope({ isShared: engine === "postgres" });
  const pools = openPools(parts, (config) => openPool(config, scope, logger));
  const exports = new CsvExports(engine, logger);
  let closing: Promise<void> | undefined;

  const databaseOn = (pool: pg.Pool) => {
    const db = drizzle(pool, { schema });
    const transaction: Database["transaction"] = (work) => scope.transaction(pool, db, work);
    return { db: Object.assign(db, { transaction }), pool, transaction };
  };
  const copiedFrom = csvCopier(exports, scope);
  const common: SharedParts = {
    engine,
    listeners: scope.listeners,
    markCommits: (mark, work) => scope.markCommits(mark, work),
    withoutMark: (work) => scope.withoutMark(work),
    dedicated: dedicated ?? ((work) => withClient(pools.work, work)),
    copyCsv: copiedFrom(pools.exports),
    connections: () => countConnections(pools),
    exportsRunning: () => exports.running,
    ...healthChecks({ engine, embedded }, pools.reserved, scope),
    async dump() {
      if (!embedded) throw new Error("only the embedded database can be dumped here: use pg_dump");
      return embedded.dump();
    },
    close() {
      closing ??= (async () => {
        await exports.close();
        await Promise.all(Object.values(pools).map((each) => each?.end()));
        await close?.();
      })();
      return closing;
    },
  };
  const ownDatabase = (ownPool: pg.Pool): Database => ({
    ...common,
    ...databaseOn(ownPool),
    get reserved() {
      return reserved;
    },
    get background() {
      return database.background;
    },
    forReports: () => database.forReports(),
  });
  const reserved = ownDatabase(pools.reserved);
  const background = pools.background && ownDatabase(pools.background);
  const replica = pools.replica && new Replica(pools.replica, pools.reserved, logger);
  const database: Database = {
    ...common,
    ...databaseOn(pools.work),
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
  const onReplica = pools.replica &&
    pools.replicaExports && {
      ...database,
      db: databaseOn(pools.replica).db,
      pool: pools.replica,
      copyCsv: copiedFrom(pools.replicaExports),
    };
  return database;
}

/** The members that are the same on each pool. */
type SharedParts = Omit<
  Database,
  "db" | "pool" | "transaction" | "reserved" | "background" | "forReports"
>;

/** Copies from a pool, outside of any transaction. */
const csvCopier =
  (exports: CsvExports, scope: TransactionScope) =>
  (pool: pg.Pool): Database["copyCsv"] =>
  (slices, signal, { reader } = {}) => {
    scope.refuse();
    return exports.open(pool, slices, signal, reader);
  };

/** Asks over the reserved connections, so that a full pool is no sign of illness. */
const healthChecks = (
  { engine, embedded }: Pick<Parts, "engine" | "embedded">,
  pool: pg.Pool,
  scope: TransactionScope,
): Pick<Database, "alive" | "ready" | "hasRoom"> => ({
  alive: async () =>
    embedded ? embedded.failure() === undefined : answersWithin(ALIVE_TIMEOUT, pool, scope),
  ready: () => answersWithin(READY_TIMEOUT, pool, scope),
  hasRoom:
    engine === "postgres"
      ? databaseRoom((text) => scope.outside(() => pool.query(text)))
      : async () => true,
});

function openPools(
  { config, reservedConfig = config, backgroundConfig, exportConfig, replica }: PoolConfigs,
  open: (config: pg.PoolConfig) => pg.Pool,
) {
  // statements that are sent together go out at once; a COPY cannot
  const openPipeline = (each: pg.PoolConfig) => open({ ...each, pipeline: true });
  const openExports = (each: pg.PoolConfig) => open({ ...each, max: CsvExports.connections });
  return {
    work: openPipeline(config),
    reserved: openPipeline({ ...reservedConfig, max: RESERVED_CONNECTIONS }),
    background: backgroundConfig && openPipeline(backgroundConfig),
    exports: openExports(exportConfig),
    replica: replica && openPipeline(replica.config),
    replicaExports: replica && openExports(replica.exportConfig),
  };
}

const countConnections = (pools: ReturnType<typeof openPools>) =>
  Object.entries(pools).flatMap(([pool, each]) =>
    each
      ? {
          pool,
          busy: each.totalCount - each.idleCount,
          idle: each.idleCount,
          waiting: each.waitingCount,
        }
      : [],
  );

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
