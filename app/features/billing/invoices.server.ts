import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { dateIn, monthName, showDate, showInstant } from "#contract/base/dates";
import { idOf } from "#contract/base/identifiers";
import { readAmount } from "#contract/base/money";
import { isProvider, mayOpen } from "#contract/base/roles";
import {
  findInvoice,
  type Invoice,
  InvoiceQuery,
  type InvoiceRow,
  listInvoices,
  mailInvoice,
} from "#contract/billing/invoices";
import { financialYearOf, monthAfter, showPeriod } from "#contract/billing/words";
import { companiesForMe } from "#contract/companies/endpoints";
import { confirmations } from "~/lib/forms/confirmation.server";
import { readQuery } from "~/lib/forms/forms.server";
import { listAddress } from "~/lib/lists/list-address.server";
import {
  load,
  type PageContext,
  requireArea,
  requireGrant,
  seesWholeCompany,
} from "~/lib/session/guard.server";
import { shownEmail } from "~/lib/words/email-words.server";
import { showAmount, statusPill } from "./billing-words";
import { invoicesFinding } from "./finding";
import { invoicePath } from "./paths";
import { invoiceTexts } from "./texts";

type Args = LoaderFunctionArgs | ActionFunctionArgs;

/** Guards the pages of billing staff, who bill every company, so none is chosen first. */
export const requireBilling = (args: Args): Promise<PageContext> =>
  requireArea(args, "BILLING_DASHBOARD", { company: false });
/** Guards the invoices, which billing staff and national client admins may read. */
export async function requireInvoices(args: Args): Promise<PageContext> {
  const pageContext = await requireGrant(args, "invoices.own");
  if (!seesWholeCompany(pageContext)) throw redirect("/login");
  return pageContext;
}

/** Finds the invoice in the address. Throws 404 if the person may not see it. */
export async function findAddressed({ params }: Args, { api, ids }: PageContext): Promise<Invoice> {
  const id = ids.decrypt("invoice", params.id ?? "");
  return (await load(() => api.call(findInvoice, { params: { id } }))).data;
}

const Address = listAddress({
  ...InvoiceQuery.omit({ limit: true }).shape,
  companyId: idOf("company").optional(),
});
const yearsBack = 5;
const monthsBack = 24;
/** Above this many companies, a list is searched by name instead of offering them all. */
const mostCompanies = 300;

/**
 * A page of issued invoices: all companies' for those who bill, else the own company's
 * (`invoices.own`).
 */
export async function loadInvoices(args: LoaderFunctionArgs, pageContext: PageContext) {
  const { api, ids, person, figures } = pageContext;
  const { row, companyId, ...address } = readQuery(args.request, Address, { ids });
  const isStaff = isProvider(person);
  const query = { ...address, companyId: isStaff ? companyId : undefined };
  const { cursor: _, limit: __, sort, ...filters } = address;
  const isFiltered = companyId !== undefined || Object.values(filters).some(Boolean);
  const [{ data, page }, companies, overdue] = await load(() =>
    Promise.all([
      api.call(listInvoices, { query }),
      isStaff ? companyOptions(pageContext, companyId) : null,
      isFiltered ? null : api.call(listInvoices, { query: { status: "overdue", limit: 1 } }),
    ]),
  );
  const outstanding = String(page.totals?.outstanding ?? "0.00");
  return {
    // the finding is about all invoices, so a filtered list has none
    finding:
      overdue &&
      invoicesFinding(
        {
          invoices: page.total ?? 0,
          outstanding,
          overdue: overdue.page.total ?? 0,
          overdueAmount: String(overdue.page.totals?.outstanding ?? "0.00"),
        },
        figures,
      ),
    filters: {
      ...filters,
      companyId:
        companyId === undefined || !isStaff ? undefined : ids.encrypt("company", companyId),
    },
    choices: { companies, years: yearOptions(), months: monthOptions() },
    sort,
    row,
    page,
    isStaff,
    total: showAmount(String(page.totals?.total ?? "0.00"), figures),
    outstanding: showAmount(outstanding, figures),
    rows: data.map((invoice) => shownInvoice(invoice, pageContext)),
  };
}

/** Offers companies to filter a list by; if there are too many, only the chosen one. */
export async function companyOptions(
  { api, ids }: Pick<PageContext, "api" | "ids">,
  companyId: number | undefined,
) {
  const { data } = await api.call(companiesForMe, {});
  const offered = data.length > mostCompanies ? data.filter(({ id }) => id === companyId) : data;
  return offered.map(({ id, companyName }) => ({
    value: ids.encrypt("company", id),
    label: companyName,
  }));
}

/** Today's date in the provider's time zone. */
export const today = () => dateIn("Asia/Kolkata", new Date());

function yearOptions() {
  const first = Number(financialYearOf(today()).slice(0, 4));
  const years = Array.from({ length: yearsBack }, (_, back) =>
    financialYearOf(`${first - back}-04-01`),
  );
  return years.map((year) => ({ value: year, label: year }));
}

const monthOptions = () =>
  Array.from({ length: monthsBack }, (_, back) => monthAfter(today(), -back - 1)).map((month) => ({
    value: month,
    label: monthName(month),
  }));

export const atOf = (instant: string) => showInstant(new Date(instant), "Asia/Kolkata");

/** Names what the question before an email asks about. */
type MailItem = Pick<InvoiceRow, "number" | "id" | "mail"> & { path: string; address: string };

/** Emails an invoice, for those who bill. */
export const mailConfirmations = confirmations({
  async find(pageContext: PageContext, args): Promise<MailItem> {
    const invoice = await findAddressed(args, pageContext);
    return mailItem(invoice, invoice.customer.email ?? "–", pageContext);
  },
  path: ({ path }: MailItem) => path,
  acts: {
    email: {
      label: "Email invoice",
      ask: ({ number, address, mail }) => ({
        title: `Email invoice ${number}${mail ? " again" : ""}?`,
        message: invoiceTexts.mail(address),
        confirmLabel: "Email invoice",
        danger: false,
      }),
      call: ({ api }, { id }) => api.call(mailInvoice, { params: { id } }),
    },
  },
});

export const mailItem = (
  { id, number, mail }: Pick<InvoiceRow, "number" | "id" | "mail">,
  address: string,
  { ids }: Pick<PageContext, "ids">,
): MailItem => ({ id, number, mail, address, path: invoicePath(ids.encrypt("invoice", id)) });

export function shownInvoice(row: InvoiceRow, pageContext: PageContext) {
  const { ids, figures, person } = pageContext;
  const { mail } = row;
  const resend =
    mail && mayOpen(person, "BILLING_DASHBOARD")
      ? mailConfirmations.linkTo("email", mailItem(row, mail.to, pageContext), pageContext)
      : null;
  const { id, number, companyName, issuedOn, dueOn, status, total, tds, outstanding } = row;
  const ref = ids.encrypt("invoice", id);
  return {
    ref,
    number,
    company: companyName,
    to: invoicePath(ref),
    period: showPeriod(row),
    issued: showDate(issuedOn),
    due: showDate(dueOn),
    status: statusPill(status),
    total: showAmount(total, figures),
    outstanding: showAmount(outstanding, figures),
    tds: readAmount(tds) === 0 ? null : showAmount(tds, figures),
    mail: shownEmail(mail, atOf, resend),
  };
}
