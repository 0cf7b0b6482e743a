import { Writable } from "node:stream";
import { eq, sql } from "drizzle-orm";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { listAlerts } from "#contract/alerts/endpoints";
import { messages } from "#contract/base/messages";
import { addCompany } from "#contract/companies/endpoints";
import { updateUnitUsers } from "#contract/hierarchy/assignment";
import { unassignedStores } from "#contract/hierarchy/endpoints";
import { addRegion, removeRegion } from "#contract/hierarchy/unit-changes";
import { approveRequest } from "#contract/onboarding/endpoints";
import { playerSchedule } from "#contract/player/endpoints";
import { makeTempToken, resetUserPassword } from "#contract/session/credentials";
import { ownSessions } from "#contract/session/endpoints";
import {
  addFirstStore,
  addStore,
  addStorePlayer,
  exportStores,
  findStore,
  listStores,
} from "#contract/stores/endpoints";
import { addToken, listTokens } from "#contract/tokens/endpoints";
import {
  addUser,
  inviteUser,
  listUsers,
  removeUser,
  setUserStatus,
  updateUser,
} from "#contract/users/endpoints";
import { me } from "#contract/users/me";
import {
  apiToken,
  appUser,
  auditLog,
  company as companyTable,
  notification,
  secondFactor,
} from "#platform/db/schema/index";
import { logSerializers } from "#platform/http/log-error";
import { forgetOldTokens, notifyExpiringTokens } from "#platform/modules/tokens/index";
import { makeCompany, makeProvider, makeUser, type TestCompany } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { patience } from "../support/patience.ts";
import { openTestPlatform, type TestPlatform } from "../support/platform.ts";
import { storeForm } from "../support/store-form.ts";

const now = new Date("2026-11-20T06:00:00.000Z");
const day = 86_400_000;

