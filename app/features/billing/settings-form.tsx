import { exportTermLabels, exportTerms } from "#contract/billing/words";
import { SelectField } from "~/ui/choice-field";
import { Form, FormActions, FormSection, TwoColumns } from "~/ui/form";
import type { FormFields } from "~/ui/form-fields";
import { Button } from "~/ui/frame/button";
import { DateField, NumberField, TextField } from "~/ui/text-field";
import { VersionField } from "~/ui/version-field";
import { settingsTexts as texts } from "./texts";

export function BillingSettingsFields({ fields }: { fields: FormFields }) {
  return (
    <Form fields={fields} keep>
      <VersionField />
      <FormSection title="Your company">
        <TextField name="legalName" label="Legal name" />
        <TextField name="addressLine" label="Address" />
        <TwoColumns>
          <TextField name="city" label="City" />
          <TextField name="postalCode" label="Postal code" />
          <TextField name="gstNo" label="GSTIN" hint={texts.gstHint} />
          <TextField name="panNo" label="PAN" hint={texts.panHint} />
        </TwoColumns>
        <TextField name="bankDetails" label="Bank details" hint={texts.bankHint} />
      </FormSection>
      <FormSection title="Invoices" hint={texts.series}>
        <TwoColumns>
          <TextField
            name="gstRate"
            label="GST rate (%)"
            hint={texts.rateHint}
            inputMode="decimal"
          />
          <NumberField name="paymentDays" label="Days to pay" hint={texts.daysHint} suffix="days" />
          <TextField
            name="sacMusic"
            label="SAC of music"
            hint={texts.sacMusicHint}
            inputMode="numeric"
          />
          <TextField
            name="sacAds"
            label="SAC of advertising"
            hint={texts.sacAdsHint}
            inputMode="numeric"
          />
          <TextField name="signatoryName" label="Authorised signatory" hint={texts.signatoryHint} />
        </TwoColumns>
      </FormSection>
      <FormSection title="Exports and SEZ" hint={texts.exportsLead}>
        <TwoColumns>
          <SelectField
            name="exportTerms"
            label={texts.exportTax}
            placeholder="Not decided"
            options={exportTerms.map((value) => ({ value, label: exportTermLabels[value] }))}
          />
          <TextField name="lutNo" label="LUT number" hint={texts.lutNoHint} />
          <DateField name="lutDate" label="LUT date" />
          <DateField name="lutValidTo" label="LUT valid until" hint={texts.lutValidToHint} />
        </TwoColumns>
      </FormSection>
      <FormSection title="Annual return" hint={texts.annualReturnLead}>
        <TwoColumns>
          <TextField name="annualReturnYear" label="Financial year" hint={texts.returnYearHint} />
          <DateField name="annualReturnFiledOn" label="Filed on" />
        </TwoColumns>
      </FormSection>
      <FormActions>
        <Button variant="primary">Save settings</Button>
      </FormActions>
    </Form>
  );
}
