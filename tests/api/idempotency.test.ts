import { sql } from "drizzle-orm";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { forgetOldKeys, idempotency } from "#platform/http/idempotency";
import { makeCompany, makeProvider, type TestCompany } from "../support/companies.ts";
import { engines } from "../support/database.ts";
import { openTestPlatform, type TestPlatform } from "../support/platform.ts";
import { storeForm } from "../support/store-form.ts";
import { allEndpoints, nameOf } from "../sweeps/all-endpoints.ts";

describe.each(engines)("A POST with an Idempotency-Key on %s", (engine) => {
  let at: TestPlatform;
  let company: TestCompany;
  let serial = 0;

  beforeAll(async () => {
    at = await openTestPlatform(engine);
    company = await makeCompany(at.database);
  });
  afterAll(() => at.close());

  const store = () => storeForm({ storeCode: `KEY-${++serial}`, storeName: `Store ${serial}` });
  const add = (key: string, body: unknown, as = company.users.admin) =>
    at.as(as).addStore({ body, headers: { "Idempotency-Key": key } });
  /** Lets so much time pass since a key's process last gave a sign of life. */
  const abandon = (key: string, ago: string) =>
    at.database.db.execute(
      sql`update idempotency_key set renewed_at = now() - ${ago}::interval where key = ${key}`,
    );
  const storesNamed = (search: string) =>
    at.as(company.users.admin).listStores({ query: { search } });

  test("sent again with the same content gives the saved answer and makes nothing more", async () => {
    const body = store();
    const first = await add("again", body).reply;
    const second = await add("again", { ...body }).reply;
    expect(first.status).toBe(201);
    expect(second).toMatchObject({ status: 201, body: first.body });
    expect(first.headers.get("Idempotency-Replayed")).toBeNull();
    expect(second.headers.get("Idempotency-Replayed")).toBe("true");
    expect(await storesNamed(body.storeCode)).toHaveLength(1);
  });

  test("sent again with other content is a 422 and makes nothing", async () => {
    await add("other", store());
    const body = store();
    expect(await add("other", body).status).toBe(422);
    expect(await storesNamed(body.storeCode)).toHaveLength(0);
  });

  test("sent twenty times at once, through two processes, makes one store", async () => {
    const body = store();
    const second = at.twin();
    const token = await at.tokenOf(company.users.admin);
    const request = () =>
      new Request("http://platform/api/store", {
        method: "POST",
        headers: {
          "Content-Type": "application/json",
          "Idempotency-Key": "at-once",
          Authorization: `Bearer ${token}`,
        },
        body: JSON.stringify(body),
      });
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => (i % 2 ? second(request()) : at.send(request()))),
    );
    const ids = await Promise.all(
      answers.map(async (answer) => ((await answer.json()) as { data: { id: number } }).data?.id),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(201));
    expect(new Set(ids).size).toBe(1);
    expect(answers.filter((answer) => !answer.headers.has("Idempotency-Replayed"))).toHaveLength(1);
    expect(await storesNamed(body.storeCode)).toHaveLength(1);
  });

  test("of another person is another request", async () => {
    const elsewhere = await makeCompany(at.database);
    const body = store();
    const answers = [
      await add("mine", body).reply,
      await add("mine", body, elsewhere.users.admin).reply,
    ];
    expect(
      answers.map(({ status, headers }) => [status, headers.get("Idempotency-Replayed")]),
    ).toEqual([
      [201, null],
      [201, null],
    ]);
  });

  test("for another company of the same person is other content", async () => {
    const { staff } = await makeProvider(at.database);
    const elsewhere = await makeCompany(at.database);
    const body = store();
    const send = (companyId: number) =>
      at
        .as(staff.Fever_Super_Admin_Major)
        .addStore({ query: { companyId }, body, headers: { "Idempotency-Key": "company" } });
    await send(company.companyId);
    expect(await send(elsewhere.companyId).status).toBe(422);
  });

  test("frees the key when it was refused, so that a corrected form may be sent under it", async () => {
    const body = store();
    await add("taken", body);
    const refused = await add("corrected", { ...store(), storeCode: body.storeCode }).reply;
    expect(refused.status).toBe(422);
    expect(refused.body.errors?.[0]?.field).toBe("storeCode");
    await add("corrected", store());
  });

  test("whose process died before its answer was saved is not done twice [LIM-1]", async () => {
    const body = store();
    await at.database.db.execute(
      sql`alter table idempotency_key add constraint nothing_saved check (body is null) not valid`,
    );
    await add("unsaved", body);
    await at.database.db.execute(sql`alter table idempotency_key drop constraint nothing_saved`);
    for (const later of ["6 seconds", "1 hour"]) {
      await abandon("unsaved", later);
      const { status, body: answer } = await add("unsaved", body).reply;
      expect([status, answer.message]).toEqual([
        422,
        "This was already sent and is done, but its answer was lost. Check whether the change is there.",
      ]);
    }
    expect(await storesNamed(body.storeCode)).toHaveLength(1);
  });

  test("that was taken over while it still ran does not commit", async () => {
    const body = store();
    const { db } = at.database;
    let isHeld = () => {};
    let release = () => {};
    const slowStart = new Promise<void>((resolve) => (isHeld = resolve));
    const gate = new Promise<void>((resolve) => (release = resolve));
    const keys = idempotency(at.database, () => at.clock.now, pino({ enabled: false }));
    const once = (slowly: boolean) =>
      keys.once(
        {
          key: "taken-over",
          caller: { companyId: company.companyId, id: 1 },
          signal: new AbortController().signal,
          isSecret: false,
        },
        body,
        async () => {
          if (slowly) {
            isHeld();
            await gate;
          }
          await at.database.transaction((tx) =>
            tx.execute(
              sql`update company set city = coalesce(city, '') || '+' where id = ${company.companyId}`,
            ),
          );
          return Response.json({ by: slowly ? "slow" : "quick" }, { status: 201 });
        },
      );
    const slow = once(true);
    await slowStart;
    at.clock.now += 1; // a claim is told from another by its time
    await abandon("taken-over", "6 seconds");
    const quick = await once(false);
    release();
    const answers = await Promise.all([slow, quick].map(async (answer) => (await answer).json()));
    expect(answers).toEqual([{ by: "quick" }, { by: "quick" }]);
    const { rows } = await db.execute(
      sql`select length(city) - length(replace(city, '+', '')) as times from company where id = ${company.companyId}`,
    );
    expect(rows).toEqual([{ times: 1 }]);
  });

  test("is kept for 24 hours and forgotten by the daily job", async () => {
    const body = store();
    await add("day", body);
    at.clock.now += 23 * 3_600_000;
    expect((await add("day", body).reply).headers.get("Idempotency-Replayed")).toBe("true");
    await forgetOldKeys(at.database.db, new Date(at.clock.now));
    expect((await add("day", body).reply).headers.get("Idempotency-Replayed")).toBe("true");
    at.clock.now += 2 * 3_600_000;
    await forgetOldKeys(at.database.db, new Date(at.clock.now));
    const { rows } = await at.database.db.execute(
      sql`select count(*)::int as kept from idempotency_key where key = 'day'`,
    );
    expect(rows[0]).toEqual({ kept: 0 });
    expect(await add("day", body).status).toBe(422); // the code is taken: it ran again
  });

  test("waits for a slow process, and takes over from a killed one within its wait [LIM-1]", async () => {
    const body = store();
    await add("killed", body); // for its hash
    // what a killed process leaves behind
    await at.database.db.execute(
      sql`update idempotency_key set status = null, body = null, renewed_at = now() where key = 'killed'`,
    );
    let release = () => {};
    const gate = new Promise<void>((resolve) => (release = resolve));
    const keys = () => idempotency(at.database, () => at.clock.now, pino({ enabled: false }));
    const [first, repeat] = [keys(), keys()];
    const request = {
      key: "slow",
      caller: { companyId: company.companyId, id: 1 },
      signal: new AbortController().signal,
      isSecret: false,
    };
    let begin = () => {};
    const begun = new Promise<void>((resolve) => (begin = resolve));
    const slow = first.once(request, body, async () => {
      begin();
      await gate;
      return Response.json({ by: "slow" }, { status: 201 });
    });
    await begun;
    const repeated = repeat.once(request, body, async () => Response.json({ by: "repeat" }));
    const [again, refusal] = await Promise.all([
      add("killed", body).reply,
      repeated.catch((error: unknown) => error),
    ]);
    // it ran: the store is there from before
    expect(again.body.errors?.[0]?.field).toBe("storeCode");
    expect(refusal).toMatchObject({ status: 422, headers: { "Retry-After": "2" } });
    release();
    expect(await (await slow).json()).toEqual({ by: "slow" });
    expect(await (await repeat.once(request, body, () => Promise.reject())).json()).toEqual({
      by: "slow",
    });
  });

  test("with a key that is no header value of ours is a 422", async () => {
    expect(await add("k".repeat(201), store()).status).toBe(422);
    expect(await add("with space", store()).status).toBe(422);
  });
});

describe("Requests a session", () => {
  test("are limited by the minute, for that session alone [LIM-1]", async () => {
    const at = await openTestPlatform("embedded", { requestsAMinute: 5 });
    const { users } = await makeCompany(at.database);
    const ask = (as: string) => at.as(as).findOwnProfile();
    for (let i = 0; i < 5; i++) await ask(users.admin);
    const refused = await ask(users.admin).reply;
    expect(refused.status).toBe(429);
    expect(refused.headers.get("Content-Type")).toBe("application/problem+json");
    expect(refused.headers.get("Retry-After")).toBe("60");
    await ask(users.regional);
    at.clock.now += 60_000;
    await ask(users.admin);
    await at.close();
  });
});

test("every list takes 100 rows a page at most [LIM-1]", () => {
  const lists = [...allEndpoints.values()].filter(({ list }) => list);
  expect(lists.length).toBeGreaterThan(0);
  for (const endpoint of lists) {
    const limit = endpoint.query?.shape.limit;
    expect(limit?.safeParse(100).success, nameOf(endpoint)).toBe(true);
    expect(limit?.safeParse(101).success, nameOf(endpoint)).toBe(false);
  }
});
