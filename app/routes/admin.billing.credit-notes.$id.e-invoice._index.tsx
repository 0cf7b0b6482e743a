import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { loadEInvoice, saveEInvoice } from "~/features/billing/e-invoice.server";
import { EInvoicePage } from "~/features/billing/e-invoice-page";
import { requireBilling } from "~/features/billing/invoices.server";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `E-invoice ${data?.number ?? ""} · Fever In-Store` },
];

export const loader = async (args: LoaderFunctionArgs) =>
  loadEInvoice("credit-note", args, await requireBilling(args));
export const action = async (args: ActionFunctionArgs) =>
  saveEInvoice("credit-note", args, await requireBilling(args));

export default function NoteEInvoice() {
  const data = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return <EInvoicePage data={data} fields={result?.fields} failure={result?.failure} />;
}
