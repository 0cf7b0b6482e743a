import { recordOf } from "#contract/base/records";
import { allBits } from "./bits.ts";
import {
  allFacets,
  type Codes,
  compareText,
  keyLength,
  type Segment,
  type SongsBy,
  type Words,
} from "./segment.ts";
import { type Facet, type IndexedSong, manyFacets, singleFacets } from "./song.ts";
import { orderOf, placesIn, upTo } from "./sort-in-slices.ts";
import { lettersOf, normalise, wordsOf } from "./text.ts";

const stepsASlice = 4096;
/**
 * A map of all words would hold others up for long each time that it grows: these are grown one at
 * a time.
 */
const wordMaps = 128;

/**
 * Takes songs in the order of their ids, then makes a segment of them, pausing between slices of
 * its work.
 */
export class SegmentBuilder {
  readonly #ids: number[] = [];
  readonly #titles: string[] = [];
  readonly #artists: string[] = [];
  readonly #durations: number[] = [];
  readonly #single: number[] = [];
  readonly #many = { starts: [0], codes: [] as number[] };
  readonly #codes: Segment["codes"];
  readonly #words: string[] = [];
  readonly #wordCodes = Array.from({ length: wordMaps }, () => new Map<string, number>());
  readonly #songWords = { starts: [0], words: [] as number[] };

  /** The codes of a segment that this one is to be over, which are added to. */
  constructor(codes?: Segment["codes"]) {
    this.#codes =
      codes ?? recordOf<Facet, Codes>(allFacets, () => ({ ids: [0], codeOf: new Map([[0, 0]]) }));
  }

  add(song: IndexedSong): void {
    if (song.id <= (this.#ids.at(-1) ?? 0))
      throw new Error("songs are indexed in the order of their ids");
    this.#ids.push(song.id);
    const title = normalise(song.title);
    const artist = normalise(song.artist);
    this.#titles.push(flat(title.slice(0, keyLength)));
    this.#artists.push(flat(artist.slice(0, keyLength)));
    this.#durations.push(song.durationSeconds);
    for (const facet of singleFacets) this.#single.push(this.#codeOf(facet, song[facet]));
    for (const facet of manyFacets) {
      for (const id of song[facet]) this.#many.codes.push(this.#codeOf(facet, id));
      this.#many.starts.push(this.#many.codes.length);
    }
    const titleWords = new Set(wordsOf(title));
    for (const word of new Set([
      ...titleWords,
      ...wordsOf(artist),
      ...wordsOf(normalise(song.alsoKnownBy)),
    ]))
      this.#songWords.words.push(2 * this.#wordCode(word) + (titleWords.has(word) ? 1 : 0));
    this.#songWords.starts.push(this.#songWords.words.length);
  }

  #codeOf(facet: Facet, id: number): number {
    const { ids, codeOf } = this.#codes[facet];
    const existingCode = codeOf.get(id);
    if (existingCode !== undefined) return existingCode;
    codeOf.set(id, ids.length);
    return ids.push(id) - 1;
  }

  #wordCode(word: string): number {
    const codes =
      this.#wordCodes[
        (31 * word.charCodeAt(word.length - 1) + word.charCodeAt(word.length >> 1)) % wordMaps
      ];
    const existingCode = codes?.get(word);
    if (existingCode !== undefined) return existingCode;
    const own = flat(word);
    codes?.set(own, this.#words.length);
    return this.#words.push(own) - 1;
  }

