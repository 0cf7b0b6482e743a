import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { updateOwnSettings } from "#contract/session/profile";
import { makeCompany, makeProvider, type TestCompany } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { openTestWeb, pagesBuild, routePath, type TestWeb, type Visitor } from "../support/web.ts";

const build = await pagesBuild();
/** Every page of the product that needs no item in its address. */
const pages = Object.values(build.routes).flatMap((route) => {
  if (!route?.module.default || route.id === "root") return [];
  const path = routePath(build, route.id).replace(/\/:\w+\?/g, "");
  return /[:*]/.test(path) ? [] : [path.replace(/(.)\/$/, "$1")];
});

describe("Lite mode", () => {
  let web: TestWeb;
  let company: TestCompany;
  let admin: Visitor;
  let manager: Visitor;

  beforeAll(async () => {
    web = await openTestWeb(anyEngine);
    await makeProvider(web.at.database);
    company = await makeCompany(web.at.database);
    admin = await web.signedIn(company.users.admin);
    manager = await web.signedIn(company.users.manager);
  });
  afterAll(() => web.close());

  const saveData = { "Save-Data": "on" };
  const settle = async (liteMode: "always" | "never" | "follow", as = company.users.admin, theme: "system" | "dark" = "system") => {
    expect((await web.at.call(updateOwnSettings, { body: { liteMode, theme } }, as)).status).toBe(200);
    return web.signedIn(as);
  };
  const pageOf = async (person: Visitor, path: string, headers = {}) => {
    const response = await person.get(path, headers);
    return { response, html: await response.text() };
  };

  test("sends no script and no preload of one on any page, and each is whole [UI-10]", async () => {
    const lite = await settle("always");
    expect(pages.length).toBeGreaterThan(12);
    const checkedPaths: string[] = [];
    for (const path of pages)
      for (const [person, headers] of [
        [lite, {}],
        [web.visitor(), saveData],
      ] as const) {
        const { response, html } = await pageOf(person, path, headers);
        if (response.headers.has("Location")) continue;
        checkedPaths.push(path);
        expect(html, path).not.toMatch(/<script|modulepreload|javascript:|\son\w+=/i);
        expect(html, path).not.toContain("data-script");
        expect(html, path).toMatch(/<h1[^>]*>/);
        expect(response.headers.get("Vary"), path).toContain("Save-Data");
        for (const [form] of html.matchAll(/<form[^>]*method="post".*?<\/form>/gs))
          if (person === lite) expect(form, path).toContain('name="_csrf"');
        if (path.startsWith("/admin") && response.ok)
          for (const part of ["<nav", "Sign out", "/admin/account"]) expect(html, path).toContain(part);
      }
    for (const path of ["/login", "/admin/stores", "/admin/store/add", "/admin/company/edit", "/admin/account", "/admin/reports"])
      expect(checkedPaths).toContain(path);
  });

  test("follows Save-Data; the person's own switch wins over it either way [UI-10]", async () => {
    const hasScript = async (person: Visitor, headers = {}) => /<script/.test((await pageOf(person, "/admin/stores", headers)).html);
    const follow = await settle("follow");
    expect([await hasScript(follow), await hasScript(follow, saveData)]).toEqual([true, false]);
    const never = await settle("never");
    expect([await hasScript(never), await hasScript(never, saveData)]).toEqual([true, true]);
    const always = await settle("always");
    expect([await hasScript(always), await hasScript(always, saveData)]).toEqual([false, false]);
  });

  test("is switched in the account's form, which leads back to the page without script [UI-10]", async () => {
    const person = await settle("follow", company.users.limited);
    await person.post("/admin/account", { _form: "settings", liteMode: "always", theme: "dark" });
    const { html } = await pageOf(person, "/admin/account");
    expect(html).not.toContain("<script");
    expect(html).toContain('data-theme="dark"');
    expect(html).toMatch(/name="liteMode"[^>]*checked=""[^>]*value="always"|value="always"[^>]*checked=""/);
    expect(html).toContain("Settings saved");
  });

  test("never takes the player's script [UI-10]", async () => {
    expect((await pageOf(manager, "/store-manager", saveData)).html).toContain("<script");
    const lite = await settle("always", company.users.manager);
    expect((await pageOf(lite, "/store-manager")).html).toContain("<script");
  });

  test("is off, and colours are the system's, for who chose nothing", async () => {
    const { html } = await pageOf(admin, "/admin/stores");
    expect(html).not.toContain("data-theme");
    await settle("follow");
  });
});
