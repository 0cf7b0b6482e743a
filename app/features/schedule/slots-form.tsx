import { useState } from "react";
import { doOverlap } from "#contract/schedule/slot-times";
import { slotLimits } from "#contract/schedule/words";
import { weekdayNames, weekFromMonday } from "#contract/stores/words";
import { type Option, SelectField } from "~/ui/choice-field";
import { Field } from "~/ui/field";
import { Form, FormActions } from "~/ui/form";
import { type FormFields, useField } from "~/ui/form-fields";
import { Button, ButtonLink } from "~/ui/frame/button";
import { Panel } from "~/ui/frame/panel";
import { TextField, TimeField } from "~/ui/text-field";
import { linesIn, type Values } from "./form-lines";
import { masterRulePath } from "./paths";
import { type DrawnSlot, typedSlots } from "./slot-lines";
import { SlotWeek } from "./slot-week";
import type { SlotReview } from "./slots-page.server";
import { timeSlotTexts } from "./texts";

type Props = { fields: FormFields; slots: Option[]; review: SlotReview | null };

/** The slots as a form that grows and shrinks without script, and the week that they make; with script it is drawn while a person types. */
export function SlotsForm({ fields, slots, review }: Props) {
  const values = fields.values ?? {};
  const lines = linesIn(values, "slots");
  const [typed, setTyped] = useState<DrawnSlot[]>(() => typedSlots(values));
  return (
    <>
      <WeekPanel slots={typed} />
      <div
        onInput={({ target }) => {
          const form = (target as HTMLElement).closest("form");
          if (form) setTyped(typedSlots(valuesIn(form)));
        }}
      >
        <Form fields={fields} enter={{ name: "_do", value: "save" }} keep>
          {[values.removedIds ?? []].flat().map((id) => (
            <input key={id} type="hidden" name="removedIds" value={id} />
          ))}
          <Field name="slots" label="Time slots" hint={timeSlotTexts.ends} group>
            {({ id }) => (
              <div id={id} tabIndex={-1} className="grid gap-4">
                {lines.map((line, place) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place; the form is drawn anew when lines come or go
                  <SlotLine key={place} line={place} isNew={!line.id} slots={slots} />
                ))}
              </div>
            )}
          </Field>
          <div>
            <Button name="_do" value="add" formNoValidate small icon="plus" disabled={lines.length >= slotLimits.slots}>
              Add time slot
            </Button>
          </div>
          {review ? <Review review={review} /> : null}
          <FormActions>
            <Button variant="primary" name="_do" value="save">
              {review ? "Save these changes" : "Save time slots"}
            </Button>
            <ButtonLink to={masterRulePath}>Cancel</ButtonLink>
          </FormActions>
        </Form>
      </div>
    </>
  );
}

/** What people see who do not change it, too. */
export function WeekPanel({ slots }: { slots: readonly DrawnSlot[] }) {
  const overlaps = slots.flatMap((slot, place) =>
    slots.slice(0, place).flatMap((other) => (doOverlap(slot, other) ? [`${other.name} and ${slot.name} overlap.`] : [])),
  );
  return (
    <Panel title={timeSlotTexts.week} lead={timeSlotTexts.weekLead}>
      <SlotWeek slots={slots} />
      <p className="mt-3 text-sm text-ink-3">{timeSlotTexts.gapWarning}</p>
      <p role="status" className={overlaps.length > 0 ? "mt-2 font-medium text-warn" : ""}>
        {overlaps.join(" ")}
      </p>
    </Panel>
  );
}

function SlotLine({ line, isNew, slots }: { line: number; isNew: boolean; slots: Option[] }) {
  const name = `slots[${line}]`;
  const place = `time slot ${line + 1}`;
  return (
    <fieldset aria-label={`Time slot ${line + 1}`} className="min-w-0 rounded-lg border border-line bg-panel p-3">
      <Hidden name={`${name}.id`} />
      <Hidden name={`${name}.version`} />
      <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] items-start gap-3 md:grid-cols-[minmax(0,1fr)_8.5rem_8.5rem_auto]">
        <TextField name={`${name}.slotName`} label="Name" autoComplete="off" className="max-md:col-span-2" />
        <TimeField name={`${name}.fromMinute`} label="From" className="max-md:order-1" />
        <TimeField name={`${name}.toMinute`} label="To" className="max-md:order-1 max-md:col-span-2" />
        <Button name="_do" value={`remove-${line}`} formNoValidate variant="quiet" icon="close" iconOnly className="mt-[26px]">
          {`Remove ${place}`}
        </Button>
      </div>
      <Weekdays name={`${name}.weekdays`} />
      {isNew && slots.length > 0 ? (
        <SelectField
          name={`${name}.rulesFromId`}
          label="Copy rules from"
          hint={timeSlotTexts.rulesFrom}
          placeholder="No rules yet"
          options={slots}
          className="mt-3"
        />
      ) : null}
    </fieldset>
  );
}

function Weekdays({ name }: { name: string }) {
  return (
    <Field name={name} label="Days" group className="mt-3">
      {({ id }, { values }) => (
        <div className="flex flex-wrap gap-x-4 gap-y-1">
          {weekFromMonday.map((day, place) => (
            <span key={day} className="flex items-center gap-1.5">
              <input
                type="checkbox"
                id={place === 0 ? id : `${id}-${day}`}
                name={name}
                value={day}
                defaultChecked={values.includes(String(day))}
                className="tick"
              />
              <label htmlFor={place === 0 ? id : `${id}-${day}`} className="py-1">
                <abbr title={weekdayNames[day]} className="no-underline">
                  {weekdayNames[day].slice(0, 3)}
                </abbr>
              </label>
            </span>
          ))}
        </div>
      )}
    </Field>
  );
}

function Hidden({ name }: { name: string }) {
  const { value } = useField(name);
  return value ? <input type="hidden" name={name} value={value} /> : null;
}

/** What the change does to rules and planned days, before it is saved. */
function Review({ review: { points, rules, seen } }: { review: SlotReview }) {
  return (
    <section
      aria-labelledby="slots-review"
      tabIndex={-1}
      // biome-ignore lint/a11y/noAutofocus: after the post without script the reader must land on what is asked
      autoFocus
      className="rounded-lg border border-l-4 border-warn bg-warn-tint px-4 py-3"
    >
      <h2 id="slots-review" className="mb-1 font-semibold text-warn">
        {timeSlotTexts.review}
      </h2>
      <input type="hidden" name="_seen" value={seen} />
      <ul className="list-disc pl-[18px]">
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
      {rules.length > 0 ? (
        <ul className="mt-1 pl-[18px] text-sm text-ink-2">
          {rules.map((rule) => (
            <li key={rule}>{rule}</li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}

function valuesIn(form: HTMLFormElement): Values {
  const values: Record<string, string[]> = {};
  for (const [name, value] of new FormData(form)) if (typeof value === "string") values[name] = [...(values[name] ?? []), value];
  return values;
}
