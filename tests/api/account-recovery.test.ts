import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { messages } from "#contract/base/messages";
import { accountToken } from "#platform/db/schema/index";
import { type Accounts, minute, next, openAccounts, wrongTokens } from "../support/accounts.ts";
import { anyEngine } from "../support/database.ts";
import { openTestPlatform, password, testPublicUrl } from "../support/platform.ts";
import { tokenIn } from "../support/smtp.ts";

describe.each([anyEngine])("Password recovery on %s", (engine) => {
  let world: Accounts;
  let smtp: Accounts["smtp"];
  let at: Accounts["at"];
  let someone: Accounts["someone"];
  let invited: Accounts["invited"];
  let mailOf: Accounts["mailOf"];
  let ask: Accounts["ask"];
  let mailed: Accounts["mailed"];
  let enter: Accounts["enter"];
  let whoAmI: Accounts["whoAmI"];
  let auditOf: Accounts["auditOf"];
  beforeAll(async () => {
    world = await openAccounts(engine);
    ({ smtp, at, someone, invited, mailOf, ask, mailed, enter, whoAmI, auditOf } = world);
  });
  afterAll(() => world?.close());

  test("mails a link that sets a new password once and ends every session [SES-7]", async () => {
    const user = await someone();
    const one = await enter(user.username);
    const two = await enter(user.username);
    expect(await whoAmI(one.accessToken)).toBe(200);
    expect((await ask(user.username.toUpperCase())).status).toBe(200);
    const letter = await smtp.letterTo(mailOf(user.username));
    const token = tokenIn(letter);
    expect(letter.subject).toBe("Set a new password for Fever In-Store");
    expect(letter.from?.address).toBe("no-reply@fever.example");
    expect(letter.text).toContain(`${testPublicUrl}/reset-password?token=${token}`);
    expect(letter.html).toContain(`href="${testPublicUrl}/reset-password?token=${token}"`);
    expect(letter.html).not.toMatch(/<img|<link|<script|src=|url\(/i);
    expect(letter.attachments).toEqual([]);

    const reset = await at.nobody.resetPassword({ body: { token, password: next } }).answer;
    expect(reset.data).toEqual({ username: user.username });
    for (const { accessToken } of [one, two]) expect(await whoAmI(accessToken)).toBe(401);
    expect(
      await at.nobody.refreshToken({ headers: { refresh: `Bearer ${two.refreshToken}` } }).status,
    ).toBe(401);
    expect((await enter(user.username)).status).toBe(401);
    expect((await enter(user.username, next)).status).toBe(200);
    const again = await at.nobody.resetPassword({ body: { token, password } }).reply;
    expect(again.status).toBe(422);
    expect(again.body.errors).toEqual([{ field: "token", message: messages.tokenOver }]);
    const [row] = await auditOf(user.id);
    expect(row).toMatchObject({
      action: "password reset",
      actorName: user.username,
      actorId: user.id,
    });
    const storedText = JSON.stringify([row, await at.database.db.select().from(accountToken)]);
    for (const secret of [token.split(".")[2] ?? "", next, "argon2"])
      expect(storedText).not.toContain(secret);
  });

  test("answers known, unknown, invited and deactivated usernames alike [SES-7]", async () => {
    const knownUser = await someone();
    const off = await someone({ status: "inactive" });
    const newcomer = await invited();
    const replies = [];
    for (const username of [
      off.username,
      `nobody.${engine}`,
      newcomer.username,
      knownUser.username,
    ])
      replies.push(await ask(username));
    for (const reply of replies)
      expect([reply.status, reply.body]).toEqual([
        200,
        { message: messages.recoveryMailed, data: null },
      ]);
    await smtp.letterTo(mailOf(knownUser.username));
    expect((await smtp.letterTo(mailOf(newcomer.username))).text).toContain(
      "/set-my-profile?token=",
    );
    const receivers = smtp.inbox.flatMap(({ to }) => to?.map(({ address }) => address));
    expect(receivers).not.toContain(mailOf(off.username));
    expect(receivers.some((address) => address?.includes("nobody"))).toBe(false);
  });

  test("the answer goes out before anything is looked up but the count of tries [SES-7]", async () => {
    const { username } = await someone();
    const later: Promise<unknown>[] = [];
    const slow = await openTestPlatform(engine, {
      database: at.database,
      mail: {
        send: async () => {},
        track: (work) => void later.push(work),
        answers: async () => true,
        close: async () => {},
      },
    });
    for (const name of [username, "nobody.at.all"]) {
      await slow.nobody.recoveryMail({ query: { username: name } });
    }
    expect(later.length).toBe(2);
    await Promise.all(later);
  });

  test("links last an hour, older ones too, until one of them is used [SES-7]", async () => {
    const { username } = await someone();
    const late = await mailed(username);
    at.clock.now += 60 * minute;
    expect(await at.nobody.resetPassword({ body: { token: late, password: next } }).status).toBe(
      422,
    );
    const first = await mailed(username, 2);
    const second = await mailed(username, 3);
    await at.nobody.resetPassword({ body: { token: first, password: next } });
    expect(await at.nobody.resetPassword({ body: { token: second, password } }).status).toBe(422);
  });

  test("of many tries at once with one link exactly one succeeds", async () => {
    const { username } = await someone();
    const token = await mailed(username);
    const tries = await Promise.all(
      Array.from(
        { length: 8 },
        (_, i) => at.nobody.resetPassword({ body: { token, password: `Race@2026no${i}` } }).reply,
      ),
    );
    expect(tries.map(({ status }) => status).sort()).toEqual([
      200,
      ...Array.from({ length: 7 }, () => 422),
    ]);
  });

  test("of two links used at once one succeeds, and neither waits for ever", async () => {
    for (let round = 0; round < 8; round++) {
      const { username } = await someone();
      const links = [await mailed(username), await mailed(username, 2)];
      const tries = await Promise.all(
        links.map((token) => at.nobody.resetPassword({ body: { token, password: next } }).reply),
      );
      expect(tries.map(({ status }) => status).sort()).toEqual([200, 422]);
    }
  });

  test("a link of another purpose, or one cut or made up, is 422 everywhere", async () => {
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
      expect(await at.nobody.resetPassword({ body: { token, password: next } }).status, token).toBe(
        422,
      );
    for (const token of [...forged, recovery]) {
      const body = { token, password: next, profile: { firstName: "Ada" } };
      expect(await at.nobody.activatePassword({ body }).status, token).toBe(422);
      expect(await at.nobody.onboardingInfo({ query: { token } }).status, token).toBe(422);
      expect(await at.nobody.validateTempToken({ query: { tempToken: token } }).status, token).toBe(
        422,
      );
    }
    await at.nobody.resetPassword({ body: { token: recovery, password: next } });
  });

  test("a new password obeys the rule at reset, activation and change [VAL-1]", async () => {
    const { username } = await someone();
    const weak = [
      "Sh0rt!a",
      "alllower1!",
      "ALLUPPER1!",
      "NoDigits!!",
      "NoSpecial11",
      "Has Space1!",
      `Long@1${"x".repeat(15)}`,
    ];
    for (const weakPassword of weak) {
      const replies = [
        await at.nobody.resetPassword({ body: { token: "x", password: weakPassword } }).reply,
        await at.nobody.activatePassword({
          body: { token: "x", password: weakPassword, profile: { firstName: "Ada" } },
        }).reply,
        await at
          .as(username)
          .changePassword({ body: { currentPassword: password, password: weakPassword } }).reply,
      ];
      for (const { status, body } of replies) {
        expect(status, weakPassword).toBe(422);
        expect(body.errors, weakPassword).toContainEqual({
          field: "password",
          message:
            "Password must contain at least one lowercase letter, one uppercase letter, one number and one special character and length should be 8 to 20 characters.",
        });
      }
    }
  });

  test("mails for a username, and from an address, are limited with Retry-After [LIM-1]", async () => {
    for (const username of [(await someone()).username, `limit.${engine}`]) {
      for (let i = 0; i < 5; i++) expect((await ask(username)).status).toBe(200);
      const refused = await ask(username);
      expect([refused.status, refused.headers.get("Retry-After")]).toEqual([429, String(15 * 60)]);
    }
    for (let i = 0; i < 30; i++)
      expect((await ask(`many.${engine}.${i}`, "one place")).status).toBe(200);
    expect((await ask("another", "one place")).status).toBe(429);
    at.clock.now += 15 * minute + 1;
    expect((await ask("another", "one place")).status).toBe(200);
  });

  test("whoever was locked out at sign-in gets in at once with the new password", async () => {
    const { username } = await someone();
    for (let i = 0; i < 11; i++) await enter(username, "Wrong@2026pass");
    expect((await enter(username)).status).toBe(429);
    const token = await mailed(username);
    await at.nobody.resetPassword({ body: { token, password: next } });
    expect((await enter(username, next)).status).toBe(200);
  });
});
