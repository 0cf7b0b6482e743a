import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { appUser, authSession } from "#platform/db/schema/index";
import { makeCompany, makeProvider, makeUser, type TestCompany } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { password } from "../support/platform.ts";
import { type Smtp, tokenIn } from "../support/smtp.ts";
import { leadsTo, type MailingWeb, openMailingWeb } from "../support/web.ts";

const next = "Next@2026pass";
const rule =
  "Password must contain at least one lowercase letter, one uppercase letter, one number and one special character and length should be 8 to 20 characters.";
const wrongTokens = [
  "x",
  "1.2.3",
  "%F0%9F%8E%B5",
  "a".repeat(400),
  "%3Cscript%3E",
  "1.00000000-0000-4000-8000-000000000000.x",
];

describe("Pages of accounts", () => {
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

  const someone = (person: Partial<Parameters<typeof makeUser>[2]> = {}) =>
    makeUser(web.at.database, company.companyId, {
      role: "ROLE_Client_Admin",
      level: "national",
      ...person,
    });
  const invited = async () => {
    const user = await someone({ status: "invited" });
    await web.at.database.db
      .update(appUser)
      .set({ passwordHash: null })
      .where(eq(appUser.id, user.id));
    return user;
  };
  const mailed = async (username: string, count = 1) => {
    const response = await web.visitor().post("/forgot-password", { username });
    expect(await leadsTo(response)).toBe("/forgot-password?sent");
    return tokenIn(await smtp.letterTo(`${username}@example.com`, { count }));
  };
  const tempToken = async (userId: number, staff: string = provider.staff.Fever_Admin_Ops) => {
    const reply = await web.at
      .as(staff)
      .makeTempToken({ body: { userId }, query: { companyId: company.companyId } }).reply;
    return (reply.body.data as { tempToken: string }).tempToken;
  };
  const path = (token: string) => `/validate-temp-token/${token}`;

  describe("a forgotten password", () => {
    test("from sign-in to the mail and, by its link, to a new password with which one signs in [SES-7]", async () => {
      const { username } = await someone();
      const person = web.visitor();
      expect((await person.open("/login")).html).toContain('href="/forgot-password"');
      expect((await person.open("/forgot-password")).status).toBe(200);
      const link = `/reset-password?token=${await mailed(username)}`;
      for (let scanner = 0; scanner < 3; scanner++)
        expect((await web.visitor().open(link)).status).toBe(200);
      expect(
        await leadsTo(await person.post(link, { password: next, confirmPassword: next })),
      ).toBe("/login");
      const login = await person.open("/login");
      expect(login.html).toContain("Your password has been changed. Please sign in.");
      expect(await leadsTo(await person.post("/login", { username, password: next }))).toBe(
        "/login",
      );
      expect((await person.open("/login")).path).toBe("/admin");
      const used = await person.post(link, { password, confirmPassword: password });
      expect(used.status).toBe(422);
      const page = await used.text();
      expect(page).toContain("This link no longer works");
      expect(page).toContain('href="/forgot-password"');
    });

    test("known and unknown usernames read the same page [SES-7]", async () => {
      const { username } = await someone();
      const pages = [];
      for (const name of [username, "nobody.known"]) {
        const person = web.visitor();
        const to = await leadsTo(await person.post("/forgot-password", { username: name }));
        pages.push({
          to,
          html: (await person.open(to ?? "")).html.replace(
            /nonce="[^"]*"|name="_key" value="[^"]*"/g,
            "",
          ),
        });
      }
      expect(pages[1]).toEqual(pages[0]);
      expect(pages[0]?.html).toContain("If there is an account with this username");
    });

    test("a weak password is refused in the rule's words, and two that differ beside the second [VAL-1]", async () => {
      const { username } = await someone();
      const link = `/reset-password?token=${await mailed(username)}`;
      const weak = await web
        .visitor()
        .post(link, { password: "weakpass", confirmPassword: "weakpass" });
      expect(weak.status).toBe(422);
      expect(await weak.text()).toContain(rule);
      const differ = await web
        .visitor()
        .post(link, { password: next, confirmPassword: `${next}x` });
      expect(differ.status).toBe(422);
      const html = await differ.text();
      expect(html).toContain("The two passwords are not the same.");
      expect(html).toContain('href="#form-confirmPassword"');
      for (const typed of ["weakpass", next]) expect(html).not.toContain(typed);
      const empty = await web.visitor().post(link, {});
      expect((await empty.text()).match(/This field is required/g)?.length).toBeGreaterThanOrEqual(
        4,
      );
    });

    test("links that are wrong, cut, missing or of another kind say what to do, on pages and posts alike, and are never a 500", async () => {
      const invitation = await mailed((await invited()).username);
      for (const page of ["/reset-password", "/set-my-profile"])
        for (const token of [
          ...wrongTokens,
          ...(page === "/reset-password" ? [invitation] : []),
          "",
        ]) {
          const address = `${page}?token=${token}`;
          const fields = { firstName: "Ada", password: next, confirmPassword: next };
          const posted = await web
            .visitor()
            .post(address, page === "/reset-password" ? { ...fields, firstName: [] } : fields);
          expect(posted.status, address).toBe(422);
          expect(await posted.text(), address).toContain("no longer works");
          expect((await web.visitor().get(address)).status, address).toBe(200);
        }
      for (const page of ["/reset-password", "/set-my-profile", "/set-my-profile?token=%00"])
        expect((await web.visitor().open(page)).html, page).toContain("Get a new link");
    });
  });

  describe("an invitation", () => {
    test("shows who is invited by which company, takes names and password, and leads the new user to where they belong [NAV-4] [SES-7]", async () => {
      const user = await invited();
      const link = `/set-my-profile?token=${await mailed(user.username)}`;
      const person = web.visitor();
      const page = await person.open(link);
      for (const word of [company.name, user.username, `${user.username}@example.com`, "Admin"])
        expect(page.html).toContain(word);
      const refused = await person.post(link, {
        firstName: "A da",
        lastName: "Love.lace",
        password: next,
        confirmPassword: "",
      });
      expect(refused.status).toBe(422);
      const html = await refused.text();
      expect(html).toContain(
        "Use letters, digits, _ and . only: no spaces, hyphens or apostrophes.",
      );
      expect(html).toContain('value="Love.lace"');
      expect(
        await leadsTo(
          await person.post(link, { firstName: "Ada", password: next, confirmPassword: next }),
        ),
      ).toBe("/login");
      const home = await person.open("/login");
      expect([home.path, home.status]).toEqual(["/admin", 200]);
      expect(home.html).toContain("Welcome. Your account is ready.");
      expect((await web.visitor().open(link)).html).toContain("This invitation no longer works");
    });
  });

  describe("a temp token", () => {
    test("opening the page spends nothing; its form exchanges the token, fetches the user, and leads home by role [NAV-3] [SES-8] [NAV-9]", async () => {
      const cases: [Partial<Parameters<typeof makeUser>[2]>, string][] = [
        [{}, "/admin"],
        [{ onboardedStep: 2 }, "/admin/company/edit"],
        [{ onboardedStep: 3 }, "/admin/store/add"],
        [
          {
            role: "ROLE_Store_Music_Manager",
            level: "store",
            units: [{ storeId: company.stores[0]?.id ?? 0 }],
          },
          "/store-manager",
        ],
      ];
      for (const [person, home] of cases) {
        const token = await tempToken((await someone(person)).id);
        for (let scanner = 0; scanner < 3; scanner++)
          expect((await web.visitor().open(path(token))).status).toBe(200);
        const visitor = web.visitor();
        web.calls.length = 0;
        expect(await leadsTo(await visitor.post(path(token), {}))).toBe(home);
        expect(web.calls).toEqual(["GET /api/auth/validate-temp-token", "GET /api/user/me"]);
        const page = await visitor.open(home);
        expect([page.path, page.status]).toEqual([home, 200]);
        expect(page.html.replaceAll("<!-- -->", "")).toContain(
          `opened by <b class="font-semibold">${provider.staff.Fever_Admin_Ops}</b>`,
        );
        const again = web.visitor();
        expect(await leadsTo(await again.post(path(token), {}))).toBe("/login");
        expect((await again.open("/login")).html).toContain(
          "This link has expired or was already used. Ask for a new one.",
        );
      }
    });

    test("the page shows a logo and a side image alone, with a form that its one script sends; without script it has a button [NAV-3]", async () => {
      const token = await tempToken((await someone()).id);
      const { html } = await web.visitor().open(path(token));
      const body = html.slice(html.indexOf("<body"));
      expect(body.match(/<img[^>]+>/g)?.map((img) => /src="([^"]+)"/.exec(img)?.[1])).toEqual([
        "/logo.svg",
        "/shop.svg",
      ]);
      expect(body.match(/<script/g)).toHaveLength(1);
      expect(body).toMatch(/<script nonce="[\w-]+">document\.forms\[0\]\.submit\(\)<\/script>/);
      expect(body).toMatch(/<noscript><button[^>]*>Continue<\/button><\/noscript>/);
      expect(body).not.toMatch(/<(nav|header|footer|a) /);
      const lite = await (await web.visitor().get(path(token), { "Save-Data": "on" })).text();
      expect(lite).not.toContain("<script");
      expect(lite).toMatch(/<button[^>]*>Continue<\/button>/);
    });

    test("an empty one does nothing; a wrong or cut one leads to /login with the server's message [NAV-3] [SES-8]", async () => {
      for (const address of [
        "/validate-temp-token",
        "/validate-temp-token/",
        "/validate-temp-token/%20",
      ]) {
        const page = await web.visitor().open(address);
        expect([page.status, page.html.includes("<form")], address).toEqual([200, false]);
        web.calls.length = 0;
        const posted = await web.visitor().post(address, {});
        expect([posted.status, web.calls], address).toEqual([200, []]);
      }
      for (const token of wrongTokens) {
        const person = web.visitor();
        expect((await person.get(path(token))).status, token).toBe(200);
        expect(await leadsTo(await person.post(path(token), {})), token).toBe("/login");
        expect((await person.open("/login")).html, token).toContain(
          "This link has expired or was already used",
        );
        expect(await leadsTo(await person.get("/admin")), token).toBe("/login");
      }
    });

    test("provider staff who open a user get a new session in place of theirs, which ends; every page says whose it is [SES-8]", async () => {
      const staff = provider.staff.Fever_Super_Admin_Major;
      const user = await someone();
      const person = await web.signedIn(staff);
      const before = person.jar.get("fever");
      expect(await leadsTo(await person.post(path(await tempToken(user.id, staff)), {}))).toBe(
        "/admin",
      );
      expect(person.jar.get("fever")).not.toBe(before);
      const home = await person.open("/admin");
      expect(home.status).toBe(200);
      expect(home.html.replaceAll("<!-- -->", "")).toContain(
        `opened by <b class="font-semibold">${staff}</b>`,
      );
      const stale = web.visitor();
      stale.jar.set("fever", before ?? "");
      expect(await leadsTo(await stale.get("/admin"))).toBe("/login");
      const [session] = await web.at.database.db
        .select()
        .from(authSession)
        .where(eq(authSession.openedByName, staff))
        .limit(1);
      expect(session).toMatchObject({ userId: user.id, openedByCompanyId: provider.companyId });
    });

    test("a failure leaves a session that was there as it was, with the message", async () => {
      const person = await web.signedIn(company.users.admin);
      expect(await leadsTo(await person.post(path("wrong"), {}))).toBe("/login");
      const home = await person.open("/login");
      expect(home.path).toBe("/admin");
      expect(home.html).toContain("This link has expired or was already used");
    });

    test("a user without a known role is not signed in [SES-8]", async () => {
      const user = await someone();
      const token = await tempToken(user.id);
      await web.at.database.db
        .update(appUser)
        .set({ role: sql`'ROLE_Unknown'` })
        .where(eq(appUser.id, user.id));
      const person = web.visitor();
      expect(await leadsTo(await person.post(path(token), {}))).toBe("/login");
      expect((await person.open("/login")).path).toBe("/login");
      expect(await leadsTo(await person.get("/admin"))).toBe("/login");
    });
  });

  test("where one session at a time is allowed the one before is signed out with the reason [SES-6]", async () => {
    const one = await makeCompany(web.at.database);
    const { db } = web.at.database;
    await db.execute(`update company set one_session = true where id = ${one.companyId}`);
    const first = await web.signedIn(one.users.admin);
    expect((await first.get("/admin")).status).toBe(200);
    const second = await web.signedIn(one.users.admin);
    expect(await leadsTo(await first.get("/admin/stores"))).toBe("/login");
    const login = await first.open("/login");
    expect([login.path, login.html.includes("You have been signed in elsewhere.")]).toEqual([
      "/login",
      true,
    ]);
    expect((await second.get("/admin")).status).toBe(200);
  });
});
