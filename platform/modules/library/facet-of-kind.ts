import type { CatalogueKind } from "#contract/library/words";
import {
  kindOfFacet,
  type SongFacet,
  type severalItems,
  songFacets,
} from "#contract/library/words";

/** The songs' facet for the items of a list; undefined for lists that songs do not use. */
export const facetOfKind = (kind: CatalogueKind): SongFacet | undefined =>
  songFacets.find((facet) => kindOfFacet[facet] === kind);

/** True if a song may have several items of the facet. */
export const isTag = (facet: SongFacet): facet is (typeof severalItems)[number] =>
  facet === "season" || facet === "singer" || facet === "composer";