  *finish(): Generator<void, Segment> {
    const titles = this.#titles;
    const artists = this.#artists;
    const size = this.#ids.length;
    const durations = new Uint16Array(this.#durations);
    const single = new Uint32Array(this.#single);
    yield;
    const many = {
      starts: new Uint32Array(this.#many.starts),
      codes: new Uint32Array(this.#many.codes),
    };
    yield;
    const songsBy = {} as Segment["songsBy"];
    const one = upTo(size + 1);
    for (const [own, facet] of singleFacets.entries()) {
      const codes = one
        .subarray(1)
        .map((_, song) => single[singleFacets.length * song + own] as number);
      songsBy[facet] = yield* inverted(one, codes, this.#codes[facet].ids.length);
    }
    for (const [own, facet] of manyFacets.entries())
      songsBy[facet] = yield* inverted(...only(many, own), this.#codes[facet].ids.length);
    const orders = {
      title: yield* orderOf(size, (a, b) => compareText(titles[a] as string, titles[b] as string)),
      artist: yield* orderOf(size, (a, b) =>
        compareText(artists[a] as string, artists[b] as string),
      ),
      duration: yield* orderOf(size, (a, b) => (durations[a] as number) - (durations[b] as number)),
    };
    const ranks = {
      title: yield* placesIn(orders.title),
      artist: yield* placesIn(orders.artist),
      duration: yield* placesIn(orders.duration),
    };
    const words = yield* this.#sortWords();
    const ids = new Float64Array(this.#ids);
    const there = allBits(size);
    return {
      size,
      there,
      ids,
      titles,
      artists,
      durations,
      single,
      many,
      codes: this.#codes,
      songsBy,
      orders,
      ranks,
      words,
    };
  }

  /** The words in their order, each with its songs. */
  *#sortWords(): Generator<void, Words> {
    const unsorted = this.#words;
    const sorted = yield* orderOf(unsorted.length, (a, b) =>
      compareText(unsorted[a] as string, unsorted[b] as string),
    );
    const placeOf = yield* placesIn(sorted);
    const texts: string[] = [];
    for (const code of sorted) if (texts.push(unsorted[code] as string) % stepsASlice === 0) yield;
    const words = new Uint32Array(this.#songWords.words);
    yield;
    for (let at = 0; at < words.length; at++) {
      const word = words[at] as number;
      words[at] = 2 * (placeOf[word >>> 1] as number) + (word & 1);
      if (at % stepsASlice === 0) yield;
    }
    const songs = yield* inverted(new Uint32Array(this.#songWords.starts), words, texts.length, 1);
    return { texts, ...songs, byLetters: yield* byLetters(texts) };
  }
}

/**
 * Turns the codes of each song into the songs of each code. A code's lowest bits go with its songs.
 */
function* inverted(
  starts: Uint32Array,
  codes: Uint32Array,
  count: number,
  besides: 0 | 1 = 0,
): Generator<void, SongsBy> {
  const songsBy = { starts: new Uint32Array(count + 1), songs: new Uint32Array(codes.length) };
  for (let at = 0; at < codes.length; at++) {
    const next = ((codes[at] as number) >>> besides) + 1;
    songsBy.starts[next] = (songsBy.starts[next] as number) + 1;
    if (at % stepsASlice === 0) yield;
  }
  for (let at = 1; at <= count; at++)
    songsBy.starts[at] = (songsBy.starts[at] as number) + (songsBy.starts[at - 1] as number);
  yield;
  const next = songsBy.starts.slice();
  for (let song = 0, at = 0; song + 1 < starts.length; song++) {
    for (; at < (starts[song + 1] as number); at++) {
      const code = codes[at] as number;
      const place = next[code >>> besides] as number;
      next[code >>> besides] = place + 1;
      songsBy.songs[place] = (song << besides) | (code & besides);
    }
    if (song % 1024 === 0) yield;
  }
  return songsBy;
}

function* byLetters(texts: string[]): Generator<void, Words["byLetters"]> {
  const lengthOf = new Uint32Array(texts.length);
  const lettersAt = new Uint32Array(texts.length);
  for (const [place, text] of texts.entries()) {
    lengthOf[place] = text.length;
    lettersAt[place] = lettersOf(text);
    if (place % stepsASlice === 0) yield;
  }
  const keyOf = (place: number) =>
    (lengthOf[place] as number) * 2 ** 32 + (lettersAt[place] as number);
  const words = yield* orderOf(texts.length, (a, b) => keyOf(a) - keyOf(b));
  const [lengths, letters, starts]: [number[], number[], number[]] = [[], [], []];
  let group: number | undefined;
  for (const [at, place] of words.entries()) {
    if (at % stepsASlice === 0) yield;
    if (keyOf(place) === group) continue;
    group = keyOf(place);
    while (lengths.length <= (lengthOf[place] as number)) lengths.push(letters.length);
    letters.push(lettersAt[place] as number);
    starts.push(at);
  }
  lengths.push(letters.length);
  starts.push(words.length);
  return {
    lengths: new Uint32Array(lengths),
    letters: new Uint32Array(letters),
    starts: new Uint32Array(starts),
    words,
  };
}

/** The codes of one of `manyFacets` alone. */
function only(many: Segment["many"], own: number): [starts: Uint32Array, codes: Uint32Array] {
  const starts = new Uint32Array((many.starts.length - 1) / manyFacets.length + 1);
  const codes: number[] = [];
  for (let song = 0; song + 1 < starts.length; song++) {
    const row = manyFacets.length * song + own;
    for (let at = many.starts[row] as number; at < (many.starts[row + 1] as number); at++)
      codes.push(many.codes[at] as number);
    starts[song + 1] = codes.length;
  }
  return [starts, new Uint32Array(codes)];
}

/** A copy that does not hold the longer text it was cut from in memory. */
const flat = (text: string) => Buffer.from(text).toString();
