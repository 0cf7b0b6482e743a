import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { Party, Supplier } from "#contract/billing/invoices";
import { exportTerms, lineKinds, taxKinds } from "#contract/billing/words";
import { campaign } from "./campaigns.ts";
import { companyId, identity, instant, paise, reference, updatedAt, version } from "./columns.ts";
import { company } from "./organisation.ts";
import { storedFile } from "./work.ts";

/**
 * Invoices and their parts (docs/decisions/billing.md). Triggers in the migration allow an issued
 * invoice no change except to its marks.
 */

/** The first of a month. */
const month = () => date("month", { mode: "string" }).notNull();

/** A store's price per month, from a month on. The first version's rate also holds before it. */
export const companyRate = pgTable(
  "company_rate",
  {
    companyId: companyId().references(() => company.id),
    /** The first of a month. */
    fromMonth: date("from_month", { mode: "string" }).notNull(),
    rate: paise("rate"),
    setBy: text("set_by").notNull(),
    setAt: instant("set_at").notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.fromMonth] }),
    check("company_rate_month", sql`extract(day from ${t.fromMonth}) = 1 and ${t.rate} >= 0`),
  ],
);

/** The provider's own particulars on invoices. */
export const billingSetting = pgTable("billing_setting", {
  companyId: companyId()
    .primaryKey()
    .references(() => company.id),
  legalName: text("legal_name").notNull(),
  addressLine: text("address_line").notNull(),
  city: text("city").notNull(),
  postalCode: text("postal_code").notNull(),
  gstNo: text("gst_no").notNull(),
  panNo: text("pan_no").notNull(),
  bankDetails: text("bank_details"),
  /** Hundredths of a percent: 1800 is 18 %. */
  gstRate: smallint("gst_rate").notNull(),
  paymentDays: smallint("payment_days").notNull(),
  /** Codes of the services (SAC); null in settings older than them, with which nothing is issued. */
  sacMusic: text("sac_music"),
  sacAds: text("sac_ads"),
  signatoryName: text("signatory_name"),
  /** The picture of the signatory's signature: a row of stored_file. */
  signatureFileId: uuid("signature_file_id"),
  /** For exports and SEZ; null until the provider decides. */
  exportTerms: text("export_terms", { enum: exportTerms }),
  lutNo: text("lut_no"),
  lutDate: date("lut_date", { mode: "string" }),
  /** The last day on which the letter of undertaking holds. */
  lutValidTo: date("lut_valid_to", { mode: "string" }),
  /** The latest year ("2025-26") whose annual return was filed, and when. */
  annualReturnYear: text("annual_return_year"),
  annualReturnFiledOn: date("annual_return_filed_on", { mode: "string" }),
  version: version(),
  updatedAt: updatedAt(),
});

/**
 * The last number of a series, of the provider. Its row is locked until what takes the next one is
 * committed: so there is no gap.
 */
export const numberSeries = pgTable(
  "number_series",
  {
    companyId: companyId().references(() => company.id),
    kind: text("kind", { enum: ["INVOICE", "CREDIT_NOTE", "DEBIT_NOTE"] }).notNull(),
    /** "2026-27". */
    financialYear: text("financial_year").notNull(),
    last: integer("last").notNull(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.kind, t.financialYear] })],
);

export const numbered = {
  number: text("number").notNull(),
  financialYear: text("financial_year").notNull(),
  serial: integer("serial").notNull(),
  /** The date of the provider's zone. */
  issuedOn: date("issued_on", { mode: "string" }).notNull(),
  issuedAt: instant("issued_at").notNull(),
  issuedBy: text("issued_by").notNull(),
  taxable: paise("taxable"),
  cgst: paise("cgst"),
  sgst: paise("sgst"),
  igst: paise("igst"),
  total: paise("total"),
};
/** Set after the commit, once. */
export const marks = {
  /** The PDF's row in stored_file. */
  fileId: uuid("file_id"),
};

/** A document's bytes are kept: its file is no longer to be removed. */
export const ofFile = (
  name: string,
  t: Record<"companyId" | "fileId", AnyPgColumn<{ tableName: string }>>,
) =>
  foreignKey({
    name,
    columns: [t.companyId, t.fileId],
    foreignColumns: [storedFile.companyId, storedFile.id],
  });

/**
 * A foreign key checked at the commit, because these rows are written before their invoice
 * (billing_period, invoice_store, invoice_plays): migration 0064.
 */
export const ofInvoice = (
  name: string,
  t: Record<"companyId" | "invoiceId", AnyPgColumn<{ tableName: string }>>,
) =>
  foreignKey({
    name,
    columns: [t.companyId, t.invoiceId],
    foreignColumns: [invoice.companyId, invoice.id],
  });

