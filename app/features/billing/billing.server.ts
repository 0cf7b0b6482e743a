import { monthName, shortMonth, showDate } from "#contract/base/dates";
import type { Figures } from "#contract/base/figures";
import { formatAmount, readAmount } from "#contract/base/money";
import { type BillingDashboard, billingDashboard } from "#contract/billing/dashboard";
import { type BillingProblem, billingProblemText, settingsProblems } from "#contract/billing/words";
import { companyEditPath } from "~/features/companies/paths";
import { type Guarded, load } from "~/lib/session/guard.server";
import { showAmount } from "./billing-words";
import { shownInvoice } from "./invoices.server";
import { billedCompanyPath, billingSettingsPath } from "./paths";
import { billingTexts } from "./texts";

export async function loadBilling(guarded: Guarded) {
  const { figures, ids } = guarded;
  const { data } = await load(() => guarded.api.call(billingDashboard, {}));
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
    overdueInvoices: data.longestOverdue.map((row) => shownInvoice(row, guarded)),
    today: showDate(data.today),
  };
}

/** Words what was invoiced and earned in a month; in the running one it is a forecast. */
function revenueOf({ months, forecast }: BillingDashboard, figures: Figures) {
  const points = months.map(({ month, invoiced, credited, earned }) => {
    const ahead = forecast.find((one) => one.month === month);
    return {
      label: shortMonth(month),
      isPart: ahead !== undefined,
      invoiced: readAmount(invoiced) - readAmount(credited),
      earned: readAmount(earned) + (ahead ? readAmount(ahead.adAmount) : 0),
    };
  });
  const [before, last] = points.filter(({ isPart }) => !isPart).slice(-2);
  return {
    finding:
      last && last.earned > 0
        ? billingTexts.earnedIn(
            figures.money(Math.round(last.earned)),
            last.label,
            before && changeIn(last.earned, before.earned),
            before?.label ?? "",
          )
        : undefined,
    points: points.map(({ label, isPart, invoiced, earned }) => ({
      label,
      isPart,
      values: [invoiced, earned],
    })),
  };
}

const changeIn = (now: number, before: number) =>
  before > 0 ? Math.round((100 * (now - before)) / before) : undefined;

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
