import { z } from "zod";
import { endpoint } from "../base/endpoint.ts";
import { ofCompany } from "../base/pages.ts";
import { Amount, invoiceFigures, taxedLines } from "./invoices.ts";
import { billingProblems } from "./words.ts";

export const billingProblem = {
  problem: z.enum(billingProblems),
  /** Characters of its texts that no font has, such as "𓀀 (U+13000)". */
  unprintable: z.string(),
};

/** An invoice as it would be issued, without writing it. */
export const InvoicePreview = z.object({
  companyId: z.int(),
  companyName: z.string(),
  periodFrom: z.string(),
  periodTo: z.string(),
  /** True if the period is over: only then it can be issued. */
  isOver: z.boolean(),
  /** The problem that prevents issuing it. */
  problem: billingProblem.problem.nullable(),
  unprintable: billingProblem.unprintable,
  dueOn: z.string(),
  ...taxedLines,
  ...invoiceFigures,
});
export type InvoicePreview = z.infer<typeof InvoicePreview>;

export const previewInvoice = endpoint({
  method: "get",
  path: "/invoice/preview",
  summary:
    "The company's next invoices: those of periods that are over, and the running period as it stands; nothing is written",
  access: ["BILLING_DASHBOARD"],
  scope: "company",
  query: z.strictObject(ofCompany),
  data: z.array(InvoicePreview),
});

export const generateInvoices = endpoint({
  method: "post",
  path: "/invoice/generate",
  summary:
    "Issue the invoices of all periods that are over, of one company or of all; each period once, whoever asks",
  access: ["BILLING_DASHBOARD"],
  scope: "none",
  body: z.strictObject(ofCompany),
  data: z.object({
    issued: z.int(),
    /** The total of all that were issued. */
    total: Amount,
    /** The first hundred. */
    invoices: z.array(
      z.object({
        id: z.int(),
        number: z.string(),
        companyId: z.int(),
        companyName: z.string(),
        total: Amount,
      }),
    ),
    /** Periods that had nothing to bill: they are done, without an invoice. */
    empty: z.int(),
    /** The first hundred companies that could not be billed. */
    refused: z.array(z.object({ companyId: z.int(), companyName: z.string(), ...billingProblem })),
  }),
  bulk: true,
  idempotent: true,
});