export const invoice = pgTable(
  "invoice",
  {
    companyId: companyId().references(() => company.id),
    id: identity(),
    ...numbered,
    periodFrom: date("period_from", { mode: "string" }).notNull(),
    /** The last day. */
    periodTo: date("period_to", { mode: "string" }).notNull(),
    dueOn: date("due_on", { mode: "string" }).notNull(),
    taxKind: text("tax_kind", { enum: taxKinds }).notNull(),
    /** Hundredths of a percent. */
    taxRate: smallint("tax_rate").notNull(),
    supplyState: text("supply_state"),
    /** Supplier and customer as they were when the document was issued. */
    supplier: jsonb("supplier").$type<Supplier>().notNull(),
    customer: jsonb("customer").$type<Party>().notNull(),
    ...marks,
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    unique("invoice_once").on(t.companyId, t.periodFrom),
    uniqueIndex("invoice_number").on(t.number),
    uniqueIndex("invoice_serial").on(t.financialYear, t.serial),
    index("invoice_issued").on(t.issuedOn, t.id),
    index("invoice_without_pdf").on(t.id).where(sql`${t.fileId} is null`),
    ofFile("invoice_file", t),
    check(
      "invoice_sum",
      sql`${t.total} = ${t.taxable} + ${t.cgst} + ${t.sgst} + ${t.igst} and ${t.taxable} > 0`,
    ),
    check("invoice_period", sql`${t.periodTo} > ${t.periodFrom} and ${t.dueOn} >= ${t.issuedOn}`),
  ],
);

/**
 * A period of a company that is billed: with its invoice, or without one where there was nothing to
 * bill. The next begins after the last.
 */
export const billingPeriod = pgTable(
  "billing_period",
  {
    companyId: companyId().references(() => company.id),
    periodFrom: date("period_from", { mode: "string" }).notNull(),
    periodTo: date("period_to", { mode: "string" }).notNull(),
    invoiceId: reference("invoice_id"),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.periodFrom] }),
    unique("billing_period_end").on(t.companyId, t.periodTo),
    ofInvoice("billing_period_invoice", t),
  ],
);

export const invoiceLine = pgTable(
  "invoice_line",
  {
    companyId: companyId(),
    invoiceId: reference("invoice_id").notNull(),
    line: integer("line").notNull(),
    kind: text("kind", { enum: lineKinds }).notNull(),
    month: month(),
    description: text("description").notNull(),
    quantity: integer("quantity").notNull(),
    seconds: integer("seconds"),
    rate: paise("rate"),
    amount: paise("amount"),
    campaignId: reference("campaign_id"),
    prime: boolean("prime"),
    /** The code of the service; null on invoices older than it. */
    sac: text("sac"),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.invoiceId, t.line] }),
    ofInvoice("invoice_line_invoice", t),
    check("invoice_line_amount", sql`${t.quantity} > 0 and ${t.amount} > 0`),
    check(
      "invoice_line_ads",
      sql`(${t.kind} = 'ADS') = (num_nonnulls(${t.campaignId}, ${t.prime}) = 2)`,
    ),
  ],
);

/** The stores that a line bills: the key lets no store be billed twice for a month. */
export const invoiceStore = pgTable(
  "invoice_store",
  {
    companyId: companyId(),
    month: month(),
    storeId: reference("store_id").notNull(),
    invoiceId: reference("invoice_id").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.month, t.storeId] }),
    index("invoice_store_invoice").on(t.companyId, t.invoiceId),
    ofInvoice("invoice_store_invoice_fk", t),
  ],
);

/**
 * The verified plays that an invoice bills, by where and in which month they played: later invoices
 * bill what came after.
 */
export const invoicePlays = pgTable(
  "invoice_plays",
  {
    companyId: companyId(),
    invoiceId: reference("invoice_id").notNull(),
    campaignId: reference("campaign_id").notNull(),
    storeId: reference("store_id").notNull(),
    month: month(),
    prime: boolean("prime").notNull(),
    /** The length of the spot that played. */
    seconds: integer("seconds").notNull(),
    plays: integer("plays").notNull(),
  },
  (t) => [
    primaryKey({
      name: "invoice_plays_pk",
      columns: [t.companyId, t.campaignId, t.storeId, t.month, t.prime, t.seconds, t.invoiceId],
    }),
    index("invoice_plays_invoice").on(t.companyId, t.invoiceId),
    check("invoice_plays_some", sql`${t.plays} > 0`),
    ofInvoice("invoice_plays_invoice_fk", t),
    foreignKey({
      name: "invoice_plays_campaign",
      columns: [t.companyId, t.campaignId],
      foreignColumns: [campaign.companyId, campaign.id],
    }),
  ],
);
