import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { folderStore } from "#platform/files/file-store";
import { keepHouse } from "#platform/jobs/keep-house";
import { type Mail, type OutgoingEmail, openMail } from "#platform/mail/mail";
import { noticeMailService } from "#platform/modules/notifications/notice-mail.service";
import { notify, notifyProviderStaff } from "#platform/modules/notifications/notifications.service";
import { newAccountToken } from "#platform/modules/session/account-token";
import { makeCompany, makeProvider, type TestCompany } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import {
  openTestPlatform,
  password,
  type TestPlatform,
  testPublicUrl,
} from "../support/platform.ts";
import { openSmtp, type Smtp } from "../support/smtp.ts";

describe.each([anyEngine])("Notifications on %s", (engine) => {
  let at: TestPlatform;
  let provider: Awaited<ReturnType<typeof makeProvider>>;
  let company: TestCompany;
  beforeAll(async () => {
    at = await openTestPlatform(engine);
    provider = await makeProvider(at.database);
  });
  beforeEach(async () => {
    company = await makeCompany(at.database);
  });
  afterAll(() => at?.close());

  const userId = async (username: string) =>
    (
      await at.database.pool.query("select user_id::int as id from login where username = $1", [
        username,
      ])
    ).rows[0].id as number;
  const listNotices = async (username: string, query = {}) => {
    const { data, page } = await at.as(username).listNotifications({ query }).answer;
    return { notices: data, page };
  };
  const unread = async (username: string) => (await at.as(username).me()).unread;
  const tell = async (username: string, count: number) => {
    const recipient = { companyId: company.companyId, userId: await userId(username) };
    await at.database.transaction(async (tx) => {
      for (let i = 1; i <= count; i++)
        await notify(tx, [recipient], { kind: "SUCCESS", title: `Notice ${i}` });
    });
  };

  test("they are paged, counted and marked read, each person's their own [USR-1] [CTX-4]", async () => {
    const { admin, limited } = company.users;
    await tell(admin, 5);
    await tell(limited, 1);
    const first = await listNotices(admin, { limit: 2 });
    expect(first.notices.map(({ title, read }) => [title, read])).toEqual([
      ["Notice 5", false],
      ["Notice 4", false],
    ]);
    const second = await listNotices(admin, { limit: 2, cursor: first.page?.next });
    expect(second.notices.map(({ title }) => title)).toEqual(["Notice 3", "Notice 2"]);
    expect((await listNotices(admin, { limit: 2, cursor: second.page?.prev })).notices).toEqual(
      first.notices,
    );
    expect(await unread(admin)).toBe(5);
    expect(await at.as(admin).updateNotificationCount({ body: { count: 2 } })).toEqual({
      unread: 2,
    });
    expect((await listNotices(admin)).notices.map(({ read }) => read)).toEqual([
      false,
      false,
      true,
      true,
      true,
    ]);
    expect(await at.as(admin).updateNotificationCount({ body: { count: 9 } })).toEqual({
      unread: 2,
    });
    expect(await at.as(admin).updateNotificationCount({ body: { count: 0 } }).answer).toMatchObject(
      { data: { unread: 0 } },
    );
    expect([await unread(admin), await unread(limited)]).toEqual([0, 1]);
    for (const count of [-1, 1.5, 100, "1", null])
      expect(await at.as(admin).updateNotificationCount({ body: { count } }).status).toBe(422);
    expect(await at.as(admin).listNotifications({ query: { cursor: "made-up" } }).status).toBe(422);
    await at.as(company.users.manager).listNotifications();
    expect(await at.nobody.listNotifications().status).toBe(401);
  });

  test("some are marked read by id, the person's own alone [USR-1] [CTX-4]", async () => {
    const { admin, limited } = company.users;
    await tell(admin, 3);
    await tell(limited, 1);
    const { notices, page } = await listNotices(admin, { limit: 2 });
    expect([notices.length, page?.total]).toEqual([2, 3]);
    const foreign = (await listNotices(limited)).notices[0]?.id;
    const marked = await at
      .as(admin)
      .updateNotificationCount({ body: { ids: [notices[1]?.id, foreign] } } as never).answer;
    expect([marked.message, marked.data]).toEqual(["Marked as read", { unread: 2 }]);
    expect((await listNotices(admin)).notices.map(({ read }) => read)).toEqual([
      false,
      true,
      false,
    ]);
    expect(await unread(limited)).toBe(1);
    for (const body of [{}, { count: 0, ids: [1] }, { ids: [] }, { ids: ["1"] }])
      expect(await at.as(admin).updateNotificationCount({ body } as never).status).toBe(422);
  });

  test("an accepted invitation is told to who invited, or the national admins [USR-1]", async () => {
    const { admin, regional } = company.users;
    const invite = async (username: string, by: string) => {
      const form = {
        username,
        email: `${username}@example.com`,
        firstName: "New",
        role: "ROLE_Client_Admin",
      };
      const place = { level: "group", groupIds: [company.north.groupIds[0]] };
      return (await at.as(by).addUser({ body: { ...form, ...place } })).id;
    };
    const accept = async (id: number) => {
      const { token, name } = newAccountToken(company.companyId);
      await at.database.pool.query(
        "insert into account_token (company_id, id, user_id, purpose, secret_hash, expires_at) values ($1, $2, $3, 'invitation', $4, now() + interval '1 day')",
        [name.companyId, name.id, id, name.secretHash],
      );
      await at.nobody.activatePassword({
        body: { token, password, profile: { firstName: "New" } },
      });
    };
    const first = await invite(`first.${company.companyId}`, regional);
    const second = await invite(`second.${company.companyId}`, regional);
    await accept(first);
    expect((await listNotices(regional)).notices).toMatchObject([
      {
        kind: "SUCCESS",
        title: `first.${company.companyId} accepted the invitation`,
        item: { kind: "user", id: first, companyId: company.companyId },
      },
    ]);
    expect((await listNotices(admin)).notices).toEqual([]);
    await at.database.pool.query("update app_user set status = 'inactive' where username = $1", [
      regional,
    ]);
    await accept(second);
    expect((await listNotices(admin)).notices).toMatchObject([
      { title: `second.${company.companyId} accepted the invitation` },
    ]);
  });

  test("who changes another's scope, or resets their password, tells them so [USR-1]", async () => {
    const { admin, zonal } = company.users;
    const id = await userId(zonal);
    const change = {
      id,
      email: `${zonal}@example.com`,
      firstName: "Test",
      role: "ROLE_Client_Admin",
    };
    const save = (place: object) => at.as(admin).updateUser({ body: { ...change, ...place } });
    await save({ level: "zonal", zoneIds: [company.north.zoneIds[0]] });
    expect((await listNotices(zonal)).notices).toEqual([]);
    await save({ level: "regional", regionIds: [company.south.regionId] });
    await at.as(admin).resetUserPassword({ body: { userId: id } });
    const { rows } = await at.database.pool.query(
      "select kind, title, detail from notification where user_id = $1 order by id",
      [id],
    );
    expect(rows).toMatchObject([
      {
        kind: "WARN",
        title: `${admin} changed your access`,
        detail: "Admin, regional: South",
      },
      { kind: "WARN", title: `${admin} reset your password` },
    ]);
  });

  test("the provider's people are told who may open the area, nobody else [ROL-2]", async () => {
    await at.database.transaction((tx) =>
      notifyProviderStaff(tx, "COMPANIES", { kind: "SUCCESS", title: "A company asks" }),
    );
    const noticeCounts = await Promise.all(
      Object.values(provider.staff).map(
        async (username) => (await listNotices(username)).notices.length,
      ),
    );
    expect(noticeCounts).toEqual([1, 1, 1, 1, 0, 0]);
  });

  describe("by mail [USR-1]", () => {
    let smtp: Smtp;
    let mail: Mail;
    beforeAll(async () => {
      smtp = await openSmtp();
      mail = openMail({
        smtpUrl: smtp.url,
        from: "Fever <no-reply@fever.example>",
        outbox: "",
      });
    });
    afterAll(() => smtp.close());

    const mailed = (username: string) =>
      smtp.inbox.filter(({ to }) =>
        to?.some(({ address }) => address === `${username}@example.com`),
      );
    const later = (minutes: number) => new Date(Date.now() + minutes * 60_000);
    const run = (
      minutes: number,
      by: Pick<Mail, "send"> = mail,
      stopped = new AbortController().signal,
    ) =>
      noticeMailService({ mail: by, publicUrl: testPublicUrl }).mailNotices({
        db: at.database.db,
        now: later(minutes),
        stopped,
      });
    const settings = { liteMode: "follow", theme: "system" } as const;
    /** Marks notifications of other tests as read, so that none is mailed here. */
    beforeEach(() => at.database.pool.query("update notification set read_at = now()"));

    test("what is unread after five minutes is mailed once, several in one email", async () => {
      const { admin, limited } = company.users;
      await tell(admin, 3);
      await tell(limited, 1);
      expect(await run(4)).toBe(0);
      expect(await run(6)).toBe(2);
      expect(await run(16)).toBe(0);
      const [digest] = mailed(admin);
      expect([mailed(admin).length, digest?.subject]).toEqual([
        1,
        "3 notifications from Fever In-Store",
      ]);
      const today = new Intl.DateTimeFormat("en-GB", {
        timeZone: "Asia/Kolkata",
        day: "2-digit",
        month: "2-digit",
        year: "2-digit",
      });
      expect(digest?.text).toMatch(
        new RegExp(
          `${today.format(new Date())} \\d\\d:\\d\\d: Notice 3\\.[^]*Notice 2\\.[^]*Notice 1\\.`,
        ),
      );
      for (const path of ["/admin/notifications", "/admin/account"])
        expect(digest?.html).toContain(`${testPublicUrl}${path}`);
      const [single] = mailed(limited);
      expect([mailed(limited).length, single?.subject]).toEqual([1, "Notice 1"]);
    });

    test("not to who switched it off, read it here, is a store manager or was deactivated", async () => {
      const { admin, regional, zonal, manager } = company.users;
      await at.as(admin).updateOwnSettings({ body: { ...settings, emailNotifications: false } });
      for (const username of [admin, regional, zonal, manager]) await tell(username, 1);
      await at.as(regional).updateNotificationCount({ body: { count: 0 } });
      await at.database.pool.query("update app_user set status = 'inactive' where username = $1", [
        zonal,
      ]);
      expect(await run(6)).toBe(0);
      await at.as(admin).updateOwnSettings({ body: { ...settings, emailNotifications: true } });
      expect(await run(16)).toBe(1);
      expect([admin, regional, zonal, manager].map((username) => mailed(username).length)).toEqual([
        1, 0, 0, 0,
      ]);
    });

    test("an email that could not be sent is tried again, for a day; the others go", async () => {
      const { admin, limited } = company.users;
      await tell(admin, 1);
      await tell(limited, 1);
      const full = {
        send: async (email: OutgoingEmail) =>
          email.to.startsWith(admin) ? Promise.reject(new Error("450")) : mail.send(email),
      };
      const mailOf = async (username: string) =>
        (await at.as(username).listNotifications())[0]?.mail;
      expect(await mailOf(admin)).toBeNull();
      await expect(run(6, full)).rejects.toThrow("notifications for 1 people were not emailed");
      expect([mailed(admin).length, mailed(limited).length]).toEqual([0, 1]);
      expect(await mailOf(admin)).toMatchObject({ state: "queued", answer: expect.any(String) });
      expect(await mailOf(limited)).toMatchObject({ state: "sent", answer: null });
      expect(await run(16)).toBe(1);
      expect([mailed(admin).length, mailed(limited).length]).toEqual([1, 1]);
      expect(await mailOf(admin)).toMatchObject({ state: "sent", answer: null });
      await tell(admin, 1);
      expect(await run(25 * 60)).toBe(0);
    });

    test("a refused address or a mail server that is away keeps no other's email", async () => {
      const { admin, regional, zonal, limited } = company.users;
      for (const username of [admin, regional, zonal, limited]) await tell(username, 1);
      const away = vi.fn(() => Promise.reject(new Error("ECONNREFUSED")));
      await expect(run(6, { send: away })).rejects.toThrow(
        "notifications for 3 people were not emailed",
      );
      for (const username of [admin, regional, zonal]) smtp.refused.add(`${username}@example.com`);
      await expect(run(16)).rejects.toThrow("notifications for 3 people were not emailed");
      expect(mailed(limited).length).toBe(1);
      // what the server refused for good is not tried again, and the person reads its words
      expect(await run(26)).toBe(0);
      expect((await at.as(zonal).listNotifications())[0]?.mail).toMatchObject({
        state: "refused",
        answer: expect.stringContaining("550"),
      });
      // who reads it before the next try needs no email, and is told of none
      await tell(limited, 1);
      await expect(run(36, { send: away })).rejects.toThrow("were not emailed");
      const newest = async () => (await at.as(limited).listNotifications())[0];
      expect((await newest())?.mail).toMatchObject({ state: "queued" });
      await at.as(limited).updateNotificationCount({ body: { count: 0 } });
      expect((await newest())?.mail).toBeNull();
    });

    test("a person whose notices cannot be taken keeps no other's email, nor does a stop", async () => {
      const { admin, limited } = company.users;
      await tell(admin, 1);
      await tell(limited, 1);
      const { pool } = at.database;
      await pool.query(
        `alter table notification add constraint broken check (mailed_at is null or user_id <> ${await userId(admin)}) not valid`,
      );
      try {
        await expect(run(6)).rejects.toMatchObject({
          message: expect.stringContaining("notifications for 1 people were not emailed"),
          errors: [{ message: expect.stringContaining(`company ${company.companyId}`) }],
        });
      } finally {
        await pool.query("alter table notification drop constraint broken");
      }
      expect([mailed(admin).length, mailed(limited).length]).toEqual([0, 1]);
      expect(await run(16, mail, AbortSignal.abort())).toBe(0);
      expect(await run(16)).toBe(1);
    });

    test("several processes at once mail each notice once", async () => {
      const people = Object.values(company.users).filter(
        (username) => username !== company.users.manager,
      );
      for (const username of people) await tell(username, 2);
      const mailCounts = await Promise.all([run(6), run(6), run(6)]);
      expect(mailCounts.reduce((sum, one) => sum + one)).toBe(people.length);
      expect(people.map((username) => mailed(username).length)).toEqual(people.map(() => 1));
    });
  });

  test("they are kept for 90 days", async () => {
    const { admin } = company.users;
    await tell(admin, 2);
    await at.database.pool.query(
      "update notification set created_at = now() - interval '91 days' where title = 'Notice 1' and company_id = $1",
      [company.companyId],
    );
    await keepHouse({ files: folderStore("/nonexistent"), database: at.database, now: new Date() });
    expect((await listNotices(admin)).notices.map(({ title }) => title)).toEqual(["Notice 2"]);
  });
});
