import { displays } from "#contract/charts/words";
import { RadioField } from "~/ui/choice-field";
import { TextAreaField, TextField } from "~/ui/text-field";
import { chartFormTexts } from "./texts";

export function ChartFields() {
  return (
    <>
      <TextField name="chartName" label="Name" hint={chartFormTexts.example} />
      <TextAreaField name="description" label="Description" rows={2} />
      <RadioField
        name="display"
        label="Default chart view"
        hint={chartFormTexts.display}
        inline
        options={displays.map((display) => ({ value: display, label: display }))}
      />
    </>
  );
}
