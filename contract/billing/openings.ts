import { z } from "zod";
import { endpoint } from "../base/endpoint.ts";
import * as field from "../base/fields.ts";
import { idOf } from "../base/identifiers.ts";
import { messages } from "../base/messages.ts";
import { ofCompany } from "../base/pages.ts";
import { Amount } from "./invoices.ts";
import { aboveZero, note } from "./receipts.ts";

/** Amounts that a company has to pay, and that it owed before it was billed here. */

const area = ["BILLING_DASHBOARD"] as const;

export const OpenItem = z.object({
  invoiceId: z.int().nullable(),
  openingId: z.int().nullable(),
  number: z.string(),
  issuedOn: z.string(),
  dueOn: z.string(),
  total: Amount,
  outstanding: Amount,
});
export type OpenItem = z.infer<typeof OpenItem>;

export const listOpenItems = endpoint({
  method: "get",
  path: "/open-item",
  summary: "A company's invoices and opening balances with something outstanding, the oldest first",
  access: area,
  scope: "company",
  query: z.strictObject(ofCompany),
  data: z.object({
    companyId: z.int(),
    companyName: z.string(),
    /** Credit on account that can be allocated. */
    onAccount: Amount,
    items: z.array(OpenItem),
  }),
});

export const OpeningForm = z.strictObject({
  kind: z.enum(["owed", "credit"]),
  /** The old system's invoice number, or any name. */
  number: note(50).min(1, messages.required),
  amount: aboveZero,
  issuedOn: field.isoDate,
  /** By default the day it was issued on; of no meaning for a credit. */
  dueOn: field.isoDate.optional(),
});
export type OpeningForm = z.output<typeof OpeningForm>;
export const OpeningBalance = z.object({
  id: z.int(),
  number: z.string(),
  issuedOn: z.string(),
  dueOn: z.string(),
  total: Amount,
  outstanding: Amount,
  notedBy: z.string(),
});
export type OpeningBalance = z.infer<typeof OpeningBalance>;

export const addOpeningBalance = endpoint({
  method: "post",
  path: "/opening-balance",
  summary:
    "Record what a company owed, or had paid too much, before it was billed here; a credit becomes a receipt on account",
  access: area,
  scope: "company",
  query: z.strictObject(ofCompany),
  body: OpeningForm,
  data: z.object({ openingId: z.int().nullable(), receiptId: z.int().nullable() }),
  success: 201,
  idempotent: true,
});
export const listOpeningBalances = endpoint({
  method: "get",
  path: "/opening-balance",
  summary: "What a company owed before it was billed here, with what is outstanding of it",
  access: area,
  scope: "company",
  query: z.strictObject(ofCompany),
  data: z.array(OpeningBalance),
});
export const removeOpeningBalance = endpoint({
  method: "delete",
  path: "/opening-balance/{id}",
  summary: "Remove an opening balance that nothing was allocated to",
  access: area,
  scope: "company",
  query: z.strictObject(ofCompany),
  params: z.strictObject({ id: idOf("opening") }),
  data: z.object({ id: z.int() }),
});
