import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Database } from "#platform/db/database";
import { engines, openTestDatabase } from "../../support/database.ts";

describe.each(engines)("values on %s", (engine) => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase(engine);
  });
  afterAll(() => database.close());

  const expected = {
    big: 9007199254740991,
    bigs: [1, null, -2],
    amount: "12345678901234567890.10",
    amounts: ["1.50"],
    day: "2026-03-29",
    days: ["2026-03-29"],
    at: new Date("2026-03-29T00:30:00.123Z"),
    ats: [new Date("2026-03-29T00:30:00Z")],
    plain: "2026-03-29 02:30:00",
    length: "01:30:00",
    yes: true,
    json: { a: [1] },
    nothing: null,
  };
  const select = sql`select 9007199254740991::bigint as big, array[1, null, -2]::bigint[] as bigs,
    12345678901234567890.10::numeric as amount, array[1.50]::numeric[] as amounts,
    date '2026-03-29' as day, array[date '2026-03-29'] as days,
    timestamptz '2026-03-29 01:30:00.123+01' as at, array[timestamptz '2026-03-29 00:30:00Z'] as ats,
    timestamp '2026-03-29 02:30:00' as plain, interval '90 minutes' as length, true as yes, '{"a":[1]}'::jsonb as json, null as nothing`;

  test("drizzle's raw queries and the pool give the same JavaScript values", async () => {
    expect((await database.db.execute(select)).rows[0]).toEqual(expected);
    const text =
      "select 9007199254740991::bigint as big, date '2026-03-29' as day, timestamptz '2026-03-29 01:30:00.123+01' as at";
    expect((await database.pool.query(text)).rows[0]).toEqual({
      big: expected.big,
      day: expected.day,
      at: expected.at,
    });
  });

  test("a bigint that a number cannot hold exactly is refused, and the connection stays good", async () => {
    await expect(database.db.execute(sql`select 9007199254740992::bigint`)).rejects.toMatchObject({
      cause: expect.any(RangeError),
    });
    expect(
      (await database.db.execute(sql`select count(*) as n from generate_series(1, 3)`)).rows,
    ).toEqual([{ n: 3 }]);
  });

  test("sessions are in UTC", async () => {
    const { rows } = await database.db.execute(
      sql`select current_setting('TimeZone') as zone, timestamptz '2026-07-01T00:00:00Z'::text as text`,
    );
    expect(rows[0]).toEqual({ zone: "UTC", text: "2026-07-01 00:00:00+00" });
  });
});
