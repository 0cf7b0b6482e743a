import { printable } from "#contract/base/clean-line";
import { addDays } from "#contract/base/dates";
import { cancelHours } from "#contract/billing/e-invoice-words";
import type {
  CancellationForm,
  EInvoice,
  EInvoiceRow,
  RegistrationForm,
} from "#contract/billing/e-invoices";
import { monthAfter } from "#contract/billing/words";
import { invalid } from "../../base/refusal.ts";
import type { Tx } from "../../db/types.ts";
import { onlyFile, type UploadedFile } from "../../files/uploaded-file.ts";
import type { ScopedCall, SignedInCall } from "../../http/context.ts";
import { downloadHeaders } from "../../http/table-file.ts";
import { audit } from "../audit/index.ts";
import { type DocumentKey, type FoundDocument, findDocument } from "./documents.queries.ts";
import {
  findPortalProblems,
  irnOf,
  isEInvoiceNeeded,
  type PortalDocument,
  toInv01,
} from "./e-invoice.ts";
import { type Answer, readAnswers, readSignedQr } from "./e-invoice-answers.ts";
import {
  cancelRegistration,
  findByNumbers,
  findEInvoices,
  findRegistration,
  insertRegistration,
  type Registration,
} from "./e-invoices.queries.ts";
import { requireInvoiceReader } from "./invoices.service.ts";
import { type DocumentRef, findOwn, toPortalDocument } from "./portal-documents.ts";

const hour = 3_600_000;
const mostRefused = 100;
/** Milliseconds by which the clocks of portal and server may differ. */
const clockSlack = 600_000;

/** Shows a document's registration; throws as requireInvoiceReader does, and 404. */
export async function showEInvoice(call: SignedInCall, ref: DocumentRef): Promise<EInvoice> {
  requireInvoiceReader(call.caller);
  const { key, portal } = await findOwn(call, ref);
  return toEInvoice(portal, await findRegistration(call.db, key));
}

function toEInvoice(portal: PortalDocument, registration: Registration | undefined): EInvoice {
  const { number, issuedOn } = portal;
  const head = { number, issuedOn };
  if (registration)
    return {
      ...head,
      state: registration.cancelledAt ? "cancelled" : "registered",
      problems: [],
      registration: toRegistration(registration),
    };
  return isEInvoiceNeeded(portal)
    ? { ...head, state: "waiting", problems: findPortalProblems(portal), registration: null }
    : { ...head, state: "not-needed", problems: [], registration: null };
}

const toRegistration = ({ ackAt, savedAt, cancelledAt, ...row }: Registration) => ({
  irn: row.irn,
  ackNo: row.ackNo,
  ackAt: ackAt.toISOString(),
  signedQr: row.signedQr,
  savedBy: row.savedBy,
  savedAt: savedAt.toISOString(),
  cancelUntil: new Date(ackAt.getTime() + cancelHours * hour).toISOString(),
  cancelledAt: cancelledAt?.toISOString() ?? null,
  cancelledBy: row.cancelledBy,
  cancelReason: row.cancelReason,
  cancelRemark: row.cancelRemark,
});

/** Gives the JSON for the portal, as a list of one. Throws 422 if the portal would refuse it. */
export async function exportEInvoice(call: SignedInCall, ref: DocumentRef): Promise<Response> {
  const { portal } = await findOwn(call, ref);
  if (!isEInvoiceNeeded(portal))
    throw invalid({
      id: portal.hasGst
        ? "The company is unregistered: its invoices need no IRN."
        : `${portal.number} is without GST: it needs no IRN.`,
    });
  const headers = downloadHeaders(
    "application/json",
    `e-invoice-${portal.number.replaceAll("/", "-")}.json`,
  );
  return Response.json([toInv01(portal)], { headers });
}

/**
 * Stores the portal's answer. Throws 422 on `irn` for one of another document or if one is
 * stored, on `signedQr` for the QR of another, on `ackAt` for a time before the document or to come.
 */
export async function registerDocument(
  call: SignedInCall,
  ref: DocumentRef,
  form: RegistrationForm,
): Promise<EInvoice> {
  const { key, portal, document } = await findOwn(call, ref);
  const errors = findAnswerErrors(portal, form, call.now);
  if (Object.keys(errors).length > 0) throw invalid(errors);
  await call.database.transaction(async (tx) => {
    const isSaved = await saveAnswer(tx, call, { key, document, form });
    if (!isSaved) throw invalid({ irn: `${portal.number} has its IRN already.` });
  });
  return showEInvoice(call, ref);
}

/** India's time, which the portal writes without a zone. */
const instantOf = (time: string) => new Date(`${time.replace(" ", "T")}+05:30`);

