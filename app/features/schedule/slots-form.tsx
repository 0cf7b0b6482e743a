import { useState } from "react";
import { doOverlap, isSeasonal, weekOf } from "#contract/schedule/slot-times";
import { slotLimits } from "#contract/schedule/words";
import { weekFromMonday } from "#contract/stores/words";
import { type Option, SelectField } from "~/ui/choice-field";
import { Field } from "~/ui/field";
import { Form, FormActions } from "~/ui/form";
import { type FormFields, useField } from "~/ui/form-fields";
import { linesIn, type Values } from "~/ui/form-lines";
import { Button, ButtonLink } from "~/ui/frame/button";
import { Panel } from "~/ui/frame/panel";
import { DateField, TextField, TimeField } from "~/ui/text-field";
import { ReviewBox } from "./review-box";
import { timeSlotTexts } from "./rule-texts";
import { type DrawnSlot, seasonWords, typedSlots } from "./slot-lines";
import { SlotWeek } from "./slot-week";
import type { SlotReview } from "./slots-page.server";
import { Weekdays } from "./weekdays";

type Props = { fields: FormFields; slots: Option[]; review: SlotReview | null; cancelTo: string };

/**
 * The slots' form, whose lines come and go without script, and the week that they make. With
 * script, the week follows the typing.
 */
export function SlotsForm({ fields, slots, review, cancelTo }: Props) {
  const values = fields.values ?? {};
  const lines = linesIn(values, "slots");
  const [typed, setTyped] = useState<DrawnSlot[]>(() => typedSlots(values));
  return (
    <>
      <WeekPanel slots={typed} />
      <div
        onInput={({ target }) => {
          const form = target instanceof Element ? target.closest("form") : null;
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
            <Button
              name="_do"
              value="add"
              formNoValidate
              small
              icon="plus"
              disabled={lines.length >= slotLimits.slots}
            >
              Add time slot
            </Button>
          </div>
          {review ? (
            <ReviewBox
              id="slots-review"
              title={timeSlotTexts.review}
              points={review.points}
              lines={review.rules}
              digest={review.digest}
            />
          ) : null}
          <FormActions>
            <Button variant="primary" name="_do" value="save">
              {review ? "Save these changes" : "Save time slots"}
            </Button>
            <ButtonLink to={cancelTo}>Cancel</ButtonLink>
          </FormActions>
        </Form>
      </div>
    </>
  );
}

/** Shows the week also to people who may not change it. */
export function WeekPanel({ slots }: { slots: readonly DrawnSlot[] }) {
  const overlaps = slots.flatMap((slot, place) =>
    slots
      .slice(0, place)
      .flatMap((other) =>
        doOverlap(slot, other) ? [`${other.name} and ${slot.name} overlap.`] : [],
      ),
  );
  const hasGap = weekOf(slots, weekFromMonday).some(({ stretches }) =>
    stretches.some(({ slot }) => slot === null),
  );
  return (
    <Panel title={timeSlotTexts.week} lead={timeSlotTexts.weekLead}>
      <SlotWeek slots={slots} />
      <Seasons slots={slots} />
      {hasGap ? <p className="mt-3 text-sm text-ink-2">{timeSlotTexts.gapWarning}</p> : null}
      <p role="status" className={overlaps.length > 0 ? "mt-2 font-medium text-warn" : ""}>
        {overlaps.join(" ")}
      </p>
    </Panel>
  );
}

function Seasons({ slots }: { slots: readonly DrawnSlot[] }) {
  const seasons = slots.filter(isSeasonal);
  if (seasons.length === 0) return null;
  return (
    <>
      <h3 className="mb-1 mt-4 font-semibold">{timeSlotTexts.seasons}</h3>
      <ul className="text-sm">
        {seasons.map((slot) => (
          <li key={slot.name}>{`${slot.name}: ${seasonWords(slot)}`}</li>
        ))}
      </ul>
    </>
  );
}

function SlotLine({ line, isNew, slots }: { line: number; isNew: boolean; slots: Option[] }) {
  const name = `slots[${line}]`;
  const place = `time slot ${line + 1}`;
  return (
    <fieldset
      aria-label={`Time slot ${line + 1}`}
      data-part={`Time slot ${line + 1}`}
      className="min-w-0 border-t border-line pt-3"
    >
      <Hidden name={`${name}.id`} />
      <Hidden name={`${name}.version`} />
      <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] items-start gap-3 md:grid-cols-[minmax(0,1fr)_8.5rem_8.5rem_auto]">
        <TextField
          name={`${name}.slotName`}
          label="Name"
          autoComplete="off"
          className="max-md:col-span-2"
        />
        <TimeField name={`${name}.fromMinute`} label="From" className="max-md:order-1" />
        <TimeField
          name={`${name}.toMinute`}
          label="To"
          className="max-md:order-1 max-md:col-span-2"
        />
        <Button
          name="_do"
          value={`remove-${line}`}
          formNoValidate
          variant="quiet"
          icon="close"
          iconOnly
          className="mt-[26px]"
        >
          {`Remove ${place}`}
        </Button>
      </div>
      <Weekdays name={`${name}.weekdays`} />
      <Season name={name} />
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

/** The dates of a season, folded while there are none. */
function Season({ name }: { name: string }) {
  const first = useField(`${name}.startsOn`);
  const last = useField(`${name}.endsOn`);
  const isOpen = Boolean(first.value || last.value || last.errors.length || first.errors.length);
  return (
    <details open={isOpen} className="mt-2">
      <summary className="w-fit cursor-pointer rounded-sm py-1 text-sm text-ink-2 underline underline-offset-2">
        {timeSlotTexts.season}
      </summary>
      <div className="mt-2 grid grid-cols-2 items-start gap-3 md:max-w-md">
        <DateField name={`${name}.startsOn`} label="First day" playlist />
        <DateField name={`${name}.endsOn`} label="Last day" playlist />
        <p className="col-span-full text-sm text-ink-3">{timeSlotTexts.seasonHint}</p>
      </div>
    </details>
  );
}

function Hidden({ name }: { name: string }) {
  const { value } = useField(name);
  return value ? <input type="hidden" name={name} value={value} /> : null;
}

function valuesIn(form: HTMLFormElement): Values {
  const values: Record<string, string[]> = {};
  for (const [name, value] of new FormData(form))
    if (typeof value === "string") values[name] = [...(values[name] ?? []), value];
  return values;
}
