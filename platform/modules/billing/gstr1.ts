import type { Paise } from "#contract/base/money";
import type { Gstr1Problem } from "#contract/billing/gstr1-words";
import { isExport, isSez, localTaxes, type TaxKind } from "#contract/billing/words";
import { type BasisPoints, type Tax, taxOnCredit } from "./tax.ts";

/**
 * Sorts issued documents into the sections of GSTR-1 (CGST Rules, rule 59 and form GSTR-1). Amounts
 * are paise; those of credit notes are below zero.
 */

export type GstDocument = {
  kind: "INVOICE" | "CREDIT_NOTE" | "DEBIT_NOTE";
  number: string;
  financialYear: string;
  serial: number;
  issuedOn: string;
  /** The invoice itself, or the one that a note corrects. */
  invoiceId: number;
  invoiceTotal: Paise;
  companyId: number;
  companyName: string;
  /** The legal name, else the company's. */
  recipientName: string;
  supplierGstNo: string;
  customerGstNo: string | null;
  /** True if the company counts as registered, with or without a GSTIN. */
  isRegistered: boolean;
  taxKind: TaxKind;
  taxRate: BasisPoints;
  /** The code of the place of supply; null outside India. */
  supplyState: string | null;
  tax: Tax;
  /** The taxable amount by SAC; null for lines without one. */
  parts: { sac: string | null; description: string; taxable: Paise }[];
};

export type ListedSection = "b2b" | "b2cl" | "b2cs" | "exp" | "cdnr" | "cdnur";
/** Above this an invoice between states to an unregistered company is listed by itself. */
const largeInvoice: Paise = 1_00_000_00;

/** Gives the section of a document. */
export function sectionOf(document: GstDocument): ListedSection {
  const section = invoiceSectionOf(document);
  if (document.kind === "INVOICE" || section === "b2cs") return section;
  return section === "b2b" ? "cdnr" : "cdnur";
}

/** The documents of a section that lists them. */
export const listOf = (documents: readonly GstDocument[], section: ListedSection) =>
  documents.filter((document) => sectionOf(document) === section);
/** The section of an invoice, or of the invoice that a note is about. */
export function invoiceSectionOf({
  taxKind,
  isRegistered,
  invoiceTotal,
}: GstDocument): "b2b" | "b2cl" | "b2cs" | "exp" {
  if (isExport(taxKind)) return "exp";
  if (isRegistered) return "b2b";
  return taxKind === "IGST" && invoiceTotal > largeInvoice ? "b2cl" : "b2cs";
}

/** The rates that the portal takes, in hundredths of a percent. */
const portalRates = new Set([0, 10, 25, 100, 150, 300, 500, 600, 750, 1200, 1800, 2800, 4000]);

/** Finds the reasons for which the portal would refuse a document. */
export function findProblems(document: GstDocument): Gstr1Problem[] {
  const { customerGstNo, supplierGstNo, supplyState, taxKind, taxRate } = document;
  const isAbroad = isExport(taxKind);
  const isOwnState = supplyState === supplierGstNo.slice(0, 2);
  const problems: [boolean, Gstr1Problem][] = [
    [document.parts.some(({ sac }) => sac === null), "NO_SAC"],
    [!isAbroad && supplyState === null, "NO_STATE"],
    [document.isRegistered && customerGstNo === null, "NO_GSTIN"],
    [customerGstNo !== null && !/^\d{2}[A-Z0-9]{13}$/.test(customerGstNo), "WRONG_GSTIN"],
    [customerGstNo === supplierGstNo, "OWN_GSTIN"],
    [
      !isAbroad && !isSez(taxKind) && isOwnState !== (localTaxes[taxKind] !== undefined),
      "WRONG_TAX",
    ],
    [!portalRates.has(taxRate), "WRONG_RATE"],
  ];
  return problems.flatMap(([isWrong, problem]) => (isWrong ? [problem] : []));
}

export type Sums = Tax & { documents: number };

export const addUp = (documents: readonly { tax: Tax }[]): Sums =>
  documents.reduce((sum, { tax }) => ({ documents: sum.documents + 1, ...plus(sum, tax) }), {
    documents: 0,
    ...noTax,
  });

