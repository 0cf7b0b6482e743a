import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { isOverloaded, isUnreachable } from "#platform/db/constraint-error";
import type { Database } from "#platform/db/database";
import { openDatabase } from "#platform/db/open-database";
import { engines } from "../../support/database.ts";
import { measureSlowdown } from "../../support/machine-speed.ts";
import { patience } from "../../support/patience.ts";
import { type PostgresCluster, startPostgresCluster } from "../../support/postgres-server.ts";

/** A server of its own, since it is stopped. */
const cluster: PostgresCluster | undefined = engines.includes("postgres")
  ? await startPostgresCluster()
  : undefined;

describe.runIf(cluster)("PostgreSQL that goes away", () => {
  let database: Database;
  const logged: string[] = [];

  beforeAll(() => {
    const note = (_fields: object, message: string) => void logged.push(message);
    return openDatabase({
      url: cluster?.url,
      maxConnections: 3,
      statementTimeout: 500,
      logger: { info: note, warn: note, error: note },
    }).then(async (opened) => {
      database = opened;
      await database.db.execute(sql`create table kept (id int primary key)`);
    });
  });
  afterAll(async () => {
    await database?.close();
    await cluster?.stop();
  });

  test("fails queries at once, exports too, and works again by itself when it is back", async () => {
    // idle connections that will be lost
    await Promise.all([1, 2, 3].map(() => database.pool.query("select 1")));
    await database.transaction((tx) => tx.execute(sql`insert into kept values (1)`));
    const lent = database.transaction(async (tx) => {
      await tx.execute(sql`insert into kept values (2)`);
      await cluster?.halt();
      await tx.execute(sql`insert into kept values (3)`);
    });
    await expect(lent).rejects.toSatisfy(isUnreachable);
    await vi.waitFor(() => expect(logged).toContain("a database connection ended"), patience);

    const began = performance.now();
    for (let attempt = 0; attempt < 10; attempt++) {
      await expect(database.db.execute(sql`select 1`)).rejects.toSatisfy(isUnreachable);
      await expect(database.transaction(async () => {})).rejects.toSatisfy(isUnreachable);
    }
    expect(await database.alive()).toBe(false);
    await expect(
      new Response(database.copyCsv([sql`select 1`], new AbortController().signal)).text(),
    ).rejects.toSatisfy(isUnreachable);
    expect(performance.now() - began).toBeLessThan(2_000 * measureSlowdown().clock);

    await cluster?.resume();
    expect(await database.alive()).toBe(true);
    const both = await Promise.all(
      [1, 2, 3, 4, 5].map(() => database.db.execute(sql`select id from kept`)),
    );
    for (const { rows } of both) expect(rows).toEqual([{ id: 1 }]);
    expect(
      await new Response(
        database.copyCsv([sql`select id from kept`], new AbortController().signal),
      ).text(),
    ).toBe("1\n");
  });

  test("cuts a download that was under way: it does not end like a whole file", async () => {
    const stream = database.copyCsv(
      [sql`select generate_series(1, 10000000), repeat('x', 100)`],
      new AbortController().signal,
    );
    const reader = stream.getReader();
    await reader.read();
    await cluster?.halt();
    await expect(
      (async () => {
        while (!(await reader.read()).done);
      })(),
    ).rejects.toThrow();
    await cluster?.resume();
    expect(await database.alive()).toBe(true);
  });

  test("ends a statement that runs too long, and keeps the connection", async () => {
    await expect(database.db.execute(sql`select pg_sleep(20)`)).rejects.toSatisfy(
      (error) =>
        !isUnreachable(error) &&
        isOverloaded(error) &&
        (error as { cause: { code: string } }).cause.code === "57014",
    );
    expect((await database.db.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }]);
  });

  test("looks each second whether who sent a statement is still there [ADS-3]", async () => {
    expect((await database.db.execute(sql`show client_connection_check_interval`)).rows).toEqual([
      { client_connection_check_interval: "1s" },
    ]);
  });

  test("refuses connections: openDatabase succeeds and its queries fail", async () => {
    await cluster?.halt();
    const late = await openDatabase({ url: cluster?.url });
    expect(await late.alive()).toBe(false);
    await expect(late.db.execute(sql`select 1`)).rejects.toMatchObject({
      cause: { code: "ECONNREFUSED" },
    });
    await cluster?.resume();
    expect(await late.alive()).toBe(true);
    await late.close();
  });
});
