import { z } from "zod";
import { endpoint } from "../base/endpoint.ts";
import * as field from "../base/fields.ts";
import { paging, sortsBy } from "../base/pages.ts";
import { ofFile, tableMediaTypes } from "../base/table-files.ts";
import { Amount } from "./invoices.ts";

/** Outstanding amounts by days after the due date, of invoices and opening balances together. */
export const Ageing = z.object({
  notDue: Amount,
  /** 1 to 30 days late, 31 to 60, 61 to 90, and more. */
  to30: Amount,
  to60: Amount,
  to90: Amount,
  over90: Amount,
  /** Credit on account, and what invoices were overpaid. */
  credit: Amount,
  /** The sum of the five less the credit: the balance of the company's statement. */
  total: Amount,
});
export type Ageing = z.infer<typeof Ageing>;

export const AgeingRow = Ageing.extend({ companyId: z.int(), companyName: z.string() });
export type AgeingRow = z.infer<typeof AgeingRow>;

export const AgeingQuery = z.strictObject({
  /** Part of the company's name. */
  search: field.search.optional(),
  ...paging,
  sort: z.enum(sortsBy("company", "total", "over90")).default("-total"),
});
export type AgeingQuery = z.output<typeof AgeingQuery>;

export const listAgeing = endpoint({
  method: "get",
  path: "/ageing",
  summary: "What each company owes by age, with the sums of all that match beside it",
  access: ["BILLING_DASHBOARD"],
  scope: "none",
  query: AgeingQuery,
  list: true,
  data: AgeingRow,
});
export const exportAgeing = endpoint({
  method: "get",
  path: "/ageing/export",
  summary: "The same as CSV or workbook, its last row the total",
  access: ["BILLING_DASHBOARD"],
  scope: "none",
  query: AgeingQuery.pick({ search: true }).extend(ofFile),
  data: z.never(),
  stream: tableMediaTypes,
});
