import type { ReactNode } from "react";
import { type FieldState, useAutofill, useField } from "./form-fields";

export type FieldProps = {
  name: string;
  label: string;
  /** Shown under the label: what is expected, with an example. */
  hint?: ReactNode;
  /** True for several controls under one legend (radio, checkboxes, phone) instead of one label. */
  group?: boolean;
  className?: string;
  /** The autocomplete token of a person's own detail; forms about others drop it. */
  autoComplete?: string;
};

/** Attributes that tie a control to its label, hint and error. */
export type ControlProps = {
  id: string;
  name: string;
  required?: boolean;
  autoComplete: string;
  "aria-invalid"?: true;
  "aria-describedby"?: string;
};

/**
 * The label, the hint under it, the control and the error under that, all linked by IDs. Optional
 * fields are marked.
 */
export function Field({
  name,
  label,
  hint,
  group,
  className = "",
  autoComplete,
  children,
}: FieldProps & { children: (control: ControlProps, state: FieldState) => ReactNode }) {
  const state = useField(name);
  const { id, errors, constraint } = state;
  const hintId = hint || constraint.rule ? `${id}-hint` : undefined;
  const errorId = errors.length ? `${id}-error` : undefined;
  const control: ControlProps = {
    id,
    name,
    required: constraint.required,
    autoComplete: useAutofill(autoComplete),
    "aria-invalid": errorId ? true : undefined,
    "aria-describedby": [hintId, errorId].filter(Boolean).join(" ") || undefined,
  };
  const words = (
    <>
      {label}
      {constraint.required === false ? (
        <span className="font-normal text-ink-3"> (optional)</span>
      ) : null}
    </>
  );
  const rest = (
    <>
      {hintId ? (
        <p id={hintId} className="text-sm text-ink-3">
          {hint}
          {constraint.rule ? <span className="block">{constraint.rule}</span> : null}
        </p>
      ) : null}
      {children(control, state)}
      {errorId ? (
        <p id={errorId} data-of={label} className="text-sm font-medium text-bad">
          {errors.join(" ")}
        </p>
      ) : null}
    </>
  );
  if (group)
    return (
      <fieldset
        aria-describedby={control["aria-describedby"]}
        className={`grid min-w-0 content-start gap-1.5 ${className}`}
      >
        <legend className="mb-1.5 font-semibold">{words}</legend>
        {rest}
      </fieldset>
    );
  return (
    <div className={`field grid min-w-0 content-start gap-1.5 ${className}`}>
      <label htmlFor={id} className="font-semibold">
        {words}
      </label>
      {rest}
    </div>
  );
}
