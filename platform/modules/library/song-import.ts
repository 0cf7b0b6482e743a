import { messages } from "#contract/base/messages";
import { songCsvColumns } from "#contract/library/csv-columns";
import { kindOfFacet, singleItems } from "#contract/library/words";
import { askForZeros, type CellErrors, type Importer, type ReadRow } from "../imports/index.ts";
import { type ItemNames, itemNames, tagColumnNames, tagColumns } from "./item-names.ts";
import type { LibraryIndexes } from "./library-index.ts";
import { songMessages } from "./messages.ts";
import { findSongCompanies, type SongCompany } from "./song-companies.queries.ts";
import { keyOf, SongCsvRow } from "./song-csv-row.ts";
import { type FoundSong, findSongsOfRows, type Hits } from "./song-import.queries.ts";
import {
  additionOf,
  changeOf,
  describeAddition,
  type Items,
  type JudgedSong,
  members,
  type Tags,
  type Values,
} from "./stage-song.ts";
import { applySongRows, lockAndRecheckSongs, type StagedTag } from "./staged-songs.queries.ts";

type Errors = CellErrors<SongCsvRow>;
type Row = Partial<SongCsvRow>;
/** The companies that songs can be reserved for, by their codes in lower case. */
type Companies = ReadonlyMap<string, SongCompany>;

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
): JudgedSong {
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
  const tags = tagsOf(row, { song, names, createPeople, errors });
  if (Object.keys(errors).length > 0) return { outcome: "refused", errors };
  return song ? changeOf(song, values, items, tags) : additionOf(values, items, tags);
}

/** The song that a row is about: undefined for a new one. */
function songOf(
  { id, isrc }: Row,
  { byId, byIsrc, byTitle }: Hits,
  errors: Errors,
): FoundSong | undefined {
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
function songRowValues(row: Row, song: FoundSong | undefined): Values {
  const presentMembers = members.filter((member) => row[member] !== undefined);
  const values: Values = Object.fromEntries(
    presentMembers.map((member) => [member, row[member] ?? (member === "territories" ? [] : null)]),
  );
  if (song?.hasAudio) delete values.durationSeconds;
  return values;
}

function itemsOf(row: Row, song: FoundSong | undefined, names: ItemNames, errors: Errors): Items {
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
  {
    song,
    names,
    createPeople,
    errors,
  }: { song: FoundSong | undefined; names: ItemNames; createPeople: boolean; errors: Errors },
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
