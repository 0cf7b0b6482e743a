import { displays } from "#contract/charts/words";
import { RadioField } from "~/ui/choice-field";
import { TextAreaField, TextField } from "~/ui/text-field";

export function ChartFields() {
  return (
    <>
      <TextField name="chartName" label="Name" hint="What is in it and for when: Morning calm, Diwali 2026, Top 50 Hindi." />
      <TextAreaField name="description" label="Description" rows={2} />
      <RadioField
        name="display"
        label="Its make-up is drawn as"
        inline
        options={displays.map((display) => ({ value: display, label: display }))}
      />
    </>
  );
}
