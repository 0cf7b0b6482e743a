import { and, eq, type SQL, sql } from "drizzle-orm";
import { type StatementKind, statementKindLabels } from "#contract/billing/words";
import type { Scope } from "../../access/scope.ts";
import {
  dateCell,
  type ExportRows,
  labelCell,
  moneyCell,
  textCell,
  wordCell,
} from "../../db/export-cells.ts";
import {
  creditNote,
  creditNoteLine,
  invoice,
  openingBalance,
  receipt,
  receiptAllocation,
} from "../../db/schema/index.ts";
import type { Db, Tx } from "../../db/types.ts";
import { type Biller, invoicesOf } from "./invoices.queries.ts";

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
      periodTo: invoice.periodTo,
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

/**
 * The entries of a company's account, in order; payments and tax deducted have the date on which
 * they came, whenever they were allocated. A receipt names the invoices that it settles.
 */
const movements = ({ companyId }: Scope) => sql`
  select issued_on as date, 0 as kind_order, 'OPENING' as kind, id as entry_id, number, '{}'::bigint[] as invoice_ids, total as amount
    from ${openingBalance} where company_id = ${companyId}
  union all select issued_on, 1, 'INVOICE', id, number, array[id], total from ${invoice} where company_id = ${companyId}
  union all select issued_on, 2, kind || '_NOTE', id, number, array[invoice_id], case kind when 'DEBIT' then total else -total end from ${creditNote} where company_id = ${companyId}
  union all select received_on, 3, case when method = 'OPENING' then 'OPENING' when reverses is not null then 'REVERSAL' when amount < 0 then 'REFUND' else 'PAYMENT' end,
      id, reference, ${settledInvoices}, -amount from ${receipt} where company_id = ${companyId} and amount <> 0
  union all select received_on, 4, 'TDS', id, coalesce(tds_certificate, reference), ${settledInvoices}, -tds from ${receipt}
    where company_id = ${companyId} and tds <> 0`;
const settledInvoices = sql`array(select distinct e.invoice_id from ${receiptAllocation} e
  where e.company_id = receipt.company_id and e.receipt_id = receipt.id and e.invoice_id is not null order by 1)`;

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
  invoices: { id: number; number: string }[];
  amount: number;
};
export async function findMovements(
  scope: Scope,
  db: Db,
  from: string,
  to: string,
): Promise<Movement[]> {
  const { rows } = await db.execute<Movement>(sql`
    select moved.date::text as date, moved.kind, moved.number, moved.amount::float8 as amount,
      coalesce((select json_agg(json_build_object('id', i.id, 'number', i.number) order by i.id) from ${invoice} i
        where i.company_id = ${scope.companyId} and i.id = any(moved.invoice_ids)), '[]') as invoices
    from (${movements(scope)}) moved
    where moved.date between ${from}::date and ${to}::date order by moved.date, kind_order, entry_id`);
  return rows;
}

/**
 * A statement as rows of a file: the opening balance, what moved, the closing balance. One
 * company's few entries: a single select on both engines.
 */
export function statementRows(scope: Scope, from: string, to: string): ExportRows {
  const kinds = [
    ...Object.entries(statementKindLabels),
    ["BEFORE", "Opening balance"],
    ["CLOSING", "Closing balance"],
  ] as const;
  const first = sql`${from}::date`;
  const last = sql`${to}::date`;
  const moved = sql`with moved as (${movements(scope)}),
    opening as (select coalesce(sum(amount), 0) as sum from moved where date < ${first}),
    closing as (select coalesce(sum(amount), 0) as sum from moved where date <= ${last}),
    entry as (select *, (select sum from opening) + sum(amount) over (order by date, kind_order, entry_id) as balance from moved where date between ${first} and ${last})`;
  const marker = (place: number, kind: string, date: SQL, sums: SQL) =>
    sql`select ${place}::int as place, ${date} as date, 0 as kind_order, ${kind} as kind, 0::bigint as entry_id, null as number, null::bigint[] as invoice_ids, null::numeric as amount, sum as balance from ${sums}`;
  return {
    columns: [
      ["Date", dateCell(sql`line.date`)],
      ["Entry", labelCell(sql`line.kind`, kinds)],
      ["Number or reference", textCell(sql`line.number`)],
      [
        "Invoice",
        wordCell(
          sql`(select string_agg(i.number, ', ' order by i.id) from ${invoice} i where i.company_id = ${scope.companyId} and i.id = any(line.invoice_ids))`,
        ),
      ],
      ["Amount", moneyCell(sql`line.amount`)],
      ["Balance", moneyCell(sql`line.balance`)],
    ],
    slices: (cells) => [
      sql`${moved} select ${cells} from (${marker(0, "BEFORE", first, sql`opening`)} union all select 1, entry.* from entry
        union all ${marker(2, "CLOSING", last, sql`closing`)}) line order by place, line.date, kind_order, entry_id`,
    ],
  };
}
