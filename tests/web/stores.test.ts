import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeCompany, makeProvider, type TestCompany } from "../support/companies.ts";
import { leadsTo, openTestWeb, type TestWeb } from "../support/web.ts";

describe("The stores' pages, without script", () => {
  let web: TestWeb;
  let company: TestCompany;

  beforeAll(async () => {
    web = await openTestWeb("embedded");
    await makeProvider(web.at.database);
    company = await makeCompany(web.at.database);
  });
  afterAll(() => web?.close());

  test("a store's link asks first, and both answers lead back to the list as it was filtered and sorted", async () => {
    const admin = await web.signedIn(company.users.admin);
    const list = "/admin/stores?search=North&status=active&sort=-name";
    const { html } = await admin.open(list);
    const link = /href="(\/admin\/stores\/status\?[^"]+)"/.exec(html)?.[1]?.replaceAll("&amp;", "&") ?? "";
    expect(link).toMatch(/[?&]to=inactive\b/);
    const asked = (await admin.open(link)).html;
    expect(asked).toMatch(/Deactivate North store/);
    expect(asked).toContain(`href="${list.replaceAll("&", "&amp;")}"`);
    const id = new URL(link, "http://shop.example").searchParams.get("id") ?? "";
    expect(await leadsTo(await admin.post(link, { id, to: "inactive", confirmed: "yes" }))).toBe(list);
    const changed = await web.at.database.pool.query("select name, status from store where status = 'inactive'");
    expect(changed.rows).toHaveLength(1);
  });
});
