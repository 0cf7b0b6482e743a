import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { eq, sql } from "drizzle-orm";
import { afterEach, describe, expect, inject, test, vi } from "vitest";
import * as table from "#platform/db/schema/index";
import { folderStore } from "#platform/files/file-store";
import { keepHouse } from "#platform/jobs/keep-house";
import { startJobs } from "#platform/jobs/start-jobs";
import { makeCompany, makeProvider } from "../support/companies.ts";
import { anyEngine, engines, openTestDatabase } from "../support/database.ts";
import { patience } from "../support/patience.ts";
import { testSessionSecret } from "../support/platform.ts";

const files = folderStore("/nonexistent");
const errors: unknown[] = [];
const mail = { send: async () => {}, track: () => {} };
const publicUrl = "https://shops.example";
const secrets = { sessionSecret: testSessionSecret, webhookReceivers: "https" as const };
const logger = { info() {}, warn() {}, error: (fields: object) => void errors.push(fields) };

// they mostly wait, each on a database of its own
describe.concurrent.each(engines)("Jobs on %s", (engine) => {
  test("once started the play log has its months, also if two processes start", async ({
    expect,
  }) => {
    const database = await openTestDatabase(engine);
    const needs = { database, files, mail, publicUrl, logger, ...secrets };
    const started = await Promise.all([startJobs(needs), startJobs(needs)]);
    const months = async () =>
      (
        await database.db.execute<{ name: string }>(
          sql`select relname as name from pg_class where relname like 'play_log_y%' and relkind = 'r' order by 1`,
        )
      ).rows;
    const now = new Date();
    const nameOf = (offset: number) => {
      const month = new Date(
        Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + offset, 1),
      ).toISOString();
      return `play_log_y${month.slice(0, 4)}m${month.slice(5, 7)}`;
    };
    expect((await months()).map(({ name }) => name)).toEqual(
      expect.arrayContaining([-3, -2, -1, 0, 1, 2].map(nameOf)),
    );
    const { rows } = await database.db.execute(
      sql`select name, cron from pgboss.schedule order by name`,
    );
    expect(rows).toEqual([
      { name: "billing", cron: "*/10 * * * *" },
      { name: "campaign-delivery", cron: "35 * * * *" },
      { name: "check-audit", cron: "50 21 * * *" },
      { name: "check-ledgers", cron: "50 21 * * *" },
      { name: "count-songs", cron: "35 * * * *" },
      { name: "emails", cron: "* * * * *" },
      { name: "housekeeping", cron: "20 21 * * *" },
      { name: "keep-all-days", cron: "*/10 * * * *" },
      { name: "keep-campaigns", cron: "* * * * *" },
      { name: "keep-store-hours", cron: "5,20,35,50 * * * *" },
      { name: "notice-mail", cron: "*/10 * * * *" },
      { name: "payment-reminders", cron: "30 4 * * *" },
      { name: "plan-goals", cron: "20 21 * * *" },
      { name: "report-mail", cron: "* * * * *" },
      { name: "rule-trials", cron: "* * * * *" },
      { name: "seal-audit", cron: "*/10 * * * *" },
      { name: "store-alerts", cron: "* * * * *" },
      { name: "webhook-events", cron: "* * * * *" },
    ]);
    await Promise.all(started.map((jobs) => jobs.stop()));
    const before = await months();
    await (await startJobs(needs)).stop();
    expect(await months()).toEqual(before);
    expect(errors).toEqual([]);
    await database.close();
  });

  test("days are kept moments after they are asked for, also past a stop [RUN-1]", async ({
    expect,
  }) => {
    const database = await openTestDatabase(engine);
    await makeProvider(database);
    const { companyId } = await makeCompany(database);
    const days = () =>
      database.db
        .select()
        .from(table.groupPlaylist)
        .where(eq(table.groupPlaylist.companyId, companyId));
    const first = await startJobs({ database, files, mail, publicUrl, logger, ...secrets });
    await expect.poll(async () => (await days()).length, { timeout: patience }).toBeGreaterThan(0);
    await first.stop();
    await database.db.delete(table.storeLog);
    await database.db.delete(table.groupPlaylist);
    const second = await startJobs({ database, files, mail, publicUrl, logger, ...secrets });
    await expect.poll(async () => (await days()).length, { timeout: patience }).toBeGreaterThan(0);
    await second.stop();
    await database.close();
    expect(errors).toEqual([]);
  });
});

