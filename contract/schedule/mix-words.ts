import type { SongFacet } from "../library/words.ts";

/** The words for parts of a mix besides charts. No zod in here: pages show it. */

/** The facets of a filter, in the order in which its name lists them. */
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
 * The greatest id of a filter as a category: below those of charts and of other sources of
 * days.
 */
export const lastFilterId = -(2 ** 48);
/** Gives the kind by a category's id in stored days. */
export const kindOfCategory = (id: number): LineKind => (id <= lastFilterId ? "songs" : "chart");

export const filterLimits = {
  /** Items of one list. */
  items: 20,
  /**
   * The newest matching songs that are played: about as many as a store that is open day and night
   * plays in a month.
   */
  songs: 10_000,
} as const;

/** Items of one list that a filter's name says before it counts the others. */
const namesShown = 3;

/** Gives the name of a filter: "Hindi · Romantic · 1990s", "Hindi or Tamil · 1990s or 2000s". */
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
