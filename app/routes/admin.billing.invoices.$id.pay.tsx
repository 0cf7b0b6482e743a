import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { loadPaymentForm, savePayment } from "~/features/billing/entries.server";
import { requireBilling } from "~/features/billing/invoices.server";
import { invoicesPath } from "~/features/billing/paths";
import { invoiceTexts } from "~/features/billing/texts";
import { SelectField } from "~/ui/choice-field";
import { Form, FormActions, TwoColumns } from "~/ui/form";
import { Button, ButtonLink } from "~/ui/frame/button";
import { Failure } from "~/ui/frame/failure";
import { PageHead } from "~/ui/frame/page-head";
import { Panel } from "~/ui/frame/panel";
import { DateField, MoneyField, TextField } from "~/ui/text-field";

export const meta: MetaFunction = () => [{ title: "Record payment · Fever In-Store" }];

export const loader = async (args: LoaderFunctionArgs) =>
  loadPaymentForm(args, await requireBilling(args));
export const action = async (args: ActionFunctionArgs) =>
  savePayment(args, await requireBilling(args));

export default function RecordPayment() {
  const { number, path, title, lead, receivedOn, constraints, values, methods, sections } =
    useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <>
      <PageHead
        crumbs={[
          { label: "Invoices", to: invoicesPath },
          { label: number, to: path },
        ]}
        title={title}
        lead={lead}
      />
      <Failure failure={result?.failure} />
      <Panel>
        <Form fields={{ constraints, values, ...result?.fields }}>
          {values.refund ? <input type="hidden" name="refund" value="on" /> : null}
          <TwoColumns>
            <MoneyField name="amount" label="Amount" />
            <DateField name="receivedOn" label={receivedOn} />
            <SelectField name="method" label="Method" options={methods} />
            <TextField name="reference" label="Reference" hint={invoiceTexts.referenceHint} />
            {values.refund ? null : (
              <>
                <MoneyField name="tds" label="TDS deducted" hint={invoiceTexts.tdsHint} />
                <SelectField
                  name="tdsSection"
                  label="TDS section"
                  hint={invoiceTexts.sectionHint}
                  placeholder="None"
                  options={sections}
                />
                <TextField
                  name="tdsCertificate"
                  label="TDS certificate"
                  hint={invoiceTexts.certificateHint}
                />
              </>
            )}
          </TwoColumns>
          <FormActions>
            <Button variant="primary">{title}</Button>
            <ButtonLink to={path}>Cancel</ButtonLink>
          </FormActions>
        </Form>
      </Panel>
    </>
  );
}
