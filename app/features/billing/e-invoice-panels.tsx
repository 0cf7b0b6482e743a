import type { useLoaderData } from "@remix-run/react";
import { SelectField } from "~/ui/choice-field";
import { FileField } from "~/ui/file-field";
import { Form, FormActions, TwoColumns } from "~/ui/form";
import type { FormFields } from "~/ui/form-fields";
import { Button, ButtonLink } from "~/ui/frame/button";
import { EmptyState } from "~/ui/frame/empty-state";
import { FilterBar, FilterSelect } from "~/ui/frame/filter-bar";
import { Facts, Panel } from "~/ui/frame/panel";
import { Pill } from "~/ui/frame/pill";
import { type Column, Table } from "~/ui/frame/table";
import { TextLink } from "~/ui/frame/text-link";
import { QrCode } from "~/ui/qr-code";
import { TextAreaField, TextField } from "~/ui/text-field";
import type { loadEInvoice, readEInvoice } from "./e-invoice.server";
import type { loadEInvoices } from "./e-invoices.server";
import { eInvoiceTexts as texts } from "./gst-words";
import { eInvoicesPath } from "./paths";

type EInvoiceData = Awaited<ReturnType<typeof readEInvoice>>;
type Data = ReturnType<typeof useLoaderData<typeof loadEInvoice>>;
type ListData = ReturnType<typeof useLoaderData<typeof loadEInvoices>>;

/** Shows the IRN, acknowledgement and QR code to people who read the invoice. */
export function EInvoicePanel({ eInvoice, to }: { eInvoice: EInvoiceData; to: string | null }) {
  const { isNeeded, state, registration } = eInvoice;
  if (!isNeeded || (!registration && !to)) return null;
  return (
    <Panel title="E-invoice">
      {registration ? <Registration {...eInvoice} /> : <p className="mb-3">{state}</p>}
      {to ? <ButtonLink to={to}>Open e-invoice</ButtonLink> : null}
    </Panel>
  );
}

function Registration({ number, registration }: EInvoiceData) {
  if (!registration) return null;
  const { irn, ackNo, acknowledged, saved, cancelled, qr } = registration;
  return (
    <>
      <Facts
        facts={[
          { term: "IRN", value: <span className="[overflow-wrap:anywhere]">{irn}</span> },
          { term: "Acknowledgement", value: `${ackNo}, ${acknowledged}` },
          { term: "Stored", value: saved },
          ...(cancelled ? [{ term: "Cancelled", value: cancelled }] : []),
        ]}
      />
      <div className="mt-4">
        <QrCode qr={qr} label={texts.picture(number)} />
      </div>
    </>
  );
}

type FormProps = { data: Data; fields: FormFields | undefined };

/** Draws a document's own page: its registration, or the form for it. */
export function EInvoiceDetail({ data, fields }: FormProps) {
  const { isNeeded, problems, registration } = data;
  if (!isNeeded)
    return (
      <Panel title="E-invoice">
        <p className="text-ink-2">{texts.notNeeded}</p>
      </Panel>
    );
  if (!registration)
    return (
      <>
        {problems.length > 0 ? (
          <Panel title={texts.problems}>
            <ul className="list-disc pl-5">
              {problems.map((problem) => (
                <li key={problem}>{problem}</li>
              ))}
            </ul>
          </Panel>
        ) : null}
        <RegistrationPanel data={data} fields={fields} />
      </>
    );
  return (
    <>
      <Panel title="Registration">
        <Registration {...data} />
      </Panel>
      {registration.cancelled ? null : registration.mayCancel ? (
        <CancellationPanel data={data} fields={fields} />
      ) : (
        <p className="text-ink-2">{texts.tooLate}</p>
      )}
    </>
  );
}

