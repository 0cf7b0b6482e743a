/** Words of e-invoices that pages use too. No zod in here. */

/** Documents that are registered on the invoice portal. */
export const eInvoiceKinds = ["invoice", "credit-note"] as const;
export type EInvoiceKind = (typeof eInvoiceKinds)[number];

/** Why the portal would refuse a document. */
export const eInvoiceProblems = [
  "NO_GSTIN",
  "NO_SAC",
  "NO_STATE",
  "OWN_ADDRESS",
  "ADDRESS",
  "PIN",
] as const;
export type EInvoiceProblem = (typeof eInvoiceProblems)[number];
export const eInvoiceProblemTexts: Record<EInvoiceProblem, string> = {
  NO_GSTIN: "The company counts as registered but had no GSTIN.",
  NO_SAC: "A line has no SAC.",
  NO_STATE: "There is no place of supply.",
  OWN_ADDRESS: "Your own address had no city or no PIN code of six digits.",
  ADDRESS: "The company's address had no street or no city.",
  PIN: "The company's PIN code does not have six digits.",
};

/** The portal's reasons for cancelling, in its own order (codes 1 to 4). */
export const cancelReasons = ["DUPLICATE", "DATA_ENTRY", "ORDER_CANCELLED", "OTHER"] as const;
export type CancelReason = (typeof cancelReasons)[number];
export const cancelReasonLabels: Record<CancelReason, string> = {
  DUPLICATE: "Duplicate",
  DATA_ENTRY: "Data entry mistake",
  ORDER_CANCELLED: "Order cancelled",
  OTHER: "Others",
};

/** Hours after its acknowledgement in which an IRN may be cancelled. */
export const cancelHours = 24;

export const eInvoiceStates = ["not-needed", "waiting", "registered", "cancelled"] as const;
export type EInvoiceState = (typeof eInvoiceStates)[number];
export const eInvoiceStateLabels: Record<EInvoiceState, string> = {
  "not-needed": "Not needed",
  waiting: "No IRN yet",
  registered: "Registered",
  cancelled: "Cancelled",
};
