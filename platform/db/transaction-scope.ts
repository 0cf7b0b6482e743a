import { AsyncLocalStorage } from "node:async_hooks";
import type { ExtractTablesWithRelations, SQL, TablesRelationalConfig } from "drizzle-orm";
import type { NodePgQueryResultHKT } from "drizzle-orm/node-postgres";
import { type NodePgDatabase, NodePgSession, NodePgTransaction } from "drizzle-orm/node-postgres";
import { PgDialect, type PgTransaction } from "drizzle-orm/pg-core";
import type pg from "pg";
import { ChangeListeners, trackTransaction } from "./changes.ts";

/**
 * Knows, by the asynchronous call chain, whether the caller is inside an open transaction.
 * There a second connection would see old data, and on the embedded engine, which runs one
 * transaction at a time, it would wait for itself for ever: so it throws.
 */
export class TransactionScope {
  readonly listeners = new ChangeListeners();
  readonly #current = new AsyncLocalStorage<{ open: boolean } | undefined>();
  readonly #beforeCommit = new AsyncLocalStorage<(tx: never) => Promise<void>>();
  readonly #dialect = new PgDialect();
  readonly #isShared: boolean;
  #running = 0;
  #marking = 0;

  /** `isShared`: other processes may have the same database open. */
  constructor({ isShared }: { isShared: boolean }) {
    this.#isShared = isShared;
  }

  /** Makes the pool refuse connections and queries inside an open transaction. */
  guard(pool: pg.Pool): pg.Pool {
    const connect = pool.connect.bind(pool);
    type Callback = Parameters<typeof connect>[0];
    const pageContext = (callback?: Callback) => {
      const refusal = this.#refusal();
      if (refusal)
        return callback ? callback(refusal, undefined, () => {}) : Promise.reject(refusal);
      return callback ? connect(callback) : connect();
    };
    return Object.assign(pool, { connect: pageContext }); // pool.query goes through connect too
  }

  /**
   * Runs work in a transaction on a connection of its own. Written here and not left to drizzle,
   * which waits for BEGIN before it sends the first statement, loses the connection when BEGIN
   * fails and hides the error of work when ROLLBACK fails: both happen when the server goes away.
   */
  async transaction<S extends Record<string, unknown>, T>(
    pool: pg.Pool,
    db: NodePgDatabase<S>,
    work: (tx: PgTransaction<NodePgQueryResultHKT, S, ExtractTablesWithRelations<S>>) => Promise<T>,
  ): Promise<T> {
    const client = await pool.connect();
    const state = { open: true };
    const after: (() => void | Promise<void>)[] = [];
    const last: Promise<unknown>[] = [];
    // sent immediately, not when drizzle gets to it: COMMIT must not overtake it
    const sendNow = (statement: SQL) => {
      const { sql: text, params } = this.#dialect.sqlToQuery(statement);
      const query = client.query({ text }, params);
      query.catch(() => {}); // reported with the commit
      last.push(query);
    };
    this.#running++;
    let isCommitted = false;
    try {
      const relations = relationsOf(db);
      const session = new NodePgSession<S, ExtractTablesWithRelations<S>>(
        whileOpen(client, state),
        this.#dialect,
        relations,
      );
      const tx = new NodePgTransaction<S, ExtractTablesWithRelations<S>>(
        this.#dialect,
        session,
        relations,
      );
      const begun = client.query("begin"); // goes out with the first statement
      begun.catch(() => {}); // the next statement fails too, and reports it
      const result = await this.#current.run(state, async () => {
        trackTransaction(tx, {
          listeners: this.listeners,
          isShared: this.#isShared,
          sendNow,
          after,
        });
        const value = await work(tx);
        await this.#beforeCommit.getStore()?.(tx as never);
        return value;
      });
      state.open = false;
      await Promise.all([begun, ...last, client.query("commit")]);
      isCommitted = true;
      return result;
    } catch (error) {
      state.open = false;
      await client.query("rollback").catch(() => {}); // queued behind everything that was sent
      throw await causeOf(error, last);
    } finally {
      // following every promise of the process costs up to a fifth of its speed, so that it is done only
      // while a transaction is open
      if (--this.#running === 0) this.#current.disable();
      // never lend out a connection that is still inside
      client.release(client.getTransactionStatus() !== "I");
      if (isCommitted) for (const work of after) await work();
    }
  }

  /**
   * Runs work whose transactions each call `mark` last, before they commit; if mark throws, the
   * transaction is rolled back.
   */
  async markCommits<T>(mark: (tx: never) => Promise<void>, work: () => Promise<T>): Promise<T> {
    this.#marking++;
    try {
      return await this.#beforeCommit.run(mark, work);
    } finally {
      if (--this.#marking === 0) this.#beforeCommit.disable();
    }
  }

  /** Runs work within `markCommits` whose transactions are not marked. */
  withoutMark<T>(work: () => Promise<T>): Promise<T> {
    return this.#beforeCommit.exit(work);
  }

  /** Throws inside an open transaction. */
  refuse(): void {
    const refusal = this.#refusal();
    if (refusal) throw refusal;
  }

  /** Runs work as if no transaction were open: for health checks. */
  outside<T>(work: () => T): T {
    return this.#current.exit(work);
  }

  #refusal(): Error | undefined {
    return this.#current.getStore()?.open
      ? new Error("a query beside its open transaction: hand tx over")
      : undefined;
  }
}

/**
 * Finds the error that broke the transaction. If a statement was refused because an earlier one,
 * for which nobody waited, had failed, that one's error.
 */
async function causeOf(error: unknown, queries: readonly Promise<unknown>[]): Promise<unknown> {
  const { code, cause } = (error ?? {}) as { code?: string; cause?: { code?: string } };
  if ((cause?.code ?? code) !== "25P02") return error;
  for (const outcome of await Promise.allSettled(queries))
    if (outcome.status === "rejected") return outcome.reason;
  return error;
}

/**
 * A connection that refuses statements once its transaction is over: failed work may leave queries
 * running, which must not write outside the transaction.
 */
const whileOpen = (client: pg.PoolClient, state: { open: boolean }) => {
  const open = client as unknown as { query: (...args: unknown[]) => unknown };
  const query = (...args: unknown[]) =>
    state.open
      ? open.query(...args)
      : Promise.reject(new Error("a statement after its transaction"));
  return { query } as unknown as pg.PoolClient;
};

function relationsOf<S extends Record<string, unknown>>(db: NodePgDatabase<S>) {
  const { fullSchema, schema, tableNamesMap } = db._;
  return (
    schema && {
      fullSchema,
      schema: schema as TablesRelationalConfig & ExtractTablesWithRelations<S>,
      tableNamesMap,
    }
  );
}
