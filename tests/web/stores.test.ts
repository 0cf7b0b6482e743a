import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeCompany, makeProvider, type TestCompany } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { leadsTo, openTestWeb, type TestWeb } from "../support/web.ts";

describe("The stores' pages, without script", () => {
  let web: TestWeb;
  let company: TestCompany;

  beforeAll(async () => {
    web = await openTestWeb(anyEngine);
    await makeProvider(web.at.database);
    company = await makeCompany(web.at.database);
  });
  afterAll(() => web?.close());

  test("a store's link asks first, and both answers lead back to the list as it was filtered and sorted", async () => {
    const admin = await web.signedIn(company.users.admin);
    const list = "/admin/stores?search=North&status=active&sort=-name";
    const { html } = await admin.open(list);
    const link = /href="(\/admin\/stores\/[^"/]+\/deactivate\?[^"]+)"/.exec(html)?.[1]?.replaceAll("&amp;", "&") ?? "";
    const question = (await admin.open(link)).html;
    expect(question).toMatch(/Deactivate North store/);
    expect(question).toContain(`href="${list.replaceAll("&", "&amp;")}"`);
    expect(await leadsTo(await admin.post(link, {}))).toBe(list);
    const changed = await web.at.database.pool.query("select name, status from store where status = 'inactive'");
    expect(changed.rows).toHaveLength(1);
  });

  test("a new store begins with its company's time zone", async () => {
    const abroad = await makeCompany(web.at.database, { timeZone: "Asia/Dubai" });
    for (const [{ users }, zone] of [
      [abroad, "Asia/Dubai"],
      [company, "Asia/Kolkata"],
    ] as const) {
      const { html } = await (await web.signedIn(users.admin)).open("/admin/store/add");
      expect(html).toMatch(new RegExp(`<option( value="${zone}"| selected=""){2}`));
    }
  });

  test("the company is a form for national admins alone; others read what it holds", async () => {
    for (const user of ["admin", "regional", "zonal", "group"] as const) {
      const { status, html } = await (await web.signedIn(company.users[user])).open("/admin/company/edit");
      expect([status, html.includes('name="gstNo"')]).toEqual([200, user === "admin"]);
      expect(html).toContain(company.name);
      expect(html).toContain("Asia/Kolkata");
    }
  });
});
