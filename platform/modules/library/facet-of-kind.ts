import type { CatalogueKind } from "#contract/library/words";
import {
  kindOfFacet,
  type SongFacet,
  type severalItems,
  songFacets,
} from "#contract/library/words";

/** What songs call the items of a list; undefined for lists that no song points into. */
export const facetOfKind = (kind: CatalogueKind): SongFacet | undefined =>
  songFacets.find((facet) => kindOfFacet[facet] === kind);

/** Whether a song may have several of it. */
export const isTag = (facet: SongFacet): facet is (typeof severalItems)[number] =>
  facet === "season" || facet === "singer" || facet === "composer";
