import type { ICommonTagsResult } from "music-metadata";
import { cleanLine } from "#contract/base/clean-line";

export type Tags = Pick<
  ICommonTagsResult,
  "title" | "artist" | "album" | "year" | "bpm" | "mood" | "language"
> & {
  [K in "artists" | "composer" | "label" | "isrc" | "genre"]?: string[];
} & { picture?: Uint8Array };
/** Text in one line without control characters, at most as long as the form allows. */
export type AudioTags = {
  title: string | null;
  artist: string | null;
  artists: string[];
  composers: string[];
  album: string | null;
  label: string | null;
  isrc: string | null;
  year: number | null;
  bpm: number | null;
  genres: string[];
  moods: string[];
  /** As written in the file: "hin", "Hindi". */
  language: string | null;
};

export function clean(tags: Tags): AudioTags {
  const {
    title,
    artist,
    artists = [],
    composer = [],
    album,
    label = [],
    isrc = [],
    year,
    bpm,
    genre = [],
    mood,
    language,
  } = tags;
  const within = (value: number | undefined, least: number, highest: number) =>
    value !== undefined && Math.round(value) >= least && Math.round(value) <= highest
      ? Math.round(value)
      : null;
  const code = isrc
    .map((one) => one.toUpperCase().replace(/[^A-Z0-9]/g, ""))
    .find((one) => /^[A-Z]{2}[A-Z0-9]{3}\d{7}$/.test(one));
  return {
    title: line(title, 200),
    artist: line(artist ?? artists.join(", "), 200),
    artists: lines(
      artists.flatMap((one) =>
        one.split(/\s+\(?(?:feat|ft|featuring|vs)\.?\s+/i).map((name) => name.replace(/\)$/, "")),
      ),
    ),
    composers: lines(composer),
    album: line(album, 200),
    label: line(label[0], 100),
    isrc: code ?? null,
    year: within(year, 1860, 2100),
    bpm: within(bpm, 20, 400),
    genres: lines(genre),
    moods: lines(mood === undefined ? [] : [mood]),
    language: line(language, 100),
  };
}

const line = (text: string | undefined, length: number): string | null =>
  cleanLine((text ?? "").replace(/[\p{Cc}\p{Cs}]+/gu, " "))
    .slice(0, length)
    .replace(/\p{Cs}$/u, "")
    .trim() || null;

/**
 * Gives several values, also from one text with semicolons, or slashes between spaces.
 */
const lines = (texts: string[]) =>
  texts
    .flatMap((text) => text.split(/;|\0| \/ /))
    .flatMap((text) => line(text, 100) ?? [])
    .slice(0, 20);
