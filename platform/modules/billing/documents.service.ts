import { createHash, randomUUID } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { showDate } from "#contract/base/dates";
import { noteKindLabels } from "#contract/billing/words";
import type { EmailStatus } from "#contract/emails/endpoints";
import { Failures } from "../../base/failures.ts";
import { invalid, notFound } from "../../base/refusal.ts";
import type { Database } from "../../db/database.ts";
import type { Tx } from "../../db/types.ts";
import { readObject } from "../../files/read-object.ts";
import { type Conditions, serveFile } from "../../files/serve-file.ts";
import { spoolPrefix } from "../../files/spool.ts";
import type { SignedInCall } from "../../http/context.ts";
import { writeEmail } from "../../mail/email-text.ts";
import type { Services } from "../../services.ts";
import { audit } from "../audit/index.ts";
import { deliverEmail, type EmailWriter, hasEmails, queueEmail } from "../emails/index.ts";
import { notifyNationalAdmins } from "../notifications/index.ts";
import { countTries } from "../session/index.ts";
import {
  type DocumentKey,
  type DocumentKind,
  type FoundDocument,
  findContactFirstName,
  findDocument,
  findKey,
  findPdf,
  findWithoutPdf,
  keepPdf,
} from "./documents.queries.ts";
import { documentOf } from "./drawn-document.ts";
import { findRegistration, type Registration } from "./e-invoices.queries.ts";
import { requireInvoiceReader } from "./invoices.service.ts";
import { drawPdf } from "./pdf.ts";
import { readSignature } from "./signature.service.ts";

type JobCall = { database: Database; now: Date; stopped?: AbortSignal };

const batch = 100;
const day = 86_400_000;
/** If a PDF is made more than this many days after issue, nobody is notified or emailed. */
const newDays = 3;
/** How often people may email one invoice in 15 minutes. */
const mostMails = 5;
const newSince = (now: Date) => new Date(now.getTime() - newDays * day);
const nameOf = ({ note }: FoundDocument) => (note ? noteKindLabels[note.kind] : "Invoice");

const fileNameOf = ({ invoice, note }: FoundDocument) =>
  `${(note ?? invoice).number.replaceAll("/", "-")}.pdf`;

type FileCall = JobCall & Pick<Services, "files" | "documentSigner">;

/**
 * Makes the PDF of a document that has none. If the document is new, queues its email and
 * notifies the company's national admins. Gives whether this call did it. PDFs are made after the
 * commit that issues the document, and kept for good; if a crash comes in between, the job makes it.
 */
async function makePdf(call: FileCall, key: DocumentKey): Promise<boolean> {
  const { database, files, now } = call;
  const document = await findDocument(database.db, key);
  if (!document) return false;
  const bytes = await draw(call, document);
  const id = randomUUID();
  const file = {
    id,
    key: `documents/${id}.pdf`,
    purpose: key.kind,
    name: fileNameOf(document),
    mediaType: "application/pdf",
  };
  await putBytes(files, file.key, bytes);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  return database.transaction(async (tx) => {
    const isOurs = await keepPdf(tx, key, {
      ...file,
      bytes: bytes.length,
      sha256,
      createdAt: now,
      createdBy: "Fever In-Store (automatic)",
    });
    if (isOurs) await announceDocument(tx, { key, document, now });
    return isOurs;
  });
}

/** Notifies the company's national admins of a new document, and queues its email. */
async function announceDocument(
  tx: Tx,
  { key, document, now }: { key: DocumentKey; document: FoundDocument; now: Date },
): Promise<void> {
  const { number, issuedAt } = document.note ?? document.invoice;
  if (issuedAt <= newSince(now)) return;
  await notifyNationalAdmins(tx, key.companyId, {
    kind: "SUCCESS",
    title: `${nameOf(document)} ${number} was issued`,
    item: { kind: "invoice", id: document.invoice.id, companyId: key.companyId },
  });
  const recipient = document.invoice.customer.email;
  if (!recipient) return;
  const email = emailOf(key, recipient);
  // a person may already have sent the email
  if (!(await hasEmails(tx, email))) await queueEmail(tx, email, now);
}

async function draw(
  { database, files, documentSigner, now }: FileCall,
  document: FoundDocument,
  registration?: Registration,
): Promise<Buffer> {
  const { signatureFileId } = document.invoice.supplier;
  const picture = await readSignature(files, database.db, signatureFileId);
  const signing = documentSigner?.canSignAt(now) ? { signer: documentSigner, at: now } : undefined;
  return drawPdf(await documentOf(database, document, registration), { picture, signing });
}

