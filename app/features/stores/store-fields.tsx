import { AddressFields } from "~/features/companies/address-fields";
import { CheckboxField, type Option, SelectField } from "~/ui/choice-field";
import { FormSection, TwoColumns } from "~/ui/form";
import { NumberField, PhoneField, TextField, TimeField } from "~/ui/text-field";

/** The fields of StoreForm. */
export function StoreFields({ groups, zones }: { groups: Option[]; zones: string[] }) {
  return (
    <>
      <FormSection title="Place">
        <TwoColumns>
          <TextField name="storeName" label="Store name" />
          <TextField name="code" label="Store code" hint="As your shops know it, for example NWR-0241" spellCheck={false} />
          <SelectField name="groupId" label="Group" hint="Its music and ads come from here" placeholder="No group yet" options={groups} />
          <AddressFields />
        </TwoColumns>
      </FormSection>
      <FormSection title="Opening hours" hint="The same on every day of the week, on the store's own clock.">
        <TwoColumns>
          <TimeField name="opens" label="Opens" />
          <TimeField name="closes" label="Closes" />
          <SelectField
            name="timeZone"
            label="Time zone"
            hint="Schedules follow it"
            options={zones.map((zone) => ({ value: zone, label: zone }))}
          />
          <CheckboxField name="pastMidnight" label="Open past midnight" hint="The closing time is on the next day" />
        </TwoColumns>
      </FormSection>
      <FormSection title="Player and contact">
        <TwoColumns>
          <NumberField name="volume" label="Volume" hint="0 to 100" />
          <TextField name="contactName" label="Contact" autoComplete="name" />
          <PhoneField name="phone" codeName="phoneCountryCode" label="Phone" />
        </TwoColumns>
      </FormSection>
    </>
  );
}
