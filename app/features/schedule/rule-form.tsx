import { useState } from "react";
import { mixLimits, mixSaid, mixSum } from "#contract/schedule/words";
import { CheckboxField, type Option, RadioField, SelectField } from "~/ui/choice-field";
import { Field } from "~/ui/field";
import { Form, FormActions, FormSection, TwoColumns } from "~/ui/form";
import { type FormFields, useField } from "~/ui/form-fields";
import { Button, ButtonLink } from "~/ui/frame/button";
import { ConfirmLink, type ConfirmLinkData } from "~/ui/frame/confirm";
import { Panel } from "~/ui/frame/panel";
import { NumberField } from "~/ui/text-field";
import { typingPause, useAnswer } from "~/ui/use-answer";
import { linesOf } from "./mix-lines";
import { RuleCheckPanel } from "./rule-check";
import type { CheckWords } from "./rule-check-words";
import type { RulePage } from "./rule-page.server";
import { masterRuleTexts } from "./texts";

type Props = { page: RulePage; fields: FormFields };

/** The rule's form and whether there are enough songs for it; with script that is asked anew while a person types. */
export function RuleEditor({ page, fields, check }: Props & { check: CheckWords | null }) {
  const [answer, ask] = useAnswer<CheckWords>();
  return (
    <div
      onInput={({ target }) => {
        const form = (target as HTMLElement).closest("form");
        if (form) ask(`${page.checkTo}&${new URLSearchParams(typedIn(form))}`, typingPause);
      }}
    >
      <RuleCheckPanel check={answer ?? check} />
      <Panel title={page.source?.own === false ? "Change what it inherits" : "Rule"}>
        <RuleForm page={page} fields={fields} />
      </Panel>
    </div>
  );
}

const typedIn = (form: HTMLFormElement) =>
  [...new FormData(form)].flatMap(([name, value]) =>
    typeof value === "string" && !name.startsWith("_") && name !== "version" ? [[name, value]] : [],
  );

/** The rule as a form: a mix of lines that grows and shrinks without script, and the separations. */
function RuleForm({ page, fields }: Props) {
  const { unit, source, removal, charts } = page;
  const lines = linesOf(fields.values ?? {});
  return (
    <Form key={JSON.stringify(fields.values)} fields={fields} enter={{ name: "_do", value: "save" }} keep>
      <Version />
      <Field name="mix" label="Mix" hint={masterRuleTexts.mix} group>
        {({ id }) => <Mix id={id} percents={lines.map(({ percent }) => percent)} charts={charts} />}
      </Field>
      <FormSection title="Separations" hint={masterRuleTexts.separation}>
        <TwoColumns>
          <NumberField name="minimumRestMinutes" label="Minimum rest" hint="The same song" suffix="min" />
          <NumberField name="artistSeparationMinutes" label="Artist separation" hint="The same artist" suffix="min" />
          <NumberField name="titleSeparationMinutes" label="Title separation" hint={masterRuleTexts.title} suffix="min" />
        </TwoColumns>
        <CheckboxField name="dayOffset" label="Day offset" hint={masterRuleTexts.dayOffset} />
        <RadioField name="tempoStep" label={masterRuleTexts.tempo} options={tempoOptions} />
      </FormSection>
      <FormActions>
        <Button variant="primary" name="_do" value="save">
          {source?.own ? "Save rule" : masterRuleTexts.giveOwn(unit.name)}
        </Button>
        <Button name="_do" value="check">
          Check rule
        </Button>
        {removal ? <RemoveRule {...removal} /> : null}
        <ButtonLink to={page.previewTo} variant="quiet">
          Preview
        </ButtonLink>
      </FormActions>
    </Form>
  );
}

/** Which version was read; none where the unit had no rule of its own. */
function Version() {
  const { value } = useField("version");
  return value ? <input type="hidden" name="version" value={value} /> : null;
}

/** Removes the version that was read, as saving changes it. */
function RemoveRule(removal: ConfirmLinkData) {
  const { value } = useField("version");
  return <ConfirmLink {...removal} hidden={{ version: value ?? "" }} />;
}

function Mix({ id, percents, charts }: { id: string; percents: string[]; charts: Option[] }) {
  const [typed, setTyped] = useState(percents);
  const lines = typed.map((percent) => ({ percent }));
  const whole = mixSum(lines) === 100;
  return (
    <div
      id={id}
      tabIndex={-1}
      className="grid gap-3"
      onInput={({ currentTarget }) => {
        const inputs = currentTarget.querySelectorAll<HTMLInputElement>('input[name$=".percent"]');
        setTyped(Array.from(inputs, ({ value }) => value));
      }}
    >
      {percents.map((_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place; the form is drawn anew when lines come or go
        <div key={line} className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-2 md:grid-cols-[minmax(0,1fr)_104px_auto]">
          <SelectField
            name={`mix[${line}].chartId`}
            label={`Chart ${line + 1}`}
            placeholder="Choose a chart"
            options={charts}
            className="max-md:col-span-2"
          />
          <NumberField name={`mix[${line}].percent`} label="Share" suffix="%" />
          <Button name="_do" value={`remove-${line}`} formNoValidate variant="quiet" icon="close" iconOnly className="mt-[26px]">
            {`Remove chart ${line + 1}`}
          </Button>
        </div>
      ))}
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Button name="_do" value="add" formNoValidate small disabled={percents.length >= mixLimits.lines}>
          Add chart
        </Button>
        <output className={`tabular-nums ${whole ? "text-ink-2" : "font-medium text-warn"}`}>{mixSaid(lines)}</output>
      </div>
    </div>
  );
}

const tempoOptions: Option[] = [
  { value: "2", label: "Any change" },
  { value: "1", label: "At most one level", hint: masterRuleTexts.oneLevel },
  { value: "0", label: "The same tempo" },
];
