import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeCompany, makeProvider, makeUser, type TestCompany } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { leadsTo, openTestWeb, type TestWeb } from "../support/web.ts";

const plain = (html: string) =>
  html.replaceAll("&amp;", "&").replaceAll("&#x27;", "'").replaceAll("<!-- -->", "");
const linkTo = (html: string, act: string) =>
  new RegExp(`href="(/admin/users/[^"/]+/${act}[^"]*)"`).exec(plain(html))?.[1] ?? "";
/** The value of a tick or radio by its label. */
const optionOf = (html: string, name: string, label: string) =>
  new RegExp(`name="${name}"[^>]*value="([^"]+)"[^>]*>(?:(?!<input).)*?>${label}<`, "s").exec(
    html,
  )?.[1] ?? "";

describe("The users' pages, without script", () => {
  let web: TestWeb;
  let company: TestCompany;
  let provider: Awaited<ReturnType<typeof makeProvider>>;
  let serial = 0;

  beforeAll(async () => {
    web = await openTestWeb(anyEngine);
    provider = await makeProvider(web.at.database);
    company = await makeCompany(web.at.database);
  });
  afterAll(() => web?.close());

  const person = (change: Record<string, string | string[]> = {}) => {
    const email = `person.${++serial}@example.com`;
    return {
      firstName: "Asha",
      lastName: "Rao",
      email,
      phoneCountryCode: "91",
      phone: "",
      username: "",
      role: "ROLE_Client_Admin",
      level: "national",
      ...change,
    };
  };
  const rowOf = async (email: string) =>
    (
      await web.at.database.pool.query(
        'select id::int, username, fname as "firstName", role, sub_role, level, status from app_user where email = $1',
        [email],
      )
    ).rows[0];

  test("a user is added with a username made of the name, and the invitation is told of [USR-1] [VAL-6]", async () => {
    const admin = await web.signedIn(company.users.admin);
    const form = person();
    expect(await leadsTo(await admin.post("/admin/users/add", form))).toBe("/admin/users");
    expect(await rowOf(form.email)).toMatchObject({
      username: expect.stringMatching(/^Asha_Rao_\d{4}$/),
      status: "invited",
      level: "national",
    });
    expect(plain((await admin.open("/admin/users")).html)).toContain(
      `Invitation emailed to ${form.email}`,
    );
  });

  test("units that the page hides count for nothing, a store manager's level is store, and what was typed comes back [USR-1] [VAL-3]", async () => {
    const admin = await web.signedIn(company.users.admin);
    const { html } = await admin.open("/admin/users/add");
    const zone = optionOf(html, "zoneIds", "South zone 1");
    const store = optionOf(html, "storeIds", "North store 1.1");
    const zonal = person({ level: "zonal", zoneIds: zone, storeIds: store });
    expect(await leadsTo(await admin.post("/admin/users/add", zonal))).toBe("/admin/users");
    expect(await rowOf(zonal.email)).toMatchObject({ level: "zonal" });
    const manager = person({
      role: "ROLE_Store_Music_Manager",
      level: "zonal",
      zoneIds: zone,
      storeIds: store,
    });
    expect(await leadsTo(await admin.post("/admin/users/add", manager))).toBe("/admin/users");
    expect(await rowOf(manager.email)).toMatchObject({
      role: "ROLE_Store_Music_Manager",
      level: "store",
    });
    const wrong = await admin.post(
      "/admin/users/add",
      person({ level: "group", username: "with space" }),
    );
    const again = plain(await wrong.text());
    expect(wrong.status).toBe(422);
    expect(again).toContain("Whitespaces are not allowed");
    expect(again).toContain('value="with space"');
    expect(again).toMatch(/value="group"[^>]*checked|checked=""[^>]*value="group"/);
  });

  test("a username left empty is asked for by nobody, and made of the name that is saved; the country code stays [VAL-6] [VAL-3]", async () => {
    const admin = await web.signedIn(company.users.admin);
    const nameless = plain(
      await (await admin.post("/admin/users/add", person({ firstName: "" }))).text(),
    );
    expect(nameless).toContain('id="form-firstName-error"');
    expect(nameless).not.toContain('id="form-username-error"');
    const form = person({ firstName: "Ahsa", level: "" });
    const refused = plain(await (await admin.post("/admin/users/add", form)).text());
    expect(refused, "made anew of the name as it is corrected").not.toMatch(/value="Ahsa_/);
    expect(refused).toMatch(/<input(?=[^>]*name="phoneCountryCode")(?=[^>]*value="91")/);
    expect(
      await leadsTo(
        await admin.post("/admin/users/add", { ...form, firstName: "Asha", level: "national" }),
      ),
    ).toBe("/admin/users");
    expect(await rowOf(form.email)).toMatchObject({
      username: expect.stringMatching(/^Asha_Rao_/),
    });
  });

  test("stores are found by name without losing what was typed or ticked [USR-1]", async () => {
    const admin = await web.signedIn(company.users.admin);
    const { html } = await admin.open("/admin/users/add");
    const ticked = optionOf(html, "storeIds", "North store 1.1");
    const response = await admin.post(
      "/admin/users/add",
      person({
        email: "typed@example.com",
        level: "store",
        storeIds: ticked,
        "_search-stores": "South",
        _find: "stores",
      }),
    );
    // the data for the script comes after it
    const again = plain(await response.text()).replace(/<\/main>.*/s, "");
    expect(response.status).toBe(200);
    expect(again).toContain("typed@example.com");
    expect(again).toContain("South store 2.2");
    expect(again).not.toContain("North store 2.2");
    expect(again).toMatch(
      new RegExp(
        `<input[^>]*value="${ticked}"[^>]*checked|<input[^>]*checked[^>]*value="${ticked}"`,
      ),
    );
    expect(await rowOf("typed@example.com")).toBeUndefined();
  });

  test("a row's acts ask first, and lead back to the list as it was filtered [USR-1]", async () => {
    const admin = await web.signedIn(company.users.admin);
    const list = `/admin/users?search=${company.users.zonal}&sort=-username`;
    const act = async (name: string) => {
      const link = linkTo((await admin.open(list)).html, name);
      expect((await admin.open(link)).html).toContain(company.users.zonal);
      expect(await leadsTo(await admin.post(link, {}))).toBe(list);
    };
    await act("deactivate");
    expect(await rowOf(`${company.users.zonal}@example.com`)).toMatchObject({ status: "inactive" });
    await act("activate");
    await act("password");
    await act("delete");
    const none = plain((await admin.open(list)).html);
    expect(none).toContain("No Data Found");
    expect(none, "said once").not.toContain('aria-label="Pages"');
  });

  test("adding from a filtered list leads back to it when it is left; levels read as words [USR-1]", async () => {
    const admin = await web.signedIn(company.users.admin);
    const list = plain(
      (await admin.open(`/admin/users?search=${company.users.regional}&sort=-username`)).html,
    );
    expect(list).toContain("Regional: North");
    const add = /href="(\/admin\/users\/add[^"]*)"/.exec(list)?.[1] ?? "";
    const back = `/admin/users?search=${company.users.regional}&sort=-username`;
    expect(
      plain((await admin.open(add)).html).split(`href="${back}"`),
      "the crumb and Cancel",
    ).toHaveLength(3);
  });

  test("an edit shows what is stored and saves it whole; another's user is not there [USR-1] [CTX-4]", async () => {
    const admin = await web.signedIn(company.users.admin);
    const form = person();
    await admin.post("/admin/users/add", form);
    const link = linkTo((await admin.open(`/admin/users?search=${form.email}`)).html, "edit");
    const page = plain((await admin.open(link)).html);
    expect(page).toContain(`value="${form.email}"`);
    const region = optionOf(page, "regionIds", "South");
    const { username: _, ...change } = person({
      firstName: "Renamed",
      level: "regional",
      regionIds: region,
    });
    expect(await leadsTo(await admin.post(link, change))).toBe(
      `/admin/users?search=${encodeURIComponent(form.email)}`,
    );
    expect(await rowOf(change.email)).toMatchObject({ level: "regional" });
    const regional = await web.signedIn(company.users.regional); // North's
    expect((await regional.open(link.replace(/\?.*/, ""))).status).toBe(404);
    const other = await makeCompany(web.at.database);
    expect(
      (await (await web.signedIn(other.users.admin)).open(link.replace(/\?.*/, ""))).status,
    ).toBe(404);
  });

  test("two admins edit one user: the second is told what is now and by whom, keeps what they typed, and saves by the second press [USR-1] [UI-10]", async () => {
    const admin = await web.signedIn(company.users.admin);
    const form = person();
    await admin.post("/admin/users/add", form);
    const link = linkTo((await admin.open(`/admin/users?search=${form.email}`)).html, "edit");
    const versionIn = (html: string) =>
      /<input[^>]*name="version"[^>]*value="(\d+)"/.exec(html)?.[1] ?? "";
    const version = versionIn((await admin.open(link)).html);
    expect(version).toBe("1");
    const edit = (firstName: string) => {
      const { username: _, ...typed } = person({ email: form.email, firstName, version });
      return typed;
    };
    const { username } = await makeUser(web.at.database, company.companyId, {
      role: "ROLE_Client_Admin",
      level: "national",
    });
    const colleague = await web.signedIn(username);
    expect((await colleague.post(link, edit("First"))).status).toBe(302);
    const typed = edit("Second");
    const late = await admin.post(link, typed);
    const again = plain(await late.text());
    expect(late.status).toBe(422);
    expect(again).toContain(
      `${username} has changed this to “First” in the meantime. Save again to keep your entry.`,
    );
    expect(again).toContain('value="Second"');
    expect(versionIn(again)).toBe("2");
    expect((await admin.post(link, { ...typed, version: "2" })).status).toBe(302);
    expect(await rowOf(form.email)).toMatchObject({ firstName: "Second" });
  });

  test("provider staff switch to their colleagues, and open a client's user from the list [SES-8] [CTX-2]", async () => {
    const staff = await web.signedIn(provider.staff.Fever_Admin_Major);
    expect((await staff.open("/admin/users")).html).toContain(provider.staff.Fever_Music_Admin);
    const form = person({ role: "Fever_Music_Limited" });
    expect(await leadsTo(await staff.post("/admin/users/add?of=staff", form))).toBe(
      "/admin/users?of=staff",
    );
    expect(await rowOf(form.email)).toMatchObject({
      role: "ROLE_Fever_Music_Manager",
      sub_role: "Fever_Music_Limited",
      level: null,
    });
    const { html } = await staff.open("/admin/company/choose");
    const ref =
      new RegExp(`aria-label="Open ${company.name}"[^>]*value="([^"]+)"`).exec(html)?.[1] ?? "";
    await staff.post("/admin/company/choose", { company: ref, returnTo: "/admin/users" });
    const list = (await staff.open(`/admin/users?search=${company.users.limited}`)).html;
    const opened = await leadsTo(await staff.post(linkTo(list, "open"), {}));
    expect(opened).toMatch(/^\/validate-temp-token\/./);
    await staff.post(opened ?? "", {});
    expect(plain((await staff.open("/admin")).html)).toContain(
      `opened by <b class="font-semibold">${provider.staff.Fever_Admin_Major}</b>`,
    );
  });

  test("who creates users without managing them has the form in the menu, and is offered another afterwards [ROL-1] [NAV-4]", async () => {
    const limited = await web.signedIn(company.users.limited);
    expect((await limited.open("/admin")).html).toContain('href="/admin/users/add"');
    expect(await leadsTo(await limited.get("/admin/users"))).toBe("/login");
    const { html } = await limited.open("/admin/users/add");
    expect(html).not.toContain('value="ROLE_Client_Admin"');
    const form = person({ role: "ROLE_Client_Admin_Limited" });
    const to = (await leadsTo(await limited.post("/admin/users/add", form))) ?? "";
    expect(to).toMatch(/^\/admin\/users\/added\?username=Asha_Rao_/);
    const addedPage = plain((await limited.open(to)).html);
    expect(addedPage).toContain("Add another user");
    expect(addedPage).toContain(`Invitation emailed to ${form.email}`);
    const manager = await web.signedIn(company.users.manager);
    expect(await leadsTo(await manager.get("/admin/users/add"))).toBe("/login");
  });

  test("the list downloads as it is filtered [USR-1]", async () => {
    const admin = await web.signedIn(company.users.admin);
    const file = await admin.get(`/admin/users/download?search=${company.users.group}`);
    expect(file.headers.get("Content-Disposition")).toMatch(/filename="Users-/);
    expect((await file.text()).trim().split(/\r?\n/)).toHaveLength(2);
  });

  test("the bell counts what is unread, the page says it, and one press marks all read [USR-1]", async () => {
    const admin = await web.signedIn(company.users.admin);
    const { id } = await rowOf(`${company.users.regional}@example.com`);
    const link = linkTo(
      (await admin.open(`/admin/users?search=${company.users.regional}`)).html,
      "password",
    );
    await admin.post(link, {});
    await web.at.database.pool.query(
      "update notification set title = title || ' <b>' where user_id = $1",
      [id],
    );
    const regional = await web.signedIn(company.users.regional);
    const bell = /href="\/admin\/notifications".*?<\/a>/s;
    expect(bell.exec((await regional.open("/admin")).html)?.[0]).toMatch(/>1</);
    const page = (await regional.open("/admin/notifications")).html;
    expect(page).toContain(`${company.users.admin} reset your password &lt;b&gt;`);
    expect(await leadsTo(await regional.post("/admin/notifications", { all: "on" }))).toBe(
      "/admin/notifications",
    );
    const read = (await regional.open("/admin/notifications")).html;
    expect(bell.exec(read)?.[0]).not.toMatch(/>1</);
    expect(read).not.toContain("Mark all as read");
  });
});
