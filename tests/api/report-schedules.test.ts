import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { reports } from "#contract/reports/catalogue";
import { reportEndpoints } from "#contract/reports/endpoints";
import { downloadReportFile } from "#contract/reports/schedules";
import { scheduleLimits } from "#contract/reports/words";
import { folderStore } from "#platform/files/file-store";
import { openMail } from "#platform/mail/mail";
import { fileClearingService } from "#platform/modules/files/index";
import { forgetOldReportRuns, reportMailService } from "#platform/modules/reports/index";
import { makeCompany, makeProvider, type TestCompany } from "../support/companies.ts";
import { readCsv } from "../support/csv.ts";
import { anyEngine } from "../support/database.ts";
import {
  openTestPlatform,
  type TestPlatform,
  testFilesDir,
  testPublicUrl,
  testSessionSecret,
} from "../support/platform.ts";
import { openSmtp, type Smtp } from "../support/smtp.ts";
import { readWorkbook } from "../support/xlsx.ts";

const now = new Date("2026-11-20T06:00:00.000Z");
const day = 86_400_000;
const files = folderStore(testFilesDir);
const logger = { info() {}, warn() {}, error() {} };

describe("Scheduled reports", () => {
  let at: TestPlatform;
  let company: TestCompany;
  let staff: Awaited<ReturnType<typeof makeProvider>>["staff"];
  let smtp: Smtp;
  let mailed: ReturnType<typeof reportMailService>;

  beforeAll(async () => {
    at = await openTestPlatform(anyEngine, { now });
    smtp = await openSmtp();
    staff = (await makeProvider(at.database)).staff;
    company = await makeCompany(at.database);
    mailed = serviceWith();
  });
  afterAll(async () => {
    await at.close();
    await smtp.close();
  });

  /** Times of one test are not due in the next. */
  afterEach(() => at.database.db.execute(sql`delete from report_schedule`));

  function serviceWith(options: { mostBytes?: number; mostKeptBytes?: number } = {}) {
    const mail = openMail({
      smtpUrl: smtp.url,
      from: "Fever <no-reply@fever.example>",
      outbox: "",
    });
    return reportMailService({
      files,
      mail,
      publicUrl: testPublicUrl,
      sessionSecret: testSessionSecret,
      logger,
      ...options,
    });
  }
  /** Runs the job at a time, which the platform's clock is set to as well. */
  const runAt = async (time: Date, by = mailed) => {
    at.clock.now = time.getTime();
    return by.mailReports({ database: at.database, now: time });
  };
  const later = (ms: number, from = now) => new Date(from.getTime() + ms);
  const weekly = {
    name: "Weekly stores",
    report: "Total_stores",
    frequency: "daily",
    format: "csv",
  } as const;
  type Body = Record<string, unknown>;
  const add = async (as: string, body: Body = {}, query: object = {}) =>
    (await at.as(as).addSchedule({ query, body: { ...weekly, ...body } } as never)).id;
  const refusal = async (body: Body, as = company.users.admin) => {
    const { status, body: answer } = await at
      .as(as)
      .addSchedule({ body: { ...weekly, ...body } } as never).reply;
    return [status, answer.errors?.[0]?.field ?? null];
  };
  const show = (id: number, as: string, query: object = {}) =>
    at.as(as).findSchedule({ params: { id }, query } as never);
  const letters = (username: string) =>
    smtp.inbox.filter(({ to }) => to?.some(({ address }) => address === `${username}@example.com`));
  const tokenOf = (text: string | undefined) =>
    /\/admin\/reports\/files\/([\w-]+)/.exec(text ?? "")?.[1] ?? "";
  const lastToken = (username: string) => tokenOf(letters(username).at(-1)?.text);
  const download = (token: string, as: string) =>
    at.as(as).downloadReportFile({ params: { fileId: token } });
  const onlyOwnerOf = async () => {
    const own = await makeCompany(at.database);
    return { own, admin: own.users.admin };
  };

  test("the morning's report is mailed once as a link to its rows [REP-3]", async () => {
    const { admin } = company.users;
    at.clock.now = now.getTime();
    const csv = await add(admin);
    const xlsx = await add(admin, { name: "Workbook", format: "xlsx" });
    expect(await show(csv, admin)).toMatchObject({
      state: "active",
      nextAt: "2026-11-21T00:30:00.000Z",
      lastOutcome: null,
      runs: [],
    });
    await runAt(later(18 * 3_600_000)); // half an hour before
    expect(letters(admin)).toHaveLength(0);
    const morning = new Date("2026-11-21T00:30:00.000Z");
    // four processes at once
    const counts = await Promise.all([1, 2, 3, 4].map(() => runAt(morning, serviceWith())));
    expect(counts.reduce((sum, count) => sum + count)).toBe(2);
    await runAt(later(60_000, morning));
    const subjects = letters(admin).map(({ subject }) => subject);
    expect(subjects.sort()).toEqual(["Weekly stores", "Workbook"]);
    const table = await at
      .as(admin)
      .call(reportEndpoints(reportNamed("Total_stores")).table, { query: { limit: 100 } } as never);
    for (const id of [csv, xlsx]) {
      const { runs, nextAt, lastOutcome } = await show(id, admin);
      expect([runs.length, lastOutcome, nextAt]).toEqual([1, "sent", "2026-11-22T00:30:00.000Z"]);
      const token = runs[0]?.file?.id ?? "";
      const letter = letters(admin).find(({ text }) => text?.includes(token));
      expect(letter?.text).toContain(`${testPublicUrl}/admin/reports/files/${token}`);
      expect(letter?.text).toContain("until 28/11/26");
      const bytes = await download(token, admin).bytes;
      expect(bytes.byteLength).toBe(runs[0]?.file?.bytes);
      const rows =
        id === csv
          ? readCsv(new TextDecoder().decode(bytes))
          : (await readWorkbook(bytes))[0]?.rows;
      expect(rows).toHaveLength((table as unknown[]).length + 1);
    }
  });

  test("the file opens for its owner alone, for seven days [REP-3] [CTX-4]", async () => {
    const { admin, limited, regional } = company.users;
    const other = (await onlyOwnerOf()).admin;
    const id = await add(admin, { name: "Seven days" });
    await at.as(admin).runSchedule({ params: { id } } as never);
    const runTime = new Date(at.clock.now);
    await runAt(runTime);
    const token = lastToken(admin);
    for (const as of [
      limited,
      regional,
      company.users.manager,
      other,
      staff.Fever_Super_Admin_Major,
    ]) {
      expect(await download(token, as).status, as).toBe(as === company.users.manager ? 403 : 404);
      expect(await at.as(as).findReportFile({ params: { fileId: token } }).status).toBe(
        as === company.users.manager ? 403 : 404,
      );
      if (as !== company.users.manager)
        expect(await at.as(as).findSchedule({ params: { id } } as never).status).toBe(
          as === staff.Fever_Super_Admin_Major ? 422 : 404,
        );
    }
    expect(await at.nobody.downloadReportFile({ params: { fileId: token } }).status).toBe(401);
    expect(await download("00000000-0000-4000-8000-000000000000", admin).status).toBe(404);
    const key = `reports/${token}`;
    await fileClearingService({ files }).clearOrphans({
      db: at.database.db,
      now: later(3 * day, new Date()),
    });
    expect(await files.stat(key)).toBeDefined();
    at.clock.now = runTime.getTime() + 7 * day - 1000;
    expect(await download(token, admin).status).toBe(200);
    at.clock.now = runTime.getTime() + 7 * day + 60_000;
    const refused = await at
      .as(admin)
      .call(downloadReportFile as never, { params: { fileId: token } } as never).reply;
    expect([refused.status, refused.body.message]).toEqual([
      422,
      expect.stringMatching(/was deleted on 2[78]\/11\/26/),
    ]);
    expect(await at.as(admin).findReportFile({ params: { fileId: token } })).toMatchObject({
      closed: refused.body.message,
    });
    await runAt(new Date(at.clock.now));
    expect(await files.stat(key)).toBeUndefined();
    expect((await show(id, admin)).runs.at(-1)?.file).toBeNull();
    await at.as(admin).removeSchedule({ query: { id } });
  });

  test("a file keeps its format and its days, whatever becomes of its schedule", async () => {
    const { admin } = company.users;
    const id = await add(admin, { name: "Format" });
    const again = await add(admin, { name: "Once", frequency: "once" });
    await at.as(admin).runSchedule({ params: { id } } as never);
    await runAt(new Date(at.clock.now));
    const file = (await show(id, admin)).runs[0]?.file?.id ?? "";
    const once = (await show(again, admin)).runs[0]?.file?.id ?? "";
    await at.as(admin).changeSchedule({ body: { id, format: "xlsx" } } as never);
    const response = await download(file, admin).response;
    expect(response.headers.get("Content-Type")).toMatch(/^text\/csv/);
    expect(response.headers.get("Content-Disposition")).toContain(".csv");
    // asked for a quarter ago, made again today
    await at.database.db.execute(
      sql`update report_schedule set created_at = ${later(-91 * day).toISOString()}::timestamptz where id = ${again}`,
    );
    await forgetOldReportRuns(at.database.db, new Date(at.clock.now));
    expect(await download(once, admin).status).toBe(200);
    await forgetOldReportRuns(at.database.db, later(100 * day, new Date(at.clock.now)));
    expect(await download(once, admin).status).toBe(404);
  });

  test("it has what its owner may see now, and pauses where that is nothing [REP-3] [CTX-4]", async () => {
    const { own } = await onlyOwnerOf();
    const { regional } = own.users;
    /** The regions of its rows. */
    const makeNow = async () => {
      await at.as(regional).runSchedule({ params: { id } } as never);
      await runAt(new Date(at.clock.now));
      const [, ...rows] = readCsv(await download(lastToken(regional), regional).text);
      return [...new Set(rows.map(([, region]) => region))];
    };
    const id = await add(regional, { name: "My stores" });
    const placed = await add(regional, { name: "My region", regionId: own.north.regionId });
    expect(await makeNow()).toEqual(["North"]);
    const before = lastToken(regional);
    await at.database.db.execute(sql`update user_unit set region_id = ${own.south.regionId}
      where user_id = (select id from app_user where username = ${regional})`);
    at.clock.now += 3000; // what a session knows of its user lasts two seconds
    expect(await makeNow()).toEqual(["South"]);
    expect(
      await at
        .as(regional)
        .call(downloadReportFile as never, { params: { fileId: before } } as never).refusal,
    ).toEqual({
      status: 422,
      message: expect.stringContaining("Your access has changed"),
    });
    // the region that it is limited to is no longer theirs
    await at.as(regional).runSchedule({ params: { id: placed } } as never);
    await runAt(new Date(at.clock.now));
    const paused = await show(placed, regional);
    expect(paused).toMatchObject({
      state: "paused",
      nextAt: null,
      place: null,
      lastOutcome: "paused",
    });
    expect(paused.pausedBecause).toBe(paused.runs[0]?.detail);
    expect(paused.pausedBecause).toMatch(/location .* no longer have access/);
    const { rows } =
      await at.database.db.execute(sql`select title, detail, item_kind from notification
      where user_id = (select id from app_user where username = ${regional}) order by id`);
    expect(rows).toEqual([
      {
        title: "“My region” was paused",
        detail: paused.pausedBecause,
        item_kind: "report schedule",
      },
    ]);
    await at.database.db.execute(
      sql`delete from user_unit where user_id = (select id from app_user where username = ${regional})`,
    );
    await runAt(later(2 * day, new Date(at.clock.now)));
    expect((await show(id, regional)).pausedBecause).toMatch(
      /no longer have access to any location/,
    );
  });

  test("it pauses when its owner is deactivated or loses the area [REP-3]", async () => {
    const { own, admin } = await onlyOwnerOf();
    const id = await add(admin, { name: "Mine" });
    const set = (status: string) =>
      at.database.db.execute(sql`update app_user set status = ${status} where username = ${admin}`);
    await set("inactive");
    await runAt(later(day, new Date(at.clock.now)));
    await runAt(later(2 * day, new Date(at.clock.now)));
    expect(letters(admin)).toHaveLength(0);
    await set("active");
    const stored = await show(id, admin);
    expect(stored).toMatchObject({
      state: "paused",
      pausedBecause: "Your account or your company is deactivated.",
    });
    expect(stored.runs.map(({ outcome }) => outcome)).toEqual(["paused"]);
    await at.as(admin).changeSchedule({ body: { id, state: "active" } } as never);
    const next = (await show(id, admin)).nextAt ?? "";
    expect(new Date(next).getTime()).toBeGreaterThan(at.clock.now);
    await at.as(admin).changeSchedule({ body: { id, state: "paused" } } as never);
    expect(await show(id, admin)).toMatchObject({
      state: "paused",
      pausedBecause: null,
      nextAt: null,
    });
    await runAt(later(day, new Date(next)));
    expect(letters(admin)).toHaveLength(0);
    await at.as(admin).changeSchedule({ body: { id, state: "active" } } as never);
    await at.database.db.execute(
      sql`update app_user set role = 'ROLE_Store_Music_Manager', level = 'store' where username = ${admin}`,
    );
    await runAt(later(day, new Date(at.clock.now)));
    const { rows } = await at.database.db.execute(
      sql`select paused_because from report_schedule where id = ${id} and company_id = ${own.companyId}`,
    );
    expect(rows).toEqual([{ paused_because: "You may no longer open this report." }]);
  });

  test("a report of a killed process, and missed mornings, are made up once [REP-3]", async () => {
    const { admin } = await onlyOwnerOf();
    const began = new Date("2026-12-10T06:00:00.000Z");
    at.clock.now = began.getTime();
    const id = await add(admin, {
      name: "Yesterday",
      report: "SongPlayOutReport",
      period: "yesterday",
    });
    // the server was down for four days; the first that takes it up is killed: its letter never goes
    // out, and it writes no more
    const back = new Date("2026-12-14T09:00:00.000Z");
    let revive = () => {};
    const killed = new Promise<void>((resolve) => {
      revive = resolve;
    });
    const reached = new Promise<void>((resolve) => {
      const dying = reportMailService({
        files,
        publicUrl: testPublicUrl,
        sessionSecret: testSessionSecret,
        logger,
        mail: {
          send: () => {
            resolve();
            return killed;
          },
        },
      });
      at.clock.now = back.getTime();
      void dying.mailReports({ database: at.database, now: back });
    });
    await reached;
    expect(await runAt(later(4 * 60_000, back))).toBe(0); // it may be alive
    expect(await runAt(later(6 * 60_000, back))).toBe(1);
    revive(); // it was only slow: it finds that the report is another's
    await runAt(later(20 * 60_000, back));
    expect(letters(admin)).toHaveLength(1);
    const { runs, nextAt } = await show(id, admin);
    expect(runs).toMatchObject([
      { dueAt: "2026-12-14T00:30:00.000Z", from: "2026-12-13", to: "2026-12-13", outcome: "empty" },
    ]);
    expect(nextAt).toBe("2026-12-15T00:30:00.000Z");
    expect(letters(admin)[0]).toMatchObject({
      subject: "Yesterday: 13/12/26",
      text: expect.stringContaining("has no data"),
    });
  });

  test("what could not be sent is tried again with the same file and letter [REP-3]", async () => {
    const { admin } = await onlyOwnerOf();
    let time = new Date("2026-12-20T06:00:00.000Z");
    at.clock.now = time.getTime();
    const once = { name: "Once", frequency: "once" };
    const id = await add(admin, once);
    const messageIds: (string | undefined)[] = [];
    const deaf = reportMailService({
      files,
      publicUrl: testPublicUrl,
      sessionSecret: testSessionSecret,
      logger,
      mail: {
        send: async ({ messageId }) => {
          messageIds.push(messageId);
          throw new Error("the mail server is away");
        },
      },
    });
    await runAt(time, deaf);
    expect((await show(id, admin)).runs[0]).toMatchObject({
      outcome: null,
      detail: expect.stringContaining("We will try again"),
    });
    for (let hour = 1; hour <= 26; hour++) {
      time = later(60 * 60_000, time);
      await runAt(time, deaf);
    }
    expect(messageIds.length).toBeGreaterThan(4);
    expect(new Set(messageIds).size).toBe(1);
    expect(await show(id, admin)).toMatchObject({ state: "done", lastOutcome: "failed" });
    smtp.refused.add(`${admin}@example.com`);
    const refused = await add(admin, once);
    await runAt(new Date(at.clock.now));
    expect((await show(refused, admin)).runs[0]).toMatchObject({
      outcome: "failed",
      detail: expect.stringContaining("does not accept"),
    });
    smtp.refused.clear();
    const large = await add(admin, once);
    await runAt(new Date(at.clock.now), serviceWith({ mostBytes: 200 }));
    expect((await show(large, admin)).runs[0]).toMatchObject({ outcome: "too-large", file: null });
    const { rows } = await at.database.db.execute(sql`select title, kind from notification
      where user_id = (select id from app_user where username = ${admin})`);
    expect(rows).toEqual(
      Array.from({ length: 3 }, () => ({ title: "“Once” was not sent", kind: "ERROR" })),
    );
  });

  test("any report of the catalogue can be mailed once with its filters and dates [REP-3]", async () => {
    const { own } = await onlyOwnerOf();
    const owner = staff.Fever_Super_Admin_Major;
    at.clock.now = new Date("2026-12-22T06:00:00.000Z").getTime();
    for (const { key, dates } of reports) {
      const range =
        dates === "none" ? {} : { period: "dates", from: "2026-11-01", to: "2026-11-20" };
      await add(
        owner,
        { name: key, report: key, frequency: "once", ...range },
        { companyId: own.companyId },
      );
      await runAt(new Date(at.clock.now));
    }
    const { rows } = await at.database.db.execute(
      sql`select s.name, r.outcome from report_schedule s join report_run r on r.company_id = s.company_id and r.schedule_id = s.id
        where s.company_id = ${own.companyId} and r.outcome not in ('sent', 'empty')`,
    );
    expect(rows).toEqual([]);
    expect(letters(owner)).toHaveLength(reports.length);
    expect(await at.as(owner).listSchedules({ query: { companyId: company.companyId } })).toEqual(
      [],
    );
    const listed = await at.as(owner).listSchedules({ query: { companyId: own.companyId } });
    const newest = reports.map(({ key }) => key).slice(-scheduleLimits.listed);
    expect(listed.map(({ name }) => name)).toEqual(newest.reverse());
    expect(await download(lastToken(owner), owner).status).toBeLessThan(500);
  });

  test("who asked for one report does not wait for all that another asked for before [REP-3]", async () => {
    const { own, admin } = await onlyOwnerOf();
    at.clock.now = later(60 * day).getTime();
    for (const name of ["First", "Second", "Third"]) await add(admin, { name, frequency: "once" });
    await add(own.users.limited, { name: "Only", frequency: "once" });
    const before = smtp.inbox.length;
    await runAt(later(60 * day));
    expect(smtp.inbox.slice(before).map(({ subject }) => subject)).toEqual([
      "First",
      "Only",
      "Second",
      "Third",
    ]);
  });

  test("what a report or its owner cannot have is refused by its field [REP-3] [CTX-4]", async () => {
    const { own, admin } = await onlyOwnerOf();
    const song = { report: "SongPlayOutReport" };
    expect(await refusal({ report: "Nothing" })).toEqual([422, "report"]);
    expect(await refusal({ ...song })).toEqual([422, "period"]);
    expect(await refusal({ ...song, period: "next-7-days" })).toEqual([422, "period"]);
    expect(
      await refusal({ ...song, period: "dates", from: "2026-11-01", to: "2026-11-02" }),
    ).toEqual([422, "period"]);
    expect(
      await refusal({
        ...song,
        frequency: "once",
        period: "dates",
        from: "2026-01-01",
        to: "2026-11-02",
      }),
    ).toEqual([422, "to"]);
    expect(await refusal({ ...song, frequency: "once", period: "dates" })).toEqual([422, "from"]);
    expect(await refusal({ period: "yesterday" })).toEqual([422, "period"]);
    expect(await refusal({ choices: { colour: "red" } })).toEqual([422, "choices"]);
    expect(await refusal({ choices: { regionId: String(own.north.regionId) } })).toEqual([
      422,
      "choices",
    ]);
    expect(await refusal({ frequency: "weekly" })).toEqual([422, "weekday"]);
    expect(await refusal({ frequency: "monthly", monthDay: 32 })).toEqual([422, "monthDay"]);
    expect(await refusal({ regionId: own.north.regionId })).toEqual([404, null]);
    expect(await at.as(company.users.manager).addSchedule({ body: weekly } as never).status).toBe(
      403,
    );
    const id = await add(admin, {
      ...song,
      frequency: "monthly",
      monthDay: 31,
      period: "last-month",
    });
    const change = (body: object, as = admin) =>
      at.as(as).changeSchedule({ body: { id, ...body } } as never);
    expect((await change({ frequency: "weekly" }).wrongFields)[0]).toBe("weekday");
    expect(await change({ frequency: "once" }).status).toBe(422);
    await change({ frequency: "weekly", weekday: 1, name: "Mondays" });
    expect(await show(id, admin)).toMatchObject({
      name: "Mondays",
      frequency: "weekly",
      weekday: 1,
      monthDay: null,
      period: "last-month",
    });
    for (const as of [own.users.limited, company.users.admin]) {
      expect(await change({ name: "Theirs" }, as).status).toBe(404);
      expect(await at.as(as).runSchedule({ params: { id } } as never).status).toBe(404);
      expect(await at.as(as).removeSchedule({ query: { id } }).status).toBe(404);
    }
    for (let n = 0; n < 5; n++) await add(admin, { frequency: "once" });
    expect((await refusal({ frequency: "once" }, admin))[0]).toBe(422);
    // asked for three times, made once
    const replies = await Promise.all(
      [1, 2, 3].map(() => at.as(admin).runSchedule({ params: { id } } as never).reply),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
    expect(replies.find(({ status }) => status === 422)?.body.message).toBe(
      "“Mondays” is still being made or emailed. Try again later.",
    );
    expect((await show(id, admin)).runs).toHaveLength(1);
    const { rows } = await at.database.db.execute(
      sql`select action, count(*)::int as count from audit_log where company_id = ${own.companyId} and item_kind = 'report schedule' group by 1 order by 1`,
    );
    expect(rows).toEqual([
      { action: "report asked for by email", count: 5 },
      { action: "report schedule added", count: 1 },
      { action: "report schedule changed", count: 1 },
      { action: "report schedule run", count: 1 },
    ]);
  });

  test("files that are kept for a person take so much room and no more [REP-3] [LOAD-1]", async () => {
    const { own, admin } = await onlyOwnerOf();
    const first = await add(admin, { name: "First" });
    const second = await add(admin, { name: "Second" });
    const another = await add(own.users.limited);
    const by = serviceWith({ mostKeptBytes: 1 });
    const run = async (id: number, as = admin) => {
      at.clock.now += 60_000;
      await at.as(as).runSchedule({ params: { id } } as never);
      await runAt(new Date(at.clock.now), by);
      return (await show(id, as)).runs[0];
    };
    expect(await run(first)).toMatchObject({ outcome: "sent" });
    for (const id of [first, second])
      expect(await run(id)).toMatchObject({
        outcome: "too-large",
        detail: expect.stringContaining("Delete one"),
        file: null,
      });
    expect(await run(another, own.users.limited)).toMatchObject({ outcome: "sent" });
    await at.as(admin).removeSchedule({ query: { id: first } });
    expect(await run(second)).toMatchObject({ outcome: "sent" });
  });

  test("a company that moves to another time zone has its reports in its new morning [REP-3]", async () => {
    const { own, admin } = await onlyOwnerOf();
    at.clock.now = new Date("2027-03-26T12:00:00.000Z").getTime();
    const id = await add(admin);
    await at.database.db.execute(
      sql`update company set time_zone = 'Europe/Berlin' where id = ${own.companyId}`,
    );
    await runAt(new Date(at.clock.now));
    expect((await show(id, admin)).nextAt).toBe("2027-03-27T05:00:00.000Z");
    await runAt(new Date("2027-03-27T05:00:00.000Z"));
    // its clocks change in the night
    expect((await show(id, admin)).nextAt).toBe("2027-03-28T04:00:00.000Z");
  });

  const reportNamed = (key: string) => {
    const report = reports.find((one) => one.key === key);
    if (!report) throw new Error(`no report ${key}`);
    return report;
  };
});
