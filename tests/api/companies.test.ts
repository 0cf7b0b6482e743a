import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auditLog, company as companyTable } from "#platform/db/schema/index";
import { makeCompany, makeProvider, makeUser, type TestCompany } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { openTestPlatform, type TestPlatform } from "../support/platform.ts";

const form = {
  companyName: "Northwind Retail",
  commEmail: "hello@northwind.example.com",
  phone: "9876543210",
  companyWebsite: "https://northwind.example.com",
  addressLine: "12, Link Road",
  city: "Mumbai",
  state: "Maharashtra",
  postalCode: "400053",
  timeZone: "Asia/Kolkata",
  gstNo: "27AAPFU0939F1ZV",
  panNo: "AAPFU0939F",
  thresholdVolume: 30,
};

describe("Companies", () => {
  let at: TestPlatform;
  let provider: Awaited<ReturnType<typeof makeProvider>>;
  let company: TestCompany;
  let other: TestCompany;

  beforeAll(async () => {
    at = await openTestPlatform(anyEngine);
    provider = await makeProvider(at.database);
    [company, other] = [await makeCompany(at.database), await makeCompany(at.database)];
  });
  afterAll(() => at.close());

  const show = async (username: string, companyId?: number) =>
    at.as(username).findCompany({ query: { companyId } });
  const audited = (companyId: number) =>
    at.database.db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.companyId, companyId), eq(auditLog.action, "company changed")))
      .orderBy(auditLog.id);

  test("client staff work in their own company, provider staff in every active client [CTX-2]", async () => {
    const closed = await makeCompany(at.database);
    await at.database.db
      .update(companyTable)
      .set({ status: "inactive" })
      .where(eq(companyTable.id, closed.companyId));
    const choices = async (username: string) => await at.as(username).companiesForMe();
    const own = {
      id: company.companyId,
      companyName: company.name,
      country: "IN",
      timeZone: "Asia/Kolkata",
      stores: 9,
    };
    for (const [name, stores] of Object.entries({
      admin: 9,
      limited: 9,
      regional: 4,
      zonal: 2,
      group: 2,
      manager: 1,
    }))
      expect(await choices(company.users[name as keyof TestCompany["users"]]), name).toEqual([
        { ...own, stores },
      ]);
    const clients = [
      own,
      {
        id: other.companyId,
        companyName: other.name,
        country: "IN",
        timeZone: "Asia/Kolkata",
        stores: 9,
      },
    ];
    expect(await choices(provider.staff.Fever_Music_Limited)).toEqual(
      // Company 8 before Company 15
      clients.sort((a, b) => a.companyName.localeCompare(b.companyName, "en", { numeric: true })),
    );
  });

  test("findById shows the own company, or to the provider the one it names [CTX-2] [CTX-4]", async () => {
    expect(await show(company.users.regional)).toMatchObject({
      id: company.companyId,
      companyName: company.name,
      status: "active",
    });
    expect(await show(provider.staff.Fever_Admin_Ops, other.companyId)).toMatchObject({
      id: other.companyId,
    });
    const status = (username: string, companyId?: number | string) =>
      at.as(username).findCompany({ query: { companyId } }).status;
    expect(await status(provider.staff.Fever_Admin_Ops, provider.companyId)).toBe(404);
    expect(await status(provider.staff.Fever_Admin_Ops, 999_999)).toBe(404);
    expect(await status(provider.staff.Fever_Admin_Ops)).toBe(422);
    expect(await status(company.users.admin, other.companyId)).toBe(403);
    for (const bad of ["abc", "0", "-1", "1.5", "9007199254740993", "1 or 1=1"])
      expect(await status(company.users.admin, bad), bad).toBe(422);
  });

  test("PUT replaces the form: an absent optional member clears it [VAL-4] [UI-6]", async () => {
    const query = { companyId: other.companyId };
    const staff = provider.staff.Fever_Super_Admin_Ops;
    const whole = await at
      .as(staff)
      .updateCompany({ query, body: { ...form, phoneCountryCode: "49" } }).reply;
    expect([whole.status, whole.body.message]).toEqual([200, "Company saved"]);
    expect(await show(staff, other.companyId)).toMatchObject({
      companyName: "Northwind Retail",
      phoneCountryCode: "49",
      gstNo: "27AAPFU0939F1ZV",
    });
    const { companyWebsite, gstNo, panNo, ...least } = form;
    expect(await at.as(staff).updateCompany({ query, body: least }).status).toBe(200);
    expect(await show(staff, other.companyId)).toMatchObject({
      companyWebsite: null,
      gstNo: null,
      panNo: null,
      phoneCountryCode: "91",
      city: "Mumbai",
      thresholdVolume: 30,
      phone: "9876543210",
    });
    // another company is as it was
    expect(await show(company.users.admin)).toMatchObject({ companyName: company.name });
  });

  test("each refused field is named with its message, and nothing is changed [VAL-3]", async () => {
    const before = await show(company.users.admin);
    const { companyName: _, ...withoutName } = form;
    const reply = await at.as(company.users.admin).updateCompany({
      body: {
        ...withoutName,
        commEmail: "x",
        companyWebsite: "x",
        gstNo: "x",
        panNo: "x",
        timeZone: "Mars/Base",
        thresholdVolume: 101,
        city: "a\0b",
        surprise: "0",
      },
    }).reply;
    expect(reply.status).toBe(422);
    expect(
      Object.fromEntries(reply.body.errors?.map(({ field, message }) => [field, message]) ?? []),
    ).toEqual({
      companyName: "This field is required",
      commEmail: "Invalid Communication Email id",
      companyWebsite: "Enter a valid URL",
      gstNo: "GSTIN number is invalid",
      panNo: "PAN number is invalid",
      timeZone: "This is not a known time zone.",
      thresholdVolume: "Enter a number from 0 to 100.",
      city: "Control characters are not allowed.",
      surprise: "This field is not known.",
    });
    expect(await show(company.users.admin)).toEqual(before);
    expect(await audited(company.companyId)).toEqual([]);
  });

  test("clients below the national level see the company and cannot change it [CTX-3] [CTX-4]", async () => {
    const before = await show(company.users.admin);
    for (const username of [company.users.regional, company.users.zonal, company.users.group])
      expect(await at.as(username).updateCompany({ body: form }).status).toBe(403);
    expect(
      await at
        .as(company.users.admin)
        .updateCompany({ query: { companyId: other.companyId }, body: form }).status,
    ).toBe(403);
    expect(
      await at
        .as(provider.staff.Fever_Super_Admin_Major)
        .updateCompany({ query: { companyId: provider.companyId }, body: form }).status,
    ).toBe(404);
    expect(await show(company.users.admin)).toEqual(before);
  });

  test("a change is written down with who, from where, before and after [AUD-1]", async () => {
    const own = await makeCompany(at.database);
    const reply = await at
      .as(provider.staff.Fever_Admin_Major)
      .updateCompany({ query: { companyId: own.companyId }, body: form }).reply;
    const [row, ...more] = await audited(own.companyId);
    expect(more).toEqual([]);
    expect(row).toMatchObject({
      actorCompanyId: provider.companyId,
      actorName: provider.staff.Fever_Admin_Major,
      address: "127.0.0.1",
      requestId: reply.headers.get("X-Request-Id"),
      itemKind: "company",
      itemId: String(own.companyId),
      before: { companyName: own.name, version: 1 },
      after: { companyName: "Northwind Retail", version: 2 },
    });
  });

  test("saving ends step 2 of the caller's onboarding, and of nobody else's", async () => {
    const own = await makeCompany(at.database);
    const person = (onboardedStep: number, level: "national" | "regional" = "national") =>
      makeUser(at.database, own.companyId, {
        role: "ROLE_Client_Admin",
        level,
        onboardedStep,
      }).then(({ username }) => username);
    const fresh = await person(2);
    const colleague = await person(2);
    const onboardedUser = await person(4);
    const step = async (username: string) =>
      ((await at.as(username).me()) as { userOnboardedStep: number }).userOnboardedStep;
    await at.as(onboardedUser).updateCompany({ body: form }).reply;
    expect(await step(onboardedUser)).toBe(4);
    await at.as(fresh).updateCompany({ body: { ...form, companyName: "" } }).reply;
    expect(await step(fresh)).toBe(2);
    await at.as(fresh).updateCompany({ body: form }).reply;
    expect([await step(fresh), await step(colleague)]).toEqual([3, 2]);
  });

  test("of two changes at once each audit row begins where the one before ended", async () => {
    const own = await makeCompany(at.database);
    const names = Array.from({ length: 8 }, (_, i) => `Name ${i}`);
    await Promise.all(
      names.map(
        (name) =>
          at.as(own.users.admin).updateCompany({ body: { ...form, companyName: name } }).reply,
      ),
    );
    const rows = (await audited(own.companyId))
      .sort((a, b) => a.id - b.id)
      .map(({ before, after }) => [nameOf(before), nameOf(after)]);
    expect(rows).toHaveLength(8);
    const chain = new Map(rows.map(([from, to]) => [from, to]));
    let name: string | undefined = own.name;
    for (let i = 0; i < 8; i++) name = chain.get(name ?? "");
    expect(name).toBe((await show(own.users.admin)).companyName);
  });
});

const nameOf = (item: unknown) => (item as { companyName: string }).companyName;
