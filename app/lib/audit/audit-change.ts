import { showDate, showInstant } from "#contract/base/dates";
import type { Figures } from "#contract/base/figures";
import { hoursWords, weekdayNames } from "#contract/stores/words";
import { auditField, auditFigure, auditWord, capitalise, isUnshown } from "./audit-words";

export type Change = { field: string; before: string; after: string };
/** Maps a field and an id in the states to a name. */
type Names = Readonly<Record<string, Readonly<Record<string, string>>>>;
type Entry = { itemKind: string; before: unknown; after: unknown; names?: Names };
/** The time zone and number format of the page. */
type DisplayLocale = { timeZone: string; figures: Figures };

/** The most fields that a log entry shows on the page; the CSV has all of them. */
const mostFields = 60;
/** Two lists with more members than this in total count as long. */
const longLists = 16;

/**
 * Describes an audit entry field by field: of a change the fields that differ, of an item added or
 * removed all of them. Leaves out database-only fields, and ids whose names are known; `more`
 * counts the fields beyond the sixtieth.
 */
export function changesOf(
  { before, after, ...of }: Entry,
  locale: DisplayLocale,
): { changes: Change[]; more: number } {
  const fieldsBefore = flatten(before, of, locale);
  const fieldsAfter = flatten(after, of, locale);
  const fields = [...new Set([...fieldsBefore.keys(), ...fieldsAfter.keys()])].filter(
    (field) => String(fieldsBefore.get(field)) !== String(fieldsAfter.get(field)),
  );
  const changes = fromBeforeTo(fields).map((field) =>
    changeOf(field, fieldsBefore.get(field), fieldsAfter.get(field)),
  );
  return { changes: changes.slice(0, mostFields), more: Math.max(0, changes.length - mostFields) };
}

/** Puts "from" before "to", because the database orders a state's fields by length. */
function fromBeforeTo(fields: readonly string[]): string[] {
  const fromOf = new Map(fields.map((field) => [field.toLowerCase(), field]));
  const pairs = new Map<string, string>();
  for (const to of fields) {
    const begin = to.replace(/\bto$/i, "from").replace(/\bends on$/i, "starts on");
    const from = fromOf.get(begin.toLowerCase());
    if (from !== undefined && from !== to) pairs.set(to, from);
  }
  const froms = new Set(pairs.values());
  return fields.flatMap((field) => {
    const from = pairs.get(field);
    return from === undefined ? (froms.has(field) ? [] : [field]) : [from, field];
  });
}

/** A value in words, or the members of a list. */
type AuditValue = string | string[];

/** Lists only the members added or removed if the lists are too long to compare. */
function changeOf(field: string, before: AuditValue = "", after: AuditValue = ""): Change {
  const joined = { field, before: inOne(before), after: inOne(after) };
  if (!Array.isArray(before) || !Array.isArray(after) || before.length + after.length <= longLists)
    return joined;
  const membersBefore = new Set(before);
  const membersAfter = new Set(after);
  const removedMembers = before.filter((one) => !membersAfter.has(one));
  const addedMembers = after.filter((one) => !membersBefore.has(one));
  return removedMembers.length + addedMembers.length === 0
    ? joined
    : {
        field: `${field} (differences)`,
        before: inOne(removedMembers),
        after: inOne(addedMembers),
      };
}

const inOne = (value: AuditValue) => (Array.isArray(value) ? value.join(", ") : value);

/**
 * Maps values by their fields' names; nested ones by the whole path, "Week › Monday", "Spots ›
 * Diwali › weight".
 */
