import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { waitingFormPath } from "~/features/companies/paths";
import { identifiers } from "~/lib/api/identifiers.server";
import { makeCompany, makeProvider, makeUser, type TestCompany } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { password } from "../support/platform.ts";
import {
  appSecret,
  leadsTo,
  openTestWeb,
  origin,
  type TestWeb,
  type Visitor,
  webOver,
} from "../support/web.ts";

const path = "/admin/store/add";
/** Where that page leads once it has what it asks. */
const next = "/admin/store/add/hours";
const idle = 40 * 24 * 60 * 60_000;
let serial = 0;
const typed = () => ({
  storeCode: `D-${++serial}`,
  storeName: `Typed ${serial}`,
  timeZone: "Asia/Kolkata",
  city: "Nashik",
});
const hidden = (html: string, name: string, at = 0) =>
  [...html.matchAll(new RegExp(`<input type="hidden" name="${name}" value="([^"]*)"`, "g"))][
    at
  ]?.[1] ?? "";
/** Reads what a page's main form would send by itself. */
const formOf = (html: string) => {
  const form = /<form[^>]* id="form".*?<\/form>/s.exec(html)?.[0] ?? "";
  return { _csrf: hidden(form, "_csrf"), _key: hidden(form, "_key"), _form: hidden(form, "_form") };
};
const signIn = (person: Visitor, username: string) => person.post("/login", { username, password });

