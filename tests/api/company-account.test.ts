import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { messages } from "#contract/base/messages";
import { accountHolder } from "#platform/access/account-writer";
import { newAccountToken } from "#platform/modules/session/account-token";
import { insertToken } from "#platform/modules/session/credentials.queries";
import { codeAt } from "../support/authenticator.ts";
import { makeCompany, makeProvider, makeUser, type TestCompany } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import {
  clientId,
  clientSecret,
  openSignInService,
  redirectUri,
  signInAt,
  type TestSignInService,
} from "../support/open-id.ts";
import { openTestPlatform, password, type TestPlatform } from "../support/platform.ts";

const minute = 60_000;

describe("Sign-in with a company account", () => {
  let at: TestPlatform;
  let service: TestSignInService;
  let company: TestCompany;
  let other: TestCompany;
  let code: string;
  beforeAll(async () => {
    at = await openTestPlatform(anyEngine);
    await makeProvider(at.database);
    service = await openSignInService();
    company = await makeCompany(at.database);
    other = await makeCompany(at.database);
  });
  afterAll(async () => {
    await service?.close();
    await at?.close();
  });
  beforeEach(async () => {
    at.clock.now += 16 * minute; // tries are counted by address
    expect((await set(company)).status).toBe(200);
  });

  const full = () => ({ issuer: service.issuer, clientId, clientSecret });
  const set = async (of: TestCompany, change: object = {}, as = of.users.admin) => {
    const reply = await at.as(as).setSignInService({ body: { ...full(), ...change } } as never)
      .reply;
    code = (await at.as(of.users.admin).findSignInService()).companyCode;
    return reply;
  };
  const someone = async (of = company, options: object = {}) => {
    const user = await makeUser(at.database, of.companyId, {
      role: "ROLE_Client_Admin",
      level: "national",
      ...options,
    } as never);
    const email = `${user.username}@mail.example`;
    await at.database.pool.query(
      "update app_user set email = $1 where company_id = $2 and id = $3",
      [email, of.companyId, user.id],
    );
    return { ...user, email };
  };
  const begin = (companyCode = code) => at.nobody.beginCompanySignIn({ body: { companyCode } });
  const finish = (attempt: string, answer: string) =>
    at.nobody.finishCompanySignIn({ body: { attempt, answer } }).reply;
  /** All of it, as whoever the service takes the person for. */
  const go = async (person: { sub: string; email?: string; email_verified?: boolean } | null) => {
    service.person = person;
    const { url, attempt } = await begin();
    return finish(attempt, await signInAt(url));
  };
  const as = ({ username, email }: { username: string; email: string }) => ({
    sub: username,
    email,
    email_verified: true,
  });
  const errorOf = ({ status, body }: Awaited<ReturnType<typeof finish>>) => [
    status,
    body.errors?.[0]?.field,
    body.errors?.[0]?.message,
  ];

  test("finds the company's user by verified email, whatever its case [INT-2]", async () => {
    const user = await someone();
    service.person = { ...as(user), email: user.email.toUpperCase() };
    const { url, attempt, companyName } = await begin(code.toLowerCase());
    expect([
      companyName.length > 0,
      new URL(url).searchParams.get("code_challenge_method"),
    ]).toEqual([true, "S256"]);
    const answer = await signInAt(url);
    const twin = at.twin();
    const body = JSON.stringify({ attempt, answer });
    const headers = { "Content-Type": "application/json" };
    const send = (by: typeof twin) =>
      by(new Request("http://platform/api/auth/company/finish", { method: "POST", headers, body }));
    const replies = await Promise.all([send(at.send), send(twin)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 422]);
    const won = replies.find(({ status }) => status === 200);
    const { data } = (await (won ?? Response.error()).json()) as { data: { accessToken: string } };
    expect(
      (await at.nobody.me({ headers: { Authorization: `Bearer ${data.accessToken}` } })).username,
    ).toBe(user.username);
    expect(errorOf(await finish(attempt, answer))).toEqual([422, "attempt", messages.signInOver]);
    const { rows } = await at.database.pool.query(
      "select 1 from audit_log where action = 'signed in by company account' and item_id = $1",
      [String(user.id)],
    );
    expect(rows).toHaveLength(1);
  });

  test("lets in nobody but one active user of that company [INT-2] [CTX-4]", async () => {
    const user = await someone();
    const stranger = await someone(other);
    const count = async () =>
      Number(
        (await at.database.pool.query<{ count: number }>("select count(*) from app_user")).rows[0]
          ?.count,
      );
    const before = await count();
    const refused = async (person: Parameters<typeof go>[0]) => errorOf(await go(person));
    expect(await refused({ ...as(user), email_verified: false })).toEqual([
      422,
      "answer",
      expect.stringContaining("verified"),
    ]);
    expect(await refused({ sub: "nameless" })).toEqual([
      422,
      "answer",
      expect.stringContaining("no email"),
    ]);
    expect(await refused(as(stranger))).toEqual([
      422,
      "answer",
      expect.stringContaining(`no user with the email ${stranger.email}`),
    ]);
    expect(await refused(null)).toEqual([
      422,
      "answer",
      expect.stringContaining("did not let you in"),
    ]);
    const set = (change: string, id: number) =>
      at.database.pool.query(`update app_user set ${change} where id = ${id}`);
    const twin = await someone();
    await set(`email = '${user.email}'`, twin.id);
    expect(await refused(as(user))).toEqual([
      422,
      "answer",
      expect.stringContaining("Several users"),
    ]);
    await set("status = 'inactive'", twin.id); // nobody's rival any more
    expect((await go(as(user))).status).toBe(200);
    await set("status = 'inactive'", user.id);
    expect((await refused(as(user)))[1]).toBe("answer");
    await set("status = 'invited', password_hash = null", user.id);
    expect(await refused(as(user))).toEqual([
      422,
      "answer",
      expect.stringContaining("Accept the invitation"),
    ]);
    expect(await count()).toBe(before + 1); // the second user of one email
  });

  test("an answer counts for the sign-in it was given to alone [INT-2]", async () => {
    const user = await someone();
    service.person = as(user);
    const victim = await begin();
    const attacker = await begin();
    const answer = await signInAt(attacker.url);
    expect(errorOf(await finish(victim.attempt, answer))).toEqual([
      422,
      "attempt",
      messages.signInOver,
    ]);
    // the code with the state of another sign-in: nonce and verifier are not its own
    const mixed = new URLSearchParams(answer);
    mixed.set("state", new URL(victim.url).searchParams.get("state") ?? "");
    expect(errorOf(await finish(victim.attempt, String(mixed)))).toEqual([
      422,
      "answer",
      expect.stringContaining("refused"),
    ]);
    expect((await finish(attacker.attempt, answer)).status).toBe(200); // who was given it signs in
    await set(other);
    const elsewhere = await begin();
    await set(company);
    expect(
      errorOf(
        await finish(elsewhere.attempt.replace(/^\d+/, String(company.companyId)), answer),
      )[1],
    ).toBe("attempt");
    const late = await begin();
    const lateAnswer = await signInAt(late.url);
    at.clock.now += 11 * minute;
    expect(errorOf(await finish(late.attempt, lateAnswer))).toEqual([
      422,
      "attempt",
      messages.signInOver,
    ]);
    const foreign = await begin();
    const wrongIssuer = new URLSearchParams(await signInAt(foreign.url));
    wrongIssuer.set("iss", "https://evil.example");
    expect(errorOf(await finish(foreign.attempt, String(wrongIssuer)))[1]).toBe("answer");
    for (const [attempt, wrong] of [
      ["x", "x"],
      [foreign.attempt, ""],
      [foreign.attempt, "a".repeat(4000)],
    ] as const)
      expect((await finish(attempt, wrong)).status).toBe(422);
  });

  test("who has turned two-step sign-in on is asked for the code here, too [INT-2]", async () => {
    const user = await someone();
    const { secret } = await at
      .as(user.username)
      .beginTwoSteps({ body: { currentPassword: password } });
    await at.as(user.username).confirmTwoSteps({ body: { code: codeAt(secret, at.clock.now) } });
    expect((await go(as(user))).body.data).toHaveProperty("challenge");
  });

  test("a company can require it once it has worked, but for store managers [INT-2]", async () => {
    const user = await someone();
    expect((await set(company, { clientSecret: `${clientSecret}x` })).status).toBe(200);
    expect(errorOf(await go(as(user)))).toEqual([
      422,
      "answer",
      expect.stringContaining("client ID and secret"),
    ]);
    expect(errorOf(await set(company, { isRequired: true }))).toEqual([
      422,
      "isRequired",
      expect.any(String),
    ]);
    await set(company);
    expect((await go(as(user))).status).toBe(200);
    expect((await set(company, { clientSecret: undefined, isRequired: true })).status).toBe(200);
    const byPassword = (username: string) => at.nobody.signIn({ body: { username, password } });
    expect(await byPassword(user.username).refusal).toEqual({
      status: 403,
      message: expect.stringContaining(code),
    });
    expect(
      await at.nobody.signIn({ body: { username: user.username, password: "Wrong@2026pass" } })
        .status,
    ).toBe(401);
    const { token, name } = newAccountToken(company.companyId);
    const until = new Date(at.clock.now + minute);
    await insertToken(accountHolder, at.database.db, {
      ...name,
      userId: user.id,
      purpose: "sign-in",
      expiresAt: until,
    });
    expect(await at.nobody.validateTempToken({ query: { tempToken: token } }).status).toBe(422);
    await at.nobody.mailSignInLink({ body: { username: user.username } });
    await byPassword(company.users.manager);
    await byPassword(other.users.admin);
    expect((await go(as(user))).status).toBe(200);
    expect((await set(company)).status).toBe(200);
    await byPassword(user.username);
  });

  test("who saves an older form is told what others changed, but no secret [INT-2]", async () => {
    const shared = await makeCompany(at.database);
    const { username } = await someone(shared);
    const readService = () => at.as(shared.users.admin).findSignInService();
    await set(shared);
    const { version } = await readService();
    expect(
      (await set(shared, { clientId: "theirs", clientSecret: "their secret", version }, username))
        .status,
    ).toBe(200);
    const late = await set(shared, { clientSecret: "my secret", version });
    const message = (now: string) =>
      `${username} has changed this to “${now}” in the meantime. Save again to keep your entry.`;
    const errors = [
      { field: "clientId", message: message("theirs") },
      { field: "clientSecret", message: message("another secret") },
    ];
    expect([late.status, late.body.errors, late.body.version]).toEqual([422, errors, version + 1]);
    expect(await at.as(shared.users.admin).setSignInService({ body: { version } }).status).toBe(
      422,
    ); // nor is it taken away
    expect(await readService()).toMatchObject({ clientId: "theirs", version: version + 1 });
    expect((await set(shared, { clientSecret: "my secret", version: version + 1 })).status).toBe(
      200,
    );
    await at.as(shared.users.admin).setSignInService({ body: { version: version + 2 } });
    const again = await set(shared, { clientId: "theirs", version: version + 2 }, username);
    expect([again.status, again.body.errors?.[0]?.message]).toEqual([
      422,
      `${shared.users.admin} has cleared this in the meantime. Save again to keep your entry.`,
    ]);
  });

  test("only who sees the whole company sets it up, and its secret is sealed [INT-2] [CTX-4]", async () => {
    await set(company);
    expect((await set(company, {}, company.users.regional)).status).toBe(403);
    expect(await at.as(company.users.regional).findSignInService().status).toBe(403);
    expect(await at.as(company.users.admin).findSignInService()).toMatchObject({
      issuer: service.issuer,
      clientId,
      isRequired: false,
      redirectUri,
    });
    for (const table of ["sign_in_service", "audit_log"])
      expect(
        (
          await at.database.pool.query(
            `select 1 from ${table} t where position($1 in t::text) > 0`,
            [clientSecret],
          )
        ).rows,
      ).toEqual([]);
    // a secret is kept for the service that it was given for alone
    expect(
      errorOf(await set(company, { issuer: "http://127.0.0.1:9/", clientSecret: undefined })),
    ).toEqual([422, "clientSecret", messages.required]);
    await set(company, { issuer: "http://127.0.0.1:9/" });
    expect(await at.nobody.beginCompanySignIn({ body: { companyCode: code } }).errors).toEqual({
      companyCode: expect.stringContaining("cannot reach 127.0.0.1:9"),
    });
    const strict = await openTestPlatform(anyEngine, {
      now: new Date(at.clock.now),
      database: at.database,
      webhookReceivers: "https",
    });
    for (const issuer of [
      "http://example.com",
      "https://10.0.0.1",
      "https://[::1]",
      "https://u:p@example.com",
      "javascript:alert(1)",
    ]) {
      const reply = await strict
        .as(company.users.admin)
        .setSignInService({ body: { ...full(), issuer } }).reply;
      expect([issuer, reply.status, reply.body.errors?.[0]?.field]).toEqual([
        issuer,
        422,
        "issuer",
      ]);
    }
    for (const [issuer, words] of [
      ["http://127.0.0.1:9/", "does not begin with https://"],
      ["https://127.0.0.1:9/", "not an address of the internet"],
      ["https://localhost:9/", "not an address of the internet"],
    ] as const) {
      await set(company, { issuer }); // by a server that allows them
      expect(
        await strict.nobody.beginCompanySignIn({ body: { companyCode: code } }).errors,
      ).toEqual({
        companyCode: expect.stringContaining(words),
      });
    }
    await strict.stopListening();
    await at.as(company.users.admin).setSignInService({ body: {} });
    expect(
      (await at.nobody.beginCompanySignIn({ body: { companyCode: code } }).wrongFields)[0],
    ).toBe("companyCode");
  });
});
