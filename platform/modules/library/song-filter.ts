import type { SongFilters } from "#contract/library/endpoints";
import { songFacets } from "#contract/library/words";
import type { Facet, SongFilter } from "../../engine/song-search/song.ts";

/** The codes of the index's facets `active`, `explicit` and `audio`. */
export const yes = 1;
export const no = 2;

/**
 * An ISRC, or its beginning with a part of the year, with hyphens between its parts as on pages:
 * the index has it without hyphens.
 */
const hyphenedIsrc = /^[a-z]{2}-[a-z0-9]{3}-\d{1,2}(?:-\d{0,5})?$/i;

/** An endpoint's filters as the index takes them. */
export function songFilter(filters: SongFilters): SongFilter {
  const facets: Partial<Record<Facet, number[]>> = {};
  for (const facet of songFacets) {
    const ids = filters[`${facet}Ids`];
    if (ids) facets[facet] = ids;
  }
  if (filters.status) facets.active = [filters.status === "active" ? yes : no];
  if (filters.explicit) facets.explicit = [filters.explicit === "yes" ? yes : no];
  if (filters.audio) facets.audio = [filters.audio === "yes" ? yes : no];
  const search = hyphenedIsrc.test(filters.search ?? "")
    ? filters.search?.replaceAll("-", "")
    : filters.search;
  return { search: search || undefined, facets, lacking: filters.lacking };
}
