import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { messages } from "#contract/base/messages";
import { company } from "#platform/db/schema/index";
import { codeAt } from "../support/authenticator.ts";
import { makeCompany, makeUser, type TestCompany } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { password } from "../support/platform.ts";
import { leadsTo, openTestWeb, type TestWeb, type Visitor } from "../support/web.ts";

const path = "/two-steps";

describe("Two-step sign-in without script", () => {
  let web: TestWeb;
  let client: TestCompany;
  beforeAll(async () => {
    web = await openTestWeb(anyEngine);
    client = await makeCompany(web.at.database);
  });
  afterAll(() => web.close());

  const secretIn = (html: string) => /<code[^>]*>([A-Z2-7 ]+)<\/code>/.exec(html)?.[1] ?? "";
  const codesIn = (html: string) =>
    [...html.matchAll(/<code[^>]*>([A-Z2-9]{5}-[A-Z2-9]{5})<\/code>/g)].map(
      ([, code = ""]) => code,
    );
  /** Sets it up by the page's own forms. */
  const setUp = async (person: Visitor) => {
    expect(
      await leadsTo(await person.post(path, { _form: "begin", currentPassword: password })),
    ).toBe(path);
    const { html } = await person.open(path);
    const secret = secretIn(html);
    expect(html).toContain(`aria-label="QR code with the key ${secret}"`);
    const answer = await person.post(path, {
      _form: "confirm",
      code: codeAt(secret, web.at.clock.now),
    });
    web.at.clock.now += 60_000; // that code is taken
    return { secret, codes: codesIn(await answer.text()) };
  };

  test("is set up from the account page, asked for at sign-in, and turned off [INT-2]", async () => {
    const { username } = await makeUser(web.at.database, client.companyId, {
      role: "ROLE_Client_Admin",
      level: "national",
    });
    const owner = await web.signedIn(username);
    expect((await owner.open("/admin/account")).html).toContain(`href="${path}"`);
    const wrong = await owner.post(path, { _form: "begin", currentPassword: "Wrong@2026pass" });
    expect([wrong.status, (await wrong.text()).includes(messages.wrongPassword)]).toEqual([
      422,
      true,
    ]);
    const { secret, codes } = await setUp(owner);
    expect(codes).toHaveLength(10);
    const pageHtml = (await owner.open(path)).html; // never again
    expect([
      pageHtml.includes("10 recovery codes left"),
      codesIn(pageHtml),
      secretIn(pageHtml),
    ]).toEqual([true, [], ""]);

    const other = web.visitor();
    await other.get("/admin/stores"); // the page asked for is not forgotten over two steps
    expect(await leadsTo(await other.post("/login", { username, password }))).toBe("/second-step");
    expect((await other.open("/admin/account")).path).toBe("/login"); // nobody's session yet
    const refused = await other.post("/second-step", { code: "000000" });
    expect([refused.status, (await refused.text()).includes(messages.wrongCode)]).toEqual([
      422,
      true,
    ]);
    expect(
      await leadsTo(await other.post("/second-step", { code: codeAt(secret, web.at.clock.now) })),
    ).toBe("/login");
    expect((await other.open("/login")).status).toBe(200);
    expect((await other.open("/admin/account")).path).toBe("/admin/account");

    const third = web.visitor();
    await third.post("/login", { username, password });
    await third.post("/second-step", { code: codes[0] ?? "" });
    await third.get("/login");
    const off = await third.post(path, {
      _form: "off",
      currentPassword: password,
      code: codes[1] ?? "",
    });
    expect(await leadsTo(off)).toBe(path);
    expect((await third.open(path)).html).toContain("Two-step sign-in is off");
    expect((await web.visitor().open("/second-step")).path).toBe("/login");
  });

  test("a company that requires it leads its people to set it up first, and nowhere else [INT-2]", async () => {
    const strict = await makeCompany(web.at.database);
    const admin = await web.signedIn(strict.users.admin);
    expect((await admin.open("/admin/company/edit")).html).toContain(
      'href="/admin/company/sign-in"',
    );
    expect(
      await leadsTo(
        await admin.post("/admin/company/sign-in", { _form: "rules", requiresTwoSteps: "on" }),
      ),
    ).toBe("/admin/company/sign-in");
    const [stored] = await web.at.database.db
      .select()
      .from(company)
      .where(eq(company.id, strict.companyId));
    expect(stored?.requiresTwoSteps).toBe(true);
    web.at.clock.now += 3_000;
    for (const page of ["/admin/stores", "/admin/account", "/login"])
      expect((await admin.open(page)).path).toBe(path);
    await setUp(admin);
    const { html } = await admin.open("/admin/company/sign-in");
    expect(html).toContain("1 of 5 people have set it up.");
    expect((await (await web.signedIn(strict.users.manager)).open("/store-manager")).path).toBe(
      "/store-manager",
    );
  });
});
