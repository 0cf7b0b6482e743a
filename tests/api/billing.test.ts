import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Database } from "#platform/db/database";
import { auditLog } from "#platform/db/schema/index";
import { systemActor } from "#platform/modules/audit/index";
import { generateInvoices } from "#platform/modules/billing/index";
import {
  addStore,
  makeBilledCompany,
  makeBillingSettings,
  midnight,
  otherGstNo,
  setCompanyStatus,
  setStoreStatus,
} from "../support/billing.ts";
import { makeProvider, makeUser } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { openTestPlatform, type TestPlatform } from "../support/platform.ts";

describe("Invoices of stores", () => {
  let at: TestPlatform;
  let staff: string;

  beforeAll(async () => {
    at = await openTestPlatform(anyEngine, { now: midnight("2026-05-01") });
    const provider = await makeProvider(at.database);
    staff = provider.staff.Fever_Admin_Ops;
    await makeBillingSettings(at.database, provider.companyId);
  });
  afterAll(() => at.close());

  const setToday = (day: string) => {
    at.clock.now = midnight(day).getTime();
  };
  const generate = (companyId?: number) => at.as(staff).generateInvoices({ body: { companyId } });
  const show = (id: number, as = staff) => at.as(as).findInvoice({ params: { id } });
  const list = (query: object, as = staff) =>
    at.as(as).listInvoices({ query: { sort: "issued", ...query } });

  test("a store is billed for each month in which it was active on a day [BIL-1]", async () => {
    setToday("2026-05-01");
    const { companyId, storeIds } = await makeBilledCompany(at.database, {
      billingRate: "999.99",
      // before April; on its last evening; after it
      stores: [
        midnight("2026-03-01"),
        new Date("2026-04-30T23:59:00+05:30"),
        midnight("2026-05-01"),
        midnight("2026-03-01"),
      ],
    });
    // at midnight: no moment of April
    await setStoreStatus(at.database, storeIds[3] ?? 0, "inactive", midnight("2026-04-01"));
    const { issued, invoices } = await generate(companyId);
    expect(issued).toBe(1);
    const audited = await at.database.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.itemId, String(invoices[0]?.id)));
    expect(audited).toMatchObject([
      { companyId, action: "invoice issued", itemKind: "invoice", itemName: invoices[0]?.number },
    ]);
    const invoice = await show(invoices[0]?.id ?? 0);
    expect(invoice).toMatchObject({
      periodFrom: "2026-04-01",
      periodTo: "2026-04-30",
      issuedOn: "2026-05-01",
      dueOn: "2026-05-16",
      status: "due",
      taxKind: "CGST_SGST",
      taxRate: "18.00",
      supplyState: "27",
      // 2 × 999.99 = 1999.98; 9 % of it is 179.9982: to the nearest paisa, each tax by itself
      taxable: "1999.98",
      cgst: "180.00",
      sgst: "180.00",
      igst: "0.00",
      total: "2359.98",
      outstanding: "2359.98",
    });
    expect(invoice.lines).toEqual([
      {
        line: 1,
        kind: "STORES",
        month: "2026-04-01",
        description: "In-store music, April 2026",
        quantity: 2,
        rate: "999.99",
        amount: "1999.98",
        sac: "998432",
        seconds: null,
        campaignId: null,
        prime: null,
      },
    ]);
    expect(await generate(companyId)).toMatchObject({ issued: 0, empty: 0 });
  });

  test("between states IGST is due, and outside India nothing [BIL-1]", async () => {
    setToday("2026-05-01");
    const of = async (change: object) => {
      const { companyId } = await makeBilledCompany(at.database, {
        stores: [midnight("2026-01-01")],
        billingRate: "0.25",
        ...change,
      });
      return show((await generate(companyId)).invoices[0]?.id ?? 0);
    };
    // 18 % of 25 paise is 4.5: half a paisa goes up
    expect(await of({ gstNo: otherGstNo })).toMatchObject({
      taxKind: "IGST",
      supplyState: "29",
      igst: "0.05",
      cgst: "0.00",
      total: "0.30",
    });
    // 9 % of 25 paise is 2.25
    expect(await of({})).toMatchObject({ cgst: "0.02", sgst: "0.02", total: "0.29" });
    expect(await of({ country: "AE", state: "Dubai" })).toMatchObject({
      taxKind: "EXPORT",
      taxRate: "0.00",
      supplyState: null,
      total: "0.25",
    });
  });

  test("periods of 3, 6 and 12 months are billed in arrears, month by month [BIL-1]", async () => {
    for (const [months, over, day] of [
      [3, "2026-06-30", "2026-07-01"],
      [6, "2026-09-30", "2026-10-01"],
      [12, "2027-03-31", "2027-04-01"],
    ] as const) {
      const { companyId } = await makeBilledCompany(at.database, {
        billingPeriodMonths: months,
        stores: [midnight("2026-01-01")],
      });
      await addStore(at.database, companyId, midnight("2026-06-15"));
      await at.database.db.execute(sql`insert into company_rate (company_id, from_month, rate, set_by)
        values (${companyId}, '2026-01-01', 100000, 'a'), (${companyId}, '2026-06-01', 150050, 'a')`);
      setToday(over);
      expect(await generate(companyId), over).toMatchObject({ issued: 0 });
      setToday(day);
      const { invoices } = await generate(companyId);
      const invoice = await show(invoices[0]?.id ?? 0);
      expect(invoice).toMatchObject({ periodFrom: "2026-04-01", periodTo: over });
      const expected = Array.from({ length: months }, (_, month) =>
        month < 2 ? [1, "1000.00"] : [2, "1500.50"],
      );
      expect(invoice.lines.map(({ quantity, rate }) => [quantity, rate])).toEqual(expected);
    }
  });

  test("the number's year changes at midnight in India on 1 April [BIL-1]", async () => {
    at.clock.now = Date.parse("2028-03-31T23:59:59.999+05:30");
    const one = await makeBilledCompany(at.database, {
      stores: [midnight("2027-01-01")],
      billingStartsOn: "2028-02-01",
    });
    const first = await generate(one.companyId); // February of a leap year
    at.clock.now = Date.parse("2028-04-01T00:00:00+05:30");
    const second = await generate(one.companyId);
    const before = await show(first.invoices[0]?.id ?? 0);
    const after = await show(second.invoices[0]?.id ?? 0);
    expect(before).toMatchObject({
      periodFrom: "2028-02-01",
      periodTo: "2028-02-29",
      issuedOn: "2028-03-31",
    });
    expect(before.number).toMatch(/^INV\/27-28\/\d{6}$/);
    expect(after).toMatchObject({
      number: "INV/28-29/000001",
      periodFrom: "2028-03-01",
      issuedOn: "2028-04-01",
    });
  });

  test("a month without an active store or an active company is done without an invoice [BIL-1]", async () => {
    setToday("2026-08-01");
    const { companyId, storeIds } = await makeBilledCompany(at.database, {
      stores: [midnight("2026-01-01")],
    });
    await setStoreStatus(at.database, storeIds[0] ?? 0, "inactive", midnight("2026-04-01"));
    await setStoreStatus(at.database, storeIds[0] ?? 0, "active", midnight("2026-05-31"));
    await setCompanyStatus(at.database, companyId, "inactive", midnight("2026-06-01"));
    await setCompanyStatus(at.database, companyId, "active", midnight("2026-07-31"));
    expect(await generate(companyId)).toMatchObject({ issued: 2, empty: 2, total: "2360.00" });
    expect((await list({ companyId })).map(({ periodFrom }) => periodFrom)).toEqual([
      "2026-05-01",
      "2026-07-01",
    ]);
  });

  test("the preview is what is issued, and writes nothing [BIL-1]", async () => {
    setToday("2026-06-10");
    const { companyId } = await makeBilledCompany(at.database, {
      stores: [midnight("2026-01-01"), midnight("2026-05-20")],
    });
    const preview = () => at.as(staff).previewInvoice({ query: { companyId } });
    const previews = await preview();
    expect(await list({ companyId })).toEqual([]);
    expect(previews.map(({ periodFrom, isOver }) => [periodFrom, isOver])).toEqual([
      ["2026-04-01", true],
      ["2026-05-01", true],
      ["2026-06-01", false],
    ]);
    const { invoices } = await generate(companyId);
    for (const [place, { id }] of invoices.entries()) {
      const { lines, taxable, cgst, sgst, igst, total, dueOn } = await show(id);
      expect(previews[place]).toMatchObject({ lines, taxable, cgst, sgst, igst, total, dueOn });
    }
    expect((await preview()).map(({ periodFrom }) => periodFrom)).toEqual(["2026-06-01"]);
  });

  test("what keeps a company from being billed is told, and keeps no other from it [BIL-1]", async () => {
    setToday("2026-05-02");
    const { companyId: withoutRate } = await makeBilledCompany(at.database, {
      stores: [midnight("2026-01-01")],
      billingRate: null,
    });
    const { companyId: withoutState } = await makeBilledCompany(at.database, {
      stores: [midnight("2026-01-01")],
      state: null,
    });
    const { companyId: whole } = await makeBilledCompany(at.database, {
      stores: [midnight("2026-01-01")],
    });
    expect(await generate()).toMatchObject({
      issued: 1,
      refused: [
        { companyId: withoutRate, problem: "NO_RATE" },
        { companyId: withoutState, problem: "NO_STATE" },
      ],
    });
    expect(await list({ companyId: whole })).toHaveLength(1);
  });

  test("a company whose billing fails keeps no other from being billed [BIL-1]", async () => {
    const day = "2026-05-02";
    setToday(day);
    const stores = [midnight("2026-01-01")];
    const { companyId: broken } = await makeBilledCompany(at.database, { stores });
    const { companyId: whole } = await makeBilledCompany(at.database, { stores });
    const { db } = at.database;
    // what one company's rows refuse ends the transaction of all that are billed with it
    await db.execute(
      sql.raw(`alter table invoice add constraint broken check (company_id <> ${broken})`),
    );
    const call = { database: at.database, now: midnight(day), actor: systemActor() };
    await expect(generateInvoices(call)).rejects.toMatchObject({
      message: "not all companies were billed",
      errors: [{ message: `company ${broken}` }],
    });
    expect(await list({ companyId: whole })).toHaveLength(1);
    expect(await list({ companyId: broken })).toEqual([]);
    await db.execute(sql.raw("alter table invoice drop constraint broken"));
    await generateInvoices(call);
    expect(await list({ companyId: broken })).toHaveLength(1);
  });

  test("billing ends with a stop or a database that is away, not company by company [BIL-1]", async () => {
    const day = "2026-05-02";
    setToday(day);
    const stores = [midnight("2026-01-01")];
    const { companyId } = await makeBilledCompany(at.database, { stores });
    const stopping = new AbortController();
    let tries = 0;
    const failingWith = (code: string, whenFailed = () => {}): Database => ({
      ...at.database,
      transaction: (work) => {
        tries++;
        return at.database.transaction(async (tx, ...rest) => {
          await work(tx, ...rest);
          whenFailed();
          throw Object.assign(new Error("cut at its end"), { code });
        });
      },
    });
    const call = { now: midnight(day), actor: systemActor() };
    const away = generateInvoices({ ...call, database: failingWith("57P01") });
    await expect(away).rejects.toMatchObject({ code: "57P01" });
    expect(tries).toBe(1);
    tries = 0;
    const database = failingWith("23514", () => stopping.abort());
    await generateInvoices({ ...call, database, stopped: stopping.signal });
    expect(tries).toBe(1);
    expect(await list({ companyId })).toEqual([]);
  });

  test("a client's national admin reads the own invoices, and nobody else does [BIL-1] [ROL-1]", async () => {
    setToday("2026-05-02");
    const { companyId } = await makeBilledCompany(at.database, {
      stores: [midnight("2026-01-01")],
    });
    const { companyId: other } = await makeBilledCompany(at.database, {
      stores: [midnight("2026-01-01")],
    });
    const { invoices } = await generate(companyId);
    const foreign = (await generate(other)).invoices[0]?.id ?? 0;
    const person = async (
      role: "ROLE_Client_Admin" | "ROLE_Client_Admin_Limited",
      level: "national" | "regional",
    ) => (await makeUser(at.database, companyId, { role, level })).username;
    const national = await person("ROLE_Client_Admin", "national");
    expect((await list({}, national)).map(({ id }) => id)).toEqual(invoices.map(({ id }) => id));
    expect(await at.as(national).findInvoice({ params: { id: foreign } }).status).toBe(404);
    expect(await at.as(national).listInvoices({ query: { companyId: other } }).status).toBe(403);
    expect(await at.as(national).generateInvoices({ body: {} }).status).toBe(403);
    for (const as of [
      await person("ROLE_Client_Admin", "regional"),
      await person("ROLE_Client_Admin_Limited", "national"),
    ])
      expect(await at.as(as).listInvoices({ query: {} }).status).toBe(403);
  });
});
