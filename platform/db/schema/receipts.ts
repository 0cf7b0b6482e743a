import { sql } from "drizzle-orm";
import {
  check,
  date,
  foreignKey,
  index,
  pgTable,
  primaryKey,
  text,
  unique,
} from "drizzle-orm/pg-core";
import { receiptMethods, tdsSections } from "#contract/billing/words";
import { ofInvoice } from "./billing.ts";
import { companyId, createdAt, identity, instant, paise, reference } from "./columns.ts";
import { company } from "./organisation.ts";

/**
 * Payments and credits that settle invoices (docs/decisions/receipts.md). Triggers in the migration
 * refuse changes to recorded ones, and allocations that exceed their receipt.
 */

/** Holds a company's debt that another system billed; it is settled like an invoice. */
export const openingBalance = pgTable(
  "opening_balance",
  {
    companyId: companyId().references(() => company.id),
    id: identity(),
    /** The invoice number in the other system. */
    number: text("number").notNull(),
    issuedOn: date("issued_on", { mode: "string" }).notNull(),
    dueOn: date("due_on", { mode: "string" }).notNull(),
    total: paise("total"),
    notedBy: text("noted_by").notNull(),
    notedAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    unique("opening_balance_number").on(t.companyId, t.number),
    check("opening_balance_owed", sql`${t.total} > 0 and ${t.dueOn} >= ${t.issuedOn}`),
  ],
);

/**
 * Money that came, and tax that the customer deducted. Below zero, money that went back: a refund,
 * or with `reverses` a receipt that turned out not to have come.
 */
export const receipt = pgTable(
  "receipt",
  {
    companyId: companyId().references(() => company.id),
    id: identity(),
    receivedOn: date("received_on", { mode: "string" }).notNull(),
    /** Without deductions; the part that is not allocated is credit on account. */
    amount: paise("amount"),
    /** Tax deducted at source, all of it allocated. */
    tds: paise("tds"),
    tdsSection: text("tds_section", { enum: tdsSections }),
    /** The number of the certificate; without one it is pending. */
    tdsCertificate: text("tds_certificate"),
    method: text("method", { enum: receiptMethods }).notNull(),
    reference: text("reference"),
    reverses: reference("reverses"),
    /** The line of the provider's bank statement that it was confirmed from. */
    bankLineId: reference("bank_line_id"),
    notedBy: text("noted_by").notNull(),
    notedAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    unique("receipt_reversed_once").on(t.companyId, t.reverses),
    index("receipt_received").on(t.receivedOn, t.id),
    index("receipt_bank_line").on(t.bankLineId).where(sql`${t.bankLineId} is not null`),
    check(
      "receipt_amounts",
      sql`(${t.amount} <> 0 or ${t.tds} <> 0) and ${t.amount}::numeric * ${t.tds} >= 0 and (${t.amount} = 0) = (${t.method} = 'TDS')`,
    ),
    foreignKey({
      name: "receipt_reverses",
      columns: [t.companyId, t.reverses],
      foreignColumns: [t.companyId, t.id],
    }),
  ],
);

/**
 * The part of a receipt that settles an invoice or an opening balance. With neither, the part that
 * was offset against another receipt: a refund of credit on account, or a reversal.
 */
export const receiptAllocation = pgTable(
  "receipt_allocation",
  {
    companyId: companyId(),
    id: identity(),
    receiptId: reference("receipt_id").notNull(),
    invoiceId: reference("invoice_id"),
    openingId: reference("opening_id"),
    amount: paise("amount"),
    tds: paise("tds"),
    notedBy: text("noted_by").notNull(),
    notedAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    index("receipt_allocation_receipt").on(t.companyId, t.receiptId),
    index("receipt_allocation_invoice").on(t.companyId, t.invoiceId),
    index("receipt_allocation_opening").on(t.companyId, t.openingId),
    check(
      "receipt_allocation_some",
      sql`(${t.amount} <> 0 or ${t.tds} <> 0) and num_nonnulls(${t.invoiceId}, ${t.openingId}) <= 1
        and (${t.tds} = 0 or num_nonnulls(${t.invoiceId}, ${t.openingId}) = 1)`,
    ),
    foreignKey({
      name: "receipt_allocation_of",
      columns: [t.companyId, t.receiptId],
      foreignColumns: [receipt.companyId, receipt.id],
    }),
    ofInvoice("receipt_allocation_invoice_fk", t),
    foreignKey({
      name: "receipt_allocation_opening_fk",
      columns: [t.companyId, t.openingId],
      foreignColumns: [openingBalance.companyId, openingBalance.id],
    }),
  ],
);

/**
 * Credits of the provider's bank statements. A line is used while a receipt that is not reversed
 * names it: who confirms one locks it.
 */
export const bankLine = pgTable(
  "bank_line",
  {
    companyId: companyId().references(() => company.id),
    id: identity(),
    day: date("day", { mode: "string" }).notNull(),
    narration: text("narration").notNull(),
    reference: text("reference"),
    amount: paise("amount"),
    /** Tells a file that comes again: of day, amount, narration, reference and how often before. */
    digest: text("digest").notNull(),
    fileName: text("file_name").notNull(),
    importedBy: text("imported_by").notNull(),
    importedAt: createdAt(),
    /** Set for lines that no company paid, such as interest. */
    ignoredBy: text("ignored_by"),
    ignoredAt: instant("ignored_at"),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    unique("bank_line_once").on(t.companyId, t.digest),
    index("bank_line_day").on(t.companyId, t.day, t.id),
    check("bank_line_credit", sql`${t.amount} > 0`),
  ],
);
