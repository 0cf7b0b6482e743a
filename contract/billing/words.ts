/** Words and rules of billing that pages use too. No zod in here. */
import { monthName } from "../base/dates.ts";

/** The status of an invoice, derived from its payments and credits, and from the day. */
export const invoiceStatuses = ["due", "grace", "overdue", "paid", "credited"] as const;
export type InvoiceStatus = (typeof invoiceStatuses)[number];
export const invoiceStatusLabels: Record<InvoiceStatus, string> = {
  due: "Due",
  grace: "In grace period",
  overdue: "Overdue",
  paid: "Paid",
  credited: "Credited",
};

/** Days after the due date in which an invoice is not yet overdue (spec section 9; BIL-1). */
export const graceDays = 30;
/**
 * Rates can be set only this many months ahead: a rate for a mistyped year would outlast all later
 * ones.
 */
export const rateMonthsAhead = 12;

/** Kinds of invoice lines: stores for a month, or the plays of a campaign in a month. */
export const lineKinds = ["STORES", "ADS"] as const;
export type LineKind = (typeof lineKinds)[number];

/**
 * Within the provider's state CGST and SGST, or UTGST (which stands in `sgst`) in a union territory
 * without a legislature; between states IGST, and always to an SEZ. Exports and SEZ are zero-rated:
 * under a letter of undertaking (LUT) no tax is due, else IGST (IGST Act, sections 7, 8 and 16).
 */
export const taxKinds = [
  "CGST_SGST",
  "CGST_UTGST",
  "IGST",
  "EXPORT",
  "EXPORT_IGST",
  "SEZ",
  "SEZ_IGST",
] as const;
export type TaxKind = (typeof taxKinds)[number];
export const taxKindLabels: Record<TaxKind, string> = {
  CGST_SGST: "CGST and SGST",
  CGST_UTGST: "CGST and UTGST",
  IGST: "IGST",
  EXPORT: "Export of services, without GST",
  EXPORT_IGST: "Export of services, with IGST",
  SEZ: "Supply to SEZ, without GST",
  SEZ_IGST: "Supply to SEZ, with IGST",
};
/** The name of the tax charged with CGST; undefined if there is none. */
export const localTaxes: Partial<Record<TaxKind, string>> = {
  CGST_SGST: "SGST",
  CGST_UTGST: "UTGST",
};
export const isExport = (kind: TaxKind): boolean => kind.startsWith("EXPORT");
export const isSez = (kind: TaxKind): boolean => kind.startsWith("SEZ");
export const hasIntegratedTax = (kind: TaxKind): boolean =>
  kind === "IGST" || kind === "EXPORT_IGST" || kind === "SEZ_IGST";

const zeroRated =
  "SUPPLY MEANT FOR EXPORT/SUPPLY TO SEZ UNIT OR SEZ DEVELOPER FOR AUTHORISED OPERATIONS";
const withTax = `${zeroRated} ON PAYMENT OF INTEGRATED TAX`;
const withoutTax = `${zeroRated} UNDER BOND OR LETTER OF UNDERTAKING WITHOUT PAYMENT OF INTEGRATED TAX`;
/** Endorses zero-rated invoices, word for word (CGST Rules, rule 46, third proviso). */
export const endorsements: Partial<Record<TaxKind, string>> = {
  EXPORT: withoutTax,
  EXPORT_IGST: withTax,
  SEZ: withoutTax,
  SEZ_IGST: withTax,
};

/** The provider's choice for zero-rated supplies: under LUT without tax, or paying IGST. */
export const exportTerms = ["LUT", "IGST"] as const;
export type ExportTerms = (typeof exportTerms)[number];
export const exportTermLabels: Record<ExportTerms, string> = {
  LUT: "Under LUT, without tax",
  IGST: "With payment of IGST",
};

/** Gives the name at the head of documents, and the trade name for the line below if it differs. */
export function documentNames({ name, legalName }: { name: string; legalName?: string | null }) {
  return legalName && legalName !== name
    ? { first: legalName, tradeName: name }
    : { first: name, tradeName: null };
}

/** A credit note lowers what is owed, a debit note raises it (CGST Act, section 34). */
export const noteKinds = ["CREDIT", "DEBIT"] as const;
export type NoteKind = (typeof noteKinds)[number];
export const noteKindLabels: Record<NoteKind, string> = {
  CREDIT: "Credit note",
  DEBIT: "Debit note",
};

