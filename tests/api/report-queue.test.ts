import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { queueAllDue } from "#platform/modules/reports/queue-due-runs.service";
import { takeRun } from "#platform/modules/reports/run-schedules.queries";
import { makeCompany } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { withCutConnection } from "../support/failing-database.ts";
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

  test("a schedule that cannot be queued keeps no other from it", async () => {
    await at.database.db.execute(sql`delete from report_schedule`);
    const one = await queue({ waiting: 0, made: 0 });
    const two = await queue({ waiting: 0, made: 0 });
    await expect(queueAllDue(withCutConnection(at.database), now)).rejects.toMatchObject({
      message: "not all due schedules were queued",
      errors: [{ message: expect.stringMatching(/^schedule \d+ of company \d+$/) }],
    });
    const queued = async () => {
      const { rows } = await at.database.db.execute<{ id: number }>(
        sql`select schedule_id::int as id from report_run order by 1`,
      );
      return rows.map(({ id }) => id);
    };
    expect(await queued()).toHaveLength(1);
    await queueAllDue(at.database, now);
    expect(await queued()).toEqual([one, two]);
    await at.database.db.execute(sql`delete from report_schedule`);
  });

  test("taking a run reads the queue a few times, however many recipients it has", async () => {
    const large = await queue({ waiting: 3_000, made: 3_000 });
    const small = await queue({ waiting: 1, made: 1 });
    await at.database.db.execute(sql`analyze report_run`);
    const { runs, scans } = await at.database.transaction(async (tx) => {
      const until = new Date(now.getTime() + 60_000);
      const runs = [await takeRun(tx, now, until), await takeRun(tx, now, until)];
      const { rows } = await tx.execute<{ scans: number }>(sql`
        select (seq_scan + idx_scan)::int as scans from pg_stat_xact_user_tables where relname = 'report_run'`);
      return { runs, scans: rows[0]?.scans };
    });
    expect(runs.map((run) => run?.scheduleId)).toEqual([small, large]);
    expect(scans).toBeGreaterThan(0);
    expect(scans).toBeLessThan(50);
  });
});
