import { and, eq, like } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  activatePassword,
  changePassword,
  makeTempToken,
  onboardingInfo,
  recoveryMail,
  resetPassword,
  resetUserPassword,
  validateTempToken,
} from "#contract/accounts";
import { findCompany } from "#contract/companies";
import { findMasterRules } from "#contract/master-rule";
import { messages } from "#contract/messages";
import { playerSchedule } from "#contract/player";
import { endOwnSession, type OwnSession, ownSessions, refreshToken, signIn, type Tokens } from "#contract/session";
import { listStores } from "#contract/stores";
import { me } from "#contract/users";
import { accountToken, appUser, auditLog, authSession, company as companyTable } from "#platform/db/schema/index";
import { openMail } from "#platform/mail/mail";
import { makeCompany, makeProvider, makeUser, type TestCompany } from "../support/companies.ts";
import { engines } from "../support/database.ts";
import { openTestPlatform, password, type TestPlatform, testPublicUrl } from "../support/platform.ts";
import { openSmtp, type Smtp, tokenIn } from "../support/smtp.ts";

const minute = 60_000;
const day = 24 * 60 * minute;
const next = "Next@2026pass";
const wrongTokens = [
  "x",
  "1.2.3",
  "0.0.0",
  `1.${"0".repeat(36)}.${"x".repeat(43)}`,
  "%00",
  "a".repeat(200),
  "../../etc",
  "1'; drop table account_token",
];