describe("A form", () => {
  let web: TestWeb;
  let company: TestCompany;

  beforeAll(async () => {
    web = await openTestWeb(anyEngine);
    await makeProvider(web.at.database);
    company = await makeCompany(web.at.database);
  });
  afterAll(() => web.close());

  const newAdmin = async () =>
    (
      await makeUser(web.at.database, company.companyId, {
        role: "ROLE_Client_Admin",
        level: "national",
      })
    ).username;
  const openedAt = async (person: Visitor, at: string) =>
    formOf(await (await person.get(at)).text());
  const opened = (person: Visitor) => openedAt(person, path);
  /** A form whose call makes something, so that its key counts. */
  const storePage = () =>
    `/admin/stores/${identifiers(appSecret).encrypt("store", company.stores[0]?.id ?? 0)}`;
  const once = () => `${storePage()}/player`;
  const player = () => ({ username: `player.${++serial}`, password: "Player@2026x" });
  const usersNamed = async (username: string) =>
    (await web.at.database.pool.query("select 1 from app_user where username = $1", [username]))
      .rowCount;

  test("posted twice does its work once, and both answers lead on", async () => {
    const person = await web.signedIn(company.users.admin);
    const fields = { ...(await openedAt(person, once())), ...player() };
    const answers = await Promise.all([person.post(once(), fields), person.post(once(), fields)]);
    expect(await Promise.all(answers.map(leadsTo))).toEqual([storePage(), storePage()]);
    expect(await usersNamed(fields.username)).toBe(1);
  });

  test("sent again with other content under its old key says so, keeps what was typed and gets another key", async () => {
    const person = await web.signedIn(company.users.admin);
    const fields = await openedAt(person, once());
    await person.post(once(), { ...fields, ...player() });
    const other = player();
    const response = await person.post(once(), { ...fields, ...other });
    const html = await response.text();
    expect(response.status).toBe(422);
    expect(html).toContain("This was already sent with different content.");
    expect(html).toContain(`value="${other.username}"`);
    expect(formOf(html)._key).not.toBe(fields._key);
    expect(await leadsTo(await person.post(once(), { ...formOf(html), ...other }))).toBe(
      storePage(),
    );
  });

  test("that the platform refused is corrected and sent under a key of its own [VAL-3]", async () => {
    const person = await web.signedIn(company.users.admin);
    const first = player();
    await person.post(once(), { ...(await openedAt(person, once())), ...first });
    const fields = await openedAt(person, once());
    const refused = await (await person.post(once(), { ...fields, ...first })).text();
    expect(refused).toContain('aria-invalid="true"');
    expect(await leadsTo(await person.post(once(), { ...formOf(refused), ...player() }))).toBe(
      storePage(),
    );
  });

  test("whose session expired leads to sign-in and back to it, with what was typed [SES-3]", async () => {
    const username = await newAdmin();
    const person = await web.signedIn(username);
    const fields = { ...(await opened(person)), ...typed() };
    web.at.clock.now += idle;
    const response = await person.post(path, fields);
    expect(await leadsTo(response)).toBe("/login");
    const [cookie = ""] = response.headers
      .getSetCookie()
      .filter((line) => line.startsWith("fever-draft="));
    expect(cookie).toMatch(/; Max-Age=3600; Path=\/; HttpOnly; SameSite=Lax/);
    expect(cookie).not.toContain(fields.storeName);
    expect((await person.open("/login")).html).toContain("Session expired, Please login again");
    await signIn(person, username);
    const back = await person.open("/login");
    expect(back.path).toBe(path);
    expect(back.html).toContain(`value="${fields.storeName}"`);
    expect(back.html).toContain("They have not been sent yet.");
    expect(formOf(back.html)._key).toBe(fields._key);

    const reloaded = await person.open(path);
    expect(reloaded.html).toContain(`value="${fields.storeName}"`);
    expect((await person.open("/login")).path).not.toBe(path);

    expect(await leadsTo(await person.post(path, { ...fields, ...formOf(back.html) }))).toBe(next);
    expect(person.jar.has("fever-draft")).toBe(false);
    expect((await person.open(path)).html).not.toContain("They have not been sent yet.");
  });

  test("of a browser that lost its session is kept too; another person who signs in is never shown it", async () => {
    const username = await newAdmin();
    const another = await newAdmin();
    for (const who of [another, username]) {
      const person = await web.signedIn(username);
      const fields = { ...(await opened(person)), ...typed() };
      person.jar.delete("fever");
      expect(await leadsTo(await person.post(path, fields))).toBe("/login");
      await signIn(person, who);
      const back = await person.open("/login");
      expect(back.path === path).toBe(who === username);
      expect((await person.open(path)).html.includes(fields.storeName)).toBe(who === username);
    }
  });

  test("that nobody of ours was given is not kept: nothing proves whose it is", async () => {
    const person = web.visitor();
    const response = await person.post(path, {
      ...typed(),
      _csrf: `${"a".repeat(16)}.${"b".repeat(43)}`,
    });
    expect(await leadsTo(response)).toBe("/login");
    await signIn(person, company.users.admin);
    expect((await person.open("/login")).path).not.toBe(path);
    const visitor = web.visitor();
    expect((await visitor.post(path, typed())).headers.has("Set-Cookie")).toBe(false);
  });

  test("is discarded on request, and shown as it was", async () => {
    const username = await newAdmin();
    const person = await web.signedIn(username);
    const fields = { ...(await opened(person)), ...typed() };
    person.jar.delete("fever");
    await person.post(path, fields, { Referer: origin + path });
    await signIn(person, username);
    const back = await person.open("/login");
    const discard = await person.post(
      "/draft/discard",
      { ...fields, ...formOf(back.html) },
      { Referer: origin + path },
    );
    expect(await leadsTo(discard)).toBe(path);
    const { html } = await person.open(path);
    expect(html).not.toContain(fields.storeName);
    expect(html).not.toContain("They have not been sent yet.");
  });

  test("too large for cookies still finds its way back", async () => {
    const username = await newAdmin();
    const person = await web.signedIn(username);
    const noise = Array.from({ length: 4000 }, () => Math.random().toString(36).slice(2)).join("");
    const fields = { ...(await opened(person)), ...typed(), addressLine: noise };
    person.jar.delete("fever");
    const response = await person.post(path, fields);
    for (const line of response.headers.getSetCookie()) expect(line.length).toBeLessThan(4000);
    await signIn(person, username);
    expect((await person.open("/login")).path).toBe(path);
  });

  test("that meets a platform which does not answer, or fails, is there again with what was typed and its key [ERR-1] [ERR-2]", async () => {
    const person = await web.signedIn(company.users.admin);
    const broken = {
      ...web.at,
      platform: {
        fetch: (request: Request, connection: object) =>
          request.method === "POST"
            ? Response.json({}, { status: 500 })
            : web.at.platform.fetch(request, connection),
      },
    } as unknown as typeof web.at;
    for (const [failing, words] of [
      [
        await webOver(undefined, { PLATFORM_API_URL: "http://127.0.0.1:1" }),
        "Problem while connecting to Server.Please try again",
      ],
      [await webOver(broken), "Something went wrong.Our technical team will fix it soon."],
    ] as const) {
      const stranded = failing.visitor();
      for (const [name, value] of person.jar) stranded.jar.set(name, value);
      const fields = { ...(await openedAt(person, once())), ...player() };
      const response = await stranded.post(once(), fields);
      const html = await response.text();
      expect(response.status).toBeGreaterThanOrEqual(500);
      expect(html).toContain(words);
      person.jar.set("fever-draft", stranded.jar.get("fever-draft") ?? "");
      const again = await person.open(once());
      expect(again.html).toContain(`value="${fields.username}"`);
      expect(formOf(again.html)._key).toBe(fields._key);
      await person.post(once(), { ...fields, ...formOf(again.html) });
      expect(await usersNamed(fields.username)).toBe(1);
    }
  });
});

