import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { exportStores } from "#contract/stores/endpoints";
import { makeCompany, type TestCompany } from "../support/companies.ts";
import { engines } from "../support/database.ts";
import { heldMemory } from "../support/held-memory.ts";
import { patience } from "../support/patience.ts";
import { openTestPlatform, type TestPlatform } from "../support/platform.ts";

const manyStores = 100_000;

describe.each(engines)("The CSV of 100,000 stores on %s", (engine) => {
  let at: TestPlatform;
  let company: TestCompany;
  let token: string;

  beforeAll(async () => {
    at = await openTestPlatform(engine);
    company = await makeCompany(at.database);
    await at.database.dedicated(async (client) => {
      const text = `insert into store (company_id, code, name, time_zone, city, contact_name)
        select $1, 'M-' || n, 'Store ' || n, 'Asia/Kolkata', 'Mumbai', repeat('x', 60) from generate_series(1, ${manyStores}) n`;
      await client.query(text, [company.companyId]);
      await client.query("analyze store");
    });
    token = await at.tokenOf(company.users.admin);
  });
  afterAll(() => at.close());

  const download = async (signal?: AbortSignal) => {
    const response = await at.send(
      new Request(`http://platform/api${exportStores.path}`, {
        headers: { Authorization: `Bearer ${token}` },
        ...(signal && { signal }),
      }),
    );
    if (!response.body) throw new Error(`no body: ${response.status}`);
    return { status: response.status, reader: response.body.getReader() };
  };

  test("passes through whole, its heading first, in little memory", async () => {
    const { reader } = await download();
    const first = await reader.read();
    expect(Buffer.from(first.value ?? []).toString()).toMatch(
      /^\ufeffStore code,.*Device serial\n$/,
    );
    const before = heldMemory();
    let lines = 0;
    let peak = 0;
    let chunks = 0;
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      for (const byte of next.value) if (byte === 10) lines++;
      if (++chunks % 400 === 0) peak = Math.max(peak, heldMemory() - before);
    }
    expect(lines).toBe(manyStores + 9);
    expect(peak).toBeLessThan(64 * 1024 * 1024);
  });

  test("lets other calls be answered while it runs", async () => {
    const { reader } = await download();
    await reader.read();
    await reader.read();
    await at.as(company.users.admin).listStores();
    await reader.cancel();
  });

  test.each(["cancels its body", "aborts its request"])(
    "stops when the client %s: the query ends and the place is free again",
    async (how) => {
      for (let round = 0; round < 4; round++) {
        const gone = new AbortController();
        // a fourth place there is not: the last one's must become free
        const { reader } = await whenFree(() => download(gone.signal));
        await reader.read();
        await reader.read();
        if (how === "cancels its body") await reader.cancel();
        else {
          gone.abort();
          await expect(
            (async () => {
              while (!(await reader.read()).done);
            })(),
          ).rejects.toThrow();
        }
      }
      await vi.waitFor(async () => expect(await copying()).toBe(0), { timeout: patience });
    },
  );

  test("a person's second download at once is told to come again [LOAD-1]", async () => {
    const first = await whenFree(download);
    const second = await at.as(company.users.admin).exportStores().reply;
    expect([
      second.status,
      second.headers.get("Retry-After"),
      second.headers.get("Content-Type"),
      second.body.message,
    ]).toEqual([
      429,
      "30",
      "application/problem+json",
      "You already have a download running. Wait until it has finished, then try again.",
    ]);
    await first.reader.cancel();
    await (await whenFree(download)).reader.cancel();
  });

  /** A download that was let in: one that was cut ends a moment after its reader has gone. */
  const whenFree = (open: () => ReturnType<typeof download>) =>
    vi.waitFor(
      async () => {
        const opened = await open();
        expect(opened.status).toBe(200);
        return opened;
      },
      { timeout: patience },
    );

  async function copying(): Promise<number> {
    if (engine === "embedded") return 0;
    const { rows } = await at.database.db.execute<{ running: number }>(
      sql`select count(*)::int as running from pg_stat_activity where datname = current_database() and state = 'active' and query ilike 'copy%'`,
    );
    return rows[0]?.running ?? -1;
  }
});
