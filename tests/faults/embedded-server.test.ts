import { cp, mkdtemp, rm } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { openDatabase } from "#platform/db/open-database";
import {
  type BuiltServer,
  endServers,
  launch,
  secrets,
  startServer,
} from "../support/built-server.ts";
import { makeCompany, makeWideStores, type TestCompany } from "../support/companies.ts";
import { openTestDatabase } from "../support/database.ts";
import { patience } from "../support/patience.ts";
import { password } from "../support/platform.ts";
import { everyDay } from "../support/store-form.ts";

let original: string;
let directory: string;
let company: TestCompany;

beforeAll(async () => {
  original = await mkdtemp(join(tmpdir(), "fever-server-"));
  const database = await openTestDatabase("embedded", { dataDir: join(original, "database") });
  company = await makeCompany(database);
  await database.close();
});
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "fever-server-"));
  await cp(original, directory, { recursive: true });
});
afterEach(async () => {
  await endServers();
  await rm(directory, { recursive: true, force: true });
});
afterAll(() => rm(original, { recursive: true, force: true }));

const signIn = async (server: BuiltServer) => {
  const { body } = await server.api("/auth/signin", {
    method: "POST",
    body: { username: company.users.admin, password },
  });
  return (body.data as { accessToken: string }).accessToken;
};

test("a second server on the same data directory does not start and names the one that holds it, which goes on", async () => {
  const first = await startServer({ DATA_DIR: directory });
  const second = launch({ ...secrets, DATA_DIR: directory });
  expect(await second.exited).toBe(1);
  expect(second.output()).toMatch(
    new RegExp(`is in use by process ${first.child.pid} on ${hostname()} since .*Stop it first\\.`),
  );
  await expect
    .poll(async () => (await first.api("/ready")).status, { timeout: patience })
    .toBe(200);
  expect(await first.end("SIGTERM")).toBe(0); // who opens it then is not refused: see the next two
});

test("kill -9 while stores are added loses none that was acknowledged, leaves none by half, and what is sent again under its key is done once", async () => {
  const acknowledged: string[] = [];
  const unanswered: string[] = [];
  const add = (server: BuiltServer, token: string, code: string) => {
    const body = {
      storeCode: code,
      storeName: "Written",
      timeZone: "Asia/Kolkata",
      city: "Pune",
      week: everyDay("09:00", "21:00"),
    };
    return server.api("/store", {
      method: "POST",
      token,
      body,
      headers: { "Idempotency-Key": code },
    });
  };
  for (let round = 0; round < (process.env.TEST_ALL ? 3 : 1); round++) {
    const server = await startServer({ DATA_DIR: directory });
    const token = await signIn(server);
    const enough = acknowledged.length + 40;
    const writer = async (name: string) => {
      for (let n = 0; ; n++) {
        const code = `${name}-${round}-${n}`;
        const { status } = await add(server, token, code).catch((error: unknown) => {
          unanswered.push(code);
          throw error;
        });
        if (status !== 201) server.child.kill("SIGKILL"); // or the others would write for ever
        expect(status).toBe(201);
        acknowledged.push(code);
        if (acknowledged.length === enough) server.child.kill("SIGKILL");
      }
    };
    await Promise.allSettled([writer("A"), writer("B"), writer("C")]);
    expect(await server.exited).toBeNull();
    expect(acknowledged.length).toBeGreaterThanOrEqual(enough);
  }
  const server = await startServer({ DATA_DIR: directory }); // the dead one's lock is taken over
  const token = await signIn(server);
  const total = async () =>
    ((await server.api("/store/counts", { token })).body.data as { total: number }).total;
  expect(await total()).toBeGreaterThanOrEqual(9 + acknowledged.length);
  const addedCodes: string[] = [];
  for (const code of unanswered) {
    const { status, body } = await add(server, token, code);
    // never that the code is taken: it would have been done again
    expect([201, 422], JSON.stringify(body)).toContain(status);
    if (status === 422)
      expect(body.message).toMatch(/^This was already sent and is (done|still running)/);
    if (status === 201) addedCodes.push(code);
  }
  await server.end("SIGTERM");
  const database = await openDatabase({ dataDir: join(directory, "database") });
  const { rows } = await database.pool.query<{
    code: string;
    days: number;
    written: number;
  }>(`select code,
    (select count(*)::int from store_hours h where h.store_id = s.id) as days,
    (select count(*)::int from audit_log a where a.item_id = s.id::text and a.action = 'store added') as written
    from store s where name = 'Written'`);
  await database.close();
  const storedCodes = new Set(rows.map(({ code }) => code));
  expect([...acknowledged, ...addedCodes].filter((code) => !storedCodes.has(code))).toEqual([]);
  expect(rows.filter(({ days, written }) => days !== 7 || written !== 1)).toEqual([]);
});

test("SIGTERM lets a slow download end whole, takes no new requests, then ends with 0", async () => {
  const database = await openDatabase({ dataDir: join(directory, "database") });
  await makeWideStores(database, company.companyId, 2_000);
  await database.close();
  const server = await startServer({ DATA_DIR: directory });
  const response = await fetch(`${server.origin}/api/store/exportStoreList`, {
    headers: { Authorization: `Bearer ${await signIn(server)}` },
  });
  const reader = (response.body ?? new ReadableStream()).getReader();
  await reader.read();
  const closed = server.end("SIGTERM");
  await expect
    .poll(
      () =>
        fetch(`${server.origin}/api/health`).then(
          () => "answers",
          () => "refused",
        ),
      { timeout: patience },
    )
    .toBe("refused");
  expect(server.child.exitCode).toBeNull();
  let lines = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read())
    for (const byte of next.value) if (byte === 10) lines++;
  expect(lines).toBeGreaterThanOrEqual(2_009);
  expect(await closed).toBe(0);
});
