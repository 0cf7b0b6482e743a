import { dateIn } from "#contract/base/dates";
import { formatAmount } from "#contract/base/money";
import { isProvider } from "#contract/base/roles";
import type { InvoicePreview } from "#contract/billing/generate";
import type {
  CreditNote,
  Invoice,
  InvoiceQuery,
  InvoiceRow,
  Payment,
} from "#contract/billing/invoices";
import { lastCreditDay } from "#contract/billing/words";
import { isNational } from "../../access/scope.ts";
import { forbidden, notFound } from "../../base/refusal.ts";
import type { Db, Tx } from "../../db/types.ts";
import type { ScopedCall, SignedInCall } from "../../http/context.ts";
import { draftNext, generateInvoices } from "./generate.service.ts";
import {
  findCreditLines,
  findCreditNotes,
  findInvoice,
  findInvoicePage,
  findLines,
  findPayments,
  netCredit,
  type rowColumns,
} from "./invoices.queries.ts";
import { particularsOf, toParty, toSupplier } from "./particulars.ts";
import { findBilling } from "./settings.queries.ts";
import type { Tax } from "./tax.ts";

/** Throws 403 for client staff who are not national: an invoice is the whole company's. */
export function requireInvoiceReader(caller: SignedInCall["caller"]): void {
  if (!isProvider(caller) && !isNational(caller)) throw forbidden();
}

/** The date of the provider's zone, by which invoices are due. */
export const billingDate = async (db: Db | Tx, now: Date): Promise<string> =>
  dateIn((await findBilling(db))?.zone ?? "Asia/Kolkata", now);

const most = 100;

/**
 * A page of issued invoices; throws 403 as requireInvoiceReader does and for another company's, 422 for a
 * cursor that is not ours.
 */
export async function listInvoices({ db, caller, now }: SignedInCall, query: InvoiceQuery) {
  requireInvoiceReader(caller);
  if (!isProvider(caller) && query.companyId !== undefined && query.companyId !== caller.companyId)
    throw forbidden();
  const { rows, page, all } = await findInvoicePage(db, caller, query, await billingDate(db, now));
  const totals = { total: formatAmount(all.sum), outstanding: formatAmount(all.left) };
  return { data: rows.map(toRow), page: { ...page, total: all.total, totals } };
}

/** Throws 404 for an invoice that the caller does not see. */
export async function showInvoice(
  { db, caller, now }: Pick<SignedInCall, "db" | "caller" | "now">,
  id: number,
): Promise<Invoice> {
  requireInvoiceReader(caller);
  const invoice = await findInvoice(caller, db, id, await billingDate(db, now));
  if (!invoice) throw notFound();
  const lines = await findLines(db, invoice);
  const noteLines = await findCreditLines(db, invoice);
  const creditedOf = (line: number) => netCredit(noteLines.filter((one) => one.line === line));
  const creditNotes = await findCreditNotes(db, invoice);
  return {
    ...toRow(invoice),
    taxKind: invoice.taxKind,
    taxRate: percent(invoice.taxRate),
    supplyState: invoice.supplyState,
    ...(await particularsOf(invoice)),
    supplier: toSupplier(invoice.supplier),
    customer: toParty(invoice.customer),
    issuedBy: invoice.issuedBy,
    issuedAt: invoice.issuedAt.toISOString(),
    lines: lines.map(toLine),
    lastCreditDay: lastCreditDay(invoice.periodTo, (await findBilling(db))?.settings),
    creditable: lines.map(({ line, amount }) => ({
      line,
      left: formatAmount(amount - creditedOf(line)),
    })),
    creditNotes: creditNotes.map((note) => ({
      ...toCreditNote(
        note,
        noteLines.filter(({ creditNoteId }) => creditNoteId === note.id),
      ),
      mail: note.mail,
    })),
    payments: (await findPayments(db, invoice)).map(toPayment),
  };
}

/** The company's next invoices as they would be issued. */
export async function previewInvoices({ scope, db, now }: ScopedCall): Promise<InvoicePreview[]> {
  const drafts = await draftNext(db, scope.companyId, now);
  return Promise.all(drafts.map(toPreview));
}

const toPreview = async ({
  draft,
  isOver,
  dueOn,
}: Awaited<ReturnType<typeof draftNext>>[number]): Promise<InvoicePreview> => ({
  companyId: draft.company.id,
  companyName: draft.company.name,
  periodFrom: draft.periodFrom,
  periodTo: draft.periodTo,
  isOver,
  dueOn,
  problem: draft.problem,
  unprintable: draft.unprintable,
  taxKind: draft.taxKind,
  taxRate: percent(draft.taxRate),
  supplyState: draft.supplyState,
  ...(await particularsOf({ ...draft, total: draft.tax.total })),
  lines: draft.lines.map(toLine),
  ...toTax(draft.tax),
});

/** Issues the invoices that are due, of one company or of all. */
export async function issueInvoices(call: SignedInCall, companyId: number | undefined) {
  const { issued, empty, refused } = await generateInvoices(
    { database: call.database, now: call.now, actor: call },
    companyId,
  );
  return {
    issued: issued.length,
    total: formatAmount(issued.reduce((sum, { total }) => sum + total, 0)),
    invoices: issued.slice(0, most).map((one) => ({ ...one, total: formatAmount(one.total) })),
    empty,
    refused: refused.slice(0, most),
  };
}

type FoundRow = {
  [K in keyof ReturnType<typeof rowColumns>]: Awaited<
    ReturnType<typeof findInvoicePage>
  >["rows"][number][K];
};

export const toRow = ({
  fileId,
  credited,
  debited,
  paid,
  tds,
  outstanding,
  ...row
}: FoundRow): InvoiceRow => ({
  ...row,
  ...toTax(row),
  credited: formatAmount(credited),
  debited: formatAmount(debited),
  paid: formatAmount(paid),
  tds: formatAmount(tds),
  outstanding: formatAmount(outstanding),
  hasPdf: fileId !== null,
});

const toTax = ({ taxable, cgst, sgst, igst, total }: Tax) => ({
  taxable: formatAmount(taxable),
  cgst: formatAmount(cgst),
  sgst: formatAmount(sgst),
  igst: formatAmount(igst),
  total: formatAmount(total),
});

/** 1800 hundredths of a percent are "18.00". */
export const percent = (basisPoints: number): string => formatAmount(basisPoints);

type FoundLine = { rate: number; amount: number };
const toLine = <Line extends FoundLine>(line: Line) => ({
  ...line,
  rate: formatAmount(line.rate),
  amount: formatAmount(line.amount),
});

type FoundNote = Omit<Awaited<ReturnType<typeof findCreditNotes>>[number], "mail">;
export const toCreditNote = (
  note: FoundNote,
  lines: readonly { line: number; amount: number }[],
): CreditNote => ({
  id: note.id,
  kind: note.kind,
  number: note.number,
  issuedOn: note.issuedOn,
  hasGst: note.hasGst,
  reason: note.reason,
  hasPdf: note.fileId !== null,
  ...toTax(note),
  lines: lines.map(({ line, amount }) => ({ line, amount: formatAmount(amount) })),
});

const toPayment = ({
  amount,
  tds,
  notedAt,
  ...rest
}: Awaited<ReturnType<typeof findPayments>>[number]): Payment => ({
  ...rest,
  amount: formatAmount(amount),
  tds: formatAmount(tds),
  notedAt: notedAt.toISOString(),
});
