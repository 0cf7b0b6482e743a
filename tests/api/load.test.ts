import { sql } from "drizzle-orm";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openDatabase } from "#platform/db/open-database";
import { makeCompany, makeUser, type TestCompany } from "../support/companies.ts";
import { engines, freshPostgresDatabase, somebodyWaits } from "../support/database.ts";
import { measureSlowdown } from "../support/machine-speed.ts";
import { openTestPlatform, password, type Reply, type TestPlatform } from "../support/platform.ts";

const nationalAdmin = { role: "ROLE_Client_Admin", level: "national" } as const;

describe.each(engines)("Many bulk changes at once on %s", (engine) => {
  let at: TestPlatform;
  let company: TestCompany;
  beforeAll(async () => {
    at = await openTestPlatform(engine);
    company = await makeCompany(at.database);
  });
  afterAll(() => at.close());

  test("at most two of a person and four of a company run, and the next hears 429 [LOAD-1]", async () => {
    const people = [company.users.admin];
    while (people.length < 3)
      people.push((await makeUser(at.database, company.companyId, nationalAdmin)).username);
    const [first = "", second = "", third = ""] = people;
    // known from now on, without a query
    for (const person of people) await at.as(person).listStores();
    const change = (as: string) =>
      at.as(as).setStoreStatus({ body: { matching: {}, status: "inactive" } });
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    let locked = () => {};
    const isLocked = new Promise<void>((resolve) => {
      locked = resolve;
    });
    const holding = at.database.transaction(async (tx) => {
      await tx.execute(sql`select 1 from store where company_id = ${company.companyId} for update`);
      locked();
      await released;
    });
    await isLocked;
    const running = [change(first).reply, change(first).reply];
    try {
      expect(refusalOf(await firstToEnd(running, change(first).reply))).toEqual([
        429,
        "You already have 2 imports or bulk changes running. Wait until one has finished, then try again.",
        "10",
      ]);
      running.push(change(second).reply, change(second).reply);
      expect(refusalOf(await firstToEnd(running, change(third).reply))).toEqual([
        429,
        "Your company already has 4 imports or bulk changes running. Try again when one has finished.",
        "10",
      ]);
    } finally {
      release();
    }
    await holding;
    for (const { status } of await Promise.all(running)) expect(status).toBe(200);
    await change(third);
  });
});

describe.runIf(engines.includes("postgres"))("A table that is locked", () => {
  let at: TestPlatform;
  let company: TestCompany;
  let locking: pg.Client;
  beforeAll(async () => {
    const { url } = await freshPostgresDatabase();
    at = await openTestPlatform("postgres", { database: await openDatabase({ url }) });
    locking = new pg.Client({ connectionString: url });
    await locking.connect();
  });
  beforeEach(async () => {
    company = await makeCompany(at.database);
  });
  afterAll(async () => {
    await locking.end();
    await at.close();
  });

  const signIn = () =>
    at.send(
      new Request("http://platform/api/auth/signin", {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ username: company.users.limited, password }),
      }),
    );
  const get = (path: string) => at.send(new Request(`http://platform/api${path}`));

  test("makes those who need it hear 429, while sessions and players go on [LOAD-1]", async () => {
    await at.tokenOf(company.users.admin);
    await at.tokenOf(company.users.manager);
    await locking.query(
      "begin; lock table saved_filter, audit_log, store_group in access exclusive mode",
    );
    const changes = Array.from({ length: 30 }, () => at.as(company.users.admin).listStores().reply);
    await somebodyWaits(locking);
    const began = performance.now();
    const meanwhile = await Promise.all([
      signIn(),
      get("/ready"),
      get("/health"),
      at.as(company.users.manager).playerSchedule().response,
    ]);
    expect(meanwhile.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(performance.now() - began).toBeLessThan(2_500 * measureSlowdown().clock);
    expect(await at.as(company.users.limited).listUsers().status).not.toBe(503);
    const words = new Set<string>();
    for (const reply of await Promise.all(changes)) {
      const [status, message, retryAfter] = refusalOf(reply);
      expect([status, retryAfter]).toEqual([429, "10"]);
      words.add(message);
    }
    expect([...words].sort()).toEqual([
      "Another change to the same data is still running. Try again in a minute.",
      "The server is busy. Try again in a minute.",
    ]);
    await locking.query("rollback");
    await at.as(company.users.admin).listStores();
  });

  test("of 14 bulk changes over locked rows 12 are refused at once [LOAD-1]", async () => {
    await at.tokenOf(company.users.admin);
    await locking.query("begin");
    await locking.query("select 1 from store where company_id = $1 for update", [
      company.companyId,
    ]);
    const began = performance.now();
    const changes = Array.from({ length: 14 }, async () => {
      const reply = await at
        .as(company.users.admin)
        .setStoreStatus({ body: { matching: {}, status: "inactive" } }).reply;
      return { reply, ms: performance.now() - began };
    });
    await somebodyWaits(locking);
    expect((await signIn()).status).toBe(200);
    await at.as(company.users.admin).listStores();
    const ended = (await Promise.all(changes)).sort((a, b) => a.ms - b.ms);
    expect(ended.map(({ reply }) => reply.status)).toEqual(Array(14).fill(429));
    expect(ended.map(({ reply }) => reply.body.message.startsWith("You already have 2"))).toEqual([
      ...Array<boolean>(12).fill(true),
      false,
      false,
    ]);
    for (const { ms } of ended.slice(12)) expect(ms).toBeGreaterThan(2_900);
    await locking.query("rollback");
  });
});

const refusalOf = ({ status, headers, body }: Reply) =>
  [status, body.message, headers.get("Retry-After")] as const;

/** The answer of the last call, which must come while the others still run. */
async function firstToEnd(running: Promise<Reply>[], last: Promise<Reply>): Promise<Reply> {
  const early = Promise.race(running).then(() => {
    throw new Error("a change ended early");
  });
  return Promise.race([last, early]);
}
