import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Scope } from "../../access/scope.ts";
import {
  company,
  invoice,
  openingBalance,
  receipt,
  receiptAllocation,
} from "../../db/schema/index.ts";
import type { Db, Tx } from "../../db/types.ts";
import { outstanding } from "./invoices.queries.ts";

/** Reads what companies owe, invoices and opening balances, and the credit that can settle them. */

// written out: in a select of one table drizzle leaves the table's name out
export const openingOutstanding = sql<number>`(opening_balance.total - (select coalesce(sum(e.amount + e.tds), 0) from ${receiptAllocation} e
  where e.company_id = opening_balance.company_id and e.opening_id = opening_balance.id)::float8)`;

/** Computes the amount that a row of `receipt` has left on account. */
export const unallocated = sql<number>`(receipt.amount - (select coalesce(sum(e.amount), 0) from ${receiptAllocation} e
  where e.company_id = receipt.company_id and e.receipt_id = receipt.id)::float8)`;

export type FoundItem = {
  companyId: number;
  companyName: string;
  legalName: string | null;
  invoiceId: number | null;
  openingId: number | null;
  number: string;
  issuedOn: string;
  dueOn: string;
  /** Without tax; of an opening balance all of it. */
  taxable: number;
  total: number;
  outstanding: number;
};

/** All invoices and opening balances, of one company where a condition on `company_id` says so. */
export const itemsOf = (which: SQL = sql`true`) => sql`
  select company_id, id as invoice_id, null::bigint as opening_id, number, issued_on, due_on, taxable, total, ${outstanding} as outstanding,
    customer ->> 'name' as customer_name, customer ->> 'legalName' as legal_name from ${invoice} where ${which}
  union all select company_id, null, id, number, issued_on, due_on, total, total, ${openingOutstanding}, null, null from ${openingBalance} where ${which}`;

/** Adds up what receipts have left on account, by company. */
export const creditsOf = (which: SQL = sql`true`) => sql`
  select company_id, sum(${unallocated})::bigint as credit from ${receipt} where ${which} group by 1`;

/**
 * Finds how much a company still has to pay of each open item, once its credit on account and what
 * it overpaid on other items have settled the oldest ones.
 */
export const payablesOf = (which?: SQL) => sql`
  select company_id, invoice_id, greatest(0, least(outstanding, older - greatest(0, credit))) as payable from (
    select item.company_id, item.invoice_id, item.outstanding,
      sum(greatest(0, item.outstanding)) over (partition by item.company_id
        order by item.due_on, item.issued_on, item.number, item.invoice_id, item.opening_id) as older,
      coalesce(credit.credit, 0) - sum(least(0, item.outstanding)) over (partition by item.company_id) as credit
    from (${itemsOf(which)}) item left join (${creditsOf(which)}) credit on credit.company_id = item.company_id) owed
  where outstanding > 0`;

const columns = sql`item.company_id::float8 as "companyId", coalesce(item.customer_name, company.name) as "companyName",
  coalesce(item.legal_name, company.legal_name) as "legalName",
  item.invoice_id::float8 as "invoiceId", item.opening_id::float8 as "openingId", item.number, item.issued_on::text as "issuedOn",
  item.due_on::text as "dueOn", item.taxable::float8 as taxable, item.total::float8 as total, item.outstanding::float8 as outstanding`;

/** Finds a company's items with an outstanding amount, the oldest first. */
export async function findOpenItems({ companyId }: Scope, db: Db, most: number) {
  const { rows } = await db.execute<FoundItem>(sql`select ${columns}
    from (${itemsOf(sql`company_id = ${companyId}`)}) item join ${company} on company.id = item.company_id
    where item.outstanding > 0 order by item.due_on, item.issued_on, item.number limit ${most}`);
  return rows;
}

/** Finds those of all companies: any of them may have paid a line of a bank statement. */
export async function findAllOpenItems(db: Db, most: number): Promise<FoundItem[]> {
  const { rows } = await db.execute<FoundItem>(sql`select ${columns}
    from (${itemsOf()}) item join ${company} on company.id = item.company_id
    where item.outstanding > 0 order by item.due_on, item.issued_on, item.number limit ${most}`);
  return rows;
}

export async function findCredit({ companyId }: Scope, db: Db | Tx): Promise<number> {
  const [row] = await db
    .select({ credit: sql<number>`coalesce(sum(${unallocated}), 0)::float8` })
    .from(receipt)
    .where(eq(receipt.companyId, companyId));
  return row?.credit ?? 0;
}

export type LockedItem = {
  id: number;
  kind: "invoice" | "opening";
  number: string;
  issuedOn: string;
  outstanding: number;
};

/**
 * Locks the invoices and opening balances with these ids in the order of their ids; outstanding
 * amounts are read after the locks, so that earlier writes of others are counted.
 */
export async function lockItems(
  { companyId }: Scope,
  tx: Tx,
  ids: { invoices: readonly number[]; openings: readonly number[] },
): Promise<LockedItem[]> {
  const read = async (
    kind: LockedItem["kind"],
    table: typeof invoice | typeof openingBalance,
    itemIds: readonly number[],
  ): Promise<LockedItem[]> => {
    if (itemIds.length === 0) return [];
    const those = and(
      eq(table.companyId, companyId),
      sql`${table.id} = any(${sql.param([...itemIds])}::bigint[])`,
    );
    await tx
      .select({ id: table.id })
      .from(table)
      .where(those)
      .orderBy(table.id)
      .for("no key update");
    const rows = await tx
      .select({
        id: table.id,
        number: table.number,
        issuedOn: table.issuedOn,
        outstanding: kind === "invoice" ? outstanding : openingOutstanding,
      })
      .from(table)
      .where(those);
    return rows.map((row) => ({ ...row, kind }));
  };
  const invoices = await read("invoice", invoice, ids.invoices);
  return [...invoices, ...(await read("opening", openingBalance, ids.openings))];
}
