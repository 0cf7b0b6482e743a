import { type AlertSwitch, alertKindWords, alertSwitches } from "#contract/alerts/words";
import { memberNames } from "#contract/base/records";
import { inheritedWords } from "~/lib/locations/inherited-words";
import { SelectField } from "~/ui/choice-field";
import { Form, FormActions, FormSection, TwoColumns } from "~/ui/form";
import type { FormFields } from "~/ui/form-fields";
import { Button } from "~/ui/frame/button";
import { Facts, Panel } from "~/ui/frame/panel";
import { NumberField, TimeField } from "~/ui/text-field";
import { VersionField } from "~/ui/version-field";
import type { SettingsPage } from "./settings-page.server";
import { alertSettingsTexts as texts } from "./texts";

const numbers = {
  offlineMinutes: { label: "Offline", suffix: "min" },
  silentMinutes: { label: "Online, silent", suffix: "min" },
  lowVolumeMinutes: { label: "Low volume", suffix: "min" },
  logHours: { label: "Music left to play", suffix: "h" },
  pausedMinutes: { label: "Paused in a day", suffix: "min" },
} as const;
const switches = memberNames(alertSwitches);
const labelOf = (name: AlertSwitch) => alertKindWords[alertSwitches[name]];
const toldWords = { yes: "Notify", no: "Do not notify" } as const;
const wordOf = (value: string | undefined) => toldWords[value === "no" ? "no" : "yes"];

/** The settings of one location. An empty field shows under its label the value it inherits. */
export function SettingsForm({
  page: { inherited },
  fields,
}: {
  page: SettingsPage;
  fields: FormFields;
}) {
  const from = (name: string) => inherited[name]?.from ?? "";
  return (
    <Form fields={fields} keep>
      <VersionField />
      <FormSection title={texts.thresholds} hint={texts.thresholdsHint}>
        <TwoColumns>
          {Object.entries(numbers).map(([name, { label, suffix }]) => (
            <NumberField
              key={name}
              name={name}
              label={label}
              suffix={suffix}
              hint={inheritedWords(`${inherited[name]?.value} ${suffix}`, from(name))}
              placeholder={inherited[name]?.value}
            />
          ))}
        </TwoColumns>
      </FormSection>
      <FormSection title={texts.kinds} hint={texts.kindsHint}>
        <TwoColumns>
          {switches.map((name) => (
            <SelectField
              key={name}
              name={name}
              label={labelOf(name)}
              placeholder={inheritedWords(wordOf(inherited[name]?.value).toLowerCase(), from(name))}
              options={Object.entries(toldWords).map(([value, label]) => ({ value, label }))}
            />
          ))}
        </TwoColumns>
      </FormSection>
      <FormSection title={texts.quiet} hint={texts.quietHint}>
        <TwoColumns>
          <TimeField
            name="quietFrom"
            label="From"
            hint={inheritedWords(quietWords(inherited), from("quietFrom"))}
          />
          <TimeField name="quietTo" label="To" />
        </TwoColumns>
      </FormSection>
      <FormActions>
        <Button variant="primary">Save settings</Button>
      </FormActions>
    </Form>
  );
}

function quietWords({ quietFrom, quietTo }: SettingsPage["inherited"]): string {
  return quietFrom?.value === quietTo?.value
    ? texts.noQuietHours
    : `${quietFrom?.value} – ${quietTo?.value}`;
}

/** Shows the settings that apply to a location to people who may not change them. */
export function SettingsFacts({ holding }: Pick<SettingsPage, "holding">) {
  return (
    <Panel title="Settings" lead={texts.readOnly}>
      <Facts
        facts={[
          ...Object.entries(numbers).map(([name, { label, suffix }]) => ({
            term: label,
            value: `${holding[name]?.value} ${suffix}, from ${holding[name]?.from}`,
          })),
          ...switches.map((name) => ({
            term: labelOf(name),
            value: `${wordOf(holding[name]?.value)}, from ${holding[name]?.from}`,
          })),
          { term: texts.quiet, value: `${quietWords(holding)}, from ${holding.quietFrom?.from}` },
        ]}
      />
    </Panel>
  );
}
