import { z } from "zod";
import { endpoint } from "../base/endpoint.ts";
import * as field from "../base/fields.ts";
import { idListOf } from "../base/identifiers.ts";
import { ofCompany, paging } from "../base/pages.ts";
import { recordOf } from "../base/records.ts";
import { ofFile, tableMediaTypes } from "../base/table-files.ts";
import { FileHeaders } from "../files/endpoints.ts";
import { SongCover } from "./cover.ts";
import { cues } from "./song-fields.ts";
import { singleItems, songSorts } from "./words.ts";

/** The areas that read the library: its own, and those in which songs are chosen. */
export const libraryReaders = ["MUSIC_LIBRARY", "CHARTS", "MASTER_RULE", "NON_MUSIC"] as const;

export const idAndName = z.object({ id: z.int(), name: z.string() });
const text = z.string().nullable();
const number = z.int().nullable();

const filters = {
  /**
   * Words of title, artist, album, singers, composers and ISRC, or their beginnings; similar words
   * where nothing has them.
   */
  search: field.search.optional(),
  genreIds: idListOf("item").optional(),
  moodIds: idListOf("item").optional(),
  languageIds: idListOf("item").optional(),
  eraIds: idListOf("item").optional(),
  tempoIds: idListOf("item").optional(),
  vocalIds: idListOf("item").optional(),
  playWindowIds: idListOf("item").optional(),
  ratingChartIds: idListOf("item").optional(),
  licenceIds: idListOf("item").optional(),
  seasonIds: idListOf("item").optional(),
  singerIds: idListOf("item").optional(),
  composerIds: idListOf("item").optional(),
  status: field.status.optional(),
  explicit: z.enum(["yes", "no"]).optional(),
  /** Songs without audio are never scheduled. */
  audio: z.enum(["yes", "no"]).optional(),
  /** Songs without one of the attributes that schedules choose by. */
  lacking: z.enum(["any", "genre", "mood", "language", "tempo"]).optional(),
};
/** Values of one list are alternatives; different filters must all hold. */
export const SongFilters = z.strictObject(filters);
export type SongFilters = z.output<typeof SongFilters>;
/**
 * Sorted by how well songs fit where words are searched, else by title, unless `sort` says
 * otherwise.
 */
export const SongQuery = z.strictObject({
  ...filters,
  ...paging,
  sort: z.enum(songSorts).optional(),
});
export type SongQuery = z.output<typeof SongQuery>;

export const SongRow = z.object({
  id: z.int(),
  title: z.string(),
  artist: z.string(),
  album: text,
  isrc: text,
  genre: text,
  mood: text,
  language: text,
  tempo: text,
  ratingChart: text,
  durationSeconds: z.int(),
  explicit: z.boolean(),
  status: field.status,
  hasAudio: z.boolean(),
  pictureFileId: text,
  cover: SongCover,
  licensedTo: text,
});
export type SongRow = z.infer<typeof SongRow>;

export const listSongs = endpoint({
  method: "get",
  path: "/multimedia",
  summary: "Songs of the library",
  access: libraryReaders,
  scope: "library",
  query: SongQuery.extend(ofCompany),
  list: true,
  data: SongRow,
});

export const countSongs = endpoint({
  method: "get",
  path: "/multimedia/count",
  summary: "How many songs match",
  access: libraryReaders,
  scope: "library",
  query: SongFilters.extend(ofCompany),
  data: z.object({ total: z.int(), similar: z.boolean() }),
});

export const mandatoryFilterCounts = endpoint({
  method: "get",
  path: "/multimedia/mandatory-filters-count",
  summary: "How many matching songs have no genre, mood, language or tempo",
  access: libraryReaders,
  scope: "library",
  query: SongFilters.extend(ofCompany),
  data: z.object({
    any: z.int(),
    genre: z.int(),
    mood: z.int(),
    language: z.int(),
    tempo: z.int(),
  }),
});