describe.each(engines)("Accounts on %s", (engine) => {
  let smtp: Smtp;
  let at: TestPlatform;
  let company: TestCompany;
  let provider: Awaited<ReturnType<typeof makeProvider>>;

  beforeAll(async () => {
    smtp = await openSmtp();
    const mail = openMail({ smtpUrl: smtp.url, from: "Fever <no-reply@fever.example>", outbox: "", logger: { error: () => {} } });
    at = await openTestPlatform(engine, { now: new Date("2026-11-20T06:00:00Z"), mail });
    company = await makeCompany(at.database);
    provider = await makeProvider(at.database);
  });
  afterAll(async () => {
    await at.close();
    await smtp.close();
  });

  const someone = (person: Partial<Parameters<typeof makeUser>[2]> = {}, companyId = company.companyId) =>
    makeUser(at.database, companyId, { role: "ROLE_Client_Admin", level: "national", ...person });
  const invited = async () => {
    const user = await someone({ status: "invited" });
    await at.database.db.update(appUser).set({ passwordHash: null }).where(eq(appUser.id, user.id));
    return user;
  };
  const mailOf = (username: string) => `${username}@example.com`;
  let addresses = 0;
  const ask = async (username: string, address = `asks ${++addresses}`) => {
    const url = `http://platform/api${recoveryMail.path}?username=${encodeURIComponent(username)}`;
    const response = await at.send(new Request(url), address);
    return { status: response.status, headers: response.headers, body: (await response.json()) as { message: string } };
  };
  const mailed = async (username: string, count = 1) => {
    expect((await ask(username)).status).toBe(200);
    return tokenIn(await smtp.letterTo(mailOf(username), count));
  };
  const enter = async (username: string, typed = password) => {
    const reply = await at.call(signIn, { body: { username, password: typed } });
    return { status: reply.status, ...(reply.body.data as Tokens | undefined) };
  };
  const bearer = (token: string | undefined) => ({ headers: { Authorization: `Bearer ${token}` } });
  const whoAmI = async (token: string | undefined) => (await at.call(me, bearer(token))).status;
  const auditOf = (itemId: number) =>
    at.database.db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.itemKind, "user"), eq(auditLog.itemId, String(itemId))))
      .orderBy(auditLog.id);

  describe("recovery", () => {
    test("mails a link that sets a new password once, ends every session and leaves an audit row without secrets [SES-7]", async () => {
      const user = await someone();
      const [one, two] = [await enter(user.username), await enter(user.username)];
      expect(await whoAmI(one.accessToken)).toBe(200);
      expect((await ask(user.username.toUpperCase())).status).toBe(200);
      const letter = await smtp.letterTo(mailOf(user.username));
      const token = tokenIn(letter);
      expect(letter.subject).toBe("Set a new password for Fever In-Store");
      expect(letter.from?.address).toBe("no-reply@fever.example");
      expect(letter.text).toContain(`${testPublicUrl}/reset-password?token=${token}`);
      expect(letter.html).toContain(`href="${testPublicUrl}/reset-password?token=${token}"`);
      expect(letter.html).not.toMatch(/<img|<link|<script|<style|src=|url\(/i);
      expect(letter.attachments).toEqual([]);

      const reset = await at.call(resetPassword, { body: { token, password: next } });
      expect([reset.status, reset.body.data]).toEqual([200, { username: user.username }]);
      for (const { accessToken } of [one, two]) expect(await whoAmI(accessToken)).toBe(401);
      expect((await at.call(refreshToken, { headers: { refresh: `Bearer ${two.refreshToken}` } })).status).toBe(401);
      expect((await enter(user.username)).status).toBe(401);
      expect((await enter(user.username, next)).status).toBe(200);
      const again = await at.call(resetPassword, { body: { token, password } });
      expect(again.status).toBe(422);
      expect(again.body.errors).toEqual([{ field: "token", message: messages.tokenOver }]);
      const [row] = await auditOf(user.id);
      expect(row).toMatchObject({ action: "password reset", actorName: user.username, actorId: user.id });
      const kept = JSON.stringify([row, await at.database.db.select().from(accountToken)]);
      for (const secret of [token.split(".")[2] ?? "", next, "argon2"]) expect(kept).not.toContain(secret);
    });

    test("answers known, unknown, invited and deactivated usernames alike, and mails only those it can help [SES-7]", async () => {
      const known = await someone();
      const off = await someone({ status: "inactive" });
      const newcomer = await invited();
      const replies = [];
      for (const username of [off.username, `nobody.${engine}`, newcomer.username, known.username]) replies.push(await ask(username));
      for (const reply of replies) expect([reply.status, reply.body]).toEqual([200, { message: messages.recoveryMailed, data: null }]);
      await smtp.letterTo(mailOf(known.username));
      expect((await smtp.letterTo(mailOf(newcomer.username))).text).toContain("/set-my-profile?token=");
      const receivers = smtp.inbox.flatMap(({ to }) => to?.map(({ address }) => address));
      expect(receivers).not.toContain(mailOf(off.username));
      expect(receivers.some((address) => address?.includes("nobody"))).toBe(false);
    });

    test("the answer goes out before anything is looked up: no query but the counting of tries [SES-7]", async () => {
      const { username } = await someone();
      let asked = 0;
      const slow = await openTestPlatform(engine, {
        database: at.database,
        mail: {
          send: async () => {},
          post: () => void asked++,
          close: async () => {},
        },
      });
      for (const name of [username, "nobody.at.all"]) {
        const reply = await slow.call(recoveryMail, { query: { username: name } });
        expect(reply.status).toBe(200);
      }
      expect(asked).toBe(2);
    });

    test("links last an hour, the newest and those before it alike until one is used; then all are over [SES-7]", async () => {
      const { username } = await someone();
      const late = await mailed(username);
      at.clock.now += 60 * minute;
      expect((await at.call(resetPassword, { body: { token: late, password: next } })).status).toBe(422);
      const first = await mailed(username, 2);
      const second = await mailed(username, 3);
      expect((await at.call(resetPassword, { body: { token: first, password: next } })).status).toBe(200);
      expect((await at.call(resetPassword, { body: { token: second, password } })).status).toBe(422);
    });

    test("of many tries at once with one link exactly one succeeds", async () => {
      const { username } = await someone();
      const token = await mailed(username);
      const tries = await Promise.all(
        Array.from({ length: 8 }, (_, i) => at.call(resetPassword, { body: { token, password: `Race@2026no${i}` } })),
      );
      expect(tries.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 7 }, () => 422)]);
    });

    test("of two links at once one succeeds and the other is over, neither waits for the other for ever", async () => {
      for (let round = 0; round < 8; round++) {
        const { username } = await someone();
        const links = [await mailed(username), await mailed(username, 2)];
        const tries = await Promise.all(links.map((token) => at.call(resetPassword, { body: { token, password: next } })));
        expect(tries.map(({ status }) => status).sort()).toEqual([200, 422]);
      }
    });

    test("a link of one purpose is none for another, a cut, changed or made-up one is 422 everywhere, never a 500", async () => {
      const recovery = await mailed((await someone()).username);
      const invitation = await mailed((await invited()).username);
      const [cid = "", id = "", secret = ""] = recovery.split(".");
      const forged = [
        ...wrongTokens,
        recovery.slice(0, -1),
        `${cid}.${id}.${secret.startsWith("A") ? "B" : "A"}${secret.slice(1)}`,
        `${Number(cid) + 1}.${id}.${secret}`,
      ];
      for (const token of [...forged, invitation])
        expect((await at.call(resetPassword, { body: { token, password: next } })).status, token).toBe(422);
      for (const token of [...forged, recovery]) {
        const body = { token, password: next, profile: { fname: "Ada" } };
        expect((await at.call(activatePassword, { body })).status, token).toBe(422);
        expect((await at.call(onboardingInfo, { query: { token } })).status, token).toBe(422);
        expect((await at.call(validateTempToken, { query: { tempToken: token } })).status, token).toBe(422);
      }
      expect((await at.call(resetPassword, { body: { token: recovery, password: next } })).status).toBe(200);
    });

    test("a new password obeys the rule with its exact message at reset, activation and change [VAL-1]", async () => {
      const { username } = await someone();
      const weak = ["Sh0rt!a", "alllower1!", "ALLUPPER1!", "NoDigits!!", "NoSpecial11", "Has Space1!", `Long@1${"x".repeat(15)}`];
      for (const given of weak) {
        const replies = [
          await at.call(resetPassword, { body: { token: "x", password: given } }),
          await at.call(activatePassword, { body: { token: "x", password: given, profile: { fname: "Ada" } } }),
          await at.call(changePassword, { body: { currentPassword: password, password: given } }, username),
        ];
        for (const { status, body } of replies) {
          expect(status, given).toBe(422);
          expect(body.errors, given).toContainEqual({
            field: "password",
            message:
              "Password must contain at least one lowercase letter, one uppercase letter, one number and one special character and length should be 8 to 20 characters.",
          });
        }
      }
    });

    test("mails asked for a username, and from an address, are limited with Retry-After, known or not [LIM-1]", async () => {
      for (const username of [(await someone()).username, `limit.${engine}`]) {
        for (let i = 0; i < 5; i++) expect((await ask(username)).status).toBe(200);
        const refused = await ask(username);
        expect([refused.status, refused.headers.get("Retry-After")]).toEqual([429, String(15 * 60)]);
      }
      for (let i = 0; i < 30; i++) expect((await ask(`many.${engine}.${i}`, "one place")).status).toBe(200);
      expect((await ask("another", "one place")).status).toBe(429);
      at.clock.now += 15 * minute + 1;
      expect((await ask("another", "one place")).status).toBe(200);
    });

    test("whoever was locked out at sign-in gets in at once with the new password", async () => {
      const { username } = await someone();
      for (let i = 0; i < 11; i++) await enter(username, "Wrong@2026pass");
      expect((await enter(username)).status).toBe(429);
      const token = await mailed(username);
      await at.call(resetPassword, { body: { token, password: next } });
      expect((await enter(username, next)).status).toBe(200);
    });
  });

  describe("invitation", () => {
    test("tells who is invited by which company, and activates them once, with their names and password [SES-7]", async () => {
      const user = await invited();
      const token = await mailed(user.username);
      expect((await smtp.letterTo(mailOf(user.username))).subject).toBe(`Your account for ${company.name} at Fever In-Store`);
      expect((await enter(user.username)).status).toBe(401);
      const info = await at.call(onboardingInfo, { query: { token } });
      expect(info.body.data).toEqual({
        username: user.username,
        email: mailOf(user.username),
        fname: "Test",
        lname: null,
        companyName: company.name,
        role: { roleIdentifier: "ROLE_Client_Admin", name: "Admin" },
      });
      const body = { token, password: next, profile: { fname: "Ada", lname: "Lovelace" } };
      expect((await at.call(activatePassword, { body })).body.data).toEqual({ username: user.username });
      const { accessToken } = await enter(user.username, next);
      expect((await at.call(me, bearer(accessToken))).body.data).toMatchObject({ fname: "Ada", lname: "Lovelace", openedBy: null });
      expect((await at.call(activatePassword, { body })).status).toBe(422);
      expect((await at.call(onboardingInfo, { query: { token } })).status).toBe(422);
      expect((await auditOf(user.id)).map(({ action }) => action)).toEqual(["user activated"]);
    });

    test("lasts seven days, and asking for a mail gives a new one", async () => {
      const user = await invited();
      const old = await mailed(user.username);
      at.clock.now += 7 * day;
      const body = { password: next, profile: { fname: "Ada" } };
      expect((await at.call(activatePassword, { body: { token: old, ...body } })).status).toBe(422);
      const fresh = await mailed(user.username, 2);
      expect((await at.call(activatePassword, { body: { token: fresh, ...body } })).status).toBe(200);
    });

    test("names obey their rule, by field", async () => {
      const body = { token: "x", password: next, profile: { fname: "A da", lname: "<b>" } };
      const fields = (await at.call(activatePassword, { body })).body.errors?.map(({ field }) => field);
      expect(fields).toEqual(["profile.fname", "profile.lname"]);
    });
  });

  describe("changing one's password", () => {
    test("ends the other sessions, not this one; the old password is over [SES-7]", async () => {
      const user = await someone();
      const [here, there] = [await enter(user.username), await enter(user.username)];
      const change = await at.call(changePassword, { body: { currentPassword: password, password: next }, ...bearer(here.accessToken) });
      expect(change.status).toBe(200);
      expect([await whoAmI(here.accessToken), await whoAmI(there.accessToken)]).toEqual([200, 401]);
      expect([(await enter(user.username)).status, (await enter(user.username, next)).status]).toEqual([401, 200]);
      expect((await auditOf(user.id)).map(({ action }) => action)).toEqual(["password changed"]);
    });

    test("needs the current password, tried ten times in 15 minutes at the most", async () => {
      const { accessToken } = await enter((await someone()).username);
      const change = (currentPassword: string) =>
        at.call(changePassword, { body: { currentPassword, password: next }, ...bearer(accessToken) });
      for (let i = 0; i < 10; i++)
        expect((await change("Wrong@2026pass")).body.errors).toEqual([{ field: "currentPassword", message: messages.wrongPassword }]);
      expect((await change(password)).status).toBe(429);
    });
  });

  describe("an admin's reset of another's password", () => {
    const reset = (userId: number, as: string, companyId?: number) =>
      at.call(resetUserPassword, { body: { userId }, query: companyId === undefined ? {} : { companyId } }, as);

    test("mails the user a link and ends their sessions, audited with the admin's name [SES-7]", async () => {
      const user = await someone();
      const { accessToken } = await enter(user.username);
      expect((await reset(user.id, company.users.admin)).status).toBe(200);
      expect(await whoAmI(accessToken)).toBe(401);
      const token = tokenIn(await smtp.letterTo(mailOf(user.username)));
      expect((await at.call(resetPassword, { body: { token, password: next } })).status).toBe(200);
      expect((await auditOf(user.id)).map(({ action, actorName }) => [action, actorName])).toEqual([
        ["password reset asked for", company.users.admin],
        ["password reset", user.username],
      ]);
    });

    test("reaches the roles on the admin's list within their scope, and nobody else [ROL-3] [CTX-4]", async () => {
      const { north, south, companyId } = company;
      const unit = (units: Parameters<typeof makeUser>[2]["units"], level: "regional" | "zonal" | "group" | "store") =>
        someone({ level, ...(units && { units }), ...(level === "store" && { role: "ROLE_Store_Music_Manager" as const }) });
      const inNorth = [
        await unit([{ regionId: north.regionId }], "regional"),
        await unit([{ zoneId: north.zoneIds[1] ?? 0 }], "zonal"),
        await unit([{ groupId: north.groupIds[1] ?? 0 }], "group"),
        await unit([{ storeId: company.stores[0]?.id ?? 0 }], "store"),
      ];
      const beyond = [
        await someone(),
        await unit([{ regionId: south.regionId }], "regional"),
        await unit([{ groupId: north.groupIds[0] ?? 0 }, { groupId: south.groupIds[0] ?? 0 }], "group"),
        await unit([{ storeId: company.stores[4]?.id ?? 0 }], "store"),
        await unit(undefined, "group"),
        await someone({ units: [{ regionId: north.regionId }] }), // national, whatever units are left from before
        await makeUser(at.database, companyId, { role: "ROLE_Client_Admin", units: [{ groupId: north.groupIds[0] ?? 0 }] }), // of no level: national
        await unit([{ regionId: north.regionId }], "group"),
      ];
      for (const { id } of inNorth) expect((await reset(id, company.users.regional)).status).toBe(200);
      for (const { id } of beyond) expect((await reset(id, company.users.regional)).status).toBe(404);
      for (const { id } of inNorth.slice(0, 2)) expect((await reset(id, company.users.group)).status).toBe(404);
      for (const { id } of [...inNorth, ...beyond]) expect((await reset(id, company.users.admin)).status).toBe(200);

      const other = await makeCompany(at.database);
      const stranger = await someone({}, other.companyId);
      expect((await reset(stranger.id, company.users.admin)).status).toBe(404);
      expect((await reset(stranger.id, company.users.admin, other.companyId)).status).toBe(403);
      for (const as of [company.users.limited, company.users.manager]) expect((await reset(stranger.id, as)).status).toBe(403);
      const { Fever_Super_Admin_Major: major, Fever_Admin_Major: admin, Fever_Admin_Ops: ops } = provider.staff;
      expect((await reset(stranger.id, ops, other.companyId)).status).toBe(200);
      expect((await reset(stranger.id, ops, companyId)).status).toBe(404);
      const colleague = async (role: Parameters<typeof makeUser>[2]["role"], subRole: keyof typeof provider.staff) =>
        (await makeUser(at.database, provider.companyId, { role, subRole })).id;
      const superOps = await colleague("ROLE_Fever_Super_Admin", "Fever_Super_Admin_Ops");
      const adminMajor = await colleague("ROLE_Fever_Admin", "Fever_Admin_Major");
      expect((await reset(superOps, major)).status).toBe(200);
      expect((await reset(superOps, admin)).status).toBe(404);
      expect((await reset(adminMajor, admin, provider.companyId)).status).toBe(200);
      expect((await reset(adminMajor, ops)).status).toBe(404); // its sub-role opens areas that are closed to ops
    });
  });

  describe("temp tokens", () => {
    const open = (userId: number, as: string, companyId: number | undefined = company.companyId) =>
      at.call(makeTempToken, { body: { userId }, query: companyId === undefined ? {} : { companyId } }, as);
    const tokenFor = async (userId: number, as: string = provider.staff.Fever_Admin_Ops) =>
      ((await open(userId, as)).body.data as { tempToken: string }).tempToken;
    const exchange = (tempToken: string) => at.call(validateTempToken, { query: { tempToken } });

    test("open a session as a client's user, once, within ten minutes; the session and its audit rows name who is behind it [SES-8]", async () => {
      const staff = provider.staff.Fever_Super_Admin_Major;
      const user = await someone();
      const own = await enter(user.username);
      const made = await open(user.id, staff);
      expect(made.status).toBe(200);
      const { tempToken, expiresAt } = made.body.data as { tempToken: string; expiresAt: string };
      expect(new Date(expiresAt).getTime() - at.clock.now).toBe(10 * minute);
      const exchanged = await exchange(tempToken);
      expect([exchanged.status, exchanged.body.message]).toEqual([200, "This Temp Token is valid"]);
      const { accessToken } = exchanged.body.data as Tokens;
      expect((await at.call(me, bearer(accessToken))).body.data).toMatchObject({ username: user.username, openedBy: staff });
      expect(await whoAmI(own.accessToken)).toBe(200);
      expect((await exchange(tempToken)).body.errors).toEqual([{ field: "tempToken", message: messages.tokenOver }]);

      const second = await someone();
      await at.call(resetUserPassword, { body: { userId: second.id }, ...bearer(accessToken) });
      expect((await auditOf(second.id)).map(({ actorName }) => actorName)).toEqual([`${staff} as ${user.username}`]);
      const rows = await auditOf(user.id);
      expect(rows.map(({ action, actorName }) => [action, actorName])).toEqual([
        ["temp token made", staff],
        ["signed in by temp token", `${staff} as ${user.username}`],
      ]);
      expect(rows.every(({ actorCompanyId }) => actorCompanyId === provider.companyId)).toBe(true);
      expect(JSON.stringify(rows)).not.toContain(tempToken.split(".")[2]);
      const sessions = (await at.call(ownSessions, bearer(accessToken))).body.data as OwnSession[];
      expect(sessions.map(({ openedBy, current }) => ({ openedBy, current }))).toEqual(
        expect.arrayContaining([
          { openedBy: staff, current: true },
          { openedBy: null, current: false },
        ]),
      );

      const late = await tokenFor(user.id);
      at.clock.now += 10 * minute;
      expect((await exchange(late)).status).toBe(422);
    });

    test("are for active client users of a role on the list, made by provider staff with user management alone [SES-8] [ROL-3]", async () => {
      const user = await someone();
      const off = await someone({ status: "inactive" });
      const { staff } = provider;
      for (const as of [company.users.admin, company.users.regional, staff.Fever_Music_Admin, staff.Fever_Music_Limited])
        expect((await open(user.id, as)).status).toBe(403);
      expect((await open(off.id, staff.Fever_Admin_Ops)).status).toBe(422);
      expect((await open((await invited()).id, staff.Fever_Admin_Ops)).status).toBe(422);
      const other = await makeCompany(at.database);
      expect((await open(user.id, staff.Fever_Admin_Ops, other.companyId)).status).toBe(404);
      const colleague = await makeUser(at.database, provider.companyId, { role: "ROLE_Fever_Admin", subRole: "Fever_Admin_Ops" });
      expect((await open(colleague.id, staff.Fever_Super_Admin_Major, provider.companyId)).status).toBe(404);
    });

    test("are worth nothing once their user or their maker is deactivated; the sessions opened end with the maker [SES-8]", async () => {
      const maker = await makeUser(at.database, provider.companyId, { role: "ROLE_Fever_Admin", subRole: "Fever_Admin_Ops" });
      const user = await someone();
      const { accessToken } = (await exchange(await tokenFor(user.id, maker.username))).body.data as Tokens;
      expect(await whoAmI(accessToken)).toBe(200);
      const waiting = await tokenFor(user.id, maker.username);
      await at.database.db.update(appUser).set({ status: "inactive" }).where(eq(appUser.id, maker.id));
      expect((await exchange(waiting)).status).toBe(422);
      at.clock.now += 5000;
      expect(await whoAmI(accessToken)).toBe(401);
      const other = await tokenFor(user.id);
      await at.database.db.update(appUser).set({ status: "inactive" }).where(eq(appUser.id, user.id));
      expect((await exchange(other)).status).toBe(422);
    });

    const ways: [string, (maker: { id: number; username: string }) => Promise<unknown>][] = [
      ["changes", ({ username }) => at.call(changePassword, { body: { currentPassword: password, password: next } }, username)],
      ["resets", async ({ username }) => at.call(resetPassword, { body: { token: await mailed(username), password: next } })],
      ["has somebody else reset", ({ id }) => at.call(resetUserPassword, { body: { userId: id } }, provider.staff.Fever_Super_Admin_Major)],
    ];
    test.each(ways)("and the sessions opened by them are over once their maker %s the password [SES-8]", async (_, change) => {
      const maker = await makeUser(at.database, provider.companyId, { role: "ROLE_Fever_Admin", subRole: "Fever_Admin_Ops" });
      const user = await someone();
      const own = await enter(user.username);
      const opened = (await exchange(await tokenFor(user.id, maker.username))).body.data as Tokens;
      const waiting = await tokenFor(user.id, maker.username);
      const other = (await exchange(await tokenFor(user.id))).body.data as Tokens;
      expect(await whoAmI(opened.accessToken)).toBe(200);
      expect(await change(maker)).toMatchObject({ status: 200 });
      expect([await whoAmI(opened.accessToken), await whoAmI(other.accessToken), await whoAmI(own.accessToken)]).toEqual([401, 200, 200]);
      expect((await at.call(refreshToken, { headers: { refresh: `Bearer ${opened.refreshToken}` } })).status).toBe(401);
      expect((await exchange(waiting)).status).toBe(422);
    });

    test("open sessions that live as the provider's do, as a store manager too [SES-8]", async () => {
      const manager = await someone({ role: "ROLE_Store_Music_Manager", level: "store" });
      const { refreshToken: token } = (await exchange(await tokenFor(manager.id))).body.data as Tokens;
      at.clock.now += day + 1;
      expect((await at.call(refreshToken, { headers: { refresh: `Bearer ${token}` } })).status).toBe(401);
    });

    test("open no area that is closed to their maker's sub-role, and all that is the client's alone [SES-8] [ROL-2]", async () => {
      const user = await someone();
      const statuses = async (as: string) => {
        const { accessToken } = (await exchange(await tokenFor(user.id, as))).body.data as Tokens;
        const calls = [findMasterRules, listStores, findCompany];
        return Promise.all(calls.map(async (endpoint) => (await at.request(endpoint, bearer(accessToken))).status));
      };
      expect(await statuses(provider.staff.Fever_Admin_Major)).toEqual([200, 200, 200]);
      expect(await statuses(provider.staff.Fever_Admin_Ops)).toEqual([403, 200, 200]);
      const manager = await makeUser(at.database, company.companyId, {
        ...{ role: "ROLE_Store_Music_Manager", level: "store", units: [{ storeId: company.stores[0]?.id ?? 0 }] },
      });
      const { accessToken } = (await exchange(await tokenFor(manager.id))).body.data as Tokens;
      expect((await at.request(playerSchedule, bearer(accessToken))).status).toBe(200);
    });

    test("an empty one is refused by name [SES-8]", async () => {
      for (const query of [{}, { tempToken: "" }, { tempToken: "  " }])
        expect((await at.call(validateTempToken, { query } as never)).body.errors?.map(({ field }) => field)).toEqual(["tempToken"]);
    });
  });

  describe("sessions", () => {
    const setting = (companyId: number, change: Partial<typeof companyTable.$inferInsert>) =>
      at.database.db.update(companyTable).set(change).where(eq(companyTable.id, companyId));

    test("where a company allows one at a time a new sign-in ends the one before, which is told so by 409 [SES-6]", async () => {
      const one = await makeCompany(at.database);
      await setting(one.companyId, { oneSession: true });
      const user = await someone({}, one.companyId);
      const first = await enter(user.username);
      expect(await whoAmI(first.accessToken)).toBe(200);
      const second = await enter(user.username);
      const told = await at.call(me, bearer(first.accessToken));
      expect([told.status, told.body.message]).toEqual([409, "You have been signed in elsewhere."]);
      const refresh = await at.call(refreshToken, { headers: { refresh: `Bearer ${first.refreshToken}` } });
      expect([refresh.status, refresh.body.message]).toEqual([409, "You have been signed in elsewhere."]);
      const tempToken = (
        (await at.call(makeTempToken, { body: { userId: user.id }, query: { companyId: one.companyId } }, provider.staff.Fever_Admin_Ops))
          .body.data as { tempToken: string }
      ).tempToken;
      const helper = (await at.call(validateTempToken, { query: { tempToken } })).body.data as Tokens;
      expect([await whoAmI(second.accessToken), await whoAmI(helper.accessToken)]).toEqual([200, 200]);
      const third = await Promise.all(Array.from({ length: 6 }, () => enter(user.username)));
      const live = await Promise.all(third.map(({ accessToken }) => whoAmI(accessToken)));
      expect(live.filter((status) => status === 200)).toHaveLength(1);
      expect(await whoAmI(helper.accessToken)).toBe(200);
    });

    test("access is refused within five seconds once session, user or company has ended, in every process [SES-6]", async () => {
      const twin = at.twin();
      const own = await makeCompany(at.database);
      const elsewhere = async (token: string | undefined) => (await twin(new Request("http://platform/api/user/me", bearer(token)))).status;
      const cases = [
        async (userId: number) => {
          await at.database.db
            .update(authSession)
            .set({ endedAt: new Date(), endReason: "ended by the user" })
            .where(eq(authSession.userId, userId));
          return 401;
        },
        async (userId: number) => {
          await at.database.db.update(appUser).set({ status: "inactive" }).where(eq(appUser.id, userId));
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

    const kept = async (username: string, { idle, rounds }: { idle: number; rounds: number }) => {
      let pair = (await enter(username)) as { refreshToken?: string; accessToken?: string };
      for (let round = 0; round < rounds; round++) {
        at.clock.now += idle;
        const reply = await at.call(refreshToken, { headers: { refresh: `Bearer ${pair.refreshToken}` } });
        if (reply.status !== 200) return { round, status: reply.status };
        pair = reply.body.data as Tokens;
        expect(await whoAmI(pair.accessToken)).toBe(200);
      }
      return { round: rounds, status: 200 };
    };

    test("of the web end after 24 hours without use, and after 14 days in any case", async () => {
      const { username } = await someone();
      expect(await kept(username, { idle: day, rounds: 3 })).toEqual({ round: 3, status: 200 });
      expect(await kept(username, { idle: day + 1, rounds: 3 })).toEqual({ round: 0, status: 401 });
      expect(await kept(username, { idle: 23 * 60 * minute, rounds: 20 })).toEqual({ round: 14, status: 401 });
      const [ended] = await at.database.db.select().from(authSession).where(eq(authSession.endReason, "expired")).limit(1);
      expect(ended?.endedAt).toBeInstanceOf(Date);
    });

    test("of store managers have no end but 30 days without use [SES-9]", async () => {
      const { username } = await someone({ role: "ROLE_Store_Music_Manager", level: "store" });
      expect(await kept(username, { idle: 30 * day, rounds: 14 })).toEqual({ round: 14, status: 200 });
      expect(await kept(username, { idle: 30 * day + 1, rounds: 1 })).toEqual({ round: 0, status: 401 });
    });

    test("are shown to their user with device and address, and ended by them one by one, nobody else's", async () => {
      const user = await someone();
      const [here, there] = [await enter(user.username), await enter(user.username)];
      at.clock.now += minute;
      await at.call(refreshToken, { headers: { refresh: `Bearer ${there.refreshToken}` } });
      const list = async () => (await at.call(ownSessions, bearer(here.accessToken))).body.data as OwnSession[];
      const [newest, current] = await list();
      expect(newest).toMatchObject({
        current: false,
        address: "127.0.0.1",
        openedBy: null,
        lastUsedAt: new Date(at.clock.now).toISOString(),
      });
      expect(current).toMatchObject({ current: true, createdAt: new Date(at.clock.now - minute).toISOString() });
      const end = (id: string | undefined, as: string | undefined) => at.call(endOwnSession, { params: { id }, ...bearer(as) } as never);
      const stranger = await enter((await someone()).username);
      expect((await end(newest?.id, stranger.accessToken)).status).toBe(404);
      expect(await whoAmI(there.accessToken)).toBe(200);
      expect((await end(newest?.id, here.accessToken)).status).toBe(200);
      expect(await whoAmI(there.accessToken)).toBe(401);
      expect((await end(newest?.id, here.accessToken)).status).toBe(404);
      expect((await list()).map(({ id }) => id)).toEqual([current?.id]);
      expect((await end("none", here.accessToken)).status).toBe(422);
      const [row] = await at.database.db
        .select()
        .from(auditLog)
        .where(and(eq(auditLog.action, "session ended"), like(auditLog.itemId, newest?.id ?? "")));
      expect(row?.actorName).toBe(user.username);
      at.clock.now += day + minute;
      expect(((await at.call(ownSessions, bearer((await enter(user.username)).accessToken))).body.data as OwnSession[]).length).toBe(1);
    });
  });
});