async function putBytes(files: FileCall["files"], key: string, bytes: Buffer): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), spoolPrefix));
  try {
    const path = join(folder, "document.pdf");
    await writeFile(path, bytes);
    await files.put(key, { path, bytes: bytes.length, mediaType: "application/pdf" });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Gives the document's file, made now if the job has not made it yet. Once the document is
 * registered, gives one with its IRN and QR, until the IRN is cancelled.
 */
async function fileOf(call: FileCall, key: DocumentKey) {
  const registration = await findRegistration(call.database.db, key);
  if (registration && !registration.cancelledAt) return registeredFileOf(call, key, registration);
  const read = async () => {
    const document = await findDocument(call.database.db, key);
    const fileId = (document?.note ?? document?.invoice)?.fileId;
    return fileId ? findPdf(call.database.db, { companyId: key.companyId, id: fileId }) : undefined;
  };
  const there = await read();
  if (there) return there;
  await makePdf(call, key);
  const file = await read();
  if (!file) throw notFound();
  return file;
}

/** Makes the file on first request; its key contains the IRN, so that it is made only once. */
async function registeredFileOf(call: FileCall, key: DocumentKey, registration: Registration) {
  const { database, files } = call;
  const document = await findDocument(database.db, key);
  if (!document) throw notFound();
  const fileKey = `documents/irn-${registration.irn}.pdf`;
  if (!(await files.stat(fileKey)))
    await putBytes(files, fileKey, await draw(call, document, registration));
  return { key: fileKey, name: fileNameOf(document) };
}

const emailOf = ({ kind, companyId, id }: DocumentKey, recipient: string) =>
  ({ kind, companyId, itemKind: kind, itemId: id, recipient }) as const;

/** Writes the emails with invoices and credit notes, each time they are tried. */
export function documentEmailWriters({
  files,
  documentSigner,
  publicUrl,
}: Pick<Services, "files" | "documentSigner" | "publicUrl">) {
  const writer =
    (kind: DocumentKind): EmailWriter =>
    async (call, { companyId, itemId: id }) => {
      const key = { kind, companyId, id };
      const document = await findDocument(call.database.db, key);
      if (!document) return undefined;
      const { invoice, note } = document;
      const pdf = await fileOf({ ...call, files, documentSigner }, key);
      const { number } = note ?? invoice;
      const documentName = nameOf(document);
      const content = writeEmail({
        subject: `${documentName} ${number} from ${invoice.supplier.name}`,
        title: `${documentName} ${number}`,
        name: await findContactFirstName(call.database.db, companyId),
        company: invoice.supplier.name,
        before: [
          note
            ? `${documentName} ${number} about invoice ${invoice.number} is attached.`
            : `Invoice ${number} is attached. It is due on ${showDate(invoice.dueOn)}.`,
        ],
        link: { label: "See your invoices", url: `${publicUrl}/admin/billing/invoices` },
        after: [],
      });
      const bytes = await readObject(files, pdf.key);
      if (!bytes) throw new Error(`the file ${pdf.key} of ${number} is gone`);
      const attachment = { filename: pdf.name, content: bytes, contentType: "application/pdf" };
      return { ...content, attachments: [attachment] };
    };
  return { invoice: writer("invoice"), "credit-note": writer("credit-note") };
}

export function documentService({
  files,
  documentSigner,
  emails,
}: Pick<Services, "files" | "documentSigner" | "emails">) {
  return {
    makeDocuments: (call: JobCall) => makeMissingPdfs({ ...call, files, documentSigner }),

    /**
     * The PDF of a document that the caller sees; throws 404 for another, 403 as
     * requireInvoiceReader does.
     */
    async showPdf(
      call: SignedInCall,
      kind: DocumentKind,
      id: number,
      conditions: Conditions,
    ): Promise<Response> {
      requireInvoiceReader(call.caller);
      const key = await findKey(call.caller, call.db, kind, id);
      if (!key) throw notFound();
      const { key: fileKey, name } = await fileOf({ ...call, files, documentSigner }, key);
      return serveFile(
        files,
        { key: fileKey, mediaType: "application/pdf", keep: 0, saveAs: name },
        conditions,
      );
    },

    /**
     * Emails an invoice again. Gives the email's status. Throws 404 for an unknown invoice,
     * 422 if the company has no address, 429 beyond five in 15 minutes.
     */
    async mailAgain(
      call: SignedInCall,
      id: number,
    ): Promise<{ number: string; mail: EmailStatus }> {
      const key = await findKey(call.caller, call.db, "invoice", id);
      const document = key && (await findDocument(call.db, key));
      if (!key || !document) throw notFound();
      const { number, customer } = document.invoice;
      const to = customer.email;
      if (!to)
        throw invalid({
          id: "The company had no communication email when this invoice was issued.",
        });
      await countTries(
        call.db,
        [{ key: `mail of invoice ${key.companyId}/${id}`, most: mostMails }],
        call.now,
      );
      const emailKey = await call.database.transaction(async (tx) => {
        await audit(tx, call, [
          {
            companyId: key.companyId,
            action: "invoice email queued",
            itemKind: "invoice",
            itemId: id,
            itemName: number,
            after: { to },
          },
        ]);
        return queueEmail(tx, { ...emailOf(key, to), sender: call.caller }, call.now);
      });
      const mail = await deliverEmail({ ...call, emails }, emailKey);
      if (!mail) throw notFound();
      return { number, mail };
    },
  };
}

/**
 * Makes the PDFs that are missing, for the job, and queues their emails. One that fails does not
 * stop the others.
 */
async function makeMissingPdfs(call: FileCall): Promise<void> {
  const { database, stopped } = call;
  const failures = new Failures();
  for (let isBehind = true; isBehind && failures.errors.length === 0 && !stopped?.aborted; ) {
    const missing = await findWithoutPdf(database.db, batch);
    for (const key of missing)
      if (!stopped?.aborted)
        await failures.attempt(`${key.kind} ${key.id} of company ${key.companyId}`, () =>
          makePdf(call, key),
        );
    isBehind = missing.length >= batch;
  }
  failures.throwAny("not all invoices were made");
}
