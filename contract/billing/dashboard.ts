import { z } from "zod";
import { endpoint } from "../base/endpoint.ts";
import { billingProblem } from "./generate.ts";
import { Amount, InvoiceRow } from "./invoices.ts";

const Sum = z.object({ invoices: z.int(), amount: Amount });

export const BillingDashboard = z.object({
  /** The provider's date. */
  today: z.string(),
  /**
   * Outstanding amounts of invoices and opening balances: not yet due, in their 30 days of
   * grace, and after them.
   */
  due: Sum,
  grace: Sum,
  overdue: Sum,
  /** Credit of all companies that is not allocated. */
  onAccount: Amount,
  /**
   * The twelve months to this one, by the date of issue, without tax: invoices less credit notes;
   * and amounts paid and deducted, with tax. `earned` is invoices less credit notes by the month
   * that they are for, and the stores' fees of months that are not invoiced yet.
   */
  months: z.array(
    z.object({
      month: z.string(),
      invoiced: Amount,
      credited: Amount,
      paid: Amount,
      earned: Amount,
    }),
  ),
  /**
   * This month and the two after it, without tax: active stores at their rates, and what campaigns
   * have booked.
   */
  forecast: z.array(
    z.object({ month: z.string(), stores: z.int(), storeAmount: Amount, adAmount: Amount }),
  ),
  /** Companies with a period that is over and not billed. */
  toIssue: z.object({
    companies: z.int(),
    /**
     * The first hundred that cannot be billed as they are, and the first hundred that are never
     * billed because they have no first billing day.
     */
    problems: z.array(z.object({ companyId: z.int(), companyName: z.string(), ...billingProblem })),
    /**
     * Names of companies without a communication email, among the first hundred whose period is
     * over and can be billed.
     */
    withoutEmail: z.array(z.string()),
  }),
  /** The ten that have been overdue longest. */
  longestOverdue: z.array(InvoiceRow),
});
export type BillingDashboard = z.infer<typeof BillingDashboard>;

export const billingDashboard = endpoint({
  method: "get",
  path: "/billing-dashboard",
  summary: "What is due, in grace and overdue, revenue by month, and a forecast",
  access: ["BILLING_DASHBOARD"],
  scope: "none",
  data: BillingDashboard,
});