describe("A request that changes something", () => {
  let web: TestWeb;
  let company: TestCompany;

  beforeAll(async () => {
    web = await openTestWeb(anyEngine);
    await makeProvider(web.at.database);
    company = await makeCompany(web.at.database);
  });
  afterAll(() => web.close());

  test("proves by field or header that it is from our page: token in a cookie that scripts read, one a session [SES-9]", async () => {
    const person = web.visitor();
    await signIn(person, company.users.admin);
    const response = await person.get("/login");
    const [cookie = ""] = response.headers
      .getSetCookie()
      .filter((line) => line.startsWith("XSRF-TOKEN="));
    expect(cookie).toMatch(/; Path=\/; SameSite=Lax$/);
    const token = person.jar.get("XSRF-TOKEN") ?? "";
    expect(hidden((await person.open(path)).html, "_csrf")).toBe(token);
    expect(await leadsTo(await person.post(path, typed()))).toBe(next);
    const byHeader = await person.post(path, { ...typed(), _csrf: "" }, { "X-XSRF-TOKEN": token });
    expect(await leadsTo(byHeader)).toBe(next);
    await signIn(person, company.users.admin);
    const again = web.visitor();
    await signIn(again, company.users.admin);
    await again.get("/login");
    expect(again.jar.get("XSRF-TOKEN")).not.toBe(token);
  });

  test("without the token, with a wrong one or another person's is refused with 403 and changes nothing [SES-9]", async () => {
    const person = await web.signedIn(company.users.admin);
    const other = await web.signedIn(company.users.regional);
    for (const _csrf of [
      "",
      "wrong",
      other.jar.get("XSRF-TOKEN") ?? "",
      `${person.jar.get("XSRF-TOKEN")}x`,
    ]) {
      const fields = typed();
      const response = await person.post(path, { ...fields, _csrf });
      expect(response.status).toBe(403);
      const html = await response.text();
      expect(html).toContain("was not sent");
      expect(html).not.toContain(fields.storeName);
      const data = await person.post(`${path}.data`, { ...fields, _csrf });
      expect(data.status).toBe(202);
      expect(await leadsTo(data)).toBe(path);
    }
    const json = await person.send(path, {
      method: "POST",
      body: "{}",
      headers: { "Content-Type": "application/json" },
    });
    expect(json.status).toBe(403);
    // of the test before
    expect(web.calls.filter((call) => call === "PUT /api/form-draft").length).toBe(2);
  });

  test("from an earlier sign-in of the same person is refused with 403 and shows what was typed [SES-9]", async () => {
    const person = await web.signedIn(company.users.admin);
    const old = formOf(await (await person.get(path)).text());
    person.jar.delete("fever");
    await signIn(person, company.users.admin);
    await person.open("/login");
    const fields = typed();
    const response = await person.post(path, { ...old, ...fields });
    const html = await response.text();
    expect(response.status).toBe(403);
    expect(html).toContain(`value="${fields.storeName}"`);
    expect(await leadsTo(await person.post(path, { ...fields, ...formOf(html) }))).toBe(next);
  });

  test("from another site is refused whatever it carries [SES-9]", async () => {
    const person = await web.signedIn(company.users.admin);
    for (const headers of [{ Origin: "https://evil.example" }, { Origin: "null" }] as Record<
      string,
      string
    >[])
      expect((await person.post(path, typed(), headers)).status).toBe(403);
  });

  test("is no forgery for a visitor: signing in needs no token", async () => {
    expect((await web.visitor().post("/login", { username: "x", password: "y" })).status).toBe(401);
  });
});

