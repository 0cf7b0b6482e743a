import type { useLoaderData } from "@remix-run/react";
import { EmptyState } from "~/ui/frame/empty-state";
import { FilterBar, FilterDate, FilterSelect } from "~/ui/frame/filter-bar";
import { Facts, Panel } from "~/ui/frame/panel";
import { type Column, Table } from "~/ui/frame/table";
import { TextLink } from "~/ui/frame/text-link";
import { statementPath } from "./paths";
import type { loadStatement } from "./statement.server";
import { statementTexts as texts } from "./texts";

type Data = ReturnType<typeof useLoaderData<typeof loadStatement>>;

export function StatementPanels({
  statement,
  refused,
  companies,
  company,
  from,
  to,
  isStaff,
}: Data) {
  return (
    <Panel>
      <FilterBar
        label="Choose the statement"
        clearTo={statementPath(company)}
        applyLabel="Show statement"
        search={
          <>
            {companies ? (
              <FilterSelect
                name="companyId"
                label="Company"
                any="Choose one"
                value={company}
                options={companies}
              />
            ) : null}
            <FilterDate name="from" label="From" value={from} />
            <FilterDate name="to" label="To" value={to} />
          </>
        }
      />
      {refused ? (
        <p role="alert" className="m-4 rounded-lg bg-bad-tint py-3 font-medium text-bad">
          {refused}
        </p>
      ) : null}
      {statement ? (
        <Entries statement={statement} />
      ) : refused ? null : (
        <EmptyState icon="billing" title="No company chosen">
          {isStaff ? texts.choose : null}
        </EmptyState>
      )}
    </Panel>
  );
}

type Statement = NonNullable<Data["statement"]>;

function Entries({ statement }: { statement: Statement }) {
  return (
    <>
      <div className="border-b border-line py-4">
        <Facts
          facts={[
            ...statement.facts,
            {
              term: "Closing balance",
              value: <b className="font-semibold">{statement.closing}</b>,
            },
          ]}
        />
      </div>
      <Table
        caption="Statement"
        columns={columns}
        rows={[...statement.entries]}
        rowKey={({ key }) => key}
        empty={
          <EmptyState icon="billing" title="No Data Found">
            {texts.none}
          </EmptyState>
        }
      />
      <div className="border-t border-line py-4">
        <h2 className="font-semibold">Ageing</h2>
        <p className="mb-2 text-sm text-ink-2">{texts.ageingLead}</p>
        <Facts facts={[...statement.ageing]} />
      </div>
    </>
  );
}

const columns: Column<Statement["entries"][number]>[] = [
  { key: "date", header: "Date", card: "aside", cell: ({ date }) => date },
  {
    key: "kind",
    header: "Entry",
    card: "title",
    cell: ({ kind, number, invoices }) => (
      <>
        <b className="font-semibold">{kind}</b>
        {number && !invoices.some((invoice) => invoice.number === number) ? (
          <small className="block text-ink-3 [overflow-wrap:anywhere]">{number}</small>
        ) : null}
      </>
    ),
  },
  {
    key: "invoice",
    header: "Invoice",
    cell: ({ invoices }) =>
      invoices.length === 0
        ? "–"
        : invoices.map(({ number, to }) => (
            <span key={number} className="block">
              <TextLink to={to}>{number}</TextLink>
            </span>
          )),
  },
  { key: "amount", header: "Amount", numeric: true, cell: ({ amount }) => amount },
  { key: "balance", header: "Balance", numeric: true, cell: ({ balance }) => balance },
];
