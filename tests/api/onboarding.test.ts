import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Endpoint } from "#contract/base/endpoint";
import {
  addQuery,
  addSelfOnboarding,
  addSignup,
  listRequests,
  requestCounts,
} from "#contract/onboarding/endpoints";
import { industryTypes } from "#contract/onboarding/words";
import {
  appUser,
  auditLog,
  company as companyTable,
  notification,
  publicRequest,
} from "#platform/db/schema/index";
import { makeCompany, makeProvider } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import {
  type MailingPlatform,
  openMailingPlatform,
  type Reply,
  testPublicUrl,
} from "../support/platform.ts";
import type { Smtp } from "../support/smtp.ts";

const messageOf = ({ body }: Reply) =>
  Object.fromEntries(body.errors?.map(({ field, message }) => [field, message]) ?? []);

describe("What visitors ask for", () => {
  let smtp: Smtp;
  let at: MailingPlatform;
  let provider: Awaited<ReturnType<typeof makeProvider>>;
  let admin: string;
  let serial = 0;

  beforeAll(async () => {
    at = await openMailingPlatform(anyEngine);
    smtp = at.smtp;
    provider = await makeProvider(at.database);
    admin = provider.staff.Fever_Admin_Ops;
  });
  beforeEach(() => {
    at.clock.now += 16 * 60_000; // beyond the tries of the test before
  });
  afterAll(() => at.close());

  const signup = (overrides: object = {}) => ({
    companyName: "Harbour Books",
    companyId: "HARBOUR",
    industry: "Other",
    stores: 12,
    timeZone: "Asia/Kolkata",
    firstName: "Ada",
    lastName: "Rao",
    email: `ada.${++serial}@harbour.example`,
    phone: "9876543210",
    consent: true,
    companyAdminUserId: "ada@harbour",
    ...overrides,
  });
  const selfOnboarding = (overrides: object = {}) => ({
    firstName: "Bea",
    email: `bea.${++serial}@tea.example`,
    phone: "9876543211",
    companyName: "Tea & Co",
    industry: "Other",
    stores: 3,
    timeZone: "Asia/Kolkata",
    languages: ["Hindi", "Tamil"],
    start: "Within a month",
    consent: true,
    ...overrides,
  });
  const query = (overrides: object = {}) => ({
    name: "Cy Dean",
    email: `cy.${++serial}@dean.example`,
    message: "How loud?\nAnd when?",
    ...overrides,
  });
  const addresses = new Map<string, number>();
  const send = async (
    endpoint: Endpoint,
    body: object,
    address = `10.1.0.${addresses.size}`,
  ): Promise<Reply> => {
    addresses.set(address, 1);
    const response = await at.send(
      new Request(`http://platform/api${endpoint.path}`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(body),
      }),
      address,
    );
    return {
      status: response.status,
      headers: response.headers,
      body: (await response.json()) as Reply["body"],
    };
  };
  const newest = async () => (await at.as(admin).listRequests({ query: { limit: 1 } }))[0];
  const detail = (id: number) => at.as(admin).findRequest({ query: { id } });

  test("a signup is kept as typed, told to the provider and answered by mail [ONB-1]", async () => {
    const form = signup();
    const reply = await send(addSignup, form, "203.0.113.9");
    expect([reply.status, reply.body.data, reply.body.message]).toEqual([
      201,
      null,
      "Thank you. We have received it and will reply by email.",
    ]);
    const row = await newest();
    expect(row).toMatchObject({
      kind: "signup",
      state: "new",
      companyName: "Harbour Books",
      personName: "Ada Rao",
      email: form.email,
      phoneCountryCode: "91",
      phone: "9876543210",
    });
    const { details, address } = await detail(row?.id ?? 0);
    expect(address).toBe("203.0.113.9");
    const detailValues = Object.fromEntries(details.map(({ field, value }) => [field, value]));
    expect(detailValues).toMatchObject({
      companyId: "HARBOUR",
      companyAdminUserId: "ada@harbour",
      stores: 12,
      timeZone: "Asia/Kolkata",
    });
    const letter = await smtp.letterTo(form.email);
    expect(letter.subject).toBe("We have received your message");
    expect(letter.text).toContain("Hello Ada,");
    const [entry] = await at.database.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.itemId, String(row?.id)));
    expect(entry).toMatchObject({
      companyId: provider.companyId,
      action: "request received",
      itemKind: "request",
      itemName: "Harbour Books",
      actorName: "visitor",
      actorId: null,
      address: "203.0.113.9",
    });
  });

  test("self-onboarding and a question are kept and answered the same way [ONB-1]", async () => {
    const wish = selfOnboarding({ notes: "Quiet in the morning,\r\nplease." });
    expect((await send(addSelfOnboarding, wish)).status).toBe(201);
    const { details } = await detail((await newest())?.id ?? 0);
    const detailValues = Object.fromEntries(details.map(({ field, value }) => [field, value]));
    expect(detailValues).toMatchObject({
      languages: ["Hindi", "Tamil"],
      songTypes: [],
      notes: "Quiet in the morning,\r\nplease.",
    });
    const question = query();
    expect((await send(addQuery, question)).status).toBe(201);
    const row = await newest();
    expect(row).toMatchObject({
      kind: "query",
      companyName: null,
      personName: "Cy Dean",
      phone: null,
      phoneCountryCode: null,
    });
    expect((await detail(row?.id ?? 0)).details).toEqual([
      { field: "message", value: "How loud?\nAnd when?" },
    ]);
    for (const { email } of [wish as { email: string }, question as { email: string }])
      expect((await smtp.letterTo(email)).subject).toBe("We have received your message");
    expect(await at.nobody.getIndustryTypes()).toEqual([...industryTypes]);
  });

  test("what is wrong is said by field, and nothing is kept [VAL-2] [ONB-1]", async () => {
    const before = await at.database.db.$count(publicRequest);
    const wrong = {
      companyName: "",
      companyId: "a b",
      companyWebsite: "shop",
      gstNo: "27AAPFU0939F1ZX",
      stores: "many",
    };
    const person = {
      firstName: "A da",
      email: "ada",
      phone: "12",
      companyAdminUserId: "a b",
      timeZone: "Mars",
      industry: "Mines",
    };
    const reply = await send(addSignup, signup({ ...wrong, ...person, consent: false }));
    expect(reply.status).toBe(422);
    const code = "Only alphabets, numbers and special character (),-,. are allowed.";
    expect(messageOf(reply)).toEqual({
      companyName: "This field is required",
      companyId: code,
      companyWebsite: "Enter a valid URL",
      gstNo: "GSTIN number is invalid",
      stores: "Enter a number from 1 to 100000.",
      industry: "Choose from the list.",
      firstName: "Use letters, digits, _ and . only: no spaces, hyphens or apostrophes.",
      email: "Invalid Email id",
      phone: "Enter 6 to 14 digits.",
      companyAdminUserId: code,
      timeZone: "This is not a known time zone.",
      consent: "We need your consent to work on your request.",
    });
    expect(
      Object.keys(
        messageOf(
          await send(addSelfOnboarding, selfOnboarding({ languages: [], songTypes: ["Noise"] })),
        ),
      ),
    ).toEqual(["languages", "songTypes.0"]);
    expect(
      Object.keys(
        messageOf(
          await send(addQuery, query({ message: "a\0b", state: "approved", companyId: 1 })),
        ),
      ),
    ).toEqual(["message", "state", "companyId"]);
    expect(await at.database.db.$count(publicRequest)).toBe(before);
  });

  test("the same form sent twice, one after the other or at once, is one request and one mail", async () => {
    const form = signup();
    const replies = await Promise.all([
      send(addSignup, form, "twice"),
      send(addSignup, form, "twice"),
      send(addSignup, form, "twice"),
    ]);
    replies.push(await send(addSignup, form, "twice"));
    expect(replies.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(await at.database.db.$count(publicRequest, eq(publicRequest.email, form.email))).toBe(1);
    await smtp.letterTo(form.email);
    at.clock.now += 16 * 60_000;
    await send(addSignup, form, "twice");
    await smtp.letterTo(form.email, { count: 2 });
    expect(await at.database.db.$count(publicRequest, eq(publicRequest.email, form.email))).toBe(2);
    expect(smtp.inbox.filter(({ to }) => to?.[0]?.address === form.email)).toHaveLength(2);
  });

  test("an address may send ten requests in 15 minutes, an email four [LIM-1]", async () => {
    const statuses = [];
    for (let i = 0; i < 11; i++) statuses.push((await send(addQuery, query(), "busy")).status);
    expect(statuses).toEqual([...Array<number>(10).fill(201), 429]);
    const email = "stranger@elsewhere.example";
    const again = [];
    for (let i = 0; i < 5; i++)
      again.push(
        await send(addQuery, query({ email: i % 2 ? email.toUpperCase() : email }), `other ${i}`),
      );
    expect(again.map(({ status }) => status)).toEqual([201, 201, 201, 201, 429]);
    expect(Number(again.at(-1)?.headers.get("Retry-After"))).toBeGreaterThan(800);
    at.clock.now += 16 * 60_000;
    expect((await send(addQuery, query({ email }), "busy")).status).toBe(201);
  });

  test("a name cannot smuggle an address into the mail that strangers get", async () => {
    const form = query({ name: "www.win.example now" });
    await send(addQuery, form);
    const { text, html } = await smtp.letterTo((form as { email: string }).email);
    expect(text).toContain("Hello www,");
    expect(`${text}${html}`).not.toContain("win.example");
    expect(text).not.toContain("How loud?");
  });

  test("the list filters, searches and pages, newest first, with counts by state", async () => {
    const marker = "Marker";
    for (let i = 0; i < 5; i++) await send(addSignup, signup({ companyName: `${marker} ${i}%` }));
    await send(addQuery, query({ companyName: marker }));
    const names = async (filters: object) => {
      const reply = await at.as(admin).listRequests({ query: filters }).answer;
      return {
        names: reply.data.map(({ companyName }) => companyName?.replace(marker, "")),
        page: reply.page,
      };
    };
    expect((await names({ search: marker })).names).toEqual([
      "",
      " 4%",
      " 3%",
      " 2%",
      " 1%",
      " 0%",
    ]);
    expect((await names({ search: "4%" })).names).toEqual([" 4%"]);
    expect((await names({ search: marker, kind: "query" })).names).toEqual([""]);
    expect((await names({ search: marker, state: "approved" })).names).toEqual([]);
    const first = await names({ search: marker, limit: 4 });
    const second = await names({ search: marker, limit: 4, cursor: first.page?.next });
    expect([...first.names, ...second.names]).toEqual(["", " 4%", " 3%", " 2%", " 1%", " 0%"]);
    expect((await names({ search: marker, limit: 4, cursor: second.page?.prev })).names).toEqual(
      first.names,
    );
    const { data } = (await at.as(admin).requestCounts().reply).body;
    expect(data).toMatchObject({
      new: await at.database.db.$count(publicRequest, eq(publicRequest.state, "new")),
      approved: 0,
    });
    expect(
      await at.as(admin).listRequests({ query: { cursor: "x", state: "odd" } }).wrongFields,
    ).toEqual(["state"]);
  });

  test("an answer is mailed and written down once, and a second one is refused", async () => {
    const question = query() as ReturnType<typeof query> & { email: string };
    await send(addQuery, question);
    const id = (await newest())?.id ?? 0;
    const answer = (text: string, as = admin) =>
      at.as(as).answerRequest({ query: { id }, body: { text } });
    expect(await answer("  ").errors).toEqual({ text: "This field is required" });
    const both = await Promise.all([
      answer("At 60.\n\nAlways.").reply,
      answer("Never.", provider.staff.Fever_Super_Admin_Major).reply,
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422]);
    const refused = both.find(({ status }) => status === 422);
    expect(refused?.body.message).toMatch(/^user\.\d+ has already answered this request\.$/);
    const request = await detail(id);
    expect(request).toMatchObject({ state: "answered", madeCompany: null });
    const words = request.decision?.split("\n")[0];
    const letter = await smtp.letterTo(question.email, { words });
    expect(letter.subject).toBe("Our answer to your question");
    const rows = await at.database.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.action, "request answered"));
    expect(rows.filter(({ itemId }) => itemId === String(id))).toMatchObject([
      { actorName: request.decidedBy, before: { state: "new" } },
    ]);
    await send(addSignup, signup());
    const declined = await at
      .as(admin)
      .answerRequest({ query: { id: (await newest())?.id ?? 0 }, body: { text: "Not now." } })
      .reply;
    expect(declined.body).toMatchObject({
      message: expect.stringMatching(/^Request declined\. Reason emailed to /),
      data: { state: "declined" },
    });
    expect(
      await at.as(admin).answerRequest({ query: { id: 999_999_999 }, body: { text: "x" } }).status,
    ).toBe(404);
  });

  describe("approval", () => {
    const company = (email: string, overrides: object = {}) => ({
      companyName: "Harbour Books",
      companyId: `HARBOUR-${serial}`,
      companyAdminUserId: `ada.${serial}@harbour`,
      contactName: "Ada Rao",
      email,
      commEmail: email,
      phone: "9876543210",
      timeZone: "Asia/Kolkata",
      billingRate: "450.50",
      billingPeriodMonths: 3,
      ...overrides,
    });
    const askFor = async () => {
      const { email } = signup() as unknown as { email: string };
      await send(addSignup, signup({ email }));
      return { id: (await newest())?.id ?? 0, email };
    };
    const approve = (id: number, body: object, as = admin, headers = {}) =>
      at.as(as).approveRequest({ query: { id }, body, headers } as never);

    test("makes the company and its invited admin, and the request says so [ONB-1] [NAV-9]", async () => {
      const { id, email } = await askFor();
      const form = company(email);
      const reply = await approve(id, form).answer;
      expect(reply.message).toBe(`Harbour Books added. Invitation emailed to ${form.email}`);
      const newCompany = reply.data;
      expect(await detail(id)).toMatchObject({
        state: "approved",
        decidedBy: admin,
        madeCompany: { id: newCompany.id, companyName: "Harbour Books" },
      });
      const [row] = await at.database.db
        .select()
        .from(companyTable)
        .where(eq(companyTable.id, newCompany.id));
      expect(row).toMatchObject({
        kind: "client",
        status: "active",
        billingRate: "450.50",
        billingPeriodMonths: 3,
        country: "IN",
        city: null,
      });
      const [user] = await at.database.db
        .select()
        .from(appUser)
        .where(eq(appUser.companyId, newCompany.id));
      expect(user).toMatchObject({
        username: form.companyAdminUserId,
        email,
        firstName: "Ada",
        role: "ROLE_Client_Admin",
        level: "national",
        status: "invited",
        onboardedStep: 2,
      });
      await smtp.letterTo(email, { words: `${testPublicUrl}/set-my-profile?token=` });
      const rows = await at.database.db
        .select()
        .from(auditLog)
        .where(eq(auditLog.companyId, newCompany.id));
      expect(rows.map(({ action }) => action).sort()).toEqual(["company added", "user added"]);
    });

    test("twice, or by two at once, makes one company; the same press again gets the same answer", async () => {
      const { id, email } = await askFor();
      const before = await at.database.db.$count(companyTable);
      const other = provider.staff.Fever_Super_Admin_Major;
      const both = await Promise.all([
        approve(
          id,
          company(email, { companyId: `A-${serial}`, companyAdminUserId: `a.${serial}` }),
          admin,
          { "Idempotency-Key": "press" },
        ).reply,
        approve(
          id,
          company(email, {
            companyId: `B-${serial}`,
            companyAdminUserId: `b.${serial}`,
            email: `other.${email}`,
          }),
          other,
        ).reply,
      ]);
      expect(both.map(({ status }) => status).sort()).toEqual([201, 422]);
      expect(both.find(({ status }) => status === 422)?.body.errors).toEqual([
        {
          field: "",
          message: expect.stringMatching(/^user\.\d+ has already approved this request\.$/),
        },
      ]);
      expect(await at.database.db.$count(companyTable)).toBe(before + 1);
      const next = await askFor();
      const form = company(next.email);
      const presses = [await approve(next.id, form, admin, { "Idempotency-Key": "same" }).reply];
      presses.push(await approve(next.id, form, admin, { "Idempotency-Key": "same" }).reply);
      expect(presses[1]?.body).toEqual(presses[0]?.body);
      expect(await at.database.db.$count(companyTable)).toBe(before + 2);
      expect(
        await at.as(admin).answerRequest({ query: { id: next.id }, body: { text: "No." } }).status,
      ).toBe(422);
    });

    test("says by field what is taken or wrong, and then nothing was done", async () => {
      const first = await askFor();
      const form = company(first.email);
      await approve(first.id, form);
      const { id, email } = await askFor();
      const again = await approve(id, {
        ...company(email),
        companyId: form.companyId.toLowerCase(),
        companyAdminUserId: form.companyAdminUserId,
      }).reply;
      expect([again.status, Object.keys(messageOf(again)).sort()]).toEqual([
        422,
        ["companyAdminUserId", "companyId"],
      ]);
      expect(
        Object.keys(
          messageOf(
            await approve(id, { ...company(email), billingRate: "4.505", state: "Nowhere" }).reply,
          ),
        ),
      ).toEqual(["billingRate"]);
      expect(await detail(id)).toMatchObject({ state: "new", madeCompany: null });
      await send(addQuery, query());
      expect(await approve((await newest())?.id ?? 0, company(`q.${email}`)).errors).toEqual({
        "": "This is a question. Answer it instead.",
      });
      expect(await approve(999_999_999, company(`z.${email}`)).status).toBe(404);
    });

    test("the provider's people who have the companies are told of a new request by the bell", async () => {
      const { id } = await askFor();
      const rows = await at.database.db
        .select()
        .from(notification)
        .where(eq(notification.itemId, id));
      expect(rows.length).toBeGreaterThanOrEqual(4);
      expect(rows[0]).toMatchObject({
        title: "A company wants to become a client",
        detail: "Harbour Books",
        itemKind: "request",
      });
    });
  });

  test("requests are for those who have the companies, and for nobody else [ROL-1] [CTX-4]", async () => {
    const company = await makeCompany(at.database);
    for (const user of [
      company.users.admin,
      company.users.manager,
      provider.staff.Fever_Music_Admin,
    ])
      for (const endpoint of [listRequests, requestCounts])
        expect(await at.as(user).call(endpoint).status).toBe(403);
    await at.as(provider.staff.Fever_Super_Admin_Ops).listRequests();
  });
});
