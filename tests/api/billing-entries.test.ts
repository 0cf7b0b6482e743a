import { and, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readAmount } from "#contract/base/money";
import type { BillingDashboard } from "#contract/billing/dashboard";
import type * as contract from "#contract/billing/invoices";
import { auditLog, invoice as invoiceTable } from "#platform/db/schema/index";
import { folderStore } from "#platform/files/file-store";
import { documentService } from "#platform/modules/billing/index";
import { makeBilledCompany, midnight, ownGstNo } from "../support/billing.ts";
import { makeProvider } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { readPdf } from "../support/pdf.ts";
import { type MailingPlatform, openMailingPlatform, testFilesDir } from "../support/platform.ts";

describe("After an invoice is issued", () => {
  let at: MailingPlatform;
  let staff: string;

  beforeAll(async () => {
    at = await openMailingPlatform(anyEngine, { now: midnight("2026-05-01") });
    staff = (await makeProvider(at.database)).staff.Fever_Admin_Ops;
    const body = {
      legalName: "Fever Private Limited",
      addressLine: "1 Marine Drive",
      city: "Mumbai",
      postalCode: "400002",
      gstNo: ownGstNo,
      panNo: "AAPFU0939F",
      bankDetails: "State Bank, 000123456789",
      gstRate: "18",
      paymentDays: 15,
      sacMusic: "998432",
      sacAds: "998369",
      signatoryName: "Meera Joshi",
    };
    const saved = await at.as(staff).changeBillingSettings({ body }).reply;
    expect(saved.body.data, JSON.stringify(saved.body)).toMatchObject({
      state: "Maharashtra",
      gstRate: "18.00",
      version: 1,
    });
  });
  afterAll(() => at.close());

  const issue = async (change: object = {}) => {
    at.clock.now = midnight("2026-05-01").getTime();
    const { companyId } = await makeBilledCompany(at.database, {
      stores: [midnight("2026-01-01")],
      billingRate: "333.33",
      ...change,
    });
    return {
      companyId,
      id: (await at.as(staff).generateInvoices({ body: { companyId } })).invoices[0]?.id ?? 0,
    };
  };
  /** Makes the PDFs and queues their emails, as the job does. */
  const makeDocuments = () =>
    documentService({ files: folderStore(testFilesDir), emails: {} as never }).makeDocuments({
      database: at.database,
      now: new Date(at.clock.now),
    });
  const show = (id: number) => at.as(staff).findInvoice({ params: { id } });
  const credit = (body: object) => at.as(staff).addCreditNote({ body });
  const pay = async ({
    invoiceId,
    ...body
  }: {
    invoiceId: number;
    amount: string;
    refund?: true;
  }) =>
    at.as(staff).addReceipt({
      query: { companyId: (await show(invoiceId)).companyId },
      body: {
        receivedOn: "2026-05-01",
        allocations: [{ invoiceId, amount: body.amount }],
        ...body,
      },
    }).status;

  test("credits and payments add up to the paisa, and never exceed what is left [BIL-1]", async () => {
    const { companyId, id } = await issue();
    expect(await show(id)).toMatchObject({ taxable: "333.33", cgst: "30.00", total: "393.33" });
    for (const amount of ["0.03", "111.11", "111.11"])
      expect(
        await credit({ invoiceId: id, reason: "Closed for days", lines: [{ line: 1, amount }] })
          .status,
      ).toBe(201);
    expect(
      await credit({ invoiceId: id, reason: "More", lines: [{ line: 1, amount: "111.09" }] })
        .status,
    ).toBe(422);
    const { outstanding } = await show(id);
    expect(await pay({ invoiceId: id, amount: "100" })).toBe(201);
    expect(await pay({ invoiceId: id, amount: outstanding })).toBe(422);
    const paid = await show(id);
    expect([
      await at.as(staff).reverseReceipt({ params: { id: paid.payments[0]?.id } }).status,
      (await show(id)).outstanding,
    ]).toEqual([201, outstanding]);
    expect(await at.as(staff).reverseReceipt({ params: { id: paid.payments[0]?.id } }).status).toBe(
      422,
    );
    // what is left in whole: the taxes of four credits are the invoice's
    expect(await credit({ invoiceId: id, reason: "The rest" }).status).toBe(201);
    expect(await show(id)).toMatchObject({
      credited: "393.33",
      outstanding: "0.00",
      status: "credited",
    });
    expect(
      await at
        .as(staff)
        .showStatement({ query: { companyId, from: "2026-05-01", to: "2026-05-31" } }),
    ).toMatchObject({
      opening: "0.00",
      invoiced: "393.33",
      credited: "393.33",
      paid: "0.00",
      closing: "0.00",
    });
  });

  test("an invoice is due, then in grace for 30 days, then overdue [BIL-1]", async () => {
    const { id } = await issue();
    const statusOn = async (day: string) => {
      at.clock.now = midnight(day).getTime();
      return (await show(id)).status;
    };
    expect([
      await statusOn("2026-05-16"),
      await statusOn("2026-05-17"),
      await statusOn("2026-06-15"),
      await statusOn("2026-06-16"),
    ]).toEqual(["due", "grace", "grace", "overdue"]);
    const reply = await at.as(staff).billingDashboard().reply;
    expect(reply.body.data, JSON.stringify(reply.body)).toMatchObject({
      overdue: { invoices: 1, amount: "393.33" },
    });
    // April was earned in April, whenever it was invoiced; May is not invoiced and counts its fees
    const { months } = reply.body.data as BillingDashboard;
    const sum = (of: "invoiced" | "credited") =>
      months.reduce((total, month) => total + readAmount(month[of]), 0);
    const earnedIn = (month: string) =>
      readAmount(months.find((one) => one.month === month)?.earned ?? "0.00");
    expect(earnedIn("2026-04-01")).toBe(sum("invoiced") - sum("credited"));
    expect(earnedIn("2026-05-01")).toBeGreaterThan(0);
  });

  test("the PDF is made once and mailed once, and an issued invoice never changes [BIL-1]", async () => {
    const legalName = "Billed Stores Private Limited";
    const { id, companyId } = await issue({ contactName: "Asha Rao", legalName });
    await makeDocuments();
    await makeDocuments();
    await at.deliverEmails();
    await at.deliverEmails();
    const read = () => at.as(staff).invoicePdf({ params: { id } }).bytes;
    const one = await read();
    const two = await read();
    expect(one.equals(two)).toBe(true);
    const text = one.toString("latin1");
    for (const part of ["%PDF-1.7", "/MarkInfo", "/StructTreeRoot", "/Lang (en-IN)", "/FontFile2"])
      expect(text).toContain(part);
    const { db } = at.database;
    for (const change of [
      db.update(invoiceTable).set({ total: 1 }).where(eq(invoiceTable.id, id)),
      db.delete(invoiceTable).where(eq(invoiceTable.id, id)),
      db.update(invoiceTable).set({ fileId: null }).where(eq(invoiceTable.id, id)),
      db.execute(sql`update invoice_line set amount = 1 where company_id = ${companyId}`),
      db.execute(
        sql`insert into invoice_line select company_id, invoice_id, 2, kind, month, description, quantity, seconds, rate, amount, campaign_id, prime from invoice_line where company_id = ${companyId}`,
      ),
    ])
      await expect(change).rejects.toThrow();
    const { mail, customer, number } = await show(id);
    expect(mail).toMatchObject({ kind: "invoice", state: "sent", to: customer.email });
    const copies = at.smtp.inbox.filter(({ subject }) => subject?.includes(` ${number} `));
    expect(copies.map(({ attachments }) => attachments.length)).toEqual([1]);
    expect(copies[0]?.text).toContain("Hello Asha,");
    expect(customer.legalName).toBe(legalName);
    const query = { companyId, from: "2026-05-01", to: "2026-05-31" };
    expect(await at.as(staff).showStatement({ query })).toMatchObject({ legalName });
  });

  test("a company is found by its legal name where money is looked up [BIL-1] [GST-2]", async () => {
    const { companyId, id: invoiceId } = await issue({ legalName: "Found Éclair Private Limited" });
    expect(await pay({ invoiceId, amount: "100" })).toBe(201);
    const query = { search: "found eclair" };
    const lists = await Promise.all([
      at.as(staff).listInvoices({ query }),
      at.as(staff).listReceipts({ query }),
      at.as(staff).listAgeing({ query }),
      at.as(staff).listCompanies({ query }),
    ]);
    expect(lists.map((rows) => rows.length)).toEqual([1, 1, 1, 1]);
    expect(lists[2]?.[0]).toMatchObject({ companyId });
  });

  test("a refused invoice email is said with its words, listed and sent again [MAIL-1]", async () => {
    const { id } = await issue();
    const { customer, number } = await show(id);
    const to = customer.email ?? "";
    at.smtp.rules.set(to, { at: "recipient", code: 550, words: "no such mailbox" });
    const mailed = () => at.as(staff).mailInvoice({ params: { id } }).answer;
    expect((await mailed()).message).toBe(
      `Invoice ${number} to ${to} was refused: 550 no such mailbox`,
    );
    const listed = async (mail: "refused" | "sent") =>
      ((await at.as(staff).listInvoices({ query: { mail } })) as { id: number }[]).some(
        (row) => row.id === id,
      );
    expect(await listed("refused")).toBe(true);
    const actions = await at.database.db
      .select({ action: auditLog.action })
      .from(auditLog)
      .where(and(eq(auditLog.itemKind, "invoice"), eq(auditLog.itemId, String(id))))
      .orderBy(auditLog.id);
    expect(actions.map(({ action }) => action)).toEqual(["invoice issued", "invoice email queued"]);
    at.smtp.rules.clear();
    expect((await mailed()).message).toBe(`Invoice ${number} emailed to ${to}`);
    expect([await listed("refused"), await listed("sent")]).toEqual([false, true]);
    // a credit note's email is sent by the job, and stands beside the note
    at.smtp.rules.set(to, { at: "recipient", code: 552, words: "mailbox full" });
    await at.as(staff).addCreditNote({ body: { invoiceId: id, reason: "Moved" } });
    await makeDocuments();
    await at.deliverEmails();
    at.smtp.rules.clear();
    expect((await show(id)).creditNotes[0]?.mail).toMatchObject({
      state: "refused",
      to,
      answer: "552 mailbox full",
    });
  });

  test("the PDF's names in scripts of India are copied as they were written [BIL-1] [GST-1]", async () => {
    const { id } = await issue({ name: "नमस्ते दुकान", city: "சென்னை" });
    const { text } = await readPdf(await at.as(staff).invoicePdf({ params: { id } }).bytes);
    for (const part of ["नमस्ते दुकान", "சென்னை", "₹333.33"]) expect(text).toContain(part);
  });

  test("what no font has keeps an invoice from being issued, and is named [GST-1]", async () => {
    at.clock.now = midnight("2026-05-01").getTime();
    const { companyId } = await makeBilledCompany(at.database, {
      name: "Cafe 𓀀",
      stores: [midnight("2026-01-01")],
    });
    const refusal = { problem: "NO_FONT", unprintable: "𓀀 (U+13000)" };
    expect(await at.as(staff).previewInvoice({ query: { companyId } })).toMatchObject([
      refusal,
      {},
    ]);
    expect(await at.as(staff).generateInvoices({ body: { companyId } })).toMatchObject({
      issued: 0,
      refused: [refusal],
    });
    const { id: invoiceId } = await issue();
    const credit = at.as(staff).addCreditNote({ body: { invoiceId, reason: "Sorry 한" } });
    expect(await credit.errors).toEqual({
      reason: "These characters cannot be printed: 한 (U+D55C).",
    });
  });

  test("a rate is refused for months billed already, or over a year ahead [BIL-1]", async () => {
    const { companyId } = await issue();
    const set = (from: string) =>
      at.as(staff).setRate({ query: { companyId }, body: { from, rate: "500" } });
    expect([
      await set("2026-04-01").status,
      await set("2026-05-01").status,
      await set("2126-05-01").status,
    ]).toEqual([422, 201, 422]);
  });

  test("the company's form shows and changes the rate from next month on [BIL-1] [COM-1]", async () => {
    const { companyId } = await issue({ billingRate: "500" });
    const form = () => at.as(staff).findCompany({ query: { companyId } });
    const save = (billingRate: string) =>
      at.as(staff).updateCompany({
        query: { companyId },
        body: {
          section: "billing",
          billingPeriodMonths: 3,
          billingStartsOn: "2026-04-01",
          billingRate,
        },
      });
    const rates = async () =>
      (await at.as(staff).listRates({ query: { companyId } }))
        .map(({ from, rate }) => `${from} ${rate}`)
        .slice(0, -1);
    expect(await save("500").status).toBe(200);
    expect([
      await at
        .as(staff)
        .setRate({ query: { companyId }, body: { from: "2027-03-01", rate: "9999" } }).status,
      (await form()).billingRate,
    ]).toEqual([201, "500.00"]);
    expect(await save("600").status).toBe(200);
    expect([(await form()).billingRate, await rates()]).toEqual([
      "600.00",
      ["2027-03-01 9999.00", "2026-06-01 600.00"],
    ]);
    // April is billed by the month; what follows by the quarter: it is issued when the invoice's own
    // preview says that it is over
    expect((await form()).nextInvoiceOn).toBe("2026-08-01");
    at.clock.now = midnight("2027-02-01").getTime();
    expect((await form()).billingRate).toBe("9999.00");
  });

  test("a line is never credited twice, by whoever comes at the same time [BIL-1]", async () => {
    const { id } = await issue({ billingPeriodMonths: 3, billingStartsOn: "2026-02-01" });
    const parts = [
      { line: 1, amount: "200" },
      { line: 3, amount: "333.33" },
    ];
    const replies = await Promise.all(
      Array.from(
        { length: 4 },
        () => credit({ invoiceId: id, reason: "Twice", lines: parts }).reply,
      ),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422]);
    const refused = replies.find(({ status }) => status === 422);
    expect(refused?.body.errors?.map(({ field }) => field)).toEqual([
      "lines.0.amount",
      "lines.1.amount",
    ]);
    const { creditable } = await show(id);
    expect(creditable.map(({ left }) => left)).toEqual(["133.33", "333.33", "0.00"]);
    const twice = credit({
      invoiceId: id,
      reason: "Named twice",
      lines: [
        { line: 2, amount: "1" },
        { line: 2, amount: "1" },
      ],
    });
    expect([await twice.status, (await show(id)).creditNotes.length]).toEqual([422, 1]);
  });

  test("what was paid too much is refunded, and no more than that [BIL-1]", async () => {
    const { companyId, id } = await issue();
    const { id: other } = await issue();
    const list = async () =>
      (await at.as(staff).listInvoices({ query: { status: "due" } }).reply).body;
    expect(await pay({ invoiceId: id, amount: "1", refund: true })).toBe(422);
    expect(await pay({ invoiceId: id, amount: "300" })).toBe(201);
    expect(await credit({ invoiceId: id, reason: "Never opened" }).status).toBe(201);
    expect(await show(id)).toMatchObject({ outstanding: "-300.00", status: "paid" });
    const all = await at.as(staff).listInvoices({ query: { sort: "-issued" } }).reply;
    const both = (all.body.data as contract.InvoiceRow[]).filter(
      (row) => row.id === id || row.id === other,
    );
    expect(both.map(({ outstanding }) => outstanding).sort()).toEqual(["-300.00", "393.33"]);
    const left = ({ page }: object & { page?: unknown }) =>
      (page as { totals: { outstanding: string } }).totals.outstanding;
    expect(left(all.body)).toBe(left(await list()));
    expect(await pay({ invoiceId: id, amount: "300.01", refund: true })).toBe(422);
    expect(await pay({ invoiceId: id, amount: "300", refund: true })).toBe(201);
    const back = await show(id);
    expect(back).toMatchObject({ outstanding: "0.00", paid: "0.00", status: "credited" });
    expect(back.payments.map(({ amount }) => amount)).toEqual(["300.00", "-300.00"]);
    const statement = await at
      .as(staff)
      .showStatement({ query: { companyId, from: "2026-05-01", to: "2026-05-31" } });
    expect(statement).toMatchObject({ paid: "0.00", closing: "0.00" });
    expect(statement.entries.map(({ kind }) => kind)).toEqual([
      "INVOICE",
      "CREDIT_NOTE",
      "PAYMENT",
      "REFUND",
    ]);
    // a refund that did not arrive is reversed as a payment is
    expect([
      await at.as(staff).reverseReceipt({ params: { id: back.payments[1]?.id } }).status,
      (await show(id)).outstanding,
    ]).toEqual([201, "-300.00"]);
  });
});
