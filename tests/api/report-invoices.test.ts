import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addDays } from "#contract/base/dates";
import {
  type ReportRow,
  type ReportSummary,
  reportEndpoints,
  sortsOf,
} from "#contract/reports/endpoints";
import { invoiceCustomers, invoiceRevenue } from "#contract/reports/invoices";
import { columnsOf, csvHeadingOf } from "#contract/reports/report";
import { makeBilledCompany, makeBillingSettings, midnight } from "../support/billing.ts";
import { makeProvider, makeUser } from "../support/companies.ts";
import { readCsv } from "../support/csv.ts";
import { anyEngine } from "../support/database.ts";
import { openTestPlatform, type TestPlatform } from "../support/platform.ts";

const all = [invoiceCustomers, invoiceRevenue] as const;
const today = "2026-07-01";
const dates = { from: today, to: today };

/**
 * The reports of invoices, which those who bill open alone, and whose rows are a whole company's.
 */
describe("The reports of invoices", () => {
  let at: TestPlatform;
  let staff: Awaited<ReturnType<typeof makeProvider>>["staff"];
  let companyId: number;

  beforeAll(async () => {
    at = await openTestPlatform(anyEngine, { now: midnight(today) });
    const provider = await makeProvider(at.database);
    staff = provider.staff;
    await makeBillingSettings(at.database, provider.companyId);
    const stores = [midnight("2026-01-01"), midnight("2026-01-01"), midnight("2026-05-10")];
    const one = { stores, billingRate: "333.33", billingPeriodMonths: 3 };
    companyId = (
      await makeBilledCompany(at.database, { ...one, name: "=Own", addressLine: "@1 Main road" })
    ).companyId;
    await makeBilledCompany(at.database, { ...one, name: "Foreign" });
    await at.as(staff.Fever_Admin_Ops).generateInvoices({ body: {} });
  });
  afterAll(() => at?.close());

  const queryOf = (report: (typeof all)[number], change: object = {}) => ({
    query: { companyId, ...(report === invoiceRevenue && dates), ...change } as never,
  });
  const rowsOf = async (report: (typeof all)[number], change: object = {}) =>
    (await at
      .as(staff.Fever_Admin_Ops)
      .call(reportEndpoints(report).table, queryOf(report, change))) as ReportRow[];
  const statuses = (report: (typeof all)[number], change: object, as: string) =>
    Promise.all(
      Object.values(reportEndpoints(report)).map(
        (endpoint) => at.as(as).call(endpoint, queryOf(report, change)).status,
      ),
    );

  test("have the same rows as table and as file, of the own company alone [REP-1] [CTX-4]", async () => {
    for (const report of all) {
      const file = await at
        .as(staff.Fever_Admin_Ops)
        .call(reportEndpoints(report).export, queryOf(report)).response;
      expect(file.headers.get("Content-Disposition")).toMatch(
        new RegExp(`^attachment; filename="${report.key}-BILLED-\\d+-2026-06-30.csv"$`),
      ); // by UTC, as all files
      const [headings, ...cells] = readCsv(await file.text());
      expect(headings).toEqual(
        columnsOf(report).map(([, column]) => csvHeadingOf(report, column, {})),
      );
      expect(cells).toHaveLength((await rowsOf(report)).length);
      expect(cells.flat().filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([]);
      expect(JSON.stringify([cells, await rowsOf(report)])).not.toContain("Foreign");
    }
  });

  test("lines share their invoice's tax so that it adds up to the paisa [BIL-1]", async () => {
    const rows = await rowsOf(invoiceRevenue);
    expect(rows.map(({ stores, rate, amount }) => [stores, rate, amount])).toEqual([
      [2, 33_333, 66_666],
      [3, 33_333, 99_999],
      [3, 33_333, 99_999],
    ]);
    // 9 % of 266664 is 23999.76: each of the two taxes is 24000 paise
    const { totals } = (await at
      .as(staff.Fever_Admin_Ops)
      .call(reportEndpoints(invoiceRevenue).summary, queryOf(invoiceRevenue))) as ReportSummary;
    expect(totals).toEqual({ plays: 0, amount: 266_664, tax: 48_000, total: 314_664 });
    for (const sort of sortsOf(invoiceRevenue))
      expect(await rowsOf(invoiceRevenue, { sort }), sort).toHaveLength(3);
  });

  test("are shut to clients and to those who do not bill [REP-1] [ROL-1] [ERR-4]", async () => {
    const national = (
      await makeUser(at.database, companyId, { role: "ROLE_Client_Admin", level: "national" })
    ).username;
    for (const report of all) {
      for (const as of [national, staff.Fever_Music_Admin])
        expect(await statuses(report, {}, as)).toEqual([403, 403, 403, 403]);
      expect(await statuses(report, {}, staff.Fever_Super_Admin_Major)).toEqual([
        200, 200, 200, 200,
      ]);
      const file = at
        .as(staff.Fever_Admin_Ops)
        .call(reportEndpoints(report).export, queryOf(report, { companyId: undefined }));
      expect((await file.refusal).message).toBe("Please select Company to download csv report");
    }
  });

  test("take 1096 days and refuse one more [REP-2]", async () => {
    const from = addDays(today, -1095);
    expect(await statuses(invoiceRevenue, { from }, staff.Fever_Admin_Ops)).toEqual([
      200, 200, 200, 200,
    ]);
    expect(
      await statuses(invoiceRevenue, { from: addDays(from, -1) }, staff.Fever_Admin_Ops),
    ).toEqual([422, 422, 422, 422]);
  });
});
