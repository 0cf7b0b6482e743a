import { industryTypes, musicLanguages, songTypes, startTimes } from "#contract/onboarding/words";
import { CheckboxField, MultiSelectField, RadioField, SelectField } from "~/ui/choice-field";
import { TwoColumns } from "~/ui/form";
import { NumberField, TextAreaField, TextField } from "~/ui/text-field";
import { PersonFields } from "./person-fields";
import { publicFormTexts, selfOnboardingTexts } from "./texts";

export const toOptions = (names: readonly string[]) =>
  names.map((name) => ({ value: name, label: name }));

/** The fields of one step of selfOnboardingSteps. */
export function SelfOnboardingFields({ step, zones }: { step: number; zones: string[] }) {
  if (step === 1)
    return (
      <TwoColumns>
        <PersonFields />
        <TextField
          name="jobTitle"
          label="Your role"
          hint="For example marketing head"
          autoComplete="organization-title"
        />
      </TwoColumns>
    );
  if (step === 2)
    return (
      <TwoColumns>
        <TextField name="companyName" label="Company name" autoComplete="organization" />
        <SelectField
          name="industry"
          label="Industry"
          placeholder="Choose one"
          options={toOptions(industryTypes)}
        />
        <NumberField name="stores" label="Number of stores" />
        <TextField name="cities" label="Where your stores are" hint="Cities or states" />
        <SelectField name="timeZone" label="Time zone" options={toOptions(zones)} />
      </TwoColumns>
    );
  return (
    <>
      <MultiSelectField
        name="languages"
        label="Languages of the songs"
        hint={selfOnboardingTexts.songTypes}
        columns={2}
        options={toOptions(musicLanguages)}
      />
      <MultiSelectField
        name="songTypes"
        label="Kinds of songs"
        columns={2}
        options={toOptions(songTypes)}
      />
      <RadioField name="start" label={selfOnboardingTexts.start} options={toOptions(startTimes)} />
      <TextAreaField name="notes" label="Anything else" hint="Up to 600 characters" rows={3} />
      <CheckboxField
        name="consent"
        label={publicFormTexts.consent}
        hint={publicFormTexts.consentHint}
      />
    </>
  );
}

export const stepNames = ["About you", "Your stores", selfOnboardingTexts.music];
