import { createContext, useContext } from "react";

/** A field's constraints, which the server derives from its schema; they become HTML attributes. */
export type FieldConstraint = {
  required?: boolean;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  type?: string;
  min?: number | string;
  max?: number | string;
  step?: number | string;
  /** The browser's message if `pattern` does not match; the schema's own message. */
  title?: string;
  /** The rule for the value, as a hint; the schema's description. */
  rule?: string;
};

/**
 * The constraints, errors and values of a form's fields, by name. Errors under "" belong to the
 * whole form.
 */
export type FormFields = {
  constraints?: Record<string, FieldConstraint>;
  errors?: Record<string, string[]>;
  /** Values as typed, or as stored; never passwords. */
  values?: Record<string, string | string[]>;
};

export type FormScope = FormFields & {
  id: string;
  /** True if people type their own name, address, email and phone number. */
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

/** Gives the state of a field of the surrounding form. */
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

/** Secrets of the signed-in person, on any form. */
const secrets = new Set(["current-password", "new-password", "one-time-code"]);

/**
 * The autocomplete token of a field: a person's own details only on forms about themselves, so
 * that no press puts an admin's address into a store's.
 */
export function useAutofill(token = "off"): string {
  const { isOwn } = useContext(FormContext);
  return isOwn || secrets.has(token) ? token : "off";
}

/** The ID of a field's control, which the error summary links to. */
export const fieldId = (formId: string, name: string) =>
  `${formId}-${name.replace(/[^\w-]+/g, "-")}`;

/**
 * The longest search text: the contract's `field.search` accepts no more, and a longer one would be
 * dropped from the address.
 */
export const longestSearch = 100;

/** Replaces parts of names that are not words. */
const spelledOut = new Map([
  ...["GST", "PAN", "TOH", "ISRC", "BPM", "CSV", "URL"].map(
    (letters) => [letters.toLowerCase(), letters] as const,
  ),
  ["no", "number"],
  ["comm", "communication"],
]);

/**
 * Turns a field's name into words: "storeCode" is "Store code", "groupId" is "Group",
 * "slots[1].slotName" is "Slot 2, name", "gstNo" is "GST number".
 */
export function nameInWords(name: string): string {
  const words = name
    .replace(/^set\./, "") // the prefix of fields set on many items at once
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
