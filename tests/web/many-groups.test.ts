import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as table from "#platform/db/schema/index";
import { makeCompany, type TestCompany } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { password } from "../support/platform.ts";
import { leadsTo, openTestWeb, type TestWeb } from "../support/web.ts";

// the data for the script comes after it
const plain = (html: string) => html.replaceAll("&amp;", "&").replace(/<\/main>.*/s, "");
/** The options of a select, by their labels. */
const optionsOf = (html: string, name: string) => {
  const select = new RegExp(`<select[^>]*name="${name}".*?</select>`, "s").exec(html)?.[0] ?? "";
  return new Map(
    [...select.matchAll(/<option[^>]*value="([^"]*)"[^>]*>([^<]*)</g)].map(
      ([, value = "", label = ""]) => [label, value],
    ),
  );
};
const chosenIn = (html: string, name: string) =>
  /<option(?=[^>]*selected)[^>]*>([^<]*)</.exec(
    new RegExp(`<select[^>]*name="${name}".*?</select>`, "s").exec(html)?.[0] ?? "",
  )?.[1];

/** The ticks of a user's groups, by their labels. */
const ticksIn = (html: string) =>
  new Map(
    [
      ...html.matchAll(
        /<input(?=[^>]*name="groupIds")[^>]*value="([^"]+)"[^>]*>.*?<label[^>]*>([^<]*)</gs,
      ),
    ].map(([, ref = "", label = ""]) => [label, ref]),
  );

