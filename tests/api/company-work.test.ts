import { parse } from "csv-parse/sync";
import { and, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as contract from "#contract/companies/endpoints";
import * as places from "#contract/places/endpoints";
import { appUser, auditLog, company as companyTable } from "#platform/db/schema/index";
import { makeCompany, makeProvider, type TestCompany } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { openTestPlatform, type Reply, type TestPlatform } from "../support/platform.ts";

let serial = 0;
const newCompany = (change: object = {}) => {
  const n = ++serial;
  return {
    companyId: `NEW-${n}`,
    companyAdminUserId: `new.admin${n}@example`,
    companyName: `New ${n}`,
    email: `office${n}@new.example`,
    commEmail: `music${n}@new.example`,
    phone: "9876543210",
    addressLine: "1 New Road",
    city: "Pune",
    state: "maharashtra",
    postalCode: "411001",
    timeZone: "Asia/Kolkata",
    thresholdVolume: 20,
    contactName: "Asha Rao",
    ...change,
  };
};
const errorsOf = ({ body }: Reply) =>
  Object.fromEntries(body.errors?.map(({ field, message }) => [field, message]) ?? []);

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

  const add = (change: object = {}) => at.as(staff).addCompany({ body: newCompany(change) });
  const show = (companyId: number, as = staff) => at.as(as).findCompany({ query: { companyId } });
  const saveCompany = (companyId: number, body: object, as = staff) =>
    at.as(as).updateCompany({ query: { companyId }, body });
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
      companyCode,
      country: "IN",
      state: "Maharashtra",
      status: "active",
      version: 1,
      optimumVolume: 60,
      oneSession: true,
      billingRate: "1450.50",
      billingPeriodMonths: 3,
      nextInvoiceOn: "2027-01-01",
    });
    const stored = await at.database.db.execute(
      sql`select billing_rate_paise::text as paise from company where id = ${id}`,
    );
    expect(stored.rows).toEqual([{ paise: "145050" }]);
    const [admin, ...more] = await at.database.db
      .select()
      .from(appUser)
      .where(eq(appUser.companyId, id));
    expect(more).toEqual([]);
    expect(admin).toMatchObject({
      role: "ROLE_Client_Admin",
      level: "national",
      status: "invited",
      onboardedStep: 2,
      firstName: "Asha",
      username: (await show(id)).companyAdminUserId,
      email: (await show(id)).email,
    });
    for (const action of ["company added", "user added"])
      expect(await auditOf(id, action), action).toMatchObject([
        { actorName: staff, companyId: id },
      ]);
  });

  test("code, admin user id and email belong to one company, also in a race [COM-1]", async () => {
    const first = newCompany();
    await at.as(staff).addCompany({ body: first });
    const unique = async (
      endpoint:
        | typeof contract.uniqueCode
        | typeof contract.uniqueAdminUserId
        | typeof contract.uniqueEmail,
      query: object,
      as = staff,
    ) => ((await at.as(as).call(endpoint, { query } as never)) as { unique: boolean }).unique;
    expect(await unique(contract.uniqueCode, { companyCode: first.companyId.toLowerCase() })).toBe(
      false,
    );
    expect(await unique(contract.uniqueCode, { companyCode: "never.seen" })).toBe(true);
    expect(
      await unique(contract.uniqueAdminUserId, {
        companyAdminUserId: first.companyAdminUserId.toUpperCase(),
      }),
    ).toBe(false);
    expect(await unique(contract.uniqueAdminUserId, { companyAdminUserId: "never.seen" })).toBe(
      true,
    );
    expect(await unique(contract.uniqueEmail, { email: first.email.toUpperCase() })).toBe(false);
    expect(await unique(contract.uniqueEmail, { email: "never@seen.example" })).toBe(true);
    const { id } = await add({ companyId: "OWN-CODE" });
    expect(await unique(contract.uniqueCode, { companyCode: "own-code", companyId: id })).toBe(
      true,
    );

    expect(
      await at
        .as(staff)
        .addCompany({ body: { ...first, companyId: first.companyId.toLowerCase() } }).errors,
    ).toEqual({
      companyId: "This company code is taken.",
      companyAdminUserId: "This username is taken.",
      email: "Another company has this email.",
    });
    const race = await Promise.all(
      Array.from(
        { length: 4 },
        () => at.as(staff).addCompany({ body: newCompany({ companyId: "RACE" }) }).reply,
      ),
    );
    expect(race.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422]);
    for (const reply of race.filter(({ status }) => status === 422))
      expect(errorsOf(reply)).toEqual({ companyId: "This company code is taken." });
    const names = await Promise.all(
      Array.from(
        { length: 3 },
        () =>
          at.as(staff).addCompany({ body: newCompany({ companyAdminUserId: "one.admin" }) }).reply,
      ),
    );
    expect(names.map(({ status }) => status).sort()).toEqual([201, 422, 422]);
    expect(errorsOf(names.find(({ status }) => status === 422) as Reply)).toEqual({
      companyAdminUserId: "This username is taken.",
    });
    expect(await saveCompany(id, { ...change, email: first.email.toUpperCase() }).errors).toEqual({
      email: "Another company has this email.",
    });
  });
  const change = {
    companyName: "Changed",
    commEmail: "a@b.example",
    phone: "123456",
    addressLine: "2 Road",
    city: "Pune",
    state: "Maharashtra",
    postalCode: "411001",
    timeZone: "Asia/Kolkata",
    thresholdVolume: 20,
  };

  test.each([
    [
      "billingRate",
      ["12.345", "12,5", "-1", "1e3", "."],
      ["0", "12.5", "999999999.99"],
      "Invalid Billing rate. It should be upto 2 decimal only.",
    ],
    [
      "companyId",
      ["a b", "a/b", "ü", "a@b"],
      ["A-1_(x).b"],
      "Only alphabets, numbers and special character (),-,. are allowed.",
    ],
    [
      "companyAdminUserId",
      ["a b", "a/b", "ü"],
      ["a@b-1_(x).c"],
      "Only alphabets, numbers and special character (),-,. are allowed.",
    ],
    ["email", ["a", "a@b", "a b@c.example"], ["a+b@c.example"], "Invalid Email id"],
    ["commEmail", ["a", "a@b"], ["a@b.example"], "Invalid Communication Email id"],
    [
      "gstNo",
      ["27AAPFU0939F1ZX", "27AAPFU0939F1Z", "x"],
      ["27aapfu0939f1zv"],
      "GSTIN number is invalid",
    ],
    ["panNo", ["AAPFU09399", "AAPFU0939"], ["aapfu0939f"], "PAN number is invalid"],
    [
      "companyWebsite",
      ["a b", "http://", "shop"],
      ["www.shop.in", "https://shop.in/a?b"],
      "Enter a valid URL",
    ],
  ])(
    "%s is held to its rule, with the spec's message [VAL-2]",
    async (name, wrong, right, message) => {
      for (const value of wrong) {
        expect(
          await at.as(staff).addCompany({ body: newCompany({ [name]: value }) }).errors,
          value,
        ).toEqual({ [name]: message });
      }
      for (const value of right) await add({ [name]: value });
    },
  );

  test("a company's name has 100 characters at most and is printable [VAL-2]", async () => {
    for (const [name, message] of [
      ["x".repeat(101), "At most 100 characters are allowed."],
      ["a\0b", "Control characters are not allowed."],
      [" ", "This field is required"],
    ])
      expect(
        await at.as(staff).addCompany({ body: newCompany({ companyName: name }) }).errors,
      ).toEqual({ companyName: message });
  });

  test("a section is replaced by itself: what is absent in it is cleared [VAL-4] [COM-1]", async () => {
    const { id } = await add({
      billingRate: "10",
      billingStartsOn: "2026-01-31",
      gstNo: "27AAPFU0939F1ZV",
      companyWebsite: "shop.in",
    });
    await saveCompany(id, { section: "billing", panNo: "AAPFU0939F", billingPeriodMonths: 12 });
    expect(await show(id)).toMatchObject({
      gstNo: null,
      billingRate: null,
      billingStartsOn: null,
      nextInvoiceOn: null,
      panNo: "AAPFU0939F",
      billingPeriodMonths: 12,
      companyWebsite: "shop.in",
      version: 2,
    });
    await saveCompany(id, {
      section: "defaults",
      timeZone: "Europe/Paris",
      optimumVolume: 70,
      thresholdVolume: 30,
    });
    expect(await show(id)).toMatchObject({ timeZone: "Europe/Paris", optimumVolume: 70 });
    await saveCompany(id, { section: "features", oneSession: true });
    expect((await show(id)).oneSession).toBe(true);
    expect(await saveCompany(id, { section: "nothing" }).status).toBe(422);
    expect(
      await saveCompany(id, { section: "billing", companyName: "x", billingPeriodMonths: 2 })
        .errors,
    ).toEqual({
      companyName: "This field is not known.",
      billingPeriodMonths: "Choose a billing period.",
    });
    expect(
      await saveCompany(id, {
        section: "address",
        country: "IN",
        addressLine: "x",
        city: "x",
        state: "Bavaria",
        postalCode: "123",
      }).errors,
    ).toEqual({ state: "This state is not in the chosen country." });
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
    const foreign = {
      companyId: "MINE",
      billingRate: "0",
      billingPeriodMonths: 1,
      oneSession: false,
    };
    expect(
      await saveCompany(own.companyId, { ...change, ...foreign }, own.users.admin).errors,
    ).toEqual(
      Object.fromEntries(Object.keys(foreign).map((name) => [name, "This field is not known."])),
    );
    expect(await saveCompany(own.companyId, { section: "features" }, own.users.admin).status).toBe(
      422,
    );
    await at.database.pool.query("update company set admin_user_id = 'ours.admin' where id = $1", [
      own.companyId,
    ]);
    await saveCompany(
      own.companyId,
      { ...change, companyName: "Ours", optimumVolume: 71 },
      own.users.admin,
    );
    expect(await show(own.companyId)).toMatchObject({
      companyName: "Ours",
      optimumVolume: 71,
      companyCode: "KEPT",
      billingRate: "12.00",
      billingPeriodMonths: 6,
      oneSession: true,
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
    await saveCompany(
      id,
      { section: "identity", companyName: "Theirs", version },
      provider.staff.Fever_Super_Admin_Ops,
    );
    await saveCompany(id, {
      section: "contacts",
      commEmail: change.commEmail,
      phone: change.phone,
      version: 2,
    });
    const late = await saveCompany(id, { ...whole, companyWebsite: "new.in", version }).reply;
    expect([late.status, errorsOf(late)]).toEqual([
      422,
      {
        companyName: `${provider.staff.Fever_Super_Admin_Ops} has changed this to “Theirs” in the meantime. Save again to keep your entry.`,
        companyWebsite: `${provider.staff.Fever_Super_Admin_Ops} has cleared this in the meantime. Save again to keep your entry.`,
      },
    ]);
    expect((await show(id)).companyName).toBe("Theirs");
    const current = (late.body as unknown as { version: number }).version;
    await saveCompany(id, { ...whole, companyWebsite: "new.in", version: current });
    expect(await show(id)).toMatchObject({
      companyName: "Mine",
      city: "Nagpur",
      version: current + 1,
    });
    // a section that nobody else changed is saved whatever its version
    await saveCompany(id, { section: "defaults", timeZone: "UTC", thresholdVolume: 9, version: 1 });
    // saving what stands there already changes nothing
    const { version: before } = await show(id);
    await saveCompany(id, { section: "defaults", timeZone: "UTC", thresholdVolume: 9 });
    expect((await show(id)).version).toBe(before);
  });

  test("deactivating ends the company's sessions with 409 [COM-1] [SES-6]", async () => {
    const own = await makeCompany(at.database);
    const set = (status: string, as = staff) =>
      at
        .as(as)
        .setCompanyStatus({ query: { companyId: own.companyId }, body: { status } } as never);
    await at.as(own.users.admin).me();
    expect((await set("inactive").reply).body.message).toBe(`${own.name} deactivated`);
    await set("inactive"); // a target state, not a toggle
    expect(await at.as(own.users.admin).me().refusal).toEqual({
      status: 409,
      message: "Your company has been deactivated.",
    });
    await set("active");
    at.clock.now += 3000;
    expect((await at.as(own.users.admin).me().reply).body.message).toBe(
      "Your company has been deactivated.",
    );
    expect(await auditOf(own.companyId, "company deactivated")).toMatchObject([
      { before: { status: "active" }, after: { status: "inactive" } },
    ]);
    expect(await set("inactive", provider.staff.Fever_Music_Admin).status).toBe(403);
    expect(await set("inactive", own.users.regional).status).toBe(403);
  });

  test("the list sorts, filters and pages for the provider's admins [COM-1] [LIM-1] [CTX-4]", async () => {
    const prefix = "PAGE";
    const ids: number[] = [];
    for (const n of [1, 2, 3])
      ids.push((await add({ companyId: `${prefix}-${n}`, companyName: `Paged ${4 - n}` })).id);
    const list = async (query: object) => {
      const { data, page } = await at
        .as(staff)
        .listCompanies({ query: { search: prefix, ...query } }).answer;
      return { names: data.map(({ companyName }) => companyName), page };
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
      expect((await list({ sort, limit: 2, cursor: second.page?.prev })).names).toEqual(
        names.slice(0, 2),
      );
    }
    await at
      .as(staff)
      .setCompanyStatus({ query: { companyId: ids[0] }, body: { status: "inactive" } });
    expect((await list({ status: "inactive" })).names).toEqual(["Paged 3"]);
    expect(await at.as(staff).listCompanies({ query: { limit: 101 } }).status).toBe(422);
    expect(
      await at.as(staff).listCompanies({ query: { cursor: "x", sort: "stores" } }).status,
    ).toBe(422);
    const own = await makeCompany(at.database);
    for (const as of [
      own.users.admin,
      own.users.limited,
      provider.staff.Fever_Music_Admin,
      provider.staff.Fever_Music_Limited,
    ])
      for (const endpoint of [
        contract.listCompanies,
        contract.recentCompanies,
        contract.exportCompanies,
      ])
        expect(await at.as(as).call(endpoint).status).toBe(403);
    const row = await at.as(staff).listCompanies({ query: { search: own.name } });
    expect(row.find(({ id }) => id === own.companyId)).toMatchObject({
      stores: 9,
      activeStores: 9,
    });
    const recent = await at.as(staff).recentCompanies();
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
    const response = await at.as(staff).exportCompanies({ query: { search: "CSV" } }).response;
    expect(response.headers.get("Content-Disposition")).toBe(
      'attachment; filename="Companies-2026-11-20.csv"',
    );
    const rows = parse(await response.text(), { columns: true }) as Record<string, string>[];
    expect(rows).toHaveLength(cases.length);
    for (const [starts, months, next] of cases) {
      const row = rows.find(({ Code }) => Code === `CSV${starts}x${months}`);
      expect(row).toMatchObject({
        Company: "'=1+1",
        Rate: "5.00",
        "Next invoice": next,
        Stores: "0",
      });
    }
  });

  test("licences are the company's own, with their dates in order [COM-1] [CTX-4] [AUD-1]", async () => {
    const one = await add();
    const other = await add();
    const form = {
      name: "PPL India",
      number: "PPL/1",
      validFrom: "2026-04-01",
      validTo: "2027-03-31",
      stores: 40,
    };
    const at1 = { query: { companyId: one.id } };
    const added = await at.as(staff).addLicence({ ...at1, body: form }).answer;
    expect(added.data).toEqual({ id: expect.any(Number), ...form, version: 1 });
    const { id: licenceId } = added.data;
    expect(
      await at.as(staff).addLicence({ ...at1, body: { ...form, validTo: "2026-03-31", stores: 0 } })
        .errors,
    ).toMatchObject({
      stores: "Enter a number from 1 to 1000000.",
    });
    expect(
      await at.as(staff).addLicence({ ...at1, body: { ...form, validTo: "2026-03-31" } }).errors,
    ).toEqual({
      validTo: "The licence ends before it begins. Choose a later last day.",
    });
    const { number: _, ...least } = form;
    const changed = await at
      .as(staff)
      .updateLicence({ ...at1, body: { ...least, licenceId, stores: 50 } });
    expect(changed).toEqual({ id: licenceId, ...form, number: null, stores: 50, version: 2 });
    const late = await at
      .as(staff)
      .updateLicence({ ...at1, body: { ...form, licenceId, validTo: "2028-03-31", version: 1 } })
      .reply;
    const who = (now: string) =>
      `${staff} has ${now} in the meantime. Save again to keep your entry.`;
    expect([late.status, errorsOf(late)]).toEqual([
      422,
      { number: who("cleared this"), stores: who("changed this to “50”") },
    ]);
    expect(await at.as(staff).listLicences(at1)).toEqual([changed]);
    const { version } = late.body;
    expect(
      await at.as(staff).updateLicence({ ...at1, body: { ...form, licenceId, version } }),
    ).toEqual({
      id: licenceId,
      ...form,
      version: 3,
    });
    expect(
      await at
        .as(staff)
        .updateLicence({ query: { companyId: other.id }, body: { ...form, licenceId } }).status,
    ).toBe(404);
    expect(await at.as(staff).listLicences({ query: { companyId: other.id } })).toEqual([]);
    expect(await auditOf(one.id, "licence changed")).toMatchObject([
      { before: { stores: 40 }, after: { stores: 50 } },
      { before: { stores: 50 }, after: { stores: 40 } },
    ]);
    const own: TestCompany = await makeCompany(at.database);
    expect(await at.as(own.users.admin).listLicences()).toEqual([]);
    expect(await at.as(own.users.admin).addLicence({ body: form }).status).toBe(403);
  });

  test("findOptimumVolLevel says the volume new stores begin with [COM-1]", async () => {
    const own = await makeCompany(at.database);
    await at.database.db
      .update(companyTable)
      .set({ optimumVolume: 44 })
      .where(eq(companyTable.id, own.companyId));
    expect(await at.as(own.users.regional).optimumVolume()).toEqual({
      optimumVolume: 44,
      thresholdVolume: 25,
    });
  });

  test("an unknown country or state is a field's error, or has no cities [API-1]", async () => {
    const ask = (
      endpoint: typeof places.countries | typeof places.states | typeof places.cities,
      query: object = {},
    ) => at.as(staff).call(endpoint, { query } as never);
    expect(await ask(places.countries)).toContainEqual({
      id: "IN",
      countryName: "India",
      phoneCountryCode: "91",
    });
    expect(await ask(places.states, { countryId: "IN" })).toContainEqual({
      id: "IN-KA",
      stateName: "Karnataka",
    });
    expect(await ask(places.cities, { stateId: "IN-KA" })).toContainEqual({ cityName: "Udupi" });
    expect(await ask(places.states, { countryId: "ZZ" })).toEqual([]);
    expect(await ask(places.cities, { stateId: "IN-XX" })).toEqual([]);
    expect(await ask(places.cities, { stateId: "x" }).status).toBe(422);
  });
});
