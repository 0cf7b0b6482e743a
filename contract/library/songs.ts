import { z } from "zod";
import { cleanLine } from "../base/clean-line.ts";
import { endpoint } from "../base/endpoint.ts";
import * as field from "../base/fields.ts";
import { idOf } from "../base/identifiers.ts";
import { messages } from "../base/messages.ts";
import * as song from "./song-fields.ts";

/**
 * One song: its audio read, added and changed. Where it is used is in song-uses.ts, bulk changes
 * and the list in endpoints.ts.
 */

const access = ["MUSIC_LIBRARY"] as const;
const params = z.strictObject({ id: field.id });

const mostPeople = 20;
const tooManyPeople = `At most ${mostPeople} names are allowed.`;
/**
 * Singers or composers by name, each once, ignoring case and spaces. Errors are reported for the
 * list as a whole.
 */
export const people = z
  .array(z.string())
  .max(5 * mostPeople, tooManyPeople) // counted before they are compared, as some may occur twice
  .transform((names) => {
    const clean = names.map((name) => cleanLine(name.replace(/\s+/g, " "))).filter(Boolean);
    const lower = clean.map((name) => name.toLowerCase());
    return clean.filter((_, place) => lower.indexOf(lower[place] ?? "") === place);
  })
  .refine((names) => names.length <= mostPeople, tooManyPeople)
  .refine(
    (names) => names.every((name) => field.title.safeParse(name).success),
    "A name has at most 100 characters, none of them control characters.",
  );

/**
 * On the form a song needs what schedules choose by; imports may leave it out, and the list finds
 * such songs.
 */
const fields = {
  title: song.songTitle,
  artist: song.artist,
  singers: people.default([]),
  composers: people.default([]),
  album: song.album.optional(),
  label: song.label.optional(),
  year: song.year.optional(),
  isrc: song.isrc.optional(),
  explicit: z.boolean().default(false),
  energy: song.energy.optional(),
  bpm: song.bpm.optional(),
  genreId: idOf("item"),
  moodId: idOf("item"),
  languageId: idOf("item"),
  tempoId: idOf("item"),
  eraId: idOf("item").optional(),
  vocalId: idOf("item").optional(),
  playWindowId: idOf("item").optional(),
  ratingChartId: idOf("item").optional(),
  licenceId: idOf("item").optional(),
  seasonIds: z.array(idOf("item")).max(50).default([]),
  licensedFrom: field.isoDate.optional(),
  licensedTo: field.isoDate.optional(),
  /** Countries that the licence is for; none: all. */
  territories: z.array(song.territory).max(300).default([]),
  /** The only company that may see and play it; null: all. Left out, a saved song keeps its own. */
  reservedForId: idOf("company").nullish(),
};
const inOrder = <
  S extends z.ZodType<{ licensedFrom?: string | undefined; licensedTo?: string | undefined }>,
>(
  form: S,
): S =>
  form.refine(
    ({ licensedFrom, licensedTo }) => !licensedFrom || !licensedTo || licensedTo >= licensedFrom,
    {
      path: ["licensedTo"],
      message: messages.licenceEndsFirst,
    },
  );
export const SongForm = inOrder(z.strictObject(fields));
export type SongForm = z.output<typeof SongForm>;

/** Names as the page's forms send them: in one field, separated by semicolons. */
const typedNames = z
  .string()
  .max(2500, "At most 2,500 characters are allowed.")
  .default("")
  .transform((text) => text.split(";").filter((name) => name.trim() !== ""))
  .pipe(people);
const typedFields = { ...fields, singers: typedNames, composers: typedNames };
export const AddSongPage = inOrder(
  z.strictObject({ ...typedFields, usePicture: z.boolean().default(false) }),
);
export const EditSongPage = inOrder(
  z.strictObject({ ...typedFields, version: field.version.optional() }),
);

const idAndName = z.object({ id: z.int(), name: z.string() });
const text = z.string().nullable();
const number = z.int().nullable();

/** A song that may be the same, and the reason to think so. */
export const SongDouble = z.object({
  id: z.int(),
  title: z.string(),
  artist: z.string(),
  isrc: text,
  durationSeconds: z.int(),
  status: field.status,
  by: z.array(z.enum(["audio", "isrc", "title"])),
});
export type SongDouble = z.infer<typeof SongDouble>;

