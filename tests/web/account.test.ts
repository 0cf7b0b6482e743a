import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { messages } from "#contract/base/messages";
import { identifiers } from "~/lib/api/identifiers.server";
import { makeCompany, makeProvider, makeUser, type TestCompany } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { password } from "../support/platform.ts";
import { appSecret, leadsTo, openTestWeb, type TestWeb } from "../support/web.ts";

const path = "/admin/account";
const next = "Next@2026pass";

describe("The account page", () => {
  let web: TestWeb;
  let company: TestCompany;
  let provider: Awaited<ReturnType<typeof makeProvider>>;

  beforeAll(async () => {
    web = await openTestWeb(anyEngine);
    provider = await makeProvider(web.at.database);
    company = await makeCompany(web.at.database);
  });
  afterAll(() => web.close());

  const newAdmin = async () =>
    (
      await makeUser(web.at.database, company.companyId, {
        role: "ROLE_Client_Admin",
        level: "national",
      })
    ).username;

  test("is open to every role of the admin area, from the user's menu", async () => {
    for (const username of [
      company.users.admin,
      company.users.group,
      company.users.limited,
      ...Object.values(provider.staff),
    ]) {
      const person = await web.signedIn(username);
      const { status, html } = await person.open(path);
      expect(status, username).toBe(200);
      expect(html).toContain(`href="${path}"`);
      expect(html).toContain(`You sign in as ${username}.`);
    }
  });

  test("saves the profile, and gives a refused one back as typed with the error at its field [VAL-3]", async () => {
    const person = await web.signedIn(await newAdmin());
    const refused = await person.post(path, {
      _form: "profile",
      firstName: "Two words",
      email: "nobody",
    });
    const html = await refused.text();
    expect(refused.status).toBe(422);
    expect(html).toContain('value="Two words"');
    expect(html).toContain(messages.email);
    const saved = await person.post(path, {
      _form: "profile",
      firstName: "Meera",
      lastName: "Nair",
      email: "meera@example.com",
      currentPassword: password,
    });
    expect(await leadsTo(saved)).toBe(path);
    const page = await person.open(path);
    expect(page.html).toContain("Profile saved");
    expect(page.html).toContain("Meera Nair");
  });

  test("changes the password with the current one; the old one no longer signs in; no password comes back [SES-7] [VAL-1]", async () => {
    const username = await newAdmin();
    const person = await web.signedIn(username);
    const change = (fields: Record<string, string>) =>
      person.post(path, {
        _form: "password",
        currentPassword: password,
        password: "Fresh#2026a",
        confirmPassword: "Fresh#2026a",
        ...fields,
      });
    for (const [fields, words] of [
      [{ confirmPassword: "Fresh#2026b" }, messages.passwordsDiffer],
      [{ password: "short", confirmPassword: "short" }, messages.password],
      [{ currentPassword: "Wrong@2026pass" }, messages.wrongPassword],
    ] as const) {
      const response = await change(fields);
      const html = await response.text();
      expect(response.status).toBe(422);
      expect(html).toContain(words);
      expect(html).not.toMatch(/Fresh#|Wrong@2026/);
    }
    expect(await leadsTo(await change({}))).toBe(path);
    expect((await web.visitor().post("/login", { username, password })).status).toBe(401);
    expect((await web.visitor().post("/login", { username, password: "Fresh#2026a" })).status).toBe(
      302,
    );
  });

  test("a password typed when the session is over is kept nowhere", async () => {
    const username = await newAdmin();
    const person = await web.signedIn(username);
    await person.get(path);
    person.jar.delete("fever");
    const fields = {
      _form: "profile",
      firstName: "Typed",
      email: "typed@example.com",
      currentPassword: "Secret@2026x",
    };
    expect(await leadsTo(await person.post(path, fields))).toBe("/login");
    await person.post("/login", { username, password });
    const back = await person.open("/login");
    expect(back.path).toBe(path);
    expect(back.html).toContain('value="Typed"');
    expect(back.html).not.toContain("Secret@2026x");
  });

  test("lists where the person is signed in, and ends another of the sessions", async () => {
    const username = await newAdmin();
    const person = await web.signedIn(username);
    const other = web.visitor();
    const firefox = "Mozilla/5.0 (Windows NT 10.0; rv:130.0) Gecko/20100101 Firefox/130.0";
    await other.post("/login", { username, password }, { "User-Agent": firefox });
    const { html } = await person.open(path);
    expect(html).toContain("Firefox on Windows");
    expect(html).toContain("This session");
    const [, id = ""] = /name="id" value="([0-9a-f-]{36})"/.exec(html) ?? [];
    expect(await leadsTo(await person.post(path, { _form: "session", id }))).toBe(path);
    expect((await person.open(path)).html).not.toContain("Firefox on Windows");
    web.at.clock.now += 5_000;
    expect(await leadsTo(await other.get("/admin/stores"))).toBe("/login");
  });

  test("shows in a banner who opened the session as the user, with a way out, on every page [SES-8]", async () => {
    const user = await makeUser(web.at.database, company.companyId, {
      role: "ROLE_Client_Admin",
      level: "national",
    });
    const own = await web.signedIn(user.username);
    expect((await own.open("/admin/stores")).html).not.toContain("opened by");
    const staff = provider.staff.Fever_Super_Admin_Major;
    const input = { query: { companyId: company.companyId }, body: { userId: user.id } };
    const { tempToken } = (await web.at.as(staff).makeTempToken(input)) as {
      tempToken: string;
    };
    const person = web.visitor();
    expect((await person.post(`/validate-temp-token/${tempToken}`, {})).status).toBe(302);
    for (const page of ["/admin/stores", "/admin/store/add", path]) {
      const { html } = await person.open(page);
      const banner =
        /You are signed in as.*?<\/form>/s.exec(html)?.[0].replace(/<!-- -->/g, "") ?? "";
      expect(banner, page).toMatch(new RegExp(`opened by <b[^>]*>${staff}<`));
      expect(banner).toContain("Sign out");
    }
  });

  describe("of a store manager", () => {
    const storePath = "/store-manager/account";
    const manager = () =>
      makeUser(web.at.database, company.companyId, {
        role: "ROLE_Store_Music_Manager",
        level: "store",
        units: [{ storeId: company.stores[0]?.id ?? 0 }],
      });

    test("is opened from the player, and has nothing of the admin area [NAV-7] [SES-7]", async () => {
      const person = await web.signedIn((await manager()).username);
      expect((await person.open("/store-manager")).html).toContain(`href="${storePath}"`);
      const { status, html } = await person.open(storePath);
      expect(status).toBe(200);
      expect(html).not.toMatch(/href="\/admin|action="\/admin/);
      expect(html).not.toContain('name="firstName"');
      const admin = await web.signedIn(company.users.admin);
      expect(await leadsTo(await admin.get(storePath))).toBe("/login");
    });

    test("changes the password with the current one, and ends another of the sessions [SES-7] [VAL-1]", async () => {
      const { username } = await manager();
      const person = await web.signedIn(username);
      const wrong = await person.post(storePath, {
        _form: "password",
        currentPassword: "Wrong@2026pass",
        password: next,
        confirmPassword: next,
      });
      expect([
        wrong.status,
        (await wrong.text()).includes("This is not your current password."),
      ]).toEqual([422, true]);
      const other = await web.signedIn(username);
      const [, id = ""] =
        /name="id" value="([0-9a-f-]{36})"/.exec((await person.open(storePath)).html) ?? [];
      expect(await leadsTo(await person.post(storePath, { _form: "session", id }))).toBe(storePath);
      web.at.clock.now += 5_000;
      expect(await leadsTo(await other.get("/store-manager"))).toBe("/login");
      const changed = await person.post(storePath, {
        _form: "password",
        currentPassword: password,
        password: next,
        confirmPassword: next,
      });
      expect(await leadsTo(changed)).toBe(storePath);
      expect((await web.visitor().post("/login", { username, password })).status).toBe(401);
      expect((await web.visitor().post("/login", { username, password: next })).status).toBe(302);
    });

    test("offers nothing that is refused in a session that provider staff opened; nor does the store's page [SES-8]", async () => {
      const openAs = async (userId: number) => {
        const input = { query: { companyId: company.companyId }, body: { userId } };
        const reply = await web.at.as(provider.staff.Fever_Super_Admin_Major).makeTempToken(input)
          .reply;
        const person = web.visitor();
        await person.post(
          `/validate-temp-token/${(reply.body.data as { tempToken: string }).tempToken}`,
          {},
        );
        return person;
      };
      const { id } = await manager();
      const { html } = await (await openAs(id)).open(storePath);
      expect(html).toContain("opened by");
      expect(html).not.toContain('name="currentPassword"');
      const admin = await makeUser(web.at.database, company.companyId, {
        role: "ROLE_Client_Admin",
        level: "national",
      });
      const stores = identifiers(appSecret).encrypt("store", company.stores[0]?.id ?? 0);
      const page = `/admin/stores/${stores}`;
      expect((await (await web.signedIn(admin.username)).open(page)).html).toContain(
        "Reset password",
      );
      expect((await (await openAs(admin.id)).open(page)).html).not.toContain("Reset password");
    });
  });
});
