import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { startJobs } from "#platform/jobs/start-jobs";
import { engines, openTestDatabase } from "../support/database.ts";

const errors: unknown[] = [];
const logger = { info() {}, warn() {}, error: (fields: object) => void errors.push(fields) };

describe.each(engines)("Jobs on %s", (engine) => {
  test("once started the play log has its months, from the latest play-out's to two ahead; two processes may start at once and again", async () => {
    const database = await openTestDatabase(engine);
    const started = await Promise.all([startJobs({ database, logger }), startJobs({ database, logger })]);
    const months = async () =>
      (
        await database.db.execute<{ name: string }>(
          sql`select relname as name from pg_class where relname like 'play_log_y%' and relkind = 'r' order by 1`,
        )
      ).rows;
    const now = new Date();
    const nameOf = (offset: number) => {
      const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + offset, 1)).toISOString();
      return `play_log_y${month.slice(0, 4)}m${month.slice(5, 7)}`;
    };
    expect((await months()).map(({ name }) => name)).toEqual(expect.arrayContaining([-3, -2, -1, 0, 1, 2].map(nameOf)));
    const { rows } = await database.db.execute(sql`select name, cron from pgboss.schedule`);
    expect(rows).toEqual([{ name: "housekeeping", cron: "20 21 * * *" }]);
    await Promise.all(started.map((jobs) => jobs.stop()));
    const before = await months();
    await (await startJobs({ database, logger })).stop();
    expect(await months()).toEqual(before);
    expect(errors).toEqual([]);
    await database.close();
  });
});
