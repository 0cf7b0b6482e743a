import { type SQL, sql } from "drizzle-orm";
import type { Paise } from "#contract/base/money";
import type { TaxKind } from "#contract/billing/words";
import type { Scope } from "../../access/scope.ts";
import { creditNote, creditNoteLine, invoice, invoiceLine } from "../../db/schema/index.ts";
import type { Db } from "../../db/types.ts";
import type { GstDocument } from "./gstr1.ts";
import { signed } from "./gstr1.ts";

/** Reads what the provider issued, to all companies, for its return to the tax office. */

export type Dates = { from: string; to: string };

type LedgerRow = Omit<GstDocument, "tax" | "parts"> & {
  id: number;
  taxable: Paise;
  cgst: Paise;
  sgst: Paise;
  igst: Paise;
  total: Paise;
  parts: { sac: string | null; description: string; taxable: Paise }[];
  taxKind: TaxKind;
};

const documentColumns = sql`i.id::float8 as "invoiceId", i.total::float8 as "invoiceTotal", i.company_id::float8 as "companyId",
  i.customer ->> 'name' as "companyName", coalesce(i.customer ->> 'legalName', i.customer ->> 'name') as "recipientName", i.supplier ->> 'gstNo' as "supplierGstNo", i.customer ->> 'gstNo' as "customerGstNo",
  i.customer ->> 'gstNo' is not null as "isRegistered",
  i.tax_kind as "taxKind", i.tax_rate as "taxRate", i.supply_state as "supplyState"`;
const numberColumns = (
  alias: SQL,
) => sql`${alias}.id::float8 as id, ${alias}.number, ${alias}.financial_year as "financialYear", ${alias}.serial,
  ${alias}.issued_on::text as "issuedOn", ${alias}.taxable::float8 as taxable, ${alias}.cgst::float8 as cgst, ${alias}.sgst::float8 as sgst,
  ${alias}.igst::float8 as igst, ${alias}.total::float8 as total`;
/** The taxable amount of a document by SAC, in the order of its lines. */
const partsOf = (
  lines: SQL,
) => sql`(select jsonb_agg(jsonb_build_object('sac', part.sac, 'taxable', part.taxable,
    'description', case part.kind when 'STORES' then 'In-store music' else 'Advertising' end) order by part.first)
  from (${lines}) part) as parts`;

/**
 * Invoices and notes issued on these days under one GSTIN, by number. Amounts of credit notes are
 * below zero; notes without GST are none of the return's.
 */
export async function findGstDocuments(
  _provider: Scope,
  db: Db,
  { from, to, gstNo }: Dates & { gstNo: string },
): Promise<GstDocument[]> {
  const isIssued = (alias: SQL) =>
    sql`where ${alias}.issued_on between ${from}::date and ${to}::date and i.supplier ->> 'gstNo' = ${gstNo}`;
  const { rows: invoices } = await db.execute<LedgerRow>(sql`
    select 'INVOICE' as kind, ${numberColumns(sql`i`)}, ${documentColumns}, ${partsOf(sql`select l.kind, l.sac, min(l.line) as first, sum(l.amount)::float8 as taxable
      from ${invoiceLine} l where l.company_id = i.company_id and l.invoice_id = i.id group by l.kind, l.sac`)}
    from ${invoice} i ${isIssued(sql`i`)} order by i.financial_year, i.serial`);
  const { rows: notes } = await db.execute<LedgerRow>(sql`
    select n.kind || '_NOTE' as kind, ${numberColumns(sql`n`)}, ${documentColumns}, ${partsOf(sql`select l.kind, l.sac, min(l.line) as first, sum(c.amount)::float8 as taxable
      from ${creditNoteLine} c join ${invoiceLine} l using (company_id, invoice_id, line)
      where c.company_id = n.company_id and c.credit_note_id = n.id group by l.kind, l.sac`)}
    from ${creditNote} n join ${invoice} i on i.company_id = n.company_id and i.id = n.invoice_id ${isIssued(sql`n`)} and n.has_gst
    order by n.financial_year, n.serial`);
  return [...invoices, ...notes].map(toDocument);
}

function toDocument({ id: _, taxable, cgst, sgst, igst, total, parts, ...row }: LedgerRow) {
  const sign = row.kind === "CREDIT_NOTE" ? -1 : 1;
  return {
    ...row,
    tax: signed({ taxable, cgst, sgst, igst, total }, sign),
    parts: parts.map((part) => ({ ...part, taxable: sign * part.taxable })),
  };
}

/** The GSTINs of the provider that documents of these days were issued under. */
export async function findOwnGstNos(
  _provider: Scope,
  db: Db,
  { from, to }: Dates,
): Promise<string[]> {
  const { rows } = await db.execute<{ gstNo: string }>(sql`
    select distinct i.supplier ->> 'gstNo' as "gstNo" from ${invoice} i
      left join ${creditNote} n on n.company_id = i.company_id and n.invoice_id = i.id
    where i.issued_on between ${from}::date and ${to}::date or n.issued_on between ${from}::date and ${to}::date order by 1`);
  return rows.map(({ gstNo }) => gstNo);
}

/** The ledger of the same days, added up by the database and apart from the sections. */
export async function sumLedger(
  _provider: Scope,
  db: Db,
  { from, to, gstNo }: Dates & { gstNo: string },
) {
  const sums = (sign: SQL) =>
    sql`count(*)::int as documents, sum(${sign} * d.taxable) as taxable, sum(${sign} * d.cgst) as cgst, sum(${sign} * d.sgst) as sgst, sum(${sign} * d.igst) as igst, sum(${sign} * d.total) as total`;
  const dates = sql`d.issued_on between ${from}::date and ${to}::date`;
  const { rows } = await db.execute<Record<"documents" | keyof GstDocument["tax"], number>>(sql`
    select coalesce(sum(documents), 0)::int as documents, coalesce(sum(taxable), 0)::float8 as taxable, coalesce(sum(cgst), 0)::float8 as cgst,
      coalesce(sum(sgst), 0)::float8 as sgst, coalesce(sum(igst), 0)::float8 as igst, coalesce(sum(total), 0)::float8 as total
    from (select ${sums(sql`1`)} from ${invoice} d where ${dates} and d.supplier ->> 'gstNo' = ${gstNo}
      union all select ${sums(sql`case d.kind when 'DEBIT' then 1 else -1 end`)} from ${creditNote} d join ${invoice} i on i.company_id = d.company_id and i.id = d.invoice_id
        where ${dates} and d.has_gst and i.supplier ->> 'gstNo' = ${gstNo}) side`);
  const [sum] = rows;
  if (!sum) throw new Error("a sum has one row");
  return sum;
}
