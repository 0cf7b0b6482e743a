import { Link, type useLoaderData } from "@remix-run/react";
import { adminPath } from "~/features/dashboard/paths";
import { withMembers } from "~/ui/frame/address";
import { Button, ButtonLink } from "~/ui/frame/button";
import { ConfirmLink } from "~/ui/frame/confirm";
import { EmptyState } from "~/ui/frame/empty-state";
import { useFigures } from "~/ui/frame/figures";
import { FilterBar, FilterSearch, FilterSelect } from "~/ui/frame/filter-bar";
import { RowMenu } from "~/ui/frame/menu";
import { ListPager, sizeMember } from "~/ui/frame/pager";
import { Panel } from "~/ui/frame/panel";
import { Pill } from "~/ui/frame/pill";
import { PostForm } from "~/ui/frame/post-form";
import { type Column, Table } from "~/ui/frame/table";
import { CompanyIcon } from "./company-icon";
import type { loadCompanies } from "./company-list.server";
import {
  chooseCompanyPath,
  companyAddPath,
  companyEditPath,
  companyPath,
  companiesPath as here,
} from "./paths";
import { companiesTexts } from "./texts";

type Data = ReturnType<typeof useLoaderData<typeof loadCompanies>>;
type Row = Data["rows"][number];

/** Lists the companies added or changed last; a click chooses the company to work in. */
export function RecentCompanies({ recent }: Pick<Data, "recent">) {
  if (recent.length === 0) return null;
  return (
    <PostForm action={chooseCompanyPath} className="mb-4 flex flex-wrap items-center gap-2">
      <span className="text-sm text-ink-3">Recent companies</span>
      <input type="hidden" name="returnTo" value={adminPath} />
      {recent.map(({ ref, name }) => (
        <Button
          key={ref}
          name="company"
          value={ref}
          small
          className="max-w-full [overflow-wrap:anywhere]"
        >
          {name}
        </Button>
      ))}
    </PostForm>
  );
}

export function CompanyTable({ rows, filters, sort, row, page }: Data) {
  const viewParams = { sort: sort === "name" ? undefined : sort, limit: sizeMember(page.limit) };
  const address = { ...filters, ...viewParams };
  const inUse = Object.values(filters).filter(Boolean).length;
  return (
    <Panel>
      <FilterBar
        label="Filter companies"
        clearTo={here}
        active={inUse}
        hidden={viewParams}
        search={
          <FilterSearch
            name="search"
            label="Search"
            value={filters.search}
            placeholder="Name or code"
          />
        }
      >
        <FilterSelect
          name="status"
          label="Status"
          any="Any status"
          value={filters.status}
          options={statusOptions}
        />
      </FilterBar>
      <Table
        caption="Companies"
        columns={columns}
        rows={rows}
        rowKey={(row) => row.ref}
        sort={{
          by: sort,
          href: (by) => withMembers(here, address, { sort: by === "name" ? undefined : by }),
        }}
        empty={<NoCompanies filtered={inUse > 0} />}
      />
      <ListPager
        page={page}
        row={row}
        rowCount={rows.length}
        href={(place) => withMembers(here, address, place)}
      />
    </Panel>
  );
}

const none = <span className="text-ink-3">–</span>;

const columns: Column<Row>[] = [
  {
    key: "name",
    header: "Company",
    sortKey: "name",
    card: "title",
    cell: (row) => (
      <span className="flex items-center gap-2.5">
        <CompanyIcon src={row.icon} />
        <span className="min-w-0">
          <Link
            to={companyPath(row.ref)}
            className="font-semibold underline underline-offset-2 hover:no-underline [overflow-wrap:anywhere]"
          >
            {row.name}
          </Link>
        </span>
      </span>
    ),
  },
  {
    key: "status",
    header: "Status",
    sortKey: "status",
    card: "aside",
    cell: (row) => (
      <Pill tone={row.status === "active" ? "ok" : "idle"}>
        {row.status === "active" ? "Active" : "Inactive"}
      </Pill>
    ),
  },
  { key: "code", header: "Code", sortKey: "code", card: "line", cell: (row) => row.code },
  {
    key: "stores",
    header: "Stores",
    sortKey: "stores",
    numeric: true,
    card: "line",
    cell: ({ stores, activeStores }) => <StoreCount stores={stores} activeStores={activeStores} />,
  },
  {
    key: "rate",
    header: "Rate",
    sortKey: "rate",
    numeric: true,
    card: "line",
    cell: (row) => row.rate,
  },
  { key: "period", header: "Period", card: "line", cell: (row) => row.period },
  { key: "invoice", header: "Next invoice", card: "line", cell: (row) => row.nextInvoice ?? none },
  {
    key: "act",
    header: "Actions",
    card: "corner",
    cell: (row) => (
      <RowMenu of={row.name}>
        <ButtonLink to={companyEditPath(row.ref)}>
          Edit<span className="sr-only"> {row.name}</span>
        </ButtonLink>
        <ConfirmLink {...row.turn} of={row.name} />
      </RowMenu>
    ),
  },
];

function StoreCount({ stores, activeStores }: Pick<Row, "stores" | "activeStores">) {
  const { figure } = useFigures();
  return activeStores === stores
    ? figure(stores)
    : `${figure(activeStores)} of ${figure(stores)} active`;
}

function NoCompanies({ filtered }: { filtered: boolean }) {
  if (filtered)
    return (
      <EmptyState
        title="No Data Found"
        action={<ButtonLink to={here}>Show all companies</ButtonLink>}
      >
        {companiesTexts.noMatch}
      </EmptyState>
    );
  return (
    <EmptyState
      icon="company"
      title="No List Found"
      action={<ButtonLink to={companyAddPath}>Add company</ButtonLink>}
    >
      {companiesTexts.none}
    </EmptyState>
  );
}

const statusOptions = [
  { value: "active", label: "Active" },
  { value: "inactive", label: "Inactive" },
];
