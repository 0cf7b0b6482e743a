import { AddressFields } from "~/features/companies/address-fields";
import { type Option, RadioField, SelectField } from "~/ui/choice-field";
import { type FoundOptions, FoundSelectField } from "~/ui/find-options";
import { FormSection, TwoColumns } from "~/ui/form";
import { withMembers } from "~/ui/frame/address";
import { DateField, EmailField, NumberField, PhoneField, TextField } from "~/ui/text-field";
import { UniqueField } from "~/ui/unique-field";
import { storeCodePath } from "./paths";
import { deviceWords } from "./store-words";
import { storeFormTexts as texts } from "./texts";

/** The fields of a store's sections, as its steps and its edit page show them. */

export type PlaceChoices = {
  groups: FoundOptions;
  zones: string[];
  places: { countries: Option[]; states: string[] };
};

export function PlaceFields({ groups, zones, places, store }: PlaceChoices & { store?: string }) {
  return (
    <>
      <FormSection title="Store">
        <TwoColumns>
          <TextField name="storeName" label="Store name" />
          <UniqueField
            name="storeCode"
            label="Store code"
            hint={texts.code}
            spellCheck={false}
            asks={(value) => withMembers(storeCodePath, { value, store })}
            takenMessage={texts.codeTaken}
            freeMessage={texts.codeFree}
          />
          <FoundSelectField
            what="groups"
            name="groupId"
            label="Group"
            hint={texts.group}
            placeholder="No group yet"
            choices={groups}
          />
          <SelectField
            name="timeZone"
            label="Time zone"
            hint="Schedules follow it"
            options={zones.map((zone) => ({ value: zone, label: zone }))}
          />
        </TwoColumns>
      </FormSection>
      <FormSection title="Address">
        <TwoColumns>
          <AddressFields places={places} />
        </TwoColumns>
      </FormSection>
      <FormSection title="Contact" hint={texts.contact}>
        <TwoColumns>
          <TextField name="contactName" label="Contact" />
          <PhoneField name="phone" codeName="phoneCountryCode" label="Phone" />
          <EmailField name="email" label="Email" hint={texts.email} />
        </TwoColumns>
      </FormSection>
    </>
  );
}

export function DeviceFields() {
  return (
    <FormSection title="Device" hint={texts.device}>
      <RadioField
        name="deviceKind"
        label="Kind"
        options={Object.entries(deviceWords).map(([value, label]) => ({ value, label }))}
      />
      <TwoColumns>
        <TextField name="deviceSerial" label="Serial number" spellCheck={false} />
      </TwoColumns>
    </FormSection>
  );
}

export const VolumeField = () => <NumberField name="volume" label="Volume" hint={texts.volume} />;

export function SoundFields() {
  return (
    <>
      <FormSection title="Volume">
        <TwoColumns>
          <VolumeField />
        </TwoColumns>
      </FormSection>
      <FormSection title="Licence" hint={texts.licence}>
        <TwoColumns>
          <TextField name="licenceName" label="Issued by" hint="For example PPL India" />
          <TextField name="licenceNumber" label="Number" spellCheck={false} />
          <DateField name="licenceFrom" label="Valid from" />
          <DateField name="licenceTo" label="Valid to" />
        </TwoColumns>
      </FormSection>
    </>
  );
}
