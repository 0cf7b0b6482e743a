import { FilterSelect } from "./filter-bar";

type Options = { value: string; label: string }[];

type Props = {
  values: Partial<Record<"regionId" | "zoneId" | "groupId", string | undefined>>;
  /** The result of `unitChoices`: the units near a chosen one, and labels of the empty choices. */
  choices: {
    regions: Options;
    zones: Options;
    groups: Options;
    anyZone: string;
    anyGroup: string;
  };
  regionLabel?: string;
  /** True if the empty choices repeat the labels, which are then hidden. */
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
