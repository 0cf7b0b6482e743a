import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { EInvoiceRow } from "#contract/billing/e-invoices";
import type { Scope } from "../../access/scope.ts";
import { creditNote, eInvoice, invoice } from "../../db/schema/index.ts";
import type { Db, Tx } from "../../db/types.ts";
import type { DocumentKey } from "./documents.queries.ts";

export type Registration = typeof eInvoice.$inferSelect;

/** The registration is of the invoice itself, or of one of its notes. */
const ofDocument = ({ kind, companyId, id }: DocumentKey) =>
  and(
    eq(eInvoice.companyId, companyId),
    kind === "invoice"
      ? and(eq(eInvoice.invoiceId, id), isNull(eInvoice.creditNoteId))
      : eq(eInvoice.creditNoteId, id),
  );

export async function findRegistration(
  db: Db | Tx,
  key: DocumentKey,
): Promise<Registration | undefined> {
  const [row] = await db.select().from(eInvoice).where(ofDocument(key));
  return row;
}

/** True if this call stored it; an existing registration is never replaced. */
export async function insertRegistration(
  tx: Tx,
  values: Omit<typeof eInvoice.$inferInsert, "id">,
): Promise<boolean> {
  const added = await tx
    .insert(eInvoice)
    .values(values)
    .onConflictDoNothing()
    .returning({ id: eInvoice.id });
  return added.length > 0;
}

export type Cancellation = Pick<
  typeof eInvoice.$inferInsert,
  "cancelledAt" | "cancelledBy" | "cancelReason" | "cancelRemark"
>;

/** Gives whether this call cancelled it. */
export async function cancelRegistration(
  tx: Tx,
  key: DocumentKey,
  cancellation: Cancellation,
): Promise<boolean> {
  const rows = await tx
    .update(eInvoice)
    .set(cancellation)
    .where(and(ofDocument(key), isNull(eInvoice.cancelledAt)))
    .returning({ id: eInvoice.id });
  return rows.length > 0;
}

/** The documents that numbers name, of all companies: numbers are unique across them. */
export async function findByNumbers(
  db: Db,
  numbers: readonly string[],
): Promise<(DocumentKey & { number: string })[]> {
  const invoices = await db
    .select({ companyId: invoice.companyId, id: invoice.id, number: invoice.number })
    .from(invoice)
    .where(inArray(invoice.number, [...numbers]));
  const notes = await db
    .select({ companyId: creditNote.companyId, id: creditNote.id, number: creditNote.number })
    .from(creditNote)
    .where(inArray(creditNote.number, [...numbers]));
  return [
    ...invoices.map((row) => ({ kind: "invoice" as const, ...row })),
    ...notes.map((row) => ({ kind: "credit-note" as const, ...row })),
  ];
}

/**
 * Finds the documents issued on these days that the portal must register (isEInvoiceNeeded), with
 * its answers; by number.
 */
export async function findEInvoices(
  _provider: Scope,
  db: Db,
  { from, to }: { from: string; to: string },
): Promise<EInvoiceRow[]> {
  const needed = sql`(i.tax_kind like 'EXPORT%' or i.customer ->> 'gstNo' is not null)`;
  const stateOf = sql`case when e.id is null then 'waiting' when e.cancelled_at is null then 'registered' else 'cancelled' end as state, e.irn`;
  const { rows } = await db.execute<EInvoiceRow>(sql`
    select 'invoice' as kind, i.id::float8 as id, i.number, i.issued_on::text as "issuedOn", i.customer ->> 'name' as "companyName", ${stateOf}
    from ${invoice} i left join ${eInvoice} e on e.company_id = i.company_id and e.invoice_id = i.id and e.credit_note_id is null
    where i.issued_on between ${from}::date and ${to}::date and ${needed}
    union all select 'credit-note', n.id::float8, n.number, n.issued_on::text, i.customer ->> 'name', ${stateOf}
    from ${creditNote} n join ${invoice} i on i.company_id = n.company_id and i.id = n.invoice_id
      left join ${eInvoice} e on e.company_id = n.company_id and e.credit_note_id = n.id
    where n.issued_on between ${from}::date and ${to}::date and ${needed} and n.has_gst order by 1 desc, 3`);
  return rows;
}
