// What other modules, jobs and the demo may use of billing.

export { documentService } from "./documents.service.ts";
export { addCreditNote, addPayment, type BillersCall } from "./entries.service.ts";
export { generateInvoices } from "./generate.service.ts";
export { changeSettings as changeBillingSettings, keepTypedRate } from "./settings.service.ts";
