import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { accountToken, appUser, authSession } from "#platform/db/schema/index";
import { folderStore } from "#platform/files/file-store";
import { keepHouse, startJobs } from "#platform/jobs/start-jobs";
import { makeCompany } from "../support/companies.ts";
import { engines, openTestDatabase } from "../support/database.ts";

const files = folderStore("/nonexistent");
const errors: unknown[] = [];
const logger = { info() {}, warn() {}, error: (fields: object) => void errors.push(fields) };

describe.each(engines)("Jobs on %s", (engine) => {
  test("once started the play log has its months, from the latest play-out's to two ahead; two processes may start at once and again", async () => {
    const database = await openTestDatabase(engine);
    const started = await Promise.all([startJobs({ database, files, logger }), startJobs({ database, files, logger })]);
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
    await (await startJobs({ database, files, logger })).stop();
    expect(await months()).toEqual(before);
    expect(errors).toEqual([]);
    await database.close();
  });

  test("each day what was kept for a while goes: sign-in records after 36 months, links a month after their end", async () => {
    const database = await openTestDatabase(engine);
    const { companyId, users } = await makeCompany(database);
    const now = new Date("2026-11-20T06:00:00Z");
    const years = (n: number) => new Date(now.getTime() - n * 365 * 86_400_000);
    const [{ id: userId } = { id: 0 }] = await database.db
      .select({ id: appUser.id })
      .from(appUser)
      .where(eq(appUser.username, users.admin));
    const session = (rotatedAt: Date) => ({ companyId, id: randomUUID(), userId, createdAt: rotatedAt, rotatedAt });
    await database.db.insert(authSession).values([session(years(4)), session(years(1))]);
    const token = (expiresAt: Date) => ({ companyId, id: randomUUID(), userId, purpose: "recovery" as const, secretHash: "x", expiresAt });
    await database.db.insert(accountToken).values([token(years(1)), token(now)]);
    await keepHouse(database.db, files, now);
    expect((await database.db.select().from(authSession)).map(({ rotatedAt }) => rotatedAt)).toEqual([years(1)]);
    expect((await database.db.select().from(accountToken)).map(({ expiresAt }) => expiresAt)).toEqual([now]);
    await database.close();
  });
});
