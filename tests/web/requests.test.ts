import { desc, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addFirstStore } from "#contract/stores/endpoints";
import { appUser, publicRequest } from "#platform/db/schema/index";
import { identifiers } from "~/lib/api/identifiers.server";
import { makeCompany, makeProvider, type TestCompany } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { password } from "../support/platform.ts";
import { type Smtp, tokenIn } from "../support/smtp.ts";
import {
  appSecret,
  leadsTo,
  type MailingWeb,
  openedAMinuteAgo,
  openMailingWeb,
  type Visitor,
} from "../support/web.ts";
import { sampleInput } from "../sweeps/sample-input.ts";

const ids = identifiers(appSecret);

describe("From the public forms to the admin area", () => {
  let smtp: Smtp;
  let web: MailingWeb;
  let company: TestCompany;
  let staff: Visitor;
  let serial = 0;

  beforeAll(async () => {
    web = await openMailingWeb(anyEngine);
    smtp = web.smtp;
    const provider = await makeProvider(web.at.database);
    company = await makeCompany(web.at.database);
    staff = await web.signedIn(provider.staff.Fever_Admin_Ops);
  });
  afterAll(() => web.close());

  const ask = async (overrides: Record<string, string> = {}) => {
    const n = ++serial;
    const form = {
      companyName: `Harbour Books ${n}`,
      companyId: `HARBOUR-${n}`,
      industry: "Other",
      stores: "12",
      timeZone: "Asia/Kolkata",
      firstName: "Ada",
      lastName: "Rao",
      email: `ada.${n}@harbour.example`,
      phone: "9876543210",
      consent: "on",
      _madeAt: openedAMinuteAgo(),
      ...overrides,
      companyAdminUserId: `ada.${n}@harbour`,
    };
    expect(await leadsTo(await web.visitor().post("/signup", form))).toBe("/signup?sent");
    const [row] = await web.at.database.db
      .select()
      .from(publicRequest)
      .orderBy(desc(publicRequest.id))
      .limit(1);
    return {
      form,
      path: `/admin/requests/${ids.encrypt("request", row?.id ?? 0)}`,
      id: row?.id ?? 0,
    };
  };
  const question = async () => {
    const email = `cy.${++serial}@dean.example`;
    await web.visitor().post("/contact", {
      _madeAt: openedAMinuteAgo(),
      name: "Cy Dean",
      email,
      message: "How loud?",
    });
    const [row] = await web.at.database.db
      .select()
      .from(publicRequest)
      .where(eq(publicRequest.email, email));
    return { email, path: `/admin/requests/${ids.encrypt("request", row?.id ?? 0)}` };
  };
  const approval = ({ form }: Awaited<ReturnType<typeof ask>>) => ({
    companyName: form.companyName,
    companyId: form.companyId,
    companyAdminUserId: form.companyAdminUserId,
    contactName: "Ada Rao",
    email: form.email,
    commEmail: form.email,
    phone: form.phone,
    phoneCountryCode: "91",
    timeZone: form.timeZone,
    billingRate: "450.50",
    billingPeriodMonths: "3",
  });

  test("a visitor's signup is approved, the admin invited by mail sets up their account, tells of the company, adds the first store and is in [NAV-9] [ONB-1] [COM-2]", async () => {
    const request = await ask();
    const { form, path } = request;
    const list = await staff.open("/admin/requests");
    expect(list.html).toContain(form.companyName);
    const page = await staff.open(path);
    for (const words of [
      form.companyId,
      form.companyAdminUserId,
      form.email,
      "+91 9876543210",
      "Approve and create company",
    ])
      expect(page.html).toContain(words);
    const begun = (await staff.open(`${path}/approve`)).html;
    for (const words of [
      form.companyName,
      form.companyId,
      form.companyAdminUserId,
      form.email,
      "Ada Rao",
    ])
      expect(begun).toContain(`value="${words}"`);
    expect(await leadsTo(await staff.post(`${path}/approve`, approval(request)))).toBe(path);
    const after = (await staff.open(path)).html;
    for (const words of ["Invitation emailed to", "Approved", "Open company"])
      expect(after).toContain(words);

    const token = tokenIn(await smtp.letterTo(form.email, { words: "?token=" }));
    const ada = web.visitor();
    const link = `/set-my-profile?token=${encodeURIComponent(token)}`;
    expect((await ada.open(link)).html).toContain(form.companyName);
    await ada.post(link, {
      firstName: "Ada",
      lastName: "Rao",
      password,
      confirmPassword: password,
    });
    expect((await ada.open("/login")).path).toBe("/admin/company/edit");
    const step2 = await ada.open("/admin/company/edit");
    expect(step2.html).toContain("Step 1 of 2");
    const companyForm = {
      companyName: form.companyName,
      commEmail: form.email,
      phone: form.phone,
      phoneCountryCode: "91",
      addressLine: "4 Church Street",
      country: "IN",
      city: "Bengaluru",
      state: "Karnataka",
      postalCode: "560001",
      timeZone: form.timeZone,
      thresholdVolume: "25",
      optimumVolume: "60",
      section: "whole",
      version: "1",
    };
    expect(await leadsTo(await ada.post("/admin/company/edit", companyForm))).toBe(
      "/admin/store/add",
    );
    expect((await ada.open("/login")).path).toBe("/admin/store/add");
    expect((await ada.open("/admin/store/add")).html).toContain("Add your first store");
    const added = await web.at
      .as(form.companyAdminUserId)
      .addFirstStore(sampleInput(addFirstStore, { id: () => 1 })).reply;
    expect(added.status, JSON.stringify(added.body)).toBe(201);
    expect((await (await web.signedIn(form.companyAdminUserId)).open("/login")).path).toBe(
      "/admin",
    );
  });

  test("the menu counts the new requests for those who decide them, up to date as soon as one is decided [ONB-1] [ROL-2]", async () => {
    const counted = (html: string) =>
      Number(
        /href="\/admin\/requests".*?(\d+)(?:<!-- -->)*<span class="sr-only">(?:<!-- -->| )*new/s.exec(
          html,
        )?.[1] ?? 0,
      );
    const waiting = () => web.at.database.db.$count(publicRequest, eq(publicRequest.state, "new"));
    const [first] = [await ask(), await ask()];
    // what was remembered for two seconds is forgotten
    await staff.post(first.path, { text: "Not now." });
    expect(await waiting()).toBeGreaterThan(0);
    for (const path of ["/admin/requests", "/admin/audit"])
      expect(counted((await staff.open(path)).html)).toBe(await waiting());
    const { html } = await (await web.signedIn(company.users.admin)).open("/admin/stores");
    expect(html).not.toContain("/admin/requests");
  });

  test("what is taken or wrong is said by field, kept as typed, and then nothing was made", async () => {
    const first = await ask();
    await staff.post(`${first.path}/approve`, approval(first));
    const second = await ask();
    const refused = await staff.post(`${second.path}/approve`, {
      ...approval(second),
      companyId: first.form.companyId,
      billingRate: "4.505",
    });
    expect(refused.status).toBe(422);
    const html = await refused.text();
    expect(html).toContain("Invalid Billing rate. It should be upto 2 decimal only.");
    const response = await staff.post(`${second.path}/approve`, {
      ...approval(second),
      companyId: first.form.companyId,
    });
    expect([response.status, await response.text()]).toEqual([
      422,
      expect.stringContaining('href="#form-companyId"'),
    ]);
    expect((await staff.open(second.path)).html).toContain("Approve and create company");
  });

  test("approved twice makes one company; the form of what is decided leads to what became of it", async () => {
    const request = await ask();
    const posts = await Promise.all(
      [1, 2].map(() => staff.post(`${request.path}/approve`, approval(request))),
    );
    for (const post of posts) expect(await leadsTo(post)).toBe(request.path);
    const users = await web.at.database.db
      .select()
      .from(appUser)
      .where(eq(appUser.username, request.form.companyAdminUserId));
    expect(users).toHaveLength(1);
    expect((await staff.open(`${request.path}/approve`)).path).toBe(request.path);
    const late = await staff.post(request.path, { text: "No." });
    expect([late.status, await late.text()]).toEqual([
      422,
      expect.stringContaining("has already approved this request"),
    ]);
  });

  test("a question is answered, a signup declined, both by mail; they leave the list of new ones", async () => {
    const { path, email } = await question();
    expect((await staff.open(path)).html).not.toContain("Approve and create company");
    expect((await staff.open(`${path}/approve`)).path).toBe(path);
    expect((await staff.post(path, { text: " " })).status).toBe(422);
    expect(await leadsTo(await staff.post(path, { text: "At 60 <b>always</b>." }))).toBe(
      "/admin/requests",
    );
    const list = await staff.open("/admin/requests");
    expect([list.html.includes("Answer emailed to"), list.html.includes("Cy Dean")]).toEqual([
      true,
      false,
    ]);
    const letter = await smtp.letterTo(email, { words: "At 60" });
    expect([letter.text, letter.html]).toEqual([
      expect.stringContaining("At 60 <b>"),
      expect.stringContaining("At 60 &#60;b&#62;"),
    ]);
    expect((await staff.open(path)).html).toContain("At 60 &lt;b&gt;always&lt;/b&gt;.");
    const signup = await ask();
    await staff.post(signup.path, { text: "Not in your city yet." });
    await smtp.letterTo(signup.form.email, { words: "Not in your city yet." });
    expect((await staff.open("/admin/requests?state=declined")).html).toContain(
      signup.form.companyName,
    );
  });

  test("only who has the companies gets in; addresses that were changed are not found [NAV-8] [CTX-5]", async () => {
    const { path } = await ask();
    for (const user of [company.users.admin, company.users.limited])
      for (const page of ["/admin/requests", path, `${path}/approve`])
        expect(await leadsTo(await (await web.signedIn(user)).get(page)), page).toBe("/login");
    const changed = `${path.slice(0, -1)}${path.endsWith("A") ? "B" : "A"}`;
    expect((await staff.get(changed)).status).toBe(404);
    expect((await staff.get(`/admin/requests/${ids.encrypt("request", 999_999_999)}`)).status).toBe(
      404,
    );
    expect((await staff.get(`/admin/requests/${ids.encrypt("store", 1)}`)).status).toBe(404);
  });
});
