import { z } from "zod";
import { endpoint } from "../base/endpoint.ts";
import * as field from "../base/fields.ts";
import { ofCompany } from "../base/pages.ts";
import { recordOf } from "../base/records.ts";
import { idAndName, libraryReaders, SongFilters } from "./endpoints.ts";
import { songFacets } from "./words.ts";

/** Songs of an item under the filter, without the selection in the item's own list. */
export const FacetItem = idAndName.extend({ songs: z.int() });
export type FacetItem = z.infer<typeof FacetItem>;
const facetItems = z.array(FacetItem);

/**
 * Part of a singer's or composer's name: there are thousands, so that only those with the most
 * songs are given.
 */
const byName = { singerName: field.search.optional(), composerName: field.search.optional() };
export const SongFacetQuery = z.strictObject({ ...SongFilters.shape, ...byName });

export const SongFacets = z.object({
  total: z.int(),
  /** No song has the words that were searched: those found have similar ones. */
  similar: z.boolean(),
  ...recordOf(songFacets, () => facetItems),
  status: z.object({ active: z.int(), inactive: z.int() }),
  explicit: z.object({ yes: z.int(), no: z.int() }),
  audio: z.object({ yes: z.int(), no: z.int() }),
});
export type SongFacets = z.infer<typeof SongFacets>;

export const facetsOfSongs = endpoint({
  method: "get",
  path: "/multimedia/facets",
  summary:
    "All facets with their counts under the filter; chosen items are included even if no song has them",
  access: libraryReaders,
  scope: "library",
  query: SongFacetQuery.extend(ofCompany),
  data: SongFacets,
});

const facetOf = <const P extends string, Q extends z.ZodObject>(
  path: P,
  summary: string,
  query: Q,
) =>
  endpoint({
    method: "get",
    path: `/multimedia/${path}`,
    summary,
    access: libraryReaders,
    scope: "library",
    query,
    data: facetItems,
  });
const FacetSearch = z.strictObject({
  ...SongFilters.shape,
  ...ofCompany,
  q: field.search.optional(),
});

export const songMoods = facetOf(
  "mood",
  "Moods, each with its number of matching songs",
  SongFilters.extend(ofCompany),
);
export const songRatingCharts = facetOf(
  "rating-chart",
  "Rating charts, each with its number of matching songs",
  SongFilters.extend(ofCompany),
);
export const songSeasons = facetOf(
  "season",
  "Festive seasons, each with its number of matching songs",
  SongFilters.extend(ofCompany),
);
export const songTempos = facetOf(
  "tempo",
  "Tempos, each with its number of matching songs",
  SongFilters.extend(ofCompany),
);
export const songSingers = facetOf(
  "singer",
  "The singers with the most matching songs, among those whose name contains `q`",
  FacetSearch,
);
export const songComposers = facetOf(
  "composer",
  "The composers with the most matching songs, among those whose name contains `q`",
  FacetSearch,
);
