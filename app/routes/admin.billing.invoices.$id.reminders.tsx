import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireBilling } from "~/features/billing/invoices.server";
import { invoicesPath } from "~/features/billing/paths";
import { InvoiceReminders } from "~/features/billing/reminder-panels";
import { loadInvoiceReminders, saveStop } from "~/features/billing/reminders.server";
import { reminderTexts } from "~/features/billing/texts";
import { Failure } from "~/ui/frame/failure";
import { PageHead } from "~/ui/frame/page-head";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Reminders of ${data?.number ?? "invoice"} · Fever In-Store` },
];

export const loader = async (args: LoaderFunctionArgs) =>
  loadInvoiceReminders(args, await requireBilling(args));
export const action = async (args: ActionFunctionArgs) =>
  saveStop(args, await requireBilling(args));

export default function RemindersOfInvoice() {
  const data = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <>
      <PageHead
        crumbs={[
          { label: "Invoices", to: invoicesPath },
          { label: data.number, to: data.invoiceTo },
        ]}
        title="Reminders"
        lead={reminderTexts.invoiceLead}
      />
      <Failure failure={result?.failure} />
      <InvoiceReminders data={data} fields={result?.fields} />
    </>
  );
}