describe("Forms of a company of 400 groups and as many zones, without script", () => {
  let web: TestWeb;
  let company: TestCompany;

  beforeAll(async () => {
    web = await openTestWeb(anyEngine);
    company = await manyGroups(200, 200);
  });
  afterAll(() => web?.close());

  /** A company with so many zones of one group each in its North and South. */
  async function manyGroups(inNorth: number, inSouth: number): Promise<TestCompany> {
    const newCompany = await makeCompany(web.at.database);
    const { companyId, north, south } = newCompany;
    const malls = (regionName: string, regionId: number, count: number) =>
      Array.from({ length: count }, (_, n) => ({
        companyId,
        regionId,
        name: `${regionName} mall ${n + 1}`,
      }));
    const zones = await web.at.database.db
      .insert(table.zone)
      .values([
        ...malls("North", north.regionId, inNorth),
        ...malls("South", south.regionId, inSouth),
      ])
      .returning();
    await web.at.database.db.insert(table.storeGroup).values(
      zones.map(({ id, regionId, name }) => ({
        companyId,
        regionId,
        zoneId: id,
        name: `${name} group`,
      })),
    );
    return newCompany;
  }

  test("a new store's group is looked up, what was typed stays, and the one found is taken [STO-1] [UI-10]", async () => {
    const admin = await web.signedIn(company.users.admin);
    const form = {
      storeName: "Mall shop",
      storeCode: "MALL-1",
      timeZone: "Asia/Kolkata",
      country: "IN",
      city: "Pune",
    };
    const first = plain((await admin.open("/admin/store/add")).html);
    expect([...optionsOf(first, "groupId").keys()]).toEqual(["No group yet"]);
    const sought = { "_search-groups": "south mall 17", "_searched-groups": "" };
    const to = await leadsTo(
      await admin.post("/admin/store/add", { ...form, ...sought, groupId: "", _find: "groups" }),
    );
    const searchPage = plain((await admin.open(to ?? "")).html);
    expect(searchPage).toContain('value="Mall shop"');
    expect(searchPage).toContain('value="MALL-1"');
    const groups = optionsOf(searchPage, "groupId");
    expect(groups.size).toBe(12); // none, 17 and 170 to 179
    const groupId = groups.get("South › South mall 17 › South mall 17 group") ?? "";
    // words that were not looked for yet are, also when Enter sent the form; the group that was chosen
    // stays
    const again = await leadsTo(
      await admin.post("/admin/store/add", {
        ...form,
        groupId,
        "_search-groups": "none such",
        "_searched-groups": "",
      }),
    );
    const none = plain((await admin.open(again ?? "")).html);
    expect(chosenIn(none, "groupId")).toBe("South › South mall 17 › South mall 17 group");
    expect(none).toContain("No other groups match");
    const on = await admin.post("/admin/store/add", {
      ...form,
      groupId,
      "_search-groups": "none such",
      "_searched-groups": "none such",
    });
    expect(await leadsTo(on)).toBe("/admin/store/add/hours");
  });

  test("a store's edit looks its group up, keeps what was typed, and a refusal keeps the one found [STO-1] [UI-10]", async () => {
    const admin = await web.signedIn(company.users.admin);
    const list = plain((await admin.open("/admin/stores?search=North+store+1.1")).html);
    const path = `${/href="(\/admin\/stores\/[\w-]{16,})"/.exec(list)?.[1]}/edit`;
    const page = plain((await admin.open(path)).html);
    expect([...optionsOf(page, "groupId").keys()]).toEqual([
      "No group yet",
      "North › North zone 1 › North group 1",
    ]);
    const version = /name="version"[^>]*value="(\d+)"/.exec(page)?.[1] ?? "";
    const own = optionsOf(page, "groupId").get("North › North zone 1 › North group 1") ?? "";
    const form = {
      storeName: "Typed name",
      storeCode: "TYPED-1",
      timeZone: "Asia/Kolkata",
      country: "IN",
      city: "Pune",
      version,
    };
    const sought = { "_search-groups": "south mall 200", "_searched-groups": "" };
    const answer = await admin.post(path, { ...form, ...sought, groupId: own, _find: "groups" });
    expect(answer.status).toBe(200);
    const searchPage = plain(await answer.text());
    expect(searchPage).toContain('value="Typed name"');
    expect(chosenIn(searchPage, "groupId")).toBe("North › North zone 1 › North group 1");
    const groupId =
      optionsOf(searchPage, "groupId").get("South › South mall 200 › South mall 200 group") ?? "";
    const refused = await admin.post(path, { ...form, storeName: "", groupId });
    expect(refused.status).toBe(422);
    expect(chosenIn(plain(await refused.text()), "groupId")).toBe(
      "South › South mall 200 › South mall 200 group",
    );
    expect(await leadsTo(await admin.post(path, { ...form, groupId }))).toBe(
      path.replace("/edit", ""),
    );
    const { rows } = await web.at.database.pool.query(
      "select g.name from store s join store_group g on g.id = s.group_id where s.code = 'TYPED-1'",
    );
    expect(rows).toEqual([{ name: "South mall 200 group" }]);
  });

  test("a group that was looked up is still the one chosen in a form given back after a new sign-in [SES-9] [STO-1]", async () => {
    const admin = await web.signedIn(company.users.admin);
    const list = plain((await admin.open("/admin/stores?search=North+store+2")).html);
    const path = `${/href="(\/admin\/stores\/[\w-]{16,})"/.exec(list)?.[1]}/edit`;
    const sought = {
      "_search-groups": "north mall 42",
      "_searched-groups": "",
      storeName: "Long typed",
      _find: "groups",
    };
    const { html } = await admin.open(path);
    const version = /name="version"[^>]*value="(\d+)"/.exec(html)?.[1] ?? "";
    const searchPage = plain(await (await admin.post(path, { ...sought, version })).text());
    const groupId =
      optionsOf(searchPage, "groupId").get("North › North mall 42 › North mall 42 group") ?? "";
    const form = {
      storeName: "Long typed",
      storeCode: "LONG-1",
      timeZone: "Asia/Kolkata",
      country: "IN",
      city: "Pune",
      version,
      groupId,
    };
    admin.jar.delete("fever");
    expect(await leadsTo(await admin.post(path, form))).toBe("/login");
    await admin.post("/login", { username: company.users.admin, password });
    const restoredPage = plain((await admin.open(path)).html);
    expect(restoredPage).toContain('value="Long typed"');
    expect(optionsOf(restoredPage, "groupId").get("Your earlier choice")).toBe(groupId);
    expect(chosenIn(restoredPage, "groupId")).toBe("Your earlier choice");
  });

  test("stores are assigned to a group that is looked up, in sight by its way [HIE-1] [UI-10]", async () => {
    const admin = await web.signedIn(company.users.admin);
    const list = plain((await admin.open("/admin/hierarchy/unassigned")).html);
    const id = /<input(?=[^>]*name="id")[^>]*value="([^"]+)"/.exec(list)?.[1] ?? "";
    const path = "/admin/hierarchy/assign";
    const question = plain(await (await admin.post(path, { to: "group", id })).text());
    expect([...optionsOf(question, "group").keys()]).toEqual(["Choose a group"]);
    const sought = { "_search-groups": "north mall 99", "_searched-groups": "" };
    const searchPage = plain(
      await (
        await admin.post(path, { to: "group", confirmed: "yes", id, group: "", ...sought })
      ).text(),
    );
    expect(searchPage).toContain(`name="id" value="${id}"`);
    const group =
      optionsOf(searchPage, "group").get("North › North mall 99 › North mall 99 group") ?? "";
    expect((await admin.post(path, { to: "group", confirmed: "yes", id, group })).status).toBe(302);
    const { rows } = await web.at.database.pool.query(
      "select g.name from store s join store_group g on g.id = s.group_id where s.name = 'Alone'",
    );
    expect(rows).toEqual([{ name: "North mall 99 group" }]);
  });

  test("a group's new zone is looked up, with the name as typed and the zone that was chosen [HIE-1] [UI-10]", async () => {
    const admin = await web.signedIn(company.users.admin);
    const path = "/admin/hierarchy/unit?kind=group";
    const sought = { "_search-zones": "mall 20", "_searched-zones": "" };
    const searchPage = plain(
      await (
        await admin.post(path, { name: "New group", above: "", ...sought, _find: "zones" })
      ).text(),
    );
    expect(searchPage).toContain('value="New group"');
    expect(searchPage).not.toContain("There is a problem");
    const above = optionsOf(searchPage, "above").get("South › South mall 20") ?? "";
    const refused = await admin.post(path, { name: "", above });
    expect(refused.status).toBe(422);
    expect(chosenIn(plain(await refused.text()), "above")).toBe("South › South mall 20");
    expect((await admin.post(path, { name: "New group", above })).status).toBe(302);
    const { rows } = await web.at.database.pool.query(
      "select z.name from store_group g join zone z on z.id = g.zone_id where g.name = 'New group'",
    );
    expect(rows).toEqual([{ name: "South mall 20" }]);
  });

  test("a user's groups are looked up; those ticked and all that was typed stay [USR-1] [UI-10]", async () => {
    const admin = await web.signedIn(company.users.admin);
    const person = {
      firstName: "Asha",
      lastName: "Rao",
      email: "asha.many@example.com",
      phone: "",
      username: "",
      role: "ROLE_Client_Admin",
      level: "group",
    };
    const find = async (words: string, groupIds: string[]) =>
      plain(
        await (
          await admin.post("/admin/users/add", {
            ...person,
            groupIds,
            "_search-groups": words,
            "_searched-groups": "",
          })
        ).text(),
      );
    expect(ticksIn(plain((await admin.open("/admin/users/add")).html)).size).toBe(0);
    const first = ticksIn(await find("north mall 55", []));
    expect([...first.keys()]).toEqual(["North mall 55 group"]);
    const page = await find("south mall 66", [...first.values()]);
    expect(page).toContain(person.email);
    expect([...ticksIn(page).keys()]).toEqual(["North mall 55 group", "South mall 66 group"]);
    expect(
      (await admin.post("/admin/users/add", { ...person, groupIds: [...ticksIn(page).values()] }))
        .status,
    ).toBe(302);
    const { rows } = await web.at.database.pool.query(
      "select g.name from app_user u join user_unit n on n.user_id = u.id join store_group g on g.id = n.group_id where u.email = $1 order by 1",
      [person.email],
    );
    expect(rows.map(({ name }) => name)).toEqual(["North mall 55 group", "South mall 66 group"]);
  });

  test("groups that were looked up are still ticked in a form given back after a new sign-in, and stay in the next search [SES-9] [USR-1]", async () => {
    const admin = await web.signedIn(company.users.admin);
    const path = "/admin/users/add";
    const person = {
      firstName: "Long",
      lastName: "Gone",
      email: "long.gone@example.com",
      role: "ROLE_Client_Admin",
      level: "group",
    };
    const sought = { "_search-groups": "north mall 7", "_searched-groups": "", _find: "groups" };
    const listed = ticksIn(plain(await (await admin.post(path, { ...person, ...sought })).text()));
    const groupIds = ["North mall 7 group", "North mall 71 group"].map(
      (name) => listed.get(name) ?? "",
    );
    admin.jar.delete("fever");
    expect(await leadsTo(await admin.post(path, { ...person, groupIds }))).toBe("/login");
    await admin.post("/login", { username: company.users.admin, password });
    const restoredPage = plain((await admin.open(path)).html);
    expect(restoredPage).toContain('value="long.gone@example.com"');
    expect([...ticksIn(restoredPage)]).toEqual([
      ["Your earlier choice", groupIds[0]],
      ["Your earlier choice (2)", groupIds[1]],
    ]);
    expect(restoredPage.match(/<input(?=[^>]*name="groupIds")(?=[^>]*checked)/g)).toHaveLength(2);
    // what is typed now is shown again, not what was kept
    const next = {
      ...person,
      email: "typed.now@example.com",
      groupIds,
      ...sought,
      "_search-groups": "none such",
    };
    const searchPage = plain(await (await admin.post(path, next)).text());
    expect(searchPage).toContain('value="typed.now@example.com"');
    expect([...ticksIn(searchPage)]).toEqual([
      ["North mall 7 group", groupIds[0]],
      ["North mall 71 group", groupIds[1]],
    ]);
    expect(searchPage.match(/<input(?=[^>]*name="groupIds")(?=[^>]*checked)/g)).toHaveLength(2);
  });

  test("words are looked for as names are kept; emptied, they hold no save up [STO-1] [UI-10]", async () => {
    const admin = await web.signedIn(company.users.admin);
    const searchPage = plain(
      (await admin.open("/admin/store/add?find=%09south%00++mall+18%C2%A0")).html,
    );
    expect(searchPage).toContain('value="south mall 18"');
    const listed = [...optionsOf(searchPage, "groupId").keys()].filter((label) =>
      label.startsWith("South › South mall 18"),
    );
    expect(listed).toHaveLength(11); // 18 and 180 to 189
    const form = {
      storeName: "Emptied",
      storeCode: "EMPTY-1",
      timeZone: "Asia/Kolkata",
      country: "IN",
      city: "Pune",
      groupId: "",
    };
    const sought = { "_search-groups": "", "_searched-groups": "south mall 18" };
    expect(await leadsTo(await admin.post("/admin/store/add", { ...form, ...sought }))).toBe(
      "/admin/store/add/hours",
    );
  });

  test("a regional admin finds only own groups, all in one list where they are few [HIE-1] [CTX-4]", async () => {
    const regional = await web.signedIn(company.users.regional);
    const all = [
      ...optionsOf(
        plain((await regional.open("/admin/store/add?find=mall")).html),
        "groupId",
      ).keys(),
    ];
    expect(all).toHaveLength(203); // none, and North's 202
    expect(all.filter((label) => label.startsWith("South"))).toEqual([]);
    const wide = await manyGroups(310, 90);
    const northern = await web.signedIn(wide.users.regional);
    const labels = [
      ...optionsOf(
        plain((await northern.open("/admin/store/add?find=mall+12")).html),
        "groupId",
      ).keys(),
    ];
    expect(labels).toHaveLength(12); // none, North's 12 and 120 to 129
    expect(labels.filter((label) => label.startsWith("South"))).toEqual([]);
  });
});
