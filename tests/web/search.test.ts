import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as table from "#platform/db/schema/index";
import { makeCompany, makeProvider, type TestCompany } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { makeLibrary } from "../support/music.ts";
import { leadsTo, openTestWeb, type TestWeb, type Visitor } from "../support/web.ts";

const mainOf = (html: string) =>
  (/<main.*?<\/main>/s.exec(html)?.[0] ?? "").replaceAll("&amp;", "&");
/** The addresses of a page's links, by their texts. */
const linksOf = (html: string) =>
  new Map(
    [...mainOf(html).matchAll(/<a[^>]*href="([^"]+)"[^>]*>([^<]*)</g)].map(
      ([, to = "", text = ""]) => [text, to],
    ),
  );
const headingsOf = (html: string) =>
  [...mainOf(html).matchAll(/<h2[^>]*>([^<]*)</g)].map(([, text]) => text);

describe("The search page, without script", () => {
  let web: TestWeb;
  let provider: Awaited<ReturnType<typeof makeProvider>>;
  let company: TestCompany;
  let other: TestCompany;
  let admin: Visitor;

  beforeAll(async () => {
    web = await openTestWeb(anyEngine);
    provider = await makeProvider(web.at.database);
    [company, other] = [await makeCompany(web.at.database), await makeCompany(web.at.database)];
    await makeLibrary(web.at.database, provider.companyId);
    admin = await web.signedIn(company.users.admin);
  });
  afterAll(() => web?.close());

  const pageOf = async (person: Visitor, path: string) => {
    const response = await person.get(path);
    expect(response.status, path).toBe(200);
    return response.text();
  };

  test("every page has a form that leads to it, and a link for phones [FND-1]", async () => {
    const html = await pageOf(admin, "/admin/stores");
    expect(html).toMatch(/<form[^>]*action="\/admin\/search"[^>]*role="search"/);
    expect(html).toMatch(/<a[^>]*aria-label="Search everywhere"[^>]*href="\/admin\/search"/);
    // the script enables it: a press before would be lost
    expect(html).toMatch(/<button[^>]*disabled=""[^>]*aria-keyshortcuts/);
  });

  test("shows hits by kind, each a link to what was found, and leads to the list where there are more [FND-1]", async () => {
    const html = await pageOf(admin, "/admin/search?q=store");
    expect(headingsOf(html)).toEqual(["Pages", "Stores", "Reports"]);
    const links = linksOf(html);
    expect(links.get("Stores")).toBe("/admin/stores");
    const storePage = await pageOf(admin, links.get("North store 1.1") ?? "");
    expect(mainOf(storePage)).toContain("North store 1.1");
    expect(mainOf(html)).toContain("North › North zone 1 › North group 1");
    const list = links.get("See all stores that match") ?? "";
    expect(list).toBe("/admin/stores?search=store");
    expect(mainOf(await pageOf(admin, list))).toContain("South store 2.2");
  });

  test("finds users and charts, and of pages those of the person's menu alone [FND-1] [ROL-1]", async () => {
    const html = await pageOf(admin, `/admin/search?q=${company.users.regional}`);
    expect(headingsOf(html)).toEqual(["Users"]);
    expect(mainOf(await pageOf(admin, linksOf(html).get("Test") ?? ""))).toContain(
      `${company.users.regional}@example.com`,
    );
    const limited = await web.signedIn(company.users.limited);
    expect(headingsOf(await pageOf(limited, `/admin/search?q=${company.users.regional}`))).toEqual(
      [],
    );
    const charts = linksOf(await pageOf(limited, "/admin/search?q=thirds"));
    expect(mainOf(await pageOf(limited, charts.get("Thirds") ?? ""))).toContain("Thirds");
    expect(linksOf(await pageOf(admin, "/admin/search?q=hier")).get("Hierarchy")).toBe(
      "/admin/hierarchy",
    );
    expect(headingsOf(await pageOf(limited, "/admin/search?q=hier"))).toEqual([]);
    expect(linksOf(await pageOf(limited, "/admin/search?q=user")).get("Add user")).toBe(
      "/admin/users/add",
    );
  });

  test("says that nothing matches, what a person can find, and takes any address [FND-1]", async () => {
    expect(mainOf(await pageOf(admin, "/admin/search?q=qqqq"))).toContain("Nothing matches “qqqq”");
    expect(mainOf(await pageOf(admin, "/admin/search"))).toContain(
      "Find stores, users, charts, campaigns, invoices, reports and pages.",
    );
    const limited = await web.signedIn(company.users.limited);
    expect(mainOf(await pageOf(limited, "/admin/search"))).toContain(
      "Find charts, reports and pages.",
    );
    for (const q of ["", "%20", "x".repeat(101), "%00", "%3Cscript%3E"])
      expect(headingsOf(await pageOf(admin, `/admin/search?q=${q}`)), q).toEqual([]);
  });

  test("leads provider staff to a store of a company that they choose on the way [FND-1] [CTX-2]", async () => {
    const staff = await web.signedIn(provider.staff.Fever_Super_Admin_Major);
    await web.at.database.db
      .update(table.store)
      .set({ name: "Lone corner" })
      .where(eq(table.store.id, other.stores.at(-1)?.id ?? 0));
    const html = await pageOf(staff, "/admin/search?q=lone");
    expect(mainOf(html)).toContain(other.name);
    const choice = linksOf(html).get("Lone corner") ?? "";
    const form = mainOf(await pageOf(staff, choice));
    expect(form).toContain(`Open ${other.name}`);
    expect(form).not.toContain(company.name);
    const value = (name: string) =>
      new RegExp(`name="${name}"[^>]*value="([^"]*)"`).exec(form)?.[1] ?? "";
    const chosen = await staff.post(choice, {
      company: value("company"),
      returnTo: value("returnTo"),
    });
    const storePage = await leadsTo(chosen);
    expect(mainOf(await pageOf(staff, storePage ?? ""))).toContain("Lone corner");
    expect(linksOf(await pageOf(staff, "/admin/search?q=lone")).get("Lone corner")).toBe(storePage);
    expect(headingsOf(await pageOf(staff, "/admin/search?q=song"))).toContain("Songs");
  });

  test("gives the dialog the same hits, and no one else anything [FND-1] [NAV-8]", async () => {
    const hits = (await (await admin.get("/admin/search/hits?q=north%20store%201.1")).json()) as {
      q: string;
      groups: { title: string }[];
    };
    expect(hits).toMatchObject({
      q: "north store 1.1",
      groups: [{ title: "Stores", hits: [{ label: "North store 1.1" }] }],
    });
    for (const path of ["/admin/search", "/admin/search/hits?q=north"]) {
      expect(await leadsTo(await web.visitor().get(path))).toBe("/login");
      expect(await leadsTo(await (await web.signedIn(company.users.manager)).get(path))).toBe(
        "/login",
      );
    }
  });
});
