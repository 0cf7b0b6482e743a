import { campaignLimits } from "#contract/ads/words";
import { type Option, SelectField } from "~/ui/choice-field";
import { Field } from "~/ui/field";
import { FindOptions, type FoundOptions } from "~/ui/find-options";
import { oneOf, type Values } from "~/ui/form-lines";
import { Button } from "~/ui/frame/button";
import { TextLink } from "~/ui/frame/text-link";
import { NumberField } from "~/ui/text-field";
import { campaignFormTexts as texts } from "./booking-words";
import { spotsPath } from "./paths";

/** The spots that take turns; buttons add and remove lines, without script too. */
export function Rotation({ lines, spots }: { lines: Values[]; spots: FoundOptions }) {
  const visibleLines = lines.length > 0 ? lines : [{}];
  return (
    <div className="grid gap-3">
      {spots.find ? <FindOptions what="spots" {...spots.find} /> : null}
      {spots.options.length === 0 && !spots.find ? (
        <p>
          {texts.noSpots} <TextLink to={spotsPath}>Open spots</TextLink>
        </p>
      ) : null}
      <Field
        name="spots"
        label="Spots"
        hint={visibleLines.length > 1 ? texts.weights : undefined}
        group
      >
        {({ id }) => (
          <div id={id} tabIndex={-1} className="grid gap-3">
            {visibleLines.map((line, place) => (
              <SpotLine
                // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place; the form is drawn anew when lines come or go
                key={place}
                place={place}
                line={line}
                options={spots.options}
                isOnly={visibleLines.length === 1}
              />
            ))}
            <div>
              <Button
                name="_do"
                value="add-spot"
                formNoValidate
                small
                icon="plus"
                disabled={visibleLines.length >= campaignLimits.spots}
              >
                Add spot
              </Button>
            </div>
          </div>
        )}
      </Field>
    </div>
  );
}

type LineProps = { place: number; line: Values; options: Option[]; isOnly: boolean };

function SpotLine({ place, line, options, isOnly }: LineProps) {
  const chosen = oneOf(line.spotId);
  const isListed = chosen === "" || options.some(({ value }) => value === chosen);
  const select = (
    <SelectField
      name={`spots[${place}].spotId`}
      label={`Spot ${place + 1}`}
      placeholder="Choose a spot"
      options={isListed ? options : [{ value: chosen, label: "Your earlier choice" }, ...options]}
      className="max-md:col-span-2"
    />
  );
  // a single spot has every play whatever its weight
  if (isOnly)
    return (
      <>
        {select}
        <input type="hidden" name={`spots[${place}].weight`} value={oneOf(line.weight) || "1"} />
      </>
    );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-2 md:grid-cols-[minmax(0,1fr)_104px_auto]">
      {select}
      <NumberField name={`spots[${place}].weight`} label="Weight" />
      <Button
        name="_do"
        value={`remove-${place}`}
        formNoValidate
        variant="quiet"
        icon="close"
        iconOnly
        className="mt-[26px]"
      >
        {`Remove spot ${place + 1}`}
      </Button>
    </div>
  );
}
