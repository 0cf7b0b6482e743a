import { type SQL, sql } from "drizzle-orm";
import { financialYearOf } from "#contract/billing/words";
import { sendNow } from "../../db/changes.ts";
import type { Tx } from "../../db/client.ts";
import { billingPeriod, invoice, invoiceLine, invoicePlays, invoiceStore, numberSeries } from "../../db/schema/index.ts";
import type { Draft } from "./draft.ts";

/** Writing what is issued. All of it is one transaction's. */

export type Series = (typeof numberSeries.$inferInsert)["kind"];
const prefixes: Record<Series, string> = { INVOICE: "INV", CREDIT_NOTE: "CRN" };

/**
 * The next numbers of a series, in order: "INV/26-27/000001", at most 16 characters (CGST Rules, rule 46). The series' row stays locked until the
 * transaction ends, and what rolls back gives its numbers back: so there is no gap and no double, whoever else issues.
 */
export async function takeNumbers(tx: Tx, providerId: number, kind: Series, issuedOn: string, count: number) {
  const financialYear = financialYearOf(issuedOn);
  const [row] = await tx
    .insert(numberSeries)
    .values({ companyId: providerId, kind, financialYear, last: count })
    .onConflictDoUpdate({
      target: [numberSeries.companyId, numberSeries.kind, numberSeries.financialYear],
      set: { last: sql`${numberSeries.last} + ${count}` },
    })
    .returning({ last: numberSeries.last });
  const first = (row?.last ?? 0) - count + 1;
  return Array.from({ length: count }, (_, place) => {
    const serial = first + place;
    return { financialYear, serial, number: `${prefixes[kind]}/${financialYear.slice(2)}/${String(serial).padStart(6, "0")}` };
  });
}

export type Issue = { issuedOn: string; issuedAt: Date; issuedBy: string; dueOn: string };
export type Issued = { id: number; number: string; companyId: number; companyName: string; total: number };

/**
 * Writes invoices with their numbers, lines, stores and plays, and their periods as billed. Each draft has at least one line. From the moment in
 * which the numbers are taken all others wait for theirs, so nothing here waits for an answer.
 */
export async function insertInvoices(tx: Tx, providerId: number, drafts: readonly Draft[], issue: Issue): Promise<Issued[]> {
  if (drafts.length === 0) return [];
  const [ids, numbers] = await Promise.all([
    takeIds(tx, drafts.length),
    takeNumbers(tx, providerId, "INVOICE", issue.issuedOn, drafts.length),
  ]);
  const issued = drafts.map(
    ({ company, tax }, place): Issued => ({
      ...{ id: at(ids, place), number: at(numbers, place).number },
      ...{ companyId: company.id, companyName: company.name, total: tax.total },
    }),
  );
  const each = <Row>(of: (draft: Draft, key: { company_id: number; invoice_id: number }, place: number) => Row[]): Row[] =>
    drafts.flatMap((draft, place) => of(draft, { company_id: draft.company.id, invoice_id: at(ids, place) }, place));
  insertAll(
    tx,
    each(({ periodFrom, periodTo, taxKind, taxRate, supplyState, supplier, customer, tax }, key, place) => {
      const { number, financialYear, serial } = at(numbers, place);
      return [
        {
          ...{ ...key, ...tax, number, serial, financial_year: financialYear },
          ...{ issued_on: issue.issuedOn, issued_at: issue.issuedAt, issued_by: issue.issuedBy, due_on: issue.dueOn },
          ...{
            period_from: periodFrom,
            period_to: periodTo,
            tax_kind: taxKind,
            tax_rate: taxRate,
            supply_state: supplyState,
            supplier,
            customer,
          },
        },
      ];
    }),
    invoiceRows,
  );
  insertAll(
    tx,
    each(({ periodFrom, periodTo }, key) => [{ ...key, period_from: periodFrom, period_to: periodTo }]),
    periodRows,
  );
  insertAll(
    tx,
    each(({ lines }, key) => lines.map(({ campaignId, ...line }) => ({ ...key, ...line, campaign_id: campaignId }))),
    lineRows,
  );
  insertAll(
    tx,
    each(({ stores }, key) =>
      stores.filter(({ rate }) => rate !== null && rate > 0).map(({ month, storeIds }) => ({ ...key, month, store_ids: storeIds })),
    ),
    storeRows,
  );
  insertAll(
    tx,
    each(({ plays }, key) =>
      plays.map(({ campaignId, storeId, month, prime, seconds, plays }) => ({
        ...{ ...key, campaign_id: campaignId, store_id: storeId, month, prime, seconds, plays },
      })),
    ),
    playRows,
  );
  return issued;
}