describe("Jobs of a process whose clock is not the database's", () => {
  afterEach(() => void vi.useRealTimers());

  test.each([-180_000, 3 * 86_400_000])(
    "begin when they are due by its own clock, %i ms apart [RUN-1]",
    async (apart) => {
      const database = await openTestDatabase(anyEngine);
      const warnings: object[] = [];
      const tells = { ...logger, warn: (fields: object) => void warnings.push(fields) };
      // pg-boss looks which jobs are due as it starts, then each half minute: at the second start it
      // knows them
      await (await startJobs({ database, files, mail, publicUrl, logger, ...secrets })).stop();
      await database.db.execute(sql`update pgboss.version set cron_on = null`);
      await database.db.execute(sql`delete from pgboss.job`);
      // noon, when no nightly job is due
      vi.useFakeTimers({
        toFake: ["Date"],
        now: new Date(Date.now() + apart).setUTCHours(12, 3, 20),
      });
      const jobs = await startJobs({ database, files, mail, publicUrl, logger: tells, ...secrets });
      const begun = async () =>
        (
          await database.db.execute<{ name: string }>(sql`select distinct name from pgboss.job`)
        ).rows.map(({ name }) => name);
      await expect.poll(begun, { timeout: patience }).toContain("store-alerts");
      expect(await begun()).not.toContain("housekeeping");
      expect(warnings).toEqual(expect.arrayContaining([{ seconds: expect.any(Number) }]));
      await jobs.stop();
      await database.close();
    },
  );
});

test.runIf(inject("postgresUrl"))(
  "how a job ended is noted once the database takes it again [LOAD-1]",
  async () => {
    const database = await openTestDatabase("postgres");
    await makeCompany(database);
    const jobs = await startJobs({ database, files, mail, publicUrl, logger, ...secrets });
    const name = "check-ledgers"; // at night, and here
    const state = async () =>
      (await database.pool.query("select state from pgboss.job where name = $1", [name])).rows;
    await database.dedicated(async (ledger) => {
      await ledger.query("begin; lock table ad_ledger in access exclusive mode");
      await database.pool.query("insert into pgboss.job (name) values ($1)", [name]);
      await expect.poll(state, { timeout: patience }).toEqual([{ state: "active" }]);
      await database.dedicated(async (queue) => {
        await queue.query("begin; lock table pgboss.job in access exclusive mode");
        await ledger.query("rollback"); // the job ends
        await pause(7_000); // longer than statements wait for locks
        await queue.query("rollback");
      });
    });
    await expect.poll(state, { timeout: patience }).toEqual([{ state: "completed" }]);
    await jobs.stop();
    await database.close();
    errors.splice(0); // the ledger was locked for other jobs too
  },
);

