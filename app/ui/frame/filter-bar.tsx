import { Form } from "@remix-run/react";
import { type ReactNode, useId } from "react";
import type { Option } from "../choice-field";
import { longestSearch } from "../form-fields";
import { Button, ButtonLink } from "./button";
import { PhoneFold } from "./phone-fold";

export type FilterBarProps = {
  /** Names the list for screen readers: "Filter stores". */
  label: string;
  /** The field that stays in sight on phones, usually the FilterSearch. */
  search?: ReactNode;
  /** The other filters; on phones they fold behind a switch that needs no script. */
  children?: ReactNode;
  /** How many filters are in use, beside the switch. */
  active?: number;
  /** The list without filters. */
  clearTo: string;
  action?: string;
  /** Hidden fields to keep, such as the sort. */
  hidden?: Record<string, string | number | undefined>;
  applyLabel?: string;
  /** Links after the button, such as to the day before and after. */
  beside?: ReactNode;
};

/** Filters of a list: a GET form, so that every result is an address. */
export function FilterBar({
  label,
  search,
  children,
  active = 0,
  clearTo,
  action,
  hidden = {},
  applyLabel = "Apply",
  beside,
}: FilterBarProps) {
  return (
    <Form
      method="get"
      action={action}
      role="search"
      aria-label={label}
      className="print:hidden flex flex-wrap items-end gap-2 border-b border-line p-3 last:border-b-0"
    >
      {Object.entries(hidden).map(([name, value]) =>
        value === undefined ? null : <input key={name} type="hidden" name={name} value={value} />,
      )}
      {search ? (
        <div
          className={`flex flex-wrap gap-2 empty:hidden md:contents max-md:[&>*]:flex-[1_1_40%] ${children || beside ? "max-md:w-full" : "min-w-0 flex-1 max-md:has-[>:nth-child(2)]:basis-full"}`}
        >
          {search}
        </div>
      ) : null}
      {children ? (
        <PhoneFold
          label={active ? `More filters (${active})` : "More filters"}
          flows
          switchClass="flex-1"
          className="items-end max-md:[&>*]:flex-[1_1_40%]"
        >
          {children}
        </PhoneFold>
      ) : null}
      <div className="flex flex-wrap gap-2">
        <Button>{applyLabel}</Button>
        {active ? (
          <ButtonLink to={clearTo} variant="quiet">
            Clear
          </ButtonLink>
        ) : null}
        {beside}
      </div>
    </Form>
  );
}

type FilterProps = { name: string; label: string; value?: string };

/** `narrow` for those beside the first, so that many fit in a row. */
export function FilterSearch({
  name,
  label,
  value,
  placeholder,
  narrow,
}: FilterProps & { placeholder?: string; narrow?: boolean }) {
  return (
    <LabelledFilter label={label} className={narrow ? "md:w-40" : "max-md:w-full md:w-52"}>
      {(id) => (
        <input
          key={value}
          type="search"
          id={id}
          name={name}
          defaultValue={value}
          maxLength={longestSearch}
          placeholder={placeholder}
          className="control"
        />
      )}
    </LabelledFilter>
  );
}

/** `any` is the first, empty choice: "All zones"; `wide` for the one that matters most. */
export function FilterSelect({
  name,
  label,
  value,
  options,
  any,
  wide,
}: FilterProps & { options: Option[]; any?: string; wide?: boolean }) {
  return (
    <LabelledFilter label={label} className={wide ? "max-md:!basis-full" : ""}>
      {(id) => (
        <select
          key={value}
          id={id}
          name={name}
          defaultValue={value}
          className={`control ${wide ? "md:max-w-[320px]" : "md:max-w-[156px]"}`}
        >
          {any === undefined ? null : <option value="">{any}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </LabelledFilter>
  );
}

export function FilterDate({
  name,
  label,
  value,
  min,
  max,
  required,
}: FilterProps & { min?: string; max?: string; required?: boolean }) {
  return (
    <LabelledFilter label={label}>
      {(id) => (
        <input
          key={value}
          type="date"
          id={id}
          name={name}
          defaultValue={value}
          min={min}
          max={max}
          required={required}
          className="control"
        />
      )}
    </LabelledFilter>
  );
}

/** A line of text that is read, not searched for. */
export function FilterText({
  name,
  label,
  value,
  placeholder,
}: FilterProps & { placeholder?: string }) {
  return (
    <LabelledFilter label={label} className="md:w-44">
      {(id) => (
        <input
          key={value}
          type="text"
          id={id}
          name={name}
          defaultValue={value}
          placeholder={placeholder}
          className="control"
        />
      )}
    </LabelledFilter>
  );
}

export function FilterNumber({
  name,
  label,
  value,
  min,
  max,
}: Omit<FilterProps, "value"> & { value: number; min: number; max: number }) {
  return (
    <LabelledFilter label={label}>
      {(id) => (
        <input
          key={value}
          type="number"
          id={id}
          name={name}
          defaultValue={value}
          min={min}
          max={max}
          className="control md:w-28"
        />
      )}
    </LabelledFilter>
  );
}

function LabelledFilter({
  label,
  className = "",
  children,
}: {
  label: string;
  className?: string;
  children: (id: string) => ReactNode;
}) {
  const id = useId();
  return (
    <div className={`grid min-w-0 gap-1 ${className}`}>
      <label htmlFor={id} className="text-xs font-medium text-ink-2">
        {label}
      </label>
      {children(id)}
    </div>
  );
}
