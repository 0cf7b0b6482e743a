import { Link, type useLoaderData } from "@remix-run/react";
import { requestKindLabels, requestKinds } from "#contract/onboarding/words";
import { withMembers } from "~/ui/frame/address";
import { ButtonLink } from "~/ui/frame/button";
import { EmptyState } from "~/ui/frame/empty-state";
import { FilterBar, FilterSearch, FilterSelect } from "~/ui/frame/filter-bar";
import { ListPager, sizeMember } from "~/ui/frame/pager";
import { Panel } from "~/ui/frame/panel";
import { Pill } from "~/ui/frame/pill";
import { type Column, Table } from "~/ui/frame/table";
import { Tabs } from "~/ui/frame/tabs";
import { requestsPath as here } from "./paths";
import type { loadRequests } from "./requests.server";
import { requestsTexts } from "./texts";

type Data = ReturnType<typeof useLoaderData<typeof loadRequests>>;
type Row = Data["rows"][number];

export function RequestList({ filters, sort, row, page, counts, rows }: Data) {
  const { state, ...narrowing } = filters;
  const inUse = Object.values(narrowing).filter(Boolean).length;
  const viewParams = {
    sort: sort === "-received" ? undefined : sort,
    limit: sizeMember(page.limit),
  };
  const tab = (label: string, name: string | undefined, count?: number) => ({
    label,
    to: withMembers(here, { state: name }),
    current: state === name,
    ...(count !== undefined && { count }),
  });
  return (
    <>
      <Tabs
        label="Requests by state"
        tabs={[
          tab("New", undefined, counts.new),
          tab("Approved", "approved", counts.approved),
          tab("Declined", "declined", counts.declined),
          tab("Answered", "answered", counts.answered),
          tab("All", "all"),
        ]}
      />
      <Panel>
        <RequestFilters filters={filters} viewParams={viewParams} active={inUse} />
        <Table
          caption="Requests"
          sort={{
            by: sort,
            href: (by) =>
              withMembers(here, filters, {
                ...viewParams,
                sort: by === "-received" ? undefined : by,
              }),
          }}
          columns={columns}
          rows={rows}
          rowKey={(row) => row.to}
          empty={
            inUse ? (
              <EmptyState
                title="No Data Found"
                action={
                  <ButtonLink to={withMembers(here, { state })}>Show all requests</ButtonLink>
                }
              >
                {requestsTexts.noMatch}
              </EmptyState>
            ) : (
              <EmptyState icon="mail" title="No List Found">
                {state ? requestsTexts.noneOfKind : requestsTexts.noneNew}
              </EmptyState>
            )
          }
        />
        <ListPager
          page={page}
          row={row}
          rowCount={rows.length}
          href={(place) => withMembers(here, { ...filters, ...viewParams }, place)}
        />
      </Panel>
    </>
  );
}

function RequestFilters({
  filters,
  viewParams,
  active,
}: Pick<Data, "filters"> & {
  viewParams: { sort: string | undefined; limit: number | undefined };
  active: number;
}) {
  return (
    <FilterBar
      label="Filter requests"
      clearTo={withMembers(here, { state: filters.state })}
      active={active}
      hidden={{ state: filters.state, ...viewParams }}
      search={
        <FilterSearch
          name="search"
          label="Search"
          value={filters.search}
          placeholder="Company, person or email"
        />
      }
    >
      <FilterSelect
        name="kind"
        label="Kind"
        any="All kinds"
        value={filters.kind}
        options={requestKinds.map((kind) => ({ value: kind, label: requestKindLabels[kind] }))}
      />
      <FilterSelect
        name="suspect"
        label="Spam"
        any="All"
        value={filters.suspect}
        options={[
          { value: "no", label: "Not suspected" },
          { value: "yes", label: "Suspected spam" },
        ]}
      />
    </FilterBar>
  );
}

const columns: Column<Row>[] = [
  {
    key: "who",
    header: "Who",
    sortKey: "name",
    card: "title",
    cell: (row) => (
      <>
        <Link
          to={row.to}
          className="rounded-sm font-semibold underline underline-offset-2 [overflow-wrap:anywhere] hover:no-underline"
        >
          {row.title}
        </Link>
        <small className="block text-ink-3 [overflow-wrap:anywhere]">{row.person}</small>
      </>
    ),
  },
  {
    key: "state",
    header: "State",
    card: "aside",
    cell: (row) => (
      <span className="flex flex-wrap gap-1">
        <Pill tone={row.state.tone}>{row.state.words}</Pill>
        {row.isSuspect ? <Pill tone="warn">Suspected spam</Pill> : null}
      </span>
    ),
  },
  { key: "kind", header: "Kind", card: "line", cell: (row) => row.kind },
  {
    key: "received",
    header: "Received",
    sortKey: "received",
    card: "line",
    cell: (row) => <span className="whitespace-nowrap">{row.received}</span>,
  },
];
