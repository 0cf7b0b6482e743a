import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { IdKind } from "#contract/base/identifiers";
import { identifiers } from "~/lib/api/identifiers.server";
import { makeCompany, makeProvider, makeUser, type TestCompany } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { makeChart, makeLibrary, makeSlot, ruleOver } from "../support/music.ts";
import { routePath } from "../support/page-routes.ts";
import { appSecret, openTestWeb, pagesBuild, type TestWeb, type Visitor } from "../support/web.ts";

const build = await pagesBuild();
/** Every page of the product that needs no item in its address. */
const pages = Object.values(build.routes).flatMap((route) => {
  if (!route?.module.default || route.id === "root") return [];
  const path = routePath(build, route.id).replace(/\/:\w+\?/g, "");
  return /[:*]/.test(path) ? [] : [path.replace(/(.)\/$/, "$1")];
});

describe("Lite mode", () => {
  let web: TestWeb;
  let provider: Awaited<ReturnType<typeof makeProvider>>;
  let company: TestCompany;
  let admin: Visitor;
  let manager: Visitor;

  beforeAll(async () => {
    web = await openTestWeb(anyEngine);
    provider = await makeProvider(web.at.database);
    company = await makeCompany(web.at.database);
    admin = await web.signedIn(company.users.admin);
    manager = await web.signedIn(company.users.manager);
  });
  afterAll(() => web.close());

  const saveData = { "Save-Data": "on" };
  const settle = async (
    liteMode: "always" | "never" | "follow",
    as = company.users.admin,
    theme: "system" | "dark" = "system",
  ) => {
    expect(await web.at.as(as).updateOwnSettings({ body: { liteMode, theme } }).status).toBe(200);
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
        // a screen in a control room has no menu
        if (path.startsWith("/admin") && path !== "/admin/operations/screen" && response.ok)
          for (const part of ["<nav", "Sign out", "/admin/account"])
            expect(html, path).toContain(part);
      }
    for (const path of [
      "/login",
      "/admin/stores",
      "/admin/store/add",
      "/admin/company/edit",
      "/admin/account",
      "/admin/reports",
    ])
      expect(checkedPaths).toContain(path);
  });

  /**
   * Sends a page's form as a browser without script does: with its fields as they came, but for the
   * changes. Gives what the page it leads to says was done.
   */
  async function submit(
    person: Visitor,
    path: string,
    button: string,
    changes: Record<string, string>,
  ) {
    const open = async (at: string) => {
      const { html } = await pageOf(person, at, saveData);
      expect(html, at).not.toMatch(/<script|modulepreload/);
      return html;
    };
    const forms = [...(await open(path)).matchAll(/<form[^>]*method="post".*?<\/form>/gs)].map(
      ([form]) => form,
    );
    const form = forms.find((one) => new RegExp(`<button[^>]*>${button}</button>`).test(one)) ?? "";
    expect(form, `${path} has no form with the button ${button}`).not.toBe("");
    const [, action = path] = /<form[^>]*\saction="([^"]*)"/.exec(form) ?? [];
    const response = await person.post(
      unescaped(action),
      { ...fieldsOf(form), ...changes },
      saveData,
    );
    const refusals = (await response.text()).match(/<p id="[\w-]+-error".*?<\/p>/g);
    expect([response.status, refusals], path).toEqual([302, null]);
    const [, statusHtml = ""] =
      /<div role="status">(.*?)<div role="alert">/s.exec(
        await open(response.headers.get("Location") ?? ""),
      ) ?? [];
    return statusHtml.replace(/<form.*|<[^>]*>/gs, "");
  }

  test("does what pages of one item are for: of stores, users, charts, companies, songs and days [UI-10]", async () => {
    const { database } = web.at;
    const library = await makeLibrary(database, provider.companyId);
    const slot = await makeSlot(database, company.companyId);
    await web.at
      .as(company.users.admin)
      .addMasterRule({ body: { timeSlotId: slot, ...ruleOver([library.popular, 100]) } }).reply;
    const chartId = await makeChart(
      database,
      company.companyId,
      "Own chart",
      library.songIds.slice(0, 3),
    );
    const { id: userId } = await makeUser(database, company.companyId, {
      role: "ROLE_Client_Admin",
      level: "national",
    });
    const ids = identifiers(appSecret);
    const at = (path: string, kind: IdKind, id = 0) => path.replace(":id", ids.encrypt(kind, id));
    const client = admin;
    const staff = await web.signedIn(provider.staff.Fever_Admin_Ops);
    const music = await web.signedIn(provider.staff.Fever_Music_Admin);
    const storeId = company.stores[0]?.id;
    const [songId] = library.songIds;
    const day = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
    const preview = at(
      `/admin/preview/day?groupId=:id&day=${day}`,
      "group",
      company.north.groupIds[0],
    );
    const address = {
      addressLine: "1 Road",
      city: "Pune",
      state: "Maharashtra",
      postalCode: "411001",
      phone: "9876543210",
      commEmail: "lite@example.com",
    };
    const done = [
      await submit(client, preview, "Publish.*?", {}),
      await submit(client, at("/admin/stores/:id/edit", "store", storeId), "Save.*?", {
        storeName: "Lite store",
        city: "Pune",
      }),
      await submit(
        client,
        at("/admin/stores/:id/deactivate", "store", storeId),
        "Deactivate.*?",
        {},
      ),
      await submit(client, at("/admin/users/:id/edit", "user", userId), "Save.*?", {
        firstName: "Lite",
      }),
      await submit(client, at("/admin/charts/custom/:id/edit", "chart", chartId), "Save.*?", {
        chartName: "Lite chart",
      }),
      await submit(
        staff,
        at("/admin/companies/:id/edit", "company", company.companyId),
        "Save.*?",
        address,
      ),
      await submit(music, at("/admin/library/:id/deactivate", "song", songId), "Deactivate.*?", {}),
    ];
    expect(done).toEqual([
      "Published for 2 stores",
      "Lite store saved",
      "1 store deactivated",
      expect.stringMatching(/^user\.\d+ saved$/),
      "Chart saved",
      "Company saved",
      "Song 1 deactivated",
    ]);
  });

  test("follows Save-Data; the person's own switch wins over it either way [UI-10]", async () => {
    const hasScript = async (person: Visitor, headers = {}) =>
      /<script/.test((await pageOf(person, "/admin/stores", headers)).html);
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
    expect(html).toMatch(
      /name="liteMode"[^>]*checked=""[^>]*value="always"|value="always"[^>]*checked=""/,
    );
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

const unescaped = (html: string) =>
  html.replaceAll("&amp;", "&").replaceAll("&quot;", '"').replaceAll("&#x27;", "'");

/**
 * Gives what a browser would send of a form: fields with a name that are not disabled, and ticked
 * boxes and radios.
 */
function fieldsOf(form: string): Record<string, string | string[]> {
  const fields: Record<string, string[]> = {};
  const add = (name: string | undefined, value = "") => {
    if (name) fields[name] = [...(fields[name] ?? []), unescaped(value)];
  };
  const attribute = (tag: string, name: string) =>
    new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];
  for (const [tag] of form.matchAll(/<input[^>]*>/g)) {
    const type = attribute(tag, "type") ?? "text";
    if (/^(submit|button|file|image)$/.test(type) || /\sdisabled=""/.test(tag)) continue;
    if (/^(checkbox|radio)$/.test(type) && !/\schecked=""/.test(tag)) continue;
    add(attribute(tag, "name"), attribute(tag, "value") ?? (type === "checkbox" ? "on" : ""));
  }
  for (const [, tag = "", options = ""] of form.matchAll(/(<select[^>]*>)(.*?)<\/select>/gs)) {
    const [chosen] = [
      /<option[^>]*selected=""[^>]*>/.exec(options),
      /<option[^>]*>/.exec(options),
    ].flatMap((match) => match?.[0] ?? []);
    if (chosen) add(attribute(tag, "name"), attribute(chosen, "value"));
  }
  for (const [, tag = "", text = ""] of form.matchAll(/(<textarea[^>]*>)(.*?)<\/textarea>/gs))
    add(attribute(tag, "name"), text);
  return fields;
}
