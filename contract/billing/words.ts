/** Words and rules of billing that pages use too. No zod in here. */
import { monthName } from "../base/dates.ts";

/** Where an invoice stands, derived from what was paid and credited, and from the day. */
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
 * Rates are set for so many months ahead: a year that was mistyped would outlast every rate after
 * it.
 */
export const rateMonthsAhead = 12;

/** Kinds of invoice lines: stores for a month, or the plays of a campaign in a month. */
export const lineKinds = ["STORES", "ADS"] as const;
export type LineKind = (typeof lineKinds)[number];

/**
 * Within the provider's state CGST and SGST, between states IGST, none for companies outside India.
 */
export const taxKinds = ["CGST_SGST", "IGST", "EXPORT"] as const;
export type TaxKind = (typeof taxKinds)[number];
export const taxKindLabels: Record<TaxKind, string> = {
  CGST_SGST: "CGST and SGST",
  IGST: "IGST",
  EXPORT: "Export of services, without GST",
};

export const paymentMethods = [
  "BANK_TRANSFER",
  "UPI",
  "CHEQUE",
  "CARD",
  "CASH",
  "TDS",
  "OTHER",
] as const;
export type PaymentMethod = (typeof paymentMethods)[number];
export const paymentMethodLabels: Record<PaymentMethod, string> = {
  BANK_TRANSFER: "Bank transfer",
  UPI: "UPI",
  CHEQUE: "Cheque",
  CARD: "Card",
  CASH: "Cash",
  TDS: "Tax deducted at source",
  OTHER: "Other",
};

/** Why a company is not billed although a period of it has ended. */
export const billingProblems = ["NO_SETTINGS", "NO_RATE", "NO_STATE", "NO_START"] as const;
export type BillingProblem = (typeof billingProblems)[number];
export const billingProblemTexts: Record<BillingProblem, string> = {
  NO_SETTINGS: "The billing settings have no legal name, address and GSTIN of your own yet.",
  NO_RATE: "The company has no billing rate.",
  NO_STATE: "The company has neither a GSTIN nor a state, which decide its GST.",
  NO_START: "The company has active stores but no first billing day.",
};

export const statementKinds = ["INVOICE", "CREDIT_NOTE", "PAYMENT", "REFUND", "REVERSAL"] as const;
export type StatementKind = (typeof statementKinds)[number];
export const statementKindLabels: Record<StatementKind, string> = {
  INVOICE: "Invoice",
  CREDIT_NOTE: "Credit note",
  PAYMENT: "Payment",
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

/** The first of the month that is so many months after the month of a date. */
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
