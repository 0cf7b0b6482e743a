import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterEach, expect, inject, test, vi } from "vitest";
import { dateIn } from "#contract/base/dates";
import { monthAfter } from "#contract/billing/words";
import type { Database } from "#platform/db/database";
import { openDatabase } from "#platform/db/open-database";
import { makeBillingSettings } from "../support/billing.ts";
import { type BuiltServer, endServers, startServer } from "../support/built-server.ts";
import { makeProvider } from "../support/companies.ts";
import { freshPostgresDatabase, openTestDatabase } from "../support/database.ts";
import { patience } from "../support/patience.ts";
import { password } from "../support/platform.ts";

const clean: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await endServers();
  for (const work of clean.splice(0).reverse()) await work();
});

/** More than one batch of a hundred: a run that is killed has committed some and not others. */
const companies = 450;

/** Companies with a store each and a month that is over, and who bills them. */
async function makeDue(database: Database): Promise<string> {
  const provider = await makeProvider(database);
  await makeBillingSettings(database, provider.companyId);
  const month = monthAfter(dateIn("Asia/Kolkata", new Date()), -1);
  await database.db.execute(sql`with made as (insert into company (kind, code, name, address_line, city, state, billing_rate_paise, billing_period_months, billing_starts_on, created_at)
      select 'client', 'DUE-' || n, 'Due ' || n, '5 Mill Road', 'Mumbai', 'Maharashtra', 100000, 1, ${month}::date, '2020-01-01' from generate_series(1, ${companies}::int) n returning id)
    insert into store (company_id, code, name, time_zone, created_at, status_since)
      select id, 'D-' || id, 'Store', 'Asia/Kolkata', '2020-01-01', '2020-01-01' from made`);
  return provider.staff.Fever_Admin_Ops;
}

/** A server, and what who bills does there. */
async function open(settings: Record<string, string>, username: string) {
  const server: BuiltServer = await startServer({ ...settings, JOBS: "0" });
  const { body } = await server.api("/auth/signin", {
    method: "POST",
    body: { username, password },
  });
  const { accessToken: token } = body.data as { accessToken: string };
  const list = async (query: string) =>
    (await server.api(`/invoice?${query}`, { token })).body as unknown as InvoicePage;
  return {
    server,
    generate: () =>
      server.api("/invoice/generate", { method: "POST", token, body: {} }).then(
        ({ status, body }) => `${status} ${body.message}`,
        () => "no answer",
      ),
    count: async () => (await list("limit=1")).page.total,
    /** The numbers of all invoices, in order. */
    async numbers(): Promise<string[]> {
      const numbers: string[] = [];
      for (let cursor: string | null = ""; cursor !== null; ) {
        const { data, page } = await list(`limit=100&sort=number${cursor && `&cursor=${cursor}`}`);
        numbers.push(...data.map(({ number }) => number));
        cursor = page.next;
      }
      return numbers;
    },
  };
}
type InvoicePage = { data: { number: string }[]; page: { total: number; next: string | null } };
type Biller = Awaited<ReturnType<typeof open>>;

/** Kills the server once a batch is committed and others are not. */
async function killAmid({ server, generate, count }: Biller): Promise<void> {
  const answered = generate();
  await vi.waitFor(async () => expect(await count()).toBeGreaterThan(0), {
    timeout: patience,
    interval: 5,
  });
  await server.end("SIGKILL");
  await answered;
}

const isWhole = (numbers: readonly string[]) =>
  expect(numbers.map((number) => Number(number.slice(-6)))).toEqual(
    Array.from({ length: companies }, (_, place) => place + 1),
  );

test.runIf(inject("postgresUrl"))(
  "kill -9 amid a run and two processes that go on at once number invoices without a gap and without a double (PostgreSQL) [BIL-1]",
  async () => {
    const { url } = await freshPostgresDatabase();
    const database = await openDatabase({ url });
    clean.push(() => database.close());
    const biller = await makeDue(database);
    const settings = { DATABASE_URL: url };
    await killAmid(await open(settings, biller));
    const one = await open(settings, biller);
    const two = await open(settings, biller);
    const answers = await Promise.all([one.generate(), two.generate()]);
    for (const answer of answers) expect(answer).toMatch(/^200 /);
    await one.generate(); // what one had locked while the other looked
    isWhole(await one.numbers());
  },
);

// embedded-server.test.ts kills that engine in every run
if (process.env.TEST_ALL)
  test("kill -9 amid a run and two calls that go on at once number invoices without a gap and without a double (embedded) [BIL-1]", async () => {
    const directory = await mkdtemp(join(tmpdir(), "fever-billing-"));
    clean.push(() => rm(directory, { recursive: true, force: true }));
    const database = await openTestDatabase("embedded", { dataDir: join(directory, "database") });
    const biller = await makeDue(database);
    await database.close();
    const settings = { DATA_DIR: directory };
    await killAmid(await open(settings, biller));
    const again = await open(settings, biller);
    for (const answer of await Promise.all([again.generate(), again.generate()]))
      expect(answer).toMatch(/^200 /);
    isWhole(await again.numbers());
  });
