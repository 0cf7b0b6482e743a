import type { LocationChoices } from "~/lib/location-choices.server";
import { CheckboxField, MultiSelectField } from "~/ui/choice-field";
import { FoundMultiSelectField } from "~/ui/find-options";
import { FormSection } from "~/ui/form";

type Props = {
  locations: LocationChoices;
  title: string;
  hint: string;
  children?: React.ReactNode;
};

/** Any mix of the locations that a person may choose, from the whole company to single stores. */
export function LocationFields({
  locations: { wholeCompany, regions, zones, groups, stores },
  title,
  hint,
  children,
}: Props) {
  return (
    <FormSection title={title} hint={hint}>
      {children}
      {wholeCompany ? <CheckboxField name="wholeCompany" label="The whole company" /> : null}
      {regions.length > 0 ? (
        <MultiSelectField name="regionIds" label="Regions" options={regions} columns={2} />
      ) : null}
      {zones.options.length > 0 || zones.find ? (
        <FoundMultiSelectField
          name="zoneIds"
          label="Zones"
          what="zones"
          choices={zones}
          columns={2}
        />
      ) : null}
      {groups.options.length > 0 || groups.find ? (
        <FoundMultiSelectField
          name="groupIds"
          label="Groups"
          what="groups"
          choices={groups}
          columns={2}
        />
      ) : null}
      <FoundMultiSelectField
        name="storeIds"
        label="Stores"
        what="stores"
        choices={stores}
        findPlaceholder="Name or code"
        columns={2}
      />
    </FormSection>
  );
}
