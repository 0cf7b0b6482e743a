import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Accounts, day, next, openAccounts } from "../support/accounts.ts";
import { anyEngine } from "../support/database.ts";

describe("Invitations", () => {
  let world: Accounts;
  let smtp: Accounts["smtp"];
  let at: Accounts["at"];
  let company: Accounts["company"];
  let invited: Accounts["invited"];
  let mailOf: Accounts["mailOf"];
  let mailed: Accounts["mailed"];
  let enter: Accounts["enter"];
  let bearer: Accounts["bearer"];
  let auditOf: Accounts["auditOf"];
  beforeAll(async () => {
    world = await openAccounts(anyEngine);
    ({ smtp, at, company, invited, mailOf, mailed, enter, bearer, auditOf } = world);
  });
  afterAll(() => world?.close());

  test("tells who is invited by which company, and activates them once [SES-7]", async () => {
    const user = await invited();
    const token = await mailed(user.username);
    expect((await smtp.letterTo(mailOf(user.username))).subject).toBe(
      `You are invited to ${company.name} on Fever In-Store`,
    );
    expect((await enter(user.username)).status).toBe(401);
    expect(await at.nobody.onboardingInfo({ query: { token } })).toEqual({
      username: user.username,
      email: mailOf(user.username),
      firstName: "Test",
      lastName: null,
      companyName: company.name,
      role: { roleIdentifier: "ROLE_Client_Admin", name: "Admin" },
    });
    const body = { token, password: next, profile: { firstName: "Ada", lastName: "Lovelace" } };
    expect(await at.nobody.activatePassword({ body })).toEqual({ username: user.username });
    const { accessToken } = await enter(user.username, next);
    expect(await at.nobody.me(bearer(accessToken))).toMatchObject({
      fname: "Ada",
      lname: "Lovelace",
      openedBy: null,
    });
    expect(await at.nobody.activatePassword({ body }).status).toBe(422);
    expect(await at.nobody.onboardingInfo({ query: { token } }).status).toBe(422);
    expect((await auditOf(user.id)).map(({ action }) => action)).toEqual(["user activated"]);
  });

  test("lasts seven days, and asking for a mail gives a new one", async () => {
    const user = await invited();
    const old = await mailed(user.username);
    at.clock.now += 7 * day;
    const body = { password: next, profile: { firstName: "Ada" } };
    expect(await at.nobody.activatePassword({ body: { token: old, ...body } }).status).toBe(422);
    const fresh = await mailed(user.username, 2);
    await at.nobody.activatePassword({ body: { token: fresh, ...body } });
  });

  test("names obey their rule, by field", async () => {
    const body = { token: "x", password: next, profile: { firstName: "A da", lastName: "<b>" } };
    const fields = await at.nobody.activatePassword({ body }).wrongFields;
    expect(fields).toEqual(["profile.firstName", "profile.lastName"]);
  });
});
