import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { loadBilling } from "~/features/billing/billing.server";
import {
  BillingAttention,
  BillingTiles,
  Forecast,
  OverdueInvoices,
  Revenue,
} from "~/features/billing/billing-panels";
import { BillingTabs } from "~/features/billing/billing-tabs";
import { requireBilling } from "~/features/billing/invoices.server";
import { billingPath } from "~/features/billing/paths";
import { billingTexts } from "~/features/billing/texts";
import { PageHead } from "~/ui/frame/page-head";

export const meta: MetaFunction = () => [{ title: "Billing · Fever In-Store" }];

export const loader = async (args: LoaderFunctionArgs) => loadBilling(await requireBilling(args));

export default function Billing() {
  const data = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title="Billing" finding={data.revenue.finding} lead={billingTexts.lead} />
      <BillingTabs current={billingPath} />
      <BillingAttention {...data} />
      <BillingTiles {...data} />
      <OverdueInvoices {...data} />
      <Revenue {...data} />
      <Forecast {...data} />
    </>
  );
}