describe("A form that provider staff were given", () => {
  const ids = identifiers(appSecret);
  let web: TestWeb;
  let staff: string;
  let north: TestCompany;
  let other: TestCompany;

  beforeAll(async () => {
    web = await openTestWeb(anyEngine);
    staff = (await makeProvider(web.at.database)).staff.Fever_Super_Admin_Major;
    north = await makeCompany(web.at.database);
    other = await makeCompany(web.at.database);
  });
  afterAll(() => web.close());

  const choose = async (person: Visitor, { companyId }: TestCompany) => {
    const response = await person.post("/admin/company/choose", {
      company: ids.encrypt("company", companyId),
      returnTo: path,
    });
    expect(await leadsTo(response)).toBe(path);
  };
  const opened = async (person: Visitor) => formOf((await person.open(path)).html);
  /** True if the form was saved for a company: what its page keeps on the server. */
  const isKept = async ({ companyId }: TestCompany, code: string) =>
    JSON.stringify(
      await web.at.as(staff).findDraft({ query: { form: "store/add", companyId } }),
    ).includes(`"${code}"`);

  test("for one company waits for it in another, by whatever it is proven, and changes neither [CTX-2] [SES-9]", async () => {
    const person = await web.signedIn(staff);
    await choose(person, north);
    const fields = { ...(await opened(person)), ...typed() };
    await choose(person, other);
    const header = { "X-XSRF-TOKEN": person.jar.get("XSRF-TOKEN") ?? "" };
    for (const headers of [{}, header] as Record<string, string>[]) {
      const store = ids.encrypt("store", north.stores[0]?.id ?? 0);
      const confirmation = { _csrf: fields._csrf };
      for (const address of [
        "/admin/stores/bulk/deactivate?all=on",
        `/admin/stores/${store}/deactivate`,
      ])
        expect(await leadsTo(await person.post(address, confirmation, headers))).toBe(
          waitingFormPath,
        );
      expect(await leadsTo(await person.post(`${path}.data`, fields, headers))).toBe(
        waitingFormPath,
      );
      expect(await leadsTo(await person.post(path, fields, headers))).toBe(waitingFormPath);
      const { html } = await person.open(waitingFormPath);
      for (const words of [
        `while working in ${north.name}. Now you work in ${other.name}, so nothing was saved.`,
        "What you typed is kept for an hour.",
        `Open ${north.name}</button>`,
      ])
        expect(html.replaceAll("<!-- -->", "")).toContain(words);
      expect(html).not.toContain(fields.storeName);
    }
    expect(await leadsTo(await person.post(waitingFormPath, {}))).toBe(path);
    expect((await person.open(path)).html).toContain(fields.storeName);
    await choose(person, other);
    for (const company of [north, other])
      expect(await isKept(company, fields.storeCode)).toBe(false);
    for (const company of [north, other]) {
      await choose(person, company);
      expect((await person.open(path)).html.includes(fields.storeName)).toBe(company === north);
    }
    expect(
      (await web.at.database.pool.query("select 1 from store where status = 'inactive'")).rows,
    ).toEqual([]);

    expect(await leadsTo(await person.post(path, { ...fields, ...(await opened(person)) }))).toBe(
      next,
    );
    expect(await isKept(other, fields.storeCode)).toBe(true);
    expect(await isKept(north, fields.storeCode)).toBe(false);
  });

  test("waits as a draft for the company it was made for, and is shown in no other, after another sign-in too", async () => {
    const person = await web.signedIn(staff);
    await choose(person, north);
    const fields = { ...(await opened(person)), ...typed() };
    person.jar.delete("fever");
    await person.post(path, fields);
    await signIn(person, staff);
    expect((await person.open("/login")).path).toMatch(/^\/admin\/company\/choose/);
    for (const company of [other, north]) {
      await choose(person, company);
      expect((await person.open(path)).html.includes(fields.storeName)).toBe(company === north);
    }
  });
});
