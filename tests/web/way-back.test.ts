import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeCompany, makeProvider, makeUser, type TestCompany } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { password, type TestPlatform } from "../support/platform.ts";
import { type Smtp, tokenIn } from "../support/smtp.ts";
import {
  leadsTo,
  type MailingWeb,
  openMailingWeb,
  origin,
  type Visitor,
  webOver,
} from "../support/web.ts";

const minutes = (n: number) => n * 60_000;

describe("Signing in", () => {
  let smtp: Smtp;
  let web: MailingWeb;
  let company: TestCompany;
  let provider: Awaited<ReturnType<typeof makeProvider>>;

  beforeAll(async () => {
    web = await openMailingWeb(anyEngine);
    smtp = web.smtp;
    company = await makeCompany(web.at.database);
    provider = await makeProvider(web.at.database);
  });
  afterAll(() => web.close());

  const someone = async (person: Partial<Parameters<typeof makeUser>[2]> = {}) =>
    makeUser(web.at.database, company.companyId, {
      role: "ROLE_Client_Admin",
      level: "national",
      ...person,
    });
  const signIn = async (person: Visitor, username: string) => {
    expect(await leadsTo(await person.post("/login", { username, password }))).toBe("/login");
    return leadsTo(await person.get("/login"));
  };
  const endSessions = async () => {
    await web.at.database.pool.query(
      "update auth_session set ended_at = now(), end_reason = 'signed out' where ended_at is null",
    );
    web.at.clock.now += minutes(11);
  };

  describe("leads back to the page asked for", () => {
    test("with its filters, once; the redirect to /login carries neither address nor message [NAV-8]", async () => {
      const person = web.visitor();
      const address = "/admin/stores?search=west+end&sort=name";
      expect(await leadsTo(await person.get(address))).toBe("/login");
      const page = await person.open("/login");
      expect(page.html).not.toMatch(/west.{1,3}end/);
      expect(await signIn(person, company.users.admin)).toBe(address);
      expect(await leadsTo(await person.get("/login"))).toBe("/admin");
    });

    test.each([
      ["/admin/stores.data?search=x", "/admin/stores?search=x"],
      ["/admin/stores.data?_routes=routes%2Fadmin.stores._index", "/admin/stores"],
      ["/admins/users?page=2", "/admins/users?page=2"],
    ])("%s, asked for by a script or by its other name, is %s [NAV-8]", async (path, expected) => {
      const person = web.visitor();
      expect(await leadsTo(await person.get(path))).toBe("/login");
      expect(await signIn(person, company.users.admin)).toBe(expected);
    });

    test.each([
      ["a download", "/admin/stores/download", {}],
      ["what a script checks", "/admin/stores/code?code=x", {}],
      ["a song of the player", "/store-manager/media/none", {}],
      ["a page that is not there", "/nowhere", {}],
      ["an address that begins like another site's", "//evil.example/admin", {}],
      ["the sign-out", "/logout", {}],
      ["a picture or sound of a page", "/admin/stores", { "Sec-Fetch-Dest": "image" }],
      ["an address too long to keep", `/admin/stores?search=${"x".repeat(1_100)}`, {}],
    ])("but never to %s [NAV-8] [NAV-9]", async (_what, path, headers) => {
      const person = web.visitor();
      await person.send(origin + path, { headers });
      expect(await signIn(person, company.users.admin)).toBe("/admin");
    });

    test("a script's check on a page leads back to that page, not to the check [NAV-8]", async () => {
      const person = web.visitor();
      const check = "/admin/stores/code.data?code=x";
      expect(await leadsTo(await person.get(check, { Referer: `${origin}/admin/store/add` }))).toBe(
        "/login",
      );
      expect(await signIn(person, company.users.admin)).toBe("/admin/store/add");
      const stranger = web.visitor();
      await stranger.get(check, { Referer: "https://evil.example/admin/store/add" });
      expect(await signIn(stranger, company.users.admin)).toBe("/admin");
    });

    test("a page that the person may not open leads home, with no message [NAV-8] [NAV-9] [ROL-1]", async () => {
      for (const [username, home] of [
        [company.users.manager, "/store-manager"],
        [company.users.limited, "/admin"],
      ] as const) {
        const person = web.visitor();
        await person.get("/admin/users");
        expect(await signIn(person, username)).toBe("/admin/users");
        const page = await person.open("/admin/users");
        expect(page).toMatchObject({ path: home, status: 200 });
        expect(page.html).not.toMatch(/role="alert">[^<]*<[^/]/);
      }
    });

    test("steps of onboarding go first [NAV-9]", async () => {
      const person = web.visitor();
      await person.get("/admin/users");
      expect(await signIn(person, (await someone({ onboardedStep: 2 })).username)).toBe(
        "/admin/company/edit",
      );
      expect(await leadsTo(await person.get("/login"))).toBe("/admin/company/edit");
    });

    test("after a session ended on it, for its own person alone, and never after signing out [NAV-8] [SES-3]", async () => {
      const { username } = await someone();
      for (const [next, expected] of [
        [username, "/admin/stores?search=x"],
        [(await someone()).username, "/admin"],
      ] as const) {
        const person = await web.signedIn(username);
        await person.get("/admin");
        await endSessions();
        expect(await leadsTo(await person.get("/admin/stores?search=x"))).toBe("/login");
        expect((await person.open("/login")).html).toContain("Session expired, Please login again");
        expect(await signIn(person, next)).toBe(expected);
      }
      const person = await web.signedIn(username);
      expect(
        await leadsTo(await person.post("/logout", {}, { Referer: `${origin}/admin/stores` })),
      ).toBe("/login");
      expect(await signIn(person, username)).toBe("/admin");
    });
  });

  describe("by an emailed link", () => {
    const ask = async (person: Visitor, username: string) =>
      leadsTo(await person.post("/sign-in-link", { username }));

    test("is offered at sign-in, works without script, and leads back to the page asked for [SES-8] [UI-10]", async () => {
      const { username } = await someone();
      const person = web.visitor();
      await person.get("/admin/stores?search=x");
      expect((await person.open("/login")).html).toMatch(
        /href="\/sign-in-link"[^>]*>Email me a sign-in link</,
      );
      expect((await person.open("/sign-in-link")).html).not.toContain("<script");
      expect(await ask(person, username)).toBe("/sign-in-link?sent");
      const link = `/validate-temp-token/${tokenIn(await smtp.letterTo(`${username}@example.com`))}`;
      for (let scanner = 0; scanner < 3; scanner++)
        expect((await web.visitor().open(link)).status).toBe(200);
      expect(await leadsTo(await person.post(link, {}))).toBe("/admin/stores?search=x");
      const page = await person.open("/admin");
      expect(page.status).toBe(200);
      expect(page.html).not.toContain("opened by");
      const again = web.visitor();
      expect(await leadsTo(await again.post(link, {}))).toBe("/login");
      expect((await again.open("/login")).html).toContain(
        "This link has expired or was already used. Ask for a new one.",
      );
    });

    test("known and unknown usernames read the same page [SES-8]", async () => {
      const { username } = await someone();
      const pages = [];
      for (const typed of [username, "nobody.at.all"]) {
        const person = web.visitor();
        expect(await ask(person, typed)).toBe("/sign-in-link?sent");
        pages.push(
          (await person.open("/sign-in-link?sent")).html.replace(
            /nonce="[^"]*"|value="[^"]*"/g,
            "",
          ),
        );
      }
      expect(pages[0]).toBe(pages[1]);
      expect(pages[0]).toContain("Check your email");
    });
  });

  describe("says why a session ended, on the page without script too", () => {
    test.each<Record<string, string>>([{}, { "Save-Data": "on" }])(
      "a conflict's reason stands at the top of the sign-in page %j [SES-6] [UI-4]",
      async (headers) => {
        const { username, id } = await someone();
        const person = await web.signedIn(username);
        await web.at.database.pool.query("update app_user set status = 'inactive' where id = $1", [
          id,
        ]);
        web.at.clock.now += 5_000;
        expect(await leadsTo(await person.get("/admin/stores", headers))).toBe("/login");
        const html = await (await person.get("/login", headers)).text();
        expect(html).not.toMatch(/<script[^>]* src=/); // but Show's few lines at the password
        expect(html.indexOf("Your account has been deactivated.")).toBeGreaterThan(
          html.indexOf('role="alert"'),
        );
        expect(html.indexOf("Your account has been deactivated.")).toBeLessThan(
          html.indexOf("<h1"),
        );
      },
    );

    test("a page whose script asks for its data is told there [SES-3] [UI-4]", async () => {
      const person = await web.signedIn((await someone()).username);
      await endSessions();
      const headers = { "Sec-Fetch-Dest": "empty" };
      expect(await leadsTo(await person.get("/admin/stores.data", headers))).toBe("/login");
      expect(await (await person.get("/login.data", headers)).text()).toContain(
        "Session expired, Please login again",
      );
    });

    test("a sound or a script of the page that is led to /login does not use the message up [SES-3] [UI-4]", async () => {
      const person = await web.signedIn((await someone()).username);
      await endSessions();
      expect(await leadsTo(await person.get("/admin/stores"))).toBe("/login");
      for (const destination of ["audio", "image", "empty"])
        expect(
          await (await person.get("/login", { "Sec-Fetch-Dest": destination })).text(),
        ).not.toContain("Session expired");
      expect((await person.open("/login")).html).toContain("Session expired, Please login again");
    });
  });

  describe("with a platform that answers otherwise than it should", () => {
    /** The web over this platform, some of whose answers are others. */
    const webWith = (
      answers: Record<string, (call: Request, answer: Response) => Response | Promise<Response>>,
    ) => {
      const fetch: TestPlatform["platform"]["fetch"] = async (call, connection) => {
        const answer = await web.at.platform.fetch(call, connection);
        const { pathname } = new URL(call.url);
        return answers[`${call.method} ${pathname.replace("/api", "")}`]?.(call, answer) ?? answer;
      };
      return webOver({ ...web.at, platform: { fetch } as TestPlatform["platform"] });
    };

    test("a refresh that gives the same token ends the session, asked for once [SES-3]", async () => {
      let tokens: unknown;
      let refreshes = 0;
      const broken = await webWith({
        "POST /auth/signin": async (_call, answer) => {
          tokens = await answer.clone().json();
          return answer;
        },
        "POST /auth/refreshToken": () => {
          refreshes++;
          return Response.json(tokens);
        },
      });
      const person = await broken.signedIn((await someone()).username);
      web.at.clock.now += minutes(11);
      expect(await leadsTo(await person.get("/admin/stores"))).toBe("/login");
      expect(refreshes).toBe(1);
      expect((await person.open("/login")).html).toContain("Session expired, Please login again");
      expect(await leadsTo(await person.get("/admin"))).toBe("/login");
    });

    const tempToken = async () => {
      const input = {
        body: { userId: (await someone()).id },
        query: { companyId: company.companyId },
      };
      return (
        (await web.at.as(provider.staff.Fever_Admin_Ops).makeTempToken(input)) as {
          tempToken: string;
        }
      ).tempToken;
    };
    const valid = "This Temp Token is valid";
    const tokens = { accessToken: "a", refreshToken: "r" };
    test.each([
      ["no data", { message: valid, data: null }, "Invalid Token"],
      [
        "empty tokens",
        { message: valid, data: { accessToken: "", refreshToken: "" } },
        "Invalid Token",
      ],
      [
        "another message",
        { message: "This token is on hold", data: tokens },
        "This token is on hold",
      ],
    ])(
      "a temp token answered with %s is refused with its words [SES-8]",
      async (_what, body, message) => {
        const broken = await webWith({
          "GET /auth/validate-temp-token": () => Response.json(body),
        });
        const person = broken.visitor();
        expect(
          await leadsTo(await person.post(`/validate-temp-token/${await tempToken()}`, {})),
        ).toBe("/login");
        expect((await person.open("/login")).html).toContain(message);
        expect(await leadsTo(await person.get("/admin"))).toBe("/login");
      },
    );

    test("a temp token whose user has no role identifier is refused with 'Invalid Token' [SES-8]", async () => {
      const broken = await webWith({
        "GET /user/me": async (_call, answer) => {
          const reply = (await answer.json()) as { data: object };
          return Response.json({ ...reply, data: { ...reply.data, role: {} } });
        },
      });
      const person = broken.visitor();
      expect(
        await leadsTo(await person.post(`/validate-temp-token/${await tempToken()}`, {})),
      ).toBe("/login");
      expect((await person.open("/login")).html).toContain("Invalid Token");
    });
  });
});
