import { and, eq, getTableColumns, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { isProvider } from "#contract/base/roles";
import type { InvoiceQuery } from "#contract/billing/invoices";
import { graceDays, type InvoiceStatus, type NoteKind } from "#contract/billing/words";
import type { Caller } from "../../access/caller.ts";
import { columnOf, idKey, type KeyPart, keyset, textKey } from "../../db/keyset.ts";
import {
  company,
  creditNote,
  creditNoteLine,
  invoice,
  invoiceLine,
  receipt,
  receiptAllocation,
} from "../../db/schema/index.ts";
import { containsText } from "../../db/text-search.ts";
import type { Db, Tx } from "../../db/types.ts";
import { newestEmailOf, newestEmailStateOf } from "../emails/index.ts";

/** The facts that decide which companies' invoices a caller sees. */
export type Biller = Pick<Caller, "companyId" | "role" | "subRole">;

/**
 * The invoices that a caller may know of: all for provider staff, or those of the company they
 * name; else the own company's.
 */
export const invoicesOf = (caller: Biller, companyId?: number): SQL | undefined => {
  if (!isProvider(caller)) return eq(invoice.companyId, caller.companyId);
  return companyId === undefined ? undefined : eq(invoice.companyId, companyId);
};

// written out: in a select of one table drizzle leaves the table's name out, and "id" would be the
// entry's
const sumOf = (table: typeof creditNote | typeof receiptAllocation, amount: SQL) =>
  sql<number>`(select coalesce(sum(${amount}), 0) from ${table} e where e.company_id = invoice.company_id and e.invoice_id = invoice.id)::float8`;
const notesOf = (kind: NoteKind) =>
  sumOf(creditNote, sql`case when e.kind = ${sql.raw(`'${kind}'`)} then e.total else 0 end`);
export const credited = notesOf("CREDIT");
const debited = notesOf("DEBIT");
export const paid = sumOf(receiptAllocation, sql`e.amount`);
export const deducted = sumOf(receiptAllocation, sql`e.tds`);
const settled = sumOf(receiptAllocation, sql`e.amount + e.tds`);
export const outstanding = sql<number>`(${invoice.total} + ${debited} - ${credited} - ${settled})`;

/** The status of a debt by its due date: before, in or after its days of grace. */
export const lateness = (today: string, dueOn: SQLWrapper) => sql`case
  when ${today}::date <= ${dueOn} then 'due'
  when ${today}::date <= ${dueOn} + ${graceDays}::int then 'grace'
  else 'overdue' end`;

/**
 * The status at a date in the provider's time zone, by requirement BIL-1: with 30 days of
 * grace after the due date.
 */
export const statusOn = (today: string) => sql<InvoiceStatus>`case
  when ${credited} >= ${invoice.total} + ${debited} and ${settled} <= 0 then 'credited'
  when ${outstanding} <= 0 then 'paid'
  else ${lateness(today, invoice.dueOn)} end`;

export const rowColumns = (today: string) => ({
  id: invoice.id,
  number: invoice.number,
  companyId: invoice.companyId,
  /** The name on the invoice. */
  companyName: sql<string>`${invoice.customer} ->> 'name'`,
  periodFrom: invoice.periodFrom,
  periodTo: invoice.periodTo,
  issuedOn: invoice.issuedOn,
  dueOn: invoice.dueOn,
  status: statusOn(today),
  taxable: invoice.taxable,
  cgst: invoice.cgst,
  sgst: invoice.sgst,
  igst: invoice.igst,
  total: invoice.total,
  credited,
  debited,
  paid,
  tds: deducted,
  outstanding,
  fileId: invoice.fileId,
  mail: newestEmailOf("invoice", invoice),
});

function matching(
  caller: Caller,
  {
    companyId,
    search,
    status,
    mail,
    from,
    to,
    financialYear,
    within,
  }: Omit<InvoiceQuery, "sort" | "limit" | "cursor">,
  today: string,
): SQL | undefined {
  return and(
    invoicesOf(caller, companyId),
    containsText(
      search,
      invoice.number,
      sql`${invoice.customer} ->> 'name'`,
      sql`${invoice.customer} ->> 'legalName'`,
    ),
    status ? sql`${statusOn(today)} = ${status}` : undefined,
    mail ? sql`${newestEmailStateOf("invoice", invoice)} = ${mail}` : undefined,
    from ? sql`${invoice.issuedOn} >= ${from}` : undefined,
    to ? sql`${invoice.issuedOn} <= ${to}` : undefined,
    financialYear ? eq(invoice.financialYear, financialYear) : undefined,
    within ? sql`${within}::date between ${invoice.periodFrom} and ${invoice.periodTo}` : undefined,
  );
}

const dayKey = (day: SQLWrapper): KeyPart => ({
  value: sql`(${day} - date '2000-01-01')`,
  type: "integer",
});
const sortKeys = {
  number: textKey(sql`${invoice.number} collate "C"`),
  company: textKey(sql`left(fold_text(${invoice.customer} ->> 'name'), 100) collate "C"`),
  issued: dayKey(invoice.issuedOn),
  due: dayKey(invoice.dueOn),
  total: { value: invoice.total, type: "integer" },
  outstanding: { value: sql`${outstanding}::bigint`, type: "integer" },
} satisfies Record<string, KeyPart>;

/**
 * Finds a page of invoices with the totals of all that match. An overpaid invoice does not reduce
 * the amount outstanding on others. Throws 422 for a cursor that is not ours.
 */
export async function findInvoicePage(db: Db, caller: Caller, query: InvoiceQuery, today: string) {
  const order = keyset([sortKeys[columnOf(query.sort)], idKey(invoice.id)], {
    descending: query.sort.startsWith("-"),
    cursor: query.cursor,
  });
  const where = matching(caller, query, today);
  const rows = await db
    .select({ ...rowColumns(today), rowKey: order.select })
    .from(invoice)
    .where(and(where, order.where))
    .orderBy(order.orderBy)
    .limit(query.limit + 1);
  const [all] = await db
    .select({
      total: sql<number>`count(*)::int`,
      sum: sql<number>`coalesce(sum(${invoice.total}), 0)::float8`,
      left: sql<number>`coalesce(sum(greatest(0, ${outstanding})), 0)::float8`,
    })
    .from(invoice)
    .where(where);
  return { ...order.page(rows, query.limit), all: all ?? { total: 0, sum: 0, left: 0 } };
}

export async function findInvoice(caller: Caller, db: Db | Tx, id: number, today: string) {
  const [row] = await db
    .select({
      ...rowColumns(today),
      taxKind: invoice.taxKind,
      taxRate: invoice.taxRate,
      supplyState: invoice.supplyState,
      supplier: invoice.supplier,
      customer: invoice.customer,
      issuedBy: invoice.issuedBy,
      issuedAt: invoice.issuedAt,
    })
    .from(invoice)
    .where(and(invoicesOf(caller), eq(invoice.id, id)));
  return row;
}
export type FoundInvoice = NonNullable<Awaited<ReturnType<typeof findInvoice>>>;

type Key = { companyId: number; id: number };
const ofInvoice = (
  table: typeof invoiceLine | typeof creditNote | typeof creditNoteLine,
  { companyId, id }: Key,
) => and(eq(table.companyId, companyId), eq(table.invoiceId, id));

export const findLines = (db: Db | Tx, key: Key) =>
  db.select().from(invoiceLine).where(ofInvoice(invoiceLine, key)).orderBy(invoiceLine.line);
export const findCreditNotes = (db: Db | Tx, key: Key) =>
  db
    .select({
      ...getTableColumns(creditNote),
      mail: newestEmailOf("credit-note", creditNote),
    })
    .from(creditNote)
    .where(ofInvoice(creditNote, key))
    .orderBy(creditNote.id);
/** Finds the lines of its credit and debit notes, each with the note's kind. */
export const findCreditLines = (db: Db | Tx, key: Key) =>
  db
    .select({
      creditNoteId: creditNoteLine.creditNoteId,
      line: creditNoteLine.line,
      amount: creditNoteLine.amount,
      kind: creditNote.kind,
      hasGst: creditNote.hasGst,
    })
    .from(creditNoteLine)
    .innerJoin(
      creditNote,
      and(
        eq(creditNote.companyId, creditNoteLine.companyId),
        eq(creditNote.id, creditNoteLine.creditNoteId),
      ),
    )
    .where(ofInvoice(creditNoteLine, key))
    .orderBy(creditNoteLine.creditNoteId, creditNoteLine.line);

/** Adds up what notes took off an invoice or a line of it: debits count below zero. */
export const netCredit = (lines: readonly { kind: NoteKind; amount: number }[]): number =>
  lines.reduce((sum, { kind, amount }) => sum + (kind === "DEBIT" ? -amount : amount), 0);
/** Lists the parts of an invoice that receipts settle, in the order in which they were recorded. */
export const findPayments = (db: Db | Tx, { companyId, id }: Key) =>
  db
    .select({
      id: receipt.id,
      paidOn: receipt.receivedOn,
      amount: receiptAllocation.amount,
      tds: receiptAllocation.tds,
      tdsSection: receipt.tdsSection,
      tdsCertificate: receipt.tdsCertificate,
      method: receipt.method,
      reference: receipt.reference,
      notedBy: receiptAllocation.notedBy,
      notedAt: receiptAllocation.notedAt,
      reverses: receipt.reverses,
    })
    .from(receiptAllocation)
    .innerJoin(
      receipt,
      and(
        eq(receipt.companyId, receiptAllocation.companyId),
        eq(receipt.id, receiptAllocation.receiptId),
      ),
    )
    .where(and(eq(receiptAllocation.companyId, companyId), eq(receiptAllocation.invoiceId, id)))
    .orderBy(receiptAllocation.id);

/** The names under which a company is billed now. */
export async function findCompanyNames(db: Db, companyId: number) {
  const [row] = await db
    .select({ companyName: company.name, legalName: company.legalName })
    .from(company)
    .where(eq(company.id, companyId));
  return row;
}
