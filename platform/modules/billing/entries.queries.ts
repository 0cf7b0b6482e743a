import { and, eq, type SQL, sql } from "drizzle-orm";
import { type StatementKind, statementKindLabels } from "#contract/billing/words";
import type { Scope } from "../../access/scope.ts";
import { type CsvRows, csvAmount, csvDate, csvLabel, csvSafe } from "../../db/copy-csv.ts";
import { creditNote, creditNoteLine, invoice, payment } from "../../db/schema/index.ts";
import type { Db, Tx } from "../../db/types.ts";
import { type Biller, invoicesOf, outstanding } from "./invoices.queries.ts";

/**
 * An invoice that the caller sees, locked: its credit notes and payments come one after the other.
 */
export async function lockInvoice(caller: Biller, tx: Tx, id: number) {
  const [row] = await tx
    .select({
      id: invoice.id,
      companyId: invoice.companyId,
      number: invoice.number,
      issuedOn: invoice.issuedOn,
      taxKind: invoice.taxKind,
      taxRate: invoice.taxRate,
      taxable: invoice.taxable,
      total: invoice.total,
    })
    .from(invoice)
    .where(and(invoicesOf(caller), eq(invoice.id, id)))
    .for("no key update");
  return row;
}

/**
 * Of an invoice that is locked: read after the lock, so that what others wrote before is counted.
 */
export async function findOutstanding(
  tx: Tx,
  { companyId, id }: { companyId: number; id: number },
): Promise<number> {
  const [row] = await tx
    .select({ outstanding })
    .from(invoice)
    .where(and(eq(invoice.companyId, companyId), eq(invoice.id, id)));
  return row?.outstanding ?? 0;
}

export async function insertCreditNote(
  tx: Tx,
  note: typeof creditNote.$inferInsert,
  lines: readonly { line: number; amount: number }[],
): Promise<typeof creditNote.$inferSelect> {
  const [added] = await tx.insert(creditNote).values(note).returning();
  if (!added) throw new Error("insert returned no row");
  const { companyId, invoiceId } = note;
  await tx
    .insert(creditNoteLine)
    .values(lines.map((line) => ({ companyId, creditNoteId: added.id, invoiceId, ...line })));
  return added;
}

export async function insertPayment(
  tx: Tx,
  values: typeof payment.$inferInsert,
): Promise<typeof payment.$inferSelect> {
  const [added] = await tx.insert(payment).values(values).returning();
  if (!added) throw new Error("insert returned no row");
  return added;
}

/** A payment of an invoice that the caller sees. */
export async function findPayment(caller: Biller, db: Db, id: number) {
  const [row] = await db
    .select({ payment })
    .from(payment)
    .innerJoin(
      invoice,
      and(eq(invoice.companyId, payment.companyId), eq(invoice.id, payment.invoiceId)),
    )
    .where(and(invoicesOf(caller), eq(payment.id, id)));
  return row?.payment;
}

/** What moved a company's account, in order. Payments have the date on which the money came. */
const movements = ({ companyId }: Scope) => sql`
  select issued_on as date, 1 as kind_order, 'INVOICE' as kind, id as entry_id, number, id as invoice_id, total as amount from ${invoice} where company_id = ${companyId}
  union all select issued_on, 2, 'CREDIT_NOTE', id, number, invoice_id, -total from ${creditNote} where company_id = ${companyId}
  union all select paid_on, 3, case when reverses is not null then 'REVERSAL' when amount < 0 then 'REFUND' else 'PAYMENT' end, id, reference, invoice_id, -amount
    from ${payment} where company_id = ${companyId}`;

export async function findOpening(scope: Scope, db: Db, from: string): Promise<number> {
  const { rows } = await db.execute<{ sum: number }>(
    sql`select coalesce(sum(amount), 0)::float8 as sum from (${movements(scope)}) moved where date < ${from}::date`,
  );
  return rows[0]?.sum ?? 0;
}

export type Movement = {
  date: string;
  kind: StatementKind;
  number: string | null;
  invoiceId: number;
  invoiceNumber: string;
  amount: number;
};
export async function findMovements(
  scope: Scope,
  db: Db,
  from: string,
  to: string,
): Promise<Movement[]> {
  const { rows } =
    await db.execute<Movement>(sql`select moved.date::text as date, moved.kind, moved.number, moved.invoice_id::float8 as "invoiceId",
      i.number as "invoiceNumber", moved.amount::float8 as amount
    from (${movements(scope)}) moved join ${invoice} i on i.company_id = ${scope.companyId} and i.id = moved.invoice_id
    where moved.date between ${from}::date and ${to}::date order by moved.date, kind_order, entry_id`);
  return rows;
}

/**
 * A statement as CSV rows: the opening balance, what moved, the closing balance. One company's few
 * entries: a single select on both engines.
 */
export function statementRows(scope: Scope, from: string, to: string): CsvRows {
  const kinds = [
    ...Object.entries(statementKindLabels),
    ["OPENING", "Opening balance"],
    ["CLOSING", "Closing balance"],
  ] as const;
  const first = sql`${from}::date`;
  const last = sql`${to}::date`;
  const moved = sql`with moved as (${movements(scope)}),
    opening as (select coalesce(sum(amount), 0) as sum from moved where date < ${first}),
    closing as (select coalesce(sum(amount), 0) as sum from moved where date <= ${last}),
    entry as (select *, (select sum from opening) + sum(amount) over (order by date, kind_order, entry_id) as balance from moved where date between ${first} and ${last})`;
  const marker = (place: number, kind: string, date: SQL, sums: SQL) =>
    sql`select ${place}::int as place, ${date} as date, 0 as kind_order, ${kind} as kind, 0::bigint as entry_id, null as number, null::bigint as invoice_id, null::numeric as amount, sum as balance from ${sums}`;
  return {
    columns: [
      ["Date", csvDate(sql`line.date`)],
      ["Entry", csvLabel(sql`line.kind`, kinds)],
      ["Number or reference", csvSafe(sql`line.number`)],
      ["Invoice", sql`i.number`],
      ["Amount", csvAmount(sql`line.amount`)],
      ["Balance", csvAmount(sql`line.balance`)],
    ],
    slices: (cells) => [
      sql`${moved} select ${cells} from (${marker(0, "OPENING", first, sql`opening`)} union all select 1, entry.* from entry
        union all ${marker(2, "CLOSING", last, sql`closing`)}) line
        left join ${invoice} i on i.company_id = ${scope.companyId} and i.id = line.invoice_id order by place, line.date, kind_order, entry_id`,
    ],
  };
}
