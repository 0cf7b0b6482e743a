import { readFile } from "node:fs/promises";
import { pino } from "pino";
import { afterEach, describe, expect, test } from "vitest";
import { messages } from "#contract/base/messages";
import * as companies from "#contract/companies/endpoints";
import { addQuery, addSelfOnboarding, addSignup } from "#contract/onboarding/endpoints";
import { folderStore } from "#platform/files/file-store";
import { keepHouse } from "#platform/jobs/keep-house";
import { openMail } from "#platform/mail/mail";
import { setUpAtStart } from "#platform/modules/setup/setup.service";
import { setupLinks } from "#platform/modules/setup/setup-link";
import { makeProvider } from "../support/companies.ts";
import { anyEngine, engines } from "../support/database.ts";
import {
  openTestPlatform,
  password,
  type TestPlatform,
  testFilesDir,
  testPublicUrl,
  testSessionSecret,
} from "../support/platform.ts";
import { sampleInput } from "../sweeps/sample-input.ts";

const details = {
  providerName: "Fever Mumbai",
  firstName: "Asha",
  lastName: "Rao",
  email: "asha@fever.example",
  username: "Asha",
  password,
};
const hour = 3_600_000;

describe("The first setup", () => {
  const open: TestPlatform[] = [];
  const empty = async (
    options: Parameters<typeof openTestPlatform>[1] = {},
    engine = anyEngine,
  ) => {
    const at = await openTestPlatform(engine, {
      now: new Date("2026-11-20T06:00:00Z"),
      ...options,
    });
    open.push(at);
    const tokenOf = (secret = testSessionSecret) =>
      setupLinks(secret).makeToken(new Date(at.clock.now));
    const post = (token: string, change: object = {}) =>
      at.nobody.setUp({ body: { token, ...details, ...change } }).reply;
    const stateOf = (token?: string) => at.nobody.setupState({ query: { token } });
    return { at, tokenOf, post, stateOf };
  };
  afterEach(async () => {
    for (const at of open.splice(0)) await at.close();
  });
  const readRows = async ({ database }: TestPlatform) => {
    const ask = async (query: string) =>
      (await database.pool.query(query)).rows as Record<string, unknown>[];
    return {
      companies: await ask("select kind, name from company"),
      users: await ask(
        'select username, email, fname as "firstName", lname as "lastName", role, sub_role, status from app_user',
      ),
      logins: await ask("select username from login"),
      actions: (await ask("select action from audit_log order by id")).map(({ action }) => action),
    };
  };
  const whole = {
    companies: [{ kind: "provider", name: "Fever Mumbai" }],
    users: [
      {
        username: "Asha",
        email: "asha@fever.example",
        firstName: "Asha",
        lastName: "Rao",
        status: "active",
        role: "ROLE_Fever_Super_Admin",
        sub_role: "Fever_Super_Admin_Major",
      },
    ],
    logins: [{ username: "asha" }],
    actions: ["server set up", "user added"],
  };
  const nothing = { companies: [], users: [], logins: [], actions: [] };

  test("a link makes the provider with its first super admin, who signs in [SET-1]", async () => {
    const { at, tokenOf, post, stateOf } = await empty();
    const token = tokenOf();
    expect(await stateOf()).toEqual({ done: false, link: "invalid" });
    expect(await stateOf(token)).toEqual({ done: false, link: "valid" });
    const reply = await post(token);
    expect([reply.status, reply.body.data]).toEqual([201, { username: "Asha" }]);
    expect(await readRows(at)).toEqual(whole);
    expect(await stateOf(token)).toEqual({ done: true, link: "valid" });
    const audited = JSON.stringify((await at.database.pool.query("select * from audit_log")).rows);
    for (const secret of [password, "argon2", token]) expect(audited).not.toContain(secret);

    await at.nobody.signIn({ body: { username: "asha", password } });
    expect(await at.as("asha").me()).toMatchObject({
      role: { subRole: "Fever_Super_Admin_Major" },
      companyName: "Fever Mumbai",
    });
    const added = await at
      .as("asha")
      .addCompany(sampleInput(companies.addCompany, { id: () => 1 }));
    const { id: companyId } = added;
    const slots = await at.as("asha").listTimeSlots({ query: { companyId } });
    expect(slots).toMatchObject([
      { slotName: "All day", fromMinute: 0, toMinute: 1440, weekdays: [0, 1, 2, 3, 4, 5, 6] },
    ]);
  });

  test("a link that is used, old, cut or another server's does nothing and says why [SET-1]", async () => {
    const { at, tokenOf, post, stateOf } = await empty();
    const refusalOf = async (token: string) => {
      const { status, body } = await post(token);
      return [status, body.errors?.map(({ field, message }) => `${field}: ${message}`).join()];
    };
    const token = tokenOf();
    const wrong = [
      tokenOf("another secret that is long enough too"),
      token.slice(0, -1),
      `9${token}`,
      "",
      "x",
      "1.".padEnd(200, "x"),
      "%00",
    ];
    for (const one of wrong) {
      expect(await stateOf(one)).toEqual({ done: false, link: "invalid" });
      expect(await refusalOf(one)).toEqual([
        422,
        expect.stringMatching(/^token: This setup link is incomplete or belongs to another server/),
      ]);
    }
    at.clock.now += 24 * hour;
    expect(await stateOf(token)).toEqual({ done: false, link: "expired" });
    expect(await refusalOf(token)).toEqual([
      422,
      expect.stringMatching(/^token: This setup link has expired/),
    ]);
    expect(await readRows(at)).toEqual(nothing);

    const first = tokenOf();
    const second = tokenOf();
    expect((await post(first)).status).toBe(201);
    for (const one of [first, second, "x"])
      expect(await refusalOf(one)).toEqual([
        422,
        "token: This server is already set up. Sign in with your account.",
      ]);
    expect(await readRows(at)).toEqual(whole);
  });

  test("where there is a provider, neither link nor settings do anything [SET-1]", async () => {
    const { at, tokenOf, post } = await empty();
    const { companyId } = await makeProvider(at.database);
    expect((await post(tokenOf())).status).toBe(422);
    const { logger, lines } = listen();
    await setUpAtStart({
      database: at.database,
      sessionSecret: testSessionSecret,
      publicUrl: testPublicUrl,
      setup: details,
      logger,
    });
    await setUpAtStart({
      database: at.database,
      sessionSecret: testSessionSecret,
      publicUrl: testPublicUrl,
      setup: undefined,
      logger,
    });
    expect(lines).toEqual([]);
    expect((await readRows(at)).companies).toHaveLength(1);
    expect((await at.database.pool.query("select id::int from company")).rows).toEqual([
      { id: companyId },
    ]);
  });

  test("bad fields are refused by field, and leave nothing [SET-1] [VAL-1]", async () => {
    const mail = openMail({
      smtpUrl: "smtp://127.0.0.1:1",
      from: "Tests <tests@example.com>",
      outbox: "",
    });
    const { at, tokenOf, post } = await empty({ mail });
    const bad = {
      providerName: "",
      firstName: "A sha",
      lastName: "R'ao",
      email: "asha",
      username: "as ha",
      password: "short",
    };
    const { status, body } = await post(tokenOf(), bad);
    expect([status, body.errors?.map(({ field }) => field).sort()]).toEqual([
      422,
      Object.keys(bad).sort(),
    ]);
    expect((await post(tokenOf(), { role: "ROLE_Client_Admin" })).status).toBe(422);
    expect(await readRows(at)).toEqual(nothing);
    expect((await post(tokenOf(), { lastName: undefined })).status).toBe(201);
  });

  test.each(engines)(
    "of setups at once, in two processes, one wins without a failure (%s) [SET-1]",
    async (engine) => {
      const { at, tokenOf } = await empty({}, engine);
      const other = at.twin();
      const { logger } = listen();
      const start = setUpAtStart({
        database: at.database,
        sessionSecret: testSessionSecret,
        publicUrl: testPublicUrl,
        setup: details,
        logger,
      });
      const posts = Array.from({ length: 6 }, (_, n) => {
        const body = JSON.stringify({ token: tokenOf(), ...details });
        const request = new Request("http://platform/api/setup", {
          method: "POST",
          headers: { "Content-Type": "application/json" },
          body,
        });
        return (n % 2 ? at.send(request) : other(request)).then(({ status }) => status);
      });
      const statuses = await Promise.all(posts);
      await start;
      expect(statuses.filter((status) => status !== 201 && status !== 422)).toEqual([]);
      expect(await readRows(at)).toEqual(whole);
    },
  );

  test("strangers without a link cannot lock out who has one, however often they try [SET-1]", async () => {
    const { post, tokenOf } = await empty();
    for (let n = 0; n < 30; n++) expect((await post("x")).status).toBe(422);
    expect((await post(tokenOf())).status).toBe(201);
  });

  test("a start without settings logs a link, one with settings sets up [SET-1]", async () => {
    const { at, stateOf } = await empty({ now: new Date() });
    const { logger, lines } = listen();
    const start = {
      database: at.database,
      sessionSecret: testSessionSecret,
      publicUrl: testPublicUrl,
      logger,
    };
    await setUpAtStart({ ...start, setup: undefined });
    const link = lines.map(({ level, link }) => [level, link]);
    expect(link).toEqual([
      [40, expect.stringMatching(`^${testPublicUrl}/setup/\\d+\\.[\\w-]{43}$`)],
    ]);
    expect(await stateOf(String(link[0]?.[1]).split("/").at(-1))).toEqual({
      done: false,
      link: "valid",
    });
    await setUpAtStart({ ...start, setup: details });
    expect(await readRows(at)).toEqual(whole);
    expect(JSON.stringify(lines)).not.toContain(password);
  });

  test("while there is no provider, what visitors ask for is refused in words [SET-1]", async () => {
    const { at } = await empty();
    for (const endpoint of [addQuery, addSignup, addSelfOnboarding]) {
      expect(
        await at.nobody.call(endpoint, sampleInput(endpoint, { id: () => 1 })).refusal,
      ).toEqual({
        status: 503,
        message: messages.notSetUp,
      });
    }
    expect((await at.nobody.demoLanguages().reply).body.message).toBe(messages.notSetUp);
    expect((await at.database.pool.query("select 1 from public_request")).rows).toEqual([]);
    await keepHouse({
      files: folderStore(testFilesDir),
      database: at.database,
      now: new Date(at.clock.now),
    });
  });

  test("the migration gives each client company without a time slot one, and no other [SET-1]", async () => {
    const { at } = await empty();
    const { pool } = at.database;
    const [, fill] = (await readFile("platform/db/migrations/0009_one_provider.sql", "utf8")).split(
      "--> statement-breakpoint",
    );
    await pool.query(
      "insert into company (kind, code, name) values ('provider', 'P', 'P'), ('client', 'A', 'A'), ('client', 'B', 'B')",
    );
    await pool.query(
      "insert into time_slot (company_id, name, from_minute, to_minute) select id, 'Morning', 360, 720 from company where code = 'B'",
    );
    await pool.query(fill ?? "");
    const { rows } = await pool.query(
      "select code, t.name, from_minute, to_minute, weekdays from time_slot as t join company as c on c.id = company_id order by code",
    );
    expect(rows).toMatchObject([
      {
        code: "A",
        name: "All day",
        from_minute: 0,
        to_minute: 1440,
        weekdays: [0, 1, 2, 3, 4, 5, 6],
      },
      { code: "B", name: "Morning" },
    ]);
  });
});

/** A logger at level warn, and what it wrote. */
function listen() {
  const lines: Record<string, unknown>[] = [];
  return {
    logger: pino({ level: "warn" }, { write: (line: string) => void lines.push(JSON.parse(line)) }),
    lines,
  };
}
