import { messages } from "#contract/base/messages";
import { songCsvColumns } from "#contract/library/csv-columns";
import { kindOfFacet, singleItems } from "#contract/library/words";
import {
  askForZeros,
  type CellErrors,
  type Importer,
  type Judged as JudgedRow,
  type ReadRow,
} from "../imports/index.ts";
import {
  type ItemNames,
  itemNames,
  type TagColumn,
  tagColumnNames,
  tagColumns,
} from "./item-names.ts";
import type { LibraryIndexes } from "./library-index.ts";
import { songMessages } from "./messages.ts";
import { findSongCompanies, type SongCompany } from "./song-companies.queries.ts";
import { keyOf, SongCsvRow } from "./song-csv-row.ts";
import { findSongsOfRows, type Hits, type SongFound } from "./song-import.queries.ts";
import {
  applySongRows,
  lockAndRecheckSongs,
  type StagedSong,
  type StagedTag,
} from "./staged-songs.queries.ts";

/** Members that are kept as they come, with their columns. */
const columns = {
  ...({
    title: "title",
    artist: "artist",
    durationSeconds: "duration_seconds",
    explicit: "explicit",
    status: "active",
  } as const),
  ...({
    album: "album",
    label: "label",
    isrc: "isrc",
    year: "year",
    bpm: "bpm",
    energy: "energy",
  } as const),
  ...({
    licensedFrom: "licensed_from",
    licensedTo: "licensed_to",
    territories: "territories",
  } as const),
};
type Member = keyof typeof columns;
const members = Object.keys(columns) as Member[];
const itemColumns = {
  ...({
    genre: "genre_id",
    mood: "mood_id",
    language: "language_id",
    era: "era_id",
    tempo: "tempo_id",
  } as const),
  ...({
    vocal: "vocal_id",
    playWindow: "play_window_id",
    ratingChart: "rating_chart_id",
    licence: "licence_id",
    reservedFor: "reserved_for_id",
  } as const),
};
const namedMembers = [...singleItems, "reservedFor"] as const;

type Value = string | number | boolean | string[] | null;
type Values = Partial<Record<Member, Value>>;
type Errors = CellErrors<SongCsvRow>;
type Judged = JudgedRow<SongCsvRow>;
type Row = Partial<SongCsvRow>;
type Item = { id: number; name: string };
type Items = Partial<Record<(typeof namedMembers)[number], Item | null>>;
/** The companies that songs can be reserved for, by their codes in lower case. */
type Companies = ReadonlyMap<string, SongCompany>;
type Tags = Partial<Record<TagColumn, StagedTag[]>>;

const headings = new Map<string, string>(
  songCsvColumns.map(({ member, heading }) => [member, heading]),
);

/**
 * `createPeople` makes singers and composers of names that no list has; such names of other lists
 * are always refused.
 */
export function songImporter(
  { indexes }: { indexes: LibraryIndexes },
  { createPeople } = { createPeople: false },
): Importer<SongCsvRow> {
  return {
    kind: "songs",
    table: "song",
    columns: songCsvColumns,
    ignored: [],
    row: SongCsvRow,
    partOfRow: SongCsvRow.partial(),
    keyOf,
    keyName: "song",
    judging() {
      const names = itemNames();
      let companies: Companies | undefined;
      return async (scope, db, rows) => {
        const values = rows.map((row) => row.values);
        companies ??= new Map(
          (await findSongCompanies(db)).map((company) => [company.code.toLowerCase(), company]),
        );
        const hits = await findSongsOfRows(scope, db, values);
        await names.read(scope, db, values);
        const lookups = { names, companies };
        return rows.map((row, at) =>
          judgeRow(row, hits[at] ?? { byTitle: [] }, lookups, createPeople),
        );
      };
    },
    describe: describeAddition,
    lockAndRecheck: lockAndRecheckSongs,
    apply: applySongRows,
    async committed({ scope }) {
      await indexes.of(scope, { whole: true });
      return undefined;
    },
    uniqueKey: "song_isrc_unique",
  };
}

