import { and, eq, like } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Tokens } from "#contract/session/endpoints";
import { appUser, auditLog, authSession, company as companyTable } from "#platform/db/schema/index";
import { type Accounts, day, minute, openAccounts } from "../support/accounts.ts";
import { makeCompany } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";

describe("Own sessions", () => {
  let world: Accounts;
  let at: Accounts["at"];
  let provider: Accounts["provider"];
  let someone: Accounts["someone"];
  let enter: Accounts["enter"];
  let bearer: Accounts["bearer"];
  let whoAmI: Accounts["whoAmI"];
  beforeAll(async () => {
    world = await openAccounts(anyEngine);
    ({ at, provider, someone, enter, bearer, whoAmI } = world);
  });
  afterAll(() => world?.close());

  const setting = (companyId: number, change: Partial<typeof companyTable.$inferInsert>) =>
    at.database.db.update(companyTable).set(change).where(eq(companyTable.id, companyId));

  test("where a company allows one at a time, a new sign-in ends the one before [SES-6]", async () => {
    const one = await makeCompany(at.database);
    await setting(one.companyId, { oneSession: true });
    const user = await someone({}, one.companyId);
    const first = await enter(user.username);
    expect(await whoAmI(first.accessToken)).toBe(200);
    const second = await enter(user.username);
    expect(await at.nobody.me(bearer(first.accessToken)).refusal).toEqual({
      status: 409,
      message: "You have been signed in elsewhere.",
    });
    expect(
      await at.nobody.refreshToken({ headers: { refresh: `Bearer ${first.refreshToken}` } })
        .refusal,
    ).toEqual({
      status: 409,
      message: "You have been signed in elsewhere.",
    });
    const tempToken = (
      await at
        .as(provider.staff.Fever_Admin_Ops)
        .makeTempToken({ body: { userId: user.id }, query: { companyId: one.companyId } })
    ).tempToken;
    const helper = (await at.nobody.validateTempToken({ query: { tempToken } })) as Tokens;
    expect([await whoAmI(second.accessToken), await whoAmI(helper.accessToken)]).toEqual([
      200, 200,
    ]);
    const third = await Promise.all(Array.from({ length: 6 }, () => enter(user.username)));
    const live = await Promise.all(third.map(({ accessToken }) => whoAmI(accessToken)));
    expect(live.filter((status) => status === 200)).toHaveLength(1);
    expect(await whoAmI(helper.accessToken)).toBe(200);
  });

  test("every process refuses access within five seconds of the session's end [SES-6]", async () => {
    const twin = at.twin();
    const own = await makeCompany(at.database);
    const elsewhere = async (token: string | undefined) =>
      (await twin(new Request("http://platform/api/user/me", bearer(token)))).status;
    const cases = [
      async (userId: number) => {
        await at.database.db
          .update(authSession)
          .set({ endedAt: new Date(), endReason: "ended by the user" })
          .where(eq(authSession.userId, userId));
        return 401;
      },
      async (userId: number) => {
        await at.database.db
          .update(appUser)
          .set({ status: "inactive" })
          .where(eq(appUser.id, userId));
        return 409;
      },
      async () => {
        await setting(own.companyId, { status: "inactive" });
        return 409;
      },
    ];
    for (const end of cases) {
      const user = await someone({}, own.companyId);
      const { accessToken } = await enter(user.username);
      expect([await whoAmI(accessToken), await elsewhere(accessToken)]).toEqual([200, 200]);
      const refused = await end(user.id);
      at.clock.now += 5000;
      expect([await whoAmI(accessToken), await elsewhere(accessToken)]).toEqual([refused, refused]);
    }
  });

  const refreshSession = async (
    username: string,
    { idle, rounds }: { idle: number; rounds: number },
  ) => {
    let pair = (await enter(username)) as { refreshToken?: string; accessToken?: string };
    for (let round = 0; round < rounds; round++) {
      at.clock.now += idle;
      const reply = await at.nobody.refreshToken({
        headers: { refresh: `Bearer ${pair.refreshToken}` },
      }).reply;
      if (reply.status !== 200) return { round, status: reply.status };
      pair = reply.body.data as Tokens;
      expect(await whoAmI(pair.accessToken)).toBe(200);
    }
    return { round: rounds, status: 200 };
  };

  test("of the web end after 24 hours without use, and after 14 days in any case", async () => {
    const { username } = await someone();
    expect(await refreshSession(username, { idle: day, rounds: 3 })).toEqual({
      round: 3,
      status: 200,
    });
    expect(await refreshSession(username, { idle: day + 1, rounds: 3 })).toEqual({
      round: 0,
      status: 401,
    });
    expect(await refreshSession(username, { idle: 23 * 60 * minute, rounds: 20 })).toEqual({
      round: 14,
      status: 401,
    });
    const [ended] = await at.database.db
      .select()
      .from(authSession)
      .where(eq(authSession.endReason, "expired"))
      .limit(1);
    expect(ended?.endedAt).toBeInstanceOf(Date);
  });

  test("of store managers have no end but 30 days without use [SES-9]", async () => {
    const { username } = await someone({ role: "ROLE_Store_Music_Manager", level: "store" });
    expect(await refreshSession(username, { idle: 30 * day, rounds: 14 })).toEqual({
      round: 14,
      status: 200,
    });
    expect(await refreshSession(username, { idle: 30 * day + 1, rounds: 1 })).toEqual({
      round: 0,
      status: 401,
    });
  });

  test("are shown to their user alone, who ends them one by one", async () => {
    const user = await someone();
    const here = await enter(user.username);
    const there = await enter(user.username);
    at.clock.now += minute;
    await at.nobody.refreshToken({ headers: { refresh: `Bearer ${there.refreshToken}` } });
    const list = () => at.nobody.ownSessions(bearer(here.accessToken));
    const [newest, current] = await list();
    expect(newest).toMatchObject({
      current: false,
      address: "127.0.0.1",
      openedBy: null,
      lastUsedAt: new Date(at.clock.now).toISOString(),
    });
    expect(current).toMatchObject({
      current: true,
      createdAt: new Date(at.clock.now - minute).toISOString(),
    });
    const end = (id: string | undefined, as: string | undefined) =>
      at.nobody.endOwnSession({ params: { id }, ...bearer(as) } as never);
    const stranger = await enter((await someone()).username);
    expect(await end(newest?.id, stranger.accessToken).status).toBe(404);
    expect(await whoAmI(there.accessToken)).toBe(200);
    await end(newest?.id, here.accessToken);
    expect(await whoAmI(there.accessToken)).toBe(401);
    expect(await end(newest?.id, here.accessToken).status).toBe(404);
    expect((await list()).map(({ id }) => id)).toEqual([current?.id]);
    expect(await end("none", here.accessToken).status).toBe(422);
    const [row] = await at.database.db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.action, "session ended"), like(auditLog.itemId, newest?.id ?? "")));
    expect(row?.actorName).toBe(user.username);
    at.clock.now += day + minute;
    expect(
      (await at.nobody.ownSessions(bearer((await enter(user.username)).accessToken))).length,
    ).toBe(1);
  });
});
