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
    <Panel padded={false}>
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
        <p role="alert" className="m-4 rounded-lg bg-bad-tint px-4 py-3 font-medium text-bad">
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
      <div className="border-b border-line p-4">
        <Facts
          facts={[
            { term: "Company", value: statement.company },
            { term: "Dates", value: statement.dates },
            { term: "Opening balance", value: statement.opening },
            { term: "Invoiced", value: statement.invoiced },
            { term: "Credited", value: statement.credited },
            { term: "Paid", value: statement.paid },
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
    </>
  );
}

const columns: Column<Statement["entries"][number]>[] = [
  { key: "date", header: "Date", card: "aside", cell: ({ date }) => date },
  {
    key: "kind",
    header: "Entry",
    card: "title",
    cell: ({ kind, number, invoice }) => (
      <>
        <b className="font-semibold">{kind}</b>
        {number && number !== invoice ? (
          <small className="block text-ink-3 [overflow-wrap:anywhere]">{number}</small>
        ) : null}
      </>
    ),
  },
  {
    key: "invoice",
    header: "Invoice",
    cell: ({ invoice, to }) => <TextLink to={to}>{invoice}</TextLink>,
  },
  { key: "amount", header: "Amount", numeric: true, cell: ({ amount }) => amount },
  { key: "balance", header: "Balance", numeric: true, cell: ({ balance }) => balance },
];
