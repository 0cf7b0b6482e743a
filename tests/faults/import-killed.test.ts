import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, inject, test, vi } from "vitest";
import type { ImportRun } from "#contract/imports/endpoints";
import type { Database } from "#platform/db/database";
import { migrate } from "#platform/db/migrate";
import { openDatabase } from "#platform/db/open-database";
import { type BuiltServer, endServers, startServer } from "../support/built-server.ts";
import { makeCompany, type TestCompany } from "../support/companies.ts";
import { openTestDatabase } from "../support/database.ts";
import { bytesBelow } from "../support/folder-size.ts";
import { patience } from "../support/patience.ts";
import { password } from "../support/platform.ts";
import { startPostgresCluster } from "../support/postgres-server.ts";

/** Enough that the kill comes amid them. */
const rows = process.env.TEST_ALL ? 20_000 : 8_000;
const file = `Code,Name,City\n${Array.from({ length: rows }, (_, n) => `K-${n},Killed,Pune`).join("\n")}`;
const clean: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  await endServers();
  for (const work of clean.splice(0)) await work();
});

const signIn = async (server: BuiltServer, company: TestCompany) => {
  const { body } = await server.api("/auth/signin", {
    method: "POST",
    body: { username: company.users.admin, password },
  });
  return (body.data as { accessToken: string }).accessToken;
};

/**
 * Checks the file, ends the server without a word while it is applied, and applies it again with
 * the next one.
 */
async function killWhileApplying(
  settings: Record<string, string>,
  company: TestCompany,
  applying: () => Promise<void>,
) {
  const first = await startServer(settings);
  const token = await signIn(first, company);
  const form = new FormData();
  form.append("file", new File([file], "stores.csv"));
  const checked = await fetch(`${first.origin}/api/store/csv-store`, {
    method: "POST",
    headers: { Authorization: `Bearer ${token}` },
    body: form,
  });
  const run = ((await checked.json()) as { data: ImportRun }).data;
  expect([checked.status, run.toAdd]).toEqual([201, rows]);
  const applied = first.api(`/store/csv-store/${run.id}/apply`, { method: "POST", token }).then(
    ({ status }) => status,
    () => "no answer",
  );
  await applying();
  await first.end("SIGKILL");
  expect(await applied).toBe("no answer");

  const second = await startServer(settings);
  const again = await signIn(second, company);
  const counts = async () =>
    ((await second.api("/store/counts", { token: again })).body.data as { total: number }).total;
  const state = async () =>
    ((await second.api(`/store/csv-store/${run.id}`, { token: again })).body.data as ImportRun)
      .state;
  expect([await counts(), await state()]).toEqual([9, "checked"]);
  const reply = await second.api(`/store/csv-store/${run.id}/apply`, {
    method: "POST",
    token: again,
  });
  expect([reply.status, reply.body.message]).toEqual([200, `${rows} added, 0 changed`]);
  expect(await state()).toBe("applied");
  await second.end("SIGTERM");
}

/** Stores of the file, and those of them that lack an hour or an audit row. */
async function written(database: Database) {
  await database.pool.query("analyze");
  const { rows: counts } = await database.pool.query<{
    days: number;
    audited: number;
    stores: number;
  }>(
    `select days, audited, count(*)::int as stores from store as s
      left join (select company_id, store_id, count(*)::int as days from store_hours group by 1, 2) as h on h.company_id = s.company_id and h.store_id = s.id
      left join (select company_id, item_id, count(*)::int as audited from audit_log where item_kind = 'store' group by 1, 2) as a
        on a.company_id = s.company_id and a.item_id = s.id::text
      where s.name = 'Killed' group by 1, 2`,
  );
  return counts;
}
const whole = [{ days: 7, audited: 1, stores: rows }];

// embedded-server.test.ts kills that engine in every run
if (process.env.TEST_ALL)
  test("kill -9 while thousands of rows are applied leaves none of them, and the file is applied anew (embedded) [STO-1]", async () => {
    const directory = await mkdtemp(join(tmpdir(), "fever-import-"));
    clean.push(() => rm(directory, { recursive: true, force: true }));
    const dataDir = join(directory, "database");
    const database = await openTestDatabase("embedded", { dataDir });
    const company = await makeCompany(database);
    await database.close();
    let bytesBefore: number | undefined;
    await killWhileApplying({ DATA_DIR: directory }, company, async () => {
      // the engine is busy with that one transaction; its files tell how far it is
      await vi.waitFor(async () => {
        const bytes = await bytesBelow(join(dataDir, "pgdata", "base"));
        bytesBefore ??= bytes;
        expect(bytes).toBeGreaterThan(bytesBefore + 1_000_000);
      }, patience);
    });
    const after = await openDatabase({ dataDir });
    expect(await written(after)).toEqual(whole);
    await after.close();
  });

test.runIf(inject("postgresUrl"))(
  "kill -9 while thousands of rows are applied leaves none of them, and the file is applied anew (PostgreSQL) [STO-1]",
  async () => {
    const cluster = await startPostgresCluster();
    if (!cluster) throw new Error("no PostgreSQL");
    clean.push(() => cluster.stop());
    const database = await openDatabase({ url: cluster.url });
    clean.unshift(() => database.close());
    await migrate(database);
    const company = await makeCompany(database);
    await killWhileApplying({ DATABASE_URL: cluster.url }, company, async () => {
      await vi.waitFor(async () => {
        const { rows: active } = await database.pool.query(
          `select 1 from pg_stat_activity where query like 'insert into "store_hours"%'`,
        );
        expect(active).not.toEqual([]);
      }, patience);
    });
    expect(await written(database)).toEqual(whole);
  },
);
