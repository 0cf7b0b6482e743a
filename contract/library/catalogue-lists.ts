/** The lists that songs and spots are described by. No zod in here: pages show it. */

export type CatalogueList = {
  /** As the database calls it. */
  kind: string;
  /** Of its calls, below /api. */
  path: string;
  one: string;
  many: string;
  /** What the number of an item says, in lists that have one: a tempo's speed, or its place in the list. */
  rank?: "speed" | "place";
};

/** In the order of the tabs. */
export const catalogueLists = [
  { kind: "genre", path: "genre", one: "genre", many: "genres" },
  { kind: "mood", path: "mood", one: "mood", many: "moods" },
  { kind: "language", path: "language", one: "language", many: "languages" },
  { kind: "tempo", path: "tempo", one: "tempo", many: "tempos", rank: "speed" },
  { kind: "era", path: "era", one: "era", many: "eras", rank: "place" },
  { kind: "rating-chart", path: "rating-chart", one: "rating chart", many: "rating charts", rank: "place" },
  { kind: "season", path: "festiveSeason", one: "festive season", many: "festive seasons" },
  { kind: "singer", path: "singer", one: "singer", many: "singers" },
  { kind: "composer", path: "composer", one: "composer", many: "composers" },
  { kind: "licence", path: "license", one: "licence", many: "licences" },
  { kind: "brand", path: "brand", one: "brand", many: "brands" },
] as const satisfies readonly CatalogueList[];

export type CatalogueKind = (typeof catalogueLists)[number]["kind"];

/** Speeds of tempos: scheduling steps from one to the next. */
export const speeds = { 1: "Slow", 2: "Medium", 3: "Fast" } as const;
