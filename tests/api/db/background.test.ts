import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Database } from "#platform/db/database";
import { openTestDatabase } from "../../support/database.ts";
import { patience } from "../../support/patience.ts";

describe("Work that nobody waits for, on the embedded engine", () => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase("embedded");
  });
  afterAll(() => database.close());

  /** Transactions of the background, and how many of them have ended. */
  function work(transactions: number) {
    const done = { count: 0 };
    const all = Array.from({ length: transactions }, async () => {
      await database.background.transaction((tx) =>
        tx.execute(sql`select count(*) from generate_series(1, 50000)`),
      );
      done.count++;
    });
    return { done, ended: Promise.all(all) };
  }
  const ask = () => database.db.execute(sql`select 1`);

  test("lets a page's statements pass, one after another, and ends after them [LOAD-1]", async () => {
    const { done, ended } = work(40);
    for (let statements = 0; statements < 20; statements++) await ask();
    expect(done.count).toBeLessThan(40);
    await ended;
  });

  test("goes on while requests never pause [LOAD-1]", async () => {
    const { done, ended } = work(3);
    const askOn = async () => {
      while (done.count < 3) await ask();
    };
    await Promise.all([askOn(), askOn(), askOn()]);
    await ended;
  });

  test("makes the database not ready, though alive, while one statement of it lasts [OPS-1]", async () => {
    expect([await database.ready(), await database.alive()]).toEqual([true, true]);
    const statement = database.background.pool.query("select pg_sleep(4)");
    await expect.poll(() => database.ready(), { timeout: patience }).toBe(false);
    expect(await database.alive()).toBe(true);
    await statement;
    await expect.poll(() => database.ready(), { timeout: patience }).toBe(true);
  });
});
