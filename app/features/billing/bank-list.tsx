import type { useLoaderData } from "@remix-run/react";
import { bankLineStateLabels, bankLineStates } from "#contract/billing/words";
import { FileField } from "~/ui/file-field";
import { Form, FormActions } from "~/ui/form";
import type { FormFields } from "~/ui/form-fields";
import { withMembers } from "~/ui/frame/address";
import { Button, ButtonLink } from "~/ui/frame/button";
import { ConfirmLink } from "~/ui/frame/confirm";
import { EmptyState } from "~/ui/frame/empty-state";
import { FilterBar, FilterSearch, FilterSelect } from "~/ui/frame/filter-bar";
import { ListPager, sizeMember } from "~/ui/frame/pager";
import { Panel } from "~/ui/frame/panel";
import { type Column, Table } from "~/ui/frame/table";
import { TextLink } from "~/ui/frame/text-link";
import type { loadBankLines } from "./bank.server";
import { bankPath } from "./paths";
import { bankTexts } from "./texts";

type Data = ReturnType<typeof useLoaderData<typeof loadBankLines>>;
type Row = Data["rows"][number];

export const StatementUpload = ({ fields }: { fields: FormFields | undefined }) => (
  <Panel title="Upload statement">
    <Form multipart fields={fields ?? {}}>
      <FileField name="file" label="File" kind="table" hint={bankTexts.fileHint} />
      <FormActions>
        <Button variant="primary" icon="upload">
          Upload statement
        </Button>
      </FormActions>
    </Form>
  </Panel>
);

export function BankList({ rows, search, state, sum, row, page }: Data) {
  const filters = { search, state: state === "open" ? undefined : state };
  const viewParams = { limit: sizeMember(page.limit) };
  const active = Object.values(filters).filter(Boolean).length;
  return (
    <Panel>
      <FilterBar
        label="Filter lines"
        search={
          <>
            <FilterSearch name="search" label="Narration" value={search} />
            <FilterSelect
              name="state"
              label="Show"
              value={state}
              options={bankLineStates.map((value): { value: string; label: string } => ({
                value,
                label: bankLineStateLabels[value],
              }))}
            />
          </>
        }
        active={active}
        clearTo={bankPath}
        hidden={viewParams}
      />
      {rows.length > 0 ? (
        <p className="border-b border-line py-2 text-ink-2">
          Total <b className="font-semibold text-ink tabular-nums">{sum}</b>
        </p>
      ) : null}
      <Table
        caption="Bank lines"
        columns={columns}
        rows={rows}
        rowKey={({ ref }) => ref}
        empty={
          <EmptyState icon="billing" title={active > 0 ? "No Data Found" : "Nothing to match"}>
            {active > 0 ? bankTexts.noMatch : bankTexts.none}
          </EmptyState>
        }
      />
      <ListPager
        page={page}
        row={row}
        rowCount={rows.length}
        href={(at) => withMembers(bankPath, { ...filters, ...viewParams }, at)}
      />
    </Panel>
  );
}

const columns: Column<Row>[] = [
  {
    key: "day",
    header: "Date",
    card: "title",
    cell: ({ day }) => <span className="whitespace-nowrap">{day}</span>,
  },
  {
    key: "narration",
    header: "Narration",
    card: "plain",
    cell: ({ narration, reference }) => (
      <span className="[overflow-wrap:anywhere]">
        {narration || "–"}
        {reference ? <small className="block text-ink-3">{reference}</small> : null}
      </span>
    ),
  },
  { key: "amount", header: "Amount", numeric: true, card: "aside", cell: ({ amount }) => amount },
  { key: "match", header: "Match", card: "plain", cell: (line) => <Matches {...line} /> },
  {
    key: "act",
    header: "Actions",
    card: "plain",
    cell: ({ act, state, chooseTo, amount, day }) => (
      <span className="flex flex-wrap gap-1">
        {state === "open" ? (
          <ButtonLink to={chooseTo} small variant="quiet">
            Choose<span className="sr-only"> what {amount} paid</span>
          </ButtonLink>
        ) : null}
        {act ? <ConfirmLink {...act} of={`${amount}, ${day}`} variant="quiet" small /> : null}
      </span>
    ),
  },
];

function Matches({ matches, receipt, state }: Row) {
  if (receipt) return <TextLink to={receipt.to}>{receipt.label}</TextLink>;
  if (matches.length === 0)
    return <span className="text-ink-3">{state === "open" ? bankTexts.noReason : "–"}</span>;
  return (
    <ul className="grid gap-2">
      {matches.map(({ key, company, reasons, parts, to }) => (
        <li key={key}>
          <TextLink to={to}>{company}</TextLink>
          <span className="block text-sm">{parts}</span>
          <small className="block text-ink-3">{reasons}</small>
        </li>
      ))}
    </ul>
  );
}
