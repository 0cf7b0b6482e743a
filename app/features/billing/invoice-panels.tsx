import type { useLoaderData } from "@remix-run/react";
import { EmailState } from "~/ui/email-state";
import { ButtonLink } from "~/ui/frame/button";
import { ConfirmLink } from "~/ui/frame/confirm";
import { Facts, Panel } from "~/ui/frame/panel";
import { type Column, Table } from "~/ui/frame/table";
import { TextLink } from "~/ui/frame/text-link";
import type { loadInvoice } from "./invoice.server";
import { Signature } from "./signature";
import { invoiceTexts } from "./texts";

type Data = ReturnType<typeof useLoaderData<typeof loadInvoice>>;
export type ShownLine = Data["lines"][number];

/** Lines of an invoice or of its preview, with the sums below them. */
export function InvoiceLines({ lines, sums }: Pick<Data, "lines" | "sums">) {
  return (
    <>
      <Table
        caption="Items"
        columns={lineColumns}
        rows={[...lines]}
        rowKey={({ line }) => String(line)}
      />
      <div className="py-4 tabular-nums max-md:px-3 md:ml-auto md:w-80">
        <Facts
          facts={sums.map(({ value, ...sum }) => ({
            ...sum,
            value: <span className="block text-right">{value}</span>,
          }))}
        />
      </div>
    </>
  );
}

const lineColumns: Column<ShownLine>[] = [
  { key: "item", header: "Item", card: "title", cell: ({ description }) => description },
  { key: "sac", header: "SAC", cell: ({ sac }) => sac },
  { key: "quantity", header: "Quantity", numeric: true, cell: ({ quantity }) => quantity },
  { key: "rate", header: "Rate", numeric: true, cell: ({ rate }) => rate },
  { key: "amount", header: "Amount", numeric: true, cell: ({ amount }) => amount },
];

export function InvoiceFacts(invoice: Omit<Data, "ref">) {
  const {
    company,
    companyTo,
    period,
    issued,
    issuedBy,
    isBiller,
    due,
    total,
    credited,
    debited,
    paid,
    tds,
    owed,
    outstanding,
    number,
    email,
    mail,
    addMailTo,
  } = invoice;
  return (
    <Panel title="Summary">
      <Facts
        facts={[
          {
            term: "Company",
            value: companyTo ? <TextLink to={companyTo}>{company}</TextLink> : company,
          },
          { term: "Period", value: period },
          { term: "Issued", value: isBiller ? `${issued}, ${issuedBy}` : issued },
          { term: "Due", value: due },
          { term: "Total", value: total },
          { term: "Credited", value: credited },
          ...(debited ? [{ term: "Debited", value: debited }] : []),
          { term: "Paid", value: paid },
          ...(tds ? [{ term: "TDS", value: tds }] : []),
          { term: owed, value: <b className="font-semibold">{outstanding}</b> },
          {
            term: "Email",
            value: addMailTo ? (
              <>
                {email}. <TextLink to={addMailTo}>{invoiceTexts.addMail}</TextLink>
              </>
            ) : mail ? (
              <EmailState email={mail} of={number} />
            ) : (
              email
            ),
          },
        ]}
      />
    </Panel>
  );
}

export function TaxFacts({
  taxFacts,
  signatory,
  signature,
}: Pick<Data, "taxFacts" | "signatory" | "signature">) {
  const signed = {
    term: "Authorised signatory",
    value: (
      <>
        {signature ? <Signature src={signature} /> : null}
        {signatory}
      </>
    ),
  };
  return (
    <Panel title="Tax details">
      <Facts facts={[...taxFacts, ...(signatory ? [signed] : [])]} />
    </Panel>
  );
}

