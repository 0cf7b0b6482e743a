import { and, desc, eq, isNull, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { isProvider } from "#contract/base/roles";
import type { ReceiptQuery } from "#contract/billing/receipts";
import type { Scope } from "../../access/scope.ts";
import { idKey, type KeyPart, keyset } from "../../db/keyset.ts";
import {
  bankLine,
  company,
  invoice,
  openingBalance,
  receipt,
  receiptAllocation,
} from "../../db/schema/index.ts";
import { containsText } from "../../db/text-search.ts";
import type { Db, Tx } from "../../db/types.ts";
import type { Biller } from "./invoices.queries.ts";
import { unallocated } from "./open-items.queries.ts";

/** Receipts that a caller may know of: all for provider staff, or those of the company they name. */
const receiptsOf = (caller: Biller, companyId?: number): SQL | undefined => {
  if (!isProvider(caller)) return eq(receipt.companyId, caller.companyId);
  return companyId === undefined ? undefined : eq(receipt.companyId, companyId);
};

const reversal = alias(receipt, "reversal");
const columns = {
  id: receipt.id,
  companyId: receipt.companyId,
  companyName: company.name,
  receivedOn: receipt.receivedOn,
  amount: receipt.amount,
  tds: receipt.tds,
  tdsSection: receipt.tdsSection,
  tdsCertificate: receipt.tdsCertificate,
  method: receipt.method,
  reference: receipt.reference,
  unallocated,
  reverses: receipt.reverses,
  reversedBy: reversal.id,
  bankLineId: receipt.bankLineId,
  notedBy: receipt.notedBy,
  notedAt: receipt.notedAt,
};
const ofReversal = and(
  eq(reversal.companyId, receipt.companyId),
  eq(reversal.reverses, receipt.id),
);

export async function findReceipt(caller: Biller, db: Db | Tx, id: number) {
  const [row] = await db
    .select(columns)
    .from(receipt)
    .innerJoin(company, eq(company.id, receipt.companyId))
    .leftJoin(reversal, ofReversal)
    .where(and(receiptsOf(caller), eq(receipt.id, id)));
  return row;
}
export type FoundReceipt = NonNullable<Awaited<ReturnType<typeof findReceipt>>>;

/** Locks a receipt that the caller sees, so that what allocates it comes one after the other. */
export async function lockReceipt(caller: Biller, tx: Tx, id: number) {
  const [locked] = await tx
    .select({ id: receipt.id })
    .from(receipt)
    .where(and(receiptsOf(caller), eq(receipt.id, id)))
    .for("update");
  return locked && findReceipt(caller, tx, id);
}

/** The company's receipts with credit on account, locked, the oldest first. */
export async function lockCredits({ companyId }: Scope, tx: Tx) {
  await tx
    .select({ id: receipt.id })
    .from(receipt)
    .where(eq(receipt.companyId, companyId))
    .orderBy(receipt.id)
    .for("update");
  return tx
    .select({ id: receipt.id, unallocated })
    .from(receipt)
    .where(and(eq(receipt.companyId, companyId), sql`${unallocated} > 0`))
    .orderBy(receipt.receivedOn, receipt.id);
}

export const findAllocations = (db: Db | Tx, { companyId, id }: Key) =>
  db
    .select({
      id: receiptAllocation.id,
      invoiceId: receiptAllocation.invoiceId,
      openingId: receiptAllocation.openingId,
      number: sql<string | null>`coalesce(${invoice.number}, ${openingBalance.number})`,
      amount: receiptAllocation.amount,
      tds: receiptAllocation.tds,
      notedBy: receiptAllocation.notedBy,
      notedAt: receiptAllocation.notedAt,
    })
    .from(receiptAllocation)
    .leftJoin(
      invoice,
      and(
        eq(invoice.companyId, receiptAllocation.companyId),
        eq(invoice.id, receiptAllocation.invoiceId),
      ),
    )
    .leftJoin(
      openingBalance,
      and(
        eq(openingBalance.companyId, receiptAllocation.companyId),
        eq(openingBalance.id, receiptAllocation.openingId),
      ),
    )
    .where(and(eq(receiptAllocation.companyId, companyId), eq(receiptAllocation.receiptId, id)))
    .orderBy(receiptAllocation.id);
type Key = { companyId: number; id: number };
export type FoundAllocation = Awaited<ReturnType<typeof findAllocations>>[number];

/** Numbers of the invoices and opening balances that a row of `receipt` settles. */
const numbers = sql<
  string[]
>`array(select distinct coalesce(i.number, o.number) from ${receiptAllocation} e
  left join ${invoice} i on i.company_id = e.company_id and i.id = e.invoice_id
  left join ${openingBalance} o on o.company_id = e.company_id and o.id = e.opening_id
  where e.company_id = receipt.company_id and e.receipt_id = receipt.id and num_nonnulls(e.invoice_id, e.opening_id) > 0 order by 1)`;

const isNotReversed = and(isNull(receipt.reverses), isNull(reversal.id));
const ofState = {
  "on-account": sql`${unallocated} > 0`,
  "tds-pending": and(sql`${receipt.tds} > 0`, isNull(receipt.tdsCertificate), isNotReversed),
  "tds-received": and(
    sql`${receipt.tds} > 0 and ${receipt.tdsCertificate} is not null`,
    isNotReversed,
  ),
};

/**
 * Finds a page of receipts, newest first, with the sums of all that match. Throws 422 for a cursor
 * that is not ours.
 */
export async function findReceiptPage(
  db: Db,
  caller: Biller,
  { companyId, search, state, from, to, limit, cursor }: ReceiptQuery,
) {
  const day: KeyPart = { value: sql`(${receipt.receivedOn} - date '2000-01-01')`, type: "integer" };
  const order = keyset([day, idKey(receipt.id)], { descending: true, cursor });
  const where = and(
    receiptsOf(caller, companyId),
    containsText(
      search,
      receipt.reference,
      receipt.tdsCertificate,
      company.name,
      company.legalName,
    ),
    state && ofState[state],
    from ? sql`${receipt.receivedOn} >= ${from}` : undefined,
    to ? sql`${receipt.receivedOn} <= ${to}` : undefined,
  );
  const rows = await db
    .select({ ...columns, numbers, rowKey: order.select })
    .from(receipt)
    .innerJoin(company, eq(company.id, receipt.companyId))
    .leftJoin(reversal, ofReversal)
    .where(and(where, order.where))
    .orderBy(order.orderBy)
    .limit(limit + 1);
  const sum = (amount: SQL) => sql<number>`coalesce(sum(${amount}), 0)::float8`;
  const [all] = await db
    .select({
      total: sql<number>`count(*)::int`,
      amount: sum(sql`${receipt.amount}`),
      tds: sum(sql`${receipt.tds}`),
      unallocated: sum(unallocated),
    })
    .from(receipt)
    .innerJoin(company, eq(company.id, receipt.companyId))
    .leftJoin(reversal, ofReversal)
    .where(where);
  const sums = all ?? { total: 0, amount: 0, tds: 0, unallocated: 0 };
  return { ...order.page(rows, limit), all: sums };
}

export async function insertReceipt(tx: Tx, values: typeof receipt.$inferInsert): Promise<number> {
  const [added] = await tx.insert(receipt).values(values).returning({ id: receipt.id });
  if (!added) throw new Error("insert returned no row");
  return added.id;
}

export const insertAllocations = (tx: Tx, rows: (typeof receiptAllocation.$inferInsert)[]) =>
  rows.length === 0 ? undefined : tx.insert(receiptAllocation).values(rows);

export const saveCertificate = (tx: Tx, { companyId, id }: Key, tdsCertificate: string | null) =>
  tx
    .update(receipt)
    .set({ tdsCertificate })
    .where(and(eq(receipt.companyId, companyId), eq(receipt.id, id)));

/**
 * A line of the provider's bank statement, locked until the transaction ends, with the receipt that
 * used it.
 */
export async function lockBankLine(tx: Tx, id: number) {
  const [line] = await tx
    .select({
      id: bankLine.id,
      companyId: bankLine.companyId,
      day: bankLine.day,
      amount: bankLine.amount,
      ignoredBy: bankLine.ignoredBy,
    })
    .from(bankLine)
    .where(eq(bankLine.id, id))
    .for("update");
  if (!line) return undefined;
  // read after the lock, so that a caller who waited sees what the other wrote
  const [used] = await tx
    .select({ companyName: company.name, notedBy: receipt.notedBy })
    .from(receipt)
    .innerJoin(company, eq(company.id, receipt.companyId))
    .leftJoin(reversal, ofReversal)
    .where(and(eq(receipt.bankLineId, id), isNotReversed))
    .orderBy(desc(receipt.id))
    .limit(1);
  return { ...line, used };
}
