import { z } from "zod";
import { endpoint } from "../base/endpoint.ts";
import * as field from "../base/fields.ts";
import { idOf } from "../base/identifiers.ts";
import { paging } from "../base/pages.ts";
import { Amount } from "./invoices.ts";
import { bankLineStates, matchReasons } from "./words.ts";

/** Credits of the provider's bank statements, each confirmed by a person as a receipt. */

/** A line's likely invoices, and why; a person confirms them before they are recorded. */
export const Match = z.object({
  companyId: z.int(),
  companyName: z.string(),
  reasons: z.array(z.enum(matchReasons)),
  /** Amounts and tax deducted; tax if the line is short by a usual rate of it. */
  allocations: z.array(
    z.object({
      invoiceId: z.int().nullable(),
      openingId: z.int().nullable(),
      number: z.string(),
      outstanding: Amount,
      amount: Amount,
      tds: Amount,
    }),
  ),
});
export type Match = z.infer<typeof Match>;

export const BankLine = z.object({
  id: z.int(),
  day: z.string(),
  narration: z.string(),
  reference: z.string().nullable(),
  amount: Amount,
  state: z.enum(bankLineStates),
  /** The receipt that it was confirmed as. */
  receipt: z.object({ id: z.int(), companyName: z.string(), notedBy: z.string() }).nullable(),
  /** The best three, the likeliest first; none where nothing speaks for any. */
  matches: z.array(Match),
});
export type BankLine = z.infer<typeof BankLine>;

const area = ["BILLING_DASHBOARD"] as const;

export const importBankLines = endpoint({
  method: "post",
  path: "/bank-line",
  summary:
    "Read a bank statement as CSV or .xlsx (HDFC, ICICI, SBI, Axis, Kotak, or columns of the same names); lines that are there already are left out",
  access: area,
  scope: "provider",
  upload: { kind: "table", most: 1 },
  data: z.object({
    added: z.int(),
    /** There already, from this or an earlier file. */
    same: z.int(),
    /** Lines without a credit, which are not kept. */
    debits: z.int(),
    /** The first fifty that look like lines of a statement and cannot be read. */
    unread: z.array(z.object({ line: z.int(), reason: z.string() })),
  }),
  bulk: true,
});
export const BankLineQuery = z.strictObject({
  /** Part of the narration or reference. */
  search: field.search.optional(),
  state: z.enum(bankLineStates).default("open"),
  ...paging,
});
export type BankLineQuery = z.output<typeof BankLineQuery>;
export const listBankLines = endpoint({
  method: "get",
  path: "/bank-line",
  summary: "Lines of bank statements with what they may have paid, the newest first",
  access: area,
  scope: "provider",
  query: BankLineQuery,
  list: true,
  data: BankLine,
});

const params = z.strictObject({ id: idOf("bank-line") });
export const findBankLine = endpoint({
  method: "get",
  path: "/bank-line/{id}",
  summary: "A line of a bank statement with what it may have paid",
  access: area,
  scope: "provider",
  params,
  data: BankLine,
});
export const ignoreBankLine = endpoint({
  method: "put",
  path: "/bank-line/{id}/ignored",
  summary: "Set aside a line that no company paid, such as interest, or bring it back",
  access: area,
  scope: "provider",
  params,
  body: z.strictObject({ ignored: z.boolean() }),
  data: BankLine,
});