export const paymentMethods = ["BANK_TRANSFER", "UPI", "CHEQUE", "CARD", "CASH", "OTHER"] as const;
export type PaymentMethod = (typeof paymentMethods)[number];
/** Receipts of tax alone, and credits that were there before, have no method of payment. */
export const receiptMethods = [...paymentMethods, "TDS", "OPENING"] as const;
export type ReceiptMethod = (typeof receiptMethods)[number];
export const receiptMethodLabels: Record<ReceiptMethod, string> = {
  BANK_TRANSFER: "Bank transfer",
  UPI: "UPI",
  CHEQUE: "Cheque",
  CARD: "Card",
  CASH: "Cash",
  OTHER: "Other",
  TDS: "Tax deducted at source",
  OPENING: "Opening credit",
};

/** Entries of the table in section 393(1) of the Income-tax Act, 2025, for payments to residents. */
const tdsEntries2025 = [
  "393-1-6-I",
  "393-1-6-III",
  "393-1-1-II",
  "393-1-2-II",
  "393-1-8-II",
] as const;
const tdsSections1961 = ["194C", "194J", "194H", "194I", "194Q"] as const;
/** Sections under which customers deduct tax. */
export const tdsSections = [...tdsEntries2025, ...tdsSections1961, "OTHER"] as const;
export type TdsSection = (typeof tdsSections)[number];
/** The first day of the Income-tax Act, 2025 (its section 1(3)). */
const act2025From = "2026-04-01";
/**
 * The sections that a receipt of this date can name. Those of the Act of 1961 stay after its end,
 * since they hold for what was credited before (Income-tax Act, 2025, section 536).
 */
export const tdsSectionsOn = (receivedOn: string): TdsSection[] =>
  tdsSections.filter(
    (section) => receivedOn >= act2025From || !tdsEntries2025.some((entry) => entry === section),
  );
/** The section for payments to contractors, which music and ads are to most customers. */
export const contractorSectionOn = (receivedOn: string): TdsSection =>
  receivedOn >= act2025From ? "393-1-6-I" : "194C";
export const tdsSectionLabels: Record<TdsSection, string> = {
  "393-1-6-I": "393(1) Sl. 6(i), contractors",
  "393-1-6-III": "393(1) Sl. 6(iii), professional or technical services",
  "393-1-1-II": "393(1) Sl. 1(ii), commission",
  "393-1-2-II": "393(1) Sl. 2(ii), rent",
  "393-1-8-II": "393(1) Sl. 8(ii), purchase of goods",
  "194C": "194C, contractors",
  "194J": "194J, professional or technical services",
  "194H": "194H, commission",
  "194I": "194I, rent",
  "194Q": "194Q, purchase of goods",
  OTHER: "Other section",
};

/** Filters of lists of receipts: credit on account, and certificates. */
export const receiptStates = ["on-account", "tds-pending", "tds-received"] as const;
export type ReceiptState = (typeof receiptStates)[number];
export const receiptStateLabels: Record<ReceiptState, string> = {
  "on-account": "Credit on account",
  "tds-pending": "TDS certificate pending",
  "tds-received": "TDS certificate received",
};

export const bankLineStates = ["open", "matched", "ignored"] as const;
export type BankLineState = (typeof bankLineStates)[number];
export const bankLineStateLabels: Record<BankLineState, string> = {
  open: "To match",
  matched: "Matched",
  ignored: "Set aside",
};

/** Reasons why a line of a bank statement may be the payment of an invoice. */
export const matchReasons = ["NUMBER", "AMOUNT", "AMOUNT_LESS_TDS", "SUM", "NAME"] as const;
export type MatchReason = (typeof matchReasons)[number];
export const matchReasonLabels: Record<MatchReason, string> = {
  NUMBER: "Invoice number in the narration",
  AMOUNT: "Same amount",
  AMOUNT_LESS_TDS: "Same amount less TDS",
  SUM: "Sum of these invoices",
  NAME: "Company's name in the narration",
};

