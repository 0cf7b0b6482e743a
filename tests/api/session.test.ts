import { eq } from "drizzle-orm";
import { SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { storeCounts } from "#contract/stores/store-counts";
import { tokenMaker } from "#platform/access/tokens";
import { appUser, auditLog, authSession, company as companyTable } from "#platform/db/schema/index";
import { makeCompany, makeUser, type TestCompany } from "../support/companies.ts";
import { anyEngine, engines } from "../support/database.ts";
import {
  openTestPlatform,
  password,
  type Reply,
  type TestPlatform,
  testSessionSecret,
} from "../support/platform.ts";

type Pair = { accessToken: string; refreshToken: string };
type Send = TestPlatform["send"];

const minute = 60_000;
const replayed = 30_001;

describe.each(engines)("Sessions on %s", (engine) => {
  /** Runs tests of what neither races nor engine decide on one engine only. */
  const testOnce = test.runIf(engine === anyEngine);
  let at: TestPlatform;
  let company: TestCompany;
  let twin: Send;

  beforeAll(async () => {
    at = await openTestPlatform(engine, { now: new Date("2026-11-20T06:00:00Z") });
    company = await makeCompany(at.database);
    twin = at.twin();
  });
  afterAll(() => at.close());

  let addresses = 0;
  const someone = async (
    person: Partial<Parameters<typeof makeUser>[2]> = {},
    companyId = company.companyId,
  ) =>
    makeUser(at.database, companyId, { role: "ROLE_Client_Admin", level: "national", ...person });
  const ask = async (
    path: string,
    {
      method = "POST",
      headers = {},
      body,
      address = `address ${++addresses}`,
      send = at.send,
    }: RequestOptions = {},
  ) => {
    const response = await send(
      new Request(`http://platform/api${path}`, {
        method,
        headers: { ...(body !== undefined && { "Content-Type": "application/json" }), ...headers },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
      address,
    );
    return {
      status: response.status,
      headers: response.headers,
      body: (await response.json()) as Reply["body"],
    };
  };
  type RequestOptions = {
    method?: string;
    headers?: Record<string, string>;
    body?: unknown;
    address?: string;
    send?: Send;
  };
  const signIn = (username: string, typedPassword = password, options: RequestOptions = {}) =>
    ask("/auth/signin", { ...options, body: { username, password: typedPassword } });
  const signedIn = async (username: string) => (await signIn(username)).body.data as Pair;
  const refresh = (token: string, send?: Send) =>
    ask("/auth/refreshToken", { headers: { Refresh: `Bearer ${token}` }, ...(send && { send }) });
  const whoAmI = (accessToken: string, send?: Send) =>
    ask("/user/me", {
      method: "GET",
      headers: { Authorization: `Bearer ${accessToken}` },
      ...(send && { send }),
    });
  const signOut = (accessToken: string, send?: Send) =>
    ask("/auth/signout", {
      headers: { Authorization: `Bearer ${accessToken}` },
      ...(send && { send }),
    });

  describe("signing in", () => {
    test("gives an access and a refresh token for the username in any case, and nothing else", async () => {
      const { username } = await someone();
      const reply = await signIn(` ${username.toUpperCase()} `);
      expect(reply.status).toBe(200);
      expect(Object.keys(reply.body.data as object).sort()).toEqual([
        "accessToken",
        "refreshToken",
      ]);
      expect((await whoAmI((reply.body.data as Pair).accessToken)).status).toBe(200);
    });

    test("a wrong password, an unknown and an uninvited user are told the same", async () => {
      const { username } = await someone();
      const invited = await someone({ status: "invited" });
      await at.database.db
        .update(appUser)
        .set({ passwordHash: null })
        .where(eq(appUser.id, invited.id));
      const names = [username, invited.username, `nobody.${engine}`];
      const replies = await Promise.all(names.map((name) => signIn(name, "Wrong@2026pass")));
      for (const reply of replies) {
        expect(reply.status).toBe(401);
        expect({ ...reply.body, requestId: "" }).toEqual({ ...replies[0]?.body, requestId: "" });
        expect(reply.body.message).toBe("The username or the password is wrong.");
      }
      for (const name of names) {
        for (let attempt = 2; attempt <= 10; attempt++)
          expect((await signIn(name, "Wrong@2026pass")).status).toBe(401);
        expect((await signIn(name, "Wrong@2026pass")).status).toBe(429);
      }
    });

    testOnce(
      "wanting fields, control characters and unknown members are refused by name",
      async () => {
        const refused = async (body: unknown) => {
          const reply = await ask("/auth/signin", { body });
          expect(reply.status).toBe(422);
          return reply.body.errors?.map(({ field }) => field);
        };
        expect(await refused({})).toEqual(["username", "password"]);
        expect(await refused({ username: "a\0b", password: "x" })).toEqual(["username"]);
        expect(await refused({ username: "x".repeat(101), password: "x".repeat(201) })).toEqual([
          "username",
          "password",
        ]);
        expect(
          await refused({ username: "a", password: "b", role: "ROLE_Fever_Super_Admin" }),
        ).toEqual(["role"]);
        expect(await refused({ username: ["a"], password: { $ne: "" } })).toEqual([
          "username",
          "password",
        ]);
        expect(
          (await ask("/auth/signin", { body: { username: "a", password: "a\0b" } })).status,
        ).toBe(401);
      },
    );

    test("the eleventh try at a user within 15 minutes is refused with Retry-After", async () => {
      const { username } = await someone();
      for (let attempt = 1; attempt <= 10; attempt++)
        expect((await signIn(username, "Wrong@2026pass")).status).toBe(401);
      at.clock.now += 5 * minute;
      const refused = await signIn(username);
      expect(refused.status).toBe(429);
      expect(refused.headers.get("Retry-After")).toBe(String(10 * 60));
      expect(refused.body.message).toBe("Too many attempts. Try again in 10 minutes.");
      expect((await signIn(username, password, { send: twin })).status).toBe(429);
      at.clock.now += 10 * minute - 1000;
      expect((await signIn(username)).status).toBe(429);
      at.clock.now += 1001;
      expect((await signIn(username)).status).toBe(200);
    });

    testOnce(
      "the fifty-first try from an address is refused whoever it is for; other addresses go on",
      async () => {
        const { username } = await someone();
        const address = "one shop's router";
        for (let attempt = 1; attempt <= 50; attempt++)
          expect(
            (await signIn(`guess.${engine}.${attempt}`, "Wrong@2026pass", { address })).status,
          ).toBe(401);
        expect((await signIn(username, password, { address })).status).toBe(429);
        expect((await signIn(username)).status).toBe(200);
        at.clock.now += 15 * minute + 1;
        expect((await signIn(username, password, { address })).status).toBe(200);
      },
    );

    testOnce("successes do not count", async () => {
      const { username } = await someone();
      const address = "a busy office";
      for (let attempt = 1; attempt <= 55; attempt++)
        expect((await signIn(username, password, { address })).status).toBe(200);
    });

    test("tries at once are counted one by one: of thirty wrong ones ten are looked at", async () => {
      const { username } = await someone();
      const replies = await Promise.all(
        Array.from({ length: 30 }, () => signIn(username, "Wrong@2026pass")),
      );
      expect(replies.filter(({ status }) => status === 401)).toHaveLength(10);
      expect(replies.filter(({ status }) => status === 429)).toHaveLength(20);
    });
  });

  describe.runIf(engine === anyEngine)("access tokens", () => {
    test("live for ten minutes", async () => {
      const { accessToken } = await signedIn((await someone()).username);
      at.clock.now += 10 * minute - 1000;
      expect((await whoAmI(accessToken)).status).toBe(200);
      at.clock.now += 1000;
      const late = await whoAmI(accessToken);
      expect(late.status).toBe(401);
      expect(late.body.message).toBe("Session expired, Please login again");
    });

    test("that are cut, forged, of another secret, unsigned or not of this kind are refused", async () => {
      const { accessToken, refreshToken } = await signedIn((await someone()).username);
      const [head = "", claims = "", seal = ""] = accessToken.split(".");
      const now = Math.floor(at.clock.now / 1000);
      const otherClaims = JSON.parse(Buffer.from(claims, "base64url").toString()) as {
        cid: number;
      };
      const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
      const { sid } = JSON.parse(Buffer.from(claims, "base64url").toString()) as { sid: string };
      const forged = [
        accessToken.slice(0, -10),
        `${head}.${claims}`,
        `${head}.${claims}.`,
        `${head}.${base64({ ...otherClaims, cid: otherClaims.cid + 1 })}.${seal}`,
        `${base64({ alg: "none" })}.${claims}.`,
        await tokenMaker("another secret that is long enough too", () => at.clock.now).makeAccess(
          company.companyId,
          sid,
        ),
        await new SignJWT({ cid: company.companyId, sid })
          .setProtectedHeader({ alg: "HS256" })
          .setExpirationTime(now + 60)
          .sign(Buffer.from(testSessionSecret)),
        refreshToken,
        "null",
        "..",
        "x".repeat(5000),
      ];
      for (const token of forged)
        expect((await whoAmI(token)).status, token.slice(0, 80)).toBe(401);
      for (const header of ["", "Basic abc", "Bearer", "Bearer  ", accessToken])
        expect(
          (await ask("/user/me", { method: "GET", headers: { Authorization: header } })).status,
          header,
        ).toBe(401);
      expect((await ask("/user/me", { method: "GET" })).status).toBe(401);
      expect((await whoAmI(accessToken)).status).toBe(200);
    });

    test("of a session that the secret vouches for but that never was are refused", async () => {
      const tokens = tokenMaker(testSessionSecret, () => at.clock.now);
      const never = "00000000-0000-4000-8000-000000000000";
      expect((await whoAmI(await tokens.makeAccess(company.companyId, never))).status).toBe(401);
      expect((await refresh(tokens.makeRefresh(company.companyId, never, 0))).status).toBe(401);
    });
  });

  describe("refreshing", () => {
    test("each refresh gives new tokens, and the chain goes on for as long as one likes [SES-4]", async () => {
      const { username } = await someone();
      let pair = await signedIn(username);
      const usedTokens = new Set([pair.refreshToken]);
      for (let round = 0; round < 5; round++) {
        at.clock.now += 9 * minute;
        const reply = await refresh(pair.refreshToken, round % 2 ? twin : undefined);
        expect(reply.status).toBe(200);
        pair = reply.body.data as Pair;
        expect(usedTokens.has(pair.refreshToken)).toBe(false);
        usedTokens.add(pair.refreshToken);
        expect((await whoAmI(pair.accessToken)).status).toBe(200);
      }
      // also within one second: a caller that gets its old token again takes that for the end of its
      // session
      const again = (await refresh(pair.refreshToken)).body.data as Pair;
      expect(again.accessToken).not.toBe(pair.accessToken);
    });

    test("latecomers within the grace get the same next token, from either process [SES-4]", async () => {
      const { refreshToken } = await signedIn((await someone()).username);
      const replies = await Promise.all(
        Array.from({ length: 10 }, (_, i) => refresh(refreshToken, i % 2 ? twin : undefined)),
      );
      at.clock.now += 29_000;
      replies.push(await refresh(refreshToken, twin));
      expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
      expect(new Set(replies.map(({ body }) => (body.data as Pair).refreshToken)).size).toBe(1);
      const next = replies[0]?.body.data as Pair;
      expect(next.refreshToken).not.toBe(refreshToken);
      expect((await refresh(next.refreshToken)).status).toBe(200);
    });

    test.each([
      ["after the grace", replayed, 0],
      ["two generations old, grace or not", 1, 1],
    ])(
      "a replay %s ends the whole family of tokens [SES-4]",
      async (_, later, generationsSince) => {
        const first = await signedIn((await someone()).username);
        let next = (await refresh(first.refreshToken)).body.data as Pair;
        for (let generation = 0; generation < generationsSince; generation++)
          next = (await refresh(next.refreshToken)).body.data as Pair;
        at.clock.now += later;
        expect((await whoAmI(next.accessToken)).status).toBe(200);
        expect((await whoAmI(next.accessToken, twin)).status).toBe(200);
        const replay = await refresh(first.refreshToken);
        expect(replay.status).toBe(401);
        expect(replay.body.message).toBe("Session expired, Please login again");
        expect((await whoAmI(next.accessToken)).status).toBe(401);
        expect((await refresh(next.refreshToken)).status).toBe(401);
        at.clock.now += 5000; // the other process feels it within five seconds
        expect((await whoAmI(next.accessToken, twin)).status).toBe(401);
        const [session] = await at.database.db
          .select()
          .from(authSession)
          .where(eq(authSession.endReason, "token replayed"))
          .limit(1);
        expect(session?.endedAt).toBeInstanceOf(Date);
      },
    );

    test("other sessions of the same person live on when one is ended by a replay", async () => {
      const { username } = await someone();
      const one = await signedIn(username);
      const other = await signedIn(username);
      await refresh(one.refreshToken);
      at.clock.now += replayed;
      expect((await refresh(one.refreshToken)).status).toBe(401);
      expect((await refresh(other.refreshToken)).status).toBe(200);
    });

    test("cut and forged tokens are 401 and do no harm to the family [SES-4]", async () => {
      const { accessToken, refreshToken } = await signedIn((await someone()).username);
      const [cid, sid = "", generation, seal = ""] = refreshToken.split(".");
      const foreign = tokenMaker(
        "another secret that is long enough too",
        () => at.clock.now,
      ).makeRefresh(company.companyId, sid, 0);
      const forged = [
        refreshToken.slice(0, -1),
        `${refreshToken}x`,
        `${cid}.${sid}.1.${seal}`,
        `${Number(cid) + 1}.${sid}.${generation}.${seal}`,
        `${cid}.${sid}.${generation}.${seal.startsWith("A") ? "B" : "A"}${seal.slice(1)}`,
        `${cid}.${sid}.${generation}.`,
        foreign,
        accessToken,
        "x",
      ];
      for (const token of forged) expect((await refresh(token)).status, token).toBe(401);
      const wrong: Record<string, string>[] = [
        {},
        { Refresh: refreshToken },
        { Refresh: "Bearer " },
        { Refresh: `Bearer ${"x".repeat(600)}` },
      ];
      for (const headers of wrong)
        expect((await ask("/auth/refreshToken", { headers })).status).toBe(422);
      expect((await refresh(refreshToken)).status).toBe(200);
    });
  });

  describe("signing out", () => {
    test("ends the session here at once and elsewhere within five seconds", async () => {
      const { accessToken, refreshToken } = await signedIn((await someone()).username);
      expect((await whoAmI(accessToken, twin)).status).toBe(200);
      const reply = await signOut(accessToken);
      expect([reply.status, reply.body.data]).toEqual([200, null]);
      expect((await whoAmI(accessToken)).status).toBe(401);
      expect((await refresh(refreshToken, twin)).status).toBe(401);
      at.clock.now += 5000;
      expect((await whoAmI(accessToken, twin)).status).toBe(401);
    });

    test("works twice, and with an access token that has long expired", async () => {
      const { accessToken, refreshToken } = await signedIn((await someone()).username);
      at.clock.now += 24 * 60 * minute;
      expect((await whoAmI(accessToken)).status).toBe(401);
      expect((await signOut(accessToken, twin)).status).toBe(200);
      expect((await signOut(accessToken)).status).toBe(200);
      expect((await refresh(refreshToken)).status).toBe(401);
    });

    test("keeps the first reason when a session ended before", async () => {
      const first = await signedIn((await someone()).username);
      const next = (await refresh(first.refreshToken)).body.data as Pair;
      at.clock.now += replayed;
      await refresh(first.refreshToken);
      expect((await signOut(next.accessToken)).status).toBe(200);
      const [session] = await at.database.db
        .select()
        .from(authSession)
        .where(eq(authSession.id, first.refreshToken.split(".")[1] ?? ""));
      expect(session?.endReason).toBe("token replayed");
    });

    test("with a token that is not ours is 401, without one 422", async () => {
      expect((await signOut("abc")).status).toBe(401);
      expect((await ask("/auth/signout")).status).toBe(422);
    });
  });

  describe("deactivation", () => {
    test("of a user is 409 at sign-in, at refresh and, within five seconds, on every call", async () => {
      const { id, username } = await someone();
      const { accessToken, refreshToken } = await signedIn(username);
      expect((await whoAmI(accessToken)).status).toBe(200);
      await at.database.db.update(appUser).set({ status: "inactive" }).where(eq(appUser.id, id));
      at.clock.now += 5000;
      for (const reply of [
        await whoAmI(accessToken),
        await refresh(refreshToken),
        await signIn(username),
      ]) {
        expect(reply.status).toBe(409);
        expect(reply.body.message).toBe("Your account has been deactivated.");
      }
      // nobody learns of it by guessing
      expect((await signIn(username, "Wrong@2026pass")).status).toBe(401);
    });

    test("of a company is 409 for all of its people, and for nobody else's", async () => {
      const closed = await makeCompany(at.database);
      const { accessToken, refreshToken } = await signedIn(closed.users.admin);
      await at.database.db
        .update(companyTable)
        .set({ status: "inactive" })
        .where(eq(companyTable.id, closed.companyId));
      at.clock.now += 5000;
      for (const reply of [
        await whoAmI(accessToken),
        await refresh(refreshToken),
        await signIn(closed.users.manager),
      ]) {
        expect(reply.status).toBe(409);
        expect(reply.body.message).toBe("Your company has been deactivated.");
      }
      expect(await at.as(company.users.admin).me().status).not.toBe(409);
    });
  });

  test("a change of role is felt within five seconds, not at the next sign-in", async () => {
    const { id, username } = await someone();
    const { accessToken } = await signedIn(username);
    const count = () =>
      ask(storeCounts.path, { method: "GET", headers: { Authorization: `Bearer ${accessToken}` } });
    expect((await count()).status).toBe(200);
    await at.database.db
      .update(appUser)
      .set({ role: "ROLE_Store_Music_Manager", level: "store" })
      .where(eq(appUser.id, id));
    at.clock.now += 5000;
    expect((await count()).status).toBe(403);
  });

  test("nothing of sessions is written that signs anyone in: no token, no password", async () => {
    const { username } = await someone();
    const pair = await signedIn(username);
    await refresh(pair.refreshToken);
    const rows = [
      ...(await at.database.db.select().from(authSession)),
      ...(await at.database.db.select().from(auditLog)),
    ];
    const text = JSON.stringify(rows);
    for (const secret of [
      password,
      pair.accessToken,
      pair.refreshToken,
      pair.refreshToken.split(".").at(-1) ?? "none",
    ])
      expect(text).not.toContain(secret);
  });
});
