import { dateIn, showDate, timeIn } from "#contract/base/dates";

export type Change = { field: string; before: string; after: string };

/** A log entry names so many fields on the page at the most; the CSV has all of them. */
const mostFields = 60;

/**
 * What an entry of the audit log says, field by field in words: of a change the fields that differ, of an item that came or went all of
 * them. `more` counts what is left out.
 */
export function changesOf(before: unknown, after: unknown, timeZone: string): { changes: Change[]; more: number } {
  const [was, is] = [flatten(before), flatten(after)];
  const fields = [...new Set([...was.keys(), ...is.keys()])].filter((field) => was.get(field) !== is.get(field));
  const show = (value: string | undefined) => inWords(value ?? "", timeZone);
  const changes = fields.map((field) => ({ field, before: show(was.get(field)), after: show(is.get(field)) }));
  return { changes: changes.slice(0, mostFields), more: Math.max(0, changes.length - mostFields) };
}

/** "openingHours › 1 › opens" becomes "Opening hours › 1 › opens". */
function flatten(value: unknown, path: string[] = [], into = new Map<string, string>()): Map<string, string> {
  if (value === null || value === undefined || value === "") return into;
  if (Array.isArray(value) && value.every((one) => typeof one !== "object" || one === null)) into.set(nameOf(path), value.join(", "));
  else if (typeof value === "object") for (const [key, inner] of Object.entries(value)) flatten(inner, [...path, key], into);
  else into.set(nameOf(path), String(value));
  return into;
}

function nameOf(path: string[]): string {
  const text = path.map((key) => key.replace(/([a-z])([A-Z])/g, (_, a: string, b: string) => `${a} ${b.toLowerCase()}`)).join(" › ");
  return text ? text.charAt(0).toUpperCase() + text.slice(1) : "Value";
}

function inWords(value: string, timeZone: string): string {
  if (value === "true") return "yes";
  if (value === "false") return "no";
  if (/^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value))) return showDate(value);
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(value)) return showInstant(new Date(value), timeZone);
  return value;
}

/** dd/MM/yy HH:mm on the clock of a zone. */
export const showInstant = (at: Date, timeZone: string): string =>
  Number.isNaN(at.getTime()) ? "" : `${showDate(dateIn(timeZone, at))} ${timeIn(timeZone, at)}`;
