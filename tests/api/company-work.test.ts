import { parse } from "csv-parse/sync";
import { and, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as contract from "#contract/companies/endpoints";
import * as licences from "#contract/companies/licences";
import * as places from "#contract/places/endpoints";
import { me } from "#contract/users/endpoints";
import { appUser, auditLog, company as companyTable } from "#platform/db/schema/index";
import { makeCompany, makeProvider, type TestCompany } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { openTestPlatform, type Reply, type TestPlatform } from "../support/platform.ts";

let serial = 0;
const newCompany = (change: object = {}) => {
  const n = ++serial;
  return {
    ...{ companyId: `NEW-${n}`, companyAdminUserId: `new.admin${n}@example`, companyName: `New ${n}`, email: `office${n}@new.example` },
    ...{ commEmail: `music${n}@new.example`, phone: "9876543210", addressLine: "1 New Road", city: "Pune", state: "maharashtra" },
    ...{ postalCode: "411001", timeZone: "Asia/Kolkata", thresholdVolume: 20, contactName: "Asha Rao" },
    ...change,
  };
};
const errorsOf = ({ body }: Reply) => Object.fromEntries(body.errors?.map(({ field, message }) => [field, message]) ?? []);

describe("Work with companies", () => {
  let at: TestPlatform;
  let provider: Awaited<ReturnType<typeof makeProvider>>;
  let staff: string;

  beforeAll(async () => {
    at = await openTestPlatform(anyEngine, { now: new Date("2026-11-20T06:00:00Z") });
    provider = await makeProvider(at.database);
    staff = provider.staff.Fever_Admin_Ops;
  });
  afterAll(() => at.close());

  const add = async (change: object = {}) => {
    const reply = await at.call(contract.addCompany, { body: newCompany(change) }, staff);
    expect(reply.status, JSON.stringify(reply.body)).toBe(201);
    return reply.body.data as { id: number; companyName: string; companyCode: string };
  };
  const show = async (companyId: number, as = staff) =>
    (await at.call(contract.findCompany, { query: { companyId } }, as)).body.data as contract.Company;
  const saveCompany = (companyId: number, body: object, as = staff) => at.call(contract.updateCompany, { query: { companyId }, body }, as);
  const auditOf = (companyId: number, action: string) =>
    at.database.db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.companyId, companyId), eq(auditLog.action, action)))
      .orderBy(auditLog.id);

  test("a new company has its defaults and an invited national admin at step 2 [COM-1] [AUD-1]", async () => {
    const { id, companyCode } = await add({
      billingRate: "1450.5",
      billingPeriodMonths: 3,
      billingStartsOn: "2026-10-31",
      oneSession: true,
    });
    expect(await show(id)).toMatchObject({
      ...{ companyCode, country: "IN", state: "Maharashtra", status: "active", version: 1, optimumVolume: 60 },
      ...{ oneSession: true, billingRate: "1450.50", billingPeriodMonths: 3, nextInvoiceOn: "2027-01-01" },
    });
    const stored = await at.database.db.execute(sql`select billing_rate_paise::text as paise from company where id = ${id}`);
    expect(stored.rows).toEqual([{ paise: "145050" }]);
    const [admin, ...more] = await at.database.db.select().from(appUser).where(eq(appUser.companyId, id));
    expect(more).toEqual([]);
    expect(admin).toMatchObject({
      ...{ role: "ROLE_Client_Admin", level: "national", status: "invited", onboardedStep: 2, firstName: "Asha" },
      ...{ username: (await show(id)).companyAdminUserId, email: (await show(id)).email },
    });
    for (const action of ["company added", "user added"])
      expect(await auditOf(id, action), action).toMatchObject([{ actorName: staff, companyId: id }]);
  });

  test("code, admin user id and email belong to one company, also in a race [COM-1]", async () => {
    const first = newCompany();
    await at.call(contract.addCompany, { body: first }, staff);
    const unique = async (
      endpoint: typeof contract.uniqueCode | typeof contract.uniqueAdminUserId | typeof contract.uniqueEmail,
      query: object,
      as = staff,
    ) => ((await at.call(endpoint, { query } as never, as)).body.data as { unique: boolean }).unique;
    expect(await unique(contract.uniqueCode, { companyCode: first.companyId.toLowerCase() })).toBe(false);
    expect(await unique(contract.uniqueCode, { companyCode: "never.seen" })).toBe(true);
    expect(await unique(contract.uniqueAdminUserId, { companyAdminUserId: first.companyAdminUserId.toUpperCase() })).toBe(false);
    expect(await unique(contract.uniqueAdminUserId, { companyAdminUserId: "never.seen" })).toBe(true);
    expect(await unique(contract.uniqueEmail, { email: first.email.toUpperCase() })).toBe(false);
    expect(await unique(contract.uniqueEmail, { email: "never@seen.example" })).toBe(true);
    const { id } = await add({ companyId: "OWN-CODE" });
    expect(await unique(contract.uniqueCode, { companyCode: "own-code", companyId: id })).toBe(true);

    const again = await at.call(contract.addCompany, { body: { ...first, companyId: first.companyId.toLowerCase() } }, staff);
    expect([again.status, errorsOf(again)]).toEqual([
      422,
      { companyId: "This company code is taken.", companyAdminUserId: "This username is taken.", email: "Another company has this email." },
    ]);
    const race = await Promise.all(
      Array.from({ length: 4 }, () => at.call(contract.addCompany, { body: newCompany({ companyId: "RACE" }) }, staff)),
    );
    expect(race.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422]);
    for (const reply of race.filter(({ status }) => status === 422))
      expect(errorsOf(reply)).toEqual({ companyId: "This company code is taken." });
    const names = await Promise.all(
      Array.from({ length: 3 }, () => at.call(contract.addCompany, { body: newCompany({ companyAdminUserId: "one.admin" }) }, staff)),
    );
    expect(names.map(({ status }) => status).sort()).toEqual([201, 422, 422]);
    expect(errorsOf(names.find(({ status }) => status === 422) as Reply)).toEqual({ companyAdminUserId: "This username is taken." });
    expect(errorsOf(await saveCompany(id, { ...change, email: first.email.toUpperCase() }))).toEqual({
      email: "Another company has this email.",
    });
  });
  const change = {
    ...{ companyName: "Changed", commEmail: "a@b.example", phone: "123456", addressLine: "2 Road", city: "Pune", state: "Maharashtra" },
    ...{ postalCode: "411001", timeZone: "Asia/Kolkata", thresholdVolume: 20 },
  };

  test.each([
    [
      "billingRate",
      ["12.345", "12,5", "-1", "1e3", "."],
      ["0", "12.5", "999999999.99"],
      "Invalid Billing rate. It should be upto 2 decimal only.",
    ],
    ["companyId", ["a b", "a/b", "ü", "a@b"], ["A-1_(x).b"], "Only alphabets, numbers and special character (),-,. are allowed."],
    ["companyAdminUserId", ["a b", "a/b", "ü"], ["a@b-1_(x).c"], "Only alphabets, numbers and special character (),-,. are allowed."],
    ["email", ["a", "a@b", "a b@c.example"], ["a+b@c.example"], "Invalid Email id"],
    ["commEmail", ["a", "a@b"], ["a@b.example"], "Invalid Communication Email id"],
    ["gstNo", ["27AAPFU0939F1ZX", "27AAPFU0939F1Z", "x"], ["27aapfu0939f1zv"], "GSTIN number is invalid"],
    ["panNo", ["AAPFU09399", "AAPFU0939"], ["aapfu0939f"], "PAN number is invalid"],
    ["companyWebsite", ["a b", "http://", "shop"], ["www.shop.in", "https://shop.in/a?b"], "Enter a valid URL"],
  ])("%s is held to its rule, with the spec's message [VAL-2]", async (name, wrong, right, message) => {
    for (const value of wrong) {
      const reply = await at.call(contract.addCompany, { body: newCompany({ [name]: value }) }, staff);
      expect([reply.status, errorsOf(reply)], value).toEqual([422, { [name]: message }]);
    }
    for (const value of right) await add({ [name]: value });
  });

  test("a company's name has 100 characters at most and is printable [VAL-2]", async () => {
    for (const [name, message] of [
      ["x".repeat(101), "At most 100 characters are allowed."],
      ["a\0b", "Control characters are not allowed."],
      [" ", "This field is required"],
    ])
      expect(errorsOf(await at.call(contract.addCompany, { body: newCompany({ companyName: name }) }, staff))).toEqual({
        companyName: message,
      });
  });

  test("a section is replaced by itself: what is absent in it is cleared [VAL-4] [COM-1]", async () => {
    const { id } = await add({ billingRate: "10", billingStartsOn: "2026-01-31", gstNo: "27AAPFU0939F1ZV", companyWebsite: "shop.in" });
    expect((await saveCompany(id, { section: "billing", panNo: "AAPFU0939F", billingPeriodMonths: 12 })).status).toBe(200);
    expect(await show(id)).toMatchObject({
      ...{ gstNo: null, billingRate: null, billingStartsOn: null, nextInvoiceOn: null, panNo: "AAPFU0939F", billingPeriodMonths: 12 },
      ...{ companyWebsite: "shop.in", version: 2 },
    });
    expect((await saveCompany(id, { section: "defaults", timeZone: "Europe/Paris", optimumVolume: 70, thresholdVolume: 30 })).status).toBe(
      200,
    );
    expect(await show(id)).toMatchObject({ timeZone: "Europe/Paris", optimumVolume: 70 });
    expect((await saveCompany(id, { section: "features", oneSession: true })).status).toBe(200);
    expect((await show(id)).oneSession).toBe(true);
    expect((await saveCompany(id, { section: "nothing" })).status).toBe(422);
    expect(errorsOf(await saveCompany(id, { section: "billing", companyName: "x", billingPeriodMonths: 2 }))).toEqual({
      companyName: "This field is not known.",
      billingPeriodMonths: "Choose a billing period.",
    });
    expect(
      errorsOf(
        await saveCompany(id, { section: "address", country: "IN", addressLine: "x", city: "x", state: "Bavaria", postalCode: "123" }),
      ),
    ).toEqual({
      state: "This state is not in the chosen country.",
    });
  });

  test("client staff change their form, and nothing the provider sets [COM-2] [VOC-1] [CTX-4]", async () => {
    const own = await makeCompany(at.database);
    await saveCompany(own.companyId, {
      ...change,
      companyId: "KEPT",
      billingRate: "12.00",
      billingPeriodMonths: 6,
      billingStartsOn: "2026-01-01",
      oneSession: true,
    });
    const foreign = { companyId: "MINE", billingRate: "0", billingPeriodMonths: 1, oneSession: false };
    expect(errorsOf(await saveCompany(own.companyId, { ...change, ...foreign }, own.users.admin))).toEqual(
      Object.fromEntries(Object.keys(foreign).map((name) => [name, "This field is not known."])),
    );
    expect((await saveCompany(own.companyId, { section: "features" }, own.users.admin)).status).toBe(422);
    await at.database.pool.query("update company set admin_user_id = 'ours.admin' where id = $1", [own.companyId]);
    const saved = await saveCompany(own.companyId, { ...change, companyName: "Ours", optimumVolume: 71 }, own.users.admin);
    expect(saved.status).toBe(200);
    expect(await show(own.companyId)).toMatchObject({
      ...{ companyName: "Ours", optimumVolume: 71, companyCode: "KEPT", billingRate: "12.00", billingPeriodMonths: 6, oneSession: true },
    });
    expect(await show(own.companyId, own.users.regional)).toMatchObject({
      companyName: "Ours",
      billingRate: null,
      nextInvoiceOn: null,
      companyAdminUserId: null,
    });
    expect((await show(own.companyId, own.users.admin)).companyAdminUserId).toBe("ours.admin");
  });

  test("who saves an older version is told what others changed and by whom [COM-1]", async () => {
    const { id } = await add({ companyWebsite: "old.in" });
    const { version } = await show(id);
    const whole = { ...change, companyName: "Mine", city: "Nagpur" };
    await saveCompany(id, { section: "identity", companyName: "Theirs", version }, provider.staff.Fever_Super_Admin_Ops);
    await saveCompany(id, { section: "contacts", commEmail: change.commEmail, phone: change.phone, version: 2 });
    const late = await saveCompany(id, { ...whole, companyWebsite: "new.in", version });
    expect([late.status, errorsOf(late)]).toEqual([
      422,
      {
        companyName: `${provider.staff.Fever_Super_Admin_Ops} has changed this to “Theirs” in the meantime. Save again to keep your entry.`,
        companyWebsite: `${provider.staff.Fever_Super_Admin_Ops} has cleared this in the meantime. Save again to keep your entry.`,
      },
    ]);
    expect((await show(id)).companyName).toBe("Theirs");
    const current = (late.body as unknown as { version: number }).version;
    expect((await saveCompany(id, { ...whole, companyWebsite: "new.in", version: current })).status).toBe(200);
    expect(await show(id)).toMatchObject({ companyName: "Mine", city: "Nagpur", version: current + 1 });
    // a section that nobody else changed is saved whatever its version
    expect((await saveCompany(id, { section: "defaults", timeZone: "UTC", thresholdVolume: 9, version: 1 })).status).toBe(200);
    // saving what stands there already changes nothing
    const { version: before } = await show(id);
    expect((await saveCompany(id, { section: "defaults", timeZone: "UTC", thresholdVolume: 9 })).status).toBe(200);
    expect((await show(id)).version).toBe(before);
  });

  test("deactivating ends the company's sessions with 409 [COM-1] [SES-6]", async () => {
    const own = await makeCompany(at.database);
    const set = (status: string, as = staff) =>
      at.call(contract.setCompanyStatus, { query: { companyId: own.companyId }, body: { status } } as never, as);
    expect((await at.call(me, {}, own.users.admin)).status).toBe(200);
    expect((await set("inactive")).body.message).toBe(`${own.name} deactivated`);
    expect((await set("inactive")).status).toBe(200); // a target state, not a toggle
    const reply = await at.call(me, {}, own.users.admin);
    expect([reply.status, reply.body.message]).toEqual([409, "Your company has been deactivated."]);
    expect((await set("active")).status).toBe(200);
    at.clock.now += 3000;
    expect((await at.call(me, {}, own.users.admin)).body.message).toBe("Your company has been deactivated.");
    expect(await auditOf(own.companyId, "company deactivated")).toMatchObject([
      { before: { status: "active" }, after: { status: "inactive" } },
    ]);
    expect((await set("inactive", provider.staff.Fever_Music_Admin)).status).toBe(403);
    expect((await set("inactive", own.users.regional)).status).toBe(403);
  });

  test("the list sorts, filters and pages for the provider's admins [COM-1] [LIM-1] [CTX-4]", async () => {
    const prefix = "PAGE";
    const ids: number[] = [];
    for (const n of [1, 2, 3]) ids.push((await add({ companyId: `${prefix}-${n}`, companyName: `Paged ${4 - n}` })).id);
    const list = async (query: object) => {
      const { status, body } = await at.call(contract.listCompanies, { query: { search: prefix, ...query } }, staff);
      expect(status).toBe(200);
      return { names: (body.data as contract.CompanyRow[]).map(({ companyName }) => companyName), page: body.page };
    };
    for (const [sort, names] of [
      ["name", ["Paged 1", "Paged 2", "Paged 3"]],
      ["-name", ["Paged 3", "Paged 2", "Paged 1"]],
      ["code", ["Paged 3", "Paged 2", "Paged 1"]],
      ["-created", ["Paged 1", "Paged 2", "Paged 3"]],
      ["stores", ["Paged 3", "Paged 2", "Paged 1"]],
    ] as const) {
      const first = await list({ sort, limit: 2 });
      expect([sort, first.names, first.page?.total]).toEqual([sort, names.slice(0, 2), 3]);
      const second = await list({ sort, limit: 2, cursor: first.page?.next });
      expect([sort, second.names]).toEqual([sort, names.slice(2)]);
      expect((await list({ sort, limit: 2, cursor: second.page?.prev })).names).toEqual(names.slice(0, 2));
    }
    await at.call(contract.setCompanyStatus, { query: { companyId: ids[0] }, body: { status: "inactive" } }, staff);
    expect((await list({ status: "inactive" })).names).toEqual(["Paged 3"]);
    expect((await at.call(contract.listCompanies, { query: { limit: 101 } }, staff)).status).toBe(422);
    expect((await at.call(contract.listCompanies, { query: { cursor: "x", sort: "stores" } }, staff)).status).toBe(422);
    const own = await makeCompany(at.database);
    for (const as of [own.users.admin, own.users.limited, provider.staff.Fever_Music_Admin, provider.staff.Fever_Music_Limited])
      for (const endpoint of [contract.listCompanies, contract.recentCompanies, contract.exportCompanies])
        expect((await at.request(endpoint, {}, as)).status).toBe(403);
    const row = (await at.call(contract.listCompanies, { query: { search: own.name } }, staff)).body.data as contract.CompanyRow[];
    expect(row.find(({ id }) => id === own.companyId)).toMatchObject({ stores: 9, activeStores: 9 });
    const recent = (await at.call(contract.recentCompanies, {}, staff)).body.data as { id: number }[];
    expect(recent.length).toBeLessThanOrEqual(5);
    expect(recent.map(({ id }) => id)).toContain(own.companyId);
    expect(recent.map(({ id }) => id)).not.toContain(ids[0]);
  });

  test("the CSV has the filtered companies, with formulas made harmless [COM-1] [UI-6]", async () => {
    const cases = [
      // periods are whole months; one that is over and has no invoice gets it today
      ["2026-01-31", 1, "20/11/26"],
      ["2024-02-29", 12, "20/11/26"],
      ["2026-11-20", 3, "01/02/27"],
      ["2026-06-20", 6, "01/12/26"],
      ["2026-05-21", 6, "20/11/26"],
      ["2027-02-01", 1, "01/03/27"],
    ] as const;
    for (const [starts, months] of cases)
      await add({
        companyId: `CSV${starts}x${months}`,
        companyName: "=1+1",
        billingStartsOn: starts,
        billingPeriodMonths: months,
        billingRate: "5",
      });
    const response = await at.request(contract.exportCompanies, { query: { search: "CSV" } }, staff);
    expect(response.headers.get("Content-Disposition")).toBe('attachment; filename="Companies-2026-11-20.csv"');
    const rows = parse(await response.text(), { columns: true }) as Record<string, string>[];
    expect(rows).toHaveLength(cases.length);
    for (const [starts, months, next] of cases) {
      const row = rows.find(({ Code }) => Code === `CSV${starts}x${months}`);
      expect(row).toMatchObject({ Company: "'=1+1", Rate: "5.00", "Next invoice": next, Stores: "0" });
    }
  });

  test("licences are the company's own, with their dates in order [COM-1] [CTX-4] [AUD-1]", async () => {
    const [one, other] = [await add(), await add()];
    const form = { name: "PPL India", number: "PPL/1", validFrom: "2026-04-01", validTo: "2027-03-31", stores: 40 };
    const at1 = { query: { companyId: one.id } };
    const added = await at.call(licences.addLicence, { ...at1, body: form }, staff);
    expect([added.status, added.body.data]).toEqual([201, { id: expect.any(Number), ...form, version: 1 }]);
    const { id: licenceId } = added.body.data as licences.Licence;
    expect(
      errorsOf(await at.call(licences.addLicence, { ...at1, body: { ...form, validTo: "2026-03-31", stores: 0 } }, staff)),
    ).toMatchObject({
      stores: "Enter a number from 1 to 1000000.",
    });
    expect(errorsOf(await at.call(licences.addLicence, { ...at1, body: { ...form, validTo: "2026-03-31" } }, staff))).toEqual({
      validTo: "The licence ends before it begins. Choose a later last day.",
    });
    const { number: _, ...least } = form;
    const changed = await at.call(licences.updateLicence, { ...at1, body: { ...least, licenceId, stores: 50 } }, staff);
    expect(changed.body.data).toEqual({ id: licenceId, ...form, number: null, stores: 50, version: 2 });
    const late = await at.call(licences.updateLicence, { ...at1, body: { ...form, licenceId, validTo: "2028-03-31", version: 1 } }, staff);
    const who = (now: string) => `${staff} has ${now} in the meantime. Save again to keep your entry.`;
    expect([late.status, errorsOf(late)]).toEqual([422, { number: who("cleared this"), stores: who("changed this to “50”") }]);
    expect((await at.call(licences.listLicences, at1, staff)).body.data).toEqual([changed.body.data]);
    const { version } = late.body;
    const again = await at.call(licences.updateLicence, { ...at1, body: { ...form, licenceId, version } }, staff);
    expect(again.body.data).toEqual({ id: licenceId, ...form, version: 3 });
    const elsewhere = await at.call(licences.updateLicence, { query: { companyId: other.id }, body: { ...form, licenceId } }, staff);
    expect(elsewhere.status).toBe(404);
    expect((await at.call(licences.listLicences, { query: { companyId: other.id } }, staff)).body.data).toEqual([]);
    expect(await auditOf(one.id, "licence changed")).toMatchObject([
      { before: { stores: 40 }, after: { stores: 50 } },
      { before: { stores: 50 }, after: { stores: 40 } },
    ]);
    const own: TestCompany = await makeCompany(at.database);
    expect((await at.call(licences.listLicences, {}, own.users.admin)).body.data).toEqual([]);
    expect((await at.call(licences.addLicence, { body: form }, own.users.admin)).status).toBe(403);
  });

  test("findOptimumVolLevel says the volume new stores begin with [COM-1]", async () => {
    const own = await makeCompany(at.database);
    await at.database.db.update(companyTable).set({ optimumVolume: 44 }).where(eq(companyTable.id, own.companyId));
    expect((await at.call(contract.optimumVolume, {}, own.users.regional)).body.data).toEqual({ optimumVolume: 44, thresholdVolume: 25 });
  });

  test("an unknown country or state is a field's error, or has no cities [API-1]", async () => {
    const ask = async (endpoint: typeof places.countries | typeof places.states | typeof places.cities, query: object = {}) =>
      at.call(endpoint, { query } as never, staff);
    expect((await ask(places.countries)).body.data).toContainEqual({ id: "IN", countryName: "India", phoneCountryCode: "91" });
    expect((await ask(places.states, { countryId: "IN" })).body.data).toContainEqual({ id: "IN-KA", stateName: "Karnataka" });
    expect((await ask(places.cities, { stateId: "IN-KA" })).body.data).toContainEqual({ cityName: "Udupi" });
    expect((await ask(places.states, { countryId: "ZZ" })).body.data).toEqual([]);
    expect((await ask(places.cities, { stateId: "IN-XX" })).body.data).toEqual([]);
    expect((await ask(places.cities, { stateId: "x" })).status).toBe(422);
  });
});
