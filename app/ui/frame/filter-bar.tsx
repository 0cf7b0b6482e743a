import { Form } from "@remix-run/react";
import { type FormEvent, type ReactNode, type RefCallback, useEffect, useId, useRef } from "react";
import type { Option } from "../choice-field";
import { longestSearch } from "../form-fields";
import { Button, ButtonLink } from "./button";
import { DateInput } from "./date-input";
import { PhoneFold } from "./phone-fold";

export type FilterBarProps = {
  /** Names the list for screen readers: "Filter stores". */
  label: string;
  /** The field that stays visible on phones, usually the FilterSearch. */
  search?: ReactNode;
  /** The other filters; on phones they fold behind a switch that works without script. */
  children?: ReactNode;
  /** The number of filters in use, shown beside the switch. */
  active?: number;
  /** The address of the list without filters. */
  clearTo: string;
  action?: string;
  /** Hidden fields to keep, such as the sort. */
  hidden?: Record<string, string | number | undefined>;
  /** Any label but "Apply" is for an expensive list, which then waits for its button. */
  applyLabel?: string;
  /** Links after the button, such as to the day before and after. */
  beside?: ReactNode;
  /** For a bar that waits for its button: called when its fields no longer match what is shown. */
  onChange?: () => void;
};

/** The filters of a list, as a GET form, so that every result has an address. */
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
  onChange,
}: FilterBarProps) {
  const atOnce = applyLabel === "Apply"; // with script
  return (
    <Form
      method="get"
      action={action}
      role="search"
      aria-label={label}
      onChange={atOnce ? submitSoon : onChange}
      onSubmit={stopWaiting}
      className="print:hidden flex gap-2 pb-3 max-md:flex-wrap max-md:items-center md:items-end"
    >
      {Object.entries(hidden).map(([name, value]) =>
        value === undefined ? null : <input key={name} type="hidden" name={name} value={value} />,
      )}
      {/* the fields wrap beside the button, and on a phone the last one shares its row */}
      <div className="contents min-w-0 flex-wrap items-center gap-2 md:flex">
        {search ? (
          <div
            className={`empty:hidden md:contents max-md:[&>*]:flex-[1_1_100%] ${children || beside ? "flex w-full flex-wrap gap-2" : `contents ${lastSharesRow}`}`}
          >
            {search}
          </div>
        ) : null}
        {children ? (
          <PhoneFold
            label={active ? `More filters (${active})` : "More filters"}
            flows
            switchClass="flex-1"
            className={`max-md:[&>*]:flex-[1_1_100%] ${lastSharesRow}`}
          >
            {children}
          </PhoneFold>
        ) : null}
      </div>
      <div
        className={`flex items-center gap-2 max-md:flex-wrap md:shrink-0 ${atOnce && !active && !beside ? "scripted:contents" : ""}`}
      >
        <Button className={atOnce ? "scripted:sr-only scripted:focus:not-sr-only" : ""}>
          {applyLabel}
        </Button>
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

const lastSharesRow = "max-md:[&>:last-child]:flex-[1_1_0%]";

/**
 * Milliseconds without a change before filters are sent, because arrow keys step through a select's
 * options, and words are typed letter by letter.
 */
const settleTime = { chosen: 400, typed: 900 };
let timer: ReturnType<typeof setTimeout> | undefined;
const stopWaiting = () => clearTimeout(timer);
function submitSoon({ currentTarget, target }: FormEvent<HTMLFormElement>) {
  const isTyped = target instanceof HTMLInputElement && target.type !== "date";
  stopWaiting();
  timer = setTimeout(
    () => {
      if (currentTarget.isConnected && currentTarget.reportValidity())
        currentTarget.requestSubmit();
    },
    settleTime[isTyped ? "typed" : "chosen"],
  );
}

type FilterProps = { name: string; label: string; value?: string };

/** `narrow` is for fields beside the first, so that many fit in a row. */
export function FilterSearch({
  name,
  label,
  value,
  placeholder,
  narrow,
}: FilterProps & { placeholder?: string; narrow?: boolean }) {
  return (
    <LabelledFilter label={label} value={value} isSet={Boolean(value)}>
      {(control) => (
        <input
          {...control}
          type="search"
          name={name}
          defaultValue={value}
          maxLength={longestSearch}
          placeholder={placeholder}
          className={`${control.className} max-md:w-full ${narrow ? "md:w-28" : "md:w-44"}`}
        />
      )}
    </LabelledFilter>
  );
}

/**
 * `any` is the first, empty choice: "All zones", which may repeat the label; `wide` is for the
 * most important filter.
 */
export function FilterSelect({
  name,
  label,
  value,
  options,
  any,
  anySaysLabel,
  wide,
}: FilterProps & { options: Option[]; any?: string; anySaysLabel?: boolean; wide?: boolean }) {
  return (
    <LabelledFilter
      label={label}
      value={value}
      isSet={any !== undefined && Boolean(value)}
      isLabelHidden={anySaysLabel === true && !value}
    >
      {(control) => (
        <select
          {...control}
          name={name}
          defaultValue={value}
          className={`${control.className} chip-select max-md:w-full ${wide ? "md:max-w-[320px]" : "md:max-w-[170px]"}`}
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
  playlist,
}: FilterProps & { min?: string; max?: string; required?: boolean; playlist?: boolean }) {
  return (
    <LabelledFilter label={label} value={value} isSet={false}>
      {(control) => (
        <DateInput
          {...control}
          playlist={playlist}
          name={name}
          defaultValue={value}
          min={min}
          max={max}
          required={required}
        />
      )}
    </LabelledFilter>
  );
}

/** A line of text in the bar that is not searched for. */
export function FilterText({
  name,
  label,
  value,
  placeholder,
}: FilterProps & { placeholder?: string }) {
  return (
    <LabelledFilter label={label} value={value} isSet={Boolean(value)}>
      {(control) => (
        <input
          {...control}
          type="text"
          name={name}
          defaultValue={value}
          placeholder={placeholder}
          className={`${control.className} md:w-36`}
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
    <LabelledFilter label={label} value={value} isSet={false}>
      {(control) => (
        <input
          {...control}
          type="number"
          name={name}
          defaultValue={value}
          min={min}
          max={max}
          className={`${control.className} md:w-24`}
        />
      )}
    </LabelledFilter>
  );
}

type FilterControlProps = { ref: RefCallback<ValueControl>; id: string; className: string };
type ValueControl = HTMLInputElement | HTMLSelectElement;

/** Follows the address, except while the field has the focus, because its value may be newer. */
function useAddressed(value: string | number | undefined): RefCallback<ValueControl> {
  const field = useRef<ValueControl | null>(null);
  useEffect(() => {
    if (field.current && field.current !== document.activeElement)
      field.current.value = String(value ?? "");
  }, [value]);
  return (element) => {
    field.current = element;
  };
}

function LabelledFilter({
  label,
  value,
  isSet,
  isLabelHidden = false,
  children,
}: {
  label: string;
  value: string | number | undefined;
  isSet: boolean;
  isLabelHidden?: boolean;
  children: (control: FilterControlProps) => ReactNode;
}) {
  const id = useId();
  const ref = useAddressed(value);
  return (
    <div className="chip">
      <label htmlFor={id} className={isLabelHidden ? "sr-only" : undefined}>
        {label}
      </label>
      {children({ ref, id, className: isSet ? "chip-set" : "" })}
    </div>
  );
}
