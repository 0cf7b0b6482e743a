import { z } from "zod";
import { cleanLine } from "#contract/base/clean-line";
import { companyId, title } from "#contract/base/fields";
import { numberFrom } from "#contract/base/reading";
import * as song from "#contract/library/song-fields";
import { cell, dateCell, lengthCell, plainNumber, statusCell } from "../imports/index.ts";
import { songMessages } from "./messages.ts";

const item = title.nullish();
const mostInCell = 50;

/** Names separated by semicolons, each once. */
const names = cell
  .transform((text) => {
    const clean = text.split(";").map(cleanLine).filter(Boolean);
    return [...new Map(clean.map((name) => [name.toLowerCase(), name])).values()];
  })
  .pipe(z.array(title).max(mostInCell, songMessages.tooManyNames(mostInCell)))
  .nullish();

const number = (schema: z.ZodType<number, number>) =>
  cell
    .transform((text) => numberFrom(plainNumber(text)))
    .pipe(schema)
    .nullish();

/** "3:25", or seconds. */
const duration = lengthCell
  .transform((text) => numberFrom(plainNumber(text)))
  .pipe(song.durationSeconds)
  .nullish();

/** A row of the songs' file. The fields are those of the form. */
export const SongCsvRow = z.object({
  id: cell
    .transform(plainNumber)
    .pipe(z.string().regex(/^[1-9]\d{0,14}$/, "Enter a song ID."))
    .transform(Number)
    .nullish(),
  title: song.songTitle,
  artist: song.artist,
  album: song.album.nullish(),
  singers: names,
  composers: names,
  genre: item,
  mood: item,
  language: item,
  era: item,
  tempo: item,
  vocal: item,
  playWindow: item,
  ratingChart: item,
  seasons: names,
  licence: item,
  licensedFrom: dateCell,
  licensedTo: dateCell,
  territories: cell
    .transform((text) =>
      [...new Set(text.split(/[;,\s]+/).filter(Boolean))]
        .map((country) => country.toUpperCase())
        .sort(),
    )
    .pipe(z.array(song.territory))
    .nullish(),
  reservedFor: companyId.nullish(),
  label: song.label.nullish(),
  isrc: song.isrc.nullish(),
  year: number(song.year),
  durationSeconds: duration,
  bpm: number(song.bpm),
  energy: number(song.energy),
  explicit: cell
    .toLowerCase()
    .pipe(z.enum(["yes", "no"], "Enter yes or no."))
    .transform((answer) => answer === "yes")
    .nullish(),
  status: statusCell,
});
export type SongCsvRow = z.output<typeof SongCsvRow>;

/** The key that identifies a row's song: its number, else its ISRC, else title with artist. */
export function keyOf({
  id,
  isrc,
  title,
  artist,
}: Pick<Partial<SongCsvRow>, "id" | "isrc" | "title" | "artist">): string | undefined {
  if (id != null) return `#${id}`;
  if (isrc != null) return isrc;
  return title === undefined || artist === undefined
    ? undefined
    : JSON.stringify([title.toLowerCase(), artist.toLowerCase()]);
}
