import { arcLimits } from "#contract/schedule/energy-arc";
import { FormSection } from "~/ui/form";
import { useField } from "~/ui/form-fields";
import { Button } from "~/ui/frame/button";
import { NumberField } from "~/ui/text-field";
import { arcTexts } from "./texts";

/** Points of energy over the day, as lines that come and go by buttons of the form. */
export function ArcFields({ points }: { points: number }) {
  return (
    <FormSection title="Energy over the day" hint={arcTexts.lead}>
      {Array.from({ length: points }, (_, point) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a point is its place; the form is drawn anew when points come or go
        <ArcPointLine key={point} point={point} />
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

function ArcPointLine({ point }: { point: number }) {
  const name = `energyArc[${point}]`;
  const { id, errors } = useField(name);
  return (
    <fieldset
      aria-label={`Point ${point + 1}`}
      className="grid min-w-0 grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] items-start gap-3"
    >
      <NumberField name={`${name}.hour`} label="Hour" hint="0 to 23" autoComplete="off" />
      <NumberField
        name={`${name}.energy`}
        label="Energy"
        hint={arcTexts.scale}
        autoComplete="off"
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
        <p id={`${id}-error`} data-of="Energy over the day" className="col-span-3 text-sm text-bad">
          {errors.join(" ")}
        </p>
      ) : null}
    </fieldset>
  );
}
