import { arcLimits } from "#contract/schedule/day-arc";
import { SelectField } from "~/ui/choice-field";
import { FormSection } from "~/ui/form";
import { useField } from "~/ui/form-fields";
import { Button } from "~/ui/frame/button";
import { NumberField } from "~/ui/text-field";
import { arcTexts } from "./rule-texts";

type Option = { value: string; label: string };

/** Points of energy and mood over the day, as lines that come and go by buttons of the form. */
export function ArcFields({ points, moods }: { points: number; moods: Option[] }) {
  return (
    <FormSection title={arcTexts.title} hint={arcTexts.lead}>
      {Array.from({ length: points }, (_, point) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a point is its place; the form is drawn anew when points come or go
        <ArcPointLine key={point} point={point} moods={moods} />
      ))}
      <div>
        <Button
          name="_do"
          value="arc-add"
          formNoValidate
          small
          icon="plus"
          disabled={points >= arcLimits.points}
        >
          Add point
        </Button>
      </div>
    </FormSection>
  );
}

function ArcPointLine({ point, moods }: { point: number; moods: Option[] }) {
  const name = `arc[${point}]`;
  const { id, errors } = useField(name);
  return (
    <fieldset
      aria-label={`Point ${point + 1}`}
      className="grid min-w-0 grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] items-start gap-3 md:grid-cols-[88px_minmax(0,1fr)_minmax(0,2fr)_auto]"
    >
      <NumberField name={`${name}.hour`} label="Hour" hint="0 to 23" autoComplete="off" />
      <NumberField
        name={`${name}.energy`}
        label="Energy"
        hint={arcTexts.scale}
        autoComplete="off"
      />
      <SelectField
        name={`${name}.moodId`}
        label="Mood"
        hint={arcTexts.moodHint}
        placeholder={arcTexts.anyMood}
        options={moods}
        className="max-md:order-last max-md:col-span-2"
      />
      <Button
        name="_do"
        value={`arc-remove-${point}`}
        formNoValidate
        variant="quiet"
        icon="close"
        iconOnly
        className="mt-[26px]"
      >
        {`Remove point ${point + 1}`}
      </Button>
      {errors.length > 0 ? (
        <p
          id={`${id}-error`}
          data-of={arcTexts.title}
          className="order-last col-span-full text-sm text-bad"
        >
          {errors.join(" ")}
        </p>
      ) : null}
    </fieldset>
  );
}
