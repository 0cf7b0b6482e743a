import { type RuleName, rowRules, ruleNames } from "#contract/schedule/separation-words";
import { CheckboxField, type Option, SelectField } from "~/ui/choice-field";
import { FormSection } from "~/ui/form";
import { useField } from "~/ui/form-fields";
import { Button } from "~/ui/frame/button";
import { NumberField } from "~/ui/text-field";
import { separationTexts } from "./rule-texts";
import { ruleTitle } from "./rule-words";
import type { SeparationFocus } from "./separation-lines";

type Props = { names: readonly RuleName[]; focus: SeparationFocus | undefined };

/**
 * The rules in order, as lines that the form's buttons move, add and remove, without script
 * too. Focus stays on the line, so that the button that moved it can be pressed
 * again.
 */
export function SeparationFields({ names, focus }: Props) {
  const { id, errors } = useField("separation");
  const missing = ruleNames.filter((name) => !names.includes(name));
  return (
    <FormSection title="Separation rules" hint={separationTexts.lead}>
      <div id={id} tabIndex={-1}>
        {names.length === 0 ? <p className="text-ink-2">{separationTexts.none}</p> : null}
        <ol className="grid gap-3">
          {names.map((name, line) => (
            <li key={name}>
              <RuleLine
                name={name}
                line={line}
                last={names.length - 1}
                focus={focus?.line === line ? focus.on : undefined}
              />
            </li>
          ))}
        </ol>
        {errors.length > 0 ? (
          <p
            id={`${id}-error`}
            data-of="Separation rules"
            className="mt-2 text-sm font-medium text-bad"
          >
            {errors.join(" ")}
          </p>
        ) : null}
      </div>
      {missing.length > 0 ? <AddRule names={missing} /> : null}
    </FormSection>
  );
}

function RuleLine({
  name,
  line,
  last,
  focus,
}: {
  name: RuleName;
  line: number;
  last: number;
  focus: SeparationFocus["on"] | undefined;
}) {
  const field = `separation[${line}]`;
  const { id, errors } = useField(`${field}.name`);
  const title = ruleTitle(name);
  const act = (
    on: "up" | "down" | "remove",
    icon: "up" | "down" | "close",
    label: string,
    disabled = false,
  ) => (
    <Button
      name="_do"
      value={`separation-${on}-${line}`}
      formNoValidate
      variant="quiet"
      icon={icon}
      iconOnly
      disabled={disabled}
      autoFocus={focus === on}
    >
      {label}
    </Button>
  );
  return (
    <fieldset
      aria-label={`Rule ${line + 1}: ${title}`}
      tabIndex={-1}
      // biome-ignore lint/a11y/noAutofocus: the line was just added, or follows one that was removed
      autoFocus={focus === "line"}
      className="grid min-w-0 gap-x-4 gap-y-2 border-t border-line pt-3 md:grid-cols-2 md:items-end"
    >
      <input type="hidden" name={`${field}.name`} value={name} />
      <Parameters name={name} field={field} title={`${line + 1}. ${title}`} />
      {errors.length > 0 ? (
        <p
          id={`${id}-error`}
          data-of={title}
          className="text-sm font-medium text-bad md:col-span-2"
        >
          {errors.join(" ")}
        </p>
      ) : null}
      <div
        id={id}
        tabIndex={-1}
        className="flex flex-wrap items-center justify-between gap-2 md:col-start-2"
      >
        <CheckboxField name={`${field}.breakable`} label="Breakable" />
        <div className="flex flex-none">
          {act("up", "up", `Move ${title} up`, line === 0)}
          {act("down", "down", `Move ${title} down`, line === last)}
          {act("remove", "close", `Remove ${title}`)}
        </div>
      </div>
    </fieldset>
  );
}

/** A rule's settings, labelled with the rule's name, so that an error names it. */
function Parameters({ name, field, title }: { name: RuleName; field: string; title: string }) {
  const hint = separationTexts.of[name];
  if (name === "WEEK_OFFSET" || name === "DAYPART_ROTATION")
    return (
      <div>
        <p className="font-semibold">{title}</p>
        <p className="text-sm text-ink-3">{hint}</p>
      </div>
    );
  if (name === "SEGUE")
    return (
      <div className="grid items-end gap-x-4 gap-y-2 md:col-span-2 md:grid-cols-2">
        <SelectField
          name={`${field}.tempoStep`}
          label={title}
          hint={hint}
          placeholder="Any tempo change"
          options={tempoSteps}
        />
        <NumberField
          name={`${field}.energyStep`}
          label="Largest energy change"
          placeholder="Any energy change"
          autoComplete="off"
        />
      </div>
    );
  const { member, unit } = numberOf(name);
  return (
    <NumberField
      name={`${field}.${member}`}
      label={title}
      hint={hint}
      suffix={unit}
      autoComplete="off"
    />
  );
}

/** The name and unit of a rule's single number. */
function numberOf(name: RuleName): { member: string; unit: string } {
  if (name === "DAY_OFFSET") return { member: "days", unit: "days" };
  if (name === "PLAYS_A_DAY") return { member: "plays", unit: "plays" };
  return name in rowRules ? { member: "most", unit: "songs" } : { member: "minutes", unit: "min" };
}

const tempoSteps: Option[] = [
  { value: "1", label: separationTexts.atMostOneLevel },
  { value: "0", label: "The same tempo" },
];

/**
 * The field's name starts with "_", because it belongs to the button beside it and not to the rule.
 */
function AddRule({ names }: { names: readonly RuleName[] }) {
  return (
    <div className="flex flex-wrap items-end gap-2">
      <div className="grid min-w-0 flex-1 gap-1.5 md:max-w-72">
        <label htmlFor="add-separation" className="font-semibold">
          Another rule
        </label>
        <select id="add-separation" name="_add" autoComplete="off" className="control">
          {names.map((name) => (
            <option key={name} value={name}>
              {ruleTitle(name)}
            </option>
          ))}
        </select>
      </div>
      <Button name="_do" value="separation-add" formNoValidate icon="plus">
        Add rule
      </Button>
    </div>
  );
}
