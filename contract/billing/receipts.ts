import { z } from "zod";
import { printable } from "../base/clean-line.ts";
import { endpoint } from "../base/endpoint.ts";
import * as field from "../base/fields.ts";
import { idOf } from "../base/identifiers.ts";
import { messages } from "../base/messages.ts";
import { amountPattern, parseAmount } from "../base/money.ts";
import { ofCompany, paging } from "../base/pages.ts";
import { Amount } from "./invoices.ts";
import { paymentMethods, receiptMethods, receiptStates, tdsSections } from "./words.ts";

/** Receipts, tax deducted at source, and their allocations to invoices and opening balances. */

const rupees = field.line.regex(amountPattern, {
  error: "Enter an amount in rupees, for example 1450.50.",
  abort: true,
});
export const aboveZero = rupees.refine(
  (amount) => parseAmount(amount) > 0,
  "Enter an amount above zero.",
);
/** One printable line of a person's. */
export const note = (max: number) =>
  field.line
    .max(max, `At most ${max} characters are allowed.`)
    .regex(printable, messages.printable);

const target = {
  invoiceId: idOf("invoice").optional(),
  /** An opening balance. */
  openingId: idOf("opening").optional(),
};
type Target = { invoiceId?: number | undefined; openingId?: number | undefined };
const hasOneTarget = ({ invoiceId, openingId }: Target) =>
  (invoiceId === undefined) !== (openingId === undefined);
const oneTarget = { error: "Name an invoice or an opening balance.", path: ["invoiceId"] };
const isNamedOnce = (allocations: readonly Target[]) =>
  new Set(allocations.map(({ invoiceId, openingId }) => `${invoiceId} ${openingId}`)).size ===
  allocations.length;

const Allocation = z
  .strictObject({
    ...target,
    amount: aboveZero.optional(),
    /** Tax that the customer deducted from its payment. */
    tds: aboveZero.optional(),
  })
  .refine(hasOneTarget, oneTarget)
  .refine(({ amount, tds }) => amount !== undefined || tds !== undefined, {
    error: "Enter an amount or tax deducted.",
    path: ["amount"],
  });
/** The most invoices that one receipt settles. */
export const mostAllocations = 100;

export const ReceiptForm = z.strictObject({
  /** The money received, without deductions; absent if only tax is recorded. */
  amount: rupees.optional(),
  receivedOn: field.isoDate,
  method: z.enum(paymentMethods).default("BANK_TRANSFER"),
  /** The bank's reference: a UTR, a cheque's number. */
  reference: note(100).optional(),
  tdsSection: z.enum(tdsSections).optional(),
  /** Without it the certificate is pending. */
  tdsCertificate: note(50).optional(),
  /** Leaves the rest of the amount as the company's credit on account. */
  allocations: z
    .array(Allocation)
    .max(mostAllocations)
    .refine(isNamedOnce, "Name each invoice once.")
    .default([]),
  /** Money paid back: an overpayment of an invoice, or credit on account. */
  refund: z.boolean().optional(),
  /** A line of the bank statement, which is then used. */
  bankLineId: idOf("bank-line").optional(),
});
export type ReceiptForm = z.output<typeof ReceiptForm>;

const common = {
  id: z.int(),
  companyId: z.int(),
  companyName: z.string(),
  receivedOn: z.string(),
  /** Below zero, money that went back. */
  amount: Amount,
  tds: Amount,
  tdsSection: z.enum(tdsSections).nullable(),
  tdsCertificate: z.string().nullable(),
  method: z.enum(receiptMethods),
  reference: z.string().nullable(),
  /** The credit on account that it leaves. */
  unallocated: Amount,
  /** The receipt that this one takes back, and the one that took this one back. */
  reverses: z.int().nullable(),
  reversedBy: z.int().nullable(),
};
export const ReceiptRow = z.object({
  ...common,
  /** The numbers of the invoices and opening balances that it settles. */
  numbers: z.array(z.string()),
});
export type ReceiptRow = z.infer<typeof ReceiptRow>;

export const Receipt = z.object({
  ...common,
  bankLineId: z.int().nullable(),
  notedBy: z.string(),
  notedAt: z.iso.datetime(),
  allocations: z.array(
    z.object({
      id: z.int(),
      invoiceId: z.int().nullable(),
      openingId: z.int().nullable(),
      /** Null where it is set off against a refund or a reversal. */
      number: z.string().nullable(),
      amount: Amount,
      tds: Amount,
      notedBy: z.string(),
      notedAt: z.iso.datetime(),
    }),
  ),
});
export type Receipt = z.infer<typeof Receipt>;

const area = ["BILLING_DASHBOARD"] as const;

export const addReceipt = endpoint({
  method: "post",
  path: "/receipt",
  summary:
    "Record money that came, and tax deducted, over one or several invoices, never more than each has outstanding; or a refund",
  access: area,
  scope: "company",
  query: z.strictObject(ofCompany),
  body: ReceiptForm,
  data: Receipt,
  success: 201,
  idempotent: true,
});

export const ReceiptQuery = z.strictObject({
  ...ofCompany,
  /** Part of the reference, the certificate or the company's name. */
  search: field.search.optional(),
  state: z.enum(receiptStates).optional(),
  from: field.isoDate.optional(),
  to: field.isoDate.optional(),
  ...paging,
});
export type ReceiptQuery = z.output<typeof ReceiptQuery>;
export const listReceipts = endpoint({
  method: "get",
  path: "/receipt",
  summary: "Receipts, refunds and reversals, the newest first, with their sums beside them",
  access: area,
  scope: "none",
  query: ReceiptQuery,
  list: true,
  data: ReceiptRow,
});

const params = z.strictObject({ id: idOf("receipt") });
export const findReceipt = endpoint({
  method: "get",
  path: "/receipt/{id}",
  summary: "A receipt with its allocations",
  access: area,
  scope: "none",
  params,
  data: Receipt,
});

export const allocateReceipt = endpoint({
  method: "post",
  path: "/receipt/{id}/allocate",
  summary: "Settle invoices with what a receipt has left on account",
  access: area,
  scope: "none",
  params,
  body: z.strictObject({
    allocations: z
      .array(z.strictObject({ ...target, amount: aboveZero }).refine(hasOneTarget, oneTarget))
      .min(1, "Enter an amount for at least one invoice.")
      .max(mostAllocations)
      .refine(isNamedOnce, "Name each invoice once."),
  }),
  data: Receipt,
  success: 201,
  idempotent: true,
});

export const releaseAllocation = endpoint({
  method: "post",
  path: "/receipt/{id}/release",
  summary: "Move what a receipt settles of an invoice back to credit on account",
  access: area,
  scope: "none",
  params,
  body: z.strictObject({ ...target, amount: aboveZero }).refine(hasOneTarget, oneTarget),
  data: Receipt,
  success: 201,
  idempotent: true,
});

export const reverseReceipt = endpoint({
  method: "post",
  path: "/receipt/{id}/reverse",
  summary:
    "Take back a receipt that was recorded by mistake or bounced, with its allocations: an entry of its own, once",
  access: area,
  scope: "none",
  params,
  data: Receipt,
  success: 201,
});

export const changeCertificate = endpoint({
  method: "put",
  path: "/receipt/{id}/certificate",
  summary: "Note the number of the certificate for tax deducted; without one it is pending again",
  access: area,
  scope: "none",
  params,
  body: z.strictObject({ tdsCertificate: note(50).optional() }),
  data: Receipt,
});
