import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { dateIn, monthName, showDate } from "#contract/base/dates";
import type { Figures } from "#contract/base/figures";
import { formatAmount, readAmount } from "#contract/base/money";
import { type BillingDashboard, billingDashboard } from "#contract/billing/dashboard";
import { generateInvoices, type InvoicePreview, previewInvoice } from "#contract/billing/generate";
import { listRates, setRate } from "#contract/billing/settings";
import {
  billingProblemText,
  monthAfter,
  rateMonthsAhead,
  showPeriod,
} from "#contract/billing/words";
import { type Company, findCompany } from "#contract/companies/endpoints";
import { companyPath } from "~/features/companies/paths";
import { withNames } from "~/lib/audit/people.server";
import { confirmations } from "~/lib/forms/confirmation.server";
import { constraintsOf, readForm } from "~/lib/forms/forms.server";
import { namesInWords } from "~/lib/lists/names-in-words";
import { load, type PageContext } from "~/lib/session/guard.server";
import { problemLink } from "./billing.server";
import { showAmount, shownLine, taxFacts, untaxedFacts } from "./billing-words";
import { today } from "./invoices.server";
import { billedCompanyPath, billingPath, openingsPath, statementPath } from "./paths";
import { issueTexts } from "./texts";

type Args = LoaderFunctionArgs | ActionFunctionArgs;

const companyOf = ({ params }: Args, { ids }: PageContext) =>
  ids.decrypt("company", params.id ?? "");

/** Loads a company's next invoices as they would be issued, and the versions of its rate. */
export async function loadBilledCompany(args: LoaderFunctionArgs, pageContext: PageContext) {
  const companyId = companyOf(args, pageContext);
  const { api, figures } = pageContext;
  const query = { companyId };
  const [{ data: company }, { data: previews }, { data: rates }] = await load(() =>
    Promise.all([
      api.call(findCompany, { query }),
      api.call(previewInvoice, { query }),
      api.call(listRates, { query }),
    ]),
  );
  const ref = String(args.params.id);
  const due = previews.filter(({ isOver }) => isOver);
  const item = {
    ref,
    name: company.companyName,
    companyId,
    ...sumsOf(due, pageContext),
    delivery: deliveryOf(company, due.length),
  };
  return {
    name: company.companyName,
    companyTo: companyPath(ref),
    statementTo: statementPath(ref),
    openingsTo: openingsPath(ref),
    issue: due.length > 0 ? issueConfirmations.linkTo("issue", item, pageContext) : null,
    previews: previews.map((preview) => shownPreview(preview, ref, pageContext)),
    rates: (await withNames(pageContext, rates, "setBy")).map(({ from, rate, setBy, setAt }) => ({
      from,
      month: monthName(from),
      rate: showAmount(rate, figures),
      set: `${showDate(dateIn("Asia/Kolkata", new Date(setAt)))}, ${setBy}`,
    })),
    form: {
      constraints: constraintsOf(setRate.body),
      values: { from: monthAfter(today(), 1) },
      months: monthsFrom(previews[0]?.periodFrom ?? monthAfter(today(), 0)),
    },
  };
}

const problemTextOf = (preview: InvoicePreview | undefined): string | null =>
  preview?.problem
    ? billingProblemText({ problem: preview.problem, unprintable: preview.unprintable })
    : null;

const sumsOf = (previews: readonly InvoicePreview[], { figures }: PageContext) => ({
  due: previews.length,
  problem: problemTextOf(previews[0]),
  invoices: figures.counted(previews.length, "invoice"),
  total: showAmount(
    formatAmount(previews.reduce((sum, { total }) => sum + readAmount(total), 0)),
    figures,
  ),
});

/** Says whether the company's invoices are emailed. */
function deliveryOf(
  { companyName, commEmail }: Pick<Company, "companyName" | "commEmail">,
  invoices: number,
): string {
  return commEmail
    ? issueTexts.emailed(commEmail, invoices === 1)
    : issueTexts.notEmailed(companyName, invoices === 1);
}

