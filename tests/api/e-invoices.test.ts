import { eq } from "drizzle-orm";
import { create } from "qrcode";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Endpoint } from "#contract/base/endpoint";
import { messages } from "#contract/base/messages";
import * as contract from "#contract/billing/e-invoices";
import { auditLog, eInvoice } from "#platform/db/schema/index";
import {
  makeBilledCompany,
  makeBillingSettings,
  midnight,
  otherGstNo,
  ownGstNo,
} from "../support/billing.ts";
import { makeProvider, makeUser } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { readPdf } from "../support/pdf.ts";
import { openTestPlatform, type TestPlatform } from "../support/platform.ts";
import { portalAnswer, portalForm } from "../support/portal.ts";
import { fileOf } from "../support/uploads.ts";
import { xlsxOfCsv } from "../support/xlsx.ts";

const address = { addressLine: '7 "MG" Road', city: "Bengaluru", postalCode: "560001" };
const sold = { gstNo: ownGstNo, financialYear: "2026-27" };

describe("E-invoices", () => {
  let at: TestPlatform;
  let staff: string;

  beforeAll(async () => {
    at = await openTestPlatform(anyEngine, { now: midnight("2026-05-01") });
    const provider = await makeProvider(at.database);
    staff = provider.staff.Fever_Admin_Ops;
    await makeBillingSettings(at.database, provider.companyId);
  });
  afterAll(() => at?.close());

  const issue = async (change: object = {}) => {
    at.clock.now = midnight("2026-05-01").getTime();
    const { companyId } = await makeBilledCompany(at.database, {
      stores: [midnight("2026-01-01")],
      billingRate: "333.33",
      gstNo: otherGstNo,
      state: "Karnataka",
      ...address,
      ...change,
    });
    const { invoices } = await at.as(staff).generateInvoices({ body: { companyId } });
    at.clock.now += 600_000;
    return { companyId, id: invoices[0]?.id ?? 0, number: invoices[0]?.number ?? "" };
  };
  const show = (id: number) => at.as(staff).showInvoiceEInvoice({ params: { id } });
  const register = (id: number, body: object) =>
    at.as(staff).registerInvoice({ params: { id }, body });
  const cancel = (id: number) =>
    at.as(staff).cancelInvoiceIrn({
      params: { id },
      body: { reason: "DATA_ENTRY", remark: "Wrong month" },
    });

  test("an invoice and its credit note are JSON of the portal's schema 1.1 [GST-2]", async () => {
    const { id, number } = await issue();
    const read = async (endpoint: Endpoint, of: number) =>
      JSON.parse(await at.as(staff).call(endpoint, { params: { id: of } }).text)[0];
    expect(await read(contract.exportInvoiceEInvoice, id)).toEqual({
      Version: "1.1",
      TranDtls: { TaxSch: "GST", SupTyp: "B2B", RegRev: "N", IgstOnIntra: "N" },
      DocDtls: { Typ: "INV", No: number, Dt: "01/05/2026" },
      SellerDtls: {
        Gstin: ownGstNo,
        LglNm: "Fever Private Limited",
        Addr1: "1 Marine Drive",
        Loc: "Mumbai",
        Pin: 400002,
        Stcd: "27",
      },
      BuyerDtls: {
        Gstin: otherGstNo,
        Pos: "29",
        LglNm: expect.stringMatching(/^Billed \d+$/),
        Addr1: "7  MG  Road",
        Loc: "Bengaluru",
        Pin: 560001,
        Stcd: "29",
      },
      ItemList: [
        expect.objectContaining({
          SlNo: "1",
          IsServc: "Y",
          Qty: 1,
          TotAmt: 333.33,
          AssAmt: 333.33,
          GstRt: 18,
          IgstAmt: 60,
          TotItemVal: 393.33,
        }),
      ],
      ValDtls: {
        AssVal: 333.33,
        CgstVal: 0,
        SgstVal: 0,
        IgstVal: 60,
        CesVal: 0,
        TotInvVal: 393.33,
      },
    });
    const note = await at.as(staff).addCreditNote({
      body: { invoiceId: id, reason: "Closed", lines: [{ line: 1, amount: "11.11" }] },
    });
    expect(await read(contract.exportNoteEInvoice, note.id)).toMatchObject({
      DocDtls: { Typ: "CRN", No: note.number },
      RefDtls: { PrecDocDtls: [{ InvNo: number, InvDt: "01/05/2026" }] },
      ValDtls: { AssVal: 11.11, TotInvVal: 13.11 },
    });
  });

  test("what the portal would refuse is told, and companies without a GSTIN need none [GST-2]", async () => {
    const { id } = await issue({ postalCode: "12" });
    expect(await show(id)).toMatchObject({ state: "waiting", registration: null });
    expect((await show(id)).problems).toEqual(["PIN"]);
    const small = await issue({ gstNo: null });
    expect((await show(small.id)).state).toBe("not-needed");
    expect(await at.as(staff).exportInvoiceEInvoice({ params: { id: small.id } }).status).toBe(422);
  });

  test("a credit note without GST needs no IRN, and is not listed [GST-1] [GST-2]", async () => {
    const { id, number } = await issue();
    const lines = [{ line: 1, amount: "11.11" }];
    const body = { invoiceId: id, reason: "Goodwill", lines, withoutGst: true };
    const note = await at.as(staff).addCreditNote({ body });
    const input = { params: { id: note.id } };
    expect(await at.as(staff).showNoteEInvoice(input)).toMatchObject({ state: "not-needed" });
    expect(Object.values(await at.as(staff).exportNoteEInvoice(input).errors)).toEqual([
      `${note.number} is without GST: it needs no IRN.`,
    ]);
    const listed = await at.as(staff).listEInvoices({ query: { month: "2026-05-01" } });
    const numbers = listed.map((row) => row.number);
    expect([numbers.includes(number), numbers.includes(note.number)]).toEqual([true, false]);
  });

  test("an IRN is stored once with its QR, of this document only, and never changes [GST-2]", async () => {
    const { id, number, companyId } = await issue();
    const form = portalForm({ ...sold, number });
    const other = portalForm({ ...sold, number: "INV/26-27/999999" });
    for (const [body, field] of [
      [{ ...form, irn: "12" }, "irn"],
      [{ ...form, irn: other.irn }, "irn"],
      [{ ...form, signedQr: other.signedQr }, "signedQr"],
      [{ ...form, signedQr: "a.b.c" }, "signedQr"],
      [{ ...form, ackAt: "2026-05-03 00:00:00" }, "ackAt"],
      [{ ...form, ackAt: "2026-04-30 23:59:00" }, "ackAt"],
    ] as const)
      expect((await register(id, body).wrongFields)[0], JSON.stringify(body)).toBe(field);
    const statuses = [register(id, form).status, register(id, form).status];
    expect((await Promise.all(statuses)).sort()).toEqual([201, 422]);
    expect(await show(id)).toMatchObject({
      state: "registered",
      registration: { irn: form.irn, signedQr: form.signedQr, ackAt: "2026-04-30T18:35:00.000Z" },
    });
    const { db } = at.database;
    for (const change of [
      db.update(eInvoice).set({ irn: other.irn }),
      db.update(eInvoice).set({ signedQr: "x" }),
      db.delete(eInvoice),
    ])
      await expect(change).rejects.toThrow();
    const audited = await db
      .select()
      .from(auditLog)
      .where(eq(auditLog.itemId, String(id)));
    expect(audited.map(({ action }) => action)).toContain("e-invoice registered");
    const reader = await makeUser(at.database, companyId, {
      role: "ROLE_Client_Admin",
      level: "national",
    });
    const own = at.as(reader.username).showInvoiceEInvoice({ params: { id } });
    expect((await own).registration?.irn).toBe(form.irn);
    expect(
      await at.as(reader.username).registerInvoice({ params: { id }, body: form }).status,
    ).toBe(403);
  });

  test("its PDF has the IRN and the signed QR until the IRN is cancelled [GST-2]", async () => {
    const { id, number } = await issue();
    const form = portalForm({ ...sold, number });
    const pdfOf = async () => {
      const reply = await at.as(staff).invoicePdf({ params: { id } }).response;
      expect(reply.headers.get("Content-Disposition")).toContain(number.replaceAll("/", "-"));
      return Buffer.from(await reply.arrayBuffer());
    };
    const plain = await pdfOf();
    await register(id, form);
    const pdf = await pdfOf();
    expect(await pdfOf()).toEqual(pdf);
    const { text, picture } = await readPdf(pdf);
    expect(text).toContain(`IRN: ${form.irn}`);
    expect(text).toContain(`Acknowledgement: ${form.ackNo} of 01/05/26`);
    const { modules } = create(form.signedQr, { errorCorrectionLevel: "L" });
    const side = 256 / modules.size;
    const isDark = (x: number, y: number) =>
      (picture.data[Math.floor(y) * picture.width + Math.floor(x)] ?? 255) < 128;
    const bar = Array.from({ length: 7 }, (_, place) => 96 + (place + 0.5) * side);
    let top = 0;
    while (top < picture.height && !bar.every((x) => isDark(x, top))) top++;
    const dots = [...modules.data].map((_, place) =>
      Number(
        isDark(
          96 + ((place % modules.size) + 0.5) * side,
          top + (Math.floor(place / modules.size) + 0.5) * side,
        ),
      ),
    );
    expect(dots).toEqual([...modules.data]);
    await cancel(id);
    expect(await pdfOf()).toEqual(plain);
  });

  test("it is cancelled within 24 hours with a reason, once, and stays on record [GST-2]", async () => {
    const late = await issue();
    await register(late.id, portalForm({ ...sold, number: late.number }));
    at.clock.now = midnight("2026-05-02").getTime() + 600_000;
    expect(await cancel(late.id).wrongFields).toEqual(["reason"]);
    const { id, number } = await issue();
    expect(await cancel(id).status).toBe(422);
    await register(id, portalForm({ ...sold, number }));
    const statuses = [cancel(id).status, cancel(id).status];
    expect((await Promise.all(statuses)).sort()).toEqual([200, 422]);
    expect(await show(id)).toMatchObject({
      state: "cancelled",
      registration: { cancelReason: "DATA_ENTRY", cancelRemark: "Wrong month", cancelledBy: staff },
    });
    expect(await register(id, portalForm({ ...sold, number })).status).toBe(422);
    await expect(
      at.database.db.update(eInvoice).set({ cancelledAt: null, cancelledBy: null }),
    ).rejects.toThrow();
  });

  test("the portal's file stores each answer with its document, as JSON, CSV or .xlsx [GST-2]", async () => {
    const [one, two, three, four] = [await issue(), await issue(), await issue(), await issue()];
    const answer = (of: { number: string }) => portalAnswer({ ...sold, number: of.number });
    const send = (text: string | Uint8Array<ArrayBuffer>, name: string) =>
      at.as(staff).uploadAnswers({ files: [fileOf(text, name)] });
    const wrong = { ...answer(two), DocNo: three.number };
    const json = JSON.stringify({
      Data: [
        { ...answer(one), DocDtls: { No: one.number } },
        { ...wrong, DocDtls: { No: three.number } },
        { ...answer({ number: "INV/26-27/999999" }) },
        { ...answer(two), Status: "CNL" },
        { ...answer(two), DocDtls: { No: "INV\0" } },
      ],
    });
    expect(await send(json, "answers.json")).toMatchObject({
      saved: 1,
      same: 0,
      refusedCount: 4,
      refused: [
        { number: three.number, reason: `This IRN does not belong to ${three.number}.` },
        { number: "INV/26-27/999999", reason: "There is no such document." },
        { number: two.number, reason: "The portal says that this IRN is cancelled." },
        { number: "INV\0", reason: messages.printable },
      ],
    });
    const csv = (of: { number: string }) => {
      const { Irn, AckNo, SignedQRCode } = answer(of);
      return `"Sl. No","Ack No.","Ack Date","Doc No","IRN","Signed QR Code"\r\n1,${AckNo},01/05/2026 00:05:00,${of.number},${Irn},${SignedQRCode}\r\n`;
    };
    expect(await send(csv(two), "answers.csv")).toMatchObject({ saved: 1, refused: [] });
    expect(await send(csv(one), "answers.csv")).toMatchObject({ saved: 0, same: 1 });
    const titled = `Report of e-invoices,,,,,\r\n${csv(four).replaceAll('"', "")}`;
    expect(await send(await xlsxOfCsv(titled), "answers.xlsx")).toMatchObject({
      saved: 1,
      refused: [],
    });
    const semicolons = csv(four).replaceAll(",", ";");
    expect(await send(semicolons, "answers.csv")).toMatchObject({ saved: 0, same: 1 });
    for (const text of ["{", "[]", "hello", json.slice(0, 200)])
      expect(await send(text, "cut.json").status).toBe(422);
    const listed = await at.as(staff).listEInvoices({ query: { month: "2026-05-01" } });
    expect(
      [one, two, three, four].map(
        ({ number }) => listed.find((row) => row.number === number)?.state,
      ),
    ).toEqual(["registered", "registered", "waiting", "registered"]);
  });
});
