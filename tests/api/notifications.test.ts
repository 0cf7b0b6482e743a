import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { activatePassword, resetUserPassword } from "#contract/accounts";
import { listNotifications, type Notification, updateNotificationCount } from "#contract/notifications";
import { addUser, me, updateUser } from "#contract/users";
import { folderStore } from "#platform/files/file-store";
import { keepHouse } from "#platform/jobs/start-jobs";
import { newAccountToken } from "#platform/modules/accounts/account-token";
import { notify, notifyProviderStaff } from "#platform/modules/notifications/notifications.service";
import { makeCompany, makeProvider, type TestCompany } from "../support/companies.ts";
import { engines } from "../support/database.ts";
import { openTestPlatform, password, type TestPlatform } from "../support/platform.ts";

describe.each(engines)("Notifications on %s", (engine) => {
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
    (await at.database.pool.query("select user_id::int as id from login where username = $1", [username])).rows[0].id as number;
  const told = async (username: string, query = {}) => {
    const { body } = await at.call(listNotifications, { query }, username);
    return { notices: body.data as Notification[], page: body.page };
  };
  const unread = async (username: string) => ((await at.call(me, {}, username)).body.data as { unread: number }).unread;
  const tell = async (username: string, count: number) => {
    const recipient = { companyId: company.companyId, userId: await userId(username) };
    await at.database.transaction(async (tx) => {
      for (let i = 1; i <= count; i++) await notify(tx, [recipient], { kind: "SUCCESS", title: `Notice ${i}` });
    });
  };

  test("they are paged, the newest first, counted by user/me and marked read, each person's their own [USR-1] [CTX-4]", async () => {
    const { admin, limited } = company.users;
    await tell(admin, 5);
    await tell(limited, 1);
    const first = await told(admin, { limit: 2 });
    expect(first.notices.map(({ title, read }) => [title, read])).toEqual([
      ["Notice 5", false],
      ["Notice 4", false],
    ]);
    const second = await told(admin, { limit: 2, cursor: first.page?.next });
    expect(second.notices.map(({ title }) => title)).toEqual(["Notice 3", "Notice 2"]);
    expect((await told(admin, { limit: 2, cursor: second.page?.prev })).notices).toEqual(first.notices);
    expect(await unread(admin)).toBe(5);
    expect((await at.call(updateNotificationCount, { body: { count: 2 } }, admin)).body.data).toEqual({ unread: 2 });
    expect((await told(admin)).notices.map(({ read }) => read)).toEqual([false, false, true, true, true]);
    expect((await at.call(updateNotificationCount, { body: { count: 9 } }, admin)).body.data).toEqual({ unread: 2 });
    expect((await at.call(updateNotificationCount, { body: { count: 0 } }, admin)).body).toMatchObject({ data: { unread: 0 } });
    expect([await unread(admin), await unread(limited)]).toEqual([0, 1]);
    for (const count of [-1, 1.5, 100, "1", null])
      expect((await at.call(updateNotificationCount, { body: { count } }, admin)).status).toBe(422);
    expect((await at.call(listNotifications, { query: { cursor: "made-up" } }, admin)).status).toBe(422);
    expect((await at.call(listNotifications, {}, company.users.manager)).status).toBe(200);
    expect((await at.call(listNotifications, {})).status).toBe(401);
  });

  test("whose invitation is taken up is told to who invited, or to the national admins where that person is gone [USR-1]", async () => {
    const { admin, regional } = company.users;
    const invite = async (username: string, by: string) => {
      const form = { username, email: `${username}@example.com`, fname: "New", role: "ROLE_Client_Admin" };
      const place = { level: "group", groupIds: [company.north.groupIds[0]] };
      const added = await at.call(addUser, { body: { ...form, ...place } }, by);
      return (added.body.data as { id: number }).id;
    };
    const accept = async (id: number) => {
      const { token, name } = newAccountToken(company.companyId);
      await at.database.pool.query(
        "insert into account_token (company_id, id, user_id, purpose, secret_hash, expires_at) values ($1, $2, $3, 'invitation', $4, now() + interval '1 day')",
        [name.companyId, name.id, id, name.secretHash],
      );
      expect((await at.call(activatePassword, { body: { token, password, profile: { fname: "New" } } })).status).toBe(200);
    };
    const [first, second] = [await invite(`first.${company.companyId}`, regional), await invite(`second.${company.companyId}`, regional)];
    await accept(first);
    expect((await told(regional)).notices).toMatchObject([
      {
        kind: "SUCCESS",
        title: `first.${company.companyId} has taken the invitation up`,
        item: { kind: "user", id: first, companyId: company.companyId },
      },
    ]);
    expect((await told(admin)).notices).toEqual([]);
    await at.database.pool.query("update app_user set status = 'inactive' where username = $1", [regional]);
    await accept(second);
    expect((await told(admin)).notices).toMatchObject([{ title: `second.${company.companyId} has taken the invitation up` }]);
  });

  test("who changes another's scope, or resets their password, tells them so [USR-1]", async () => {
    const { admin, zonal } = company.users;
    const id = await userId(zonal);
    const change = { id, email: `${zonal}@example.com`, fname: "Test", role: "ROLE_Client_Admin" };
    const save = (place: object) => at.call(updateUser, { body: { ...change, ...place } }, admin);
    await save({ level: "zonal", zoneIds: [company.north.zoneIds[0]] });
    expect((await told(zonal)).notices).toEqual([]);
    await save({ level: "regional", regionIds: [company.south.regionId] });
    await at.call(resetUserPassword, { body: { userId: id } }, admin);
    const { rows } = await at.database.pool.query("select kind, title, detail from notification where user_id = $1 order by id", [id]);
    expect(rows).toMatchObject([
      { kind: "WARN", title: `${admin} changed what you see and may do`, detail: "Admin, regional: South" },
      { kind: "WARN", title: `${admin} reset your password` },
    ]);
  });

  test("the provider's people are told who may open the area, nobody else [ROL-2]", async () => {
    await at.database.transaction((tx) => notifyProviderStaff(tx, "COMPANIES", { kind: "SUCCESS", title: "A company asks" }));
    const heard = await Promise.all(Object.values(provider.staff).map(async (username) => (await told(username)).notices.length));
    expect(heard).toEqual([1, 1, 1, 1, 0, 0]);
  });

  test("they are kept for 90 days", async () => {
    const { admin } = company.users;
    await tell(admin, 2);
    await at.database.pool.query(
      "update notification set created_at = now() - interval '91 days' where title = 'Notice 1' and company_id = $1",
      [company.companyId],
    );
    await keepHouse(at.database.db, folderStore("/nonexistent"), new Date());
    expect((await told(admin)).notices.map(({ title }) => title)).toEqual(["Notice 2"]);
  });
});