function RegistrationPanel({ data, fields }: FormProps) {
  return (
    <Panel title="Portal's answer" lead={texts.isFinal}>
      <Form fields={{ constraints: data.constraints.register, ...fields }}>
        <TextField name="irn" label="IRN" hint={texts.irnHint} />
        <TwoColumns>
          <TextField name="ackNo" label="Acknowledgement number" inputMode="numeric" />
          <TextField name="ackAt" label="Acknowledged at" hint={texts.ackHint} />
        </TwoColumns>
        <TextAreaField name="signedQr" label="Signed QR" hint={texts.qrHint} />
        <FormActions>
          <Button variant="primary">Store IRN</Button>
        </FormActions>
      </Form>
    </Panel>
  );
}

function CancellationPanel({ data, fields }: FormProps) {
  return (
    <Panel title={texts.cancel} lead={texts.cancelLead(data.registration?.cancelUntil ?? "")}>
      <Form fields={{ constraints: data.constraints.cancel, ...fields }}>
        <TwoColumns>
          <SelectField name="reason" label="Reason" options={[...data.reasons]} />
          <TextField name="remark" label="Remark" hint={texts.remarkHint} />
        </TwoColumns>
        <FormActions>
          <Button variant="danger">Mark as cancelled</Button>
        </FormActions>
      </Form>
    </Panel>
  );
}

type Outcome = { message: string; refused: readonly { number: string; reason: string }[] };

/** The form for the portal's file, and what was refused in the last one. */
export function AnswerUpload({
  fields,
  outcome,
}: {
  fields: FormFields | undefined;
  outcome: Outcome | undefined;
}) {
  return (
    <>
      {outcome ? (
        <p role="status" className="mb-4 rounded-lg bg-info-tint py-3 font-medium text-info">
          {outcome.message}
        </p>
      ) : null}
      {outcome && outcome.refused.length > 0 ? (
        <Panel title={texts.refused}>
          <Table
            caption={texts.refused}
            columns={refusedColumns}
            rows={[...outcome.refused]}
            rowKey={({ number, reason }) => number + reason}
          />
        </Panel>
      ) : null}
      <Panel title={texts.upload} lead={texts.uploadLead}>
        <Form id="answers" multipart fields={fields}>
          <FileField name="file" label="File" kind="portal" />
          <FormActions>
            <Button variant="primary" icon="upload">
              Store answers
            </Button>
          </FormActions>
        </Form>
      </Panel>
    </>
  );
}

const refusedColumns: Column<Outcome["refused"][number]>[] = [
  { key: "number", header: "Document", card: "title", cell: ({ number }) => number || "–" },
  { key: "reason", header: "Why", card: "plain", cell: ({ reason }) => reason },
];

export function EInvoiceList({ month, months, rows }: ListData) {
  return (
    <Panel title="Documents">
      <FilterBar
        label="Choose the month"
        clearTo={eInvoicesPath()}
        applyLabel="Show month"
        search={<FilterSelect name="month" label="Month" value={month} options={[...months]} />}
      />
      <Table
        caption="Documents"
        columns={listColumns}
        rows={[...rows]}
        rowKey={({ number }) => number}
        empty={
          <EmptyState icon="billing" title="No Data Found">
            {texts.none}
          </EmptyState>
        }
      />
    </Panel>
  );
}

const listColumns: Column<ListData["rows"][number]>[] = [
  {
    key: "number",
    header: "Document",
    card: "title",
    cell: ({ number, to }) => (
      <b className="font-semibold">
        <TextLink to={to}>{number}</TextLink>
      </b>
    ),
  },
  {
    key: "state",
    header: "State",
    card: "aside",
    cell: ({ state }) => <Pill tone={state.tone}>{state.words}</Pill>,
  },
  { key: "issued", header: "Issued", cell: ({ issued }) => issued },
  { key: "company", header: "Company", cell: ({ company }) => company },
  {
    key: "irn",
    header: "IRN",
    cell: ({ irn }) => <span className="[overflow-wrap:anywhere]">{irn ?? "–"}</span>,
  },
];
