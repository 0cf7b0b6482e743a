import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { gstr1Sections } from "#contract/billing/gstr1-words";
import {
  makeBilledCompany,
  makeBillingSettings,
  midnight,
  otherGstNo,
} from "../support/billing.ts";
import { makeProvider, makeUser } from "../support/companies.ts";
import { readCsv } from "../support/csv.ts";
import { anyEngine } from "../support/database.ts";
import { openTestPlatform, type TestPlatform } from "../support/platform.ts";

/** Lies in Maharashtra too, so that its supplies are within the provider's state. */
const neighbourGstNo = "27AABCU9603R1ZN";
const heads = ["txval", "iamt", "camt", "samt"] as const;
type Head = (typeof heads)[number];
type Sums = Record<Head, number>;
// biome-ignore lint/suspicious/noExplicitAny: whatever the file holds
type Json = any;

describe("GSTR-1", () => {
  let at: TestPlatform;
  let staff: string;
  let client: string;

  beforeAll(async () => {
    at = await openTestPlatform(anyEngine, { now: midnight("2026-05-01") });
    const provider = await makeProvider(at.database);
    staff = provider.staff.Fever_Admin_Ops;
    await makeBillingSettings(at.database, provider.companyId);
    const billed = async (change: object) => {
      const stores = [midnight("2026-01-01"), midnight("2026-01-01"), midnight("2026-05-10")];
      return (await makeBilledCompany(at.database, { stores, ...change })).companyId;
    };
    const legalName = "Neighbour Private Limited";
    const companyId = await billed({ gstNo: neighbourGstNo, legalName, billingRate: "333.33" });
    await billed({ gstNo: otherGstNo, billingRate: "1234.57" });
    await billed({ billingRate: "0.25" });
    await billed({ state: "Kerala", billingRate: "77.77" });
    await billed({ state: "Kerala", billingRate: "99999.99" });
    await billed({ country: "AE", state: "Dubai", billingRate: "5000.01" });
    client = (
      await makeUser(at.database, companyId, { role: "ROLE_Client_Admin", level: "national" })
    ).username;
    for (const day of ["2026-05-01", "2026-06-01", "2026-07-01"]) {
      at.clock.now = midnight(day).getTime();
      await at.as(staff).generateInvoices({ body: {} });
      if (day === "2026-06-01") await creditAll();
    }
  });
  afterAll(() => at?.close());

  /** Credits an odd part of each invoice of May. */
  async function creditAll() {
    const invoices = await at.as(staff).listInvoices({ query: { to: "2026-05-31" } });
    for (const { id, taxable } of invoices) {
      const amount = (Math.floor(Number(taxable) * 33) / 100 + 0.01).toFixed(2);
      const body = { invoiceId: id, reason: "Closed for days", lines: [{ line: 1, amount }] };
      expect(await at.as(staff).addCreditNote({ body }).status).toBe(201);
    }
  }
  const show = (query: object) => at.as(staff).showGstr1({ query });
  const file = async (query: object) =>
    JSON.parse(await at.as(staff).exportGstr1({ query }).text) as Json;

  /** Adds up a head of all objects below, in paise. */
  const addUp = (part: unknown): Sums => {
    const sums = { txval: 0, iamt: 0, camt: 0, samt: 0 };
    const visit = (value: unknown) => {
      if (typeof value !== "object" || value === null) return;
      for (const head of heads)
        sums[head] += Math.round(((value as Partial<Sums>)[head] ?? 0) * 100);
      for (const below of Object.values(value)) visit(below);
    };
    visit(part);
    return sums;
  };
  const plus = (a: Sums, b: Sums, sign = 1) =>
    Object.fromEntries(heads.map((head) => [head, a[head] + sign * b[head]])) as Sums;

  /** The sums of invoices less notes, straight from their tables. */
  async function ledgerOf(from: string, to: string): Promise<Sums> {
    const { rows } = await at.database.db.execute<Sums>(sql`
      select sum(taxable)::float8 as txval, sum(igst)::float8 as iamt, sum(cgst)::float8 as camt, sum(sgst)::float8 as samt from (
        select taxable, igst, cgst, sgst from invoice where issued_on between ${from} and ${to}
        union all select -taxable, -igst, -cgst, -sgst from credit_note where issued_on between ${from} and ${to}) moved`);
    return rows[0] as Sums;
  }

  test("its sections add up to the ledger of invoices and notes to the paisa [GST-2] [BIL-1]", async () => {
    for (const [query, from, to] of [
      [{ month: "2026-05-01" }, "2026-05-01", "2026-05-31"],
      [{ month: "2026-06-01" }, "2026-06-01", "2026-06-30"],
      [{ month: "2026-05-01", period: "quarter" }, "2026-04-01", "2026-06-30"],
    ] as const) {
      const json = await file(query);
      const ledger = await ledgerOf(from, to);
      const { b2b, b2cl, b2cs, exp, cdnr, cdnur, hsn } = json;
      const listed = plus(addUp([b2b, b2cl, b2cs, exp]), addUp([cdnr, cdnur]), -1);
      expect(listed, JSON.stringify(query)).toEqual(ledger);
      expect(addUp(hsn)).toEqual(ledger);
      const summary = await show(query);
      expect(summary.sum).toEqual(summary.ledger);
      expect(Number(summary.ledger.taxable) * 100).toBeCloseTo(ledger.txval, 3);
    }
    const quarter = await show({ month: "2026-04-01", period: "quarter" });
    expect(quarter).toMatchObject({
      returnPeriod: "062026",
      to: "2026-06-30",
      sum: { documents: 18 },
    });
  });

  test("each document stands in its section, in the portal's words [GST-2]", async () => {
    const json = await file({ month: "2026-05-01" });
    expect(json).toMatchObject({ gstin: "27AAPFU0939F1ZV", fp: "052026", version: "GST3.2.4" });
    const inState = json.b2b?.find(({ ctin }: Json) => ctin === neighbourGstNo)?.inv?.[0];
    expect(inState).toEqual({
      inum: expect.stringMatching(/^INV\/26-27\/\d{6}$/),
      idt: "01-05-2026",
      val: 786.66,
      pos: "27",
      rchrg: "N",
      inv_typ: "R",
      itms: [
        {
          num: 1,
          itm_det: { rt: 18, txval: 666.66, iamt: 0, camt: 60, samt: 60, csamt: 0 },
        },
      ],
    });
    expect(json.b2cl).toMatchObject([{ pos: "32", inv: [{ val: 235999.98 }] }]);
    expect(json.b2cs).toMatchObject([
      { sply_ty: "INTRA", typ: "OE", pos: "27", rt: 18 },
      { sply_ty: "INTER", typ: "OE", pos: "32", rt: 18 },
    ]);
    expect(json.exp).toMatchObject([
      { exp_typ: "WOPAY", inv: [{ itms: [{ rt: 0, txval: 10000.02, iamt: 0 }] }] },
    ]);
    expect(json.doc_issue?.doc_det).toMatchObject([
      { doc_num: 1, docs: [{ totnum: 6, cancel: 0, net_issue: 6 }] },
    ]);
    const june = await file({ month: "2026-06-01" });
    expect(june.cdnr?.map(({ nt }: Json) => nt?.[0]?.ntty)).toEqual(["C", "C"]);
    expect(june.cdnur?.map(({ typ }: Json) => typ)).toEqual(["EXPWOP", "B2CL"]);
    expect(june.doc_issue?.doc_det?.map(({ doc_num }: Json) => doc_num)).toEqual([1, 5]);
  });

  const receiversIn = async (section: "b2b" | "cdnr") =>
    readCsv(
      await at.as(staff).exportGstr1Section({ query: { month: "2026-06-01", section } }).text,
    ).map((row) => row[1]);

  test("each section is a CSV with the offline tool's columns and the same sums [GST-2]", async () => {
    const month = "2026-06-01";
    const { sections } = await show({ month });
    for (const section of gstr1Sections) {
      const [headings = [], ...rows] = readCsv(
        await at.as(staff).exportGstr1Section({ query: { month, section } }).text,
      );
      const column = headings.indexOf("Taxable Value");
      if (section === "doc_issue") {
        expect(rows.map(([nature, , , count]) => [nature, count])).toEqual([
          ["Invoices for outward supply", "6"],
          ["Credit Note", "6"],
        ]);
        continue;
      }
      const sum = rows.reduce((paise, row) => paise + Math.round(Number(row[column]) * 100), 0);
      const taxable = Number(sections.find((one) => one.section === section)?.taxable) * 100;
      const sign = section.startsWith("cd") ? -1 : 1;
      expect(sum, section).toBe(Math.round(sign * taxable));
      expect(rows.every((row) => row.length === headings.length)).toBe(true);
    }
    const [headings, first] = readCsv(
      await at.as(staff).exportGstr1Section({ query: { month, section: "b2b" } }).text,
    );
    expect(headings?.slice(0, 6)).toEqual([
      "GSTIN/UIN of Recipient",
      "Receiver Name",
      "Invoice Number",
      "Invoice date",
      "Invoice Value",
      "Place Of Supply",
    ]);
    expect(first).toMatchObject({ 3: "01-Jun-2026", 5: "27-Maharashtra", 8: "Regular B2B" });
    expect(await receiversIn("b2b")).toContain("Neighbour Private Limited");
    expect(await receiversIn("cdnr")).toContain("Neighbour Private Limited");
  });

  test("only provider staff who bill see it [GST-2] [ROL-1]", async () => {
    const statusOf = (as: string) =>
      at.as(as).exportGstr1({ query: { month: "2026-05-01" } }).status;
    expect([await statusOf(staff), await statusOf(client)]).toEqual([200, 403]);
  });
});
