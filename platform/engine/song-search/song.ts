import { type SongSort, severalItems, singleItems } from "#contract/library/words";

/**
 * Facets with one value per song; id 0 means none. `active`, `explicit` and `audio` are 1 for
 * yes, 2 for no; `reservedFor` is a company.
 */
export const singleFacets = [...singleItems, "active", "explicit", "audio", "reservedFor"] as const;
/** Facets with several values a song. */
export const manyFacets = severalItems;
export type SingleFacet = (typeof singleFacets)[number];
export type ManyFacet = (typeof manyFacets)[number];
export type Facet = SingleFacet | ManyFacet;
export type { SongSort };

/** A song as the index reads it. */
export type IndexedSong = Record<SingleFacet, number> &
  Record<ManyFacet, number[]> & {
    id: number;
    title: string;
    artist: string;
    /** Album, names of singers and composers, ISRC: also searched. */
    alsoKnownBy: string;
    durationSeconds: number;
  };

/** Facets that every song should have: schedules choose by them. */
export const mandatoryFacets = ["genre", "mood", "language", "tempo"] as const;
export type MissingFacet = (typeof mandatoryFacets)[number] | "any";

export type SongFilter = {
  search?: string | undefined;
  /** Values of one facet are alternatives; different facets must all hold. */
  facets?: Partial<Record<Facet, number[]>>;
  lacking?: MissingFacet | undefined;
  /** The values of `reservedFor` whose songs the caller sees; all without it. */
  seenBy?: readonly number[] | undefined;
};

/** A song's place in a sort. */
export type Place = { key: string; id: number };