const noTax: Tax = { taxable: 0, cgst: 0, sgst: 0, igst: 0, total: 0 };
export const plus = (a: Tax, b: Tax): Tax => ({
  taxable: a.taxable + b.taxable,
  cgst: a.cgst + b.cgst,
  sgst: a.sgst + b.sgst,
  igst: a.igst + b.igst,
  total: a.total + b.total,
});

export type SmallSupplies = {
  isOwnState: boolean;
  supplyState: string | null;
  taxRate: BasisPoints;
  tax: Tax;
};

/** Section b2cs: by place of supply and rate, invoices less credit notes. */
export function sumSmallSupplies(documents: readonly GstDocument[]): SmallSupplies[] {
  const rows = new Map<string, SmallSupplies>();
  for (const { supplyState, supplierGstNo, taxRate, tax } of documents) {
    const key = [supplyState, taxRate].join();
    const row = rows.get(key);
    const isOwnState = supplyState === supplierGstNo.slice(0, 2);
    rows.set(key, { isOwnState, supplyState, taxRate, tax: plus(row?.tax ?? noTax, tax) });
  }
  return [...rows.values()];
}

export type SacRow = {
  sac: string | null;
  description: string;
  taxRate: BasisPoints;
  tax: Tax;
};

/**
 * Table 12: by SAC and rate, invoices less credit notes. A document's tax is shared out among its
 * parts so that they add up to it to the paisa.
 */
function sumBySac(documents: readonly GstDocument[]): SacRow[] {
  const rows = new Map<string, SacRow>();
  for (const document of documents)
    for (const { sac, description, tax } of shareTax(document)) {
      const key = [sac, document.taxRate].join();
      const row = rows.get(key);
      rows.set(key, {
        sac,
        description: row?.description ?? description,
        taxRate: document.taxRate,
        tax: plus(row?.tax ?? noTax, tax),
      });
    }
  return [...rows.values()].sort((a, b) => (a.sac ?? "").localeCompare(b.sac ?? ""));
}

/** Documents of table 12: exports count among those to unregistered companies (advisory, 2025). */
export const bySac = (documents: readonly GstDocument[], isB2b: boolean) =>
  sumBySac(documents.filter((one) => (invoiceSectionOf(one) === "b2b") === isB2b));

/**
 * The tax of each part of a document: what falls on it after those before it, the last one bearing
 * what rounding leaves.
 */
export function shareTax<Part extends { taxable: Paise }>({
  tax,
  taxKind,
  taxRate,
  parts,
}: Pick<GstDocument, "tax" | "taxKind" | "taxRate"> & { parts: readonly Part[] }) {
  let rest = tax;
  let before = 0;
  return parts.map((part, place) => {
    const sign = part.taxable < 0 ? -1 : 1;
    const share = taxOnCredit(Math.abs(part.taxable), before, taxKind, taxRate);
    const own = place === parts.length - 1 ? rest : signed(share, sign);
    rest = plus(rest, signed(own, -1));
    before += Math.abs(part.taxable);
    return { ...part, tax: own };
  });
}

/** Adds zero, because a sum must not be -0. */
export const signed = ({ taxable, cgst, sgst, igst, total }: Tax, sign: 1 | -1): Tax => ({
  taxable: sign * taxable + 0,
  cgst: sign * cgst + 0,
  sgst: sign * sgst + 0,
  igst: sign * igst + 0,
  total: sign * total + 0,
});

export type SeriesRun = { kind: GstDocument["kind"]; from: string; to: string; count: number };

const kindOrder: readonly GstDocument["kind"][] = ["INVOICE", "DEBIT_NOTE", "CREDIT_NOTE"];

/** Table 13: by kind the numbers that follow each other. */
export function listRuns(documents: readonly GstDocument[]): SeriesRun[] {
  const runs: (SeriesRun & { next: string })[] = [];
  const inOrder = [...documents].sort(
    (a, b) =>
      kindOrder.indexOf(a.kind) - kindOrder.indexOf(b.kind) ||
      a.financialYear.localeCompare(b.financialYear) ||
      a.serial - b.serial,
  );
  for (const { kind, financialYear, serial, number } of inOrder) {
    const last = runs.at(-1);
    const next = [kind, financialYear, serial + 1].join();
    if (last?.next === [kind, financialYear, serial].join())
      Object.assign(last, { to: number, count: last.count + 1, next });
    else runs.push({ kind, from: number, to: number, count: 1, next });
  }
  return runs.map(({ next: _, ...run }) => run);
}
