import type { lineKinds } from "../billing/words.ts";
import { defineReport } from "./report.ts";

const lineKindLabels = { STORES: "Stores", ADS: "Ads" } as const satisfies Record<
  (typeof lineKinds)[number],
  string
>;

/** The customer's fields, as an accounting program imports them. */
export const invoiceCustomers = defineReport({
  key: "InvoiceUploadCustomer",
  path: "/invoice/invoiceReport1",
  title: "Invoice customers",
  purpose: "The customer's details for an import into accounting.",
  access: "BILLING_DASHBOARD",
  dates: "none",
  units: "asked",
  rows: "Customers",
  columns: {
    name: { format: "text", heading: "Customer" },
    code: { format: "text", heading: "Company code" },
    gstNo: { format: "text", heading: "GSTIN" },
    panNo: { format: "text", heading: "PAN" },
    address: { format: "text", heading: "Address" },
    state: { format: "text", heading: "State" },
    country: { format: "text", heading: "Country" },
    email: { format: "text", heading: "Email" },
    phone: { format: "text", heading: "Phone" },
  },
  order: "name",
  graph: null,
  notes: {
    rows: "The chosen company as it is now. A company is billed as a whole, so a region, zone, group or store has no row.",
    email: "The communication email, to which invoices are sent.",
  },
});

/**
 * The lines of invoices; their amounts, taxes and totals add up to those of the invoices to the
 * paisa.
 */
export const invoiceRevenue = defineReport({
  key: "InvoiceUploadRevenue",
  path: "/invoice/invoiceReport2",
  title: "Invoice revenue",
  purpose: "What was invoiced, line by line, for an import into accounting.",
  access: "BILLING_DASHBOARD",
  dates: { required: true, range: "past", limit: 1096, usual: "month-to-date" },
  units: "asked",
  rows: "Invoice lines",
  columns: {
    number: { format: "text", heading: "Invoice number" },
    line: { format: "integer", heading: "Line" },
    issued: { format: "date", heading: "Date" },
    due: { format: "date", heading: "Due" },
    periodFrom: { format: "date", heading: "Period from" },
    periodTo: { format: "date", heading: "Period to" },
    kind: { format: "choice", heading: "Kind", labels: lineKindLabels },
    item: { format: "text", heading: "Item" },
    stores: { format: "integer", heading: "Stores" },
    plays: { format: "integer", heading: "Plays", total: "sum" },
    seconds: { format: "seconds", heading: "Length of a play" },
    rate: { format: "money", heading: "Rate" },
    amount: { format: "money", heading: "Amount", total: "sum" },
    tax: { format: "money", heading: "Tax", total: "sum" },
    total: { format: "money", heading: "Total", total: "sum" },
  },
  order: "issued",
  graph: null,
  notes: {
    rows: "Lines of invoices that were issued on these days. An invoice is the whole company's, so a region, zone, group or store has no rows. Credit notes are not part of it.",
    line: "The line's number on its invoice.",
    stores: "Stores that were active in the month. Empty for ads.",
    plays: "Verified plays, at most as many as were booked. Empty for stores.",
    seconds: "Of the spot that played. Empty where plays or stores are billed, not seconds.",
    rate: "Per store per month, per second of an ad, or per play.",
    amount: "Without tax.",
    tax: "GST on the line. The invoice's tax is computed once on its sum; the lines share it so that they add up to it.",
    total: "Amount and tax.",
  },
});
