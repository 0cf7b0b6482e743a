import { createHash, randomUUID } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { showDate } from "#contract/base/dates";
import { noteKindLabels } from "#contract/billing/words";
import { invalid, notFound } from "../../base/refusal.ts";
import type { Database } from "../../db/client.ts";
import { type Conditions, serveFile } from "../../files/serve-file.ts";
import { spoolPrefix } from "../../files/spool.ts";
import type { SignedInCall } from "../../http/context.ts";
import { letterOf } from "../../mail/letter.ts";
import type { Services } from "../../services.ts";
import { audit } from "../audit/index.ts";
import { notifyNationalAdmins } from "../notifications/index.ts";
import { countTries } from "../session/index.ts";
import {
  type DocumentKey,
  type DocumentKind,
  type FoundDocument,
  findDocument,
  findKey,
  findPdf,
  findToMail,
  findWithoutPdf,
  keepPdf,
  markMailed,
} from "./documents.queries.ts";
import { documentOf } from "./drawn-document.ts";
import { requireInvoiceReader } from "./invoices.service.ts";
import { drawPdf } from "./pdf.ts";

type Needs = Pick<Services, "files" | "publicUrl"> & { mail: Pick<Services["mail"], "send"> };
type JobCall = { database: Database; now: Date; stopped?: AbortSignal };

const batch = 100;
const day = 86_400_000;
/** A mail server that is away for longer leaves invoices to be mailed by hand. */
const mailDays = 3;
/** Limits emails of one invoice by hand, in 15 minutes. */
const mostMails = 5;
const firstMailed = (now: Date) => new Date(now.getTime() - mailDays * day);
const nameOf = ({ note }: FoundDocument) => (note ? noteKindLabels[note.kind] : "Invoice");

/**
 * The PDFs of invoices and credit notes: made after the commit that issues them, kept once and
 * never made anew. A crash in between leaves a document without one, which the next run of the job
 * makes.
 */
