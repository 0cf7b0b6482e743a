import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { messages } from "#contract/base/messages";
import type { SecondStep, Tokens } from "#contract/session/endpoints";
import { renewRecoveryCodes, turnOffTwoSteps } from "#contract/session/two-steps";
import { auditLog, recoveryCode, secondFactor } from "#platform/db/schema/index";
import { type Accounts, minute, openAccounts } from "../support/accounts.ts";
import { codeAt } from "../support/authenticator.ts";
import { makeCompany } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { password } from "../support/platform.ts";
import { tokenIn } from "../support/smtp.ts";

describe("Sign-in by two steps", () => {
  let world: Accounts;
  let at: Accounts["at"];
  beforeAll(async () => {
    world = await openAccounts(anyEngine);
    ({ at } = world);
  });
  afterAll(() => world?.close());

  type TwoStepUser = { id: number; username: string; secret: string; codes: string[] };
  const code = ({ secret }: Pick<TwoStepUser, "secret">, later = 0) =>
    codeAt(secret, at.clock.now + later);
  const turnOn = async (username: string) => {
    const { secret } = await at.as(username).beginTwoSteps({ body: { currentPassword: password } });
    const confirmed = await at
      .as(username)
      .confirmTwoSteps({ body: { code: codeAt(secret, at.clock.now) } });
    at.clock.now += minute; // that code is taken
    return { secret, codes: confirmed.recoveryCodes };
  };
  const someoneWith = async (): Promise<TwoStepUser> => {
    const user = await world.someone();
    return { ...user, ...(await turnOn(user.username)) };
  };
  const firstStep = async ({ username }: Pick<TwoStepUser, "username">) => {
    const reply = await at.nobody.signIn({ body: { username, password } });
    expect(Object.keys(reply as object).sort()).toEqual(["challenge", "expiresAt"]);
    return (reply as SecondStep).challenge;
  };
  const secondStep = (challenge: string, typed: string) =>
    at.nobody.signInSecondStep({ body: { challenge, code: typed } }).reply;
  const isRefused = (
    reply: Awaited<ReturnType<typeof secondStep>>,
    field: string,
    message: string,
  ) => expect([reply.status, reply.body.errors]).toEqual([422, [{ field, message }]]);

  test("is set up with the password and a first code, and keeps its secrets sealed [INT-2]", async () => {
    const user = await world.someone();
    isRefused(
      await at.as(user.username).beginTwoSteps({ body: { currentPassword: "Wrong@2026pass" } })
        .reply,
      "currentPassword",
      messages.wrongPassword,
    );
    const { secret, uri } = await at
      .as(user.username)
      .beginTwoSteps({ body: { currentPassword: password } });
    expect(uri).toContain(`secret=${secret}`);
    expect(await at.nobody.signIn({ body: { username: user.username, password } })).toHaveProperty(
      "accessToken",
    ); // not confirmed yet
    isRefused(
      await at.as(user.username).confirmTwoSteps({ body: { code: "000000" } }).reply,
      "code",
      messages.wrongCode,
    );
    const { recoveryCodes } = await at
      .as(user.username)
      .confirmTwoSteps({ body: { code: codeAt(secret, at.clock.now) } });
    expect([recoveryCodes.length, new Set(recoveryCodes).size]).toEqual([10, 10]);
    expect(await at.as(user.username).ownTwoSteps()).toMatchObject({
      on: true,
      recoveryCodesLeft: 10,
      begun: null,
    });
    const [factor] = await at.database.db
      .select()
      .from(secondFactor)
      .where(eq(secondFactor.userId, user.id));
    const codes = await at.database.db
      .select()
      .from(recoveryCode)
      .where(eq(recoveryCode.userId, user.id));
    const stored = JSON.stringify([factor, codes]);
    for (const plain of [secret, ...recoveryCodes]) expect(stored).not.toContain(plain);
    expect((await world.auditOf(user.id)).map(({ action }) => action)).toEqual([
      "two-step sign-in begun",
      "two-step sign-in turned on",
    ]);
    expect((await world.smtp.letterTo(world.mailOf(user.username))).text).toContain(
      "Two-step sign-in was turned on.",
    );
  });

  test("gives no session for the password alone, and each code signs in once [INT-2]", async () => {
    const user = await someoneWith();
    const challenge = await firstStep(user);
    isRefused(await secondStep(challenge, "123"), "code", messages.wrongCode);
    const now = code(user);
    // at once: one of them
    const both = await Promise.all([secondStep(challenge, now), secondStep(challenge, now)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422]);
    const tokens = both.find(({ status }) => status === 200)?.body.data as Tokens | undefined;
    expect(await world.whoAmI(tokens?.accessToken)).toBe(200);
    // the same code, another sign-in
    isRefused(await secondStep(await firstStep(user), now), "code", messages.wrongCode);
    isRefused(
      await secondStep(await firstStep(user), code(user, -30_000)),
      "code",
      messages.wrongCode,
    ); // one before it
    // a clock half a minute ahead
    expect((await secondStep(await firstStep(user), code(user, 30_000))).status).toBe(200);
    isRefused(await secondStep(challenge, code(user, 60_000)), "challenge", messages.signInOver);
    for (const wrong of ["x", "1.2.3", `1.${"0".repeat(36)}.${"x".repeat(43)}`])
      isRefused(await secondStep(wrong, "123456"), "challenge", messages.signInOver);
  });

  test("a recovery code signs in once, however it is typed [INT-2]", async () => {
    const user = await someoneWith();
    const [one = "", two = ""] = user.codes;
    expect(
      (await secondStep(await firstStep(user), ` ${one.toLowerCase().replace("-", " ")} `)).status,
    ).toBe(200);
    isRefused(await secondStep(await firstStep(user), one), "code", messages.wrongCode);
    const tokens = (await secondStep(await firstStep(user), two)).body.data as Tokens;
    const as = world.bearer(tokens.accessToken);
    expect(await at.nobody.ownTwoSteps(as)).toMatchObject({ recoveryCodesLeft: 8 });
    expect(await at.nobody.me(as)).toMatchObject({ unread: 2 });
    const { recoveryCodes } = await at.nobody.renewRecoveryCodes({
      body: { currentPassword: password, code: code(user) },
      ...as,
    });
    isRefused(
      await secondStep(await firstStep(user), user.codes[3] ?? ""),
      "code",
      messages.wrongCode,
    );
    expect((await secondStep(await firstStep(user), recoveryCodes[0] ?? "")).status).toBe(200);
    expect((await world.auditOf(user.id)).map(({ action }) => action)).toEqual([
      "two-step sign-in begun",
      "two-step sign-in turned on",
      "signed in by recovery code",
      "signed in by recovery code",
      "recovery codes renewed",
      "signed in by recovery code",
    ]);
  });

  test("takes ten wrong codes in 15 minutes, over all challenges [INT-2] [LIM-1]", async () => {
    const user = await someoneWith();
    for (let i = 0; i < 10; i++)
      isRefused(await secondStep(await firstStep(user), "000000"), "code", messages.wrongCode);
    const challenge = await firstStep(user);
    expect((await secondStep(challenge, code(user))).status).toBe(429);
    at.clock.now += 11 * minute;
    isRefused(await secondStep(challenge, code(user)), "challenge", messages.signInOver);
    at.clock.now += 5 * minute;
    expect((await secondStep(await firstStep(user), code(user))).status).toBe(200);
  });

  test("a challenge dies with its user's password and activity [INT-2]", async () => {
    const user = await someoneWith();
    const challenge = await firstStep(user);
    await at.as(world.provider.staff.Fever_Super_Admin_Major).setUserStatus({
      params: { id: user.id },
      query: { companyId: world.company.companyId, status: "inactive" },
    });
    isRefused(await secondStep(challenge, code(user)), "challenge", messages.signInOver);
  });

  test("a mailed link asks for the code too; an opened session does not [INT-2] [SES-8]", async () => {
    const user = await someoneWith();
    await at.nobody.mailSignInLink({ body: { username: user.username } });
    const words = "validate-temp-token";
    const mailed = tokenIn(await world.smtp.letterTo(world.mailOf(user.username), { words }));
    const { challenge } = (await at.nobody.validateTempToken({
      query: { tempToken: mailed },
    })) as SecondStep;
    expect((await secondStep(challenge, code(user))).status).toBe(200);

    const query = { companyId: world.company.companyId };
    const { tempToken } = await at
      .as(world.provider.staff.Fever_Admin_Ops)
      .makeTempToken({ body: { userId: user.id }, query });
    const opened = (await at.nobody.validateTempToken({ query: { tempToken } })) as Tokens;
    const proof = { currentPassword: password, code: code(user, 30_000) };
    for (const endpoint of [turnOffTwoSteps, renewRecoveryCodes])
      expect(
        await at.nobody.call(endpoint, { body: proof, ...world.bearer(opened.accessToken) }).status,
      ).toBe(403);
  });

  test("is turned off by password and code, not by one of them [INT-2]", async () => {
    const user = await someoneWith();
    const { accessToken } = (await secondStep(await firstStep(user), code(user))).body
      .data as Tokens;
    const off = (body: object) => at.nobody.turnOffTwoSteps({ body, ...world.bearer(accessToken) });
    isRefused(
      await off({ currentPassword: "Wrong@2026pass", code: code(user, 30_000) }).reply,
      "currentPassword",
      messages.wrongPassword,
    );
    isRefused(
      await off({ currentPassword: password, code: "000000" }).reply,
      "code",
      messages.wrongCode,
    );
    await off({ currentPassword: password, code: code(user, 30_000) });
    expect(await at.nobody.signIn({ body: { username: user.username, password } })).toHaveProperty(
      "accessToken",
    );
    expect((await world.auditOf(user.id)).at(-1)?.action).toBe("two-step sign-in turned off");
  });

  test("an admin who manages the user takes it away, others do not [INT-2] [ROL-3]", async () => {
    const user = await someoneWith();
    const { users, companyId } = world.company;
    const staff = world.provider.staff.Fever_Super_Admin_Major;
    const query = { companyId };
    const reset = (as: string) =>
      at.as(as).resetTwoSteps({ body: { userId: user.id }, ...(as === staff && { query }) });
    const other = await makeCompany(at.database);
    expect(await reset(other.users.admin).status).toBe(404);
    expect(await reset(users.regional).status).toBe(404);
    expect(await at.as(staff).findUser({ params: { id: user.id }, query })).toMatchObject({
      twoSteps: true,
    });
    await reset(staff);
    isRefused(await reset(staff).reply, "userId", `${user.username} has no second step.`);
    expect(await at.nobody.signIn({ body: { username: user.username, password } })).toHaveProperty(
      "accessToken",
    );
    expect((await world.auditOf(user.id)).at(-1)).toMatchObject({
      action: "two-step sign-in reset",
      companyId,
      actorName: staff,
    });
    await world.smtp.letterTo(world.mailOf(user.username), {
      words: `${staff} removed your second step`,
    });
  });

  test("where a company requires it, who has none can only set it up [INT-2]", async () => {
    const { users, companyId } = await makeCompany(at.database);
    const rules = (requiresTwoSteps: boolean, as: string) =>
      at.as(as).setSignInRules({ body: { requiresTwoSteps } });
    expect(await rules(true, users.regional).status).toBe(403);
    await rules(true, users.admin);
    expect(
      await at
        .as(world.provider.staff.Fever_Super_Admin_Major)
        .findSignInRules({ query: { companyId } }),
    ).toMatchObject({
      requiresTwoSteps: true,
      usersWithTwoSteps: 0,
    });
    const rows = await at.database.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.companyId, companyId));
    expect(rows.map(({ action, after }) => [action, after])).toEqual([
      ["sign-in rules changed", { requiresTwoSteps: true }],
    ]);
    at.clock.now += 3_000; // a session that runs feels it within two seconds
    expect(await at.as(users.admin).me()).toMatchObject({ mustEnrol: true });
    expect(await at.as(users.admin).ownSessions().refusal).toEqual({
      status: 403,
      message: messages.enrolFirst,
    });
    await at.as(users.manager).ownSessions();
    const { secret } = await turnOn(users.admin);
    await at.as(users.admin).ownSessions();
    expect(
      await at.as(users.admin).turnOffTwoSteps({
        body: { currentPassword: password, code: codeAt(secret, at.clock.now) },
      }).status,
    ).toBe(403);
    expect(
      await at.as(users.manager).beginTwoSteps({ body: { currentPassword: password } }).status,
    ).toBe(403);
  });
});
