import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { savedFilter, store } from "#platform/db/schema/index";
import { makeCompany, type TestCompany } from "../support/companies.ts";
import { readCsv } from "../support/csv.ts";
import { anyEngine } from "../support/database.ts";
import { leadsTo, openTestWeb, type TestWeb, type Visitor } from "../support/web.ts";

const importPath = "/admin/stores/import";
const linkIn = (html: string, pattern: RegExp) =>
  pattern.exec(html)?.[1]?.replaceAll("&amp;", "&") ?? "";

describe("Without script", () => {
  let web: TestWeb;
  let company: TestCompany;
  let admin: Visitor;

  beforeAll(async () => {
    web = await openTestWeb(anyEngine);
    company = await makeCompany(web.at.database);
    admin = await web.signedIn(company.users.admin);
  });
  afterAll(() => web?.close());

  const upload = (content: string, as = admin) => {
    const form = new FormData();
    form.append("_csrf", as.jar.get("XSRF-TOKEN") ?? "");
    form.append("file", new File([content], "stores.csv", { type: "text/csv" }));
    return as.send(importPath, { method: "POST", body: form });
  };
  const stores = () => web.at.database.db.$count(store, eq(store.companyId, company.companyId));

  test("a file is sent, looked at row by row, its refused rows downloaded, the rest applied once that is confirmed [STO-1]", async () => {
    const start = await admin.open(importPath);
    expect(start.html).toMatch(/<form[^>]+enctype="multipart\/form-data"/i);
    expect(start.html).toContain("closed, or 18:00-02:00 to close the next day");
    const template = await admin.get(`${importPath}/template`);
    expect([template.headers.get("Content-Type"), (await template.text()).split(",")[0]]).toEqual([
      "text/csv; charset=utf-8",
      "Store code",
    ]);
    const here =
      (await leadsTo(
        await upload(
          `Code,Name,City\nI-1,One,Pune\nI-2,Two,\n${company.stores[0]?.code},North store 1.1,`,
        ),
      )) ?? "";
    expect(here).toMatch(/^\/admin\/stores\/import\/[\w-]{43}$/);
    const result = (await admin.open(here)).html;
    expect(start.html).toContain('accept=".csv,.xlsx,.xls"');
    for (const words of [
      "Review import",
      "Apply 1 row",
      "City: This field is required",
      "To add",
      "Unchanged",
    ])
      expect(result).toContain(words);
    expect(readCsv(await (await admin.get(`${here}/refused`)).text())[1]).toEqual([
      "I-2",
      "Two",
      "",
      "City: This field is required",
    ]);
    const refusedOnly = (await admin.open(`${here}?outcome=refused`)).html;
    expect([refusedOnly.includes("I-2"), refusedOnly.includes(">I-1<")]).toEqual([true, false]);

    const question = (await admin.open(`${here}/apply`)).html;
    expect(question).toContain(
      "1 store will be added; if one fails, none is. 1 refused row will be left out.",
    );
    expect(await leadsTo(await admin.post(`${here}/apply`, {}))).toBe(here);
    expect((await admin.open(here)).html).toContain("Import done");
    expect(await stores()).toBe(10);
    expect((await admin.open(`${here}/apply`)).path).toBe(here);
  });

  test("the review shows all values of added rows, and warnings before they are applied [FIL-2] [STO-1]", async () => {
    const content =
      "Code,Name,City,Licence,Licence from\nW-1,Eins,Z?rich,PPL,04-05-2026\nW-2,Zwei,Bonn,,";
    const here = (await leadsTo(await upload(`Stores\n${content}`))) ?? "";
    const { html } = await admin.open(here);
    for (const words of [
      "The headings are in row 2.",
      "With warnings",
      "Read as “Z?rich”. Letters seem to have been lost.",
      "2026-05-04",
    ])
      expect(html).toContain(words);
    const warnedOnly = (await admin.open(`${here}?warned=true`)).html;
    expect([warnedOnly.includes("W-1"), warnedOnly.includes("W-2")]).toEqual([true, false]);
    expect((await admin.open(`${here}/apply`)).html).toContain("1 row with warnings");
  });

  test("what is no such file is refused beside its field", async () => {
    const wrong = await upload("Colour\nred");
    expect(wrong.status).toBe(422);
    expect(await wrong.text()).toContain("Unknown column “Colour”.");
    const none = await admin.post(importPath, {});
    expect([none.status, (await none.text()).includes("This field is required")]).toEqual([
      422,
      true,
    ]);
  });

  test("where the stores were changed since, nothing is applied and the page says so", async () => {
    const { db } = web.at.database;
    const here = (await leadsTo(await upload(`Code,Volume\n${company.stores[1]?.code},11`))) ?? "";
    await db
      .update(store)
      .set({ volume: 12 })
      .where(eq(store.id, company.stores[1]?.id ?? 0));
    const answer = await admin.post(`${here}/apply`, {});
    expect([
      answer.status,
      (await answer.text()).includes("has changed since we checked the file (row 2)"),
    ]).toEqual([422, true]);
  });

  test("a file is its sender's alone, and a changed address is a 404 [CTX-4] [CTX-5]", async () => {
    const here = (await leadsTo(await upload("Code,Name,City\nX-1,One,Pune"))) ?? "";
    const regional = await web.signedIn(company.users.regional);
    for (const path of [here, `${here}/apply`, `${here}/refused`]) {
      expect((await regional.get(path)).status).toBe(404);
      expect(
        (
          await admin.get(
            path.replace(/import\/./, (start) =>
              start.replace(/.$/, (c) => (c === "A" ? "B" : "A")),
            ),
          )
        ).status,
      ).toBe(404);
    }
  });

  test("filters are saved under a name, chosen by a link, and removed once that is confirmed [STO-1]", async () => {
    const none = (await admin.open("/admin/stores?sort=-name")).html;
    expect(none).not.toContain("Save these filters");
    const region = linkIn(
      (await admin.open("/admin/stores")).html,
      /<option value="([^"]+)">North<\/option>/,
    );
    const list = `/admin/stores?regionId=${region}&search=store&sort=-name`;
    const { html } = await admin.open(`${list}&cursor=&row=1`);
    expect(html).toContain("Save these filters");
    const filters = linkIn(html, /name="filters" value="([^"]*)"/);
    const fields = { list: "stores", filters, back: "/admin/stores" };
    expect(
      new URL(
        (await leadsTo(await admin.post("/admin/saved-filters", { ...fields, name: "North" }))) ??
          "",
        "http://x",
      ).searchParams,
    ).toEqual(new URLSearchParams(filters));
    const [row] = await web.at.database.db.select().from(savedFilter);
    expect(row).toMatchObject({
      name: "North",
      filters: { regionId: company.north.regionId, search: "store", sort: "-name" },
    });

    const again = await admin.post("/admin/saved-filters", { ...fields, name: "north" });
    const refused = await again.text();
    expect([
      again.status,
      refused.includes("You already have a saved filter with this name."),
      refused.includes('value="north"'),
    ]).toEqual([422, true, true]);

    const plain = (await admin.open("/admin/stores")).html;
    const filterLink = linkIn(
      plain,
      /href="(\/admin\/stores\?[^"]*)"[^>]*><span class="truncate">North</,
    );
    const page = (await admin.open(filterLink)).html;
    expect([
      page.includes("Save these filters"),
      page.includes("South store"),
      page.includes("North store 2.2"),
    ]).toEqual([false, false, true]);
    const removal = linkIn(page, /href="(\/admin\/saved-filters\/[^"]+\/remove\?[^"]*)"/);
    expect((await admin.open(removal)).html).toContain("Remove the saved filters “North”?");
    expect(await leadsTo(await admin.post(removal, {}))).toBe("/admin/stores");
    expect(await web.at.database.db.$count(savedFilter)).toBe(0);
    expect(await leadsTo(await admin.get(removal))).toBe("/admin/stores");
  });
});
