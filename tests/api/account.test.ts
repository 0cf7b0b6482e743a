import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { messages } from "#contract/base/messages";
import { changePassword, makeTempToken, validateTempToken } from "#contract/session/credentials";
import type { Tokens } from "#contract/session/endpoints";
import { findOwnProfile, updateOwnProfile, updateOwnSettings } from "#contract/session/profile";
import { me } from "#contract/users/endpoints";
import { makeCompany, makeProvider, makeUser, type TestCompany } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { type MailingPlatform, openMailingPlatform, password } from "../support/platform.ts";
import type { Smtp } from "../support/smtp.ts";

describe("A person's own account", () => {
  let smtp: Smtp;
  let at: MailingPlatform;
  let company: TestCompany;

  beforeAll(async () => {
    at = await openMailingPlatform(anyEngine);
    smtp = at.smtp;
    company = await makeCompany(at.database);
  });
  afterAll(() => at.close());

  test("shows and changes names and email, and clears a last name left out [VAL-4]", async () => {
    const before = (await at.call(findOwnProfile, {}, company.users.regional)).body.data;
    const full = { firstName: "Asha", lastName: "Rao", email: "asha.rao@example.com" };
    const changed = await at.call(
      updateOwnProfile,
      { body: { ...full, currentPassword: password } },
      company.users.admin,
    );
    expect(changed.body).toMatchObject({ message: "Profile saved", data: full });
    const { lastName: _, ...short } = full;
    await at.call(updateOwnProfile, { body: short }, company.users.admin);
    expect((await at.call(findOwnProfile, {}, company.users.admin)).body.data).toMatchObject({
      ...short,
      lastName: null,
    });
    expect((await at.call(findOwnProfile, {}, company.users.regional)).body.data).toEqual(before);
  });

  test("another email needs the current password, and the old address is written to [SES-7]", async () => {
    const { username } = await makeUser(at.database, company.companyId, {
      role: "ROLE_Client_Admin",
      level: "national",
    });
    const email = `${username}@new.example.com`;
    const save = (currentPassword?: string) =>
      at.call(
        updateOwnProfile,
        {
          body: {
            firstName: "Asha",
            email,
            ...(currentPassword !== undefined && { currentPassword }),
          },
        },
        username,
      );
    for (const [currentPassword, message] of [
      [undefined, messages.required],
      ["", messages.required],
      ["Wrong@2026pass", messages.wrongPassword],
    ] as const) {
      const refused = await save(currentPassword);
      expect([refused.status, refused.body.errors]).toEqual([
        422,
        [{ field: "currentPassword", message }],
      ]);
    }
    expect((await at.call(findOwnProfile, {}, username)).body.data).toMatchObject({
      firstName: "Test",
      email: `${username}@example.com`,
    });
    expect((await save(password)).body.data).toMatchObject({ firstName: "Asha", email });
    const letter = await smtp.letterTo(`${username}@example.com`);
    expect(letter.subject).toBe("Your email for Fever In-Store was changed");
    expect(letter.text).not.toContain(email);
    expect((await save()).status).toBe(200); // the email stays: nothing to prove
    for (let i = 0; i < 10; i++)
      await at.call(
        updateOwnProfile,
        { body: { firstName: "Asha", email: "x@example.com", currentPassword: "x" } },
        username,
      );
    const late = await at.call(
      updateOwnProfile,
      { body: { firstName: "Asha", email: "x@example.com", currentPassword: password } },
      username,
    );
    expect(late.status).toBe(429);
  });

  test("is not changed by who opened the session as its user [SES-8]", async () => {
    const { staff } = await makeProvider(at.database);
    const user = await makeUser(at.database, company.companyId, {
      role: "ROLE_Client_Admin",
      level: "national",
    });
    const query = { companyId: company.companyId };
    const tokenReply = await at.call(
      makeTempToken,
      { body: { userId: user.id }, query },
      staff.Fever_Super_Admin_Major,
    );
    const exchanged = await at.call(validateTempToken, {
      query: { tempToken: (tokenReply.body.data as { tempToken: string }).tempToken },
    });
    const opened = {
      headers: { Authorization: `Bearer ${(exchanged.body.data as Tokens).accessToken}` },
    };
    const before = (await at.call(findOwnProfile, opened)).body.data;
    const replies = [
      await at.call(updateOwnProfile, {
        body: { firstName: "Asha", email: "other@example.com", currentPassword: password },
        ...opened,
      }),
      await at.call(updateOwnSettings, { body: { liteMode: "always", theme: "dark" }, ...opened }),
      await at.call(changePassword, {
        body: { currentPassword: password, password: "Next@2026pass" },
        ...opened,
      }),
    ];
    for (const { status, body } of replies)
      expect([status, body.message]).toEqual([
        403,
        `You opened this session as ${user.username}: only they can change their profile, settings and password.`,
      ]);
    expect((await at.call(findOwnProfile, opened)).body.data).toEqual(before);
  });

  test("refuses what the field rules refuse, by field [VAL-3]", async () => {
    const refused = await at.call(
      updateOwnProfile,
      { body: { firstName: "A b", lastName: "C d", email: "nobody" } },
      company.users.admin,
    );
    expect(refused.status).toBe(422);
    expect(refused.body.errors?.map(({ field }) => field)).toEqual([
      "firstName",
      "lastName",
      "email",
    ]);
    expect(refused.body.errors?.at(-1)?.message).toBe("Invalid Email id");
  });

  test("keeps lite mode, theme and notifications, and user/me tells the pages of them [UI-10]", async () => {
    const settings = { liteMode: "always", theme: "dark", emailNotifications: false } as const;
    expect(
      (await at.call(updateOwnSettings, { body: settings }, company.users.limited)).body.data,
    ).toMatchObject(settings);
    expect((await at.call(me, {}, company.users.limited)).body.data).toMatchObject({
      liteMode: true,
      theme: "dark",
    });
    await at.call(
      updateOwnSettings,
      { body: { liteMode: "follow", theme: "system", emailNotifications: true } },
      company.users.limited,
    );
    expect((await at.call(me, {}, company.users.limited)).body.data).toMatchObject({
      liteMode: null,
      theme: null,
    });
  });

  test("writes each change with what it was before [AUD-1]", async () => {
    await at.call(
      updateOwnProfile,
      { body: { firstName: "Group", email: "group@example.com", currentPassword: password } },
      company.users.group,
    );
    await at.call(
      updateOwnSettings,
      { body: { liteMode: "never", theme: "light" } },
      company.users.group,
    );
    const { rows } = await at.database.db.execute(sql`
      select action, before->>'firstName' as was, after->>'firstName' as now, after->>'theme' as theme from audit_log
      where company_id = ${company.companyId} and actor_name = ${company.users.group} order by id`);
    expect(rows).toEqual([
      { action: "profile changed", was: "Test", now: "Group", theme: null },
      { action: "settings changed", was: "Group", now: "Group", theme: "light" },
    ]);
  });
});
