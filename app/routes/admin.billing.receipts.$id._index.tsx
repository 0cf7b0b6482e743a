import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireBilling } from "~/features/billing/invoices.server";
import { receiptsPath } from "~/features/billing/paths";
import {
  Allocate,
  Allocations,
  Certificate,
  ReceiptFacts,
  Release,
} from "~/features/billing/receipt-panels";
import { changeReceipt, loadReceipt } from "~/features/billing/receipts.server";
import { ConfirmLink } from "~/ui/frame/confirm";
import { Failure } from "~/ui/frame/failure";
import { PageHead } from "~/ui/frame/page-head";

export const meta: MetaFunction = () => [{ title: "Receipt · Fever In-Store" }];

export const loader = async (args: LoaderFunctionArgs) =>
  loadReceipt(args, await requireBilling(args));
export const action = async (args: ActionFunctionArgs) =>
  changeReceipt(args, await requireBilling(args));

export default function ReceiptPage() {
  const { ref, ...receipt } = useLoaderData<typeof loader>(); // React reserves "ref"
  const posted = useActionData<typeof action>();
  const { company, amount, received, reversal } = receipt;
  return (
    <>
      <PageHead
        crumbs={[{ label: "Receipts", to: receiptsPath }]}
        title={`Receipt of ${amount}`}
        lead={`${company}, ${received}`}
        actions={reversal ? <ConfirmLink {...reversal} variant="plain" /> : null}
      />
      <Failure failure={posted?.failure} />
      <ReceiptFacts {...receipt} />
      <Allocations {...receipt} />
      <Allocate {...receipt} posted={posted} />
      <Certificate {...receipt} posted={posted} />
      <Release {...receipt} posted={posted} />
    </>
  );
}
