import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { EInvoicePanel } from "~/features/billing/e-invoice-panels";
import { loadInvoice } from "~/features/billing/invoice.server";
import {
  CreditNotes,
  InvoiceFacts,
  InvoiceLines,
  Parties,
  Payments,
  TaxFacts,
} from "~/features/billing/invoice-panels";
import { requireInvoices } from "~/features/billing/invoices.server";
import {
  creditAddPath,
  invoicePdfPath,
  invoicesPath,
  paymentAddPath,
} from "~/features/billing/paths";
import { ReminderPanel } from "~/features/billing/reminder-panels";
import { invoiceTexts } from "~/features/billing/texts";
import { ButtonLink } from "~/ui/frame/button";
import { ConfirmLink } from "~/ui/frame/confirm";
import { PageHead } from "~/ui/frame/page-head";
import { Panel } from "~/ui/frame/panel";
import { Pill } from "~/ui/frame/pill";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.number ?? "Invoice"} · Fever In-Store` },
];

export const loader = async (args: LoaderFunctionArgs) =>
  loadInvoice(args, await requireInvoices(args));

export default function InvoicePage() {
  const { ref, ...invoice } = useLoaderData<typeof loader>(); // React reserves "ref"
  const { number, status, pay, mayCredit, mailing } = invoice;
  return (
    <>
      <PageHead
        crumbs={[{ label: "Invoices", to: invoicesPath }]}
        title={`Invoice ${number}`}
        lead={<Pill tone={status.tone}>{status.words}</Pill>}
        more={
          <>
            {mailing ? <ConfirmLink {...mailing} variant="plain" icon="mail" /> : null}
            {mayCredit ? (
              <ButtonLink to={creditAddPath(ref)}>{invoiceTexts.issueNote}</ButtonLink>
            ) : null}
          </>
        }
        actions={
          <>
            <ButtonLink to={invoicePdfPath(ref)} download icon="download">
              Download PDF
            </ButtonLink>
            {pay ? (
              <ButtonLink to={paymentAddPath(ref)} variant="primary">
                {pay}
              </ButtonLink>
            ) : null}
          </>
        }
      />
      <div className="grid items-start gap-x-4 lg:grid-cols-2">
        <InvoiceFacts {...invoice} />
        <TaxFacts {...invoice} />
      </div>
      <Panel title="Items">
        <InvoiceLines {...invoice} />
      </Panel>
      <Payments {...invoice} />
      <CreditNotes {...invoice} />
      {invoice.reminders ? (
        <ReminderPanel reminders={invoice.reminders} to={invoice.remindersTo} />
      ) : null}
      <EInvoicePanel eInvoice={invoice.eInvoice} to={invoice.eInvoiceTo} />
      <Parties {...invoice} />
    </>
  );
}
