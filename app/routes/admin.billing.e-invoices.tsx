import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { BillingTabs } from "~/features/billing/billing-tabs";
import { AnswerUpload, EInvoiceList } from "~/features/billing/e-invoice-panels";
import { loadEInvoices, saveAnswerFile } from "~/features/billing/e-invoices.server";
import { eInvoiceTexts } from "~/features/billing/gst-words";
import { requireBilling } from "~/features/billing/invoices.server";
import { eInvoicesPath } from "~/features/billing/paths";
import { Failure } from "~/ui/frame/failure";
import { PageHead } from "~/ui/frame/page-head";

export const meta: MetaFunction = () => [{ title: "E-invoices · Fever In-Store" }];

export const loader = async (args: LoaderFunctionArgs) =>
  loadEInvoices(args, await requireBilling(args));
export const action = async (args: ActionFunctionArgs) =>
  saveAnswerFile(args, await requireBilling(args));

export default function EInvoices() {
  const data = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <>
      <PageHead title={`E-invoices, ${data.title}`} lead={eInvoiceTexts.lead} />
      <BillingTabs current={eInvoicesPath()} />
      <Failure failure={result?.failure} />
      <EInvoiceList {...data} />
      <AnswerUpload
        fields={result?.fields}
        outcome={result && "outcome" in result ? result.outcome : undefined}
      />
    </>
  );
}
