import type { useLoaderData } from "@remix-run/react";
import { receiptStateLabels, receiptStates } from "#contract/billing/words";
import { withMembers } from "~/ui/frame/address";
import { EmptyState } from "~/ui/frame/empty-state";
import { FilterBar, FilterDate, FilterSearch, FilterSelect } from "~/ui/frame/filter-bar";
import { ListPager, sizeMember } from "~/ui/frame/pager";
import { Panel } from "~/ui/frame/panel";
import { type Column, Table } from "~/ui/frame/table";
import { TextLink } from "~/ui/frame/text-link";
import { receiptsPath } from "./paths";
import type { loadReceipts } from "./receipts.server";
import { receiptTexts } from "./texts";

type Data = ReturnType<typeof useLoaderData<typeof loadReceipts>>;
type Row = Data["rows"][number];

const stateOptions = receiptStates.map((state): { value: string; label: string } => ({
  value: state,
  label: receiptStateLabels[state],
}));

export function ReceiptList({ rows, filters, companies, sums, row, page }: Data) {
  const viewParams = { limit: sizeMember(page.limit) };
  const active = Object.values(filters).filter(Boolean).length;
  return (
    <Panel>
      <FilterBar
        label="Filter receipts"
        search={
          <>
            <FilterSearch name="search" label="Company or reference" value={filters.search} />
            <FilterSelect
              name="state"
              label="Show"
              any="All receipts"
              value={filters.state}
              options={stateOptions}
            />
          </>
        }
        active={active}
        clearTo={receiptsPath}
        hidden={viewParams}
      >
        <FilterSelect
          name="companyId"
          label="Company"
          any="All companies"
          value={filters.companyId}
          options={companies}
        />
        <FilterDate name="from" label="Received from" value={filters.from} />
        <FilterDate name="to" label="Received until" value={filters.to} />
      </FilterBar>
      {rows.length > 0 ? (
        <p className="flex flex-wrap gap-x-6 border-b border-line py-2 text-ink-2">
          {[
            ["Received", sums.amount],
            ["TDS", sums.tds],
            ["On account", sums.onAccount],
          ].map(([term, sum]) => (
            <span key={term}>
              {term} <b className="font-semibold text-ink tabular-nums">{sum}</b>
            </span>
          ))}
        </p>
      ) : null}
      <Table
        caption="Receipts"
        columns={columns}
        rows={rows}
        rowKey={({ ref }) => ref}
        empty={
          <EmptyState icon="billing" title={active > 0 ? "No Data Found" : "No receipts yet"}>
            {active > 0 ? receiptTexts.noMatch : receiptTexts.none}
          </EmptyState>
        }
      />
      <ListPager
        page={page}
        row={row}
        rowCount={rows.length}
        href={(at) => withMembers(receiptsPath, { ...filters, ...viewParams }, at)}
      />
    </Panel>
  );
}

const columns: Column<Row>[] = [
  {
    key: "received",
    header: "Received",
    card: "title",
    cell: ({ received, to }) => (
      <b className="whitespace-nowrap font-semibold">
        <TextLink to={to}>{received}</TextLink>
      </b>
    ),
  },
  {
    key: "company",
    header: "Company",
    cell: ({ company, numbers }) => (
      <span className="max-md:text-right">
        {company}
        {numbers ? <small className="block text-ink-3">{numbers}</small> : null}
      </span>
    ),
  },
  {
    key: "method",
    header: "Method",
    cell: ({ method, kind, reference }) => (
      <span className="max-md:text-right">
        {kind ?? method}
        {reference ? (
          <small className="block text-ink-3 [overflow-wrap:anywhere]">{reference}</small>
        ) : null}
      </span>
    ),
  },
  { key: "amount", header: "Amount", numeric: true, card: "aside", cell: ({ amount }) => amount },
  {
    key: "tds",
    header: "TDS",
    numeric: true,
    cell: ({ tds, certificate }) =>
      tds ? (
        <>
          {tds}
          <small className="block text-ink-3">{certificate}</small>
        </>
      ) : (
        "–"
      ),
  },
  {
    key: "left",
    header: "On account",
    numeric: true,
    cell: ({ onAccount }) => onAccount ?? "–",
  },
];
