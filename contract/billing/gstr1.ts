import { z } from "zod";
import { endpoint } from "../base/endpoint.ts";
import * as field from "../base/fields.ts";
import { gstr1Problems, gstr1Sections } from "./gstr1-words.ts";
import { Amount } from "./invoices.ts";

/**
 * The return of outward supplies, GSTR-1: documents issued in a month or quarter under one GSTIN,
 * in the format of the GST portal and its offline tool.
 */

const Gstr1Query = z.strictObject({
  /** The first of a month; of a quarter any of its months will do. */
  month: field.isoDate.refine((date) => date.endsWith("-01"), "Enter the first of a month."),
  period: z.enum(["month", "quarter"]).default("month"),
  /** One of the provider's GSTINs, if documents of the period were issued under several. */
  gstNo: field.gstNo.optional(),
});
export type Gstr1Query = z.output<typeof Gstr1Query>;

const sums = { taxable: Amount, cgst: Amount, sgst: Amount, igst: Amount, total: Amount };
const Sums = z.object({ documents: z.int(), ...sums });

export const Gstr1 = z.object({
  /** Your own GSTIN that the return is for; null before there are billing settings. */
  gstNo: z.string().nullable(),
  /** All that documents of the period were issued under. */
  gstNos: z.array(z.string()),
  from: z.string(),
  to: z.string(),
  /** The period in the portal's format: "062026". */
  returnPeriod: z.string(),
  /** Credit notes count below zero. */
  sections: z.array(z.object({ section: z.enum(gstr1Sections), ...Sums.shape })),
  /** The sum of the sections that list documents: all but HSN and documents issued. */
  sum: Sums,
  /** The invoices and notes of the period and GSTIN, added up by themselves. */
  ledger: Sums,
  problemCount: z.int(),
  /** The first two hundred. */
  problems: z.array(
    z.object({
      problem: z.enum(gstr1Problems),
      number: z.string(),
      /** The invoice, or that of the note. */
      invoiceId: z.int(),
      companyId: z.int(),
      companyName: z.string(),
    }),
  ),
});
export type Gstr1 = z.infer<typeof Gstr1>;

const common = { method: "get", access: ["BILLING_DASHBOARD"], scope: "provider" } as const;

export const showGstr1 = endpoint({
  ...common,
  path: "/gstr1",
  summary: "GSTR-1 of a month or quarter: totals by section, and what the portal would refuse",
  query: Gstr1Query,
  data: Gstr1,
});
export const exportGstr1 = endpoint({
  ...common,
  path: "/gstr1/json",
  summary: "The same as the GST portal's JSON, to be uploaded there",
  query: Gstr1Query,
  data: z.never(),
  stream: "application/json",
});
export const exportGstr1Section = endpoint({
  ...common,
  path: "/gstr1/csv",
  summary: "A section of it as CSV, with the columns of the portal's offline tool",
  query: Gstr1Query.extend({ section: z.enum(gstr1Sections) }),
  data: z.never(),
  stream: "text/csv",
});
