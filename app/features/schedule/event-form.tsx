import { eventModeLabels, eventModes } from "#contract/schedule/words";
import type { LocationChoices } from "~/lib/locations/location-choices.server";
import { RadioField } from "~/ui/choice-field";
import { FormSection, TwoColumns } from "~/ui/form";
import { ConfirmLink, type ConfirmLinkData } from "~/ui/frame/confirm";
import { Panel } from "~/ui/frame/panel";
import { TextLink } from "~/ui/frame/text-link";
import { DateField, NumberField, TextField, TimeField } from "~/ui/text-field";
import type { EffectWords } from "./events.server";
import { LocationFields } from "./location-fields";
import { eventTexts } from "./texts";
import { Weekdays } from "./weekdays";

const modeHints = { ORDER: eventTexts.order, LOOP: eventTexts.loop, RULES: eventTexts.rules };
const modes = eventModes.map((mode) => ({
  value: mode,
  label: eventModeLabels[mode],
  hint: modeHints[mode],
}));

/** The fields of an event, except its songs and image. */
export function EventFields({ locations }: { locations: LocationChoices }) {
  return (
    <>
      <FormSection title="Event">
        <TextField name="name" label="Name" hint="For example: Diwali evening" />
      </FormSection>
      <FormSection title="When it plays" hint={eventTexts.days}>
        <TwoColumns>
          <DateField playlist name="startsOn" label="First day" />
          <DateField playlist name="endsOn" label="Last day" />
          <TimeField name="fromMinute" label="From" />
          <TimeField name="toMinute" label="To" hint={eventTexts.ends} />
        </TwoColumns>
        <Weekdays name="weekdays" />
      </FormSection>
      <FormSection title="How it plays">
        <RadioField name="mode" label="How songs play" options={modes} />
        <NumberField name="priority" label="Priority" hint={eventTexts.priority} />
      </FormSection>
      <LocationFields
        locations={locations}
        title={eventTexts.locations}
        hint={eventTexts.locationsHint}
      />
    </>
  );
}

/** Shows which events overlap with this one and which days it affects. */
export function EventEffects({
  effects: { overlaps, days },
  publish,
}: {
  effects: EffectWords;
  publish?: ConfirmLinkData | null;
}) {
  return (
    <Panel title={eventTexts.effects}>
      <div role="status" className="grid gap-2">
        {days.length > 0 ? (
          days.map((line) => <p key={line}>{line}</p>)
        ) : (
          <p>{eventTexts.noDays}</p>
        )}
        {publish ? (
          <div>
            <ConfirmLink {...publish} />
          </div>
        ) : null}
        {overlaps.length > 0 ? (
          <>
            <h3 className="font-semibold">{eventTexts.overlaps}</h3>
            <ul className="list-disc pl-[18px]">
              {overlaps.map(({ to, name, when, words }) => (
                <li key={to}>
                  <TextLink to={to}>{name}</TextLink>, {when}. {words}
                </li>
              ))}
            </ul>
          </>
        ) : (
          <p>{eventTexts.noOverlap}</p>
        )}
      </div>
    </Panel>
  );
}
