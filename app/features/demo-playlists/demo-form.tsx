import { industryTypes } from "#contract/onboarding/words";
import { toOptions } from "~/features/onboarding/self-onboarding-fields";
import { CheckboxField, type Option, SelectField } from "~/ui/choice-field";
import { TwoColumns } from "~/ui/form";
import { TextField } from "~/ui/text-field";
import { demoTexts } from "./texts";

/** The fields of a demo playlist but for its songs. */
export function DemoFields({ languages, songTypes }: { languages: Option[]; songTypes: Option[] }) {
  return (
    <>
      <TwoColumns>
        <TextField name="name" label="Name" hint={demoTexts.name} />
        <SelectField
          name="industry"
          label="Industry"
          placeholder="Choose one"
          options={toOptions(industryTypes)}
        />
        <SelectField
          name="languageId"
          label="Language"
          placeholder="Choose one"
          options={languages}
        />
        <SelectField
          name="songTypeId"
          label="Song type"
          hint={demoTexts.songType}
          placeholder="Choose one"
          options={songTypes}
        />
      </TwoColumns>
      <CheckboxField name="isListed" label={demoTexts.isListed} hint={demoTexts.isListedHint} />
    </>
  );
}
