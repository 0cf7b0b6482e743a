import { SelectField } from "~/ui/choice-field";
import { Form, FormActions, FormSection, TwoColumns } from "~/ui/form";
import type { FormFields } from "~/ui/form-fields";
import { Button, ButtonLink } from "~/ui/frame/button";
import { DateField, MoneyField, TextField } from "~/ui/text-field";
import type { loadReceiptForm } from "./receipt-form.server";
import { invoiceTexts, receiptTexts } from "./texts";

type Data = NonNullable<Awaited<ReturnType<typeof loadReceiptForm>>["form"]>;

export function ReceiptForm({
  form,
  fields,
  isFromBank,
  cancelTo,
}: {
  form: Data;
  fields: FormFields | undefined;
  isFromBank: boolean;
  cancelTo: string;
}) {
  const { constraints, values, items, methods, sections } = form;
  return (
    <Form fields={{ constraints, values, ...fields }}>
      <TwoColumns>
        <MoneyField
          name="amount"
          label="Amount"
          hint={receiptTexts.amountHint}
          readOnly={isFromBank}
        />
        <DateField name="receivedOn" label="Received on" readOnly={isFromBank} />
        <SelectField name="method" label="Method" options={methods} />
        <TextField name="reference" label="Reference" hint={invoiceTexts.referenceHint} />
      </TwoColumns>
      <FormSection title="Settles">
        {items.length === 0 ? (
          <p className="text-ink-3">{receiptTexts.noItems}</p>
        ) : (
          items.map((item) => <ItemFields key={item.ref} item={item} hasTax />)
        )}
      </FormSection>
      <FormSection title="Tax deducted">
        <TwoColumns>
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
        </TwoColumns>
      </FormSection>
      <FormActions>
        <Button variant="primary">{isFromBank ? "Confirm match" : "Record receipt"}</Button>
        <ButtonLink to={cancelTo}>Cancel</ButtonLink>
      </FormActions>
    </Form>
  );
}

/** Asks how much of a receipt settles the item, and how much tax was deducted. */
export const ItemFields = ({
  item: { name, member, ref, number, hint },
  hasTax = false,
}: {
  item: Data["items"][number];
  hasTax?: boolean;
}) => (
  <TwoColumns>
    <input type="hidden" name={`${name}.${member}`} value={ref} />
    <MoneyField name={`${name}.amount`} label={number} hint={hint} />
    {hasTax ? <MoneyField name={`${name}.tds`} label={`TDS of ${number}`} /> : null}
  </TwoColumns>
);
