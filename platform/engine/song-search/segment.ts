import { isAmong } from "#contract/base/records";
import type { Bits } from "./bits.ts";
import { type Facet, manyFacets, type SingleFacet, singleFacets } from "./song.ts";

/**
 * Item ids by dense codes; code 0 is none. The segments of a library share them, so that
 * their counts can be added up.
 */
export type Codes = { ids: number[]; codeOf: Map<number, number> };

/** Songs in arrays by position, in the order of their ids; nothing but `there` ever changes. */
export type Segment = {
  size: number;
  /** Unset if a newer segment has the song, or it was deleted. */
  there: Bits;
  ids: Float64Array;
  titles: string[];
  artists: string[];
  durations: Uint16Array;
  /**
   * A code of each of `singleFacets`, those of one song together: counts ask for all of them, and
   * memory is slower than counting.
   */
  single: Uint32Array;
  /** For `manyFacets`, where the codes of each song and facet start. */
  many: { starts: Uint32Array; codes: Uint32Array };
  codes: Record<Facet, Codes>;
  songsBy: Record<Facet, SongsBy>;
  /**
   * Positions in the order of title, artist and duration, ids settling ties; and each song's place
   * in them.
   */
  orders: Record<SongOrder, Uint32Array>;
  ranks: Record<SongOrder, Uint32Array>;
  words: Words;
};
export type SongOrder = "title" | "artist" | "duration";

/** The songs of each code from its start on, in their order. */
export type SongsBy = { starts: Uint32Array; songs: Uint32Array };

/** Each with its songs: twice the position, and one more where the word is in the title. */
export type Words = SongsBy & {
  /** In their order, so that those with one beginning follow each other. */
  texts: string[];
  /**
   * The words of one length and one set of letters (`lettersOf`) together: where the groups of each
   * length start, and each group's words.
   */
  byLetters: {
    lengths: Uint32Array;
    letters: Uint32Array;
    starts: Uint32Array;
    words: Uint32Array;
  };
};

/** Titles that share this many characters are ordered by id: the key is part of a page's cursor. */
export const keyLength = 60;

export const allFacets: readonly Facet[] = [...singleFacets, ...manyFacets];
export const isSingle = (facet: Facet): facet is SingleFacet => isAmong(singleFacets, facet);

/**
 * Gives the songs of one code, or of codes up to but without `end`; none if the code is newer than
 * the segment.
 */
export const songsOf = ({ starts, songs }: SongsBy, code: number, end = code + 1) =>
  songs.subarray(starts[code] ?? songs.length, starts[end] ?? songs.length);

export const positionOf = (segment: Segment, id: number): number | undefined => {
  const at = firstAt(segment.size, (song) => (segment.ids[song] as number) >= id);
  return segment.ids[at] === id ? at : undefined;
};

/** The first place from which on a condition holds. */
export function firstAt(length: number, holds: (at: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

export const compareText = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);
