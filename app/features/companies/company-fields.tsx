import { SelectField } from "~/ui/choice-field";
import { FormSection, TwoColumns } from "~/ui/form";
import { EmailField, NumberField, PhoneField, TextField } from "~/ui/text-field";
import { AddressFields } from "./address-fields";

/** The fields of CompanyForm. */
export function CompanyFields({ zones }: { zones: string[] }) {
  return (
    <>
      <FormSection title="Identity">
        <TwoColumns>
          <TextField name="name" label="Company name" autoComplete="organization" />
          <TextField name="companyWebsite" label="Website" hint="For example www.northwind.in" inputMode="url" />
          <TextField name="gstNo" label="GSTIN" hint="15 characters, for example 27AAPFU0939F1ZV" spellCheck={false} />
          <TextField name="panNo" label="PAN" hint="10 characters, for example AAPFU0939F" spellCheck={false} />
        </TwoColumns>
      </FormSection>
      <FormSection title="Contact">
        <TwoColumns>
          <EmailField name="commEmail" label="Communication email" hint="Notices and invoices go here" />
          <PhoneField name="phone" codeName="phoneCountryCode" label="Phone" />
          <AddressFields />
        </TwoColumns>
      </FormSection>
      <FormSection title="Stores">
        <TwoColumns>
          <SelectField
            name="timeZone"
            label="Time zone"
            hint="New stores begin with it"
            options={zones.map((zone) => ({ value: zone, label: zone }))}
          />
          <NumberField name="thresholdVolume" label="Threshold volume" hint="A store that plays below it counts as too quiet, 0 to 100" />
        </TwoColumns>
      </FormSection>
    </>
  );
}
