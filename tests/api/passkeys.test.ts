import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { messages } from "#contract/base/messages";
import type { SecondStep, Tokens } from "#contract/session/endpoints";
import type { CreationOptions } from "#contract/session/passkeys";
import { passkey } from "#platform/db/schema/index";
import { type Accounts, minute, next, openAccounts } from "../support/accounts.ts";
import { testPublicUrl } from "../support/addresses.ts";
import { codeAt } from "../support/authenticator.ts";
import { anyEngine } from "../support/database.ts";
import { password } from "../support/platform.ts";
import { softPasskey } from "../support/soft-passkey.ts";

describe("Passkeys as the second step", () => {
  let world: Accounts;
  let at: Accounts["at"];
  beforeAll(async () => {
    world = await openAccounts(anyEngine);
    ({ at } = world);
  });
  afterAll(() => world?.close());

  type TwoStepUser = { id: number; username: string; secret: string };
  /** A code that was not taken yet, half a minute later. */
  const nextCode = ({ secret }: Pick<TwoStepUser, "secret">) => {
    at.clock.now += minute / 2;
    return codeAt(secret, at.clock.now);
  };
  const someone = async (): Promise<TwoStepUser> => {
    const user = await world.someone();
    const { secret } = await at
      .as(user.username)
      .beginTwoSteps({ body: { currentPassword: password } });
    await at.as(user.username).confirmTwoSteps({ body: { code: codeAt(secret, at.clock.now) } });
    return { ...user, secret };
  };
  const begin = async (user: TwoStepUser) => {
    const reply = await at
      .as(user.username)
      .beginPasskey({ body: { currentPassword: password, code: nextCode(user) } }).reply;
    return {
      status: reply.status,
      errors: reply.body.errors,
      ...(reply.body.data as { token: string; options: CreationOptions }),
    };
  };
  const confirm = (user: TwoStepUser, token: string, answer: string, name = "Security key") =>
    at.as(user.username).confirmPasskey({ body: { token, name, answer } });
  const add = async (user: TwoStepUser, key = softPasskey(testPublicUrl)) => {
    const { token, options } = await begin(user);
    await confirm(user, token, key.create(options));
    return key;
  };
  const firstStep = async ({ username }: TwoStepUser) => {
    const { challenge } = (await at.nobody.signIn({ body: { username, password } })) as SecondStep;
    const options = await at.nobody.passkeyOptions({ body: { challenge } });
    return { challenge, options: options ?? { challenge: "", rpId: "", allowCredentials: [] } };
  };
  const finish = (challenge: string, answer: string) =>
    at.nobody.signInByPasskey({ body: { challenge, answer } });
  const isRefused = (
    reply: { status: number; body: { errors?: unknown } },
    field: string,
    message: string,
  ) => expect([reply.status, reply.body.errors]).toEqual([422, [{ field, message }]]);

  test("one is added by password, code and answer, and signs in once per challenge [INT-2]", async () => {
    const user = await someone();
    expect((await firstStep(user)).options.allowCredentials).toEqual([]);
    const key = await add(user);
    const stored = await at.as(user.username).ownTwoSteps();
    expect(stored).toMatchObject({
      on: true,
      passkeys: [{ id: key.id, name: "Security key", lastUsedAt: null }],
    });
    expect((await world.auditOf(user.id)).at(-1)).toMatchObject({
      action: "passkey added",
      after: { name: "Security key" },
    });
    await world.smtp.letterTo(world.mailOf(user.username), {
      words: "The passkey “Security key” was added.",
    });

    const { challenge, options } = await firstStep(user);
    expect(options).toMatchObject({
      rpId: new URL(testPublicUrl).hostname,
      allowCredentials: [{ id: key.id, type: "public-key" }],
    });
    const answer = key.use(options, { counter: 1 });
    const both = await Promise.all([
      finish(challenge, answer).reply,
      finish(challenge, answer).reply,
    ]); // at once: one of them
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422]);
    const tokens = both.find(({ status }) => status === 200)?.body.data as Tokens | undefined;
    expect(await world.whoAmI(tokens?.accessToken)).toBe(200);
    isRefused(await finish(challenge, answer).reply, "challenge", messages.signInOver);
    isRefused(
      await at.nobody.passkeyOptions({ body: { challenge } }).reply,
      "challenge",
      messages.signInOver,
    );
    const used = await at.as(user.username).ownTwoSteps();
    expect(used.passkeys[0]?.lastUsedAt).not.toBeNull();
  });

  test("what is signed for another sign-in, site, person or key is refused [INT-2]", async () => {
    const user = await someone();
    const key = await add(user);
    const other = await someone();
    await add(other);
    const first = await firstStep(user);
    const { challenge, options } = await firstStep(user);
    const refused = (answer: string) =>
      finish(challenge, answer).reply.then((reply) =>
        isRefused(reply, "answer", messages.wrongPasskey),
      );
    await refused(key.use(first.options, { counter: 1 }));
    await refused(key.use(options, { counter: 1, from: "https://shops.example.evil.test" }));
    await refused(key.use({ ...options, rpId: "evil.test" }, { counter: 1 }));
    await refused(softPasskey(testPublicUrl).use(options));
    await refused(
      key
        .use(options, { counter: 1 })
        .replace(/("signature":")(.)/, (_, name, letter) => name + (letter === "M" ? "N" : "M")),
    );
    for (const answer of ["{}", "null", "not JSON", '{"id":"x"}']) await refused(answer);
    isRefused(
      await finish((await firstStep(other)).challenge, key.use(options)).reply,
      "answer",
      messages.wrongPasskey,
    );
    await finish(challenge, key.use(options, { counter: 5 }));
    at.clock.now += 16 * minute; // wrong ones are counted
    const later = await firstStep(user);
    for (const counter of [5, 4, 0])
      isRefused(
        await finish(later.challenge, key.use(later.options, { counter })).reply,
        "answer",
        messages.wrongPasskey,
      ); // a copy of the key
    await finish(later.challenge, key.use(later.options, { counter: 6 }));
  });

  test("adding takes both proofs and an answer to that very question [INT-2]", async () => {
    const user = await someone();
    const other = await someone();
    const key = softPasskey(testPublicUrl);
    const attempt = (body: object) => at.as(user.username).beginPasskey({ body });
    isRefused(
      await attempt({ currentPassword: "Wrong@2026pass", code: "000000" }).reply,
      "currentPassword",
      messages.wrongPassword,
    );
    isRefused(
      await attempt({ currentPassword: password, code: "000000" }).reply,
      "code",
      messages.wrongCode,
    );
    const old = await begin(user);
    const { token, options } = await begin(user);
    isRefused(
      await confirm(user, token, key.create(old.options)).reply,
      "answer",
      messages.wrongPasskey,
    );
    isRefused(
      await confirm(user, token, key.create(options, "https://evil.test")).reply,
      "answer",
      messages.wrongPasskey,
    );
    isRefused(
      await confirm(other, token, key.create(options)).reply,
      "token",
      messages.passkeyOver,
    );
    for (const wrong of ["x", "1.2.3"])
      isRefused(
        await confirm(user, wrong, key.create(options)).reply,
        "token",
        messages.passkeyOver,
      );
    await confirm(user, token, key.create(options));
    isRefused(await confirm(user, token, key.create(options)).reply, "token", messages.passkeyOver);
    isRefused(
      await confirm(user, old.token, key.create(old.options)).reply,
      "answer",
      messages.wrongPasskey,
    ); // the same key again
    for (let i = 0; i < 9; i++) await add(user);
    expect([(await begin(user)).status, (await begin(user)).errors]).toEqual([
      422,
      [{ field: "", message: "You can have 10 passkeys. Remove one first." }],
    ]);
  });

  test("what was begun lasts ten minutes [INT-2]", async () => {
    const user = await someone();
    const { token, options } = await begin(user);
    at.clock.now += 11 * minute; // the session's token too has expired
    const { challenge } = await firstStep(user);
    const { accessToken } = (await at.nobody.signInSecondStep({
      body: { challenge, code: nextCode(user) },
    })) as Tokens;
    const body = { token, name: "Late", answer: softPasskey(testPublicUrl).create(options) };
    isRefused(
      await at.nobody.confirmPasskey({ body, ...world.bearer(accessToken) }).reply,
      "token",
      messages.passkeyOver,
    );
  });

  test("one is removed by the password, all go with two-step sign-in [INT-2] [SES-8]", async () => {
    const user = await someone();
    const key = await add(user);
    const remove = (as: string, currentPassword = password) =>
      at.as(as).removePasskey({ body: { id: key.id, currentPassword } });
    isRefused(
      await remove(user.username, "Wrong@2026pass").reply,
      "currentPassword",
      messages.wrongPassword,
    );
    expect(await remove((await someone()).username).status).toBe(404);
    const query = { companyId: world.company.companyId };
    const { tempToken } = await at
      .as(world.provider.staff.Fever_Admin_Ops)
      .makeTempToken({ body: { userId: user.id }, query });
    const opened = world.bearer(
      ((await at.nobody.validateTempToken({ query: { tempToken } })) as Tokens).accessToken,
    );
    expect(
      await at.nobody.removePasskey({ body: { id: key.id, currentPassword: password }, ...opened })
        .status,
    ).toBe(403);
    await remove(user.username);
    expect((await world.auditOf(user.id)).at(-1)).toMatchObject({
      action: "passkey removed",
      before: { name: "Security key" },
    });
    expect((await firstStep(user)).options.allowCredentials).toEqual([]);

    const begun = await begin(user);
    await add(user);
    const rows = () => at.database.db.$count(passkey, eq(passkey.userId, user.id));
    expect(await rows()).toBe(1);
    await at
      .as(user.username)
      .changePassword({ body: { currentPassword: password, password: next } });
    isRefused(
      await confirm(user, begun.token, softPasskey(testPublicUrl).create(begun.options)).reply,
      "token",
      messages.passkeyOver,
    );
    const off = { currentPassword: next, code: nextCode(user) };
    await at.as(user.username).turnOffTwoSteps({ body: off });
    expect(await rows()).toBe(0);
  });

  test("tries are counted with those of codes: ten in 15 minutes [INT-2] [LIM-1]", async () => {
    const user = await someone();
    const key = await add(user);
    const { challenge, options } = await firstStep(user);
    for (let i = 0; i < 5; i++)
      isRefused(await finish(challenge, "{}").reply, "answer", messages.wrongPasskey);
    for (let i = 0; i < 5; i++)
      isRefused(
        await at.nobody.signInSecondStep({ body: { challenge, code: "000000" } }).reply,
        "code",
        messages.wrongCode,
      );
    expect(await finish(challenge, key.use(options)).status).toBe(429);
  });
});
