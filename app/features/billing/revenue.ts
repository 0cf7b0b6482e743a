import { shortMonth } from "#contract/base/dates";
import type { Figures } from "#contract/base/figures";
import { readAmount } from "#contract/base/money";
import type { BillingDashboard } from "#contract/billing/dashboard";
import { billingTexts } from "./texts";

/**
 * The chart of revenue and the heading that the last two full months make. Its figures are the
 * table's, because a forecast of booked ads in the running month would look like earnings.
 */
export function revenueOf(
  { months, forecast }: Pick<BillingDashboard, "months" | "forecast">,
  figures: Pick<Figures, "money">,
) {
  const points = months.map(({ month, invoiced, credited, earned }) => ({
    label: shortMonth(month),
    isPart: forecast.some((one) => one.month === month),
    invoiced: readAmount(invoiced) - readAmount(credited),
    earned: readAmount(earned),
  }));
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
