import type { SQLWrapper } from "drizzle-orm";
import type pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import { type SlotHolder, WorkSlots } from "../base/work-slots.ts";
import { CsvOutlet } from "./csv-outlet.ts";
import { inlineLiterals } from "./inline-literals.ts";

type Slices = Iterable<SQLWrapper> | AsyncIterable<SQLWrapper>;
interface Logger {
  warn(fields: object, message: string): void;
}

const most = { person: 1, company: 2, process: 6 };
const retryAfterSeconds = 30;
const words = {
  person: "You already have a download running. Wait until it has finished, then try again.",
  company: "Your company already has 2 downloads running. Try again when one has finished.",
  process: "Too many downloads are running. Try again in a minute.",
};

/** CSV exports on connections of their own, since each is held for as long as its reader takes. */
export class CsvExports {
  /** One more than exports may run, so that a cancel never waits for a connection. */
  static readonly connections = most.process + 1;
  readonly #slots = new WorkSlots(most, retryAfterSeconds);
  readonly #running = new Map<AbortController, Promise<void>>();

  constructor(
    private readonly engine: "embedded" | "postgres",
    private readonly logger: Logger,
  ) {}

  /**
   * Streams the rows of each select in turn as CSV (RFC 4180, no header line), read only as fast as
   * the reader takes them. On the embedded engine a select runs to its end at once: hand over
   * slices of some thousand rows, between which other queries run. An error errors the stream. When
   * signal aborts or the reader cancels, PostgreSQL's query is cancelled and the embedded engine
   * stops before the next slice. Throws 429 when too many run.
   */
  open(
    pool: pg.Pool,
    slices: Slices,
    signal: AbortSignal,
    reader: SlotHolder | undefined,
  ): ReadableStream<Uint8Array> {
    signal.throwIfAborted();
    const free = this.#slots.take(reader, words);
    // one way to end for all: the signal aborts, the reader cancels or stalls, close() is called, or
    // the export itself fails
    const ended = new AbortController();
    const abort = () => ended.abort(signal.reason);
    signal.addEventListener("abort", abort, { once: true });
    const outlet = new CsvOutlet(ended);
    const run = this.#write(pool, slices, outlet, ended.signal)
      .catch((error: unknown) => ended.abort(error))
      .finally(() => {
        signal.removeEventListener("abort", abort);
        this.#running.delete(ended);
        free();
      });
    this.#running.set(ended, run);
    return outlet.readable;
  }

  get running(): number {
    return this.#running.size;
  }

  /** Ends what still runs; each reader sees an error. */
  async close(): Promise<void> {
    for (const ended of this.#running.keys()) ended.abort(new Error("the database is closing"));
    await Promise.all(this.#running.values());
  }

  async #write(
    pool: pg.Pool,
    slices: Slices,
    outlet: CsvOutlet,
    ended: AbortSignal,
  ): Promise<void> {
    const client = await pool.connect();
    let whole = false;
    try {
      for await (const slice of slices) {
        ended.throwIfAborted();
        await this.#copy(pool, client, inlineLiterals(slice), outlet, ended);
      }
      whole = true;
    } finally {
      // a connection whose COPY was left is closed, which also stops a backend blocked on writing
      client.release(!whole);
    }
    outlet.close();
  }

  async #copy(
    pool: pg.Pool,
    client: pg.PoolClient,
    select: string,
    outlet: CsvOutlet,
    ended: AbortSignal,
  ): Promise<void> {
    const pid = this.engine === "postgres" ? await backendOf(client) : undefined;
    ended.throwIfAborted();
    const copy = client.query(copyTo(`COPY (${select}) TO STDOUT (FORMAT csv)`));
    copy.on("error", () => {}); // it may still fail after the loop below has gone
    let cancelled: Promise<void> | undefined;
    const cancel = () => {
      cancelled ??= this.#cancel(pool, pid).finally(() => copy.destroy(ended.reason));
      return cancelled;
    };
    const onAbort = () => void cancel();
    ended.addEventListener("abort", onAbort, { once: true });
    try {
      for await (const chunk of copy) await outlet.write(chunk);
    } catch (error) {
      await cancel();
      throw ended.aborted ? ended.reason : error;
    } finally {
      ended.removeEventListener("abort", onAbort);
    }
  }

  async #cancel(pool: pg.Pool, pid: number | undefined): Promise<void> {
    if (pid === undefined) return;
    await pool
      .query("select pg_cancel_backend($1)", [pid])
      .catch((error: unknown) =>
        this.logger.warn({ error }, "a download's query could not be cancelled"),
      );
  }
}

async function backendOf(client: pg.PoolClient): Promise<number | undefined> {
  return (await client.query<{ pid: number }>("select pg_backend_pid() as pid")).rows[0]?.pid;
}
