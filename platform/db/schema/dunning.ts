import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  foreignKey,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
} from "drizzle-orm/pg-core";
import { mostDunningSteps } from "#contract/billing/dunning-words";
import { invoice } from "./billing.ts";
import { companyId, identity, instant, reference, updatedAt, version } from "./columns.ts";
import { company } from "./organisation.ts";

/** When companies are reminded of due invoices. Nothing is sent until the provider turns it on. */
export const dunningSetting = pgTable(
  "dunning_setting",
  {
    companyId: companyId()
      .primaryKey()
      .references(() => company.id),
    isOn: boolean("is_on").notNull(),
    /** Days after the due date, each a step. */
    days: smallint("days").array().notNull(),
    version: version(),
    updatedAt: updatedAt(),
  },
  (t) => [
    check(
      "dunning_setting_days",
      sql`cardinality(${t.days}) between 1 and ${sql.raw(String(mostDunningSteps))}`,
    ),
  ],
);

/** A company, or one invoice of it, that gets no reminders. */
export const dunningStop = pgTable(
  "dunning_stop",
  {
    companyId: companyId().references(() => company.id),
    id: identity(),
    /** Null where the whole company is left out. */
    invoiceId: reference("invoice_id"),
    reason: text("reason").notNull(),
    stoppedBy: text("stopped_by").notNull(),
    stoppedAt: instant("stopped_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    unique("dunning_stop_once").on(t.companyId, t.invoiceId).nullsNotDistinct(),
    foreignKey({
      name: "dunning_stop_invoice",
      columns: [t.companyId, t.invoiceId],
      foreignColumns: [invoice.companyId, invoice.id],
    }),
  ],
);

/** A reminder whose email was queued (`email` of its id); an invoice gets each step once. */
export const dunningReminder = pgTable(
  "dunning_reminder",
  {
    companyId: companyId(),
    id: identity(),
    invoiceId: reference("invoice_id").notNull(),
    /** The step: days after the due date. */
    days: smallint("days").notNull(),
    queuedAt: instant("queued_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    unique("dunning_reminder_once").on(t.companyId, t.invoiceId, t.days),
    foreignKey({
      name: "dunning_reminder_invoice",
      columns: [t.companyId, t.invoiceId],
      foreignColumns: [invoice.companyId, invoice.id],
    }),
  ],
);
