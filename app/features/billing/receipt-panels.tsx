import type { useLoaderData } from "@remix-run/react";
import { SelectField } from "~/ui/choice-field";
import { Form, FormActions, TwoColumns } from "~/ui/form";
import type { FormFields } from "~/ui/form-fields";
import { Button } from "~/ui/frame/button";
import { Facts, Panel } from "~/ui/frame/panel";
import { type Column, Table } from "~/ui/frame/table";
import { TextLink } from "~/ui/frame/text-link";
import { MoneyField, TextField } from "~/ui/text-field";
import { ItemFields } from "./receipt-form";
import type { loadReceipt } from "./receipts.server";
import { invoiceTexts, receiptTexts } from "./texts";

type Data = ReturnType<typeof useLoaderData<typeof loadReceipt>>;
/** The fields of the form that was posted, by its id. */
type PostedForm = { form: string; fields: FormFields } | undefined;

const act = (name: string) => <input type="hidden" name="act" value={name} />;
const fieldsOf = (posted: PostedForm, form: string) =>
  posted?.form === form ? posted.fields : undefined;

export function ReceiptFacts(receipt: Omit<Data, "ref">) {
  const { company, companyTo, received, method, kind, reference, amount, left, noted } = receipt;
  const { tds, section, certificate } = receipt;
  return (
    <Panel title="Summary">
      <Facts
        facts={[
          { term: "Company", value: <TextLink to={companyTo}>{company}</TextLink> },
          { term: "Received", value: received },
          { term: "Method", value: kind ? `${method} (${kind.toLowerCase()})` : method },
          ...(reference ? [{ term: "Reference", value: reference }] : []),
          { term: "Amount", value: amount },
          ...(tds
            ? [
                { term: "TDS", value: section ? `${tds}, ${section}` : tds },
                { term: "TDS certificate", value: certificate },
              ]
            : []),
          { term: "On account", value: <b className="font-semibold">{left}</b> },
          { term: "Recorded", value: noted },
        ]}
      />
    </Panel>
  );
}

export const Allocations = ({ allocations }: Pick<Data, "allocations">) =>
  allocations.length === 0 ? null : (
    <Panel title="Settles">
      <Table
        caption="Settles"
        columns={columns}
        rows={[...allocations]}
        rowKey={({ key }) => key}
      />
    </Panel>
  );

const columns: Column<Data["allocations"][number]>[] = [
  {
    key: "number",
    header: "Invoice",
    card: "title",
    cell: ({ number, to }) => (to ? <TextLink to={to}>{number}</TextLink> : number),
  },
  { key: "amount", header: "Amount", numeric: true, card: "aside", cell: ({ amount }) => amount },
  { key: "tds", header: "TDS", numeric: true, cell: ({ tds }) => tds },
  { key: "noted", header: "Recorded", cell: ({ noted }) => noted },
];

export const Allocate = ({ allocate, posted }: Pick<Data, "allocate"> & { posted: PostedForm }) =>
  allocate === null ? null : (
    <Panel title="Allocate credit" lead={allocate.lead}>
      {allocate.items.length === 0 ? (
        <p className="text-ink-3">{receiptTexts.noItems}</p>
      ) : (
        <Form id="allocate" fields={fieldsOf(posted, "allocate") ?? {}}>
          {act("allocate")}
          {allocate.items.map((item) => (
            <ItemFields key={item.ref} item={item} />
          ))}
          <FormActions>
            <Button variant="primary">Allocate</Button>
          </FormActions>
        </Form>
      )}
    </Panel>
  );

export const Certificate = ({
  certificateForm: values,
  constraints,
  posted,
}: Pick<Data, "certificateForm" | "constraints"> & { posted: PostedForm }) =>
  values === null ? null : (
    <Panel title="TDS certificate">
      <Form
        id="certificate"
        fields={{
          constraints: constraints.certificate,
          values,
          ...fieldsOf(posted, "certificate"),
        }}
      >
        {act("certificate")}
        <TextField
          name="tdsCertificate"
          label="Certificate number"
          hint={invoiceTexts.certificateHint}
        />
        <FormActions>
          <Button>Save certificate</Button>
        </FormActions>
      </Form>
    </Panel>
  );

export const Release = ({
  release,
  constraints,
  posted,
}: Pick<Data, "release" | "constraints"> & { posted: PostedForm }) =>
  release.length === 0 ? null : (
    <Panel title="Move to account" lead={receiptTexts.releaseLead}>
      <Form
        id="release"
        fields={{ constraints: constraints.release, ...fieldsOf(posted, "release") }}
      >
        {act("release")}
        <TwoColumns>
          <SelectField name="invoiceId" label="From invoice" options={[...release]} />
          <MoneyField name="amount" label="Amount" />
        </TwoColumns>
        <FormActions>
          <Button>Move to account</Button>
        </FormActions>
      </Form>
    </Panel>
  );
