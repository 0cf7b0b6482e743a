import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { mayOpen } from "#contract/base/roles";
import { tutorialKeys, tutorials } from "#contract/tutorials/words";
import { identifiers } from "~/lib/api/identifiers.server";
import { makeCompany, makeProvider, type TestCompany } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { appSecret, leadsTo, openTestWeb, type TestWeb, type Visitor } from "../support/web.ts";

/** Pages that are there, with the tutorial that each links to. */
const explained = {
  "/admin/hierarchy": "company_hierarchy",
  "/admin/store/add": "add_store",
  "/admin/preview": "music_schedule_preview",
  "/admin/preview/day": "music_schedule",
  "/admin/schedule": "music_schedule",
  "/admin/master-rule": "master_rule",
  "/admin/ads/settings": "ad_duration",
  "/admin/ads": "ad_schedule",
  "/admin/ads/calendar": "ad_schedule",
  "/admin/ads/availability": "ad_book_slot",
} as const;

describe("Tutorials", () => {
  let web: TestWeb;
  let company: TestCompany;
  let provider: Awaited<ReturnType<typeof makeProvider>>;
  const choose = async (username: string): Promise<Visitor> => {
    const person = await web.signedIn(username);
    const ref = identifiers(appSecret).encrypt("company", company.companyId);
    await person.post("/admin/company/choose", { company: ref, returnTo: "/admin" });
    return person;
  };

  beforeAll(async () => {
    web = await openTestWeb(anyEngine);
    provider = await makeProvider(web.at.database);
    company = await makeCompany(web.at.database);
  });
  afterAll(() => web.close());

  test("each of the twelve keys has an entry, reached from the tutorials page [UI-11]", async () => {
    expect(tutorialKeys).toHaveLength(12);
    for (const user of [company.users.admin, company.users.limited, company.users.regional]) {
      const person = await web.signedIn(user);
      const list = await person.open("/admin/tutorials");
      expect([list.path, list.status]).toEqual(["/admin/tutorials", 200]);
      for (const key of tutorialKeys) {
        expect(list.html).toContain(`href="/admin/tutorials/${key}"`);
        const page = await person.open(`/admin/tutorials/${key}`);
        expect(page.status, key).toBe(200);
        expect(page.html.replaceAll("&#x27;", "'")).toContain(tutorials[key].steps.at(-1));
      }
    }
  });

  test("a page links to the tutorial that explains it [UI-11]", async () => {
    const admin = await web.signedIn(company.users.admin);
    for (const [path, key] of Object.entries(explained))
      expect((await admin.open(path)).html, path).toMatch(
        new RegExp(`href="/admin/tutorials/${key}"[^>]*>.*?How this works`, "s"),
      );
    const staff = await choose(provider.staff.Fever_Admin_Ops);
    expect((await staff.open("/admin/companies/add")).html).toContain(
      'href="/admin/tutorials/add_company"',
    );
  });

  test("provider staff have no list, yet read what explains their own pages, and nothing else; the rest lead to /login [UI-11] [ROL-2]", async () => {
    for (const subRole of [
      "Fever_Admin_Ops",
      "Fever_Music_Limited",
      "Fever_Music_Admin",
    ] as const) {
      const person = await choose(provider.staff[subRole]);
      const role = subRole === "Fever_Admin_Ops" ? "ROLE_Fever_Admin" : "ROLE_Fever_Music_Manager";
      expect(await leadsTo(await person.get("/admin/tutorials"))).toBe("/login");
      for (const key of tutorialKeys) {
        const response = await person.get(`/admin/tutorials/${key}`);
        const opens = tutorials[key].areas.some((area) => mayOpen({ role, subRole }, area));
        expect([response.status, (await leadsTo(response)) ?? null], `${subRole} ${key}`).toEqual(
          opens ? [200, null] : [302, "/login"],
        );
      }
    }
    const manager = await web.signedIn(company.users.manager);
    for (const path of ["/admin/tutorials", "/admin/tutorials/add_store", "/admin/tutorials/none"])
      expect(await leadsTo(await manager.get(path)), path).toBe("/login");
    expect(
      (await (await web.signedIn(company.users.admin)).get("/admin/tutorials/none")).status,
    ).toBe(404);
  });
});
