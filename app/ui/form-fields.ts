import { createContext, useContext } from "react";

/** What the server computed from a field's schema; becomes HTML attributes. */
export type FieldConstraint = {
  required?: boolean;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  type?: string;
  min?: number | string;
  max?: number | string;
  step?: number | string;
  /** Said by the browser when `pattern` does not fit; the schema's own message. */
  title?: string;
  /** What may be typed, in the words of a hint; the schema's description. */
  rule?: string;
};

/**
 * Everything a form knows of its fields, by field name. Errors under "" belong to the form as a
 * whole.
 */
export type FormFields = {
  constraints?: Record<string, FieldConstraint>;
  errors?: Record<string, string[]>;
  /** As typed before, or as stored; passwords never. */
  values?: Record<string, string | string[]>;
};

export type FormScope = FormFields & {
  id: string;
  /** True if who fills it in types their own name, address, email and telephone. */
  isOwn?: boolean;
};

export const FormContext = createContext<FormScope>({ id: "field" });

export type FieldState = {
  id: string;
  constraint: FieldConstraint;
  errors: string[];
  value: string;
  values: string[];
};

/** The state of one field of the form around it. */
export function useField(name: string): FieldState {
  const { id, constraints, errors, values } = useContext(FormContext);
  const value = values?.[name];
  return {
    id: fieldId(id, name),
    constraint: constraints?.[name] ?? {},
    errors: errors?.[name] ?? [],
    value: typeof value === "string" ? value : (value?.[0] ?? ""),
    values: value === undefined ? [] : typeof value === "string" ? [value] : value,
  };
}

/** Secrets of the person who is signed in, whatever the form is about. */
const secrets = new Set(["current-password", "new-password", "one-time-code"]);

/**
 * What a browser may fill a field with: a person's own details on forms about themselves alone, so
 * that one press never puts an admin's address into a store's.
 */
export function useAutofill(token = "off"): string {
  const { isOwn } = useContext(FormContext);
  return isOwn || secrets.has(token) ? token : "off";
}

/** The id of a field's control, to which the error summary links. */
export const fieldId = (formId: string, name: string) =>
  `${formId}-${name.replace(/[^\w-]+/g, "-")}`;

/**
 * Of what is searched for: the contract's `field.search` takes no more, and a longer one would be
 * left out of the address unread.
 */
export const longestSearch = 100;

/** Parts of names that are no words. */
const spelledOut = new Map([
  ...["GST", "PAN", "TOH", "ISRC", "BPM", "CSV", "URL"].map(
    (letters) => [letters.toLowerCase(), letters] as const,
  ),
  ["no", "number"],
  ["comm", "communication"],
]);

/**
 * A field's name as words: "storeCode" is "Store code", "groupId" is "Group", "slots[1].slotName"
 * is "Slot 2, name", "gstNo" is "GST number".
 */
export function nameInWords(name: string): string {
  const words = name
    .replace(/^set\./, "") // what many items are set to at once
    .replace(/Ids?$/, "")
    .replace(/s?\[(\d+)\]\.?/g, (_, index) => ` ${Number(index) + 1}, `)
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .replace(/^is /, "")
    .replace(/^(\w+)( \d+,) \1 /, "$1$2 ") // "slot 2, slot name"
    .replace(/[, ]+$/, "")
    .replace(/\b\w+\b/g, (word) => spelledOut.get(word) ?? word);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
