import type { useLoaderData } from "@remix-run/react";
import { invoiceStatuses, invoiceStatusLabels } from "#contract/billing/words";
import { EmailState, emailStateOptions } from "~/ui/email-state";
import { withMembers } from "~/ui/frame/address";
import { ButtonLink } from "~/ui/frame/button";
import { EmptyState } from "~/ui/frame/empty-state";
import { FilterBar, FilterDate, FilterSearch, FilterSelect } from "~/ui/frame/filter-bar";
import { ListPager, sizeMember } from "~/ui/frame/pager";
import { Panel } from "~/ui/frame/panel";
import { Pill } from "~/ui/frame/pill";
import { type Column, Table } from "~/ui/frame/table";
import { TextLink } from "~/ui/frame/text-link";
import type { loadInvoices } from "./invoices.server";
import { invoicePdfPath, invoicesPath } from "./paths";
import { invoicesTexts } from "./texts";

type Data = ReturnType<typeof useLoaderData<typeof loadInvoices>>;
type Row = Data["rows"][number];

const firstSort = "-issued";
const statusOptions = invoiceStatuses.map((status) => ({
  value: status,
  label: invoiceStatusLabels[status],
}));

export function InvoiceList(data: Data) {
  const { rows, filters, sort, row, page, isStaff, total, outstanding } = data;
  const viewParams = { sort: sort === firstSort ? undefined : sort, limit: sizeMember(page.limit) };
  const active = Object.values(filters).filter(Boolean).length;
  return (
    <Panel>
      <InvoiceFilters {...data} viewParams={viewParams} active={active} />
      {rows.length > 0 ? (
        <p className="flex flex-wrap gap-x-6 border-b border-line py-2 text-ink-2">
          <span>
            Total <b className="font-semibold text-ink tabular-nums">{total}</b>
          </span>
          <span>
            Outstanding <b className="font-semibold text-ink tabular-nums">{outstanding}</b>
          </span>
        </p>
      ) : null}
      <Table
        caption="Invoices"
        columns={invoiceColumns(isStaff, true)}
        rows={rows}
        rowKey={({ ref }) => ref}
        sort={{
          by: sort,
          href: (by) =>
            withMembers(invoicesPath, filters, {
              ...viewParams,
              sort: by === firstSort ? undefined : by,
            }),
        }}
        empty={<NoInvoices isFiltered={active > 0} />}
      />
      <ListPager
        page={page}
        row={row}
        rowCount={rows.length}
        href={(at) => withMembers(invoicesPath, { ...filters, ...viewParams }, at)}
      />
    </Panel>
  );
}

function InvoiceFilters({
  filters,
  choices,
  isStaff,
  viewParams,
  active,
}: Pick<Data, "filters" | "choices" | "isStaff"> & {
  viewParams: { sort: string | undefined; limit: number | undefined };
  active: number;
}) {
  return (
    <FilterBar
      label="Filter invoices"
      search={
        <>
          <FilterSearch
            name="search"
            label={isStaff ? "Number or company" : "Number"}
            value={filters.search}
          />
          <FilterSelect
            name="status"
            label="Status"
            any="Any status"
            value={filters.status}
            options={statusOptions}
          />
          <FilterSelect
            name="mail"
            label="Email"
            any="Any email state"
            value={filters.mail}
            options={emailStateOptions}
          />
        </>
      }
      active={active}
      clearTo={invoicesPath}
      hidden={viewParams}
    >
      {choices.companies ? (
        <FilterSelect
          name="companyId"
          label="Company"
          any="All companies"
          value={filters.companyId}
          options={choices.companies}
        />
      ) : null}
      <FilterSelect
        name="financialYear"
        label="Financial year"
        any="All years"
        value={filters.financialYear}
        options={choices.years}
      />
      <FilterSelect
        name="within"
        label="Period"
        any="All periods"
        value={filters.within}
        options={choices.months}
      />
      <FilterDate name="from" label="Issued from" value={filters.from} />
      <FilterDate name="to" label="Issued until" value={filters.to} />
    </FilterBar>
  );
}

function NoInvoices({ isFiltered }: { isFiltered: boolean }) {
  if (!isFiltered)
    return (
      <EmptyState icon="billing" title="No invoices yet">
        {invoicesTexts.none}
      </EmptyState>
    );
  return (
    <EmptyState
      title="No Data Found"
      action={<ButtonLink to={invoicesPath}>Show all invoices</ButtonLink>}
    >
      {invoicesTexts.noMatch}
    </EmptyState>
  );
}

/** The columns of a list of invoices, with the company's for those who see several. */
export function invoiceColumns(hasCompany: boolean, isSortable: boolean): Column<Row>[] {
  const sorted = (sortKey: string) => (isSortable ? { sortKey } : {});
  return [
    {
      key: "number",
      header: "Invoice",
      ...sorted("number"),
      card: "title",
      cell: ({ number, to, mail }) => (
        <>
          <b className="whitespace-nowrap font-semibold">
            <TextLink to={to}>{number}</TextLink>
          </b>
          <EmailState email={mail} of={number} />
        </>
      ),
    },
    {
      key: "status",
      header: "Status",
      card: "aside",
      cell: ({ status }) => <Pill tone={status.tone}>{status.words}</Pill>,
    },
    hasCompany
      ? {
          key: "company",
          header: "Company",
          ...sorted("company"),
          cell: ({ company, period }) => <CompanyAndPeriod company={company} period={period} />,
        }
      : { key: "period", header: "Period", cell: ({ period }) => period },
    { key: "issued", header: "Issued", ...sorted("issued"), cell: ({ issued }) => issued },
    { key: "due", header: "Due", ...sorted("due"), cell: ({ due }) => due },
    {
      key: "total",
      header: "Total",
      ...sorted("total"),
      numeric: true,
      cell: ({ total }) => total,
    },
    {
      key: "outstanding",
      header: "Outstanding",
      ...sorted("outstanding"),
      numeric: true,
      cell: ({ outstanding, tds }) => (
        <>
          {outstanding}
          {tds ? <small className="block text-ink-3">TDS {tds}</small> : null}
        </>
      ),
    },
    {
      key: "pdf",
      header: "PDF",
      card: "plain",
      cell: ({ ref, number }) => (
        <ButtonLink to={invoicePdfPath(ref)} download small variant="quiet" icon="download">
          PDF<span className="sr-only"> of {number}</span>
        </ButtonLink>
      ),
    },
  ];
}

/** Shares one column, so that the list fits beside the menu. */
const CompanyAndPeriod = ({ company, period }: Pick<Row, "company" | "period">) => (
  <span className="max-md:text-right">
    {company}
    <small className="block text-ink-3">{period}</small>
  </span>
);
