// Exports of billing for other modules, jobs and the demo.

export { findUnbilledSince, nextInvoiceOn } from "./billed.queries.ts";
export { documentEmailWriters, documentService } from "./documents.service.ts";
export { queueReminders, reminderEmailWriters } from "./dunning-run.service.ts";
export { addCreditNote } from "./entries.service.ts";
export { generateInvoices } from "./generate.service.ts";
export { invoicesOf, statusOn } from "./invoices.queries.ts";
export { billingDate } from "./invoices.service.ts";
export { rateToCome } from "./rates.queries.ts";
export { addReceipt, type BillersCall } from "./receipts.service.ts";
export { changeSettings as changeBillingSettings, keepTypedRate } from "./settings.service.ts";
