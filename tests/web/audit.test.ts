import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auditLog } from "#platform/db/schema/index";
import { identifiers } from "~/lib/api/identifiers.server";
import { makeCompany, makeProvider, type TestCompany } from "../support/companies.ts";
import { readCsv } from "../support/csv.ts";
import { anyEngine } from "../support/database.ts";
import { appSecret, leadsTo, openTestWeb, type TestWeb, type Visitor } from "../support/web.ts";

describe("The audit log's page", () => {
  let web: TestWeb;
  let company: TestCompany;
  let provider: Awaited<ReturnType<typeof makeProvider>>;
  let staff: Visitor;

  beforeAll(async () => {
    web = await openTestWeb(anyEngine);
    provider = await makeProvider(web.at.database);
    company = await makeCompany(web.at.database);
    await web.at
      .as(company.users.admin)
      .setStoreStatus({ body: { status: "inactive", ids: [company.stores[0]?.id ?? 0] } }).reply;
    const entry = {
      actorName: "ada",
      action: "company changed",
      itemKind: "company",
      itemId: "1",
      itemName: "<i>Own</i>",
    };
    await web.at.database.db.insert(auditLog).values([
      {
        ...entry,
        companyId: company.companyId,
        at: new Date("2026-11-01T20:00:00Z"),
        before: { billingRate: "100.00", city: "Pune" },
        after: { billingRate: "120.00", city: "Pune" },
      },
      {
        ...entry,
        companyId: company.companyId,
        action: "group day published",
        itemKind: "group playlist",
        itemName: "Flagship, 2026-12-01",
        after: { id: 7, day: "2026-12-01", songs: 2485 },
      },
      { ...entry, companyId: provider.companyId, action: "own thing done" },
    ]);
    staff = await web.signedIn(provider.staff.Fever_Admin_Ops);
  });
  afterAll(() => web.close());

  const text = (html: string) => html.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");

  test("without a chosen company it is the provider's own; then the company's, with what was and what became [AUD-1] [UI-6]", async () => {
    const own = (await staff.open("/admin/audit")).html;
    expect(own).toContain("Own thing done");
    expect(own).toContain("&lt;i&gt;Own&lt;/i&gt;");
    expect(own).not.toContain("Store deactivated");
    expect(text(own)).toContain("No details");
    const ids = identifiers(appSecret);
    await staff.post("/admin/company/choose", {
      company: ids.encrypt("company", company.companyId),
      returnTo: "/admin/audit",
    });
    const { html } = await staff.open("/admin/audit");
    expect(html).not.toContain("Own thing done");
    expect(text(html)).toContain("02/11/26 01:30"); // on the company's clock
    expect(text(html)).toMatch(/Field Before After Billing rate Before: ₹100 After: ₹120/);
    expect(text(html)).not.toMatch(/City Pune/);
    expect(text(html)).toMatch(/Status Before: Active After: Inactive/);
    expect(text(html)).toMatch(/Schedule : Flagship, 01\/12\/26 2 changes Field Before After/);
    expect(text(html)).toMatch(/Songs Before: – After: 2,485/);
    expect(html).toContain('<option value="group playlist">Schedule</option>');
    expect((await staff.open("/admin/audit?of=provider")).html).toContain("Own thing done");
  });

  test("filters stand in the address and hold for the CSV too [AUD-1]", async () => {
    const { html } = await staff.open("/admin/audit?itemKind=store&action=deact&from=2026-01-01");
    expect(text(html)).toContain("Store deactivated");
    expect(text(html)).not.toContain("Company changed");
    const link =
      /href="(\/admin\/audit\/download[^"]*)"/.exec(html)?.[1]?.replaceAll("&amp;", "&") ?? "";
    const response = await staff.get(link);
    expect(response.headers.get("Content-Disposition")).toMatch(
      /^attachment; filename="AuditLog-C-\d+-\d{4}-\d\d-\d\d\.csv"$/,
    );
    const rows = readCsv(await response.text());
    expect(rows.map((cells) => cells[3])).toEqual(["Action", "store deactivated"]);
    const ownRows = readCsv(await (await staff.get("/admin/audit/download?of=provider")).text());
    expect(ownRows.map((cells) => cells[3])).toEqual(["Action", "own thing done"]);
    for (const odd of ["?from=yesterday", "?of=all&cursor=", "?who=%00", "?row=-1"])
      expect((await staff.open(`/admin/audit${odd}`)).status, odd).toBe(200);
  });

  test("a store's page leads to its history, for those who may read the log alone [AUD-1] [ROL-1]", async () => {
    const path = `/admin/stores/${identifiers(appSecret).encrypt("store", company.stores[0]?.id ?? 0)}`;
    const link =
      /href="(\/admin\/audit[^"]*one=[^"]*)"/
        .exec((await staff.open(path)).html)?.[1]
        ?.replaceAll("&amp;", "&") ?? "";
    const { html } = await staff.open(link);
    expect(text(html)).toContain("Store deactivated");
    expect(text(html)).not.toContain("Company changed");
    expect((await staff.get(`${link}x`)).status).toBe(404);
    expect((await staff.get("/admin/audit?one=toString.x")).status).toBe(404);
    expect(
      readCsv(await (await staff.get(link.replace("?", "/download?"))).text()).map(
        (cells) => cells[3],
      ),
    ).toEqual(["Action", "store deactivated"]);
    const admin = await web.signedIn(company.users.admin);
    expect((await admin.open(path)).html).not.toContain("/admin/audit");
  });

  test("an own change is taken back from its entry [AUD-1] [UI-4]", async () => {
    const storeId = company.stores[1]?.id ?? 0;
    await web.at.as(provider.staff.Fever_Admin_Ops).setStoreStatus({
      query: { companyId: company.companyId },
      body: { status: "inactive", ids: [storeId] },
    } as never).reply;
    const { html } = await staff.open("/admin/audit?itemKind=store");
    const form =
      /<form[^>]*action="\/admin\/undo\/activate-stores"[^>]*>.*?<\/form>/s.exec(html)?.[0] ?? "";
    const undoOf = /name="undoOf" value="([^"]+)"/.exec(form)?.[1] ?? "";
    expect(form).toContain('name="back" value="/admin/audit?itemKind=store"');
    await staff.post("/admin/undo/activate-stores", {
      undoOf,
      back: "/admin/audit?itemKind=store",
    });
    const after = text((await staff.open("/admin/audit?itemKind=store")).html);
    expect(after).toContain("1 store activated");
    expect(after).toContain("Store activated");
  });

  test("is closed to clients and to whom the matrices close it [ROL-1] [ROL-2] [NAV-8]", async () => {
    for (const user of [
      company.users.admin,
      company.users.limited,
      provider.staff.Fever_Music_Admin,
    ])
      for (const path of ["/admin/audit", "/admin/audit/download"])
        expect(await leadsTo(await (await web.signedIn(user)).get(path)), path).toBe("/login");
  });
});
