import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireBilling } from "~/features/billing/invoices.server";
import { loadOpenings, saveOpening } from "~/features/billing/openings.server";
import { invoicesPath } from "~/features/billing/paths";
import { openingTexts } from "~/features/billing/texts";
import { RadioField } from "~/ui/choice-field";
import { Form, FormActions, TwoColumns } from "~/ui/form";
import { Button } from "~/ui/frame/button";
import { ConfirmLink } from "~/ui/frame/confirm";
import { Failure } from "~/ui/frame/failure";
import { PageHead } from "~/ui/frame/page-head";
import { Panel } from "~/ui/frame/panel";
import { type Column, Table } from "~/ui/frame/table";
import { DateField, MoneyField, TextField } from "~/ui/text-field";

export const meta: MetaFunction = () => [{ title: "Opening balances · Fever In-Store" }];

export const loader = async (args: LoaderFunctionArgs) =>
  loadOpenings(args, await requireBilling(args));
export const action = async (args: ActionFunctionArgs) =>
  saveOpening(args, await requireBilling(args));

export default function OpeningBalances() {
  const { name, companyTo, rows, constraints, values, kinds } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <>
      <PageHead
        crumbs={[
          { label: "Invoices", to: invoicesPath },
          { label: name, to: companyTo },
        ]}
        title="Opening balances"
        lead={openingTexts.lead}
      />
      <Failure failure={result?.failure} />
      <Panel>
        <Table
          caption="Opening balances"
          columns={columns}
          rows={rows}
          rowKey={({ key }) => key}
          empty={<p className="p-4 text-ink-3">{openingTexts.none}</p>}
        />
      </Panel>
      <Panel title="Add opening balance">
        <Form fields={{ constraints, values, ...result?.fields }}>
          <RadioField name="kind" label="Kind" options={kinds} />
          <TwoColumns>
            <TextField name="number" label="Number" hint={openingTexts.numberHint} />
            <MoneyField name="amount" label="Amount" />
            <DateField name="issuedOn" label="Date" />
            <DateField name="dueOn" label="Due" hint={openingTexts.dueHint} />
          </TwoColumns>
          <FormActions>
            <Button variant="primary">Add opening balance</Button>
          </FormActions>
        </Form>
      </Panel>
    </>
  );
}

type Row = ReturnType<typeof useLoaderData<typeof loader>>["rows"][number];
const columns: Column<Row>[] = [
  { key: "number", header: "Number", card: "title", cell: ({ number }) => number },
  { key: "issued", header: "Date", cell: ({ issued }) => issued },
  { key: "due", header: "Due", cell: ({ due }) => due },
  { key: "total", header: "Amount", numeric: true, cell: ({ total }) => total },
  {
    key: "outstanding",
    header: "Outstanding",
    numeric: true,
    card: "aside",
    cell: ({ outstanding }) => outstanding,
  },
  { key: "noted", header: "Recorded by", cell: ({ notedBy }) => notedBy },
  {
    key: "act",
    header: "Actions",
    card: "plain",
    cell: ({ removal, number }) =>
      removal ? <ConfirmLink {...removal} of={number} variant="quiet" small /> : "–",
  },
];
