import { type Bits, complement, countBits, hasBit, noBits, placesOf, setBits } from "./bits.ts";
import { fit, type SongMatches } from "./find-songs.ts";
import { allFacets, isSingle, type Segment, songsOf } from "./segment.ts";
import {
  type Facet,
  type ManyFacet,
  mandatoryFacets,
  manyFacets,
  type SongFilter,
  singleFacets,
} from "./song.ts";

/** The songs of a segment that match, with how well they fit. */
export type Match = SongMatches & {
  segment: Segment;
  /** Songs that contain the searched words; undefined if no words are searched. */
  hits: SongMatches | undefined;
  admitted: AdmittedSongs;
  /** Counts for facets without a selection, once they were asked for. */
  counted?: SongsToCount;
};

/** Songs to count, or all others of the segment where these are fewer. */
type SongsToCount = { songs: Uint32Array; others: boolean };

/** Songs that pass the filter's facets, whatever the search. */
type AdmittedSongs = {
  all: Bits;
  /** Also those that miss one facet's selection. */
  nearly: Bits;
  /** The songs that a facet's selection admits. */
  by: Partial<Record<Facet, Bits>>;
};

/** Leaves of the songs found, or of all, those that the filter lets through. */
export function narrow(segment: Segment, hits: SongMatches | undefined, filter: SongFilter): Match {
  const admitted = admit(segment, filter);
  if (hits) return { segment, hits, admitted, ...within(hits, admitted.all) };
  const songs = placesOf(admitted.all);
  return { segment, hits, admitted, songs, fits: new Uint8Array(songs.length).fill(fit.words) };
}

/**
 * Counts the songs of each item of a facet, by its code; a facet's own selection does not narrow
 * its counts.
 */
export function countItems(match: Match, facet: Facet): Uint32Array {
  const { segment } = match;
  const counts = new Uint32Array(segment.codes[facet].ids.length);
  const counted = countedIn(match, facet);
  if (!counted.others) {
    add(counts, 1, segment, facet, counted.songs);
    return counts;
  }
  const { starts } = segment.songsBy[facet];
  for (let code = 0; code + 1 < starts.length; code++)
    counts[code] = (starts[code + 1] as number) - (starts[code] as number);
  add(counts, -1, segment, facet, counted.songs);
  return counts;
}

/**
 * The songs that match but for a facet's own selection, or where these are more all others of the
 * segment.
 */
function countedIn(match: Match, facet: Facet): SongsToCount {
  const { segment, hits, admitted } = match;
  if (admitted.by[facet]) {
    const bits = withoutSelection(admitted, facet);
    return fewer(segment, bits, hits && within(hits, bits).songs);
  }
  match.counted ??= fewer(segment, admitted.all, match.songs);
  return match.counted;
}

/** Counts the songs admitted, or those of them that were found. */
function fewer({ size }: Segment, admitted: Bits, songs?: Uint32Array): SongsToCount {
  if (songs && 2 * songs.length <= size) return { songs, others: false };
  const bits = songs ? noBits(size) : admitted;
  if (songs) setBits(bits, songs);
  const others = 2 * countBits(bits) > size;
  return { songs: placesOf(others ? complement(bits, size) : bits), others };
}

/**
 * The songs found among those that who searches may see: others leave no trace, not even that none
 * has the words.
 */
export const seenAmong = (
  segment: Segment,
  matches: SongMatches,
  { seenBy }: SongFilter,
): SongMatches => (seenBy ? within(matches, withOneOf(segment, "reservedFor", seenBy)) : matches);

function admit(segment: Segment, { facets = {}, lacking, seenBy }: SongFilter): AdmittedSongs {
  const all = segment.there.slice();
  if (seenBy) keepOnly(all, withOneOf(segment, "reservedFor", seenBy));
  if (lacking) {
    const lacks = noBits(segment.size);
    for (const facet of lacking === "any" ? mandatoryFacets : [lacking])
      setBits(lacks, songsOf(segment.songsBy[facet], 0));
    keepOnly(all, lacks);
  }
  const by: AdmittedSongs["by"] = {};
  const nearly = all.slice();
  for (const facet of allFacets) {
    const ids = facets[facet];
    if (!ids || ids.length === 0) continue;
    const own = withOneOf(segment, facet, ids);
    for (let word = 0; word < all.length; word++) {
      const has = own[word] as number;
      nearly[word] = (nearly[word] as number) & ((all[word] as number) | has);
      all[word] = (all[word] as number) & has;
    }
    by[facet] = own;
  }
  return { all, nearly, by };
}

function keepOnly(bits: Bits, others: Bits): void {
  for (let word = 0; word < bits.length; word++)
    bits[word] = (bits[word] as number) & (others[word] as number);
}

function withOneOf({ size, codes, songsBy }: Segment, facet: Facet, ids: readonly number[]): Bits {
  const bits = noBits(size);
  for (const id of ids) {
    const code = codes[facet].codeOf.get(id);
    if (code !== undefined) setBits(bits, songsOf(songsBy[facet], code));
  }
  return bits;
}

function withoutSelection({ all, nearly, by }: AdmittedSongs, facet: Facet): Bits {
  const own = by[facet];
  return own ? all.map((word, at) => word | ((nearly[at] as number) & ~(own[at] as number))) : all;
}

function within({ songs, fits }: SongMatches, bits: Bits): SongMatches {
  let count = 0;
  for (let at = 0; at < songs.length; at++) if (hasBit(bits, songs[at] as number)) count++;
  if (count === songs.length) return { songs, fits };
  const subset = { songs: new Uint32Array(count), fits: new Uint8Array(count) };
  for (let at = 0, next = 0; next < count; at++) {
    if (!hasBit(bits, songs[at] as number)) continue;
    subset.songs[next] = songs[at] as number;
    subset.fits[next++] = fits[at] as number;
  }
  return subset;
}

function add(
  counts: Uint32Array,
  step: 1 | -1,
  { single, many }: Segment,
  facet: Facet,
  songs: Uint32Array,
) {
  if (isSingle(facet)) {
    const facets = singleFacets.length;
    const own = singleFacets.indexOf(facet);
    for (let at = 0; at < songs.length; at++) {
      const code = single[facets * (songs[at] as number) + own] as number;
      counts[code] = (counts[code] as number) + step;
    }
    return;
  }
  const facets = manyFacets.length;
  const own = manyFacets.indexOf(facet as ManyFacet);
  for (let at = 0; at < songs.length; at++) {
    const row = facets * (songs[at] as number) + own;
    for (let tag = many.starts[row] as number; tag < (many.starts[row + 1] as number); tag++) {
      const code = many.codes[tag] as number;
      counts[code] = (counts[code] as number) + step;
    }
  }
}