export const searchSongsAndAlbums = endpoint({
  method: "get",
  path: "/multimedia/search-song-and-album",
  summary: "The first active songs and albums that match the text typed so far",
  access: libraryReaders,
  scope: "library",
  query: z.strictObject({ ...ofCompany, q: field.search.min(1) }),
  data: z.object({
    songs: z.array(
      SongRow.pick({ id: true, title: true, artist: true, album: true, durationSeconds: true }),
    ),
    albums: z.array(z.object({ album: z.string(), artist: z.string() })),
  }),
});

export const exportSongs = endpoint({
  method: "get",
  path: "/multimedia/exportMusicList",
  summary: "The songs that match, as CSV or workbook",
  access: ["MUSIC_LIBRARY"],
  scope: "provider",
  query: SongQuery.omit({ cursor: true, limit: true }).extend(ofFile),
  data: z.never(),
  stream: tableMediaTypes,
  mayLag: true,
});

export const SongItems = z.object(
  recordOf([...singleItems, "season"] as const, () => z.array(idAndName)),
);
export type SongItems = z.infer<typeof SongItems>;

export const songItems = endpoint({
  method: "get",
  path: "/multimedia/items",
  summary:
    "The active items of the catalogue lists, to choose from; singers and composers have a search of their own",
  access: libraryReaders,
  scope: "provider",
  data: SongItems,
});

const item = idAndName.nullable();
export const SongDetail = SongRow.omit({
  genre: true,
  mood: true,
  language: true,
  tempo: true,
  ratingChart: true,
}).extend({
  genre: item,
  mood: item,
  language: item,
  era: item,
  tempo: item,
  vocal: item,
  playWindow: item,
  ratingChart: item,
  licence: item,
  singers: z.array(idAndName),
  composers: z.array(idAndName),
  seasons: z.array(idAndName),
  label: text,
  year: number,
  energy: number,
  bpm: number,
  loudness: z.number().nullable(),
  licensedFrom: text,
  territories: z.array(z.string()),
  /** The only company that sees and plays the song; null: all. */
  reservedFor: item,
  /** The highest sample of each part of the audio, 0 to 255; empty if never measured. */
  peaks: z.array(z.int()),
  ...cues,
  /** The file as uploaded, if it was. */
  audio: z.object({ name: z.string(), mediaType: z.string(), bytes: z.int() }).nullable(),
  version: z.int(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type SongDetail = z.infer<typeof SongDetail>;

export const findSong = endpoint({
  method: "get",
  path: "/multimedia/{id}",
  summary: "One song with all its fields",
  access: libraryReaders,
  scope: "provider",
  params: z.strictObject({ id: field.id }),
  data: SongDetail,
});

export const songAudio = endpoint({
  method: "get",
  path: "/multimedia/{id}/audio",
  summary: "A song's audio, with ranges",
  access: [...libraryReaders, "PREVIEW"],
  scope: "provider",
  params: z.strictObject({ id: field.id }),
  headers: FileHeaders,
  data: z.never(),
  stream: "audio/*",
});

const seasons = z.array(field.id).min(1).max(50).optional();
/** The values set on every song: null clears, absent members stay unchanged. */
const SongsSet = z
  .strictObject({
    ...recordOf(
      singleItems.map((name) => `${name}Id` as const),
      () => field.id.nullable().optional(),
    ),
    addSeasonIds: seasons,
    removeSeasonIds: seasons,
    status: field.status.optional(),
  })
  .refine(
    (set) => Object.values(set).some((value) => value !== undefined),
    "Choose what to change.",
  );

/** Either the songs chosen, or all that match the filters. */
export const SongsChange = z
  .strictObject({
    set: SongsSet,
    ids: z.array(field.id).min(1).max(1000).optional(),
    matching: SongFilters.optional(),
  })
  .refine((change) => (change.ids === undefined) !== (change.matching === undefined), {
    path: ["ids"],
    message: "Choose songs, or all matching songs.",
  });
export type SongsChange = z.output<typeof SongsChange>;
export type SongsChangeInput = z.input<typeof SongsChange>;

export const changeSongs = endpoint({
  method: "patch",
  path: "/multimedia",
  summary: "Change many songs at once",
  access: ["MUSIC_LIBRARY"],
  scope: "provider",
  body: SongsChange,
  bulk: true,
  data: z.object({ changed: z.int(), unchanged: z.int() }),
});
