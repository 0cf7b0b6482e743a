import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { messages } from "#contract/base/messages";
import { migrate } from "#platform/db/migrate";
import { openDatabase } from "#platform/db/open-database";
import { identifiers } from "~/lib/api/identifiers.server";
import { makeCompany, makeProvider, makeUser, type TestCompany } from "../support/companies.ts";
import { anyEngine, engines } from "../support/database.ts";
import { longestTurn } from "../support/longest-turn.ts";
import { openTestPlatform, password } from "../support/platform.ts";
import { type PostgresCluster, startPostgresCluster } from "../support/postgres-server.ts";
import { appSecret, leadsTo, openTestWeb, type TestWeb, webOver } from "../support/web.ts";

const companyForm = {
  companyName: "Changed",
  commEmail: "a@b.example",
  phoneCountryCode: "91",
  phone: "9876543210",
  addressLine: "1 Road",
  city: "Pune",
  state: "Maharashtra",
  postalCode: "411001",
  timeZone: "Asia/Kolkata",
  thresholdVolume: "20",
};

const minutes = (n: number) => n * 60_000;

describe("A session", () => {
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
  const refreshes = () => web.calls.filter((call) => call === "POST /api/auth/refreshToken").length;

  test("begins with a post to auth/signin and one cookie that no script can read; the password is in no answer [SES-1]", async () => {
    const person = web.visitor();
    const response = await person.post("/login", { username: company.users.admin, password });
    expect(web.calls).toContain("POST /api/auth/signin");
    const [cookie = ""] = response.headers
      .getSetCookie()
      .filter((line) => line.startsWith("fever="));
    expect(cookie).toMatch(/; HttpOnly/);
    expect(cookie).toMatch(/; SameSite=Lax/);
    expect(cookie).toMatch(/; Path=\//);
    expect(cookie).not.toMatch(/; Secure/);
    const { html } = await person.open("/admin/stores");
    expect(html).not.toMatch(/accessToken|refreshToken|eyJ[\w-]+\./);
  });

  test("over https is __Host- and Secure, and the site says so to browsers [SES-1]", async () => {
    const secure = await webOver(web.at, { PUBLIC_URL: "https://shop.example" });
    const response = await secure
      .visitor()
      .post("/login", { username: company.users.admin, password });
    const [cookie = ""] = response.headers
      .getSetCookie()
      .filter((line) => line.startsWith("__Host-fever="));
    for (const flag of [/; Secure/, /; HttpOnly/, /; SameSite=Lax/, /; Path=\/(;|$)/])
      expect(cookie).toMatch(flag);
    expect(cookie).not.toMatch(/; Domain/i);
    expect(response.headers.get("Strict-Transport-Security")).toMatch(/max-age=/);
  });

  test("whose access token expired is renewed once for fifty requests at a time, and all of them are answered [SES-2]", async () => {
    const person = await web.signedIn(await newAdmin());
    const old = [...person.jar].map((pair) => pair.join("=")).join("; ");
    web.at.clock.now += minutes(11);
    const before = refreshes();
    const paths = [
      "/admin/stores",
      "/admin/stores.data",
      "/admin/stores?sort=-name",
      "/admin/store/add",
      "/admin/company/edit",
    ];
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        person.send(paths[n % paths.length] ?? "/", { headers: { Cookie: old } }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(refreshes() - before).toBe(1);
    for (const answer of answers) await answer.arrayBuffer();
    const late = await person.send("/admin/stores", { headers: { Cookie: old } });
    expect(late.status).toBe(200);
    expect(refreshes() - before).toBe(1);
  });

  test("takes its new cookie along on a page, a data request, a redirect and a download alike [SES-2]", async () => {
    const person = await web.signedIn(await newAdmin());
    const requests: [string, () => Promise<Response>][] = [
      ["a page", () => person.get("/admin/stores")],
      ["data", () => person.get("/admin/stores.data")],
      ["a redirect", () => person.post("/admin/stores/bulk/activate?all=on", {})],
      ["a download", () => person.get("/admin/stores/download")],
    ];
    for (const [what, send] of requests) {
      const cookieBefore = person.jar.get("fever");
      web.at.clock.now += minutes(11);
      const response = await send();
      expect(response.status, what).toBe(what === "a redirect" ? 302 : 200);
      await response.arrayBuffer();
      expect(person.jar.get("fever"), what).not.toBe(cookieBefore);
      const before = refreshes();
      expect((await person.get("/admin/stores")).status, `after ${what}`).toBe(200);
      expect(refreshes(), `after ${what}`).toBe(before);
    }
  });

  test("that cannot be renewed ends at /login, which says so and forgets it [SES-3]", async () => {
    const person = await web.signedIn(await newAdmin());
    await web.at.database.pool.query(
      "update auth_session set ended_at = now(), end_reason = 'signed out' where ended_at is null",
    );
    web.at.clock.now += minutes(11);
    for (const path of ["/admin/stores", "/admin/stores.data", "/admin/stores/download"]) {
      const copy = web.visitor();
      for (const [name, value] of person.jar) copy.jar.set(name, value);
      expect(await leadsTo(await copy.get(path)), path).toBe("/login");
      const page = await copy.open("/login");
      expect(page).toMatchObject({ path: "/login", status: 200 });
      expect(page.html).toContain("Session expired, Please login again");
      expect((await copy.open("/login")).html).not.toContain("Session expired");
    }
  });

  test("stays where it is when the platform refuses with 403, and the message is shown; 407 takes the same way but never arrives, because fetch makes a network error of it [ERR-3]", async () => {
    const units = [{ regionId: company.north.regionId }];
    const { username } = await makeUser(web.at.database, company.companyId, {
      role: "ROLE_Client_Admin",
      level: "regional",
      units,
    });
    const person = await web.signedIn(username);
    expect(await leadsTo(await person.post("/admin/company/edit", companyForm))).toBe(
      "/admin/company/edit",
    );
    const page = await person.open("/admin/company/edit");
    expect([page.status, page.html.includes(messages.notAllowed)]).toEqual([200, true]);
  });

  test("is ended by signing out, also when its access token has expired [SES-5]", async () => {
    for (const wait of [0, minutes(11)]) {
      const person = await web.signedIn(await newAdmin());
      const cookie = [...person.jar].map((pair) => pair.join("=")).join("; ");
      web.at.clock.now += wait;
      expect(await leadsTo(await person.post("/logout", {}))).toBe("/login");
      expect(person.jar.has("fever")).toBe(false);
      web.at.clock.now += 4000; // a caller is known for 3 s at the most
      expect(
        await leadsTo(await web.visitor().send("/admin/stores", { headers: { Cookie: cookie } })),
      ).toBe("/login");
    }
  });

  test("outlives a sign-out that fails, and the server's message is shown [SES-5]", async () => {
    const person = await web.signedIn(await newAdmin());
    const unreachable = await webOver(undefined, { PLATFORM_API_URL: "http://127.0.0.1:1" });
    const stranded = unreachable.visitor();
    for (const [name, value] of person.jar) stranded.jar.set(name, value);
    const response = await stranded.post(
      "/logout",
      {},
      { Referer: "http://shop.example/admin/stores" },
    );
    expect(await leadsTo(response)).toBe("/admin/stores");
    for (const [name, value] of stranded.jar) person.jar.set(name, value);
    const page = await person.open("/admin/stores");
    expect(page.status).toBe(200);
    expect(page.html).toContain("Problem while connecting to Server.Please try again");
  });

  test("begins at the address that the outermost of our proxies saw, never at one a person made up [SES-1]", async () => {
    const addressOf = async (proxyHops: number, forwarded: string) => {
      const username = await newAdmin();
      const person = (await webOver(web.at, { PROXY_HOPS: proxyHops })).visitor();
      await person.post("/login", { username, password }, { "X-Forwarded-For": forwarded });
      const { rows } = await web.at.database.pool.query(
        "select address from auth_session s join app_user u on u.company_id = s.company_id and u.id = s.user_id where username = $1",
        [username],
      );
      return rows[0]?.address;
    };
    expect(await addressOf(0, "1.2.3.4")).toMatch(/^10\./);
    expect(await addressOf(1, "1.2.3.4, 203.0.113.7")).toBe("203.0.113.7");
    expect(await addressOf(2, "1.2.3.4, 203.0.113.7, 10.1.1.1")).toBe("203.0.113.7");
  });

  test("is not touched by forms of other sites [SES-1]", async () => {
    const person = await web.signedIn(await newAdmin());
    for (const headers of <Record<string, string>[]>[
      { Origin: "https://evil.example" },
      { Origin: "null" },
      { "Sec-Fetch-Site": "cross-site" },
    ]) {
      expect((await person.post("/logout", {}, headers)).status).toBe(403);
      expect((await person.post("/admin/stores/bulk/deactivate?all=on", {}, headers)).status).toBe(
        403,
      );
    }
    expect((await person.get("/admin/stores")).status).toBe(200);
    const { rows } = await web.at.database.pool.query(
      "select 1 from store where status = 'inactive'",
    );
    expect(rows).toEqual([]);
  });

  test("does not carry over: signing in again gives other tokens [SES-1]", async () => {
    const person = await web.signedIn(company.users.admin);
    const first = person.jar.get("fever");
    await person.post("/logout", {});
    await person.post("/login", { username: company.users.limited, password });
    expect(person.jar.get("fever")).not.toBe(first);
    // the limited admin has no stores
    expect(await leadsTo(await person.get("/admin/stores"))).toBe("/login");
  });
});

describe("Identifiers in addresses", () => {
  const ids = identifiers(appSecret);

  test("are the same each time, tell kinds apart, and refuse what is no id with 'Value can not be encrypted' [CTX-5]", () => {
    expect(ids.encrypt("store", 7)).toBe(ids.encrypt("store", 7));
    expect(ids.encrypt("store", 7)).not.toBe(ids.encrypt("group", 7));
    expect(ids.encrypt("store", 7)).not.toContain("7".repeat(4));
    for (const wrong of [0, -1, 1.5, Number.NaN, "7", null, undefined, {}])
      expect(() => ids.encrypt("store", wrong as number), String(wrong)).toThrow(
        "Value can not be encrypted",
      );
    for (const id of [1, 2_000_001, Number.MAX_SAFE_INTEGER])
      expect(ids.decrypt("store", ids.encrypt("store", id))).toBe(id);
  });

  test("that were tampered with give 404 and 'Value could not be decrypted', and no trace of the code [CTX-5]", async () => {
    const web = await openTestWeb(anyEngine);
    const company = await makeCompany(web.at.database);
    const admin = await web.signedIn(company.users.admin);
    const good = ids.encrypt("store", company.stores[0]?.id ?? 0);
    const other = identifiers("another application secret, long enough").encrypt(
      "store",
      company.stores[0]?.id ?? 0,
    );
    const wrong = [
      `${good.slice(0, -2)}AA`,
      good.slice(0, -1),
      `${good}A`,
      "1",
      "",
      ids.encrypt("group", 1),
      other,
      "%00",
      "../../etc",
    ];
    for (const ref of wrong)
      for (const path of [
        `/admin/stores/bulk/deactivate?id=${encodeURIComponent(ref)}`,
        ref && `/admin/stores/${encodeURIComponent(ref)}/deactivate`,
        ref && `/admin/stores?regionId=${encodeURIComponent(ref)}`,
      ]) {
        if (!path) continue;
        const response = await admin.get(path);
        const html = await response.text();
        expect(response.status, path).toBe(404);
        expect(html, path).toContain(messages.decryptFailed);
        expect(html, path).not.toMatch(/at \w+ \(|\.tsx?:\d+|node_modules/);
      }
    expect((await admin.post(`/admin/stores/${good.slice(0, -2)}AA/deactivate`, {})).status).toBe(
      404,
    );
    expect((await admin.get(`/admin/stores/${good}/deactivate`)).status).toBe(200);
    const { rows } = await web.at.database.pool.query(
      "select 1 from store where status = 'inactive'",
    );
    expect(rows).toEqual([]);
    await web.close();
  });
});

describe("Forms", () => {
  let web: TestWeb;
  let company: TestCompany;
  beforeAll(async () => {
    web = await openTestWeb(anyEngine);
    company = await makeCompany(web.at.database);
  });
  afterAll(() => web.close());

  const storeForm = {
    storeCode: "S-900",
    storeName: "New store",
    city: "Pune",
    timeZone: "Asia/Kolkata",
  };

  test("give a field's error beside it, from the page's check and from the API's, and keep what was typed [VAL-3]", async () => {
    const admin = await web.signedIn(company.users.admin);
    const usedCode = company.stores[0]?.code ?? "";
    const refusals: [Record<string, string>, string, string][] = [
      [{ ...storeForm, storeCode: "not a code" }, "storeCode", messages.code],
      [{ ...storeForm, storeCode: "" }, "storeCode", messages.required],
      [{ ...storeForm, phone: "12" }, "phone", "Enter 6 to 14 digits."],
      [{ ...storeForm, storeCode: usedCode }, "storeCode", "code"], // only the database knows that
    ];
    for (const [fields, name, message] of refusals) {
      const response = await admin.post("/admin/store/add", fields);
      const html = await response.text();
      expect(response.status, name).toBe(422);
      expect(html, name).toContain(`href="#form-${name}"`);
      expect(
        new RegExp(
          `id="form-${name}-error"[^>]*>(?:<[^>]+>)*[^<]*${message.replace(/[().]/g, "\\$&").slice(0, 30)}`,
          "i",
        ).test(html.replace(/&#x27;/g, "'")),
        `${name}: ${message}`,
      ).toBe(true);
      expect(html).toContain('value="New store"');
      expect(html).toContain('value="Pune"');
    }
    const { rows } = await web.at.database.pool.query(
      "select 1 from store where name = 'New store'",
    );
    expect(rows).toEqual([]);
  });

  test("derive the browser's constraints from the schema that page and API share [VAL-3]", async () => {
    const admin = await web.signedIn(company.users.admin);
    const { html } = await admin.open("/admin/store/add");
    const input = (name: string) =>
      new RegExp(`<input[^>]*name="${name}"[^>]*>`).exec(html)?.[0] ?? "";
    expect(input("storeCode")).toMatch(/required=""/);
    expect(input("storeCode")).toMatch(/maxLength="50"/i);
    expect(input("storeCode")).toMatch(/pattern="/);
    expect(input("addressLine")).not.toMatch(/required/);
  });

  test("leave empty members out, and a section that is put anew clears what was left out [VAL-4]", async () => {
    const admin = await web.signedIn(company.users.admin);
    const whole = {
      companyName: company.name,
      commEmail: "music@example.com",
      phone: "9876543210",
      addressLine: "1 Road",
      city: "Pune",
      state: "Maharashtra",
      postalCode: "411001",
      timeZone: "Asia/Kolkata",
      thresholdVolume: "20",
    };
    const saved = async (fields: Record<string, string>) => {
      expect((await admin.post("/admin/company/edit", fields)).status).toBe(302);
      const { rows } = await web.at.database.pool.query(
        "select website, pan_no, phone_country_code from company where id = $1",
        [company.companyId],
      );
      return rows[0];
    };
    expect(await saved({ ...whole, companyWebsite: "shop.example", panNo: "AAPFU0939F" })).toEqual({
      website: "shop.example",
      pan_no: "AAPFU0939F",
      phone_country_code: "91",
    });
    expect(await saved({ ...whole, companyWebsite: "", panNo: "" })).toEqual({
      website: null,
      pan_no: null,
      phone_country_code: "91",
    });
  });

  test("refuse indices that would block the process, and bodies above 1 MB", async () => {
    const admin = await web.signedIn(company.users.admin);
    const blocked = await longestTurn(async () => {
      expect(
        (await admin.post("/admin/store/add", { ...storeForm, "phones[1000000]": "x" })).status,
      ).toBe(422);
    });
    expect(blocked).toBeLessThan(2000);
    expect(
      (await admin.post("/admin/store/add", { ...storeForm, city: "x".repeat(1024 * 1024 + 1) }))
        .status,
    ).toBe(413);
  });
});

describe("When the platform fails", () => {
  test("an unreachable one shows the error modal over the form, with what was typed but the password [ERR-1]", async () => {
    const web = await webOver(undefined, { PLATFORM_API_URL: "http://127.0.0.1:1" });
    const response = await web.visitor().post("/login", { username: "client.admin", password });
    const html = await response.text();
    expect(response.status).toBe(503);
    expect(html).toContain("Problem while connecting to Server.Please try again");
    expect(html).toContain('role="alertdialog"');
    expect(html).toContain('value="client.admin"');
    expect(html).not.toContain(password);
  });

  const cluster: Promise<PostgresCluster | undefined> | undefined = engines.includes("postgres")
    ? startPostgresCluster()
    : undefined;

  test.runIf(cluster)(
    "a database that is gone: pages say so with the request's id, ready is 503, and all is well when it is back [ERR-2]",
    async () => {
      const server = await cluster;
      if (!server) throw new Error("no PostgreSQL");
      const database = await openDatabase({
        url: server.url,
        maxConnections: 3,
        statementTimeout: 2000,
      });
      try {
        await migrate(database);
        const at = await openTestPlatform("postgres", { database });
        const web = await webOver(at);
        const company = await makeCompany(database);
        const admin = await web.signedIn(company.users.admin);
        const ready = async () => (await at.send(new Request("http://platform/api/ready"))).status;
        expect(await ready()).toBe(200);
        await server.halt();
        const response = await admin.get("/admin/stores");
        const html = await response.text();
        expect(response.status).toBeGreaterThanOrEqual(500);
        expect(html).toContain("Something went wrong.Our technical team will fix it soon.");
        expect(html).toContain(response.headers.get("X-Request-Id") ?? "no id");
        expect(await ready()).toBe(503);
        expect(admin.jar.has("fever")).toBe(true);
        await server.resume();
        at.clock.now += 4000;
        expect((await admin.get("/admin/stores")).status).toBe(200);
        expect(await ready()).toBe(200);
      } finally {
        await database.close();
        await server.stop();
      }
    },
  );
});
