import type { KeyboardEvent } from "react";
import type { Figures } from "#contract/base/figures";
import { MultiSelectField, type Option, SelectField } from "./choice-field";
import type { FieldProps } from "./field";
import { longestSearch, useField } from "./form-fields";
import { Button } from "./frame/button";
import { useFigures } from "./frame/figures";

/** The search words, the number of options listed for them, and whether there are more. */
export type OptionSearch = { words: string; listed: number; more: boolean };
/** A field's options; `find` is set if there are too many to list, so that they are searched. */
export type FoundOptions = { options: Option[]; find: OptionSearch | null };

type FoundSelectProps = FieldProps & {
  /** Names the options: "groups". */
  what: string;
  choices: FoundOptions;
  placeholder?: string;
};

/**
 * Chooses one option; if the list is too long, by a search that the form's action answers with all
 * typed values (`wordsToFind`).
 */
export function FoundSelectField({
  what,
  choices: { options, find },
  className,
  ...field
}: FoundSelectProps) {
  const { value } = useField(field.name);
  if (!find) return <SelectField {...field} className={className} options={options} />;
  return (
    <div className={`grid gap-2 ${className ?? ""}`}>
      <FindOptions what={what} {...find} />
      <SelectField {...field} options={withChosen(options, [value])} />
    </div>
  );
}

type FoundMultiSelectProps = FieldProps & {
  what: string;
  choices: FoundOptions;
  columns?: 1 | 2;
  /** Placeholder of the search field. */
  findPlaceholder?: string;
};

/** Chooses any number of options; if the list is too long, by a search like FoundSelectField's. */
export function FoundMultiSelectField({
  what,
  choices: { options, find },
  className,
  findPlaceholder,
  ...field
}: FoundMultiSelectProps) {
  const { values } = useField(field.name);
  if (!find)
    return (
      <MultiSelectField {...field} className={className} options={chosenFirst(options, values)} />
    );
  return (
    <div className={`grid gap-2 ${className ?? ""}`}>
      <FindOptions what={what} placeholder={findPlaceholder} {...find} />
      <MultiSelectField {...field} options={chosenFirst(withChosen(options, values), values)} />
    </div>
  );
}

/** Puts chosen options first, because the box shows only a dozen without scrolling. */
export const chosenFirst = (options: Option[], values: string[]) =>
  [true, false].flatMap((isChosen) =>
    options.filter(({ value }) => values.includes(value) === isChosen),
  );

/**
 * Adds options that are chosen but not listed. A form restored after a new sign-in can have some
 * from an earlier search.
 */
export function withChosen(options: Option[], values: string[]): Option[] {
  const optionValues = new Set(options.map(({ value }) => value));
  const others = [...new Set(values)].filter((value) => value !== "" && !optionValues.has(value));
  return [
    ...others.map((value, index) => ({
      value,
      label: `Your earlier choice${index ? ` (${index + 1})` : ""}`,
    })),
    ...options,
  ];
}

type FindProps = OptionSearch & { what: string; placeholder?: string };

/** Searches options within the form in which they are chosen. */
export function FindOptions({ what, placeholder = "Part of the name", ...search }: FindProps) {
  const { figure } = useFigures();
  const id = `find-${what}`;
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="font-semibold">
        Find {what}
      </label>
      <div className="flex gap-2">
        <input
          id={id}
          name={`_search-${what}`}
          type="search"
          defaultValue={search.words}
          maxLength={longestSearch}
          placeholder={placeholder}
          onKeyDown={findOnEnter}
          className="control flex-1"
        />
        <input type="hidden" name={`_searched-${what}`} value={search.words} />
        <Button name="_find" value={what} formNoValidate aria-label={`Find ${what}`}>
          Find
        </Button>
      </div>
      <p role="status" className="text-sm text-ink-3">
        {describeOptions(what, search, figure)}
      </p>
    </div>
  );
}

/**
 * Makes Enter press Find. Without script it presses the form's own button, which the browser
 * refuses while a required field is empty.
 */
function findOnEnter(event: KeyboardEvent<HTMLInputElement>) {
  if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit(
    event.currentTarget.parentElement?.querySelector("button"),
  );
}

function describeOptions(
  what: string,
  { words, listed, more }: OptionSearch,
  figure: Figures["figure"],
): string {
  if (words === "") return `Not all ${what} are listed. Find others here; your choices stay.`;
  if (listed === 0) return `No other ${what} match “${words}”.`;
  return more
    ? `More ${what} match “${words}” than are listed. Type more of the name.`
    : `${figure(listed)} listed for “${words}”.`;
}
