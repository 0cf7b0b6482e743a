import type { SQLWrapper } from "drizzle-orm";
import type pg from "pg";
import type { SlotHolder } from "../base/work-slots.ts";
import type { ChangeListeners } from "./changes.ts";
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
  /**
   * False while the database's disk is full. Always true for the embedded engine, whose disk is the
   * files' and is checked with them. Never throws.
   */
  hasRoom(): Promise<boolean>;
  /** The whole data directory as a tar archive; embedded only, else it throws. */
  dump(): Promise<Uint8Array>;
  close(): Promise<void>;
}
