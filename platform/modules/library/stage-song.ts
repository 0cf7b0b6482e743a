import { memberNames } from "#contract/base/records";
import { songCsvColumns } from "#contract/library/csv-columns";
import { singleItems } from "#contract/library/words";
import type { JudgedRow } from "../imports/index.ts";
import { type TagColumn, tagColumnNames, tagColumns } from "./item-names.ts";
import type { SongCsvRow } from "./song-csv-row.ts";
import type { FoundSong } from "./song-import.queries.ts";
import type { StagedSong, StagedTag } from "./staged-songs.queries.ts";

/** Members that are kept as they come, with their columns. */
const columns = {
  title: "title",
  artist: "artist",
  durationSeconds: "duration_seconds",
  explicit: "explicit",
  status: "active",
  album: "album",
  label: "label",
  isrc: "isrc",
  year: "year",
  bpm: "bpm",
  energy: "energy",
  licensedFrom: "licensed_from",
  licensedTo: "licensed_to",
  territories: "territories",
} as const;
type Member = keyof typeof columns;
export const members = memberNames(columns);
const itemColumns = {
  genre: "genre_id",
  mood: "mood_id",
  language: "language_id",
  era: "era_id",
  tempo: "tempo_id",
  vocal: "vocal_id",
  playWindow: "play_window_id",
  ratingChart: "rating_chart_id",
  licence: "licence_id",
  reservedFor: "reserved_for_id",
} as const;
const namedMembers = [...singleItems, "reservedFor"] as const;

type Value = string | number | boolean | string[] | null;
export type Values = Partial<Record<Member, Value>>;
export type JudgedSong = JudgedRow<SongCsvRow>;
type Item = { id: number; name: string };
export type Items = Partial<Record<(typeof namedMembers)[number], Item | null>>;
export type Tags = Partial<Record<TagColumn, StagedTag[]>>;

const headings = new Map<string, string>(
  songCsvColumns.map(({ member, heading }) => [member, heading]),
);

export function additionOf(values: Values, items: Items, tags: Tags): JudgedSong {
  const whole: Values = { explicit: false, status: "active", territories: [], ...values };
  const newNames = tagColumnNames.flatMap((column) =>
    (tags[column] ?? []).filter(({ id }) => id === undefined).map(({ name }) => [column, name]),
  );
  const value: StagedSong = {
    set: { ...columnsOf(whole), ...itemColumnsOf(items) },
    ...staged(items, tags),
    after: { ...whole, ...itemsSaid(items), ...tagsSaid(tags) },
  };
  return {
    outcome: "add",
    value,
    notes: newNames.map(([column, name]) => newNameNote(column ?? "", name ?? "")),
  };
}

/** Festive seasons are staged by number, so their cells give the words. */
export function describeAddition(value: object): Partial<Record<string, string>> {
  const after = (value as StagedSong).after as Record<string, unknown>;
  const described = [...members, ...namedMembers, "singers", "composers"];
  return Object.fromEntries(
    described.flatMap((member) => (member in after ? [[member, valueText(after[member])]] : [])),
  );
}

export function changeOf(song: FoundSong, values: Values, items: Items, tags: Tags): JudgedSong {
  const changed = members.filter(
    (member) => member in values && !isSame(values[member], song[member]),
  );
  const facets = namedMembers.filter(
    (facet) => facet in items && items[facet]?.id !== song[facet]?.id,
  );
  const several = tagColumnNames.filter(
    (column) => tags[column] && !isSame(idsOf(tags[column] ?? []), idsOf(song[column])),
  );
  if (changed.length + facets.length + several.length === 0) return { outcome: "same", notes: [] };
  const set = pick(values, changed);
  const newItems = pick(items, facets);
  const newTags = pick(tags, several);
  const value: StagedSong = {
    id: song.id,
    version: song.version,
    set: { ...columnsOf(set), ...itemColumnsOf(newItems) },
    ...staged(newItems, newTags),
    before: {
      ...pick(song, changed),
      ...itemsSaid(pick(song, facets)),
      ...tagsSaid(pick(song, several)),
      version: song.version,
    },
    after: { ...set, ...itemsSaid(newItems), ...tagsSaid(newTags), version: song.version + 1 },
  };
  const notes = [
    ...changed.map((member) => becomes(member, song[member], values[member])),
    ...facets.map((facet) => becomes(facet, song[facet]?.name, items[facet]?.name)),
    ...several.map((column) => becomes(column, namesOf(song[column]), namesOf(tags[column] ?? []))),
    ...several.flatMap((column) =>
      (tags[column] ?? []).flatMap(({ id, name }) =>
        id === undefined ? [newNameNote(column, name)] : [],
      ),
    ),
  ];
  return { outcome: "change", value, notes };
}

/** Adds the values outside the song's own columns, as applying needs them. */
function staged(
  { reservedFor: _, ...items }: Items,
  tags: Tags,
): Pick<StagedSong, "tags" | "items"> {
  const tagged = Object.fromEntries(
    memberNames(tags).flatMap((column) => {
      const list = tags[column];
      return list ? [[tagColumns[column], list] as const] : [];
    }),
  );
  const ids = [...Object.values(items), ...Object.values(tags).flat()].flatMap(
    (item) => item?.id ?? [],
  );
  return { tags: tagged, items: ids };
}

const pick = <T extends object, K extends keyof T>(from: T, names: readonly K[]) =>
  Object.fromEntries(names.map((name) => [name, from[name]])) as Pick<T, K>;

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
const idsOf = (items: { id?: number }[]) => items.map(({ id }) => id ?? null);
const namesOf = (items: { name: string }[]) => items.map(({ name }) => name).join("; ");

const newNameNote = (column: string, name: string) => `${headings.get(column)}: “${name}” is new.`;

function becomes(member: string, from: unknown, to: unknown): string {
  return `${headings.get(member)}: ${valueText(from)} → ${valueText(to)}`;
}

function valueText(value: unknown): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  const words = Array.isArray(value) ? value.join("; ") : String(value ?? "");
  return words || "empty";
}

/** `active` is the one column that holds another value than its member. */
const columnsOf = (values: Values) =>
  Object.fromEntries(
    members.flatMap((member) =>
      member in values
        ? [
            [
              columns[member],
              member === "status" ? values.status === "active" : (values[member] ?? null),
            ],
          ]
        : [],
    ),
  );

const itemColumnsOf = (items: Items) =>
  Object.fromEntries(
    memberNames(items).map((facet) => [itemColumns[facet], items[facet]?.id ?? null]),
  );

/**
 * Shapes items for the audit log as the song's form saves them: an item by id with its name, people
 * by name, seasons by id.
 */
const itemsSaid = (items: Items) =>
  Object.fromEntries(
    Object.entries(items).flatMap(([facet, item]) => [
      [`${facet}Id`, item?.id ?? null],
      [facet, item?.name ?? null],
    ]),
  );

function tagsSaid({ singers, composers, seasons }: Tags): object {
  const names = (tags: StagedTag[]) => tags.map(({ name }) => name);
  return {
    ...(singers && { singers: names(singers) }),
    ...(composers && { composers: names(composers) }),
    ...(seasons && { seasonIds: seasons.flatMap(({ id }) => id ?? []).sort((a, b) => a - b) }),
  };
}
