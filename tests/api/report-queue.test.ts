import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { takeRun } from "#platform/modules/reports/run-schedules.queries";
import { makeCompany } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { openTestPlatform, type TestPlatform } from "../support/platform.ts";

const now = new Date("2026-11-20T06:00:00.000Z");

describe("The queue of scheduled reports", () => {
  let at: TestPlatform;
  beforeAll(async () => {
    at = await openTestPlatform(anyEngine, { now });
  });
  afterAll(() => at?.close());

  /** A schedule of the company's first user, with runs that wait and runs made half an hour ago. */
  async function queue({ waiting, made }: { waiting: number; made: number }) {
    const { companyId } = await makeCompany(at.database);
    const { rows } = await at.database.db.execute<{ id: number }>(sql`
      insert into report_schedule (company_id, owner_company_id, owner_id, name, report, filters, frequency, format, time_zone, next_at)
      select ${companyId}, ${companyId}, min(id), 'Stores', 'Total_stores', '{}', 'daily', 'csv', 'Asia/Kolkata', ${now.toISOString()}
      from app_user where company_id = ${companyId} returning id::int`);
    const scheduleId = rows[0]?.id ?? 0;
    await at.database.db.execute(sql`
      insert into report_run (company_id, schedule_id, due_at, take_at, ended_at, outcome, address)
      select ${companyId}, ${scheduleId}, due, case when waits then due end, case when not waits then due end,
        case when not waits then 'sent' end, n || '@brand.example'
      from (select n, n <= ${waiting} as waits, ${now.toISOString()}::timestamptz - interval '30 minutes' as due
        from generate_series(1, ${waiting + made}) n) run`);
    return scheduleId;
  }
  const take = () => takeRun(at.database.db, now, new Date(now.getTime() + 60_000));

  // the embedded engine knows no timeout
  test.skipIf(anyEngine === "embedded")(
    "a report with thousands of recipients holds up nobody",
    async () => {
      const large = await queue({ waiting: 3_000, made: 3_000 });
      const small = await queue({ waiting: 1, made: 1 });
      await at.database.db.execute(sql`analyze report_run`);
      const scheduleIds = await at.database.transaction(async (tx) => {
        await tx.execute(sql`set local statement_timeout = '3s'`);
        const until = new Date(now.getTime() + 60_000);
        const runs = [await takeRun(tx, now, until), await takeRun(tx, now, until)];
        return runs.map((run) => run?.scheduleId);
      });
      expect(scheduleIds).toEqual([small, large]);
      expect((await take())?.scheduleId).toBe(large);
    },
  );
});
