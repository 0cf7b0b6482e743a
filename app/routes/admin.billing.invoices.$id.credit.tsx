import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { loadCreditForm, saveCreditNote } from "~/features/billing/entries.server";
import { requireBilling } from "~/features/billing/invoices.server";
import { invoicesPath } from "~/features/billing/paths";
import { invoiceTexts } from "~/features/billing/texts";
import { CheckboxField, RadioField } from "~/ui/choice-field";
import { Form, FormActions, FormSection, TwoColumns } from "~/ui/form";
import { Button, ButtonLink } from "~/ui/frame/button";
import { Failure } from "~/ui/frame/failure";
import { PageHead } from "~/ui/frame/page-head";
import { Panel } from "~/ui/frame/panel";
import { MoneyField, TextField } from "~/ui/text-field";

export const meta: MetaFunction = () => [{ title: `${invoiceTexts.issueNote} · Fever In-Store` }];

export const loader = async (args: LoaderFunctionArgs) =>
  loadCreditForm(args, await requireBilling(args));
export const action = async (args: ActionFunctionArgs) =>
  saveCreditNote(args, await requireBilling(args));

export default function CreditInvoice() {
  const { number, path, constraints, choices, lines, isLate } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <>
      <PageHead
        crumbs={[
          { label: "Invoices", to: invoicesPath },
          { label: number, to: path },
        ]}
        title={invoiceTexts.issueNote}
        lead={invoiceTexts.creditLead}
      />
      <Failure failure={result?.failure} />
      <Panel>
        <Form fields={{ constraints, ...result?.fields }}>
          <TextField name="reason" label="Reason" hint={invoiceTexts.reasonHint} />
          <RadioField name="what" label="Credit" options={choices} />
          <FormSection title="Amounts by line" hint={invoiceTexts.amountsHint}>
            <TwoColumns>
              {lines.map(({ name, label, left }) => (
                <MoneyField key={name} name={name} label={label} hint={left} />
              ))}
            </TwoColumns>
          </FormSection>
          {isLate ? (
            <CheckboxField
              name="withoutGst"
              label={invoiceTexts.withoutGst}
              hint={invoiceTexts.withoutGstHint}
            />
          ) : null}
          <p className="text-sm text-ink-3">{invoiceTexts.creditWarning}</p>
          <FormActions>
            <Button variant="primary">Issue note</Button>
            <ButtonLink to={path}>Cancel</ButtonLink>
          </FormActions>
        </Form>
      </Panel>
    </>
  );
}
