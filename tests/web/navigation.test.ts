import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeCompany, makeProvider, makeUser, type TestCompany } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { leadsTo, openTestWeb, type TestWeb } from "../support/web.ts";

describe("Finding one's way", () => {
  let web: TestWeb;
  let provider: Awaited<ReturnType<typeof makeProvider>>;
  let company: TestCompany;

  beforeAll(async () => {
    web = await openTestWeb(anyEngine);
    provider = await makeProvider(web.at.database);
    company = await makeCompany(web.at.database);
  });
  afterAll(() => web.close());

  const newcomer = async (level: "national" | "regional", onboardedStep: number) => {
    const units = level === "regional" ? [{ regionId: company.north.regionId }] : [];
    const { username } = await makeUser(web.at.database, company.companyId, {
      role: "ROLE_Client_Admin",
      level,
      onboardedStep,
      units,
    });
    return web.signedIn(username);
  };

  test("a visitor sees the landing page and the sign-in page, and gets no cookie", async () => {
    const visitor = web.visitor();
    for (const path of ["/", "/login", "/privacy"]) {
      const response = await visitor.get(path);
      expect(response.status, path).toBe(200);
      expect(response.headers.get("Set-Cookie"), path).toBeNull();
    }
  });

  test("landing page and sign-in page lead a signed-in person to where they belong [NAV-1] [NAV-2] [NAV-9]", async () => {
    const homes = {
      [company.users.admin]: "/admin",
      [company.users.regional]: "/admin",
      [company.users.limited]: "/admin",
      [company.users.manager]: "/store-manager",
      [provider.staff.Fever_Super_Admin_Major]: "/admin",
      [provider.staff.Fever_Music_Limited]: "/admin",
    };
    for (const [username, home] of Object.entries(homes)) {
      const person = await web.signedIn(username);
      for (const path of ["/", "/login"])
        expect(await leadsTo(await person.get(path)), `${username} at ${path}`).toBe(home);
      expect(
        await leadsTo(await person.post("/login", { username: "x", password: "y" })),
        `${username} posts /login`,
      ).toBe(home);
    }
  });

  test("onboarding leads a national admin to the company, then to the first store; a regional one to /admin [NAV-9]", async () => {
    expect(await leadsTo(await (await newcomer("national", 2)).get("/login"))).toBe(
      "/admin/company/edit",
    );
    expect(await leadsTo(await (await newcomer("national", 3)).get("/login"))).toBe(
      "/admin/store/add",
    );
    expect(await leadsTo(await (await newcomer("regional", 2)).get("/login"))).toBe("/admin");
  });

  test("unknown paths redirect to the page that answers 404, also on POST and as data [NAV-5]", async () => {
    const visitor = web.visitor();
    for (const path of ["/nothing", "/privacy/more", "/login/x", "/a/b/c", "/a/b.data"])
      expect(await leadsTo(await visitor.get(path)), path).toBe("/page-not-found");
    expect(await leadsTo(await visitor.post("/nothing", {}))).toBe("/page-not-found");
    const page = await visitor.open("/nothing");
    expect(page).toMatchObject({ path: "/page-not-found", status: 404 });
    expect(page.html).toContain("Page not found");
  });

  test("/admins opens the admin area as /admin does, with its pages [NAV-6]", async () => {
    const admin = await web.signedIn(company.users.admin);
    expect((await admin.open("/admins")).path).toMatch(/^\/admin(\/|$)/);
    expect(await admin.open("/admins/stores?search=North")).toMatchObject({
      path: "/admin/stores?search=North",
      status: 200,
    });
    for (const path of ["/admin/company/edit", "/admin/store/add"])
      expect((await admin.get(path)).status, path).toBe(200);
    const staff = await web.signedIn(provider.staff.Fever_Admin_Ops);
    expect((await staff.open("/admins")).path).toMatch(/^\/admin(\/|$)/);
  });

  test("the menu of a limited admin has its groups in order, and a page that is not there says so in its title [NAV-5] [ROL-4] [CTX-5]", async () => {
    const limited = await web.signedIn(company.users.limited);
    const { html } = await limited.open("/admin");
    const [music = -1, manage = -1, insights = -1] = [
      "/admin/charts",
      "/admin/users/add",
      "/admin/reports",
    ].map((to) => html.indexOf(`href="${to}"`));
    expect(music > 0 && music < manage && manage < insights, "Music, Manage, Insights").toBe(true);
    const admin = await web.signedIn(company.users.admin);
    const gone = await admin.open("/admin/stores/tampered");
    expect(gone.status).toBe(404);
    expect(gone.html).toContain("<title>Page not found · Fever In-Store</title>");
  });

  test("a store manager is led from the admin area to the player, and nobody else reaches the player [NAV-6] [NAV-7]", async () => {
    const manager = await web.signedIn(company.users.manager);
    for (const path of ["/admin", "/admins", "/admin/stores"])
      expect(await leadsTo(await manager.get(path)), path).toBe("/login");
    expect(await leadsTo(await manager.get("/login"))).toBe("/store-manager");
    for (const path of ["/store", "/store-manager"])
      expect((await manager.open(path)).status, path).toBe(200);
    const admin = await web.signedIn(company.users.admin);
    for (const path of ["/store", "/store-manager"])
      expect(await leadsTo(await admin.get(path)), path).toBe("/login");
  });

  test("provider staff choose a company first and are led back; the choice sticks until they choose another [CTX-2]", async () => {
    const second = await makeCompany(web.at.database);
    const staff = await web.signedIn(provider.staff.Fever_Admin_Major);
    expect((await staff.open("/admin")).html).toMatch(/<h1[^>]*>[^<]*stores? (needs?|is open)/);
    const choicePath = await leadsTo(await staff.get("/admin/stores"));
    expect(choicePath).toBe("/admin/company/choose?returnTo=%2Fadmin%2Fstores");
    const choose = async (name: string) => {
      const page = await (await staff.get(choicePath ?? "")).text();
      const ref = new RegExp(
        `value="([^"]+)"[^>]*aria-label="Open ${name}"|aria-label="Open ${name}"[^>]*value="([^"]+)"`,
      ).exec(page);
      return staff.post("/admin/company/choose", {
        company: ref?.[1] ?? ref?.[2] ?? "",
        returnTo: "/admin/stores",
      });
    };
    for (const choice of [company, second]) {
      expect(await leadsTo(await choose(choice.name))).toBe("/admin/stores");
      for (const path of ["/admin/stores", "/admin/stores?sort=-name"]) {
        const { status, html } = await staff.open(path);
        expect(status).toBe(200);
        expect(html).toContain(choice.stores[0]?.code);
        expect(html).not.toContain((choice === company ? second : company).stores[0]?.code);
      }
    }
  });

  test("who opens no company is asked for one and still led back [CTX-2]", async () => {
    const staff = await web.signedIn(provider.staff.Fever_Admin_Major);
    const none = await staff.post("/admin/company/choose", {
      company: "",
      returnTo: "/admin/stores",
    });
    expect(await leadsTo(none)).toBe("/admin/company/choose?returnTo=%2Fadmin%2Fstores");
    expect((await staff.open("/admin/companies")).html).toMatch(
      /<select id="company-choice"[^>]* required/,
    );
  });

  test("a client's admin cannot choose another company [CTX-2]", async () => {
    const admin = await web.signedIn(company.users.admin);
    expect(await leadsTo(await admin.get("/admin/company/choose"))).toBe("/admin");
    expect(await leadsTo(await admin.post("/admin/company/choose", { company: "x" }))).toBe(
      "/admin",
    );
  });
});
