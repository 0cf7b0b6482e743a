import { z } from "zod";
import { endpoint } from "../base/endpoint.ts";
import * as field from "../base/fields.ts";
import { idOf } from "../base/identifiers.ts";
import { ofCompany, paging, sortsBy } from "../base/pages.ts";
import { EmailStatus } from "../emails/endpoints.ts";
import { emailStates } from "../emails/words.ts";
import { FileHeaders } from "../files/endpoints.ts";
import { taxStatuses } from "./tax-rules.ts";
import {
  invoiceStatuses,
  lineKinds,
  noteKinds,
  receiptMethods,
  taxKinds,
  tdsSections,
} from "./words.ts";

/**
 * Invoices, as those who bill see all companies', and a national client admin the own company's
 * issued ones (ROL-1, `invoices.own`).
 */
export const billingAccess = ["BILLING_DASHBOARD", "invoices.own"] as const;

/**
 * Rupees with two decimals, as "1450.50" (contract/base/money.ts); never a number, which would
 * round.
 */
export const Amount = z.string();
const instant = z.iso.datetime();

/** All companies' for provider staff who name none. */
const filters = {
  ...ofCompany,
  /** Part of the number or of the company's name. */
  search: field.search.optional(),
  status: z.enum(invoiceStatuses).optional(),
  /** The state of the newest email with it. */
  mail: z.enum(emailStates).optional(),
  /** Issued on these dates, by the provider's zone. */
  from: field.isoDate.optional(),
  to: field.isoDate.optional(),
  /** "2026-27": the year from April to March in which they were issued. */
  financialYear: z
    .string()
    .regex(/^\d{4}-\d{2}$/)
    .optional(),
  /** Invoices whose period contains this date. */
  within: field.isoDate.optional(),
};
export const invoiceSorts = sortsBy("number", "company", "issued", "due", "total", "outstanding");
export const InvoiceQuery = z.strictObject({
  ...filters,
  ...paging,
  sort: z.enum(invoiceSorts).default("-issued"),
});
export type InvoiceQuery = z.output<typeof InvoiceQuery>;

export const invoiceFigures = {
  taxable: Amount,
  cgst: Amount,
  sgst: Amount,
  igst: Amount,
  total: Amount,
};
export const InvoiceRow = z.object({
  id: z.int(),
  number: z.string(),
  companyId: z.int(),
  companyName: z.string(),
  periodFrom: z.string(),
  /** The last day of the period. */
  periodTo: z.string(),
  issuedOn: z.string(),
  dueOn: z.string(),
  status: z.enum(invoiceStatuses),
  ...invoiceFigures,
  credited: Amount,
  debited: Amount,
  paid: Amount,
  /** Tax that the company deducted. */
  tds: Amount,
  /** Total and debited less credited, paid and deducted; below zero where it is overpaid. */
  outstanding: Amount,
  hasPdf: z.boolean(),
  /** The status of the newest email with it; null if none was sent. */
  mail: EmailStatus.nullable(),
});
export type InvoiceRow = z.infer<typeof InvoiceRow>;

export const listInvoices = endpoint({
  method: "get",
  path: "/invoice",
  summary: "Issued invoices with what is outstanding, the totals of all that match beside them",
  access: billingAccess,
  scope: "none",
  query: InvoiceQuery,
  list: true,
  data: InvoiceRow,
});

export const InvoiceLine = z.object({
  line: z.int(),
  kind: z.enum(lineKinds),
  /** The first of the month that is billed. */
  month: z.string(),
  description: z.string(),
  /** Stores, or verified plays. */
  quantity: z.int(),
  /** The length of the spot that played; null unless seconds are billed. */
  seconds: z.int().nullable(),
  /** A store and month, a second of an ad, or a play. */
  rate: Amount,
  /** Without tax. */
  amount: Amount,
  campaignId: z.int().nullable(),
  prime: z.boolean().nullable(),
  /** Code of the service; null on invoices older than it. */
  sac: z.string().nullable(),
});
export type InvoiceLine = z.infer<typeof InvoiceLine>;

