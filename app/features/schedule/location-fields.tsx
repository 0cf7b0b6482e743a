import { foldText } from "#contract/base/fold-text";
import type { LocationChoices } from "~/lib/locations/location-choices.server";
import { CheckboxField, NarrowedBox, type Option, Tick } from "~/ui/choice-field";
import { Field } from "~/ui/field";
import { chosenFirst, FindOptions, withChosen } from "~/ui/find-options";
import { FormSection } from "~/ui/form";
import { scheduleTexts } from "./texts";

type Props = {
  locations: LocationChoices;
  title: string;
  hint: string;
  children?: React.ReactNode;
};

/**
 * Chooses any mix of locations, from the whole company to single stores, with the number of stores
 * in each.
 */
export function LocationFields({
  locations: { wholeCompany, regions, levels, find },
  title,
  hint,
  children,
}: Props) {
  return (
    <FormSection title={title} hint={hint}>
      {children}
      {wholeCompany ? (
        <CheckboxField name="wholeCompany" label={`The whole company, ${wholeCompany}`} />
      ) : null}
      {regions.length > 0 ? <Regions options={regions} /> : null}
      {find ? <FindOptions what="locations" placeholder="Name or code" {...find} /> : null}
      <Levels levels={levels} />
    </FormSection>
  );
}

const Regions = ({ options }: { options: Option[] }) => (
  <Field name="regionIds" label="Regions" group>
    {({ id }, { values }) => (
      <div className="flex flex-wrap gap-2">
        {options.map((option, index) => (
          <div
            key={option.value}
            className="rounded-full border border-line-strong py-1 pl-3 pr-4 has-[:checked]:border-ink has-[:checked]:bg-sunken"
          >
            <Tick
              type="checkbox"
              id={index ? `${id}-${index}` : id}
              name="regionIds"
              option={option}
              checked={values.includes(option.value)}
            />
          </div>
        ))}
      </div>
    )}
  </Field>
);

/**
 * Zones, groups and stores in one scrolling box. With script, one field narrows them all by name
 * and by the locations above.
 */
const Levels = ({ levels }: Pick<LocationChoices, "levels">) => (
  <NarrowedBox label={scheduleTexts.narrowLocations} isLong>
    {(words) => (
      <div className="relative grid max-h-96 gap-4 overflow-y-auto p-3">
        {levels.map((level) => (
          <Level key={level.name} level={level} words={words} />
        ))}
      </div>
    )}
  </NarrowedBox>
);

type LevelProps = { level: LocationChoices["levels"][number]; words: string };

const Level = ({ level: { name, label, options }, words }: LevelProps) => (
  <Field name={name} label={label} group>
    {({ id }, { values }) => (
      <div className="grid gap-x-4 gap-y-0.5 md:grid-cols-2">
        {chosenFirst(withChosen(options, values), values).map((option, index) => (
          <Tick
            key={option.value}
            type="checkbox"
            id={index ? `${id}-${index}` : id}
            name={name}
            option={option}
            checked={values.includes(option.value)}
            hidden={!foldText(`${option.label} ${option.hint ?? ""}`).includes(words)}
          />
        ))}
      </div>
    )}
  </Field>
);
