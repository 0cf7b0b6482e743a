import { z } from "zod";
import { printable } from "../base/clean-line.ts";
import { endpoint } from "../base/endpoint.ts";
import * as field from "../base/fields.ts";
import { idOf } from "../base/identifiers.ts";
import { messages } from "../base/messages.ts";
import {
  cancelReasons,
  eInvoiceKinds,
  eInvoiceProblems,
  eInvoiceStates,
} from "./e-invoice-words.ts";
import { billingAccess } from "./invoices.ts";

/**
 * E-invoices: the JSON of a document for the invoice registration portal (IRP; schema INV-01,
 * version 1.1), and what the portal answers: reference number (IRN), acknowledgement and signed QR.
 */

const instant = z.iso.datetime();
export const EInvoice = z.object({
  /** The number of the document. */
  number: z.string(),
  issuedOn: z.string(),
  state: z.enum(eInvoiceStates),
  /** The reasons for which the portal would refuse it; empty once it has answered. */
  problems: z.array(z.enum(eInvoiceProblems)),
  registration: z
    .object({
      irn: z.string(),
      ackNo: z.string(),
      ackAt: instant,
      signedQr: z.string(),
      savedBy: z.string(),
      savedAt: instant,
      /** The time up to which it may be cancelled. */
      cancelUntil: instant,
      cancelledAt: instant.nullable(),
      cancelledBy: z.string().nullable(),
      cancelReason: z.enum(cancelReasons).nullable(),
      cancelRemark: z.string().nullable(),
    })
    .nullable(),
});
export type EInvoice = z.infer<typeof EInvoice>;

const irn = field.line
  .toLowerCase()
  .regex(/^[0-9a-f]{64}$/, "An IRN has 64 characters: digits and letters from a to f.");
const ackNo = field.line.regex(/^\d{1,20}$/, "Enter the acknowledgement number, digits only.");
/** The portal's own time, India's, as it writes it. */
const ackAt = field.line.regex(
  /^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}(:\d{2})?$/,
  "Enter date and time as the portal has them, for example 2026-05-01 10:20:00.",
);
/** A signed token (JWS): three parts with dots between. */
const signedQr = field.line
  .max(6000, "At most 6,000 characters are allowed.")
  .regex(/^[\w-]+\.[\w-]+\.[\w-]+$/, "Paste the whole signed QR text: three parts with dots.");

export const RegistrationForm = z.strictObject({ irn, ackNo, ackAt, signedQr });
export type RegistrationForm = z.output<typeof RegistrationForm>;
export const CancellationForm = z.strictObject({
  reason: z.enum(cancelReasons, messages.required),
  remark: field.line
    .min(1, messages.required)
    .max(100, "At most 100 characters are allowed.")
    .regex(printable, messages.printable),
});
export type CancellationForm = z.output<typeof CancellationForm>;

/** The calls about one document of a kind. */
const endpointsOf = <const K extends (typeof eInvoiceKinds)[number]>(kind: K) => {
  const params = z.strictObject({ id: idOf(kind) });
  const path = `/${kind}/{id}/e-invoice` as const;
  const words = kind === "invoice" ? "an invoice" : "a credit or debit note";
  const common = { access: ["BILLING_DASHBOARD"], scope: "none", params } as const;
  return {
    show: endpoint({
      ...common,
      method: "get",
      path,
      summary: `Whether ${words} is registered on the invoice portal, with IRN and signed QR`,
      access: billingAccess,
      data: EInvoice,
    }),
    json: endpoint({
      ...common,
      method: "get",
      path: `${path}/json`,
      summary: `The JSON (INV-01) of ${words} for the invoice portal`,
      data: z.never(),
      stream: "application/json",
    }),
    register: endpoint({
      ...common,
      method: "post",
      path,
      summary: `Store what the portal answered for ${words}: once, it never changes`,
      body: RegistrationForm,
      data: EInvoice,
      success: 201,
    }),
    cancel: endpoint({
      ...common,
      method: "post",
      path: `${path}/cancel`,
      summary: `Note that the IRN of ${words} was cancelled on the portal, within 24 hours of it`,
      body: CancellationForm,
      data: EInvoice,
    }),
  };
};
const ofInvoice = endpointsOf("invoice");
const ofNote = endpointsOf("credit-note");
export const showInvoiceEInvoice = ofInvoice.show;
export const exportInvoiceEInvoice = ofInvoice.json;
export const registerInvoice = ofInvoice.register;
export const cancelInvoiceIrn = ofInvoice.cancel;
export const showNoteEInvoice = ofNote.show;
export const exportNoteEInvoice = ofNote.json;
export const registerNote = ofNote.register;
export const cancelNoteIrn = ofNote.cancel;

export const EInvoiceRow = z.object({
  kind: z.enum(eInvoiceKinds),
  id: z.int(),
  number: z.string(),
  issuedOn: z.string(),
  companyName: z.string(),
  state: z.enum(eInvoiceStates),
  irn: z.string().nullable(),
});
export type EInvoiceRow = z.infer<typeof EInvoiceRow>;
export const listEInvoices = endpoint({
  method: "get",
  path: "/e-invoice",
  summary: "Invoices and notes of a month that the invoice portal must know, with their IRNs",
  access: ["BILLING_DASHBOARD"],
  scope: "provider",
  query: z.strictObject({
    month: field.isoDate.refine((date) => date.endsWith("-01"), "Enter the first of a month."),
  }),
  data: z.array(EInvoiceRow),
});

export const uploadAnswers = endpoint({
  method: "post",
  path: "/e-invoice/answers",
  summary:
    "Store the portal's answers from its JSON, CSV or .xlsx file, each with its own document",
  access: ["BILLING_DASHBOARD"],
  scope: "none",
  upload: { kind: "portal", most: 1 },
  bulk: true,
  data: z.object({
    saved: z.int(),
    /** Answers that were stored before, unchanged. */
    same: z.int(),
    refusedCount: z.int(),
    /** The first hundred. */
    refused: z.array(z.object({ number: z.string(), reason: z.string() })),
  }),
  success: 201,
});
