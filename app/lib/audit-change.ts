import { showDate, showInstant } from "#contract/base/dates";
import type { Figures } from "#contract/base/figures";
import { parseAmount } from "#contract/base/money";
import { hoursWords, weekdayNames } from "#contract/stores/words";
import { auditField, auditWord, isAmount } from "./audit-words";

export type Change = { field: string; before: string; after: string };
/** What the states mention by id is called so, by field and id. */
type Names = Readonly<Record<string, Readonly<Record<string, string>>>>;
type Entry = { itemKind: string; before: unknown; after: unknown; names?: Names };
/** Whose clock and figures a page shows. */
type Shown = { timeZone: string; figures: Pick<Figures, "money"> };

/** A log entry names so many fields on the page at the most; the CSV has all of them. */
const mostFields = 60;
/** Two lists with more members together are long. */
const longLists = 16;

/**
 * What an entry of the audit log says, field by field in the words of the pages: of a change the fields that differ, of an item that came
 * or went all of them. Its version is left out, because it only counts changes, and ids where names are known. `more` counts the fields beyond
 * the sixtieth.
 */
export function changesOf({ before, after, ...of }: Entry, shown: Shown): { changes: Change[]; more: number } {
  const [was, is] = [flatten(before, of, shown), flatten(after, of, shown)];
  const fields = [...new Set([...was.keys(), ...is.keys()])].filter(
    (field) => String(was.get(field)) !== String(is.get(field)) && field !== "Version",
  );
  const changes = fields.map((field) => changeOf(field, was.get(field), is.get(field)));
  return { changes: changes.slice(0, mostFields), more: Math.max(0, changes.length - mostFields) };
}

/** A value in words, or what is in a list. */
type InWords = string | string[];

/** Of lists too long to find the difference in, only the members that came or went. */
function changeOf(field: string, before: InWords = "", after: InWords = ""): Change {
  const joined = { field, before: inOne(before), after: inOne(after) };
  if (!Array.isArray(before) || !Array.isArray(after) || before.length + after.length <= longLists) return joined;
  const [was, is] = [new Set(before), new Set(after)];
  const [gone, come] = [before.filter((one) => !is.has(one)), after.filter((one) => !was.has(one))];
  return gone.length + come.length === 0 ? joined : { field: `${field} (differences)`, before: inOne(gone), after: inOne(come) };
}

const inOne = (value: InWords) => (Array.isArray(value) ? value.join(", ") : value);

/** Values by the names of their fields: of parts by the whole way there, "Week › Monday", "Songs › 1 › weight". */
function flatten(
  value: unknown,
  { itemKind, names = {} }: Pick<Entry, "itemKind" | "names">,
  { timeZone, figures }: Shown,
): Map<string, InWords> {
  const into = new Map<string, InWords>();
  const show = (one: unknown, path: string[]) => {
    const field = path.findLast((key) => !/^\d+$/.test(key)) ?? "";
    const name = names[field]?.[String(one)];
    if (name !== undefined) return name;
    if (isAmount(field) && typeof one === "number") return figures.money(one);
    if (isAmount(field) && /^\d+\.\d\d$/.test(String(one))) return figures.money(parseAmount(String(one)));
    return inWords(auditWord(itemKind, field, String(one)), timeZone);
  };
  const nameOf = (path: string[]) => {
    const text = path.map((key) => auditField(Object.hasOwn(names, key) ? withoutId(key) : key)).join(" › ");
    return text ? text.charAt(0).toUpperCase() + text.slice(1) : "Value";
  };
  const add = (part: unknown, path: string[]): void => {
    if (part === null || part === undefined || part === "" || (Array.isArray(part) && part.length === 0)) return;
    if (isHours(part)) into.set(nameOf(path), hoursWords(part));
    else if (Array.isArray(part) && part.every((one) => typeof one !== "object" || one === null))
      into.set(
        nameOf(path),
        part.map((one) => show(one, path)),
      );
    else if (Array.isArray(part)) for (const [place, one] of part.entries()) add(one, [...path, partName(one, place)]);
    else if (typeof part !== "object") into.set(nameOf(path), show(part, path));
    else for (const [key, inner] of Object.entries(part)) if (!isNamedBeside(key, part)) add(inner, [...path, key]);
  };
  add(value, []);
  return into;
}

/** "groupId" as "group", "songIds" as "songs". */
const withoutId = (key: string) => key.replace(/Id(s?)$/, "$1");
/** Whether the name of what a field names by its id stands in a field of its own: "group" beside "groupId", "units" beside "zoneIds". */
const isNamedBeside = (key: string, part: object) =>
  withoutId(key) !== key && (Object.hasOwn(part, withoutId(key)) || (Object.hasOwn(part, "units") && unitIds.includes(key)));
const unitIds: readonly string[] = ["regionIds", "zoneIds", "groupIds", "storeIds"];

type Hours = { opens: number | null; closes: number | null };
const isHours = (part: unknown): part is Hours => typeof part === "object" && part !== null && "opens" in part && "closes" in part;

/** What a part of a list is told from the others by: its weekday, its date, else its place. */
function partName(part: unknown, place: number): string {
  const { weekday, date } = (part ?? {}) as { weekday?: unknown; date?: unknown };
  if (typeof weekday === "number" && isHours(part)) return weekdayNames[weekday] ?? String(weekday);
  return typeof date === "string" && isHours(part) ? showDate(date) : String(place + 1);
}

function inWords(value: string, timeZone: string): string {
  if (value === "true") return "Yes";
  if (value === "false") return "No";
  if (/^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value))) return showDate(value);
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(value)) return showInstant(new Date(value), timeZone);
  return value;
}
