import { monthName, showDate } from "#contract/base/dates";
import { formatAmount, readAmount } from "#contract/base/money";
import { type BillingDashboard, billingDashboard } from "#contract/billing/dashboard";
import { type BillingProblem, billingProblemText, settingsProblems } from "#contract/billing/words";
import { companyEditPath } from "~/features/companies/paths";
import { load, type PageContext } from "~/lib/session/guard.server";
import { showAmount } from "./billing-words";
import { shownInvoice } from "./invoices.server";
import { billedCompanyPath, billingSettingsPath } from "./paths";
import { revenueOf } from "./revenue";

export async function loadBilling(pageContext: PageContext) {
  const { figures, ids } = pageContext;
  const { data } = await load(() => pageContext.api.call(billingDashboard, {}));
  const sum = ({ invoices, amount }: BillingDashboard["due"]) => ({
    amount: showAmount(amount, figures),
    invoices: figures.counted(invoices, "invoice"),
  });
  const { companies, problems } = data.toIssue;
  const waiting = companies - problems.filter(({ problem }) => problem !== "NO_START").length;
  return {
    due: sum(data.due),
    grace: sum(data.grace),
    overdue: sum(data.overdue),
    onAccount: showAmount(data.onAccount, figures),
    toIssue: waiting <= 0 ? null : figures.counted(waiting, "company", "companies"),
    problems: problems.map(({ companyId, companyName, problem, unprintable }) => {
      const ref = ids.encrypt("company", companyId);
      return {
        ref,
        company: companyName,
        to: billedCompanyPath(ref),
        problem: billingProblemText({ problem, unprintable }),
        mend: problemLink(problem, ref),
      };
    }),
    revenue: revenueOf(data, figures),
    months: data.months.map(({ month, invoiced, credited, paid, earned }) => ({
      month: monthName(month),
      invoiced: showAmount(invoiced, figures),
      credited: showAmount(credited, figures),
      paid: showAmount(paid, figures),
      earned: showAmount(earned, figures),
    })),
    forecast: data.forecast.map(({ month, stores, storeAmount, adAmount }) => ({
      month: monthName(month),
      stores,
      storeAmount: showAmount(storeAmount, figures),
      adAmount: showAmount(adAmount, figures),
      total: showAmount(formatAmount(readAmount(storeAmount) + readAmount(adAmount)), figures),
    })),
    overdueInvoices: data.longestOverdue.map((row) => shownInvoice(row, pageContext)),
    today: showDate(data.today),
  };
}

/** Links to the page where the missing data is entered. */
export function problemLink(problem: BillingProblem, ref: string): { label: string; to: string } {
  if (settingsProblems.includes(problem))
    return { label: "Open billing settings", to: billingSettingsPath };
  if (problem === "NO_RATE") return { label: "Set rate", to: billedCompanyPath(ref) };
  if (problem === "NO_FONT") return { label: "Edit company", to: companyEditPath(ref) };
  return problem === "NO_STATE" || problem === "NO_ADDRESS"
    ? { label: "Edit address", to: `${companyEditPath(ref)}?section=address` }
    : { label: "Edit billing", to: `${companyEditPath(ref)}?section=billing` };
}
