import { createHash } from "node:crypto";
import type { Paise } from "#contract/base/money";
import type { EInvoiceProblem } from "#contract/billing/e-invoice-words";
import type { Party } from "#contract/billing/invoices";
import {
  documentNames,
  hasIntegratedTax,
  isExport,
  isSez,
  type TaxKind,
} from "#contract/billing/words";
import { shareTax } from "./gstr1.ts";
import type { BasisPoints, Tax } from "./tax.ts";

/**
 * A document as the invoice registration portal takes it: schema INV-01, version 1.1 (CGST Rules,
 * rule 48(4)).
 */

export type PortalDocument = {
  type: "INV" | "CRN" | "DBN";
  number: string;
  issuedOn: string;
  financialYear: string;
  /** For a note, the invoice that it corrects. */
  about: { number: string; issuedOn: string } | null;
  supplier: Party;
  customer: Party;
  taxKind: TaxKind;
  taxRate: BasisPoints;
  supplyState: string | null;
  tax: Tax;
  /** False for a credit note that takes no tax back: it is none of the return's. */
  hasGst: boolean;
  lines: { line: number; description: string; sac: string | null; taxable: Paise }[];
};

/** Supplies to unregistered companies in India and notes without GST are not registered there. */
export const isEInvoiceNeeded = ({
  taxKind,
  customer,
  hasGst,
}: Pick<PortalDocument, "taxKind" | "customer" | "hasGst">): boolean =>
  hasGst && (isExport(taxKind) || customer.gstNo !== null);

/** The portal takes PIN codes of six digits; its own one for places abroad. */
const pinAbroad = 999_999;
/** Its own state code for other countries. */
const stateAbroad = "96";
const hasPin = ({ postalCode }: Party) =>
  /^[1-9]\d{5}$/.test((postalCode ?? "").replace(/\s/g, ""));

/** Finds the reasons for which the portal would refuse a document. */
export function findPortalProblems(document: PortalDocument): EInvoiceProblem[] {
  const { supplier, customer, lines, supplyState } = document;
  const isAbroad = isExport(document.taxKind);
  const problems: [boolean, EInvoiceProblem][] = [
    [!isAbroad && customer.gstNo === null, "NO_GSTIN"],
    [lines.some(({ sac }) => sac === null), "NO_SAC"],
    [!isAbroad && supplyState === null, "NO_STATE"],
    [!supplier.city || !hasPin(supplier), "OWN_ADDRESS"],
    [!customer.addressLine || !customer.city, "ADDRESS"],
    [!isAbroad && !hasPin(customer), "PIN"],
  ];
  return problems.flatMap(([isWrong, problem]) => (isWrong ? [problem] : []));
}

/** Computes the portal's reference number (IRN): SHA-256 of the fields that identify a document. */
export const irnOf = ({
  supplier,
  financialYear,
  type,
  number,
}: Pick<PortalDocument, "supplier" | "financialYear" | "type" | "number">): string =>
  createHash("sha256")
    .update([supplier.gstNo, financialYear, type, number].join("").toUpperCase())
    .digest("hex");

/** The document as the portal's JSON; call findPortalProblems first. */
export function toInv01(document: PortalDocument): object {
  const { type, number, issuedOn, about, supplier, customer, tax } = document;
  const isAbroad = isExport(document.taxKind);
  return {
    Version: "1.1",
    TranDtls: { TaxSch: "GST", SupTyp: supplyTypeOf(document), RegRev: "N", IgstOnIntra: "N" },
    DocDtls: { Typ: type, No: number, Dt: portalDate(issuedOn) },
    SellerDtls: { Gstin: supplier.gstNo, ...addressOf(supplier, supplier.stateCode) },
    BuyerDtls: {
      Gstin: customer.gstNo ?? "URP",
      Pos: isAbroad ? stateAbroad : document.supplyState,
      ...addressOf(customer, isAbroad ? stateAbroad : stateOf(customer)),
      ...(isAbroad && { Pin: pinAbroad }),
    },
    ItemList: itemsOf(document),
    ValDtls: {
      AssVal: rupees(tax.taxable),
      CgstVal: rupees(tax.cgst),
      SgstVal: rupees(tax.sgst),
      IgstVal: rupees(tax.igst),
      CesVal: 0,
      TotInvVal: rupees(tax.total),
    },
    ...(isAbroad && { ExpDtls: { CntCode: customer.country } }),
    ...(about && {
      RefDtls: { PrecDocDtls: [{ InvNo: about.number, InvDt: portalDate(about.issuedOn) }] },
    }),
  };
}

function supplyTypeOf({ taxKind }: PortalDocument): string {
  const withTax = hasIntegratedTax(taxKind);
  if (isExport(taxKind)) return withTax ? "EXPWP" : "EXPWOP";
  if (isSez(taxKind)) return withTax ? "SEZWP" : "SEZWOP";
  return "B2B";
}

const stateOf = ({ gstNo, stateCode }: Party) => gstNo?.slice(0, 2) ?? stateCode;

function addressOf(party: Party, stateCode: string | null) {
  const { first, tradeName } = documentNames(party);
  return {
    LglNm: text(first, 100),
    ...(tradeName && { TrdNm: text(tradeName, 100) }),
    Addr1: text(party.addressLine ?? "", 100),
    Loc: text(party.city ?? "", 50),
    Pin: Number((party.postalCode ?? "").replace(/\D/g, "")),
    Stcd: stateCode,
  };
}

/** A service has the quantity 1: its unit price is its amount. */
const itemsOf = (document: PortalDocument) =>
  shareTax({ ...document, parts: document.lines }).map(
    ({ description, sac, taxable, tax }, place) => ({
      SlNo: String(place + 1),
      PrdDesc: text(description, 300),
      IsServc: "Y",
      HsnCd: sac,
      Qty: 1,
      Unit: "OTH",
      UnitPrice: rupees(taxable),
      TotAmt: rupees(taxable),
      Discount: 0,
      AssAmt: rupees(taxable),
      GstRt: document.taxRate / 100,
      IgstAmt: rupees(tax.igst),
      CgstAmt: rupees(tax.cgst),
      SgstAmt: rupees(tax.sgst),
      CesAmt: 0,
      TotItemVal: rupees(tax.total),
    }),
  );

const rupees = (paise: Paise): number => paise / 100;
const portalDate = (date: string) => date.split("-").reverse().join("/");
/** The portal takes no quotation marks or backslashes, and at least three characters. */
const text = (words: string, most: number) =>
  words.replace(/["\\]/g, " ").trim().slice(0, most).padEnd(3, ".");