export function Parties({ from, billedTo, payTo }: Pick<Data, "from" | "billedTo" | "payTo">) {
  return (
    <div className="grid items-start gap-x-4 md:grid-cols-2">
      {[
        { title: "From", party: from, pay: payTo },
        { title: "To", party: billedTo, pay: null },
      ].map(({ title, party, pay }) => (
        <Panel key={title} title={title}>
          <p className="font-semibold">{party.name}</p>
          {party.address ? <p className="mb-2 text-ink-2">{party.address}</p> : null}
          <Facts facts={[...party.facts, ...(pay ? [{ term: "Pay to", value: pay }] : [])]} />
        </Panel>
      ))}
    </div>
  );
}

export function Payments({ payments, isBiller }: Pick<Data, "payments" | "isBiller">) {
  return (
    <Panel title="Payments">
      {payments.length === 0 ? (
        <p className="text-ink-3">{invoiceTexts.noPayments}</p>
      ) : (
        <Table
          caption="Payments"
          columns={isBiller ? [...paymentColumns, ...billerColumns] : paymentColumns}
          rows={[...payments]}
          rowKey={({ key }) => key}
        />
      )}
    </Panel>
  );
}

const paymentColumns: Column<Data["payments"][number]>[] = [
  {
    key: "paid",
    header: "Date",
    card: "title",
    cell: ({ paid, to }) => (to ? <TextLink to={to}>{paid}</TextLink> : paid),
  },
  { key: "amount", header: "Amount", numeric: true, card: "aside", cell: ({ amount }) => amount },
  {
    key: "tds",
    header: "TDS",
    numeric: true,
    cell: ({ tds }) =>
      tds ? (
        <>
          {tds.amount}
          <small className="block text-ink-3">{tds.note}</small>
        </>
      ) : (
        "–"
      ),
  },
  { key: "method", header: "Method", cell: ({ method, kind }) => kind ?? method },
  { key: "reference", header: "Reference", cell: ({ reference }) => reference ?? "–" },
];

/** Extra columns for people who record payments. */
const billerColumns: typeof paymentColumns = [
  {
    key: "noted",
    header: "Recorded",
    cell: ({ noted, notedBy }) => (
      <span className="max-md:text-right">
        {noted}
        <small className="block text-ink-3">{notedBy}</small>
      </span>
    ),
  },
  {
    key: "act",
    header: "Actions",
    card: "plain",
    cell: ({ reversal, amount, paid, kind }) =>
      reversal ? (
        <ConfirmLink {...reversal} of={`${amount}, ${paid}`} variant="quiet" small />
      ) : (
        <span className="text-ink-3">{kind === "Reversal" ? invoiceTexts.takesBack : "–"}</span>
      ),
  },
];

export function CreditNotes({ creditNotes }: Pick<Data, "creditNotes">) {
  return (
    <Panel title="Credit and debit notes">
      {creditNotes.length === 0 ? (
        <p className="text-ink-3">{invoiceTexts.noCredits}</p>
      ) : (
        <Table
          caption="Credit and debit notes"
          columns={creditColumns}
          rows={[...creditNotes]}
          rowKey={({ number }) => number}
        />
      )}
    </Panel>
  );
}

const creditColumns: Column<Data["creditNotes"][number]>[] = [
  {
    key: "number",
    header: "Note",
    card: "title",
    cell: ({ number, mail }) => (
      <>
        <b className="font-semibold">{number}</b>
        <EmailState email={mail} of={number} />
      </>
    ),
  },
  { key: "total", header: "Total", numeric: true, card: "aside", cell: ({ total }) => total },
  { key: "kind", header: "Kind", cell: ({ kind }) => kind },
  { key: "issued", header: "Issued", cell: ({ issued }) => issued },
  { key: "reason", header: "Reason", cell: ({ reason }) => reason },
  {
    key: "pdf",
    header: "PDF",
    card: "plain",
    cell: ({ pdf, number }) => (
      <ButtonLink to={pdf} download small variant="quiet" icon="download">
        PDF<span className="sr-only"> of {number}</span>
      </ButtonLink>
    ),
  },
];
