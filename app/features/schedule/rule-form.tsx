import type { ReactNode } from "react";
import { Form, FormActions } from "~/ui/form";
import { type FormFields, useField } from "~/ui/form-fields";
import { Button, ButtonLink } from "~/ui/frame/button";
import { ConfirmLink, type ConfirmLinkData } from "~/ui/frame/confirm";
import { Panel } from "~/ui/frame/panel";
import { typedIn, typingPause, useAnswer } from "~/ui/use-answer";
import { ArcChart, MoodBand } from "./arc-chart";
import { ArcFields } from "./arc-fields";
import { pointsIn } from "./arc-lines";
import { MixField } from "./mix-fields";
import { linesOf } from "./mix-lines";
import { RuleCheckPanel } from "./rule-check";
import type { CheckWords } from "./rule-check-words";
import type { RulePage } from "./rule-page.server";
import { arcTexts, masterRuleTexts, whatIfTexts } from "./rule-texts";
import { SeparationFields } from "./separation-fields";
import { ruleLinesOf, type SeparationFocus } from "./separation-lines";
import { SongChoiceFields } from "./song-choice-fields";
import { TrialPanel } from "./what-if";

type Props = { page: RulePage; fields: FormFields; focus: SeparationFocus | undefined };

/**
 * The rule's form beside the check whether there are enough songs. With script, the check follows
 * the typing.
 */
export function RuleEditor({
  page,
  fields,
  focus,
  check,
  children,
}: Props & {
  check: CheckWords | null;
  children: ReactNode;
}) {
  const [answer, ask] = useAnswer<CheckWords>();
  const whatIf = page.trial?.whatIf;
  return (
    <div
      onInput={({ target }) => {
        const form = target instanceof Element ? target.closest("form") : null;
        if (form) ask(`${page.checkTo}&${typedIn(form)}`, typingPause);
      }}
    >
      {page.trial ? <TrialPanel trial={page.trial} /> : null}
      <RuleCheckPanel check={answer ?? check} />
      <Panel title={page.source?.own === false ? "Change what it inherits" : "Rule"}>
        <RuleForm page={page} fields={fields} focus={focus} />
      </Panel>
      {page.arc.energy && !whatIf?.energy ? (
        <ArcChart series={[{ label: "Asked" }]} points={page.arc.energy} />
      ) : null}
      {page.arc.moods && !whatIf?.moods ? (
        <Panel title={arcTexts.moods}>
          <MoodBand stretches={page.arc.moods} />
        </Panel>
      ) : null}
      {children}
    </div>
  );
}

/**
 * The rule as a form: a mix of lines that grows and shrinks without script, the separation rules in
 * their order, and how songs are chosen.
 */
function RuleForm({ page, fields, focus }: Props) {
  const { unit, source, removal, options } = page;
  const lines = linesOf(fields.values ?? {});
  return (
    <Form
      key={JSON.stringify(fields.values)}
      fields={fields}
      enter={{ name: "_do", value: "save" }}
      keep
    >
      <Version />
      <MixField lines={lines} options={options} />
      <SeparationFields names={ruleLinesOf(fields.values ?? {})} focus={focus} />
      <ArcFields points={pointsIn(fields.values ?? {})} moods={options.items.mood} />
      <SongChoiceFields charts={options.charts} topsMayWait={page.topsMayWait} />
      <FormActions>
        <Button variant="primary" name="_do" value="save">
          {source?.own ? "Save rule" : masterRuleTexts.giveOwn(unit.name)}
        </Button>
        <Button name="_do" value="check">
          Check rule
        </Button>
        {unit.level === "STORE" ? null : (
          <Button name="_do" value="what-if">
            {whatIfTexts.button}
          </Button>
        )}
        {removal ? <RemoveRule {...removal} /> : null}
        <ButtonLink to={page.previewTo} variant="quiet">
          Preview
        </ButtonLink>
      </FormActions>
    </Form>
  );
}

/** Sends the version that was read; none if the unit had no rule of its own. */
function Version() {
  const { value } = useField("version");
  return value ? <input type="hidden" name="version" value={value} /> : null;
}

/** Removes the rule only if it is still the version that was read. */
function RemoveRule(removal: ConfirmLinkData) {
  const { value } = useField("version");
  return <ConfirmLink {...removal} hidden={{ version: value ?? "" }} />;
}
