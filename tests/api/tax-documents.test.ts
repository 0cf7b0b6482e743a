import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auditLog, creditNote } from "#platform/db/schema/index";
import { findDocument } from "#platform/modules/billing/documents.queries";
import { documentOf } from "#platform/modules/billing/drawn-document";
import { makeBilledCompany, makeBillingSettings, midnight } from "../support/billing.ts";
import { makeProvider } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { openTestPlatform, type TestPlatform } from "../support/platform.ts";

describe("What the law asks of documents", () => {
  let at: TestPlatform;
  let staff: string;

  beforeAll(async () => {
    at = await openTestPlatform(anyEngine, { now: midnight("2026-05-01") });
    const provider = await makeProvider(at.database);
    staff = provider.staff.Fever_Admin_Ops;
    await makeBillingSettings(at.database, provider.companyId);
  });
  afterAll(() => at.close());

  /** April of one store at ₹1,000, issued on 1 May 2026. */
  const issue = async (change: object = {}) => {
    at.clock.now = midnight("2026-05-01").getTime();
    const { companyId } = await makeBilledCompany(at.database, {
      stores: [midnight("2026-01-01")],
      ...change,
    });
    const { invoices } = await at.as(staff).generateInvoices({ body: { companyId } });
    return { companyId, id: invoices[0]?.id ?? 0, number: invoices[0]?.number };
  };
  const show = (id: number) => at.as(staff).findInvoice({ params: { id } });
  const contentsOf = async (kind: "invoice" | "credit-note", companyId: number, id: number) => {
    const document = await findDocument(at.database.db, { kind, companyId, id });
    if (!document) throw new Error("no document");
    return documentOf(at.database, document);
  };

  test("an export's document names SAC, country, LUT, endorsement and words [GST-1] [GST-2]", async () => {
    const { companyId, id, number } = await issue({ country: "AE", state: "Dubai" });
    expect(await contentsOf("invoice", companyId, id)).toMatchObject({
      title: "Tax invoice",
      number,
      facts: [
        ["Date", "01/05/26"],
        ["Due", "16/05/26"],
        ["Period", "01/04/26 to 30/04/26"],
        ["Place of supply", "United Arab Emirates"],
        ["Tax payable on reverse charge", "No"],
        ["LUT", "AD270326000001A of 20/03/26"],
      ],
      customer: { country: "United Arab Emirates" },
      lines: [{ sac: "998432", description: "In-store music, April 2026" }],
      totalInWords: "One Thousand Rupees Only",
      signatoryName: "Meera Joshi",
      endorsement: expect.stringContaining("LETTER OF UNDERTAKING WITHOUT PAYMENT"),
    });
  });

  test("a debit note raises the invoice with its tax, and can be credited again [GST-1] [BIL-1]", async () => {
    const { companyId, id, number } = await issue();
    const raised = {
      invoiceId: id,
      reason: "Charged too little",
      lines: [{ line: 1, amount: "0.05" }],
    };
    const note = await at.as(staff).addDebitNote({ body: raised });
    expect(note).toMatchObject({ kind: "DEBIT", number: "DBN/26-27/000001", taxable: "0.05" });
    expect(await contentsOf("credit-note", companyId, note.id)).toMatchObject({
      title: "Debit note",
      facts: expect.arrayContaining([["About invoice", `${number} of 01/05/26`]]),
      lines: [{ sac: "998432", amount: 5 }],
    });
    const more = { ...raised, lines: [{ line: 1, amount: "999.95" }] };
    await at.as(staff).addDebitNote({ body: more });
    expect(await show(id)).toMatchObject({
      debited: "1180.00",
      outstanding: "2360.00",
      creditable: [{ line: 1, left: "2000.00" }],
    });
    await at.as(staff).addCreditNote({ body: { invoiceId: id, reason: "All of it" } });
    expect(await show(id)).toMatchObject({
      credited: "2360.00",
      outstanding: "0.00",
      status: "credited",
    });
    expect(
      await at.as(staff).addDebitNote({ body: { ...raised, lines: [{ line: 2, amount: "1" }] } })
        .errors,
    ).toEqual({ "lines.0.line": "The invoice has no line 2." });
    expect(
      await at
        .as(staff)
        .showStatement({ query: { companyId, from: "2026-05-01", to: "2026-05-31" } }),
    ).toMatchObject({ invoiced: "2360.00", credited: "2360.00", closing: "0.00" });
  });

  test("after 30 November of the next year GST is credited no more, the rest is [GST-1]", async () => {
    const { companyId, id } = await issue();
    const body = { invoiceId: id, reason: "Late", lines: [{ line: 1, amount: "100" }] };
    at.clock.now = midnight("2027-11-30").getTime();
    expect(await at.as(staff).addCreditNote({ body })).toMatchObject({
      total: "118.00",
      hasGst: true,
    });
    at.clock.now = midnight("2027-12-01").getTime();
    expect(await at.as(staff).addCreditNote({ body }).errors).toEqual({
      withoutGst:
        "GST on this invoice could be credited until 30/11/27. Tick to credit it without GST.",
    });
    const note = await at.as(staff).addCreditNote({ body: { ...body, withoutGst: true } });
    expect(note).toMatchObject({ total: "100.00", cgst: "0.00", hasGst: false });
    expect(await contentsOf("credit-note", companyId, note.id)).toMatchObject({
      taxKind: undefined,
      notes: ["Issued without GST: it could be credited until 30/11/27 (CGST Act, section 34(2))."],
    });
    expect(await show(id)).toMatchObject({ credited: "218.00", outstanding: "962.00" });
    const [row] = await at.database.db
      .select({ hasGst: creditNote.hasGst })
      .from(creditNote)
      .where(eq(creditNote.id, note.id));
    expect(row?.hasGst).toBe(false);
  });

  test("after the annual return was filed GST is credited no more, the rest is [GST-1]", async () => {
    const { companyId, id } = await issue();
    const body = { invoiceId: id, reason: "Late", lines: [{ line: 1, amount: "100" }] };
    at.clock.now = midnight("2027-08-16").getTime();
    const { state: _, signatureFileId: __, ...shown } = await at.as(staff).findBillingSettings();
    const own = Object.fromEntries(Object.entries(shown).filter(([, value]) => value !== null));
    const save = (annualReturnYear?: string, annualReturnFiledOn?: string) =>
      at.as(staff).changeBillingSettings({
        body: { ...own, annualReturnYear, annualReturnFiledOn } as never,
      });
    for (const [year, filedOn, errors] of [
      ["2026-27", undefined, { annualReturnFiledOn: "This field is required" }],
      [undefined, "2027-08-15", { annualReturnYear: "This field is required" }],
      ["2026", "2027-08-15", { annualReturnYear: "Enter a financial year, for example 2025-26." }],
      ["2026-27", "2027-08-17", { annualReturnFiledOn: "This date is in the future." }],
      [
        "2026-27",
        "2027-03-31",
        { annualReturnFiledOn: "The year 2026-27 was not over on this date." },
      ],
    ] as const)
      expect(await save(year, filedOn).errors, filedOn).toEqual(errors);
    expect(await save("2026-27", "2027-08-15")).toMatchObject({ annualReturnYear: "2026-27" });
    expect((await show(id)).lastCreditDay).toBe("2027-08-15");
    expect(await at.as(staff).addCreditNote({ body }).errors).toEqual({
      withoutGst:
        "GST on this invoice could be credited until 15/08/27. Tick to credit it without GST.",
    });
    const note = await at.as(staff).addCreditNote({ body: { ...body, withoutGst: true } });
    expect(await contentsOf("credit-note", companyId, note.id)).toMatchObject({
      notes: ["Issued without GST: it could be credited until 15/08/27 (CGST Act, section 34(2))."],
    });
    const [entry] = await at.database.db
      .select({ after: auditLog.after })
      .from(auditLog)
      .where(eq(auditLog.action, "billing settings changed"));
    expect(entry?.after).toMatchObject({ annualReturnFiledOn: "2027-08-15" });
    // a PDF that is drawn later says what held when the note was issued
    const { version } = await at.as(staff).findBillingSettings();
    const cleared = { ...own, version } as never;
    expect(await at.as(staff).changeBillingSettings({ body: cleared })).toMatchObject({
      annualReturnYear: null,
    });
    expect(await contentsOf("credit-note", companyId, note.id)).toMatchObject({
      notes: ["Issued without GST: it could be credited until 15/08/27 (CGST Act, section 34(2))."],
    });
  });
});