function findAnswerErrors(
  portal: PortalDocument,
  { irn, ackAt, signedQr }: RegistrationForm,
  now: Date,
): Record<string, string> {
  const { number, supplier, issuedOn } = portal;
  const errors: Record<string, string> = {};
  if (irn !== irnOf(portal)) errors.irn = `This IRN does not belong to ${number}.`;
  const qr = readSignedQr(signedQr);
  if (!qr) errors.signedQr = "This is not the portal's signed QR.";
  else if (qr.Irn.toLowerCase() !== irn || qr.DocNo !== number || qr.SellerGstin !== supplier.gstNo)
    errors.signedQr = `This QR is of ${qr.DocNo}, not of ${number}.`;
  const at = instantOf(ackAt);
  if (Number.isNaN(at.getTime())) errors.ackAt = "This is no date.";
  else if (at.getTime() > now.getTime() + clockSlack) errors.ackAt = "This time is in the future.";
  else if (ackAt.slice(0, 10) < issuedOn) errors.ackAt = `${number} was issued later.`;
  return errors;
}

/** Gives whether it was stored; false where the document has one. */
async function saveAnswer(
  tx: Tx,
  call: SignedInCall,
  { key, document, form }: { key: DocumentKey; document: FoundDocument; form: RegistrationForm },
): Promise<boolean> {
  const { companyId, kind, id } = key;
  const isSaved = await insertRegistration(tx, {
    companyId,
    invoiceId: document.invoice.id,
    creditNoteId: kind === "invoice" ? null : id,
    irn: form.irn,
    ackNo: form.ackNo,
    ackAt: instantOf(form.ackAt),
    signedQr: form.signedQr,
    savedBy: call.caller.username,
    savedAt: call.now,
  });
  if (isSaved)
    await audit(tx, call, [
      {
        companyId,
        action: "e-invoice registered",
        itemKind: "invoice",
        itemId: document.invoice.id,
        itemName: (document.note ?? document.invoice).number,
        after: { irn: form.irn, ackNo: form.ackNo, ackAt: form.ackAt },
      },
    ]);
  return isSaved;
}

/**
 * Records that an IRN was cancelled on the portal; the document itself stays. Throws 422 on
 * `reason` if there is no IRN, it is cancelled already, or 24 hours are over.
 */
export async function cancelDocument(
  call: SignedInCall,
  ref: DocumentRef,
  { reason, remark }: CancellationForm,
): Promise<EInvoice> {
  const { key, portal, document } = await findOwn(call, ref);
  const registration = await findRegistration(call.db, key);
  if (!registration) throw invalid({ reason: `${portal.number} has no IRN.` });
  if (call.now.getTime() > registration.ackAt.getTime() + cancelHours * hour)
    throw invalid({
      reason: `An IRN is cancelled within ${cancelHours} hours. Issue a credit note instead.`,
    });
  await call.database.transaction(async (tx) => {
    const isOurs = await cancelRegistration(tx, key, {
      cancelledAt: call.now,
      cancelledBy: call.caller.username,
      cancelReason: reason,
      cancelRemark: remark,
    });
    if (!isOurs) throw invalid({ reason: "This IRN is cancelled already." });
    await audit(tx, call, [
      {
        companyId: key.companyId,
        action: "e-invoice cancelled",
        itemKind: "invoice",
        itemId: document.invoice.id,
        itemName: portal.number,
        after: { irn: registration.irn, reason, remark },
      },
    ]);
  });
  return showEInvoice(call, ref);
}

/** Lists a month's documents that the portal must know. */
export const listEInvoices = (
  { scope, db }: ScopedCall,
  { month }: { month: string },
): Promise<EInvoiceRow[]> =>
  findEInvoices(scope, db, { from: month, to: addDays(monthAfter(month, 1), -1) });

/**
 * Stores the answers of the portal's file, each that is right. Throws 422 on `file` for one that
 * holds none.
 */
export async function saveAnswers(call: SignedInCall, files: UploadedFile[]) {
  const answers = await readAnswers(onlyFile(files), call);
  if (answers.length === 0)
    throw invalid({ file: "This file holds no answers of the invoice portal." });
  const keys = new Map(
    (
      await findByNumbers(
        call.db,
        // a database takes no NUL in a text
        answers.map(({ number }) => number).filter((number) => printable.test(number)),
      )
    ).map((key) => [key.number, key]),
  );
  const refused: { number: string; reason: string }[] = [];
  const counts = { saved: 0, same: 0 };
  for (const { number, answer, problem } of answers) {
    call.signal.throwIfAborted();
    const key = keys.get(number);
    const reason =
      problem ?? (key && answer ? await saveOne(call, key, answer) : "There is no such document.");
    if (reason === "saved" || reason === "same") counts[reason]++;
    else refused.push({ number, reason });
  }
  return { ...counts, refusedCount: refused.length, refused: refused.slice(0, mostRefused) };
}

/** "saved", "same", or why it was refused. */
async function saveOne(call: SignedInCall, key: DocumentKey, answer: Answer): Promise<string> {
  const document = await findDocument(call.db, key);
  if (!document) return "There is no such document.";
  const portal = await toPortalDocument(call.db, key, document);
  const [error] = Object.values(findAnswerErrors(portal, answer, call.now));
  if (error) return error;
  const stored = await findRegistration(call.db, key);
  if (stored) return stored.irn === answer.irn ? "same" : `${portal.number} has its IRN already.`;
  const { number: _, ...form } = answer;
  const isSaved = await call.database.transaction((tx) =>
    saveAnswer(tx, call, { key, document, form }),
  );
  return isSaved ? "saved" : "same";
}
