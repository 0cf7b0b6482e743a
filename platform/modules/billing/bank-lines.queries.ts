import { and, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { BankLineQuery } from "#contract/billing/bank-lines";
import type { BankLineState } from "#contract/billing/words";
import type { Scope } from "../../access/scope.ts";
import { idKey, keyset } from "../../db/keyset.ts";
import { bankLine, company, receipt } from "../../db/schema/index.ts";
import { containsText } from "../../db/text-search.ts";
import type { Db, Tx } from "../../db/types.ts";
import type { StatementLine } from "./bank-file.ts";

/** The receipt by which a line was confirmed, if it was not reversed. */
const usedBy = and(
  eq(receipt.bankLineId, bankLine.id),
  isNull(receipt.reverses),
  sql`not exists (select from ${receipt} back where back.company_id = ${receipt.companyId} and back.reverses = ${receipt.id})`,
);

const state = sql<BankLineState>`case when ${receipt.id} is not null then 'matched' when ${bankLine.ignoredBy} is not null then 'ignored' else 'open' end`;
const ofState: Record<BankLineState, SQL | undefined> = {
  open: and(isNull(receipt.id), isNull(bankLine.ignoredBy)),
  matched: isNotNull(receipt.id),
  ignored: and(isNull(receipt.id), isNotNull(bankLine.ignoredBy)),
};
const columns = {
  id: bankLine.id,
  day: bankLine.day,
  narration: bankLine.narration,
  reference: bankLine.reference,
  amount: bankLine.amount,
  state,
  receiptId: sql<number | null>`${receipt.id}`.mapWith(receipt.id),
  receivedFrom: sql<string | null>`${company.name}`,
  notedBy: sql<string | null>`${receipt.notedBy}`,
};

/** Inserts lines that are not there yet; gives how many were added. */
export async function insertBankLines(
  { companyId }: Scope,
  tx: Tx,
  lines: readonly StatementLine[],
  noted: { fileName: string; importedBy: string; importedAt: Date },
): Promise<number> {
  if (lines.length === 0) return 0;
  const rows = await tx
    .insert(bankLine)
    .values(lines.map((line) => ({ companyId, ...line, ...noted })))
    .onConflictDoNothing({ target: [bankLine.companyId, bankLine.digest] })
    .returning({ id: bankLine.id });
  return rows.length;
}

export async function findBankLine({ companyId }: Scope, db: Db | Tx, id: number) {
  const [row] = await db
    .select(columns)
    .from(bankLine)
    .leftJoin(receipt, usedBy)
    .leftJoin(company, eq(company.id, receipt.companyId))
    .where(and(eq(bankLine.companyId, companyId), eq(bankLine.id, id)));
  return row;
}
export type FoundBankLine = NonNullable<Awaited<ReturnType<typeof findBankLine>>>;

/**
 * Finds a page of lines, newest first, with the sum of all that match. Throws 422 for a cursor that
 * is not ours.
 */
export async function findBankLinePage(
  { companyId }: Scope,
  db: Db,
  { search, state: lineState, limit, cursor }: BankLineQuery,
) {
  const order = keyset(
    [{ value: sql`(${bankLine.day} - date '2000-01-01')`, type: "integer" }, idKey(bankLine.id)],
    { descending: true, cursor },
  );
  const where = and(
    eq(bankLine.companyId, companyId),
    containsText(search, bankLine.narration, bankLine.reference),
    ofState[lineState],
  );
  const rows = await db
    .select({ ...columns, rowKey: order.select })
    .from(bankLine)
    .leftJoin(receipt, usedBy)
    .leftJoin(company, eq(company.id, receipt.companyId))
    .where(and(where, order.where))
    .orderBy(order.orderBy)
    .limit(limit + 1);
  const [all] = await db
    .select({
      total: sql<number>`count(*)::int`,
      sum: sql<number>`coalesce(sum(${bankLine.amount}), 0)::float8`,
    })
    .from(bankLine)
    .leftJoin(receipt, usedBy)
    .where(where);
  return { ...order.page(rows, limit), all: all ?? { total: 0, sum: 0 } };
}

export const setIgnored = (
  { companyId }: Scope,
  tx: Tx,
  id: number,
  ignored: { ignoredBy: string | null; ignoredAt: Date | null },
) =>
  tx
    .update(bankLine)
    .set(ignored)
    .where(and(eq(bankLine.companyId, companyId), eq(bankLine.id, id)));
