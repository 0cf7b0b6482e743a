import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { messages } from "#contract/base/messages";
import { findCompany } from "#contract/companies/endpoints";
import { findMasterRules } from "#contract/schedule/master-rule";
import type { Tokens } from "#contract/session/endpoints";
import { listStores } from "#contract/stores/endpoints";
import { appUser } from "#platform/db/schema/index";
import { type Accounts, day, minute, next, openAccounts } from "../support/accounts.ts";
import { makeCompany, makeUser } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { password } from "../support/platform.ts";
import { tokenIn } from "../support/smtp.ts";

describe("Temp tokens", () => {
  let world: Accounts;
  let at: Accounts["at"];
  let company: Accounts["company"];
  let provider: Accounts["provider"];
  let someone: Accounts["someone"];
  let invited: Accounts["invited"];
  let mailed: Accounts["mailed"];
  let enter: Accounts["enter"];
  let bearer: Accounts["bearer"];
  let whoAmI: Accounts["whoAmI"];
  let auditOf: Accounts["auditOf"];
  beforeAll(async () => {
    world = await openAccounts(anyEngine);
    ({ at, company, provider, someone, invited, mailed, enter, bearer, whoAmI, auditOf } = world);
  });
  afterAll(() => world?.close());

  const open = (userId: number, as: string, companyId: number | undefined = company.companyId) =>
    at
      .as(as)
      .makeTempToken({ body: { userId }, query: companyId === undefined ? {} : { companyId } });
  const tokenFor = async (userId: number, as: string = provider.staff.Fever_Admin_Ops) =>
    (await open(userId, as)).tempToken;
  const exchange = (tempToken: string) => at.nobody.validateTempToken({ query: { tempToken } });

  test("open a session as a client's user, once, within ten minutes [SES-8]", async () => {
    const staff = provider.staff.Fever_Super_Admin_Major;
    const user = await someone();
    const own = await enter(user.username);
    const tokenReply = await open(user.id, staff);
    const { tempToken, expiresAt } = tokenReply;
    expect(new Date(expiresAt).getTime() - at.clock.now).toBe(10 * minute);
    const exchanged = await exchange(tempToken).answer;
    expect(exchanged.message).toBe("This Temp Token is valid");
    const { accessToken } = exchanged.data as Tokens;
    expect(await at.nobody.me(bearer(accessToken))).toMatchObject({
      username: user.username,
      openedBy: staff,
    });
    expect(await whoAmI(own.accessToken)).toBe(200);
    expect(await exchange(tempToken).errors).toEqual({ tempToken: messages.tokenOver });

    const second = await someone();
    expect(
      await at.nobody.resetUserPassword({ body: { userId: second.id }, ...bearer(accessToken) })
        .refusal,
    ).toEqual({
      status: 403,
      message: `You opened this session as ${user.username}: reset passwords from your own account.`,
    });
    await at.nobody.setUserStatus({
      params: { id: second.id },
      query: { status: "inactive" },
      ...bearer(accessToken),
    });
    expect((await auditOf(second.id)).map(({ actorName }) => actorName)).toEqual([
      `${staff} as ${user.username}`,
    ]);
    const rows = await auditOf(user.id);
    expect(rows.map(({ action, actorName }) => [action, actorName])).toEqual([
      ["temp token created", staff],
      ["signed in by temp token", `${staff} as ${user.username}`],
    ]);
    expect(rows.every(({ actorCompanyId }) => actorCompanyId === provider.companyId)).toBe(true);
    expect(JSON.stringify(rows)).not.toContain(tempToken.split(".")[2]);
    const sessions = await at.nobody.ownSessions(bearer(accessToken));
    expect(sessions.map(({ openedBy, current }) => ({ openedBy, current }))).toEqual(
      expect.arrayContaining([
        { openedBy: staff, current: true },
        { openedBy: null, current: false },
      ]),
    );

    const late = await tokenFor(user.id);
    at.clock.now += 10 * minute;
    expect(await exchange(late).status).toBe(422);
  });

  test("are made by provider staff with user management, for active users [SES-8] [ROL-3]", async () => {
    const user = await someone();
    const off = await someone({ status: "inactive" });
    const { staff } = provider;
    for (const as of [
      company.users.admin,
      company.users.regional,
      staff.Fever_Music_Admin,
      staff.Fever_Music_Limited,
    ])
      expect(await open(user.id, as).status).toBe(403);
    expect(await open(off.id, staff.Fever_Admin_Ops).status).toBe(422);
    expect(await open((await invited()).id, staff.Fever_Admin_Ops).status).toBe(422);
    const other = await makeCompany(at.database);
    expect(await open(user.id, staff.Fever_Admin_Ops, other.companyId).status).toBe(404);
    const colleague = await makeUser(at.database, provider.companyId, {
      role: "ROLE_Fever_Admin",
      subRole: "Fever_Admin_Ops",
    });
    expect(await open(colleague.id, staff.Fever_Super_Admin_Major, provider.companyId).status).toBe(
      404,
    );
  });

  test("are worth nothing once their user or maker is deactivated [SES-8]", async () => {
    const maker = await makeUser(at.database, provider.companyId, {
      role: "ROLE_Fever_Admin",
      subRole: "Fever_Admin_Ops",
    });
    const user = await someone();
    const { accessToken } = (await exchange(await tokenFor(user.id, maker.username))) as Tokens;
    expect(await whoAmI(accessToken)).toBe(200);
    const waiting = await tokenFor(user.id, maker.username);
    await at.database.db
      .update(appUser)
      .set({ status: "inactive" })
      .where(eq(appUser.id, maker.id));
    expect(await exchange(waiting).status).toBe(422);
    at.clock.now += 5000;
    expect(await whoAmI(accessToken)).toBe(401);
    const other = await tokenFor(user.id);
    await at.database.db.update(appUser).set({ status: "inactive" }).where(eq(appUser.id, user.id));
    expect(await exchange(other).status).toBe(422);
  });

  const ways: [string, (maker: { id: number; username: string }) => Promise<unknown>][] = [
    [
      "changes",
      ({ username }) =>
        at.as(username).changePassword({ body: { currentPassword: password, password: next } })
          .reply,
    ],
    [
      "resets",
      async ({ username }) =>
        at.nobody.resetPassword({ body: { token: await mailed(username), password: next } }).reply,
    ],
    [
      "has somebody else reset",
      ({ id }) =>
        at.as(provider.staff.Fever_Super_Admin_Major).resetUserPassword({ body: { userId: id } })
          .reply,
    ],
  ];
  test.each(ways)(
    "and the sessions opened by them are over once their maker %s the password [SES-8]",
    async (_, change) => {
      const maker = await makeUser(at.database, provider.companyId, {
        role: "ROLE_Fever_Admin",
        subRole: "Fever_Admin_Ops",
      });
      const user = await someone();
      const own = await enter(user.username);
      const opened = (await exchange(await tokenFor(user.id, maker.username))) as Tokens;
      const waiting = await tokenFor(user.id, maker.username);
      const other = (await exchange(await tokenFor(user.id))) as Tokens;
      expect(await whoAmI(opened.accessToken)).toBe(200);
      expect(await change(maker)).toMatchObject({ status: 200 });
      expect([
        await whoAmI(opened.accessToken),
        await whoAmI(other.accessToken),
        await whoAmI(own.accessToken),
      ]).toEqual([401, 200, 200]);
      expect(
        await at.nobody.refreshToken({ headers: { refresh: `Bearer ${opened.refreshToken}` } })
          .status,
      ).toBe(401);
      expect(await exchange(waiting).status).toBe(422);
    },
  );

  test("open sessions that live as the provider's do, as a store manager too [SES-8]", async () => {
    const manager = await someone({ role: "ROLE_Store_Music_Manager", level: "store" });
    const { refreshToken: token } = (await exchange(await tokenFor(manager.id))) as Tokens;
    at.clock.now += day + 1;
    expect(await at.nobody.refreshToken({ headers: { refresh: `Bearer ${token}` } }).status).toBe(
      401,
    );
  });

  test("open no area that is closed to their maker's sub-role [SES-8] [ROL-2]", async () => {
    const user = await someone();
    const statuses = async (as: string) => {
      const { accessToken } = (await exchange(await tokenFor(user.id, as))) as Tokens;
      const calls = [findMasterRules, listStores, findCompany];
      return Promise.all(
        calls.map((endpoint) => at.nobody.call(endpoint, bearer(accessToken)).status),
      );
    };
    expect(await statuses(provider.staff.Fever_Admin_Major)).toEqual([200, 200, 200]);
    expect(await statuses(provider.staff.Fever_Admin_Ops)).toEqual([403, 200, 200]);
    const manager = await makeUser(at.database, company.companyId, {
      role: "ROLE_Store_Music_Manager",
      level: "store",
      units: [{ storeId: company.stores[0]?.id ?? 0 }],
    });
    const { accessToken } = (await exchange(await tokenFor(manager.id))) as Tokens;
    expect(await at.nobody.playerSchedule(bearer(accessToken)).status).toBe(200);
  });

  test("an empty one is refused by name [SES-8]", async () => {
    for (const query of [{}, { tempToken: "" }, { tempToken: "  " }])
      expect(await at.nobody.validateTempToken({ query } as never).wrongFields).toEqual([
        "tempToken",
      ]);
  });

  describe("of emailed links", () => {
    const ask = async (username: string, address = `links ${username}`) => {
      const body = JSON.stringify({ username });
      const headers = { "Content-Type": "application/json" };
      const response = await at.send(
        new Request("http://platform/api/auth/signin-link", { method: "POST", body, headers }),
        address,
      );
      return { status: response.status, body: (await response.json()) as object };
    };
    const linkOf = async (username: string, count = 1) => {
      expect((await ask(username)).status).toBe(200);
      return tokenIn(await world.smtp.letterTo(world.mailOf(username), { count }));
    };

    test("sign in as oneself, once, within ten minutes, audited [SES-8] [AUD-1]", async () => {
      const user = await someone();
      const token = await linkOf(user.username);
      const { message, data } = await exchange(token).answer;
      expect(message).toBe("This Temp Token is valid");
      const { accessToken } = data as Tokens;
      expect(await at.nobody.me(bearer(accessToken))).toMatchObject({
        username: user.username,
        openedBy: null,
      });
      expect(await exchange(token).errors).toEqual({ tempToken: messages.tokenOver });
      expect((await auditOf(user.id)).map(({ action, actorName }) => [action, actorName])).toEqual([
        ["signed in by emailed link", user.username],
      ]);
      await at.nobody.changePassword({
        body: { currentPassword: password, password: next },
        ...bearer(accessToken),
      });
      const late = await linkOf(user.username, 2);
      at.clock.now += 10 * minute;
      expect(await exchange(late).status).toBe(422);
    });

    test("answer the same for everyone, and mail nobody who could not sign in [SES-8] [SES-7]", async () => {
      const inactive = await someone({ status: "inactive" });
      const waiting = await invited();
      const answers = await Promise.all(
        [inactive.username, waiting.username, "nobody.at.all"].map((username) => ask(username)),
      );
      for (const answer of answers)
        expect(answer).toEqual({
          status: 200,
          body: { message: messages.signInLinkMailed, data: null },
        });
      const letter = await world.smtp.letterTo(world.mailOf(waiting.username));
      expect(letter.text).toContain("/set-my-profile?token=");
      expect(
        world.smtp.inbox.some(({ to }) =>
          to?.some(({ address }) => address === world.mailOf(inactive.username)),
        ),
      ).toBe(false);
    });

    test("are over once the password changes or the account is deactivated [SES-8] [LIM-1]", async () => {
      const user = await someone();
      const token = await linkOf(user.username);
      await at.as(company.users.admin).resetUserPassword({ body: { userId: user.id } });
      expect(await exchange(token).status).toBe(422);
      const other = await someone();
      const second = await linkOf(other.username);
      await at
        .as(company.users.admin)
        .setUserStatus({ params: { id: other.id }, query: { status: "inactive" } });
      expect(await exchange(second).status).toBe(422);
      const statuses = [];
      for (let tries = 0; tries < 6; tries++)
        statuses.push((await ask("tried.often", `address ${tries}`)).status);
      expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    });

    test("give way as a sign-in does where one session at a time is allowed [SES-8] [SES-6]", async () => {
      const lone = await makeCompany(at.database);
      await at.database.pool.query("update company set one_session = true where id = $1", [
        lone.companyId,
      ]);
      const user = await someone({}, lone.companyId);
      const before = await enter(user.username);
      const { accessToken } = (await exchange(await linkOf(user.username))) as Tokens;
      at.clock.now += 3_000;
      expect([await whoAmI(before.accessToken), await whoAmI(accessToken)]).toEqual([409, 200]);
    });
  });
});
