import { dateIn } from "#contract/base/dates";
import { formatAmount } from "#contract/base/money";
import type { BillingDashboard } from "#contract/billing/dashboard";
import { monthAfter } from "#contract/billing/words";
import { notSetUp } from "../../base/refusal.ts";
import type { SignedInCall } from "../../http/context.ts";
import {
  countDueCompanies,
  findCompaniesWithoutStart,
  findDueCompanies,
} from "./billed.queries.ts";
import {
  findAdAmounts,
  findCreditOnAccount,
  findLongestOverdue,
  findRevenue,
  findStoreFees,
  findTotalsByStatus,
} from "./dashboard.queries.ts";
import { draftAll, nextPeriod } from "./generate.service.ts";
import { toRow } from "./invoices.service.ts";
import { findBilling } from "./settings.queries.ts";

const mostOverdue = 10;
const mostProblems = 100;
const nothing = { invoices: 0, amount: 0 };

/** Shows amounts due and late of all companies, revenue by month and a forecast. */
export async function showDashboard({ db, now }: SignedInCall): Promise<BillingDashboard> {
  const billing = await findBilling(db);
  if (!billing) throw notSetUp();
  const today = dateIn(billing.zone, now);
  const totalsByStatus = await findTotalsByStatus(db, today);
  const sum = (status: string) => {
    const { invoices, amount } = totalsByStatus.get(status) ?? nothing;
    return { invoices, amount: formatAmount(amount) };
  };
  const revenue = await findRevenue(db, monthAfter(today, -11));
  const months = Array.from({ length: 14 }, (_, place) => monthAfter(today, place - 11));
  const ahead = months.slice(-3);
  const fees = await findStoreFees(db, months);
  const adAmounts = await findAdAmounts(db, ahead);
  const notInvoiced = new Map(fees.map(({ month, storeAmount }) => [month, storeAmount]));
  const due = (await findDueCompanies(db, today, mostProblems)).map((company) => ({
    company,
    issuedOn: today,
    ...nextPeriod(company),
  }));
  const drafts = await draftAll(db, billing, due);
  const problems = drafts.flatMap(({ company, problem, unprintable }) =>
    problem ? [{ companyId: company.id, companyName: company.name, problem, unprintable }] : [],
  );
  const withoutStart = await findCompaniesWithoutStart(db, mostProblems);
  return {
    today,
    due: sum("due"),
    grace: sum("grace"),
    overdue: sum("overdue"),
    onAccount: formatAmount(await findCreditOnAccount(db)),
    months: months.slice(0, 12).map((month) => {
      const { invoiced, credited, paid, earned } = revenue.get(month) ?? {
        invoiced: 0,
        credited: 0,
        paid: 0,
        earned: 0,
      };
      return {
        month,
        invoiced: formatAmount(invoiced),
        credited: formatAmount(credited),
        paid: formatAmount(paid),
        earned: formatAmount(earned + (notInvoiced.get(month) ?? 0)),
      };
    }),
    forecast: fees
      .filter(({ month }) => ahead.includes(month))
      .map(({ month, stores, storeAmount }) => ({
        month,
        stores,
        storeAmount: formatAmount(storeAmount),
        adAmount: formatAmount(adAmounts.get(month) ?? 0),
      })),
    toIssue: {
      companies: await countDueCompanies(db, today),
      problems: [
        ...problems,
        ...withoutStart.map((company) => ({
          ...company,
          problem: "NO_START" as const,
          unprintable: "",
        })),
      ],
      withoutEmail: drafts.flatMap(({ company, problem, lines }) =>
        problem || lines.length === 0 || company.email ? [] : [company.name],
      ),
    },
    longestOverdue: (await findLongestOverdue(db, today, mostOverdue)).map(toRow),
  };
}