async function takeIds(tx: Tx, count: number): Promise<number[]> {
  const { rows } = await tx.execute<{ id: number }>(
    sql`select nextval(pg_get_serial_sequence('invoice', 'id'))::float8 as id from generate_series(1, ${count}::int)`,
  );
  return rows.map(({ id }) => id);
}

/** Marks periods in which there was nothing to bill. */
export const insertEmptyPeriods = (tx: Tx, drafts: readonly Draft[]) =>
  insertAll(
    tx,
    drafts.map(({ company, periodFrom, periodTo }) => ({
      company_id: company.id,
      invoice_id: null,
      period_from: periodFrom,
      period_to: periodTo,
    })),
    periodRows,
  );

function at<T>(taken: readonly T[], place: number): T {
  const one = taken[place];
  if (one === undefined) throw new Error("fewer were taken than there are invoices");
  return one;
}

/** One statement for all rows, which go in as one parameter: thousands of them would be more parameters than a statement takes. */
function insertAll(tx: Tx, rows: readonly object[], statement: (rows: SQL) => SQL): void {
  if (rows.length > 0) sendNow(tx, statement(sql`${JSON.stringify(rows)}::jsonb`));
}

const invoiceRows = (
  rows: SQL,
) => sql`insert into ${invoice} (company_id, id, number, financial_year, serial, issued_on, issued_at, issued_by, due_on,
    period_from, period_to, tax_kind, tax_rate, supply_state, supplier, customer, taxable, cgst, sgst, igst, total)
  select company_id, invoice_id, number, financial_year, serial, issued_on, issued_at, issued_by, due_on,
    period_from, period_to, tax_kind, tax_rate, supply_state, supplier, customer, taxable, cgst, sgst, igst, total
  from jsonb_to_recordset(${rows}) as r(company_id bigint, invoice_id bigint, number text, financial_year text, serial int, issued_on date,
    issued_at timestamptz, issued_by text, due_on date, period_from date, period_to date, tax_kind text, tax_rate smallint, supply_state text,
    supplier jsonb, customer jsonb, taxable bigint, cgst bigint, sgst bigint, igst bigint, total bigint)`;
const periodRows = (rows: SQL) => sql`insert into ${billingPeriod} (company_id, period_from, period_to, invoice_id)
  select company_id, period_from, period_to, invoice_id
  from jsonb_to_recordset(${rows}) as r(company_id bigint, period_from date, period_to date, invoice_id bigint)`;
const lineRows = (rows: SQL) => sql`insert into ${invoiceLine}
    (company_id, invoice_id, line, kind, month, description, quantity, seconds, rate, amount, campaign_id, prime)
  select company_id, invoice_id, line, kind, month, description, quantity, seconds, rate, amount, campaign_id, prime
  from jsonb_to_recordset(${rows}) as r(company_id bigint, invoice_id bigint, line int, kind text, month date, description text, quantity int,
    seconds int, rate bigint, amount bigint, campaign_id bigint, prime boolean)`;
const storeRows = (rows: SQL) => sql`insert into ${invoiceStore} (company_id, month, store_id, invoice_id)
  select company_id, month, unnest(store_ids), invoice_id
  from jsonb_to_recordset(${rows}) as r(company_id bigint, invoice_id bigint, month date, store_ids bigint[])`;
const playRows = (
  rows: SQL,
) => sql`insert into ${invoicePlays} (company_id, invoice_id, campaign_id, store_id, month, prime, seconds, plays)
  select company_id, invoice_id, campaign_id, store_id, month, prime, seconds, plays
  from jsonb_to_recordset(${rows}) as r(company_id bigint, invoice_id bigint, campaign_id bigint, store_id bigint, month date, prime boolean,
    seconds int, plays int)`;
