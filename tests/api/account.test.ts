import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findOwnProfile, updateOwnProfile, updateOwnSettings } from "#contract/account";
import { me } from "#contract/users";
import { makeCompany, type TestCompany } from "../support/companies.ts";
import { engines } from "../support/database.ts";
import { openTestPlatform, type TestPlatform } from "../support/platform.ts";

describe.each(engines)("A person's own account on %s", (engine) => {
  let at: TestPlatform;
  let company: TestCompany;

  beforeAll(async () => {
    at = await openTestPlatform(engine);
    company = await makeCompany(at.database);
  });
  afterAll(() => at.close());

  test("shows and changes names and email, clears a last name that is left out, and touches nobody else [VAL-4]", async () => {
    const before = (await at.call(findOwnProfile, {}, company.users.regional)).body.data;
    const full = { fname: "Asha", lname: "Rao", email: "asha.rao@example.com" };
    const changed = await at.call(updateOwnProfile, { body: full }, company.users.admin);
    expect(changed.body).toMatchObject({ message: "Profile saved", data: full });
    const { lname: _, ...short } = full;
    await at.call(updateOwnProfile, { body: short }, company.users.admin);
    expect((await at.call(findOwnProfile, {}, company.users.admin)).body.data).toMatchObject({ ...short, lname: null });
    expect((await at.call(findOwnProfile, {}, company.users.regional)).body.data).toEqual(before);
  });

  test("refuses what the field rules refuse, by field [VAL-3]", async () => {
    const refused = await at.call(updateOwnProfile, { body: { fname: "A b", lname: "", email: "nobody" } }, company.users.admin);
    expect(refused.status).toBe(422);
    expect(refused.body.errors?.map(({ field }) => field)).toEqual(["fname", "lname", "email"]);
    expect(refused.body.errors?.at(-1)?.message).toBe("Invalid Email id");
  });

  test("keeps lite mode, theme and notifications, and user/me tells the pages of them [UI-10]", async () => {
    const settings = { liteMode: "always", theme: "dark", emailNotifications: false } as const;
    expect((await at.call(updateOwnSettings, { body: settings }, company.users.limited)).body.data).toMatchObject(settings);
    expect((await at.call(me, {}, company.users.limited)).body.data).toMatchObject({ liteMode: true, theme: "dark" });
    await at.call(updateOwnSettings, { body: { liteMode: "follow", theme: "system", emailNotifications: true } }, company.users.limited);
    expect((await at.call(me, {}, company.users.limited)).body.data).toMatchObject({ liteMode: null, theme: null });
  });

  test("writes each change with what it was before [AUD-1]", async () => {
    await at.call(updateOwnProfile, { body: { fname: "Group", email: "group@example.com" } }, company.users.group);
    await at.call(updateOwnSettings, { body: { liteMode: "never", theme: "light" } }, company.users.group);
    const { rows } = await at.database.db.execute(sql`
      select action, before->>'fname' as was, after->>'fname' as now, after->>'theme' as theme from audit_log
      where company_id = ${company.companyId} and actor_name = ${company.users.group} order by id`);
    expect(rows).toEqual([
      { action: "profile changed", was: "Test", now: "Group", theme: null },
      { action: "settings changed", was: "Group", now: "Group", theme: "light" },
    ]);
  });
});
