import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { BillingTabs } from "~/features/billing/billing-tabs";
import { gstr1Texts } from "~/features/billing/gst-words";
import { loadGstr1 } from "~/features/billing/gstr1.server";
import { Gstr1Problems, Gstr1Totals } from "~/features/billing/gstr1-panels";
import { requireBilling } from "~/features/billing/invoices.server";
import { gstr1Path } from "~/features/billing/paths";
import { ButtonLink } from "~/ui/frame/button";
import { PageHead } from "~/ui/frame/page-head";

export const meta: MetaFunction = () => [{ title: "GSTR-1 · Fever In-Store" }];

export const loader = async (args: LoaderFunctionArgs) =>
  loadGstr1(args, await requireBilling(args));

export default function Gstr1Page() {
  const data = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead
        title={`GSTR-1, ${data.title}`}
        finding={data.finding}
        lead={gstr1Texts.lead}
        actions={
          data.json ? (
            <ButtonLink to={data.json} download icon="download">
              Download JSON
            </ButtonLink>
          ) : null
        }
      />
      <BillingTabs current={gstr1Path()} />
      <Gstr1Problems {...data} />
      <Gstr1Totals {...data} />
    </>
  );
}
