import { type InputHTMLAttributes, type ReactNode, useState } from "react";
import { Field, type FieldProps } from "./field";
import { type FieldConstraint, useAutofill, useField } from "./form-fields";
import { DateInput } from "./frame/date-input";
import { useHydrated } from "./frame/hydrated";
import { Icon } from "./frame/icon";

type Native = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  "placeholder" | "readOnly" | "disabled" | "inputMode" | "list" | "spellCheck" | "autoCapitalize"
>;
export type TextFieldProps = FieldProps & Native;

/** A single line of text. */
export function TextField(props: TextFieldProps) {
  return <InputField type="text" {...props} />;
}

export function EmailField(props: TextFieldProps) {
  return <InputField type="email" autoComplete="email" spellCheck={false} {...props} />;
}

export function NumberField(props: TextFieldProps & { suffix?: string }) {
  return <InputField type="number" inputMode="numeric" {...props} />;
}

/** A field for rupees with up to two decimals; it is text, so that no browser rounds it. */
export function MoneyField(props: TextFieldProps) {
  return <InputField type="text" inputMode="decimal" prefix="₹" {...props} />;
}

export function DateField(props: TextFieldProps & { playlist?: boolean }) {
  return <InputField type="date" {...props} />;
}

/** A time of day as HH:mm; the browser's own time field would use the browser's format. */
export function TimeField(props: TextFieldProps) {
  return <InputField type="text" placeholder="09:30" {...props} />;
}

export function SearchField(props: TextFieldProps) {
  return <InputField type="search" {...props} />;
}

/**
 * A password field. Allows pasting and password managers, and is never filled by the server; a
 * button shows its text once script runs (the page's own, or ShowPasswords').
 */
export function PasswordField(props: TextFieldProps) {
  const [isShown, setIsShown] = useState(false);
  const hydrated = useHydrated();
  const toggle = (
    <span hidden={!hydrated}>
      <button
        type="button"
        aria-pressed={isShown}
        onClick={() => setIsShown(!isShown)}
        data-shows-password
        className="absolute inset-y-0 right-0 flex items-center gap-1.5 rounded-lg px-3 text-sm font-medium text-ink hover:underline"
      >
        <Icon name="eye" size={16} />
        <span>{isShown ? "Hide" : "Show"}</span>
        <span className="sr-only"> {props.label}</span>
      </button>
    </span>
  );
  return (
    <InputField
      type={isShown ? "text" : "password"}
      spellCheck={false}
      secret
      after={toggle}
      autoComplete="current-password"
      {...props}
    />
  );
}

/** Country code (by default 91) and number, as two controls under one legend. */
export function PhoneField({
  name,
  codeName = `${name}CountryCode`,
  label,
  hint,
  className,
  autoComplete = "tel-national",
  ...native
}: TextFieldProps & { codeName?: string }) {
  return (
    <Field
      name={name}
      label={label}
      hint={hint}
      className={className}
      autoComplete={autoComplete}
      group
    >
      {(control, { constraint, value }) => (
        <div className="flex gap-2">
          <CountryCode name={codeName} disabled={native.disabled} />
          <input
            type="tel"
            inputMode="tel"
            aria-label="Number"
            {...native}
            {...control}
            {...limits(constraint)}
            defaultValue={value}
            className="control"
          />
        </div>
      )}
    </Field>
  );
}

/** A text field of several lines. */
export function TextAreaField({
  name,
  label,
  hint,
  className,
  rows = 4,
  ...native
}: FieldProps & { rows?: number; placeholder?: string; readOnly?: boolean; disabled?: boolean }) {
  return (
    <Field name={name} label={label} hint={hint} className={className}>
      {(control, { constraint, value }) => (
        <textarea
          {...native}
          {...control}
          rows={rows}
          minLength={constraint.minLength}
          maxLength={constraint.maxLength}
          defaultValue={value}
          className="control py-2"
        />
      )}
    </Field>
  );
}

function CountryCode({ name, disabled }: { name: string; disabled?: boolean }) {
  const { id, value } = useField(name);
  return (
    <span className="relative w-20 shrink-0">
      <FieldAddon side="left">+</FieldAddon>
      <input
        id={id}
        name={name}
        aria-label="Country code"
        inputMode="numeric"
        maxLength={4}
        pattern="\d{1,4}"
        title="The country code in digits, for example 91"
        autoComplete={useAutofill("tel-country-code")}
        defaultValue={value || "91"}
        disabled={disabled}
        className="control pl-6"
      />
    </span>
  );
}

type InputFieldProps = TextFieldProps & {
  type: string;
  prefix?: string;
  suffix?: string;
  secret?: boolean;
  after?: ReactNode;
  playlist?: boolean;
};

function InputField({
  name,
  label,
  hint,
  className,
  autoComplete,
  type,
  prefix,
  suffix,
  secret,
  after,
  playlist,
  ...native
}: InputFieldProps) {
  const room = `${prefix ? "pl-7" : ""} ${suffix ? "pr-14" : ""} ${secret ? "pr-24" : ""}`;
  return (
    <Field name={name} label={label} hint={hint} className={className} autoComplete={autoComplete}>
      {(control, { constraint, value }) => (
        <span className="relative block">
          {prefix ? <FieldAddon side="left">{prefix}</FieldAddon> : null}
          {type === "date" ? (
            <DateInput
              {...native}
              {...control}
              {...limits(constraint)}
              playlist={playlist}
              defaultValue={value}
              className="control"
            />
          ) : (
            <input
              {...native}
              {...control}
              type={type}
              {...limits(constraint)}
              defaultValue={secret ? undefined : value}
              className={`control ${room}`}
            />
          )}
          {suffix ? <FieldAddon side="right">{suffix}</FieldAddon> : null}
          {after}
        </span>
      )}
    </Field>
  );
}

function FieldAddon({ side, children }: { side: "left" | "right"; children: string }) {
  return (
    <span
      aria-hidden="true"
      className={`pointer-events-none absolute inset-y-0 flex items-center text-ink-3 ${side === "left" ? "left-2.5" : "right-3"}`}
    >
      {children}
    </span>
  );
}

const limits = ({ minLength, maxLength, pattern, min, max, step, title }: FieldConstraint) => ({
  minLength,
  maxLength,
  pattern,
  min,
  max,
  step,
  title,
});
