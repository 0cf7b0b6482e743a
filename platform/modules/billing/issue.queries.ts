import { type SQL, sql } from "drizzle-orm";
import { elementAt } from "#contract/base/element-at";
import { financialYearOf } from "#contract/billing/words";
import { sendNow } from "../../db/changes.ts";
import {
  billingPeriod,
  invoice,
  invoiceLine,
  invoicePlays,
  invoiceStore,
  numberSeries,
} from "../../db/schema/index.ts";
import type { Tx } from "../../db/types.ts";
import type { Draft } from "./draft.ts";

/** Queries for issuing invoices. They all belong in one transaction. */

export type Series = (typeof numberSeries.$inferInsert)["kind"];
const prefixes: Record<Series, string> = {
  INVOICE: "INV",
  CREDIT_NOTE: "CRN",
  DEBIT_NOTE: "DBN",
};

/**
 * Takes the next numbers of a series, in order: "INV/26-27/000001", at most 16 characters (CGST
 * Rules, rule 46). The series' row stays locked until the transaction ends, and a rollback returns
 * its numbers: so there is no gap and no duplicate, with any number of issuers.
 */
export async function takeNumbers(
  tx: Tx,
  providerId: number,
  kind: Series,
  issuedOn: string,
  count: number,
) {
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
    return {
      financialYear,
      serial,
      number: `${prefixes[kind]}/${financialYear.slice(2)}/${String(serial).padStart(6, "0")}`,
    };
  });
}

export type IssueTerms = { issuedOn: string; issuedAt: Date; issuedBy: string; dueOn: string };
export type IssuedInvoice = {
  id: number;
  number: string;
  companyId: number;
  companyName: string;
  total: number;
};

/**
 * Writes invoices with their numbers, lines, stores and plays, and their periods as billed. Each
 * draft has at least one line. Once the numbers are taken, every other issuer waits for
 * its own, so as much as possible is prepared and written before; keys to the invoice are checked
 * at the commit.
 */
export async function insertInvoices(
  tx: Tx,
  providerId: number,
  drafts: readonly Draft[],
  issue: IssueTerms,
): Promise<IssuedInvoice[]> {
  if (drafts.length === 0) return [];
  const ids = await takeIds(tx, drafts.length);
  const tableRows: Record<"invoices" | "periods" | "lines" | "stores" | "plays", object[]> = {
    invoices: [],
    periods: [],
    lines: [],
    stores: [],
    plays: [],
  };
  for (const [place, draft] of drafts.entries()) {
    const company_id = draft.company.id;
    const invoice_id = elementAt(ids, place);
    const { periodFrom: period_from, periodTo: period_to, supplier, customer, tax } = draft;
    const { taxKind: tax_kind, taxRate: tax_rate, supplyState: supply_state } = draft;
    tableRows.invoices.push({
      place,
      company_id,
      invoice_id,
      period_from,
      period_to,
      tax_kind,
      tax_rate,
      supply_state,
      supplier,
      customer,
      ...tax,
    });
    tableRows.periods.push({ company_id, invoice_id, period_from, period_to });
    for (const { campaignId: campaign_id, ...line } of draft.lines)
      tableRows.lines.push({ company_id, invoice_id, campaign_id, ...line });
    for (const { month, rate, storeIds: store_ids } of draft.stores) {
      if (rate !== null && rate > 0)
        tableRows.stores.push({ company_id, invoice_id, month, store_ids });
    }
    for (const {
      campaignId: campaign_id,
      storeId: store_id,
      month,
      prime,
      seconds,
      plays: count,
    } of draft.plays)
      tableRows.plays.push({
        company_id,
        invoice_id,
        campaign_id,
        store_id,
        month,
        prime,
        seconds,
        plays: count,
      });
  }
  const [invoices, periods, lines, stores, plays] = [
    tableRows.invoices,
    tableRows.periods,
    tableRows.lines,
    tableRows.stores,
    tableRows.plays,
  ].map(toJson);
  insertAll(tx, periods, periodRows);
  insertAll(tx, stores, storeRows);
  insertAll(tx, plays, playRows);
  const numbers = await takeNumbers(tx, providerId, "INVOICE", issue.issuedOn, drafts.length);
  insertAll(tx, invoices, (rows) => invoiceRows(rows, numbers, issue));
  insertAll(tx, lines, lineRows);
  return drafts.map(({ company, tax }, place) => ({
    id: elementAt(ids, place),
    number: elementAt(numbers, place).number,
    companyId: company.id,
    companyName: company.name,
    total: tax.total,
  }));
}

