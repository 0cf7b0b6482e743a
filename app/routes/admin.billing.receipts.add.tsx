import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireBilling } from "~/features/billing/invoices.server";
import { bankPath, receiptAddPath, receiptsPath } from "~/features/billing/paths";
import { ReceiptForm } from "~/features/billing/receipt-form";
import { loadReceiptForm, saveReceipt } from "~/features/billing/receipt-form.server";
import { receiptTexts } from "~/features/billing/texts";
import { EmptyState } from "~/ui/frame/empty-state";
import { Failure } from "~/ui/frame/failure";
import { FilterBar, FilterSelect } from "~/ui/frame/filter-bar";
import { PageHead } from "~/ui/frame/page-head";
import { Panel } from "~/ui/frame/panel";

export const meta: MetaFunction = () => [{ title: "Record receipt · Fever In-Store" }];

export const loader = async (args: LoaderFunctionArgs) =>
  loadReceiptForm(args, await requireBilling(args));
export const action = async (args: ActionFunctionArgs) =>
  saveReceipt(args, await requireBilling(args));

export default function RecordReceipt() {
  const { companies, company, line, lead, isFromBank, form } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const list = isFromBank
    ? { label: "Bank", to: bankPath }
    : { label: "Receipts", to: receiptsPath };
  return (
    <>
      <PageHead
        crumbs={[list]}
        title={isFromBank ? "Match bank line" : "Record receipt"}
        lead={lead}
      />
      <Failure failure={result?.failure} />
      <Panel>
        <FilterBar
          label="Choose the company"
          clearTo={receiptAddPath({ line })}
          applyLabel="Show invoices"
          hidden={{ line }}
          search={
            <FilterSelect
              name="companyId"
              label="Company"
              any="Choose one"
              value={company}
              options={companies}
            />
          }
        />
        {form ? (
          <div className="p-4">
            {form.onAccount ? <p className="mb-4 text-ink-2">{form.onAccount}</p> : null}
            <ReceiptForm
              key={company}
              form={form}
              fields={result?.fields}
              isFromBank={isFromBank}
              cancelTo={list.to}
            />
          </div>
        ) : (
          <EmptyState icon="billing" title="No company chosen">
            {receiptTexts.chooseCompany}
          </EmptyState>
        )}
      </Panel>
    </>
  );
}
