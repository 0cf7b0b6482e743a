import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { askForErasure, findPersonalData, type PersonalData } from "#contract/users/personal-data";
import { auditLog, authSession, groupPlaylist } from "#platform/db/schema/index";
import { makeCompany, makeProvider, makeUser, type TestCompany } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { openTestPlatform, type TestPlatform } from "../support/platform.ts";

describe("Personal data", () => {
  let at: TestPlatform;
  let provider: Awaited<ReturnType<typeof makeProvider>>;
  let company: TestCompany;
  let staff: string;

  beforeAll(async () => {
    at = await openTestPlatform(anyEngine);
    provider = await makeProvider(at.database);
    company = await makeCompany(at.database);
    staff = provider.staff.Fever_Admin_Ops;
  });
  afterAll(() => at.close());

  /** Somebody who has signed in and changed their own name, of which the audit log tells. */
  const someone = async () => {
    const user = await makeUser(at.database, company.companyId, {
      role: "ROLE_Client_Admin",
      level: "group",
      units: [{ groupId: company.south.groupIds[0] ?? 0 }],
    });
    const body = { firstName: "Asha", lastName: "Rao", email: `${user.username}@example.com` };
    await at.as(user.username).updateOwnProfile({ body });
    return user;
  };
  const erase = (id: number, by = company.users.admin) =>
    at.as(by).removeUser({ query: { id, erase: "true" } });
  const logOf = (query: object) =>
    at.as(staff).listAudit({ query: { companyId: company.companyId, limit: 100, ...query } });
  const stored = () =>
    at.database.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.companyId, company.companyId))
      .orderBy(auditLog.id);

  test("a person gets all that is held about them, and nothing of others [ONB-1]", async () => {
    const user = await someone();
    const other = await someone();
    const reply = await at.as(user.username).findPersonalData().reply;
    const data = reply.body.data as PersonalData;
    expect(data.account).toMatchObject({
      id: user.id,
      username: user.username,
      firstName: "Asha",
      lastName: "Rao",
      email: `${user.username}@example.com`,
      level: "group",
      locations: [expect.stringMatching("South")],
      erasureAskedAt: null,
    });
    expect(data.sessions).toEqual([
      expect.objectContaining({ address: expect.any(String), endedAt: null, openedBy: null }),
    ]);
    expect(data.auditLog.map(({ by, action }) => `${by} ${action}`)).toContain(
      `${user.username} profile changed`,
    );
    expect(data.moreInAuditLog).toBe(false);
    const text = JSON.stringify(reply.body);
    for (const secret of ["argon2", "passwordHash", "secretHash", other.username])
      expect(text).not.toContain(secret);
  });

  test("nobody gets it for another person, not even opened as them [ONB-1] [SES-8]", async () => {
    const user = await someone();
    const { tempToken } = await at
      .as(staff)
      .makeTempToken({ body: { userId: user.id }, query: { companyId: company.companyId } });
    const opened = (await at.nobody.validateTempToken({ query: { tempToken } })) as {
      accessToken: string;
    };
    for (const [method, path] of [
      ["GET", "personal-data"],
      ["PUT", "erasure-request"],
      ["DELETE", "erasure-request"],
    ]) {
      const headers = { Authorization: `Bearer ${opened.accessToken}` };
      expect(
        (
          await at.send(
            new Request(`http://platform/api/user/me/${path}`, { method, headers } as RequestInit),
          )
        ).status,
        path,
      ).toBe(403);
    }
    for (const endpoint of [findPersonalData, askForErasure])
      expect(await at.nobody.call(endpoint).status).toBe(401);
  });

  test("a wish for erasure goes once to who may do it, and can be withdrawn [ONB-1] [AUD-1]", async () => {
    const user = await someone();
    for (let press = 0; press < 2; press++) await at.as(user.username).askForErasure();
    const userDetail = await at.as(company.users.admin).findUser({ params: { id: user.id } });
    expect(userDetail.erasureAskedAt).not.toBeNull();
    const notices = (await at.as(company.users.admin).listNotifications()).filter(({ title }) =>
      title.includes(user.username),
    );
    expect(notices).toEqual([
      expect.objectContaining({
        item: { kind: "user", id: user.id, companyId: company.companyId },
      }),
    ]);
    expect(await at.as(user.username).withdrawErasure()).toMatchObject({ erasureAskedAt: null });
    expect(await at.as(user.username).findErasureRequest()).toMatchObject({ erasureAskedAt: null });
    const entries = (await logOf({ itemKind: "user" })).filter(
      ({ itemId }) => itemId === String(user.id),
    );
    expect(entries.map(({ action }) => action)).toEqual([
      "erasure request withdrawn",
      "erasure asked for",
      "profile changed",
    ]);
  });

  test("erasure removes the person everywhere but from audit rows [ONB-1] [AUD-1]", async () => {
    const user = await someone();
    const { db } = at.database;
    await at.as(user.username).askForErasure();
    await db.insert(groupPlaylist).values({
      companyId: company.companyId,
      groupId: company.south.groupIds[0] ?? 0,
      day: "2026-12-01",
      version: 1,
      state: "published",
      inputsDigest: "x",
      positions: [],
      summary: {},
      publishedBy: user.username,
    });
    const before = await stored();
    expect((await erase(user.id).reply).body.message).toBe(
      `${user.username} deleted, and the personal data erased`,
    );

    const after = await stored();
    expect(after.slice(0, before.length), "no row is rewritten").toEqual(before);
    expect(
      JSON.stringify(after.slice(before.length).map(({ actorName, ...row }) => row)),
    ).not.toContain(user.username);
    const auditEntries = await logOf({ itemKind: "user", item: String(user.id) });
    expect(
      auditEntries.map(({ who, itemName, address, before, after }) => ({
        who,
        itemName,
        address,
        before,
        after,
      })),
    ).toContainEqual({
      who: `erased user ${user.id}`,
      itemName: `erased user ${user.id}`,
      address: null,
      before: null,
      after: null,
    });
    expect(await logOf({ who: user.username })).toEqual([]);
    expect(await logOf({ item: user.username })).toEqual([]);
    expect(
      await at.as(staff).exportAudit({ query: { companyId: company.companyId } }).text,
    ).not.toContain(user.username);

    // tries are counted for minutes by what was typed, and cleared each night
    const { rows: tables } = await db.execute<{
      name: string;
    }>(sql`select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not in ('audit_log', 'rate_limit')`);
    for (const { name } of tables) {
      const { rows } = await db.execute<{ row: string }>(
        sql`select t::text as row from ${sql.identifier(name)} t`,
      );
      const usernamePattern = new RegExp(`\\b${user.username}\\b`);
      expect(
        rows.filter(({ row }) => usernamePattern.test(row)),
        name,
      ).toEqual([]);
    }
    expect(await db.$count(authSession, eq(authSession.userId, user.id))).toBe(0);
    expect(await at.as(company.users.admin).findUser({ params: { id: user.id } }).status).toBe(404);
  });

  test("only who may delete a user may erase them [ROL-3] [CTX-4]", async () => {
    const user = await someone();
    const elsewhere = await makeCompany(at.database);
    expect(await erase(user.id, elsewhere.users.admin).status).toBe(404);
    expect(await erase(user.id, company.users.limited).status).toBe(403);
    expect(await erase(user.id, user.username).status).toBe(422);
    await at.as(user.username).findPersonalData();
  });

  test("a visitor's question is deleted with its personal data [ONB-1] [AUD-1]", async () => {
    const body = { name: "Cy Dean", email: "cy.dean@erased.example", message: "Is this private?" };
    await at.nobody.addQuery({ body });
    const [row] = await at.as(staff).listRequests({ query: { search: body.email } });
    await at.as(staff).removeRequest({ query: { id: row?.id ?? 0 } });
    expect(await at.as(staff).removeRequest({ query: { id: row?.id ?? 0 } }).status).toBe(404);
    expect(await at.as(staff).findRequest({ query: { id: row?.id ?? 0 } }).status).toBe(404);
    const entries = await at.as(staff).listAudit({ query: { itemKind: "request" } });
    expect(
      entries.map(({ who, action, itemName, address }) => [who, action, itemName, address]),
    ).toEqual([
      [staff, "request deleted", `erased request ${row?.id}`, "127.0.0.1"],
      ["visitor", "request received", `erased request ${row?.id}`, null],
    ]);
  });
});