describe("API tokens", () => {
  let at: TestPlatform;
  let company: TestCompany;
  let staff: Awaited<ReturnType<typeof makeProvider>>["staff"];
  let log = "";

  beforeAll(async () => {
    const sink = new Writable({
      write(chunk, _encoding, done) {
        log += chunk;
        done();
      },
    });
    const logger = pino({ level: "trace", serializers: logSerializers }, sink);
    at = await openTestPlatform(anyEngine, { now, logger, tokenRequestsAMinute: 100 });
    staff = (await makeProvider(at.database)).staff;
    company = await makeCompany(at.database);
  });
  afterAll(() => at?.close());
  beforeEach(() => {
    at.clock.now += 120_000; // limits of requests begin anew
  });

  const all = [
    "STORES:read",
    "STORES:write",
    "HIERARCHY:read",
    "HIERARCHY:write",
    "DASHBOARD:read",
  ];
  const create = (as: string, body: Record<string, unknown> = {}, query: object = {}) =>
    at.as(as).addToken({ query, body: { name: "Till", scopes: all, days: 30, ...body } } as never);
  const make = (as: string, body: Record<string, unknown> = {}) => create(as, body);
  type CallableEndpoint = Parameters<TestPlatform["call"]>[0];
  const by = (token: string, endpoint: CallableEndpoint, input: object = {}) =>
    at.nobody.call(endpoint, { ...input, headers: { Authorization: `Bearer ${token}` } } as never);
  const listed = (as: string, query: object = {}) => at.as(as).listTokens({ query } as never);
  const pass = (ms: number) => {
    at.clock.now += ms;
  };

  test("sent twice, one token is made, and its secret is told once [INT-1]", async () => {
    const send = () =>
      at.as(company.users.admin).addToken({
        body: { name: "Twice", scopes: all, days: 30 },
        headers: { "Idempotency-Key": "twice" },
      } as never);
    const replies = [...(await Promise.all([send().reply, send().reply])), await send().reply];
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 422, 422]);
    expect(replies.find(({ status }) => status === 422)?.body.message).toContain(
      "Its secret was shown once.",
    );
    expect((await listed(company.users.admin)).filter(({ name }) => name === "Twice")).toHaveLength(
      1,
    );
    const { rows } = await at.database.db.execute(
      sql`select body from idempotency_key where key = 'twice'`,
    );
    expect(rows).toEqual([{ body: null }]);
  });

  test("a token's CSV has no byte order mark, a session's has one [FIL-2] [INT-1]", async () => {
    const { token } = await make(company.users.admin, { scopes: ["STORES:read"] });
    const firstByte = async (bearer: string) => {
      const headers = { Authorization: `Bearer ${bearer}` };
      const url = `http://platform/api${exportStores.path}`;
      const response = await at.send(new Request(url, { headers }));
      expect(response.status).toBe(200);
      return new Uint8Array(await response.arrayBuffer())[0];
    };
    expect(await firstByte(token)).toBe("S".charCodeAt(0)); // of "Store code"
    expect(await firstByte(await at.tokenOf(company.users.admin))).toBe(0xef);
  });

  test("a token acts as its user in the areas and ways of its scopes [INT-1] [ROL-4]", async () => {
    const { token } = await make(company.users.regional, {
      scopes: ["STORES:read", "DASHBOARD:read"],
    });
    expect(token).toMatch(/^fistk_\d+_\d+_[\w-]{43}$/);
    expect(await by(token, me)).toMatchObject({ username: company.users.regional });
    const stores = (await by(token, listStores)) as { storeName: string }[];
    expect(stores.every(({ storeName }) => storeName.startsWith("North"))).toBe(true);
    expect(stores).toHaveLength(4);
    const south = company.stores.find(({ name }) => name.startsWith("South"));
    expect(await by(token, findStore, { query: { id: south?.id } }).status).toBe(404);
    await by(token, listAlerts);
    // an area without a scope, a change with a scope to read, calls of a person
    const { token: hierarchy } = await make(company.users.admin, { scopes: ["HIERARCHY:read"] });
    const statuses = [
      await by(hierarchy, unassignedStores).reply,
      await by(hierarchy, listAlerts).reply,
      await by(hierarchy, addRegion, { body: { regionName: "By token" } }).reply,
      await by(hierarchy, ownSessions).reply,
      await by(token, listTokens).reply,
      await by(token, addToken, { body: { name: "Wider", scopes: all, days: 1 } }).reply,
    ].map(({ status }) => status);
    expect(statuses).toEqual([200, 403, 403, 403, 403, 403]);
    // who may change users by a token makes no new ones and gives no roles: they would reach beyond its
    // scopes
    const { token: people } = await make(company.users.admin, { scopes: ["USER_MGMT:write"] });
    const someone = {
      username: "by.token",
      email: "by.token@example.com",
      firstName: "By",
      role: "ROLE_Client_Admin",
      level: "national",
    };
    const added = await by(people, addUser, { body: someone }).reply;
    const listed = (await by(people, listUsers)) as { id: number; username: string }[];
    const limited = listed.find(({ username }) => username === company.users.limited);
    const raised = await by(people, updateUser, {
      body: { ...someone, username: undefined, id: limited?.id },
    }).reply;
    expect([added.status, raised.status]).toEqual([403, 403]);
    const { token: writes } = await make(company.users.admin, {
      name: "Planner",
      scopes: ["HIERARCHY:write"],
    });
    await by(writes, addRegion, { body: { regionName: "By token" } });
    const [row] = await at.database.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.itemName, "By token"));
    expect(row?.actorName).toBe(`${company.users.admin} by token “Planner”`);
  });

  test("tokens with every scope neither make people nor change or move them [INT-1]", async () => {
    const own = await makeCompany(at.database);
    const people = async () =>
      (
        await at.database.db.execute(sql`select md5(string_agg(t::text, ',' order by t::text)) as seal from (
          select u::text from app_user u union all select l::text from login l union all select u::text from user_unit u
          union all select t::text from account_token t union all select c::text from company c) t`)
      ).rows;
    const tokenOf = async (username: string, scopes: string[]) =>
      (await make(username, { scopes, name: "Everything" })).token;
    const client = await tokenOf(own.users.admin, [
      "STORES:write",
      "HIERARCHY:write",
      "USER_MGMT:write",
    ]);
    const provider = await tokenOf(staff.Fever_Super_Admin_Major, [
      "COMPANIES:write",
      "STORES:write",
      "USER_MGMT:write",
    ]);
    const ofCompany = { query: { companyId: own.companyId } };
    const [limited] = await at.database.db
      .select()
      .from(appUser)
      .where(eq(appUser.username, own.users.limited));
    const region = (await at.as(own.users.admin).addRegion({ body: { regionName: "Held" } })) as {
      id: number;
    };
    await makeUser(at.database, own.companyId, {
      role: "ROLE_Client_Admin",
      level: "regional",
      units: [{ regionId: region.id }],
    });
    const user = { id: limited?.id };
    const store = own.stores[0];
    const player = { username: "by.token", password: "Token@2026pass" };
    const plain = storeForm({ storeCode: "BY-TOKEN", groupId: store?.groupId });
    const form = { ...plain, ...player };
    const before = await people();
    const statuses = [
      await by(client, addStorePlayer, { body: { storeId: store?.id, ...player } }).status,
      await by(client, addStore, { body: form }).status,
      await by(client, addFirstStore, { body: form }).status,
      await by(client, updateUnitUsers, {
        body: { regionId: region.id, toAssign: [user.id], toUnassign: [] },
      }).status,
      await by(client, removeRegion, { query: { id: region.id } }).status,
      await by(client, setUserStatus, { params: user, query: { status: "inactive" } }).status,
      await by(client, removeUser, { query: user }).status,
      await by(client, inviteUser, { params: user }).status,
      await by(client, resetUserPassword, { body: { userId: user.id } }).status,
      await by(provider, resetUserPassword, { ...ofCompany, body: { userId: user.id } }).status,
      await by(provider, addStore, { ...ofCompany, body: form }).status,
      await by(provider, addCompany, { body: {} }).status,
      await by(provider, approveRequest, { query: { id: 1 }, body: {} }).status,
    ];
    expect(statuses).toEqual(statuses.map(() => 403));
    expect(await people()).toEqual(before);
    expect(await by(client, addStore, { body: plain }).status).toBe(201);
    expect(await people()).toEqual(before);
  });

  test("a token is never wider than its creator, nor than its user is now [INT-1] [CTX-4]", async () => {
    expect(await create(company.users.admin, { scopes: ["COMPANIES:read"] }).errors).toEqual({
      scopes: "You do not have COMPANIES:read.",
    });
    expect(await create(company.users.limited).status).toBe(403);
    const user = await makeUser(at.database, company.companyId, {
      role: "ROLE_Client_Admin",
      level: "national",
    });
    const { token } = await make(user.username);
    await by(token, listStores);
    await at.database.db
      .update(appUser)
      .set({ role: "ROLE_Client_Admin_Limited" })
      .where(eq(appUser.id, user.id));
    pass(3_000);
    expect([await by(token, listStores).status, await by(token, listAlerts).status]).toEqual([
      403, 200,
    ]);
    const other = await makeCompany(at.database);
    const { token: provider } = await make(staff.Fever_Super_Admin_Major, {
      scopes: ["STORES:read", "USER_MGMT:write"],
    });
    await by(provider, listStores, { query: { companyId: other.companyId } });
    expect(
      await by(provider, makeTempToken, {
        query: { companyId: company.companyId },
        body: { userId: user.id },
      }).status,
    ).toBe(403);
    expect(await by(token, listStores, { query: { companyId: other.companyId } }).status).toBe(403);
    // a session that provider staff opened as a user makes no token that outlives it
    const [admin] = await at.database.db
      .select()
      .from(appUser)
      .where(eq(appUser.username, company.users.admin));
    const query = { companyId: company.companyId };
    const { tempToken } = await at
      .as(staff.Fever_Super_Admin_Major)
      .makeTempToken({ query, body: { userId: admin?.id } } as never);
    const { accessToken } = (await at.nobody.validateTempToken({ query: { tempToken } })) as {
      accessToken: string;
    };
    expect(
      await by(accessToken, addToken, { body: { name: "Stays", scopes: all, days: 1 } }).status,
    ).toBe(403);
  });

  test("company tokens are the national admins', personal ones their user's [INT-1]", async () => {
    const own = await makeCompany(at.database);
    const colleague = (
      await makeUser(at.database, own.companyId, { role: "ROLE_Client_Admin", level: "national" })
    ).username;
    expect(await create(own.users.regional, { kind: "company" }).status).toBe(403);
    expect(
      await create(staff.Fever_Super_Admin_Major, { kind: "company", scopes: ["STORES:read"] })
        .status,
    ).toBe(403);
    const shared = await make(own.users.admin, { kind: "company", name: "Warehouse" });
    const personal = await make(own.users.admin, { name: "Mine" });
    expect((await listed(colleague)).map(({ name, isOwn }) => [name, isOwn])).toEqual([
      ["Warehouse", false],
    ]);
    expect(
      (await listed(staff.Fever_Super_Admin_Major, { companyId: own.companyId })).map(
        ({ name }) => name,
      ),
    ).toContain("Warehouse");
    expect(await listed(own.users.regional)).toEqual([]);
    expect(await listed(company.users.admin)).not.toContainEqual(
      expect.objectContaining({ name: "Warehouse" }),
    );
    const revoke = (id: number, as: string) => at.as(as).revokeToken({ query: { id } } as never);
    expect(await revoke(personal.id, colleague).status).toBe(404);
    expect(await revoke(shared.id, company.users.admin).status).toBe(404);
    await by(shared.token, me);
    await revoke(shared.id, colleague);
    expect([
      await by(shared.token, me).status,
      (await by(shared.token, me).reply).body.message,
    ]).toEqual([401, "This API token was revoked."]);
    expect(
      (await listed(own.users.admin)).map(({ state, revokedBy }) => [state, revokedBy]),
    ).toEqual([
      ["active", null],
      ["revoked", colleague],
    ]);
    await at
      .as(own.users.admin)
      .renameToken({ body: { id: personal.id, name: "Renamed" } } as never);
  });

  test("a token ends with its day, its user and its company [INT-1]", async () => {
    const own = await makeCompany(at.database);
    const { token } = await make(own.users.admin, { days: 10, name: "Ends" });
    expect(await create(own.users.admin, { days: 366 }).status).toBe(422);
    const change = async (status: "active" | "inactive") => {
      await at.database.db
        .update(companyTable)
        .set({ status })
        .where(eq(companyTable.id, own.companyId));
      pass(3_000);
      return by(token, me).reply;
    };
    expect([(await change("inactive")).status, (await change("active")).status]).toEqual([
      401, 200,
    ]);
    await at.database.db
      .update(appUser)
      .set({ status: "inactive" })
      .where(eq(appUser.username, own.users.admin));
    pass(3_000);
    expect((await by(token, me).reply).body.message).toBe(
      "The user or company of this API token is deactivated.",
    );
    await at.database.db
      .update(appUser)
      .set({ status: "active" })
      .where(eq(appUser.username, own.users.admin));
    const notices = async () =>
      (
        await at.database.db.execute(
          sql`select title from notification where item_kind = 'API token' and company_id = ${own.companyId}`,
        )
      ).rows;
    const tellOfExpiring = (later: number) =>
      notifyExpiringTokens({
        database: at.database,
        now: new Date(at.clock.now + later * day),
      });
    await tellOfExpiring(2);
    expect(await notices()).toEqual([]);
    for (const later of [4, 5]) await tellOfExpiring(later);
    expect(await notices()).toEqual([{ title: "API token “Ends” expires soon" }]);
    pass(10 * day);
    expect((await by(token, me).reply).body.message).toBe("This API token has expired.");
    expect((await listed(own.users.admin))[0]?.state).toBe("expired");
    await forgetOldTokens(at.database.db, new Date(at.clock.now + 91 * day));
    expect(await at.database.db.$count(apiToken, eq(apiToken.companyId, own.companyId))).toBe(0);
  });

  test("a token whose user cannot be notified keeps no other's from being, nor does a stop", async () => {
    const [broken, whole] = [await makeCompany(at.database), await makeCompany(at.database)];
    for (const own of [broken, whole]) await make(own.users.admin, { days: 5, name: "Ends" });
    const { db } = at.database;
    const count = ({ companyId }: TestCompany) =>
      db.$count(notification, eq(notification.companyId, companyId));
    const call = { database: at.database, now: new Date(at.clock.now) };
    await notifyExpiringTokens({ ...call, stopped: AbortSignal.abort() });
    expect([await count(broken), await count(whole)]).toEqual([0, 0]);
    await db.execute(
      sql.raw(
        `alter table notification add constraint broken check (company_id <> ${broken.companyId}) not valid`,
      ),
    );
    await expect(notifyExpiringTokens(call)).rejects.toMatchObject({
      message: "not all tokens that expire were notified",
      errors: [{ message: expect.stringContaining(`company ${broken.companyId}`) }],
    });
    expect([await count(broken), await count(whole)]).toEqual([0, 1]);
    await db.execute(sql.raw("alter table notification drop constraint broken"));
    for (const _ of [1, 2]) await notifyExpiringTokens(call);
    expect([await count(broken), await count(whole)]).toEqual([1, 1]);
  });

  test("a token is refused while its person has to set up a second step [INT-1] [INT-2]", async () => {
    const own = await makeCompany(at.database);
    const { token } = await make(own.users.admin);
    const require = async () =>
      at.database.db
        .update(companyTable)
        .set({ requiresTwoSteps: true })
        .where(eq(companyTable.id, own.companyId));
    expect(await by(token, me).status).toBe(200);
    await require();
    pass(3_000);
    expect((await by(token, me).reply).body.message).toBe(messages.enrolForTokens);
    expect(await by(token, listStores).status).toBe(401);
    const [user] = await at.database.db
      .select()
      .from(appUser)
      .where(eq(appUser.username, own.users.admin));
    const factor = {
      companyId: own.companyId,
      userId: user?.id ?? 0,
      sealedSecret: "x",
      confirmedAt: new Date(at.clock.now),
    };
    await at.database.db.insert(secondFactor).values(factor);
    pass(3_000);
    expect(await by(token, listStores).status).toBe(200);
  });

  test("tokens and players of deactivated people and companies end at once [INT-1] [SES-6]", async () => {
    const own = await makeCompany(at.database);
    const person = await makeUser(at.database, own.companyId, {
      role: "ROLE_Client_Admin",
      level: "national",
    });
    const [manager] = await at.database.db
      .select()
      .from(appUser)
      .where(eq(appUser.username, own.users.manager));
    const { token } = await make(person.username);
    const { token: other } = await make(own.users.admin);
    const claim = { body: { deviceId: "till-1", takeOver: true, newCredential: true } };
    const player = async (username: string) =>
      ((await at.as(username).claimPlayer(claim as never)) as { credential: string }).credential;
    const first = await player(own.users.manager);
    const store = own.stores[1]?.id ?? 0;
    const colleague = await makeUser(at.database, own.companyId, {
      role: "ROLE_Store_Music_Manager",
      level: "store",
      units: [{ storeId: store }],
    });
    const status = (credential: string) => by(credential, playerSchedule).status;
    const set = (id: number | undefined, to: "active" | "inactive") =>
      at.as(own.users.admin).setUserStatus({ params: { id }, query: { status: to } } as never);
    expect([await by(token, me).status, await status(first)]).toEqual([200, 200]);
    await set(person.id, "inactive");
    await set(manager?.id, "inactive");
    expect([await by(token, me).status, await status(first)]).toEqual([401, 401]);
    await set(manager?.id, "active");
    expect(await status(first)).toBe(401);
    const second = await player(colleague.username);
    expect([await by(other, me).status, await status(second)]).toEqual([200, 200]);
    await at.as(staff.Fever_Super_Admin_Major).setCompanyStatus({
      query: { companyId: own.companyId },
      body: { status: "inactive" },
    } as never);
    expect([await by(other, me).status, await status(second)]).toEqual([401, 409]);
  });

  test("its use is noted, and its requests are limited apart from others [INT-1] [LIM-1]", async () => {
    const own = await makeCompany(at.database);
    const { id, token } = await make(own.users.admin);
    const used = async () =>
      (
        await at.database.db.select().from(apiToken).where(eq(apiToken.id, id))
      )[0]?.lastUsedAt?.getTime();
    const began = at.clock.now;
    const first = await by(token, me).reply;
    expect([first.headers.get("RateLimit-Policy"), first.headers.get("RateLimit")]).toEqual([
      '"token";q=100;w=60',
      '"token";r=99;t=60',
    ]);
    await expect.poll(used, { timeout: patience }).toBe(began);
    pass(30_000);
    await by(token, me);
    pass(31_000);
    await by(token, me);
    await expect.poll(used, { timeout: patience }).toBe(began + 61_000);
    for (let n = 0; n < 99; n++) await by(token, me);
    const refused = await by(token, me).reply;
    expect([
      refused.status,
      refused.headers.get("RateLimit"),
      refused.headers.get("Retry-After"),
    ]).toEqual([429, '"token";r=0;t=60', "60"]);
    expect((await at.as(own.users.admin).me().reply).headers.get("RateLimit-Policy")).toMatch(
      /^"session";q=/,
    );
  });

  test("the token stands in its own answer alone: in no log, table, audit row or error [INT-1]", async () => {
    const { id, token } = await make(company.users.admin, { name: "Secret" });
    const secret = token.slice(-43);
    await by(token, me);
    expect(await by(`${token.slice(0, -1)}!`, me).status).toBe(401);
    expect(await by(token.slice(0, -1) + (token.endsWith("A") ? "B" : "A"), me).refusal).toEqual({
      status: 401,
      message: "This API token is not valid.",
    });
    expect((await by(token.replace(`_${id}_`, "_987654321_"), me).reply).body.message).toBe(
      "This API token is not valid.",
    );
    expect((await by("fistk_", me).reply).body.message).toBe(messages.sessionExpired);
    expect(JSON.stringify(await listed(company.users.admin))).not.toContain(secret);
    const { rows: tables } = await at.database.pool.query<{ name: string }>(
      "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
    );
    for (const { name } of tables) {
      const { rows } = await at.database.pool.query(
        `select 1 from "${name}" t where t::text like $1`,
        [`%${secret}%`],
      );
      expect(rows, name).toEqual([]);
    }
    expect(log).toContain("/api/user/me");
    expect(log).not.toContain(secret.slice(0, 20));
  });
});
