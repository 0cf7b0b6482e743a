import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { messages } from "#contract/base/messages";
import { makeTempToken, resetUserPassword } from "#contract/session/credentials";
import { hashPassword } from "#platform/modules/session/session.service";
import { type Accounts, next, openAccounts } from "../support/accounts.ts";
import { makeUser } from "../support/companies.ts";
import { anyEngine, somebodyWaits } from "../support/database.ts";
import { password, type Reply } from "../support/platform.ts";

describe.each([anyEngine])("What a changed account ends on %s", (engine) => {
  let world: Accounts;
  beforeAll(async () => {
    world = await openAccounts(engine);
  });
  afterAll(() => world?.close());

  test("another email of one's own ends the links that lie at the old address [SES-7]", async () => {
    const { at, someone, mailed, mailOf } = world;
    const { username } = await someone();
    const token = await mailed(username);
    const change = (email: string) =>
      at
        .as(username)
        .updateOwnProfile({ body: { firstName: "Asha", email, currentPassword: password } });
    await change(mailOf(username));
    await change("moved@example.com");
    expect(await at.nobody.resetPassword({ body: { token, password: next } }).errors).toEqual({
      token: messages.tokenOver,
    });
    expect((await world.enter(username)).status).toBe(200);
  });

  test("a user deleted by another process has no session left, no failure [USR-1] [API-1]", async () => {
    const { at, someone } = world;
    const filter = { list: "stores", name: "Mine", filters: { search: "x" } };
    for (const request of [
      (as: string) => at.as(as).saveFilter({ body: filter }).reply,
      (as: string) =>
        at.as(as).saveFilter({ body: filter, headers: { "Idempotency-Key": "once" } }).reply,
      (as: string) =>
        at.as(as).keepDraft({
          query: { form: "store/add" },
          body: { part: "place", values: { code: "S-1" } },
        }).reply,
    ]) {
      const { id, username } = await someone();
      await at.as(username).me(); // known from here on
      await at.database.pool.query("delete from app_user where id = $1", [id]);
      expect((await request(username)).status).toBe(401);
    }
  });

  // the embedded engine runs one statement after the other
  describe.skipIf(engine === "embedded")("at the same moment", () => {
    /** Gives the reply to a request when, while it waits for a user's row, that row is changed. */
    const meanwhile = (statement: string, values: unknown[], request: () => Promise<Reply>) =>
      world.at.database.dedicated(async (client) => {
        await client.query("begin");
        await client.query(statement, values);
        const replying = request();
        await somebodyWaits(client);
        await client.query("commit");
        return replying;
      });

    test.each([false, true])(
      "a sign-in by the password being changed gives no session (one at a time: %s) [SES-7]",
      async (oneSession) => {
        const { at, company, someone } = world;
        await at.database.pool.query("update company set one_session = $2 where id = $1", [
          company.companyId,
          oneSession,
        ]);
        const user = await someone();
        const hash = await hashPassword(next);
        const reply = await meanwhile(
          "update app_user set password_hash = $2 where id = $1",
          [user.id, hash],
          () => at.nobody.signIn({ body: { username: user.username, password } }).reply,
        );
        expect([reply.status, reply.body.message]).toEqual([401, messages.wrongCredentials]);
        const { rows } = await at.database.pool.query(
          "select 1 from auth_session where user_id = $1 and ended_at is null",
          [user.id],
        );
        expect(rows).toEqual([]);
        expect((await world.enter(user.username, next)).status).toBe(200);
        await at.database.pool.query("update company set one_session = false where id = $1", [
          company.companyId,
        ]);
      },
    );

    test("an unchanged form does not set back an email that became another meanwhile [SES-7]", async () => {
      const { at, someone, mailOf } = world;
      const user = await someone();
      const body = { firstName: "Asha", email: mailOf(user.username) };
      const reply = await meanwhile(
        "update app_user set email = 'moved@example.com' where id = $1",
        [user.id],
        () => at.as(user.username).updateOwnProfile({ body }).reply,
      );
      expect([reply.status, reply.body.errors]).toEqual([
        422,
        [{ field: "currentPassword", message: messages.required }],
      ]);
    });

    test.each([resetUserPassword, makeTempToken])(
      "a user who is being deleted is not there for $path [USR-1] [SES-8]",
      async (endpoint) => {
        const { at, company, provider, someone } = world;
        const user = await someone();
        const request = { query: { companyId: company.companyId }, body: { userId: user.id } };
        const reply = await meanwhile(
          "delete from app_user where id = $1",
          [user.id],
          () => at.as(provider.staff.Fever_Admin_Major).call(endpoint, request).reply,
        );
        expect(reply.status).toBe(404);
      },
    );

    test("a visitor's question is taken while one of its readers is being deleted [ONB-1] [USR-1]", async () => {
      const { at, provider } = world;
      const colleague = await makeUser(at.database, provider.companyId, {
        role: "ROLE_Fever_Admin",
        subRole: "Fever_Admin_Major",
      });
      const body = { name: "Visitor", email: "visitor@example.com", message: "How much is it?" };
      const reply = await meanwhile(
        "delete from app_user where id = $1",
        [colleague.id],
        () => at.nobody.addQuery({ body }).reply,
      );
      expect(reply.status, JSON.stringify(reply.body)).toBe(201);
      expect(await at.as(provider.staff.Fever_Admin_Major).listNotifications()).toMatchObject([
        { title: "A visitor asks a question", detail: "Visitor" },
      ]);
    });
  });
});