function shownPreview(preview: InvoicePreview, ref: string, { figures }: PageContext) {
  const { periodFrom, isOver, problem, unprintable, dueOn, lines, total } = preview;
  return {
    key: periodFrom,
    period: showPeriod(preview),
    isOver,
    due: showDate(dueOn),
    total: showAmount(total, figures),
    problem: problem && {
      text: billingProblemText({ problem, unprintable }),
      mend: problem === "NO_RATE" ? null : problemLink(problem, ref),
    }, // no link for NO_RATE, because this page sets the rate
    lines: lines.map((line) => shownLine(line, figures)),
    sums: problem === "NO_SETTINGS" ? untaxedFacts(preview, figures) : taxFacts(preview, figures),
  };
}

/** Lists the months from the first unbilled one to a year from now. */
function monthsFrom(first: string) {
  const months: { value: string; label: string }[] = [];
  for (
    let month = first;
    month <= monthAfter(today(), rateMonthsAhead);
    month = monthAfter(month, 1)
  )
    months.push({ value: month, label: monthName(month) });
  return months;
}

export async function saveRate(args: ActionFunctionArgs, pageContext: PageContext) {
  const companyId = companyOf(args, pageContext);
  const form = await readForm(args.request, setRate.body);
  const { value } = form;
  if (!value) return form.refused();
  const { reply, refused } = await form.submit(() =>
    pageContext.api.call(setRate, { query: { companyId }, body: value }),
  );
  if (refused) return refused;
  args.context.session.flash("success", reply.message);
  return redirect(billedCompanyPath(String(args.params.id)));
}

type Item = {
  ref: string;
  name: string;
  companyId: number | undefined;
  /** For one company its periods that are over; for all, the companies that have some. */
  due: number;
  /** Says what prevents the first period from being billed; null if nothing does. */
  problem: string | null;
  invoices: string;
  total: string;
  /** Says whether the invoices are emailed, and to whom not. */
  delivery: string;
};

/** Issues the invoices that are due, for one company or for all. */
export const issueConfirmations = confirmations({
  async find(pageContext: PageContext, args): Promise<Item> {
    if (args.params.id === "all") {
      const { data } = await load(() => pageContext.api.call(billingDashboard, {}));
      return allOf(data, pageContext);
    }
    const companyId = companyOf(args, pageContext);
    const query = { companyId };
    const [{ data: company }, { data: previews }] = await load(() =>
      Promise.all([
        pageContext.api.call(findCompany, { query }),
        pageContext.api.call(previewInvoice, { query }),
      ]),
    );
    const due = previews.filter(({ isOver }) => isOver);
    const delivery = deliveryOf(company, due.length);
    return {
      ref: String(args.params.id),
      name: company.companyName,
      companyId,
      ...sumsOf(due, pageContext),
      delivery,
    };
  },
  path: ({ ref }) => billedCompanyPath(ref),
  acts: {
    issue: {
      label: "Issue invoices",
      ask: ({ name, companyId, invoices, total, delivery }) => ({
        title: companyId === undefined ? issueTexts.allTitle : `Issue invoices to ${name}?`,
        message:
          companyId === undefined
            ? issueTexts.all(invoices, delivery)
            : issueTexts.one(invoices, total, delivery),
        confirmLabel: "Issue invoices",
        danger: false,
      }),
      isDone: ({ due }) => due === 0,
      obstacle: ({ ref, name, problem }) =>
        problem === null
          ? undefined
          : {
              crumbs: [{ label: "Billing", to: billingPath }],
              title: `${name} cannot be billed`,
              parts: [{ text: problem }],
              ways: [{ label: "Back", to: billedCompanyPath(ref), primary: true }],
            },
      from: ({ ref, companyId }) =>
        companyId === undefined ? billingPath : billedCompanyPath(ref),
      call: ({ api }, { companyId }) => api.call(generateInvoices, { body: { companyId } }),
    },
  },
});

const allOf = ({ toIssue }: BillingDashboard, { figures }: PageContext): Item => ({
  ref: "all",
  name: "",
  companyId: undefined,
  total: "",
  problem: null,
  due: toIssue.companies,
  invoices: figures.counted(toIssue.companies, "company", "companies"),
  delivery: deliveryToAll(toIssue.withoutEmail, figures),
});

function deliveryToAll(withoutEmail: readonly string[], figures: Figures): string {
  const names = namesInWords(figures, withoutEmail);
  if (withoutEmail.length === 0) return issueTexts.emailedToAll;
  return `${issueTexts.emailedToAll} ${withoutEmail.length === 1 ? issueTexts.notEmailed(names, true) : issueTexts.notEmailedTo(names)}`;
}
