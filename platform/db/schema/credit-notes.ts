import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { noteKinds } from "#contract/billing/words";
import { invoiceLine, marks, numbered, ofFile, ofInvoice } from "./billing.ts";
import { companyId, identity, paise, reference } from "./columns.ts";

/** Credit notes, and debit notes of the same form. */
export const creditNote = pgTable(
  "credit_note",
  {
    companyId: companyId(),
    id: identity(),
    invoiceId: reference("invoice_id").notNull(),
    ...numbered,
    kind: text("kind", { enum: noteKinds }).notNull().default("CREDIT"),
    /** Off where the time to take back tax is over (CGST Act, section 34(2)). */
    hasGst: boolean("has_gst").notNull().default(true),
    /** Until when GST could be credited, as it stood at the issue; null on debit notes. */
    lastCreditDay: date("last_credit_day", { mode: "string" }),
    reason: text("reason").notNull(),
    ...marks,
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    uniqueIndex("credit_note_number").on(t.number),
    uniqueIndex("credit_note_serial").on(t.kind, t.financialYear, t.serial),
    index("credit_note_invoice").on(t.companyId, t.invoiceId),
    index("credit_note_without_pdf").on(t.id).where(sql`${t.fileId} is null`),
    ofFile("credit_note_file", t),
    check(
      "credit_note_sum",
      sql`${t.total} = ${t.taxable} + ${t.cgst} + ${t.sgst} + ${t.igst} and ${t.taxable} > 0`,
    ),
    ofInvoice("credit_note_invoice_fk", t),
  ],
);

export const creditNoteLine = pgTable(
  "credit_note_line",
  {
    companyId: companyId(),
    creditNoteId: reference("credit_note_id").notNull(),
    invoiceId: reference("invoice_id").notNull(),
    /** The line's number on the invoice. */
    line: integer("line").notNull(),
    amount: paise("amount"),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.creditNoteId, t.line] }),
    index("credit_note_line_invoice").on(t.companyId, t.invoiceId, t.line),
    check("credit_note_line_amount", sql`${t.amount} > 0`),
    foreignKey({
      name: "credit_note_line_note",
      columns: [t.companyId, t.creditNoteId],
      foreignColumns: [creditNote.companyId, creditNote.id],
    }),
    foreignKey({
      name: "credit_note_line_line",
      columns: [t.companyId, t.invoiceId, t.line],
      foreignColumns: [invoiceLine.companyId, invoiceLine.invoiceId, invoiceLine.line],
    }),
  ],
);