async function takeIds(tx: Tx, count: number): Promise<number[]> {
  const { rows } = await tx.execute<{ id: number }>(
    sql`select nextval(ids)::float8 as id from (select pg_get_serial_sequence('invoice', 'id')::regclass as ids offset 0) own, generate_series(1, ${count}::int)`,
  );
  return rows.map(({ id }) => id);
}

/** Marks periods in which there was nothing to bill. */
export const insertEmptyPeriods = (tx: Tx, drafts: readonly Draft[]) =>
  insertAll(
    tx,
    toJson(
      drafts.map(({ company, periodFrom, periodTo }) => ({
        company_id: company.id,
        invoice_id: null,
        period_from: periodFrom,
        period_to: periodTo,
      })),
    ),
    periodRows,
  );

/**
 * Rows as one parameter: thousands of them would be more parameters than a statement takes.
 * Undefined where there are none.
 */
type Json = string | undefined;
const toJson = (rows: readonly object[]): Json =>
  rows.length > 0 ? JSON.stringify(rows) : undefined;

function insertAll(tx: Tx, rows: Json, statement: (rows: SQL) => SQL): void {
  if (rows !== undefined) sendNow(tx, statement(sql`${rows}::jsonb`));
}

type Numbers = Awaited<ReturnType<typeof takeNumbers>>;
/** Each row's number is the one at its place. */
const invoiceRows = (
  rows: SQL,
  numbers: Numbers,
  { issuedOn, issuedAt, issuedBy, dueOn }: IssueTerms,
) => sql`insert into ${invoice} (company_id, id, number, financial_year, serial, issued_on, issued_at, issued_by, due_on,
    period_from, period_to, tax_kind, tax_rate, supply_state, supplier, customer, taxable, cgst, sgst, igst, total)
  select company_id, invoice_id, number, ${elementAt(numbers, 0).financialYear}, serial, ${issuedOn}::date, ${issuedAt.toISOString()}::timestamptz, ${issuedBy}, ${dueOn}::date,
    period_from, period_to, tax_kind, tax_rate, supply_state, supplier, customer, taxable, cgst, sgst, igst, total
  from jsonb_to_recordset(${rows}) as r(place int, company_id bigint, invoice_id bigint, period_from date, period_to date, tax_kind text, tax_rate smallint,
      supply_state text, supplier jsonb, customer jsonb, taxable bigint, cgst bigint, sgst bigint, igst bigint, total bigint)
    join unnest(${sql.param(numbers.map(({ number }) => number))}::text[], ${sql.param(numbers.map(({ serial }) => serial))}::int[])
      with ordinality as taken(number, serial, nth) on nth = place + 1`;
const periodRows = (
  rows: SQL,
) => sql`insert into ${billingPeriod} (company_id, period_from, period_to, invoice_id)
  select company_id, period_from, period_to, invoice_id
  from jsonb_to_recordset(${rows}) as r(company_id bigint, period_from date, period_to date, invoice_id bigint)`;
const lineRows = (rows: SQL) => sql`insert into ${invoiceLine}
    (company_id, invoice_id, line, kind, month, description, quantity, seconds, rate, amount, campaign_id, prime, sac)
  select company_id, invoice_id, line, kind, month, description, quantity, seconds, rate, amount, campaign_id, prime, sac
  from jsonb_to_recordset(${rows}) as r(company_id bigint, invoice_id bigint, line int, kind text, month date, description text, quantity int,
    seconds int, rate bigint, amount bigint, campaign_id bigint, prime boolean, sac text)`;
const storeRows = (
  rows: SQL,
) => sql`insert into ${invoiceStore} (company_id, month, store_id, invoice_id)
  select company_id, month, unnest(store_ids), invoice_id
  from jsonb_to_recordset(${rows}) as r(company_id bigint, invoice_id bigint, month date, store_ids bigint[])`;
const playRows = (
  rows: SQL,
) => sql`insert into ${invoicePlays} (company_id, invoice_id, campaign_id, store_id, month, prime, seconds, plays)
  select company_id, invoice_id, campaign_id, store_id, month, prime, seconds, plays
  from jsonb_to_recordset(${rows}) as r(company_id bigint, invoice_id bigint, campaign_id bigint, store_id bigint, month date, prime boolean,
    seconds int, plays int)`;
