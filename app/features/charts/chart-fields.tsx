import { displays } from "#contract/charts/words";
import { RadioField } from "~/ui/choice-field";
import { TextAreaField, TextField } from "~/ui/text-field";

export function ChartFields() {
  return (
    <>
      <TextField name="chartName" label="Name" hint="For example Morning calm, Diwali 2026 or Top 50 Hindi." />
      <TextAreaField name="description" label="Description" rows={2} />
      <RadioField
        name="display"
        label="Default chart view"
        inline
        options={displays.map((display) => ({ value: display, label: display }))}
      />
    </>
  );
}