/** Why a company is not billed although a period of it has ended. */
export const billingProblems = [
  "NO_SETTINGS",
  "NO_SAC",
  "NO_ADDRESS",
  "NO_RATE",
  "TAX_DETAILS",
  "NO_STATE",
  "NO_EXPORT_TERMS",
  "LUT_OVER",
  "NO_START",
  "NO_FONT",
] as const;
export type BillingProblem = (typeof billingProblems)[number];
const problemTexts: Record<BillingProblem, string> = {
  NO_SETTINGS: "The billing settings have no legal name, address and GSTIN of your own yet.",
  NO_SAC: "The billing settings have no SAC codes and authorised signatory yet.",
  NO_ADDRESS: "The company has no postal address, which its invoices must show.",
  NO_RATE: "The company has no billing rate.",
  TAX_DETAILS: "The company's country, GSTIN, PAN and tax status contradict each other.",
  NO_STATE: "The company has neither a GSTIN nor a state, which decide its GST.",
  NO_EXPORT_TERMS: "The billing settings do not say whether exports and SEZ are under LUT.",
  LUT_OVER: "The LUT in the billing settings has expired.",
  NO_START: "The company has active stores but no first billing day.",
  NO_FONT: "The invoice has characters that cannot be printed.",
};
/** Problems that billing settings mend for all companies. */
export const settingsProblems: readonly BillingProblem[] = [
  "NO_SETTINGS",
  "NO_SAC",
  "NO_EXPORT_TERMS",
  "LUT_OVER",
];
/** Names characters that no font has, such as "𓀀 (U+13000)". */
export const unprintableText = (characters: string): string =>
  `These characters cannot be printed: ${characters}.`;
/** Says why a company is not billed. */
export const billingProblemText = ({
  problem,
  unprintable,
}: {
  problem: BillingProblem;
  unprintable: string;
}): string =>
  problem === "NO_FONT"
    ? `${unprintableText(unprintable)} Replace them in the company's details, a campaign's name or the billing settings.`
    : problemTexts[problem];

export const statementKinds = [
  "OPENING",
  "INVOICE",
  "CREDIT_NOTE",
  "DEBIT_NOTE",
  "PAYMENT",
  "TDS",
  "REFUND",
  "REVERSAL",
] as const;
export type StatementKind = (typeof statementKinds)[number];
export const statementKindLabels: Record<StatementKind, string> = {
  OPENING: "Brought forward",
  INVOICE: "Invoice",
  CREDIT_NOTE: "Credit note",
  DEBIT_NOTE: "Debit note",
  PAYMENT: "Payment",
  TDS: "Tax deducted (TDS)",
  REFUND: "Refund",
  REVERSAL: "Payment reversed",
};

/**
 * The year from April to March that a date is in: "2026-27". Invoices and credit notes are numbered
 * by it.
 */
export function financialYearOf(isoDate: string): string {
  const [year = 0, month = 0] = isoDate.split("-").map(Number);
  const begin = month >= 4 ? year : year - 1;
  return `${begin}-${String((begin + 1) % 100).padStart(2, "0")}`;
}

/** The latest financial year whose annual return (GSTR-9) was filed, and the date of filing. */
type AnnualReturn = { annualReturnYear: string | null; annualReturnFiledOn: string | null };

/**
 * The last day on which a credit note may take tax back: 30 November after the financial year of
 * the supply, or the day on which its annual return was filed if that is earlier (CGST Act,
 * section 34(2)). Returns are filed after their year's end, when 30 November is over for any year
 * before it, so the latest return is enough.
 */
export function lastCreditDay(suppliedOn: string, latest: AnnualReturn | undefined): string {
  const year = financialYearOf(suppliedOn);
  const november = `${Number(year.slice(0, 4)) + 1}-11-30`;
  const filedOn = latest?.annualReturnYear === year ? latest.annualReturnFiledOn : null;
  return filedOn !== null && filedOn < november ? filedOn : november;
}

/** Gives the first of the month `months` months after the month of a date. */
export function monthAfter(isoDate: string, months: number): string {
  const monthNumber = Number(isoDate.slice(0, 4)) * 12 + Number(isoDate.slice(5, 7)) - 1 + months;
  return `${Math.floor(monthNumber / 12)}-${String((monthNumber % 12) + 1).padStart(2, "0")}-01`;
}

/** Whole months: "October 2026", "July to September 2026", or "November 2026 to April 2027". */
export function showPeriod({
  periodFrom,
  periodTo,
}: {
  periodFrom: string;
  periodTo: string;
}): string {
  const first = monthName(periodFrom);
  const last = monthName(periodTo);
  if (first === last) return first;
  const isOneYear = periodFrom.slice(0, 4) === periodTo.slice(0, 4);
  return `${isOneYear ? first.split(" ")[0] : first} to ${last}`;
}
