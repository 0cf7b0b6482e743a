import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { identifiers } from "~/lib/api/identifiers.server";
import { makeCompany, makeProvider, type TestCompany } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { appSecret, openTestWeb, type TestWeb } from "../support/web.ts";

/** Old addresses with where their pages lie now. */
const moved: [old: string, now: string][] = [
  [
    "/admin/stores/status?id=S&to=inactive&status=active&sort=-name",
    "/admin/stores/S/deactivate?back=/admin/stores?status=active&sort=-name",
  ],
  ["/admin/stores/status?id=S&to=active&back=detail", "/admin/stores/S/activate"],
  [
    "/admin/stores/status?all=on&to=inactive&search=North",
    "/admin/stores/bulk/deactivate?all=on&search=North",
  ],
  ["/admin/stores/status?id=S&id=T&to=active", "/admin/stores/bulk/activate?id=S&id=T"],
  ["/admin/stores/S/reset?user=U", "/admin/stores/S/players/U/reset"],
  [
    "/admin/companies/status?id=C&to=active&search=x",
    "/admin/companies/C/activate?back=/admin/companies?search=x",
  ],
  [
    "/admin/companies/status?id=C&to=inactive&returnTo=/admin/companies/C",
    "/admin/companies/C/deactivate?back=/admin/companies/C",
  ],
  ["/admin/companies/C/remove", "/admin/companies/C/files/icon/remove"],
  ["/admin/companies/C/remove?file=F", "/admin/companies/C/files/F/remove"],
  ["/admin/company/remove?file=F", "/admin/company/files/F/remove"],
  ["/admin/charts/custom/X/ask/remove-logo", "/admin/charts/custom/X/remove-logo"],
  ["/admin/library/X/status?to=active", "/admin/library/X/activate"],
  ["/admin/library/X/picture", "/admin/library/X/remove-picture"],
  ["/admin/library/lists/genre/I/status?to=inactive", "/admin/library/lists/genre/I/deactivate"],
  [
    "/admin/hierarchy/delete?kind=zone&id=Z&region=R&zone=Z",
    "/admin/hierarchy/zone/Z/delete?region=R&zone=Z",
  ],
  [
    "/admin/master-rule/remove?groupId=G&slotId=T",
    "/admin/master-rule/own/remove?groupId=G&slotId=T",
  ],
  ["/admin/preview/publish?id=P", "/admin/preview/P/publish"],
  [
    "/admin/saved-filters/remove?filter=F&list=stores&back=/admin/stores",
    "/admin/saved-filters/F/remove?list=stores&back=/admin/stores",
  ],
];

describe("Addresses that moved", () => {
  let web: TestWeb;
  let company: TestCompany;

  beforeAll(async () => {
    web = await openTestWeb(anyEngine);
    await makeProvider(web.at.database);
    company = await makeCompany(web.at.database);
  });
  afterAll(() => web?.close());

  test("lead to where their pages lie now, with their members, by GET alone [UI-5]", async () => {
    const visitor = web.visitor();
    for (const [old, now] of moved) {
      const response = await visitor.get(old);
      expect([
        old,
        response.status,
        decodeURIComponent(response.headers.get("Location") ?? ""),
      ]).toEqual([old, 301, now]);
      expect((await visitor.post(old, {})).status, old).not.toBe(301);
    }
  });

  test("show the question that they asked [UI-5]", async () => {
    const admin = await web.signedIn(company.users.admin);
    const store = identifiers(appSecret).encrypt("store", company.stores[0]?.id ?? 0);
    const page = await admin.open(`/admin/stores/status?id=${store}&to=inactive&search=North`);
    expect([
      page.status,
      page.html.includes("Deactivate North store"),
      page.html.includes('href="/admin/stores?search=North"'),
    ]).toEqual([200, true, true]);
    expect((await admin.get("/admin/stores/status?to=inactive&id=tampered")).status).toBe(301);
    expect((await admin.open("/admin/stores/status?to=inactive&id=tampered")).status).toBe(404);
  });
});
