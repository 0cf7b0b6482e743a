/** What songs are described by. No zod in here: pages show it. */

/** A song has one of each; its columns are the name with "Id". */
export const singleItems = ["genre", "mood", "language", "era", "tempo", "ratingChart", "licence"] as const;
/** A song may have several. */
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
  ratingChart: "Rating chart",
  licence: "Licence",
  season: "Festive season",
  singer: "Singer",
  composer: "Composer",
};

export const songSorts = ["relevance", "title", "-title", "artist", "-artist", "newest", "duration", "-duration"] as const;
export type SongSort = (typeof songSorts)[number];