function judgeRow(
  { values: row, errors: cellErrors }: ReadRow<SongCsvRow>,
  hits: Hits,
  { names, companies }: { names: ItemNames; companies: Companies },
  createPeople: boolean,
): Judged {
  const errors: Errors = { ...cellErrors };
  const song = songOf(row, hits, errors);
  const values = songRowValues(row, song);
  const isNew = !song && !errors.id && !errors.isrc && keyOf(row) !== undefined;
  if (isNew && values.durationSeconds == null) errors.durationSeconds ??= messages.required;
  for (const member of members) {
    const question = askForZeros(song?.[member], values[member]);
    if (question !== undefined) errors[member] ??= question;
  }
  const { licensedFrom, licensedTo } = { ...song, ...values };
  if (
    licensedFrom &&
    licensedTo &&
    licensedTo < licensedFrom &&
    !errors.licensedFrom &&
    !errors.licensedTo
  )
    errors.licensedTo = messages.licenceEndsFirst;
  const items = { ...itemsOf(row, song, names, errors), ...reservationOf(row, companies, errors) };
  const tags = tagsOf(row, song, names, createPeople, errors);
  if (Object.keys(errors).length > 0) return { outcome: "refused", errors };
  return song ? changeOf(song, values, items, tags) : additionOf(values, items, tags);
}

/** The song that a row is about: undefined for a new one. */
function songOf(
  { id, isrc }: Row,
  { byId, byIsrc, byTitle }: Hits,
  errors: Errors,
): SongFound | undefined {
  if (errors.id || (errors.isrc && id == null)) return undefined;
  if (id != null && !byId) errors.id = songMessages.noSuchId(id);
  const song = id != null ? byId : isrc != null ? byIsrc : byTitle[0];
  if (id == null && isrc == null && byTitle.length > 1) errors.title = songMessages.severalMatch;
  if (byIsrc && song && byIsrc.id !== song.id) errors.isrc = songMessages.isrcTaken(byIsrc.title);
  return song;
}

/**
 * Reads the row's values: null, or no country, for values that it clears. The length of audio
 * comes from its file.
 */
function songRowValues(row: Row, song: SongFound | undefined): Values {
  const presentMembers = members.filter((member) => row[member] !== undefined);
  const values: Values = Object.fromEntries(
    presentMembers.map((member) => [member, row[member] ?? (member === "territories" ? [] : null)]),
  );
  if (song?.hasAudio) delete values.durationSeconds;
  return values;
}

function itemsOf(row: Row, song: SongFound | undefined, names: ItemNames, errors: Errors): Items {
  const items: Items = {};
  for (const facet of singleItems) {
    const name = row[facet];
    if (name === undefined) continue;
    const item = name === null ? null : names.itemOf(kindOfFacet[facet], name);
    if (item === undefined) errors[facet] = names.unknown(kindOfFacet[facet], name ?? "");
    else if (item && !item.active && item.id !== song?.[facet]?.id)
      errors[facet] = `“${item.name}” is inactive.`;
    else items[facet] = item && { id: item.id, name: item.name };
  }
  return items;
}

function reservationOf(
  { reservedFor: code }: Row,
  companies: Companies,
  errors: Errors,
): Pick<Items, "reservedFor"> {
  if (code === undefined) return {};
  if (code === null) return { reservedFor: null };
  const company = companies.get(code.toLowerCase());
  if (company) return { reservedFor: { id: company.id, name: company.name } };
  errors.reservedFor = songMessages.noSongCompany(code);
  return {};
}

function tagsOf(
  row: Row,
  song: SongFound | undefined,
  names: ItemNames,
  createPeople: boolean,
  errors: Errors,
): Tags {
  const tags: Tags = {};
  for (const column of tagColumnNames) {
    if (row[column] === undefined) continue;
    const kind = tagColumns[column];
    const has = new Set(song?.[column].map(({ id }) => id));
    const stagedTags: StagedTag[] = [];
    for (const name of row[column] ?? []) {
      const item = names.itemOf(kind, name);
      if (!item && !(createPeople && kind !== "season"))
        errors[column] ??= names.unknown(kind, name);
      else if (item && !item.active && !has.has(item.id))
        errors[column] ??= `“${item.name}” is inactive.`;
      else stagedTags.push(item ? { id: item.id, name: item.name } : { name });
    }
    tags[column] = stagedTags;
  }
  return tags;
}

function additionOf(values: Values, items: Items, tags: Tags): Judged {
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
function describeAddition(value: object): Partial<Record<string, string>> {
  const after = (value as StagedSong).after as Record<string, unknown>;
  const described = [...members, ...namedMembers, "singers", "composers"];
  return Object.fromEntries(
    described.flatMap((member) => (member in after ? [[member, valueText(after[member])]] : [])),
  );
}

function changeOf(song: SongFound, values: Values, items: Items, tags: Tags): Judged {
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
    Object.entries(tags).map(([column, list]) => [tagColumns[column as TagColumn], list]),
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
    Object.entries(items).map(([facet, item]) => [
      itemColumns[facet as keyof Items],
      item?.id ?? null,
    ]),
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
