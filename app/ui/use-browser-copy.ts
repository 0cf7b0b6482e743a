import { useNavigation } from "@remix-run/react";
import { type RefObject, useContext, useEffect, useRef, useState } from "react";
import { FormGivenContext } from "./frame/form-given";

type BrowserCopy = { at: number; fields: [name: string, value: string][] };
type Options = {
  id: string;
  keep: boolean;
  hasErrors: boolean;
  /** True if the form shows a newer version that the server stored. */
  isSuperseded: boolean;
};

const prefix = "fever:draft:";
/**
 * The keys of forms that were sent and not changed since: the server's answer is newer than the
 * copy, even if the form is drawn again for it.
 */
const sentForms = new Set<string>();
const keptMs = 24 * 60 * 60_000;

/**
 * Stores what is typed in a form in this browser until it is sent, for at most a day. Leaves out
 * passwords, files and our own fields, and uses a key of the user, so that another person who signs
 * in here does not see it. `restored` is true if the form shows the stored copy.
 */
export function useBrowserCopy({ id, keep, hasErrors, isSuperseded }: Options): {
  ref: RefObject<HTMLFormElement>;
  restored: boolean;
  discard: () => void;
} {
  const ref = useRef<HTMLFormElement>(null);
  const drafter = useContext(FormGivenContext)?.drafter ?? null;
  const [restored, setRestored] = useState(false);
  const { state } = useNavigation();
  const wasSent = useRef(false);
  const failed = useRef(hasErrors);
  failed.current = hasErrors;
  const key = useRef("");

  // biome-ignore lint/correctness/useExhaustiveDependencies: a page's form is one form; its address does not change while it stands
  useEffect(() => {
    const form = ref.current;
    if (!keep || !drafter || !form) return;
    const here = window.location.pathname;
    const draftKey = `${prefix}${drafter}:${here}${window.location.search}:${id}`;
    key.current = draftKey;
    forgetOld(drafter);
    if (isSuperseded || (sentForms.delete(draftKey) && !failed.current)) drop(draftKey);
    if (!failed.current && fill(form, read(draftKey))) setRestored(true);
    const noteInput = () => {
      wasSent.current = false;
      sentForms.delete(draftKey);
      write(draftKey, fieldsOf(form));
    };
    const submitted = () => {
      wasSent.current = true;
      sentForms.add(draftKey);
    };
    form.addEventListener("input", noteInput);
    form.addEventListener("submit", submitted);
    return () => {
      form.removeEventListener("input", noteInput);
      form.removeEventListener("submit", submitted);
      // succeeded if it led elsewhere: an error page keeps the address, a new sign-in is at /login
      if (wasSent.current && ![here, "/login"].includes(window.location.pathname)) drop(draftKey);
    };
  }, [keep, drafter, isSuperseded]);

  useEffect(() => {
    if (state !== "idle" || !wasSent.current) return;
    wasSent.current = false;
    if (failed.current) return;
    drop(key.current);
    setRestored(false);
  }, [state]);

  return {
    ref,
    restored,
    discard() {
      drop(key.current);
      ref.current?.reset();
      setRestored(false);
    },
  };
}

function fieldsOf(form: HTMLFormElement): BrowserCopy["fields"] {
  const secret = new Set(
    Array.from(form.querySelectorAll<HTMLInputElement>("input[type=password]"), ({ name }) => name),
  );
  return [...new FormData(form)].flatMap(([name, value]) =>
    typeof value !== "string" ||
    name.startsWith("_") ||
    secret.has(name) ||
    /password|secret/i.test(name)
      ? []
      : [[name, value]],
  );
}

/**
 * Sets the form's fields to the stored copy, except those that were changed before this script ran;
 * true if that changed any.
 */
function fill(form: HTMLFormElement, copy: BrowserCopy | undefined): boolean {
  if (!copy || JSON.stringify(copy.fields) === JSON.stringify(fieldsOf(form))) return false;
  const changedNames = new Set(
    Array.from(form.elements).flatMap((field) =>
      isField(field) && isChanged(field) ? [field.name] : [],
    ),
  );
  const remainingValues = new Map<string, string[]>();
  for (const [name, value] of copy.fields)
    remainingValues.set(name, [...(remainingValues.get(name) ?? []), value]);
  for (const field of Array.from(form.elements)) {
    if (
      !isField(field) ||
      !field.name ||
      field.name.startsWith("_") ||
      /password|secret/i.test(field.name)
    )
      continue;
    if (changedNames.has(field.name)) continue;
    if (field.type === "password" || field.type === "file" || field.type === "submit") continue;
    // uses the copy's version, because its values were typed over that version
    if (field.type === "hidden" && field.name !== "version") continue;
    if (field instanceof HTMLInputElement && (field.type === "checkbox" || field.type === "radio"))
      field.checked = remainingValues.get(field.name)?.includes(field.value) ?? false;
    else field.value = remainingValues.get(field.name)?.shift() ?? field.value;
  }
  return true;
}

const isField = (
  element: Element,
): element is HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement =>
  element instanceof HTMLInputElement ||
  element instanceof HTMLSelectElement ||
  element instanceof HTMLTextAreaElement;

/** True if a field shows something other than the server's value. */
function isChanged(field: HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement): boolean {
  if (field instanceof HTMLSelectElement) {
    const defaultOptions = Array.from(field.options).filter(
      ({ defaultSelected }) => defaultSelected,
    );
    return defaultOptions.length > 0
      ? defaultOptions.some(({ selected }) => !selected)
      : field.selectedIndex > 0;
  }
  if (field.type === "hidden") return false; // a hidden field's value is always its default
  if (field instanceof HTMLInputElement && (field.type === "checkbox" || field.type === "radio"))
    return field.checked !== field.defaultChecked;
  return field.value !== field.defaultValue;
}

// a browser may refuse storage (private windows, full disk); then the form works without a copy
function read(name: string): BrowserCopy | undefined {
  try {
    const copy: BrowserCopy | null = JSON.parse(localStorage.getItem(name) ?? "null");
    return copy && Array.isArray(copy.fields) && Date.now() - copy.at < keptMs ? copy : undefined;
  } catch {
    return undefined;
  }
}

function write(name: string, fields: BrowserCopy["fields"]) {
  try {
    localStorage.setItem(name, JSON.stringify({ at: Date.now(), fields } satisfies BrowserCopy));
  } catch {}
}

function drop(name: string) {
  try {
    localStorage.removeItem(name);
  } catch {}
}

/** Removes other users' copies from this browser, and those older than a day. */
function forgetOld(drafter: string) {
  try {
    for (const name of Object.keys(localStorage))
      if (name.startsWith(prefix) && !(name.startsWith(`${prefix}${drafter}:`) && read(name)))
        drop(name);
  } catch {}
}
