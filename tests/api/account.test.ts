import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { messages } from "#contract/base/messages";
import type { Tokens } from "#contract/session/endpoints";
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
    const before = await at.as(company.users.regional).findOwnProfile();
    const full = { firstName: "Asha", lastName: "Rao", email: "asha.rao@example.com" };
    const changed = await at
      .as(company.users.admin)
      .updateOwnProfile({ body: { ...full, currentPassword: password } }).reply;
    expect(changed.body).toMatchObject({ message: "Profile saved", data: full });
    const { lastName: _, ...short } = full;
    await at.as(company.users.admin).updateOwnProfile({ body: short }).reply;
    expect(await at.as(company.users.admin).findOwnProfile()).toMatchObject({
      ...short,
      lastName: null,
    });
    expect(await at.as(company.users.regional).findOwnProfile()).toEqual(before);
  });

  test("another email needs the current password, and the old address is written to [SES-7]", async () => {
    const { username } = await makeUser(at.database, company.companyId, {
      role: "ROLE_Client_Admin",
      level: "national",
    });
    const email = `${username}@new.example.com`;
    const save = (currentPassword?: string) =>
      at.as(username).updateOwnProfile({
        body: {
          firstName: "Asha",
          email,
          ...(currentPassword !== undefined && { currentPassword }),
        },
      });
    for (const [currentPassword, message] of [
      [undefined, messages.required],
      ["", messages.required],
      ["Wrong@2026pass", messages.wrongPassword],
    ] as const)
      expect(await save(currentPassword).errors).toEqual({ currentPassword: message });
    expect(await at.as(username).findOwnProfile()).toMatchObject({
      firstName: "Test",
      email: `${username}@example.com`,
    });
    expect(await save(password)).toMatchObject({ firstName: "Asha", email });
    const letter = await smtp.letterTo(`${username}@example.com`);
    expect(letter.subject).toBe("Your email for Fever In-Store was changed");
    expect(letter.text).not.toContain(email);
    expect(await save().status).toBe(200); // the email stays: nothing to prove
    for (let i = 0; i < 10; i++)
      await at.as(username).updateOwnProfile({
        body: { firstName: "Asha", email: "x@example.com", currentPassword: "x" },
      }).reply;
    expect(
      await at.as(username).updateOwnProfile({
        body: { firstName: "Asha", email: "x@example.com", currentPassword: password },
      }).status,
    ).toBe(429);
  });

  test("is not changed by who opened the session as its user [SES-8]", async () => {
    const { staff } = await makeProvider(at.database);
    const user = await makeUser(at.database, company.companyId, {
      role: "ROLE_Client_Admin",
      level: "national",
    });
    const query = { companyId: company.companyId };
    const tokenReply = await at
      .as(staff.Fever_Super_Admin_Major)
      .makeTempToken({ body: { userId: user.id }, query }).reply;
    const exchanged = await at.nobody.validateTempToken({
      query: { tempToken: (tokenReply.body.data as { tempToken: string }).tempToken },
    }).reply;
    const opened = {
      headers: { Authorization: `Bearer ${(exchanged.body.data as Tokens).accessToken}` },
    };
    const before = await at.nobody.findOwnProfile(opened);
    const replies = [
      await at.nobody.updateOwnProfile({
        body: { firstName: "Asha", email: "other@example.com", currentPassword: password },
        ...opened,
      }).reply,
      await at.nobody.updateOwnSettings({ body: { liteMode: "always", theme: "dark" }, ...opened })
        .reply,
      await at.nobody.changePassword({
        body: { currentPassword: password, password: "Next@2026pass" },
        ...opened,
      }).reply,
    ];
    for (const { status, body } of replies)
      expect([status, body.message]).toEqual([
        403,
        `You opened this session as ${user.username}: only they can change their profile, settings and password.`,
      ]);
    expect(await at.nobody.findOwnProfile(opened)).toEqual(before);
  });

  test("refuses what the field rules refuse, by field [VAL-3]", async () => {
    const refused = await at
      .as(company.users.admin)
      .updateOwnProfile({ body: { firstName: "A b", lastName: "C d", email: "nobody" } }).reply;
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
    expect(await at.as(company.users.limited).updateOwnSettings({ body: settings })).toMatchObject(
      settings,
    );
    expect(await at.as(company.users.limited).me()).toMatchObject({
      liteMode: true,
      theme: "dark",
    });
    await at.as(company.users.limited).updateOwnSettings({
      body: { liteMode: "follow", theme: "system", emailNotifications: true },
    }).reply;
    expect(await at.as(company.users.limited).me()).toMatchObject({
      liteMode: null,
      theme: null,
    });
  });

  test("writes each change with what it was before [AUD-1]", async () => {
    await at.as(company.users.group).updateOwnProfile({
      body: { firstName: "Group", email: "group@example.com", currentPassword: password },
    }).reply;
    await at
      .as(company.users.group)
      .updateOwnSettings({ body: { liteMode: "never", theme: "light" } }).reply;
    const { rows } = await at.database.db.execute(sql`
      select action, before->>'firstName' as was, after->>'firstName' as now, after->>'theme' as theme from audit_log
      where company_id = ${company.companyId} and actor_name = ${company.users.group} order by id`);
    expect(rows).toEqual([
      { action: "profile changed", was: "Test", now: "Group", theme: null },
      { action: "settings changed", was: "Group", now: "Group", theme: "light" },
    ]);
  });
});
