import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { messages } from "#contract/base/messages";
import { makeCompany, type TestCompany } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import {
  clientId,
  clientSecret,
  openSignInService,
  signInAt,
  type TestSignInService,
} from "../support/open-id.ts";
import { leadsTo, openTestWeb, type TestWeb, type Visitor } from "../support/web.ts";

const back = "/company-sign-in/back";

describe("Sign-in with a company account, by pages without script", () => {
  let web: TestWeb;
  let service: TestSignInService;
  let company: TestCompany;
  let companyCode: string;
  beforeAll(async () => {
    web = await openTestWeb(anyEngine);
    company = await makeCompany(web.at.database);
    service = await openSignInService();
    const serviceReply = await web.at.as(company.users.admin).findSignInService().reply;
    companyCode = (serviceReply.body.data as { companyCode: string }).companyCode;
  });
  afterAll(async () => {
    await service?.close();
    await web?.close();
  });

  const begin = async (person: Visitor) => {
    const html = await (await person.post("/company-sign-in", { companyCode })).text();
    return /href="(http:\/\/127[^"]+)"/.exec(html)?.[1]?.replaceAll("&amp;", "&") ?? "";
  };

  test("is set up by the company's admin, leads there and back to the page asked for, and ends with the session [INT-2]", async () => {
    const admin = await web.signedIn(company.users.admin);
    const page = "/admin/company/sign-in";
    expect(
      await leadsTo(
        await admin.post(page, {
          _form: "service",
          issuer: service.issuer,
          clientId,
          clientSecret,
        }),
      ),
    ).toBe(page);
    const { html } = await admin.open(page);
    expect([
      html.includes(service.issuer),
      html.includes(clientSecret),
      html.includes(companyCode),
    ]).toEqual([true, false, true]);
    expect(html).toMatch(/name="version" value="2"/);
    const wrong = await admin.post(page, {
      _form: "service",
      issuer: "nowhere",
      clientId,
      clientSecret,
    });
    const text = await wrong.text();
    expect([wrong.status, text.includes('value="nowhere"'), text.includes(clientSecret)]).toEqual([
      422,
      true,
      false,
    ]);

    service.person = {
      sub: "1",
      email: `${company.users.admin}@example.com`,
      email_verified: true,
    };
    const person = web.visitor();
    expect((await person.open("/login")).html).toContain('href="/company-sign-in"');
    await person.get("/admin/stores");
    const url = await begin(person);
    const answer = await signInAt(url);
    const thief = web.visitor(); // an answer is of no use in another browser
    expect(await leadsTo(await thief.get(`${back}?${answer}`))).toBe("/company-sign-in");
    expect(await leadsTo(await person.get(`${back}?${answer}`))).toBe("/login");
    expect((await person.open("/login")).path).toBe("/admin/stores");
    expect((await person.open("/company-sign-in")).path).not.toBe("/company-sign-in");
    await person.post("/logout", {});
    expect((await person.open("/admin/stores")).path).toBe("/login");
    expect(await leadsTo(await person.get(`${back}?${answer}`))).toBe("/company-sign-in");
  });

  test("says in words why it did not work, and leads nowhere else [INT-2]", async () => {
    const person = web.visitor();
    const unknown = await person.post("/company-sign-in", { companyCode: "NOBODY" });
    expect([
      unknown.status,
      (await unknown.text()).includes("There is no company “NOBODY”"),
    ]).toEqual([422, true]);
    service.person = null;
    const refused = await signInAt(await begin(person));
    expect(await leadsTo(await person.get(`${back}?${refused}`))).toBe("/company-sign-in");
    expect((await person.open("/company-sign-in?company=MADE-UP")).html).toContain(
      "did not let you in",
    );
    for (const answer of ["", "?code=x", "?error=x&state=y", "?returnTo=https://evil.example"])
      expect(await leadsTo(await person.get(back + answer))).toBe("/company-sign-in");
    expect((await person.open("/company-sign-in")).html).toContain(messages.signInOver);
  });
});
