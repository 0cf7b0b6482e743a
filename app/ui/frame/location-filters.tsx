import { FilterSelect } from "./filter-bar";

type Options = { value: string; label: string }[];

type Props = {
  values: Partial<Record<"regionId" | "zoneId" | "groupId", string | undefined>>;
  /** As `unitChoices` gives them: those near a chosen one, and the words for any of them. */
  choices: {
    regions: Options;
    zones: Options;
    groups: Options;
    anyZone: string;
    anyGroup: string;
  };
  regionLabel?: string;
  /** The empty choices say what the labels say. */
  anySaysLabel?: boolean;
};

/** Narrows a list to a region, a zone or a group. */
export const LocationFilters = ({
  values,
  choices,
  regionLabel = "Region",
  anySaysLabel,
}: Props) => (
  <>
    <FilterSelect
      name="regionId"
      label={regionLabel}
      any="All regions"
      anySaysLabel={anySaysLabel}
      value={values.regionId}
      options={choices.regions}
    />
    <FilterSelect
      name="zoneId"
      label="Zone"
      any={choices.anyZone}
      anySaysLabel={anySaysLabel}
      value={values.zoneId}
      options={choices.zones}
    />
    <FilterSelect
      name="groupId"
      label="Group"
      any={choices.anyGroup}
      anySaysLabel={anySaysLabel}
      value={values.groupId}
      options={choices.groups}
    />
  </>
);
