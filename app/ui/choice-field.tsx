import { type ReactNode, useId, useState } from "react";
import { foldText } from "#contract/base/fold-text";
import { Field, type FieldProps } from "./field";
import { useField } from "./form-fields";

export type Option = {
  value: string;
  label: string;
  hint?: ReactNode;
  /** The number of stores that the option stands for. */
  count?: string;
  disabled?: boolean;
};

/** Chooses one option of a list. `placeholder` is the empty first choice. */
export function SelectField({
  name,
  label,
  hint,
  className,
  options,
  placeholder,
  disabled,
}: FieldProps & { options: Option[]; placeholder?: string; disabled?: boolean }) {
  return (
    <Field name={name} label={label} hint={hint} className={className}>
      {(control, { value }) => (
        <select {...control} disabled={disabled} defaultValue={value} className="control">
          {placeholder === undefined ? null : <option value="">{placeholder}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** Chooses one of a few options, all visible. */
export function RadioField({
  name,
  label,
  hint,
  className,
  options,
  inline,
}: FieldProps & { options: Option[]; inline?: boolean }) {
  return (
    <Field name={name} label={label} hint={hint} className={className} group>
      {({ id, required }, { value }) => (
        <div className={inline ? "flex flex-wrap gap-x-5 gap-y-1" : "grid gap-1"}>
          {options.map((option, index) => (
            <Tick
              key={option.value}
              type="radio"
              id={index ? `${id}-${index}` : id}
              name={name}
              option={option}
              checked={option.value === value}
              required={required}
            />
          ))}
        </div>
      )}
    </Field>
  );
}

/** A yes or no; unticked it posts nothing. */
export function CheckboxField({
  name,
  label,
  hint,
  className,
  value: on = "on",
}: FieldProps & { value?: string }) {
  const { id, constraint, errors, value } = useField(name);
  return (
    <div className={className}>
      <Tick
        type="checkbox"
        id={id}
        name={name}
        option={{ value: on, label, hint }}
        checked={value === on}
        required={constraint.required}
        errorId={errors.length ? `${id}-error` : undefined}
      />
      {errors.length ? (
        <p id={`${id}-error`} data-of={label} className="mt-1 text-sm font-medium text-bad">
          {errors.join(" ")}
        </p>
      ) : null}
    </div>
  );
}

/**
 * Chooses any number of options by ticks in a scrolling box, which works by touch, by keyboard and
 * without script, unlike a native multiple select. With script, long lists get a field that narrows
 * them.
 */
export function MultiSelectField({
  name,
  label,
  hint,
  className,
  options,
  columns = 1,
}: FieldProps & { options: Option[]; columns?: 1 | 2 }) {
  return (
    <Field name={name} label={label} hint={hint} className={className} group>
      {({ id }, { values }) => (
        <NarrowedBox label={`Narrow the list of ${label}`} isLong={options.length > 8}>
          {(words) => (
            <div
              className={`grid max-h-56 gap-0.5 overflow-y-auto p-2.5 ${columns === 2 ? "md:grid-cols-2" : ""}`}
            >
              {options.map((option, index) => (
                <Tick
                  key={option.value}
                  type="checkbox"
                  id={index ? `${id}-${index}` : id}
                  name={name}
                  option={option}
                  checked={values.includes(option.value)}
                  hidden={!foldText(option.label).includes(words)}
                />
              ))}
            </div>
          )}
        </NarrowedBox>
      )}
    </Field>
  );
}

type NarrowedBoxProps = {
  /** The label of the narrowing field. */
  label: string;
  isLong: boolean;
  /** Draws the options that contain the words, in the form of `foldText`; "" matches all. */
  children: (words: string) => ReactNode;
};

/** A box of ticks; with script, a field above a long one narrows them. */
export function NarrowedBox({ label, isLong, children }: NarrowedBoxProps) {
  const [words, setWords] = useState("");
  const id = useId();
  return (
    <div className="overflow-hidden rounded-lg border border-line-strong bg-paper">
      {isLong ? (
        <div className="hidden border-b border-line p-2 scripted:block">
          <label htmlFor={id} className="sr-only">
            {label}
          </label>
          <input
            id={id}
            type="search"
            placeholder="Type to narrow the list"
            value={words}
            onChange={(event) => setWords(event.target.value)}
            className="control"
          />
        </div>
      ) : null}
      {children(foldText(words.trim()))}
    </div>
  );
}

type TickProps = {
  type: "radio" | "checkbox";
  id: string;
  name: string;
  option: Option;
  checked: boolean;
  required?: boolean;
  hidden?: boolean;
  errorId?: string;
};

/** A choice with its label and the hint below it. */
export function Tick({ type, id, name, option, checked, required, hidden, errorId }: TickProps) {
  const hintId = option.hint ? `${id}-more` : undefined;
  return (
    <div className={`${hidden ? "hidden" : "flex"} gap-2.5`}>
      <input
        type={type}
        id={id}
        name={name}
        value={option.value}
        defaultChecked={checked}
        disabled={option.disabled}
        required={required}
        aria-invalid={errorId ? true : undefined}
        aria-describedby={[hintId, errorId].filter(Boolean).join(" ") || undefined}
        className="tick mt-[5px]"
      />
      <span className="min-w-0">
        <label htmlFor={id} className={`block py-1 ${option.disabled ? "text-ink-3" : ""}`}>
          {option.label}
          {option.count === undefined ? null : (
            <span className="text-ink-3">
              {" "}
              {option.count}
              <span className="sr-only"> stores</span>
            </span>
          )}
        </label>
        {option.hint ? (
          <span id={hintId} className="block pb-1 text-sm text-ink-3">
            {option.hint}
          </span>
        ) : null}
      </span>
    </div>
  );
}
