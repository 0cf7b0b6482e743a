import { sql } from "drizzle-orm";
import { pino } from "pino";
import { expect, test } from "vitest";
import { logSerializers } from "#platform/http/log-error";
import { openMail } from "#platform/mail/mail";
import { makeCompany } from "../support/companies.ts";
import { engines } from "../support/database.ts";
import { openTestPlatform, password } from "../support/platform.ts";

test.each(engines)(
  "a query that fails is logged with its text and no parameters, on %s",
  async (engine) => {
    const lines: string[] = [];
    const logger = pino(
      { level: "error", serializers: logSerializers },
      { write: (line: string) => void lines.push(line) },
    );
    const mail = openMail({
      smtpUrl: undefined,
      from: "Tests <tests@example.com>",
      outbox: "",
    });
    const at = await openTestPlatform(engine, { logger, mail });
    const { users } = await makeCompany(at.database);
    const token = await at.tokenOf(users.admin);
    await at.database.db.execute(
      sql`alter table app_user add constraint unchanged check (updated_at < '2001-01-01') not valid`,
    );
    const body = { currentPassword: password, password: "Next@2026pass" };
    expect(
      await at.nobody.changePassword({ body, headers: { Authorization: `Bearer ${token}` } })
        .status,
    ).toBe(500);

    const failing = () => at.database.db.execute(sql`select ${"a secret\n    at home"}::int`);
    await failing().catch((err: unknown) => logger.error({ err }, "an email was not sent"));
    await failing().catch((error: unknown) =>
      logger.error({ error: new Error("around it", { cause: error }) }, "wrapped"),
    );
    await at.database.db.execute(sql`alter table app_user drop constraint unchanged`);
    await at.close();

    expect(lines).toHaveLength(3);
    const [failed = "", email = "", wrapped = ""] = lines;
    expect(JSON.parse(failed).err).toMatchObject({
      type: "DrizzleQueryError",
      message: expect.stringMatching(/^Failed query: update "app_user" set .*\$1/),
      stack: expect.stringMatching(/^at .*credentials\.service/s),
      cause: {
        code: "23514",
        message: expect.stringContaining("unchanged"),
        stack: expect.stringContaining("at "),
      },
    });
    for (const secret of ["argon2", users.admin, "params", password])
      expect(failed).not.toContain(secret);
    expect(JSON.parse(email).err).toMatchObject({
      message: "Failed query: select $1::int",
      cause: { code: "22P02", message: "invalid input syntax for type integer: (a value)" },
    });
    expect(JSON.parse(wrapped).error).toMatchObject({
      message: "around it",
      cause: { type: "DrizzleQueryError", cause: { code: "22P02" } },
    });
    for (const line of [email, wrapped]) expect(line).not.toMatch(/params|secret|at home/);
  },
);
