import { sql } from "drizzle-orm";
import { afterEach, expect, inject, test, vi } from "vitest";
import { openDatabase } from "#platform/db/open-database";
import { makeBilledCompany, makeBillingSettings, midnight } from "../support/billing.ts";
import { endServers, startServer } from "../support/built-server.ts";
import { makeProvider } from "../support/companies.ts";
import { freshPostgresDatabase } from "../support/database.ts";
import { patience } from "../support/patience.ts";
import { password } from "../support/platform.ts";

const clean: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await endServers();
  for (const work of clean.splice(0).reverse()) await work();
});

const lines = 200;

test.runIf(inject("postgresUrl"))(
  "kill -9 amid confirmed bank lines leaves each with its receipt and settlement, or open [GST-2]",
  async () => {
    const { url } = await freshPostgresDatabase();
    const database = await openDatabase({ url });
    clean.push(() => database.close());
    const provider = await makeProvider(database);
    await makeBillingSettings(database, provider.companyId);
    const { companyId } = await makeBilledCompany(database, {
      stores: [midnight("2020-01-01")],
      billingStartsOn: "2026-04-01",
    });
    await database.db.execute(sql`insert into opening_balance (company_id, number, issued_on, due_on, total, noted_by)
      values (${companyId}, 'OLD', '2026-01-01', '2026-01-01', ${lines * 100}, 'old')`);
    await database.db.execute(sql`insert into bank_line (company_id, day, narration, amount, digest, file_name, imported_by)
      select ${provider.companyId}, '2026-01-02', 'NEFT ' || n, 100, n::text, 'bank.csv', 'old' from generate_series(1, ${lines}::int) n`);
    const open = async () => {
      const server = await startServer({ DATABASE_URL: url, JOBS: "0" });
      const { body } = await server.api("/auth/signin", {
        method: "POST",
        body: { username: provider.staff.Fever_Admin_Ops, password },
      });
      const { accessToken: token } = body.data as { accessToken: string };
      const { rows } = await database.db.execute<{ id: number; opening: number }>(
        sql`select id::int, (select id::int from opening_balance) as opening from bank_line where id not in (select bank_line_id from receipt) order by id`,
      );
      const confirmAll = () =>
        Promise.all(
          rows.map(({ id, opening }) =>
            server
              .api(`/receipt?companyId=${companyId}`, {
                method: "POST",
                token,
                body: {
                  amount: "1",
                  receivedOn: "2026-01-02",
                  bankLineId: id,
                  allocations: [{ openingId: opening, amount: "1" }],
                },
              })
              .then(
                ({ status }) => status,
                () => 0,
              ),
          ),
        );
      return { server, confirmAll };
    };
    const counts = async () => {
      const { rows } = await database.db.execute<
        Record<"receipts" | "settled" | "audited", number>
      >(sql`
        select (select count(*) from receipt)::int as receipts, (select count(*) from receipt_allocation)::int as settled,
          (select count(*) from audit_log where action = 'receipt recorded')::int as audited`);
      return rows[0] ?? { receipts: 0, settled: 0, audited: 0 };
    };
    const one = await open();
    const answered = one.confirmAll();
    await vi.waitFor(async () => expect((await counts()).receipts).toBeGreaterThan(0), {
      timeout: patience,
      interval: 5,
    });
    await one.server.end("SIGKILL");
    await answered;
    const { receipts, settled, audited } = await counts();
    expect([settled, audited]).toEqual([receipts, receipts]);
    const two = await open();
    // a busy platform refuses some, which are then sent again
    await vi.waitFor(async () => {
      await two.confirmAll();
      expect(await counts()).toEqual({ receipts: lines, settled: lines, audited: lines });
    }, patience);
  },
);
