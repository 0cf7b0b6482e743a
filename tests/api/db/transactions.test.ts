import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { announce, sendNow } from "#platform/db/changes";
import { constraintOf } from "#platform/db/constraint-error";
import type { Database } from "#platform/db/database";
import { setGenericPlans } from "#platform/db/generic-plans";
import { bothEngines, openTestDatabase } from "../../support/database.ts";

const BESIDE = "a query beside its open transaction: hand tx over";

describe.each(bothEngines)("transactions on %s", (engine) => {
  let database: Database;

  beforeAll(async () => {
    database = await openTestDatabase(engine);
    await database.db.execute(
      sql`create table account (id int primary key, balance int not null constraint account_not_overdrawn check (balance >= 0))`,
    );
    await database.db.execute(
      sql`insert into account select id, 1000 from generate_series(1, 5) id`,
    );
  });
  afterAll(() => database.close());

  const balance = async (id: number) =>
    (
      await database.db.execute<{ balance: number }>(
        sql`select balance from account where id = ${id}`,
      )
    ).rows[0]?.balance;

  test("concurrent transactions on one row all count", async () => {
    const before = await balance(1);
    const transfers = Array.from({ length: 60 }, () =>
      database.transaction(async (tx) => {
        const { rows } = await tx.execute<{ balance: number }>(
          sql`select balance from account where id = 1 for update`,
        );
        await tx.execute(
          sql`update account set balance = ${(rows[0]?.balance ?? 0) + 1} where id = 1`,
        );
      }),
    );
    const reads = Array.from({ length: 60 }, () =>
      database.db.execute(sql`select sum(balance) from account`),
    );
    await Promise.all([...transfers, ...reads]);
    expect(await balance(1)).toBe((before ?? 0) + 60);
  });

  test("nothing is seen outside before the commit, and nothing remains when the work throws", async () => {
    const before = await balance(2);
    const refusal = new Error("changed my mind");
    await expect(
      database.transaction(async (tx) => {
        await tx.execute(sql`update account set balance = 1 where id = 2`);
        throw refusal;
      }),
    ).rejects.toBe(refusal);
    expect(await balance(2)).toBe(before);
  });

  test("statements sent together come in their order, and one that fails undoes all", async () => {
    const before = await balance(2);
    let late: Promise<unknown> = Promise.resolve();
    const failing = database.transaction(async (tx) => {
      const first = tx.execute(sql`update account set balance = 1 where id = 2`);
      late = first.then(async () => {
        await new Promise(setImmediate);
        return tx.execute(sql`update account set balance = 2 where id = 2`);
      });
      await Promise.all([
        first,
        tx.execute(sql`update account set balance = -1 where id = 2`),
        late,
      ]);
    });
    await expect(failing).rejects.toThrow();
    await expect(late).rejects.toThrow();
    let endedTransaction: typeof database.db | undefined;
    await database.transaction(async (tx) => {
      endedTransaction = tx;
      const doubled = tx.execute(sql`update account set balance = balance * 2 where id = 5`);
      await Promise.all([
        doubled,
        tx.execute(sql`update account set balance = balance + 1 where id = 5`),
      ]);
    });
    await expect(
      endedTransaction?.execute(sql`update account set balance = 3 where id = 2`),
    ).rejects.toThrow(
      expect.objectContaining({
        cause: expect.objectContaining({ message: "a statement after its transaction" }),
      }),
    );
    expect([await balance(2), await balance(5)]).toEqual([before, 2001]);
  });

  test("the last statement goes before the commit, and its failure rolls all back", async () => {
    const before = await balance(4);
    await database.transaction(async (tx) =>
      sendNow(tx, sql`update account set balance = ${(before ?? 0) + 7} where id = ${4}`),
    );
    expect(await balance(4)).toBe((before ?? 0) + 7);
    const failing = database.transaction(async (tx) => {
      await tx.execute(sql`update account set balance = 1 where id = 4`);
      sendNow(tx, sql`update account set balance = ${-1} where id = 4`);
    });
    const violated = (work: Promise<unknown>) =>
      work.catch((error: unknown) => Promise.reject(constraintOf(error)));
    await expect(violated(failing)).rejects.toMatchObject({ constraint: "account_not_overdrawn" });
    const followed = database.transaction(async (tx) => {
      sendNow(tx, sql`update account set balance = ${-1} where id = 4`);
      await tx.execute(sql`select 1`); // refused for what failed before it, which is what is told
    });
    await expect(violated(followed)).rejects.toMatchObject({ constraint: "account_not_overdrawn" });
    const undone = database.transaction(async (tx) => {
      sendNow(tx, sql`update account set balance = ${2} where id = 4`);
      throw new Error("changed my mind");
    });
    await expect(undone).rejects.toThrow("changed my mind");
    expect(await balance(4)).toBe((before ?? 0) + 7);
  });

  test("plans are kept for all values until a transaction says otherwise or ends", async () => {
    const mode = async (on: Pick<Database["db"], "execute">) =>
      (await on.execute<{ plan_cache_mode: string }>(sql`show plan_cache_mode`)).rows[0]
        ?.plan_cache_mode;
    await database.transaction(async (tx) => {
      await setGenericPlans(tx, true);
      expect(await mode(tx)).toBe("force_generic_plan");
      await setGenericPlans(tx, false);
      expect(await mode(tx)).toBe("auto");
      await setGenericPlans(tx, true);
    });
    const modes = await Promise.all(Array.from({ length: 20 }, () => mode(database.db)));
    expect(new Set(modes)).toEqual(new Set(["auto"]));
  });

  test("caches are told about a change once it is committed, and never where it is rolled back", async () => {
    const changes: object[] = [];
    database.listeners.add("stores", (change) => changes.push(change));
    await database.transaction(async (tx) => {
      announce(tx, "stores", { companyId: 1 });
      announce(tx, "sessions", { companyId: 3, sessionId: "other topic" });
      expect(changes).toEqual([]);
    });
    expect(changes).toEqual([{ companyId: 1 }]);
    const failing = database.transaction(async (tx) => {
      announce(tx, "stores", { companyId: 2 });
      throw new Error("changed my mind");
    });
    await expect(failing).rejects.toThrow("changed my mind");
    expect(changes).toHaveLength(1);
    expect(() => announce(database.db, "stores", { companyId: 4 })).toThrow("not a transaction");
  });

  test("a transaction within a transaction can fail alone", async () => {
    await database.transaction(async (tx) => {
      await tx.execute(sql`update account set balance = 50 where id = 3`);
      await expect(
        tx.transaction(async (inner) => {
          await inner.execute(sql`update account set balance = 60 where id = 3`);
          await inner.execute(sql`update account set balance = -1 where id = 3`);
        }),
      ).rejects.toThrow();
      await tx.transaction((inner) =>
        inner.execute(sql`update account set balance = 70 where id = 4`),
      );
    });
    expect([await balance(3), await balance(4)]).toEqual([50, 70]);
  });

  test("pool, database, transaction and export throw inside an open transaction", async () => {
    const before = await balance(5);
    await database.transaction(async (tx) => {
      await tx.execute(sql`update account set balance = balance + 1 where id = 5`);
      await expect(database.pool.query("select 1")).rejects.toThrow(BESIDE);
      await expect(database.pool.connect()).rejects.toThrow(BESIDE);
      await expect(database.db.execute(sql`select 1`)).rejects.toMatchObject({
        cause: { message: BESIDE },
      });
      await expect(database.db.transaction(async () => {})).rejects.toThrow(BESIDE);
      await expect(database.transaction(async () => {})).rejects.toThrow(BESIDE);
      expect(() => database.copyCsv([sql`select 1`], new AbortController().signal)).toThrow(BESIDE);
      expect(await database.alive()).toBe(true);
    });
    expect(await balance(5)).toBe((before ?? 0) + 1);
  });

  test("what a transaction started and left may use the pool once the transaction has ended", async () => {
    let begin = () => {};
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    let later: Promise<unknown> | undefined;
    await database.transaction(async () => {
      later = begun.then(() => database.pool.query("select 1"));
    });
    begin();
    await expect(later).resolves.toMatchObject({ rowCount: 1 });
  });

  test("a connection that ends in the middle takes its changes with it and holds up nobody", async () => {
    const before = await balance(2);
    const client = await database.pool.connect();
    await client.query("begin");
    await client.query("update account set balance = 7 where id = 2");
    client.release(true);
    expect(await balance(2)).toBe(before);
    await database.transaction((tx) =>
      tx.execute(sql`update account set balance = 8 where id = 2`),
    );
    expect(await balance(2)).toBe(8);
  });

  test.runIf(engine === "postgres")(
    "a backend that is ended in a transaction fails it, and the pool goes on",
    async () => {
      const before = await balance(4);
      for (let round = 0; round < 8; round++) {
        await expect(
          database.transaction(async (tx) => {
            await tx.execute(sql`update account set balance = 9 where id = 4`);
            await tx.execute(sql`select pg_terminate_backend(pg_backend_pid())`);
          }),
        ).rejects.toThrow();
      }
      expect(await balance(4)).toBe(before);
    },
  );

  test("a violated constraint is named, through what drizzle wraps around it", async () => {
    const failed = (statement: ReturnType<typeof sql>) =>
      database.db.execute(statement).then(
        () => undefined,
        (error: unknown) => constraintOf(error),
      );
    expect(await failed(sql`insert into account values (1, 1)`)).toEqual({
      code: "23505",
      constraint: "account_pkey",
      column: "",
      isStillUsed: false,
    });
    expect(await failed(sql`update account set balance = -1 where id = 1`)).toMatchObject({
      code: "23514",
      constraint: "account_not_overdrawn",
    });
    expect(await failed(sql`insert into account values (9, null)`)).toMatchObject({
      code: "23502",
      constraint: "",
      column: "balance",
    });
    expect(await failed(sql`select 1 / 0`)).toBeUndefined();
  });
});
