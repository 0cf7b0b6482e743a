import { z } from "zod";
import { printable } from "../base/clean-line.ts";
import { endpoint } from "../base/endpoint.ts";
import * as field from "../base/fields.ts";
import { idOf } from "../base/identifiers.ts";
import { messages } from "../base/messages.ts";
import { ofCompany } from "../base/pages.ts";
import { ofFile, tableMediaTypes } from "../base/table-files.ts";
import { wholeNumber } from "../base/whole-number.ts";
import { FileHeaders } from "../files/endpoints.ts";
import { Ageing } from "./ageing.ts";
import { Amount, billingAccess, CreditNote } from "./invoices.ts";
import { aboveZero } from "./receipts.ts";
import { statementKinds } from "./words.ts";

/** Credit notes, and the statement that adds up a company's account. */

const note = (max: number) =>
  field.line
    .max(max, `At most ${max} characters are allowed.`)
    .regex(printable, messages.printable);

export const CreditNoteForm = z.strictObject({
  invoiceId: idOf("invoice"),
  reason: note(200).min(1, messages.required),
  /** Amounts without tax by line; without this, credits the whole rest of the invoice. */
  lines: z
    .array(z.strictObject({ line: wholeNumber(1, 100_000), amount: aboveZero }))
    .min(1, "Choose at least one line.")
    .max(1000)
    .refine(
      (lines) => new Set(lines.map(({ line }) => line)).size === lines.length,
      "Name each line once.",
    )
    .optional(),
  /** Confirms that no tax is taken back, where the time for it is over (CGST Act, section 34(2)). */
  withoutGst: z.boolean().optional(),
});
export type CreditNoteForm = z.output<typeof CreditNoteForm>;

export const addCreditNote = endpoint({
  method: "post",
  path: "/credit-note",
  summary: "Credit an invoice, whole or by line: never more than is left of it",
  access: ["BILLING_DASHBOARD"],
  scope: "none",
  body: CreditNoteForm,
  data: CreditNote,
  success: 201,
  idempotent: true,
});

export const DebitNoteForm = CreditNoteForm.omit({ withoutGst: true }).required({ lines: true });
export type DebitNoteForm = z.output<typeof DebitNoteForm>;

export const addDebitNote = endpoint({
  method: "post",
  path: "/debit-note",
  summary: "Raise lines of an invoice that charged too little, with the tax on it",
  access: ["BILLING_DASHBOARD"],
  scope: "none",
  body: DebitNoteForm,
  data: CreditNote,
  success: 201,
  idempotent: true,
});

export const creditNotePdf = endpoint({
  method: "get",
  path: "/credit-note/{id}/pdf",
  summary: "The credit or debit note as PDF: the same bytes always",
  access: billingAccess,
  scope: "none",
  params: z.strictObject({ id: idOf("credit-note") }),
  headers: FileHeaders,
  data: z.never(),
  stream: "application/pdf",
});

export const StatementEntry = z.object({
  date: z.string(),
  kind: z.enum(statementKinds),
  /** The number of the invoice or credit note, a payment's reference, or a tax certificate. */
  number: z.string().nullable(),
  /** The invoice, or those that a payment settles. */
  invoices: z.array(z.object({ id: z.int(), number: z.string() })),
  /** Above zero the company owes more, below zero less. */
  amount: Amount,
  balance: Amount,
});
export type StatementEntry = z.infer<typeof StatementEntry>;

export const Statement = z.object({
  companyId: z.int(),
  companyName: z.string(),
  legalName: z.string().nullable(),
  from: z.string(),
  to: z.string(),
  opening: Amount,
  /** Balances brought forward from before the company was billed here. */
  broughtForward: Amount,
  invoiced: Amount,
  credited: Amount,
  paid: Amount,
  /** Tax that the company deducted. */
  tds: Amount,
  closing: Amount,
  /** Always today's, whatever the dates. */
  ageing: Ageing,
  entries: z.array(StatementEntry),
});
export type Statement = z.infer<typeof Statement>;

/** At most three years (REP-2), as in reports of invoices. */
export const statementDays = 1096;
const StatementQuery = z.strictObject({ ...ofCompany, from: field.isoDate, to: field.isoDate });
export const showStatement = endpoint({
  method: "get",
  path: "/statement",
  summary:
    "A company's account: opening balance, invoices, credit notes, payments, tax deducted, closing balance",
  access: billingAccess,
  scope: "company",
  query: StatementQuery,
  data: Statement,
});

export const exportStatement = endpoint({
  method: "get",
  path: "/statement/export",
  summary:
    "The same as CSV or workbook, its first and last row the opening and the closing balance",
  access: billingAccess,
  scope: "company",
  query: StatementQuery.extend(ofFile),
  data: z.never(),
  stream: tableMediaTypes,
});