/** The sender or recipient of an invoice, as they were when it was issued. */
export const Party = z.object({
  name: z.string(),
  /** The registered name of a company that trades under `name`; null where they are the same. */
  legalName: z.string().nullable(),
  addressLine: z.string().nullable(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  stateCode: z.string().nullable(),
  postalCode: z.string().nullable(),
  country: z.string(),
  gstNo: z.string().nullable(),
  panNo: z.string().nullable(),
  email: z.string().nullable(),
  /** Null on invoices older than it. */
  taxStatus: z.enum(taxStatuses).nullable(),
});
export type Party = z.infer<typeof Party>;

export const Supplier = Party.extend({
  bankDetails: z.string().nullable(),
  signatoryName: z.string().nullable(),
  /** The picture of the signature that the invoice was issued with. */
  signatureFileId: z.string().nullable(),
  /** The letter of undertaking that exports and SEZ are under; null where the tax is paid. */
  lutNo: z.string().nullable(),
  lutDate: z.string().nullable(),
});
export type Supplier = z.infer<typeof Supplier>;

export const taxedLines = {
  taxKind: z.enum(taxKinds),
  /** Percent, such as "18.00"; "0.00" for an export. */
  taxRate: z.string(),
  /** The state code that decides the tax; null outside India. */
  supplyState: z.string().nullable(),
  /** "Maharashtra (27)", or outside India the country's name. */
  placeOfSupply: z.string().nullable(),
  /** Always false: the provider itself owes the tax on these services (CGST Act, section 9). */
  isReverseCharge: z.boolean(),
  /** For exports and supplies to SEZ. */
  endorsement: z.string().nullable(),
  totalInWords: z.string(),
  lines: z.array(InvoiceLine),
};

/** The part of an invoice that a receipt settles. */
export const Payment = z.object({
  /** The id of the receipt. */
  id: z.int(),
  paidOn: z.string(),
  amount: Amount,
  tds: Amount,
  tdsSection: z.enum(tdsSections).nullable(),
  tdsCertificate: z.string().nullable(),
  method: z.enum(receiptMethods),
  reference: z.string().nullable(),
  notedBy: z.string(),
  notedAt: instant,
  /** The receipt that this one takes back; its amount is below zero. */
  reverses: z.int().nullable(),
});
export type Payment = z.infer<typeof Payment>;

/** A credit note, or a debit note of the same form. */
export const CreditNote = z.object({
  id: z.int(),
  kind: z.enum(noteKinds),
  number: z.string(),
  issuedOn: z.string(),
  reason: z.string(),
  /** False where the time to take back tax was over. */
  hasGst: z.boolean(),
  ...invoiceFigures,
  lines: z.array(z.object({ line: z.int(), amount: Amount })),
  hasPdf: z.boolean(),
});
export type CreditNote = z.infer<typeof CreditNote>;

export const Invoice = InvoiceRow.extend({
  ...taxedLines,
  /** The last day on which a credit note may take back tax. */
  lastCreditDay: z.string(),
  /** The rest of each line that can be credited, without tax. */
  creditable: z.array(z.object({ line: z.int(), left: Amount })),
  supplier: Supplier,
  customer: Party,
  issuedBy: z.string(),
  issuedAt: instant,
  /** Each with the newest email of it; null if none was sent. */
  creditNotes: z.array(CreditNote.extend({ mail: EmailStatus.nullable() })),
  payments: z.array(Payment),
});
export type Invoice = z.infer<typeof Invoice>;

const ofInvoice = z.strictObject({ id: idOf("invoice") });
export const findInvoice = endpoint({
  method: "get",
  path: "/invoice/{id}",
  summary: "An issued invoice with its lines, credit notes and what settled it",
  access: billingAccess,
  scope: "none",
  params: ofInvoice,
  data: Invoice,
});

export const invoicePdf = endpoint({
  method: "get",
  path: "/invoice/{id}/pdf",
  summary: "The invoice as PDF: the same bytes always",
  access: billingAccess,
  scope: "none",
  params: ofInvoice,
  headers: FileHeaders,
  data: z.never(),
  stream: "application/pdf",
});

export const mailInvoice = endpoint({
  method: "post",
  path: "/invoice/{id}/mail",
  summary: "Email the invoice to the company again",
  access: ["BILLING_DASHBOARD"],
  scope: "none",
  params: ofInvoice,
  data: z.object({ number: z.string(), mail: EmailStatus }),
});
