import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { loadAgeing } from "~/features/billing/ageing.server";
import { AgeingList } from "~/features/billing/ageing-list";
import { BillingTabs } from "~/features/billing/billing-tabs";
import { requireBilling } from "~/features/billing/invoices.server";
import { ageingDownloadPath, ageingPath } from "~/features/billing/paths";
import { ageingTexts } from "~/features/billing/texts";
import { Downloads } from "~/ui/frame/downloads";
import { PageHead } from "~/ui/frame/page-head";

export const meta: MetaFunction = () => [{ title: "Ageing · Fever In-Store" }];

export const loader = async (args: LoaderFunctionArgs) =>
  loadAgeing(args, await requireBilling(args));

export default function AgeingPage() {
  const data = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead
        title="Ageing"
        lead={ageingTexts.lead}
        actions={<Downloads to={ageingDownloadPath(data.search)} />}
      />
      <BillingTabs current={ageingPath} />
      <AgeingList {...data} />
    </>
  );
}
