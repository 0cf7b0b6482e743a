import { sql } from "drizzle-orm";
import { check, foreignKey, index, pgTable, primaryKey, text, unique } from "drizzle-orm/pg-core";
import { cancelReasons } from "#contract/billing/e-invoice-words";
import { invoice } from "./billing.ts";
import { companyId, identity, instant, reference } from "./columns.ts";
import { creditNote } from "./credit-notes.ts";

/**
 * The invoice registration portal's answer for an invoice or a note. A trigger refuses every
 * change except to the file and the one cancellation.
 */
export const eInvoice = pgTable(
  "e_invoice",
  {
    companyId: companyId(),
    id: identity(),
    /** The invoice, or that of the note. */
    invoiceId: reference("invoice_id").notNull(),
    /** Null where the invoice itself is registered. */
    creditNoteId: reference("credit_note_id"),
    irn: text("irn").notNull(),
    ackNo: text("ack_no").notNull(),
    ackAt: instant("ack_at").notNull(),
    signedQr: text("signed_qr").notNull(),
    savedBy: text("saved_by").notNull(),
    savedAt: instant("saved_at").notNull(),
    cancelledAt: instant("cancelled_at"),
    cancelledBy: text("cancelled_by"),
    cancelReason: text("cancel_reason", { enum: cancelReasons }),
    cancelRemark: text("cancel_remark"),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    unique("e_invoice_once").on(t.companyId, t.invoiceId, t.creditNoteId).nullsNotDistinct(),
    unique("e_invoice_irn").on(t.companyId, t.irn),
    index("e_invoice_note").on(t.companyId, t.creditNoteId),
    foreignKey({
      name: "e_invoice_invoice",
      columns: [t.companyId, t.invoiceId],
      foreignColumns: [invoice.companyId, invoice.id],
    }),
    foreignKey({
      name: "e_invoice_credit_note",
      columns: [t.companyId, t.creditNoteId],
      foreignColumns: [creditNote.companyId, creditNote.id],
    }),
    check("e_invoice_irn_form", sql`${t.irn} ~ '^[0-9a-f]{64}$'`),
    check(
      "e_invoice_cancelled",
      sql`num_nonnulls(${t.cancelledAt}, ${t.cancelledBy}, ${t.cancelReason}, ${t.cancelRemark}) in (0, 4)
        and ${t.cancelledAt} <= ${t.ackAt} + interval '24 hours'`,
    ),
  ],
);
