import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { BillingTabs } from "~/features/billing/billing-tabs";
import { InvoiceList } from "~/features/billing/invoice-list";
import { loadInvoices, requireInvoices } from "~/features/billing/invoices.server";
import { invoicesPath } from "~/features/billing/paths";
import { invoicesTexts } from "~/features/billing/texts";
import { reportPath } from "~/features/reports/paths";
import { withMembers } from "~/ui/frame/address";
import { ButtonLink } from "~/ui/frame/button";
import { PageHead } from "~/ui/frame/page-head";

export const meta: MetaFunction = () => [{ title: "Invoices · Fever In-Store" }];

export const loader = async (args: LoaderFunctionArgs) =>
  loadInvoices(args, await requireInvoices(args));

export default function Invoices() {
  const data = useLoaderData<typeof loader>();
  const { isStaff, filters } = data;
  return (
    <>
      <PageHead
        title="Invoices"
        finding={data.finding ?? undefined}
        lead={isStaff ? invoicesTexts.lead : invoicesTexts.ownLead}
        actions={
          isStaff ? (
            <ButtonLink
              to={withMembers(reportPath("InvoiceUploadRevenue"), {
                from: filters.from,
                to: filters.to,
              })}
              icon="download"
            >
              Report and CSV
            </ButtonLink>
          ) : null
        }
      />
      <BillingTabs current={invoicesPath} isStaff={isStaff} />
      <InvoiceList {...data} />
    </>
  );
}
