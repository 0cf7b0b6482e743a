import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { loadBankLines, uploadStatement } from "~/features/billing/bank.server";
import { BankList, StatementUpload } from "~/features/billing/bank-list";
import { BillingTabs } from "~/features/billing/billing-tabs";
import { requireBilling } from "~/features/billing/invoices.server";
import { bankPath } from "~/features/billing/paths";
import { bankTexts } from "~/features/billing/texts";
import { Failure } from "~/ui/frame/failure";
import { PageHead } from "~/ui/frame/page-head";

export const meta: MetaFunction = () => [{ title: "Bank statements · Fever In-Store" }];

export const loader = async (args: LoaderFunctionArgs) =>
  loadBankLines(args, await requireBilling(args));
export const action = async (args: ActionFunctionArgs) =>
  uploadStatement(args, await requireBilling(args));

export default function BankPage() {
  const data = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <>
      <PageHead title="Bank statements" finding={data.finding} lead={bankTexts.lead} />
      <BillingTabs current={bankPath} />
      <Failure failure={result?.failure} />
      <StatementUpload fields={result?.fields} />
      <BankList {...data} />
    </>
  );
}
