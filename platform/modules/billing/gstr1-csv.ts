import { stringify } from "csv-stringify/sync";
import { format, parseISO } from "date-fns";
import type { Paise } from "#contract/base/money";
import type { Gstr1Section } from "#contract/billing/gstr1-words";
import { gstStates } from "#contract/billing/states";
import {
  bySac,
  type GstDocument,
  listOf,
  listRuns,
  type SacRow,
  sumSmallSupplies,
} from "./gstr1.ts";
import {
  documentNatures,
  exportTypeOf,
  gstinOf,
  invoiceTypeOf,
  noteTypeOf,
  percent,
  unregisteredTypeOf,
  unsigned,
} from "./gstr1-json.ts";

/** GSTR-1 by section as the CSV that the GST portal's offline tool imports. */

const toolDate = (date: string) => format(parseISO(date), "dd-MMM-yyyy");
/** "27-Maharashtra", in the offline tool's spelling. */
function toolPlace(code: string | null): string {
  if (code === null) return "";
  const name = code === "97" ? "Other Territory" : (gstStates[code] ?? "");
  return `${code}-${name.replaceAll(" and ", " & ")}`;
}
const invoiceTypes = {
  R: "Regular B2B",
  SEWP: "SEZ supplies with payment",
  SEWOP: "SEZ supplies without payment",
} as const;

/** Two decimals, as the tool's own templates have them. */
const amount = (paise: Paise) => (paise / 100).toFixed(2);
type Cell = string | number;
type Sheet = { headings: string[]; rows: Cell[][] };
/** The cells after which a document's row ends: its rate, taxable value and cess. */
const rateCells = (document: GstDocument): Cell[] => [
  percent(document.taxRate),
  amount(unsigned(document).taxable),
  amount(0),
];

const sheets: Record<Gstr1Section, (documents: readonly GstDocument[]) => Sheet> = {
  b2b: (documents) => ({
    headings:
      "GSTIN/UIN of Recipient,Receiver Name,Invoice Number,Invoice date,Invoice Value,Place Of Supply,Reverse Charge,Applicable % of Tax Rate,Invoice Type,E-Commerce GSTIN,Rate,Taxable Value,Cess Amount".split(
        ",",
      ),
    rows: listOf(documents, "b2b").map((one) => [
      gstinOf(one),
      safe(one.recipientName),
      one.number,
      toolDate(one.issuedOn),
      amount(one.tax.total),
      toolPlace(one.supplyState),
      "N",
      "",
      invoiceTypes[invoiceTypeOf(one)],
      "",
      ...rateCells(one),
    ]),
  }),
  b2cl: (documents) => ({
    headings:
      "Invoice Number,Invoice date,Invoice Value,Place Of Supply,Applicable % of Tax Rate,Rate,Taxable Value,Cess Amount,E-Commerce GSTIN".split(
        ",",
      ),
    rows: listOf(documents, "b2cl").map((one) => [
      one.number,
      toolDate(one.issuedOn),
      amount(one.tax.total),
      toolPlace(one.supplyState),
      "",
      ...rateCells(one),
      "",
    ]),
  }),
  b2cs: (documents) => ({
    headings:
      "Type,Place Of Supply,Applicable % of Tax Rate,Rate,Taxable Value,Cess Amount,E-Commerce GSTIN".split(
        ",",
      ),
    rows: sumSmallSupplies(listOf(documents, "b2cs")).map(({ supplyState, taxRate, tax }) => [
      "OE",
      toolPlace(supplyState),
      "",
      percent(taxRate),
      amount(tax.taxable),
      amount(0),
      "",
    ]),
  }),
  exp: (documents) => ({
    headings:
      "Export Type,Invoice Number,Invoice date,Invoice Value,Port Code,Shipping Bill Number,Shipping Bill Date,Rate,Taxable Value,Cess Amount".split(
        ",",
      ),
    rows: listOf(documents, "exp").map((one) => [
      exportTypeOf(one),
      one.number,
      toolDate(one.issuedOn),
      amount(one.tax.total),
      "",
      "",
      "",
      ...rateCells(one),
    ]),
  }),
  cdnr: (documents) => ({
    headings:
      "GSTIN/UIN of Recipient,Receiver Name,Note Number,Note Date,Note Type,Place Of Supply,Reverse Charge,Note Supply Type,Note Value,Applicable % of Tax Rate,Rate,Taxable Value,Cess Amount".split(
        ",",
      ),
    rows: listOf(documents, "cdnr").map((one) => [
      gstinOf(one),
      safe(one.recipientName),
      one.number,
      toolDate(one.issuedOn),
      noteTypeOf(one),
      toolPlace(one.supplyState),
      "N",
      invoiceTypes[invoiceTypeOf(one)],
      amount(unsigned(one).total),
      "",
      ...rateCells(one),
    ]),
  }),
  cdnur: (documents) => ({
    headings:
      "UR Type,Note Number,Note Date,Note Type,Place Of Supply,Note Value,Applicable % of Tax Rate,Rate,Taxable Value,Cess Amount".split(
        ",",
      ),
    rows: listOf(documents, "cdnur").map((one) => [
      unregisteredTypeOf(one),
      one.number,
      toolDate(one.issuedOn),
      noteTypeOf(one),
      toolPlace(one.supplyState),
      amount(unsigned(one).total),
      "",
      ...rateCells(one),
    ]),
  }),
  hsn_b2b: (documents) => sacSheet(bySac(documents, true)),
  hsn_b2c: (documents) => sacSheet(bySac(documents, false)),
  doc_issue: (documents) => ({
    headings: ["Nature of Document", "Sr. No. From", "Sr. No. To", "Total Number", "Cancelled"],
    rows: listRuns(documents).map(({ kind, from, to, count }) => [
      documentNatures[kind].name,
      from,
      to,
      count,
      0,
    ]),
  }),
};

const sacSheet = (rows: readonly SacRow[]): Sheet => ({
  headings:
    "HSN,Description,UQC,Total Quantity,Total Value,Rate,Taxable Value,Integrated Tax Amount,Central Tax Amount,State/UT Tax Amount,Cess Amount".split(
      ",",
    ),
  rows: rows.map(({ sac, description, taxRate, tax }) => [
    sac ?? "",
    description,
    "NA",
    amount(0),
    amount(tax.total),
    percent(taxRate),
    amount(tax.taxable),
    amount(tax.igst),
    amount(tax.cgst),
    amount(tax.sgst),
    amount(0),
  ]),
});

/** Names that a spreadsheet would take for a formula get an apostrophe, as in all exports. */
const safe = (text: string) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);

/** A section as the offline tool imports it. */
export function toToolCsv(documents: readonly GstDocument[], section: Gstr1Section): string {
  const { headings, rows } = sheets[section](documents);
  return stringify([headings, ...rows]);
}
