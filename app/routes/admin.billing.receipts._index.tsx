import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { BillingTabs } from "~/features/billing/billing-tabs";
import { requireBilling } from "~/features/billing/invoices.server";
import { receiptAddPath, receiptsPath } from "~/features/billing/paths";
import { ReceiptList } from "~/features/billing/receipt-list";
import { loadReceipts } from "~/features/billing/receipts.server";
import { receiptTexts } from "~/features/billing/texts";
import { ButtonLink } from "~/ui/frame/button";
import { PageHead } from "~/ui/frame/page-head";

export const meta: MetaFunction = () => [{ title: "Receipts · Fever In-Store" }];

export const loader = async (args: LoaderFunctionArgs) =>
  loadReceipts(args, await requireBilling(args));

export default function Receipts() {
  const data = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead
        title="Receipts"
        lead={receiptTexts.lead}
        actions={
          <ButtonLink
            to={receiptAddPath({ companyId: data.filters.companyId })}
            variant="primary"
            icon="plus"
          >
            Record receipt
          </ButtonLink>
        }
      />
      <BillingTabs current={receiptsPath} />
      <ReceiptList {...data} />
    </>
  );
}
