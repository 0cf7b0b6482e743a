import type { SongFacet } from "../library/words.ts";

/** What a mix may be made of besides charts. No zod in here: pages show it. */

/** What a filter looks at, in the order in which its name says it. */
export const mixFacets = [
  "language",
  "genre",
  "mood",
  "tempo",
  "era",
  "ratingChart",
] as const satisfies readonly SongFacet[];
export type MixFacet = (typeof mixFacets)[number];

/** A line of a mix draws from a chart, or from the songs of the library that match a filter. */
export const lineKinds = ["chart", "songs"] as const;
export type LineKind = (typeof lineKinds)[number];
export const lineKindLabels = { chart: "Chart", songs: "Song filter" } as const;
/**
 * The greatest id that a filter has as a category: below those of charts and of what else days are
 * made of.
 */
export const lastFilterId = -(2 ** 48);
/** By a category's id, as stored days have it. */
export const kindOfCategory = (id: number): LineKind => (id <= lastFilterId ? "songs" : "chart");

export const filterLimits = {
  /** Items of one list. */
  items: 20,
  /**
   * So many of the newest songs that match are played: about what a shop that is open day and night
   * plays in a month.
   */
  songs: 10_000,
} as const;

/** Items of one list that a filter's name says before it counts the others. */
const namesShown = 3;

/** What a filter is called: "Hindi · Romantic · 1990s", "Hindi or Tamil · 1990s or 2000s". */
export function filterName(items: readonly { facet: MixFacet; name: string }[]): string {
  const parts = mixFacets.flatMap((facet) => {
    const names = items.flatMap((item) => (item.facet === facet ? [item.name] : []));
    return names.length > 0
      ? [
          oneOf(
            names.length > namesShown
              ? [...names.slice(0, namesShown - 1), `${names.length - namesShown + 1} more`]
              : names,
          ),
        ]
      : [];
  });
  return parts.join(" · ");
}

const oneOf = (names: string[]): string =>
  [names.slice(0, -1).join(", "), ...names.slice(-1)].filter(Boolean).join(" or ");
