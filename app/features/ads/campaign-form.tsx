import {
  breakPositions,
  breakPositionWords,
  campaignLimits,
  campaignPriorities,
  campaignPriorityWords,
  goalMeasures,
  goalMeasureWords,
  hoursOfDay,
} from "#contract/ads/words";
import type { SpotKind } from "#contract/schedule/positions";
import { clockOf } from "#contract/stores/words";
import { LocationFields } from "~/features/schedule/location-fields";
import { Weekdays } from "~/features/schedule/weekdays";
import { CheckboxField, type Option, RadioField, SelectField } from "~/ui/choice-field";
import { Field } from "~/ui/field";
import {
  FindOptions,
  FoundMultiSelectField,
  type FoundOptions,
  FoundSelectField,
} from "~/ui/find-options";
import { FormSection, TwoColumns } from "~/ui/form";
import { useField } from "~/ui/form-fields";
import { linesIn, oneOf } from "~/ui/form-lines";
import { Button } from "~/ui/frame/button";
import { TextLink } from "~/ui/frame/text-link";
import { DateField, NumberField, TextAreaField, TextField } from "~/ui/text-field";
import { campaignFormTexts as texts } from "./booking-words";
import type { CampaignChoices } from "./campaign-form.server";
import { HourTicks } from "./hour-ticks";
import { spotsPath } from "./paths";
import { WeekPlays } from "./week-plays";

type Values = Record<string, string | string[]>;
/** Stands for all stores that match a filter, if the campaign was started in the store list. */
type Matching = { label: string; names: string } | null;
type Props = { kind: SpotKind; choices: CampaignChoices; values: Values; matching?: Matching };

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

/** The spots that take turns; buttons add and remove lines, without script too. */
function Rotation({ lines, spots }: { lines: Values[]; spots: FoundOptions }) {
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

const clockOfHour = (hour: number) => clockOf(hour * 60);
const firstHours = hoursOfDay.map((hour) => ({ value: String(hour), label: clockOfHour(hour) }));
const lastHours = hoursOfDay.map((hour) => ({
  value: String(hour + 1),
  label: clockOfHour(hour + 1),
}));
const weekly = { value: "WEEK", label: texts.byWeek };
const ways = [
  { value: "EVEN", label: texts.even },
  { value: "EACH", label: texts.byHour },
  weekly,
  { value: "EXACT", label: texts.exact, hint: texts.exactHint },
];
const topWays = [{ value: "HOURS", label: texts.topHours }, weekly];

/**
 * When it plays in a day. Only the fields of the chosen way show: the style sheet sees to it,
 * without script.
 */
function PlayTimes({ kind }: Pick<Props, "kind">) {
  return (
    <div className="group/times grid gap-4">
      <RadioField name="timing" label={texts.howOften} options={kind === "TOH" ? topWays : ways} />
      <div className="group-has-[[value=WEEK]:checked]/times:hidden">
        <Weekdays name="weekdays" hint={texts.days} />
      </div>
      <Field name="plays" label={texts.times} group>
        {({ id }) => (
          <div id={id} tabIndex={-1}>
            <div className="hidden group-has-[[value=HOURS]:checked]/times:block">
              <HourTicks name="hours" label="Hours" hint={texts.topHoursHint} />
            </div>
            <div className="hidden group-has-[[value=EVEN]:checked]/times:block">
              <div className="grid items-start gap-4 md:grid-cols-3">
                <NumberField name="playsAnHour" label="Plays per hour" />
                <SelectField name="fromHour" label="From" options={firstHours} />
                <SelectField name="toHour" label="To" options={lastHours} />
              </div>
            </div>
            <div className="hidden group-has-[[value=EACH]:checked]/times:block">
              <p className="mb-2 text-sm text-ink-3">{texts.byHourHint}</p>
              <div className="grid grid-cols-4 gap-2 sm:grid-cols-6 md:grid-cols-8">
                {hoursOfDay.map((hour) => (
                  <HourPlays key={hour} hour={hour} />
                ))}
              </div>
            </div>
            <div className="hidden group-has-[[value=WEEK]:checked]/times:block">
              <WeekPlays hint={texts.byWeekHint} />
            </div>
            <div className="hidden group-has-[[value=EXACT]:checked]/times:block">
              <TextField
                name="times"
                label="Times"
                hint={texts.timesHint}
                placeholder="09:30, 12:00, 18:15"
              />
            </div>
          </div>
        )}
      </Field>
    </div>
  );
}

/** The plays of one hour: a small field under its hour. */
function HourPlays({ hour }: { hour: number }) {
  const { id, errors, value } = useField(`plays[${hour}]`);
  const isWrong = errors.length > 0;
  return (
    <div className="grid gap-0.5">
      <label htmlFor={id} className="text-sm tabular-nums text-ink-2">
        {clockOfHour(hour)}
      </label>
      <input
        id={id}
        name={`plays[${hour}]`}
        inputMode="numeric"
        autoComplete="off"
        defaultValue={value}
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? `${id}-error` : undefined}
        className="control px-2 tabular-nums"
      />
      {isWrong ? (
        <p
          id={`${id}-error`}
          data-of={`Plays from ${clockOfHour(hour)}`}
          className="text-sm font-medium text-bad"
        >
          {errors.join(" ")}
        </p>
      ) : null}
    </div>
  );
}
