import {
  breakPositions,
  breakPositionWords,
  campaignPriorities,
  campaignPriorityWords,
  goalMeasures,
  goalMeasureWords,
} from "#contract/ads/words";
import type { SpotKind } from "#contract/schedule/positions";
import { LocationFields } from "~/features/schedule/location-fields";
import { CheckboxField, RadioField, SelectField } from "~/ui/choice-field";
import { FoundMultiSelectField, FoundSelectField } from "~/ui/find-options";
import { FormSection, TwoColumns } from "~/ui/form";
import { linesIn, type Values } from "~/ui/form-lines";
import { Button } from "~/ui/frame/button";
import { TextLink } from "~/ui/frame/text-link";
import { DateField, NumberField, TextAreaField, TextField } from "~/ui/text-field";
import { campaignFormTexts as texts } from "./booking-words";
import type { CampaignChoices } from "./campaign-form.server";
import { PlayTimes } from "./play-times";
import { Rotation } from "./rotation";

/** Stands for all stores that match a filter, if the campaign was started in the store list. */
type MatchingStores = { label: string; names: string } | null;
type Props = {
  kind: SpotKind;
  choices: CampaignChoices;
  values: Values;
  matching?: MatchingStores;
};

/** The fields of a draft. */
export function CampaignFields({ kind, choices, values, matching = null }: Props) {
  return (
    <>
      <NameFields kind={kind} choices={choices} values={values} />
      <FormSection title={texts.when}>
        <DatePresets presets={choices.presets} />
        <TwoColumns>
          <DateField name="startsOn" label="First day" />
          <DateField name="endsOn" label="Last day" />
        </TwoColumns>
        <TextField name="blackoutDates" label="Blackout dates" hint={texts.blackoutDates} />
        <input type="hidden" name="kind" value={kind} />
        <PlayTimes kind={kind} />
      </FormSection>
      <GoalFields />
      <PriorityFields />
      <LocationFields
        locations={choices.locations}
        title={texts.locations}
        hint={texts.locationsHint}
      >
        {matching ? (
          <CheckboxField
            name="allMatching"
            label={matching.label}
            hint={texts.allMatchingHint(matching.names)}
          />
        ) : null}
        {!matching && choices.storesTo ? (
          <p className="text-sm text-ink-2">
            {texts.byFilters} <TextLink to={choices.storesTo}>{texts.openStores}</TextLink>
          </p>
        ) : null}
        {values.keepStores ? (
          <CheckboxField name="keepStores" label={texts.keepStores} hint={texts.keepStoresHint} />
        ) : null}
      </LocationFields>
      <FormSection title={texts.blackoutStores} hint={texts.blackoutStoresHint}>
        <FoundMultiSelectField
          name="blackoutStoreIds"
          label="Blackout stores"
          what="stores"
          findPlaceholder="Name or code"
          choices={choices.blackoutStores}
          columns={2}
        />
      </FormSection>
      <FormSection title="More">
        {kind === "AD" ? (
          <SelectField
            name="breakPosition"
            label="Position in the break"
            hint={texts.breakPosition}
            placeholder="Any"
            options={positions}
          />
        ) : null}
        <MoreFields />
      </FormSection>
    </>
  );
}

const positions = breakPositions.map((value) => ({ value, label: breakPositionWords[value] }));
const measures = goalMeasures.map((value) => ({ value, label: goalMeasureWords[value] }));
const GoalFields = () => (
  <FormSection title={texts.goal} hint={texts.goalHint}>
    <TwoColumns>
      <SelectField name="goal.measure" label="Goal" placeholder={texts.noGoal} options={measures} />
      <NumberField name="goal.target" label="Target" />
    </TwoColumns>
  </FormSection>
);

const priorities = campaignPriorities.map((value) => ({
  value,
  label: campaignPriorityWords[value],
  hint: texts.priorities[value],
}));
const PriorityFields = () => (
  <FormSection title="Priority">
    <RadioField name="priority" label="If hours are full" options={priorities} />
    <CheckboxField
      name="mayBePreempted"
      label={texts.mayBePreempted}
      hint={texts.mayBePreemptedHint}
    />
  </FormSection>
);

/** Fills in both dates; without script the form's action does. */
const DatePresets = ({ presets }: Pick<CampaignChoices, "presets">) => (
  <div className="flex flex-wrap gap-2">
    {presets.map(({ label, from, to }) => (
      <Button
        key={label}
        small
        name="_do"
        value={`dates:${from}:${to}`}
        formNoValidate
        onClick={(event) => {
          const { form } = event.currentTarget;
          event.preventDefault();
          for (const [name, day] of [
            ["startsOn", from],
            ["endsOn", to],
          ] as const) {
            const field = form?.elements.namedItem(name);
            if (!(field instanceof HTMLInputElement)) continue;
            field.value = day;
            field.dispatchEvent(new Event("input", { bubbles: true }));
          }
        }}
      >
        {label}
      </Button>
    ))}
  </div>
);

/** Shows the fields that can still change once a campaign has plays in the ledger. */
export function BookedCampaignFields(props: Props) {
  return (
    <>
      <NameFields {...props} />
      <FormSection title="More">
        <MoreFields />
      </FormSection>
    </>
  );
}

function NameFields({ kind, choices: { brands, spots }, values }: Props) {
  return (
    <>
      <FormSection title="Campaign">
        <TextField name="name" label="Name" hint={texts.name} />
        <FoundSelectField
          name="brandId"
          label="Brand"
          what="brands"
          choices={brands}
          placeholder="No brand"
        />
      </FormSection>
      <FormSection title="What plays" hint={texts.spots[kind]}>
        <Rotation lines={linesIn(values, "spots")} spots={spots} />
      </FormSection>
    </>
  );
}

const MoreFields = () => (
  <>
    <CheckboxField name="takesNewStores" label={texts.newStores} hint={texts.newStoresHint} />
    <TextAreaField name="note" label="Note" hint={texts.note} rows={3} />
  </>
);
