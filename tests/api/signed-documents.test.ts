import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { dateIn } from "#contract/base/dates";
import { financialYearOf, monthAfter } from "#contract/billing/words";
import { folderStore } from "#platform/files/file-store";
import { documentService } from "#platform/modules/billing/index";
import { type DocumentSigner, openDocumentSigner } from "#platform/pdf/document-signer";
import {
  makeBilledCompany,
  makeBillingSettings,
  midnight,
  otherGstNo,
  ownGstNo,
} from "../support/billing.ts";
import {
  certificateFolder,
  isSigned,
  makeCertificate,
  passPhrase,
} from "../support/certificate.ts";
import { makeProvider } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { readPdf } from "../support/pdf.ts";
import { type MailingPlatform, openMailingPlatform, testFilesDir } from "../support/platform.ts";
import { portalForm } from "../support/portal.ts";

describe("Documents of a provider with a certificate", () => {
  let at: MailingPlatform;
  let staff: string;
  let documentSigner: DocumentSigner | undefined;
  let certificate: { p12: string; pem: string };
  const errors: object[] = [];
  const today = dateIn("Asia/Kolkata", new Date());

  beforeAll(async () => {
    certificate = await makeCertificate(await certificateFolder(), { name: "मीरा Joshi" });
    documentSigner = await openDocumentSigner(
      { SIGNING_CERTIFICATE: certificate.p12, SIGNING_CERTIFICATE_PASSWORD: passPhrase },
      { error: (details) => void errors.push(details) },
    );
    at = await openMailingPlatform(anyEngine, { documentSigner });
    const provider = await makeProvider(at.database);
    staff = provider.staff.Fever_Admin_Ops;
    await makeBillingSettings(at.database, provider.companyId);
  });
  afterAll(() => at?.close());

  const issue = async (change: object = {}) => {
    const { companyId } = await makeBilledCompany(at.database, {
      stores: [midnight("2025-01-01")],
      billingStartsOn: monthAfter(today, -1),
      ...change,
    });
    const { invoices } = await at.as(staff).generateInvoices({ body: { companyId } });
    const [invoice] = invoices;
    if (!invoice) throw new Error("no invoice");
    return invoice;
  };
  /** Makes the PDFs and sends their emails, as the jobs do. */
  const mailDocuments = async () => {
    const services = { files: folderStore(testFilesDir), documentSigner, emails: {} as never };
    const call = { database: at.database, now: new Date(at.clock.now) };
    await documentService(services).makeDocuments(call);
    await at.deliverEmails();
  };
  const isHeld = (pdf: Buffer) => isSigned(pdf, certificate.pem);
  const wordsIn = async (pdf: Buffer) => (await readPdf(pdf)).text.replace(/\s+/g, "");

  test("are signed, and their emails carry the same file [GST-1] [BIL-1]", async () => {
    const { id, number } = await issue();
    const note = await at.as(staff).addCreditNote({ body: { invoiceId: id, reason: "Moved" } });
    await mailDocuments();
    const pdfs = {
      [number]: await at.as(staff).invoicePdf({ params: { id } }).bytes,
      [note.number]: await at.as(staff).creditNotePdf({ params: { id: note.id } }).bytes,
    };
    for (const [name, pdf] of Object.entries(pdfs)) {
      expect(await isHeld(pdf), name).toBe(true);
      expect(await wordsIn(pdf)).toMatch(/DigitallysignedbyमीराJoshion\d\d\/\d\d\/\d\d/);
      const letter = at.smtp.inbox.find(({ subject }) => subject?.includes(` ${name} `));
      const [file] = letter?.attachments ?? [];
      expect(Buffer.from(file?.content as ArrayBuffer).equals(pdf), name).toBe(true);
    }
  });

  test("one byte that is changed anywhere breaks the signature [GST-1]", async () => {
    const { id } = await issue();
    const pdf = await at.as(staff).invoicePdf({ params: { id } }).bytes;
    const begin = pdf.indexOf("/Contents <3");
    for (const place of [20, Math.floor(begin / 2), begin - 200, pdf.length - 2]) {
      const changed = Buffer.from(pdf);
      changed.writeUInt8(pdf.readUInt8(place) ^ 1, place);
      expect(await isHeld(changed), `byte ${place}`).toBe(false);
    }
    const stranger = await makeCertificate(await certificateFolder());
    expect(await isSigned(pdf, stranger.pem)).toBe(false);
  });

  test("are signed again once they have their IRN [GST-1] [GST-2]", async () => {
    const { id, number } = await issue({
      gstNo: otherGstNo,
      state: "Karnataka",
      city: "Bengaluru",
      postalCode: "560001",
    });
    at.clock.now += 600_000;
    const sold = { gstNo: ownGstNo, financialYear: financialYearOf(today), number };
    const ackAt = new Date(at.clock.now + 5.5 * 3_600_000).toISOString().slice(0, 19);
    const body = { ...portalForm(sold), ackAt: ackAt.replace("T", " ") };
    await at.as(staff).registerInvoice({ params: { id }, body });
    const pdf = await at.as(staff).invoicePdf({ params: { id } }).bytes;
    expect(await wordsIn(pdf)).toContain(`IRN:${body.irn}`);
    expect(await isHeld(pdf)).toBe(true);
  });

  test("are not signed once it has expired, and the log says so [GST-1]", async () => {
    const { id } = await issue();
    at.clock.now += 100 * 86_400_000;
    const pdf = await at.as(staff).invoicePdf({ params: { id } }).bytes;
    expect(await isHeld(pdf)).toBe(false);
    const words = await wordsIn(pdf);
    expect([words.includes("Digitallysigned"), words.includes("MeeraJoshi")]).toEqual([
      false,
      true,
    ]);
    expect(errors).toHaveLength(1);
  });
});