describe("What the daily job clears away", () => {
  test("each day sign-in records after 36 months and ended links after one go", async () => {
    const database = await openTestDatabase(anyEngine);
    const { companyId, users } = await makeCompany(database);
    const now = new Date("2026-11-20T06:00:00Z");
    const years = (n: number) => new Date(now.getTime() - n * 365 * 86_400_000);
    const [{ id: userId } = { id: 0 }] = await database.db
      .select({ id: table.appUser.id })
      .from(table.appUser)
      .where(eq(table.appUser.username, users.admin));
    const session = (rotatedAt: Date) => ({
      companyId,
      id: randomUUID(),
      userId,
      createdAt: rotatedAt,
      rotatedAt,
    });
    await database.db.insert(table.authSession).values([session(years(4)), session(years(1))]);
    const token = (expiresAt: Date) => ({
      companyId,
      id: randomUUID(),
      userId,
      purpose: "recovery" as const,
      secretHash: "x",
      expiresAt,
    });
    await database.db.insert(table.accountToken).values([token(years(1)), token(now)]);
    await keepHouse({ database, files, now });
    expect(
      (await database.db.select().from(table.authSession)).map(({ rotatedAt }) => rotatedAt),
    ).toEqual([years(1)]);
    expect(
      (await database.db.select().from(table.accountToken)).map(({ expiresAt }) => expiresAt),
    ).toEqual([now]);
    await database.close();
  });

  test("each day what was decided, touched or checked long ago goes [ONB-1]", async () => {
    const database = await openTestDatabase(anyEngine);
    const { db } = database;
    const { companyId, users } = await makeCompany(database);
    const [{ id: userId } = { id: 0 }] = await db
      .select({ id: table.appUser.id })
      .from(table.appUser)
      .where(eq(table.appUser.username, users.admin));
    const now = new Date("2026-11-20T06:00:00Z");
    const ago = (days: number) => new Date(now.getTime() - days * 86_400_000);
    const request = (
      personName: string,
      state: "new" | "declined",
      createdAt: Date,
      decidedAt?: Date,
    ) => ({
      companyId,
      kind: "query" as const,
      email: "a@example.com",
      details: {},
      personName,
      state,
      createdAt,
      decidedAt,
    });
    await db
      .insert(table.publicRequest)
      .values([
        request("decided long ago", "declined", ago(400), ago(181)),
        request("decided lately", "declined", ago(800), ago(179)),
        request("waits", "new", ago(729)),
        request("forgotten", "new", ago(731)),
      ]);
    const draft = (form: string, updatedAt: Date) => ({
      companyId,
      userId,
      form,
      aboutCompanyId: companyId,
      values: {},
      updatedAt,
    });
    await db.insert(table.formDraft).values([draft("old", ago(91)), draft("store/add", ago(89))]);
    const run = (fileName: string, createdAt: Date) => ({
      companyId,
      id: randomUUID(),
      kind: "stores" as const,
      fileName,
      madeByCompanyId: companyId,
      madeById: userId,
      createdAt,
    });
    const old = run("old.csv", ago(8));
    await db.insert(table.importRun).values([old, run("new.csv", ago(6))]);
    await db
      .insert(table.importRow)
      .values({ companyId, importId: old.id, line: 2, outcome: "add", cells: ["A"] });
    const key = (name: string, createdAt: Date) => ({
      companyId,
      userId,
      key: name,
      requestHash: "",
      createdAt,
    });
    await db.insert(table.idempotencyKey).values([key("old", ago(2)), key("new", ago(0.5))]);
    for (const days of [91, 89])
      await db.execute(sql`insert into player_command (company_id, store_id, kind, asked_by, asked_at)
        select company_id, min(id), 'tone', ${`${days} days`}, ${ago(days).toISOString()}::timestamptz from store group by company_id`);
    await keepHouse({ database, files, now });
    const remainder = {
      requests: (await db.select().from(table.publicRequest)).map(({ personName }) => personName),
      drafts: (await db.select().from(table.formDraft)).map(({ form }) => form),
      imports: (await db.select().from(table.importRun)).map(({ fileName }) => fileName),
      rows: await db.$count(table.importRow),
      keys: (await db.select().from(table.idempotencyKey)).map(({ key }) => key),
      commands: (await db.select().from(table.playerCommand)).map(({ askedBy }) => askedBy),
    };
    expect(remainder).toEqual({
      requests: ["decided lately", "waits"],
      drafts: ["store/add"],
      imports: ["new.csv"],
      rows: 0,
      keys: ["new"],
      commands: ["89 days"],
    });
    await database.close();
  });

  test("one thing that can not be cleared keeps none of the others, and is told in the end", async () => {
    const database = await openTestDatabase(anyEngine);
    const now = new Date("2026-11-20T06:00:00Z");
    await database.db
      .insert(table.rateLimit)
      .values({ key: "old", count: 1, windowStart: new Date("2026-11-19T06:00:00Z") });
    await database.db.execute(sql`alter table idempotency_key rename to idempotency_key_away`);
    const failure: unknown = await keepHouse({ database, files, now }).catch(
      (error: unknown) => error,
    );
    expect((failure as AggregateError).errors).toHaveLength(1);
    expect(await database.db.$count(table.rateLimit)).toBe(0);
    await database.close();
  });
});