export function documentService({ files, publicUrl, mail }: Needs) {
  /**
   * Makes the PDF of a document that has none, and tells the company's national admins, as long as
   * it is mailed. Gives whether this call did it.
   */
  async function makePdf({ database, now }: JobCall, key: DocumentKey): Promise<boolean> {
    const document = await findDocument(database.db, key);
    if (!document) return false;
    const bytes = await drawPdf(await documentOf(database, document));
    const { number, issuedAt } = document.note ?? document.invoice;
    const isNew = issuedAt > firstMailed(now);
    const id = randomUUID();
    const file = {
      id,
      key: `documents/${id}.pdf`,
      purpose: key.kind,
      name: `${number.replaceAll("/", "-")}.pdf`,
      mediaType: "application/pdf",
    };
    await putBytes(file.key, bytes);
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    return database.transaction(async (tx) => {
      const isOurs = await keepPdf(tx, key, {
        ...file,
        bytes: bytes.length,
        sha256,
        createdAt: now,
        createdBy: "Fever In-Store (automatic)",
      });
      const item = { kind: "invoice", id: document.invoice.id, companyId: key.companyId };
      if (isOurs && isNew)
        await notifyNationalAdmins(tx, key.companyId, {
          kind: "SUCCESS",
          title: `${nameOf(document)} ${number} was issued`,
          item,
        });
      return isOurs;
    });
  }

  async function putBytes(key: string, bytes: Buffer): Promise<void> {
    const folder = await mkdtemp(join(tmpdir(), spoolPrefix));
    try {
      const path = join(folder, "document.pdf");
      await writeFile(path, bytes);
      await files.put(key, { path, bytes: bytes.length, mediaType: "application/pdf" });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  /** The document's file, made now where the job has not come to it yet. */
  async function fileOf(call: JobCall, key: DocumentKey) {
    const read = async () => {
      const document = await findDocument(call.database.db, key);
      const fileId = (document?.note ?? document?.invoice)?.fileId;
      return fileId
        ? findPdf(call.database.db, { companyId: key.companyId, id: fileId })
        : undefined;
    };
    const there = await read();
    if (there) return there;
    await makePdf(call, key);
    const file = await read();
    if (!file) throw notFound();
    return file;
  }

  async function mailDocument(
    call: JobCall,
    key: DocumentKey,
    again = false,
  ): Promise<string | undefined> {
    const document = await findDocument(call.database.db, key);
    const to = document?.invoice.customer.email;
    if (!document || !to) return undefined;
    const pdf = await fileOf(call, key);
    const { number, issuedAt } = document.note ?? document.invoice;
    const letter = letterOf({
      to,
      name: document.invoice.customer.name,
      subject: `${nameOf(document)} ${number} from ${document.invoice.supplier.name}`,
      before: [
        document.note
          ? `${nameOf(document)} ${number} about invoice ${document.invoice.number} is attached.`
          : `Invoice ${number} is attached. It is due on ${showDate(document.invoice.dueOn)}.`,
      ],
      link: { label: "See your invoices", url: `${publicUrl}/admin/billing/invoices` },
      after: [],
    });
    const stored = await files.stat(pdf.key);
    if (!stored) throw new Error(`the file ${pdf.key} of ${number} is gone`);
    const content = Buffer.from(
      await new Response(files.open(pdf.key, { start: 0, end: stored.bytes - 1 })).arrayBuffer(),
    );
    const messageId = again
      ? undefined
      : `<${key.kind}-${key.companyId}-${key.id}-${issuedAt.getTime()}@${new URL(publicUrl).hostname}>`;
    await mail.send({
      ...letter,
      ...(messageId && { messageId }),
      attachments: [{ filename: pdf.name, content, contentType: "application/pdf" }],
    });
    return to;
  }

  return {
    /**
     * For the job: makes the PDFs that are missing, then mails what was not mailed. One that fails
     * keeps no other from it.
     */
    async makeDocuments(call: JobCall): Promise<void> {
      const { database, now, stopped } = call;
      const failures: unknown[] = [];
      const keep = (error: unknown) => void failures.push(error);
      for (let isBehind = true; isBehind && failures.length === 0 && !stopped?.aborted; ) {
        const missing = await findWithoutPdf(database.db, batch);
        for (const key of missing) if (!stopped?.aborted) await makePdf(call, key).catch(keep);
        isBehind = missing.length >= batch;
      }
      for (const key of await findToMail(database.db, firstMailed(now), batch)) {
        if (stopped?.aborted) break;
        await mailDocument(call, key)
          .then(() => database.transaction((tx) => markMailed(tx, key, now)))
          .catch(keep);
      }
      if (failures.length > 0)
        throw new AggregateError(failures, "not all invoices were made or mailed");
    },

    /**
     * The PDF of a document that the caller sees; throws 404 for another, 403 as requireInvoiceReader does.
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
      const { key: fileKey, name } = await fileOf(call, key);
      return serveFile(
        files,
        { key: fileKey, mediaType: "application/pdf", keep: 0, saveAs: name },
        conditions,
      );
    },

    /**
     * Emails an invoice once more. Throws 404 for one that is not there, 422 where the company has
     * no address.
     */
    async mailAgain(call: SignedInCall, id: number): Promise<{ number: string; to: string }> {
      const key = await findKey(call.caller, call.db, "invoice", id);
      const document = key && (await findDocument(call.db, key));
      if (!key || !document) throw notFound();
      await countTries(
        call.db,
        [{ key: `mail of invoice ${key.companyId}/${id}`, most: mostMails }],
        call.now,
      );
      const to = await mailDocument(call, key, true);
      if (!to)
        throw invalid({
          id: "The company had no communication email when this invoice was issued.",
        });
      const { number } = document.invoice;
      await call.database.transaction(async (tx) => {
        await markMailed(tx, key, call.now);
        await audit(tx, call, [
          {
            companyId: key.companyId,
            action: "invoice emailed",
            itemKind: "invoice",
            itemId: id,
            itemName: number,
            after: { to },
          },
        ]);
      });
      return { number, to };
    },
  };
}