function flatten(
  value: unknown,
  { itemKind, names = {} }: Pick<Entry, "itemKind" | "names">,
  { timeZone, figures }: DisplayLocale,
): Map<string, AuditValue> {
  const into = new Map<string, AuditValue>();
  const show = (one: unknown, path: string[]) => {
    const field = path.at(-1) ?? "";
    const name = names[field]?.[String(one)];
    return (
      name ??
      auditFigure(field, one, figures) ??
      inWords(auditWord(itemKind, field, one, figures), timeZone)
    );
  };
  /** Names a part of a list by one of its fields, "name" or "spotId". */
  const nameIn = (part: unknown, key: string) => {
    const name = typeof part === "object" && part !== null ? Reflect.get(part, key) : undefined;
    return typeof name === "string" || typeof name === "number" ? show(name, [key]) : undefined;
  };
  const set = (way: string[], words: AuditValue) =>
    into.set(capitalise(way.join(" › ")) || "Value", words);
  /** `path` holds the field names, `way` their labels including those of list members. */
  const add = (part: unknown, path: string[], way: string[]): void => {
    if (
      part === null ||
      part === undefined ||
      part === "" ||
      (Array.isArray(part) && part.length === 0)
    )
      return;
    if (isHours(part)) return void set(way, hoursWords(part));
    if (typeof part !== "object") return void set(way, show(part, path));
    if (!Array.isArray(part)) {
      for (const [key, inner] of Object.entries(part))
        if (!isNamedBeside(key, part) && !isUnshown(key, part))
          add(
            inner,
            [...path, key],
            [...way, auditField(Object.hasOwn(names, key) ? withoutId(key) : key)],
          );
      return;
    }
    if (part.every((one) => typeof one !== "object" || one === null)) {
      const inOne = auditFigure(path.at(-1) ?? "", part, figures);
      if (inOne !== "") set(way, inOne ?? part.map((one) => show(one, path)));
      return;
    }
    const namedBy = ["name", ...idsIn(part[0])].find((key) =>
      areDistinct(part.map((one) => nameIn(one, key))),
    );
    const bareNames: string[] = [];
    for (const [place, one] of part.entries()) {
      if (!namedBy) add(one, path, [...way, hoursName(one) ?? String(place + 1)]);
      else {
        const { [namedBy]: _, ...rest } = one as Record<string, unknown>;
        const name = nameIn(one, namedBy) ?? "";
        const countBefore = into.size;
        add(rest, path, [...way, name]);
        if (into.size === countBefore) bareNames.push(name);
      }
    }
    if (bareNames.length > 0) set(way, bareNames);
  };
  add(value, [], []);
  return into;
}

/** Shortens "groupId" to "group" and "songIds" to "songs". */
const withoutId = (key: string) => key.replace(/Id(s?)$/, "$1");
/**
 * True if another field holds the name of the field's id: "group" or "groupName" beside "groupId",
 * "units" beside "zoneIds".
 */
const isNamedBeside = (key: string, part: object) =>
  withoutId(key) !== key &&
  (Object.hasOwn(part, withoutId(key)) ||
    Object.hasOwn(part, `${withoutId(key)}Name`) ||
    (Object.hasOwn(part, "units") && unitIds.includes(key)));
const unitIds: readonly string[] = ["regionIds", "zoneIds", "groupIds", "storeIds"];

type Hours = { opens: number | null; closes: number | null };
const isHours = (part: unknown): part is Hours =>
  typeof part === "object" && part !== null && "opens" in part && "closes" in part;

const idsIn = (part: unknown): string[] =>
  Object.keys(Object(part)).filter((key) => key.endsWith("Id"));
const areDistinct = (names: readonly (string | undefined)[]) =>
  !names.includes(undefined) && new Set(names).size === names.length;

/** Names opening hours by their weekday or date. */
function hoursName(part: unknown): string | undefined {
  if (!isHours(part)) return undefined;
  const { weekday, date } = part as { weekday?: unknown; date?: unknown };
  if (typeof weekday === "number") return weekdayNames[weekday] ?? String(weekday);
  return typeof date === "string" ? showDate(date) : undefined;
}

function inWords(value: string, timeZone: string): string {
  if (value === "true") return "Yes";
  if (value === "false") return "No";
  if (/^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value))) return showDate(value);
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(value))
    return showInstant(new Date(value), timeZone);
  return value;
}
