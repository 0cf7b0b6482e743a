/**
 * The attributes of songs and spots: the facets of songs, and the lists that their items are
 * in. No zod in here: pages show it.
 */

import type { Figures } from "../base/figures.ts";

/** Lists of which a song has one item each; its columns are the name with "Id". */
export const singleItems = [
  "genre",
  "mood",
  "language",
  "era",
  "tempo",
  "vocal",
  "playWindow",
  "ratingChart",
  "licence",
] as const;
/** Facets of which a song may have several items. */
export const severalItems = ["season", "singer", "composer"] as const;
export const songFacets = [...singleItems, ...severalItems] as const;
export type SongFacet = (typeof songFacets)[number];

/** The kind of catalogue list that a facet's items are in. */
export const kindOfFacet = {
  genre: "genre",
  mood: "mood",
  language: "language",
  era: "era",
  tempo: "tempo",
  vocal: "vocal",
  playWindow: "play-window",
  ratingChart: "rating-chart",
  licence: "licence",
  season: "season",
  singer: "singer",
  composer: "composer",
} as const satisfies Record<SongFacet, string>;

export const facetLabels: Record<SongFacet, string> = {
  genre: "Genre",
  mood: "Mood",
  language: "Language",
  era: "Era",
  tempo: "Tempo",
  vocal: "Vocal",
  playWindow: "Play window",
  ratingChart: "Rating chart",
  licence: "Licence",
  season: "Festive season",
  singer: "Singer",
  composer: "Composer",
};

export const songSorts = [
  "relevance",
  "title",
  "-title",
  "artist",
  "-artist",
  "newest",
  "duration",
  "-duration",
] as const;
export type SongSort = (typeof songSorts)[number];

export type CatalogueList = {
  /** The kind's name in the database. */
  kind: string;
  /** The path of its calls, below /api. */
  path: string;
  one: string;
  many: string;
  /**
   * The meaning of an item's number, in lists that have one: a tempo's speed, or its place in the
   * list.
   */
  rank?: "speed" | "place";
  /**
   * Its items have a play window, or may have one: their songs start only while it is open.
   */
  window?: "may" | "must";
};

/** In the order of the tabs. */
export const catalogueLists = [
  { kind: "genre", path: "genre", one: "genre", many: "genres", window: "may" },
  { kind: "mood", path: "mood", one: "mood", many: "moods", window: "may" },
  { kind: "language", path: "language", one: "language", many: "languages" },
  { kind: "tempo", path: "tempo", one: "tempo", many: "tempos", rank: "speed" },
  { kind: "vocal", path: "vocal", one: "vocal", many: "vocals" },
  {
    kind: "play-window",
    path: "play-window",
    one: "play window",
    many: "play windows",
    window: "must",
  },
  { kind: "era", path: "era", one: "era", many: "eras", rank: "place" },
  {
    kind: "rating-chart",
    path: "rating-chart",
    one: "rating chart",
    many: "rating charts",
    rank: "place",
  },
  { kind: "season", path: "festiveSeason", one: "festive season", many: "festive seasons" },
  { kind: "singer", path: "singer", one: "singer", many: "singers" },
  { kind: "composer", path: "composer", one: "composer", many: "composers" },
  { kind: "licence", path: "license", one: "licence", many: "licences" },
  { kind: "brand", path: "brand", one: "brand", many: "brands" },
] as const satisfies readonly CatalogueList[];

export type CatalogueKind = (typeof catalogueLists)[number]["kind"];

/** Speeds of tempos: scheduling steps from one to the next. */
export const speeds = { 1: "Slow", 2: "Medium", 3: "Fast" } as const;

/** The notice about a file that was converted. */
export const convertedWords = (codec: string) =>
  `Converted from ${codec} to MP3; the original is kept`;

export const replacedWords = (name: string, codec: string | null) =>
  codec === null
    ? `Audio of ${name} replaced`
    : `Audio of ${name} replaced. ${convertedWords(codec)}.`;

/** The message about an upload that cannot become a song any longer. */
export const uploadGone =
  "Upload the audio again. We no longer have the upload, or another song already uses it.";

/** Messages of the song player, which is on the pages of other areas too. */
export const songPlayerMessages = {
  lastPlayable: "This is the last playable song on the page.",
  cannotPlay: "This audio could not be played.",
} as const;

/** Says what a list added: "3 songs added. 1 song was already in the chart." */
export function describeAdded(
  { added, there, unclearTotal }: { added: number; there: number; unclearTotal: number },
  of: string,
  { counted }: Pick<Figures, "counted">,
): string {
  const wasOrWere = (count: number) => (count === 1 ? "was" : "were");
  const alreadyThere =
    there > 0 ? ` ${counted(there, "song")} ${wasOrWere(there)} already in the ${of}.` : "";
  const unmatched =
    unclearTotal > 0
      ? ` ${counted(unclearTotal, "line")} ${wasOrWere(unclearTotal)} not matched.`
      : "";
  return `${counted(added, "song")} added.${alreadyThere}${unmatched}`;
}
