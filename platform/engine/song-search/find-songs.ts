import { type Bits, bitsIn, noBits, placesOf } from "./bits.ts";
import { Room } from "./room.ts";
import { firstAt, keyLength, type Segment, songsOf, type Words } from "./segment.ts";
import { lettersOf, slipsAllowed, slipsBetween, wordsOf } from "./text.ts";

/** Positions of songs, in their order, and how well each fits. */
export type SongMatches = { songs: Uint32Array; fits: Uint8Array };

/** Ranks how well a song fits the search, 1 the best. */
export const fit = {
  title: 1,
  beginning: 2,
  inTitle: 3,
  words: 4,
  beginnings: 5,
  nearlyInTitle: 6,
  nearly: 7,
  roughlyInTitle: 8,
  roughly: 9,
} as const;

/**
 * Holds for each song how many words of the search it has (in their order, until one is missing),
 * in its title, and the like.
 */
type Marks = Uint8Array;
const rooms = {
  begun: new Room(),
  titled: new Room(),
  whole: new Room(),
  best: new Room(),
  slips: new Room(),
};
type Search = {
  words: string[];
  begun: Marks;
  titled: Marks;
  withAll: Bits; // songs with all words
};

/** Finds songs in which each word of the search is a word or begins one. */
export function findExactly(segment: Segment, text: string): SongMatches {
  const search = begin(segment, text);
  const { words, titled } = search;
  const whole = rooms.whole.blank(segment.size);
  const best = rooms.best.blank(segment.size);
  for (const [step, word] of words.entries()) {
    const { first, last } = begunBy(segment.words, word);
    mark(songsOf(segment.words, first, last), step, search);
    if (segment.words.texts[first] === word) markWhole(songsOf(segment.words, first), step, whole);
  }
  if (text.length <= keyLength) markBeginnings(segment, text, best);
  return collectSongs(segment, search, (song) => {
    if (best[song]) return best[song];
    return titled[song] === words.length
      ? fit.inTitle
      : whole[song] === words.length
        ? fit.words
        : fit.beginnings;
  });
}

/**
 * Finds songs with slips: words that are a slip or two away from a word of the search count as
 * well.
 */
export function findSimilar(segment: Segment, text: string): SongMatches {
  const search = begin(segment, text);
  const { words, titled, begun } = search;
  const slips = rooms.slips.blank(segment.size);
  for (const [step, word] of words.entries()) {
    const { first, last } = begunBy(segment.words, word);
    mark(songsOf(segment.words, first, last), step, search);
    // the nearest first: a song counts with its best word
    for (const [away, near] of nearTo(segment.words, word).entries())
      for (const place of near) {
        const songs = songsOf(segment.words, place);
        if (away > 0) markSlips(songs, { step, begun, slips, away });
        mark(songs, step, search);
      }
  }
  return collectSongs(segment, search, (song) => {
    if ((slips[song] as number) > 1)
      return titled[song] === words.length ? fit.roughlyInTitle : fit.roughly;
    return titled[song] === words.length ? fit.nearlyInTitle : fit.nearly;
  });
}

const begin = ({ size }: Segment, text: string): Search => ({
  words: wordsOf(text),
  begun: rooms.begun.blank(size),
  titled: rooms.titled.blank(size),
  withAll: noBits(size),
});

function collectSongs(
  { there }: Segment,
  { withAll }: Search,
  fitOf: (song: number) => number,
): SongMatches {
  const songs = placesOf(withAll.map((songs, at) => songs & (there[at] as number)));
  const fits = new Uint8Array(songs.length);
  for (let at = 0; at < songs.length; at++) fits[at] = fitOf(songs[at] as number);
  return { songs, fits };
}

/** The words that begin so, from the first to before the last. */
const begunBy = ({ texts }: Words, beginning: string) =>
  within(texts.length, (at) => texts[at] as string, beginning);

/** From where to where sorted texts begin so. */
function within(length: number, textAt: (at: number) => string, beginning: string) {
  const first = firstAt(length, (at) => textAt(at) >= beginning);
  const last = firstAt(length, (at) => textAt(at) > beginning && !textAt(at).startsWith(beginning));
  return { first, last };
}

/**
 * Songs that had all words of the search before this one get one more; those that have it in the
 * title also there.
 */
function mark(codes: Uint32Array, step: number, { words, begun, titled, withAll }: Search) {
  const isLast = step + 1 === words.length;
  for (let at = 0; at < codes.length; at++) {
    const code = codes[at] as number;
    const song = code >>> 1;
    if (code & 1 && titled[song] === step) titled[song] = step + 1;
    if (begun[song] !== step) continue;
    begun[song] = step + 1;
    if (isLast) withAll[song >>> 5] = (withAll[song >>> 5] as number) | (1 << (song & 31));
  }
}

function markWhole(codes: Uint32Array, step: number, whole: Marks) {
  for (let at = 0; at < codes.length; at++) {
    const song = (codes[at] as number) >>> 1;
    if (whole[song] === step) whole[song] = step + 1;
  }
}

function markSlips(
  codes: Uint32Array,
  { step, begun, slips, away }: { step: number; begun: Marks; slips: Marks; away: number },
) {
  for (let at = 0; at < codes.length; at++) {
    const song = (codes[at] as number) >>> 1;
    if (begun[song] === step) slips[song] = Math.min(255, (slips[song] as number) + away);
  }
}

function markBeginnings({ orders, titles, artists }: Segment, search: string, best: Marks) {
  for (const [order, keys] of [
    [orders.artist, artists] as const,
    [orders.title, titles] as const,
  ]) {
    const keyAt = (at: number) => keys[order[at] as number] as string;
    const { first, last } = within(order.length, keyAt, search);
    for (let at = first; at < last; at++) best[order[at] as number] = fit.beginning;
    for (let at = first; keys === titles && at < last && keyAt(at) === search; at++)
      best[order[at] as number] = fit.title;
  }
}

/** Finds the words near a word, as places grouped by the number of slips, from 0 to its maximum. */
function nearTo({ texts, byLetters }: Words, word: string): number[][] {
  const most = slipsAllowed(word);
  const near: number[][] = Array.from({ length: most + 1 }, () => []);
  if (most === 0) return near;
  const letters = lettersOf(word);
  const groupsOf = (length: number) =>
    byLetters.lengths[Math.min(length, byLetters.lengths.length - 1)] as number;
  const end = groupsOf(word.length + most + 1);
  for (let group = groupsOf(word.length - most); group < end; group++) {
    const own = byLetters.letters[group] as number;
    if (bitsIn(own & ~letters) > most || bitsIn(letters & ~own) > most) continue;
    for (
      let at = byLetters.starts[group] as number;
      at < (byLetters.starts[group + 1] as number);
      at++
    ) {
      const place = byLetters.words[at] as number;
      const away = slipsBetween(word, texts[place] as string, most);
      if (away <= most) near[away]?.push(place);
    }
  }
  return near;
}
