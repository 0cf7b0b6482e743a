import { Form, FormActions, FormSection, TwoColumns } from "~/ui/form";
import type { FormFields } from "~/ui/form-fields";
import { Button } from "~/ui/frame/button";
import { NumberField, TextField } from "~/ui/text-field";
import { VersionField } from "~/ui/version-field";
import { settingsTexts as texts } from "./texts";

export function BillingSettingsFields({ fields }: { fields: FormFields }) {
  return (
    <Form fields={fields} keep>
      <VersionField />
      <TextField name="legalName" label="Legal name" />
      <TextField name="addressLine" label="Address" />
      <TwoColumns>
        <TextField name="city" label="City" />
        <TextField name="postalCode" label="Postal code" />
        <TextField name="gstNo" label="GSTIN" hint={texts.gstHint} />
        <TextField name="panNo" label="PAN" hint={texts.panHint} />
      </TwoColumns>
      <TextField name="bankDetails" label="Bank details" hint={texts.bankHint} />
      <FormSection title="Invoices" hint={texts.series}>
        <TwoColumns>
          <TextField
            name="gstRate"
            label="GST rate (%)"
            hint={texts.rateHint}
            inputMode="decimal"
          />
          <NumberField name="paymentDays" label="Days to pay" hint={texts.daysHint} suffix="days" />
        </TwoColumns>
      </FormSection>
      <FormActions>
        <Button variant="primary">Save settings</Button>
      </FormActions>
    </Form>
  );
}
