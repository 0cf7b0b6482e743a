import { format, parseISO } from "date-fns";
import type { Paise } from "#contract/base/money";
import { hasIntegratedTax, isSez } from "#contract/billing/words";
import {
  bySac,
  type GstDocument,
  invoiceSectionOf,
  listOf,
  listRuns,
  type SacRow,
  signed,
  sumSmallSupplies,
} from "./gstr1.ts";
import type { BasisPoints, Tax } from "./tax.ts";

/** GSTR-1 as the JSON that the GST portal takes (version GST3.2.4 of its offline tool). */

/** Numbers with two decimals, as the portal has them; those of notes are never below zero. */
const rupees = (paise: Paise): number => paise / 100;
export const percent = (rate: BasisPoints): number => rate / 100;
const portalDate = (date: string) => format(parseISO(date), "dd-MM-yyyy");

export type Return = { gstNo: string; returnPeriod: string; documents: readonly GstDocument[] };

/** Makes a credit note's amounts positive: the portal knows its sign from its kind. */
export const unsigned = ({ kind, tax }: GstDocument): Tax =>
  kind === "CREDIT_NOTE" ? signed(tax, -1) : tax;

/** The file to upload on the portal. */
export function toPortalJson({ gstNo, returnPeriod, documents }: Return): object {
  return {
    gstin: gstNo,
    fp: returnPeriod,
    version: "GST3.2.4",
    hash: "hash",
    b2b: groupBy(listOf(documents, "b2b"), {
      key: "ctin",
      keyOf: gstinOf,
      list: "inv",
      toRow: toInvoice,
    }),
    b2cl: groupBy(listOf(documents, "b2cl"), {
      key: "pos",
      keyOf: placeOf,
      list: "inv",
      toRow: (one) => ({
        inum: one.number,
        idt: portalDate(one.issuedOn),
        val: rupees(one.tax.total),
        itms: [{ num: 1, itm_det: interStateItem(one) }],
      }),
    }),
    b2cs: sumSmallSupplies(listOf(documents, "b2cs")).map(
      ({ isOwnState, supplyState, taxRate, tax }) => ({
        sply_ty: isOwnState ? "INTRA" : "INTER",
        typ: "OE",
        pos: supplyState ?? "",
        rt: percent(taxRate),
        ...amountsOf(tax),
      }),
    ),
    exp: groupBy(listOf(documents, "exp"), {
      key: "exp_typ",
      keyOf: exportTypeOf,
      list: "inv",
      toRow: (one) => ({
        inum: one.number,
        idt: portalDate(one.issuedOn),
        val: rupees(one.tax.total),
        itms: [interStateItem(one)],
      }),
    }),
    cdnr: groupBy(listOf(documents, "cdnr"), {
      key: "ctin",
      keyOf: gstinOf,
      list: "nt",
      toRow: toNote,
    }),
    cdnur: listOf(documents, "cdnur").map(toUnregisteredNote),
    hsn: {
      hsn_b2b: bySac(documents, true).map(toHsn),
      hsn_b2c: bySac(documents, false).map(toHsn),
    },
    doc_issue: { doc_det: toDocumentSeries(documents) },
  };
}

/** Groups rows by key; each group is an object with the key and its rows. */
function groupBy<Row>(
  documents: readonly GstDocument[],
  {
    key,
    keyOf,
    list,
    toRow,
  }: {
    key: string;
    keyOf: (document: GstDocument) => string;
    list: string;
    toRow: (document: GstDocument) => Row;
  },
) {
  const groups = new Map<string, Row[]>();
  for (const document of documents) {
    const rows = groups.get(keyOf(document));
    if (rows) rows.push(toRow(document));
    else groups.set(keyOf(document), [toRow(document)]);
  }
  return [...groups].map(([value, rows]) => ({ [key]: value, [list]: rows }));
}

export const gstinOf = ({ customerGstNo }: GstDocument) => customerGstNo ?? "";
const placeOf = ({ supplyState }: GstDocument) => supplyState ?? "";
export const exportTypeOf = (document: GstDocument) =>
  hasIntegratedTax(document.taxKind) ? "WPAY" : "WOPAY";
/** Regular, or to a special economic zone with or without payment of tax. */
export const invoiceTypeOf = (document: GstDocument) => {
  if (!isSez(document.taxKind)) return "R";
  return hasIntegratedTax(document.taxKind) ? "SEWP" : "SEWOP";
};

const amountsOf = ({ taxable, igst, cgst, sgst }: Tax) => ({
  txval: rupees(taxable),
  iamt: rupees(igst),
  camt: rupees(cgst),
  samt: rupees(sgst),
  csamt: 0,
});
const item = (document: GstDocument) => ({
  rt: percent(document.taxRate),
  ...amountsOf(unsigned(document)),
});
const interStateItem = (document: GstDocument) => {
  const { rt, txval, iamt, csamt } = item(document);
  return { rt, txval, iamt, csamt };
};

const toInvoice = (document: GstDocument) => ({
  inum: document.number,
  idt: portalDate(document.issuedOn),
  val: rupees(document.tax.total),
  pos: placeOf(document),
  rchrg: "N",
  inv_typ: invoiceTypeOf(document),
  itms: [{ num: 1, itm_det: item(document) }],
});

export const noteTypeOf = ({ kind }: GstDocument) => (kind === "DEBIT_NOTE" ? "D" : "C");
const toNote = (document: GstDocument) => ({
  ntty: noteTypeOf(document),
  nt_num: document.number,
  nt_dt: portalDate(document.issuedOn),
  val: rupees(unsigned(document).total),
  pos: placeOf(document),
  rchrg: "N",
  inv_typ: invoiceTypeOf(document),
  itms: [{ num: 1, itm_det: item(document) }],
});

export const unregisteredTypeOf = (document: GstDocument) => {
  if (invoiceSectionOf(document) !== "exp") return "B2CL";
  return hasIntegratedTax(document.taxKind) ? "EXPWP" : "EXPWOP";
};
/** Exports have no place of supply in India. */
const toUnregisteredNote = (document: GstDocument) => ({
  typ: unregisteredTypeOf(document),
  ntty: noteTypeOf(document),
  nt_num: document.number,
  nt_dt: portalDate(document.issuedOn),
  val: rupees(unsigned(document).total),
  ...(document.supplyState !== null && { pos: document.supplyState }),
  itms: [{ num: 1, itm_det: interStateItem(document) }],
});

/** Services have no quantity and the unit NA. */
const toHsn = ({ sac, description, taxRate, tax }: SacRow, place: number) => ({
  num: place + 1,
  hsn_sc: sac ?? "",
  desc: description.slice(0, 30),
  uqc: "NA",
  qty: 0,
  rt: percent(taxRate),
  ...amountsOf(tax),
});

/** Numbers and names of table 13. */
export const documentNatures = {
  INVOICE: { number: 1, name: "Invoices for outward supply" },
  DEBIT_NOTE: { number: 4, name: "Debit Note" },
  CREDIT_NOTE: { number: 5, name: "Credit Note" },
} as const;

function toDocumentSeries(documents: readonly GstDocument[]) {
  const runs = listRuns(documents);
  return Object.entries(documentNatures).flatMap(([kind, { number, name }]) => {
    const own = runs.filter((run) => run.kind === kind);
    if (own.length === 0) return [];
    const docs = own.map(({ from, to, count }, place) => ({
      num: place + 1,
      from,
      to,
      totnum: count,
      cancel: 0,
      net_issue: count,
    }));
    return [{ doc_num: number, doc_typ: name, docs }];
  });
}