/** Facts read from an audio file. */
export const AudioReadResult = z.object({
  fileId: z.uuid(),
  name: z.string(),
  mediaType: z.string(),
  bytes: z.int(),
  durationSeconds: z.int(),
  /** In LUFS, if its tags have it. */
  loudness: z.number().nullable(),
  peaks: z.array(z.int()),
  ...song.cues,
  convertedFrom: song.convertedFrom,
  pictureFileId: text,
  title: text,
  artist: text,
  singers: z.array(z.string()),
  composers: z.array(z.string()),
  album: text,
  label: text,
  isrc: text,
  year: number,
  bpm: number,
  /** Items of the catalogue's lists that its words name. */
  genre: idAndName.nullable(),
  mood: idAndName.nullable(),
  language: idAndName.nullable(),
  /** Words that no item has. */
  unknownWords: z.array(z.string()),
  doubles: z.array(SongDouble),
});
export type AudioReadResult = z.infer<typeof AudioReadResult>;

export const readSongAudio = endpoint({
  method: "post",
  path: "/multimedia/audio",
  summary:
    "Upload the audio of a new song. It is analysed and kept for a week, for POST multimedia by the same user",
  access,
  scope: "provider",
  upload: { kind: "audio", most: 1 },
  data: AudioReadResult,
  success: 201,
});

export const findSongAudio = endpoint({
  method: "get",
  path: "/multimedia/audio/{fileId}",
  summary: "What we read from audio that the caller uploaded and no song uses yet",
  access,
  scope: "provider",
  params: z.strictObject({ fileId: z.uuid() }),
  data: AudioReadResult,
});

const SavedSong = z.object({ id: z.int(), title: z.string(), version: z.int() });

export const addSong = endpoint({
  method: "post",
  path: "/multimedia",
  summary: "Add a song whose audio was uploaded before",
  access,
  scope: "provider",
  body: inOrder(
    z.strictObject({ ...fields, fileId: z.uuid(), usePicture: z.boolean().default(true) }),
  ),
  data: SavedSong,
  success: 201,
  idempotent: true,
});

export const changeSong = endpoint({
  method: "put",
  path: "/multimedia",
  summary:
    "Replace a song's details; leaving out an optional member clears it, but reservedForId stays",
  access,
  scope: "provider",
  body: inOrder(z.strictObject({ ...fields, id: field.id, version: field.version.optional() })),
  data: SavedSong,
});

export const songCompanies = endpoint({
  method: "get",
  path: "/multimedia/companies",
  summary:
    "The companies that songs can be reserved for: those with songs of their own switched on",
  access,
  scope: "provider",
  data: z.array(idAndName),
});

export const deleteSong = endpoint({
  method: "delete",
  path: "/multimedia",
  summary: "Delete a song that is in no chart and was never scheduled, with its audio and picture",
  access,
  scope: "provider",
  query: z.strictObject({ id: field.id }),
  data: SavedSong.pick({ id: true, title: true }),
});

export const replaceSongAudio = endpoint({
  method: "put",
  path: "/multimedia/{id}/audio",
  summary:
    "Replace a song's audio. Its length, loudness and waveform follow; its details and plays stay",
  access,
  scope: "provider",
  params,
  upload: { kind: "audio", most: 1 },
  data: SavedSong.extend({ durationSeconds: z.int(), convertedFrom: song.convertedFrom }),
});

export const SongCues = z.strictObject(song.chosenCues);
export const changeSongCues = endpoint({
  method: "put",
  path: "/multimedia/{id}/cues",
  summary:
    "Set where a song's sound begins and ends in its file. Its length follows; published days keep theirs",
  access,
  scope: "provider",
  params,
  body: SongCues,
  data: SavedSong.extend({ durationSeconds: z.int() }),
});

export const setSongPicture = endpoint({
  method: "post",
  path: "/multimedia/{id}/picture",
  summary: "Set a song's picture; it replaces any earlier one",
  access,
  scope: "provider",
  params,
  upload: { kind: "image", most: 1 },
  data: z.object({ pictureFileId: z.uuid() }),
  success: 201,
});

export const deleteSongPicture = endpoint({
  method: "delete",
  path: "/multimedia/{id}/picture",
  summary: "Remove a song's picture, if it has one",
  access,
  scope: "provider",
  params,
  data: z.null(),
});
