import type { ReactNode } from "react";
import { mostExceptions, weekdayNames, weekFromMonday } from "#contract/stores/words";
import { CheckboxField } from "~/ui/choice-field";
import { FormSection } from "~/ui/form";
import { useField } from "~/ui/form-fields";
import { Button } from "~/ui/frame/button";
import { DateInput } from "~/ui/frame/date-input";
import { storeFormTexts } from "./texts";

/**
 * Opening hours by weekday, and dates with other hours. The buttons post the form as typed
 * (editHours).
 */
export function HoursFields({ dates }: { dates: number }) {
  return (
    <>
      <WeekFields hint={storeFormTexts.hours} />
      <FormSection title="Exceptions" hint={storeFormTexts.exceptions}>
        <LineErrors name="exceptions" />
        {Array.from({ length: dates }, (_, line) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place; the form is drawn anew when lines come or go
          <DateLine key={line} line={line} isNew={line === dates - 1} />
        ))}
        <div>
          {dates < mostExceptions ? (
            <Button small name="_do" value="add" icon="plus" formNoValidate>
              Add a date
            </Button>
          ) : null}
        </div>
      </FormSection>
    </>
  );
}

/** Opening hours by weekday. The button posts the form as typed (editHours). */
export function WeekFields({ hint }: { hint: string }) {
  return (
    <FormSection title="Every week" hint={`${hint} ${storeFormTexts.nextDay}`}>
      <LineErrors name="week" />
      <div className="grid">
        {weekFromMonday.map((weekday, line) => (
          <DayLine key={weekday} line={line} weekday={weekday} />
        ))}
      </div>
      <div>
        <Button small name="_do" value="same" formNoValidate>
          {storeFormTexts.copyMonday}
        </Button>
      </div>
    </FormSection>
  );
}

const lineGrid =
  "grid grid-cols-2 items-end gap-x-4 gap-y-1 md:grid-cols-[7rem_8rem_8rem_auto_1fr]";

function DayLine({ line, weekday }: { line: number; weekday: number }) {
  const name = `week[${line}]`;
  const label = weekdayNames[weekday] ?? "";
  return (
    <fieldset aria-label={label} className="min-w-0 border-b border-line py-2 last:border-0">
      <div className={lineGrid}>
        <span className="col-span-2 font-medium md:col-span-1 md:pb-1.5">{label}</span>
        <input type="hidden" name={`${name}.weekday`} value={weekday} />
        <Times name={name} />
      </div>
      <LineErrors name={`${name}.opens`} of={`${label}, opens`} />
      <LineErrors name={`${name}.closes`} of={`${label}, closes`} />
    </fieldset>
  );
}

function DateLine({ line, isNew }: { line: number; isNew: boolean }) {
  const name = `exceptions[${line}]`;
  const day = useField(`${name}.day`);
  const note = useField(`${name}.note`);
  return (
    <fieldset
      aria-label={`Date ${line + 1}`}
      className="min-w-0 grid gap-2 border-b border-line pb-3 last:border-0"
    >
      <div className="flex flex-wrap items-end gap-x-4 gap-y-2">
        <LabelledField label="Date" className="w-60">
          <DateInput
            id={day.id}
            name={`${name}.day`}
            defaultValue={day.value}
            aria-invalid={day.errors.length > 0 || undefined}
            autoFocus={isNew && day.value === ""}
            className="control"
          />
        </LabelledField>
        <LabelledField label="Occasion" className="grow">
          <input
            id={note.id}
            name={`${name}.note`}
            defaultValue={note.value}
            maxLength={100}
            placeholder="Diwali"
            className="control"
          />
        </LabelledField>
        <Button small variant="quiet" name="_do" value={`remove-${line}`} formNoValidate>
          Remove<span className="sr-only"> date {line + 1}</span>
        </Button>
      </div>
      <div className="grid grid-cols-2 items-end gap-x-4 gap-y-1 md:grid-cols-[8rem_8rem_auto_1fr]">
        <Times name={name} />
      </div>
      {["day", "opens", "closes", "note"].map((member) => (
        <LineErrors key={member} name={`${name}.${member}`} of={`Date ${line + 1}, ${member}`} />
      ))}
    </fieldset>
  );
}

function Times({ name }: { name: string }) {
  return (
    <>
      <Clock name={`${name}.opens`} label="Opens" />
      <Clock name={`${name}.closes`} label="Closes" />
      <CheckboxField name={`${name}.closed`} label="Closed" />
      <CheckboxField name={`${name}.pastMidnight`} label="Closes next day" />
    </>
  );
}

function Clock({ name, label }: { name: string; label: string }) {
  const { id, value, errors } = useField(name);
  return (
    <LabelledField label={label}>
      <input
        type="text"
        inputMode="numeric"
        id={id}
        name={name}
        defaultValue={value}
        placeholder="10:00"
        pattern="([01]\d|2[0-3]):[0-5]\d|24:00"
        title={storeFormTexts.time}
        maxLength={5}
        autoComplete="off"
        aria-invalid={errors.length > 0 || undefined}
        aria-describedby={errors.length > 0 ? `${id}-error` : undefined}
        className="control"
      />
    </LabelledField>
  );
}

function LabelledField({
  label,
  className = "",
  children,
}: {
  label: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is the child
    <label className={`block ${className}`}>
      <span className="text-sm text-ink-3">{label}</span>
      {children}
    </label>
  );
}

/** `of` names the field in the error summary. */
function LineErrors({ name, of }: { name: string; of?: string }) {
  const { id, errors } = useField(name);
  if (errors.length === 0) return null;
  return (
    <p id={`${id}-error`} data-of={of} className="text-sm font-medium text-bad">
      {errors.join(" ")}
    </p>
  );
}
