import { type Codes, compareText, keyLength, type Segment } from "./segment.ts";
import { type Facet, type IndexedSong, type ManyFacet, manyFacets, type SingleFacet, singleFacets } from "./song.ts";
import { sortInSlices } from "./sort-in-slices.ts";
import { lettersOf, normalise, wordsOf } from "./text.ts";

const stepsASlice = 4096;

/** Takes songs in the order of their ids, then makes a segment of them, pausing between slices of its work. */
export class SegmentBuilder {
  readonly #ids: number[] = [];
  readonly #titles: string[] = [];
  readonly #artists: string[] = [];
  readonly #durations: number[] = [];
  readonly #single = record<SingleFacet, number[]>(singleFacets, () => []);
  readonly #many = record<ManyFacet, { starts: number[]; codes: number[] }>(manyFacets, () => ({ starts: [0], codes: [] }));
  readonly #codes = record<Facet, Codes>([...singleFacets, ...manyFacets], () => ({ ids: [0], codeOf: new Map([[0, 0]]) }));
  readonly #words = new Map<string, number>();
  readonly #songWords = { starts: [0], words: [] as number[] };

  add(song: IndexedSong): void {
    if (song.id <= (this.#ids.at(-1) ?? 0)) throw new Error("songs are indexed in the order of their ids");
    this.#ids.push(song.id);
    const [title, artist] = [normalise(song.title), normalise(song.artist)];
    this.#titles.push(flat(title.slice(0, keyLength)));
    this.#artists.push(flat(artist.slice(0, keyLength)));
    this.#durations.push(song.durationSeconds);
    for (const facet of singleFacets) this.#single[facet].push(this.#codeOf(facet, song[facet]));
    for (const facet of manyFacets) {
      const { starts, codes } = this.#many[facet];
      for (const id of song[facet]) codes.push(this.#codeOf(facet, id));
      starts.push(codes.length);
    }
    const titleWords = new Set(wordsOf(title));
    for (const word of new Set([...titleWords, ...wordsOf(artist), ...wordsOf(normalise(song.alsoKnownBy))])) {
      const code = this.#words.get(word) ?? this.#words.size;
      if (code === this.#words.size) this.#words.set(flat(word), code);
      this.#songWords.words.push(2 * code + (titleWords.has(word) ? 1 : 0));
    }
    this.#songWords.starts.push(this.#songWords.words.length);
  }

  #codeOf(facet: Facet, id: number): number {
    const { ids, codeOf } = this.#codes[facet];
    const known = codeOf.get(id);
    if (known !== undefined) return known;
    codeOf.set(id, ids.length);
    return ids.push(id) - 1;
  }

  *finish(): Generator<void, Segment> {
    const durations = Uint16Array.from(this.#durations);
    const [titles, artists] = [this.#titles, this.#artists];
    yield;
    const orders = {
      title: yield* this.#order((a, b) => compareText(titles[a] as string, titles[b] as string)),
      artist: yield* this.#order((a, b) => compareText(artists[a] as string, artists[b] as string)),
      duration: yield* this.#order((a, b) => (durations[a] as number) - (durations[b] as number)),
    };
    const single = {} as Segment["single"];
    for (const facet of singleFacets) {
      single[facet] = Uint32Array.from(this.#single[facet]);
      yield;
    }
    const many = {} as Segment["many"];
    for (const facet of manyFacets) {
      const { starts, codes } = this.#many[facet];
      many[facet] = { starts: Uint32Array.from(starts), codes: Uint32Array.from(codes) };
      yield;
    }
    const words = yield* this.#invert();
    const size = this.#ids.length;
    const ids = Float64Array.from(this.#ids);
    return { size, ids, titles, artists, durations, single, many, codes: this.#codes, orders, ...words, gone: new Uint8Array(size) };
  }

  #order(compare: (a: number, b: number) => number) {
    return sortInSlices(upTo(this.#ids.length), (a, b) => compare(a, b) || a - b);
  }

  /** Of the words of each song, the songs of each word. */
  *#invert(): Generator<void, Pick<Segment, "words" | "letters" | "lengths" | "wordStarts" | "wordSongs">> {
    const unsorted = [...this.#words.keys()];
    yield;
    const sorted = yield* sortInSlices(upTo(unsorted.length), (a, b) => compareText(unsorted[a] as string, unsorted[b] as string));
    const words: string[] = [];
    const letters = new Uint32Array(sorted.length);
    const lengths = new Uint8Array(sorted.length);
    const placeOf = new Uint32Array(sorted.length);
    for (const [place, code] of sorted.entries()) {
      const word = unsorted[code] as string;
      words.push(word);
      letters[place] = lettersOf(word);
      lengths[place] = Math.min(255, word.length);
      placeOf[code] = place;
      if (place % stepsASlice === 0) yield;
    }
    const { starts, words: songWords } = this.#songWords;
    const wordStarts = new Uint32Array(words.length + 1);
    for (let at = 0; at < songWords.length; at++) {
      const next = (placeOf[(songWords[at] as number) >>> 1] as number) + 1;
      wordStarts[next] = (wordStarts[next] as number) + 1;
      if (at % stepsASlice === 0) yield;
    }
    for (let at = 1; at < wordStarts.length; at++) wordStarts[at] = (wordStarts[at] as number) + (wordStarts[at - 1] as number);
    yield;
    const next = wordStarts.slice();
    const wordSongs = new Uint32Array(songWords.length);
    for (let song = 0, at = 0; song + 1 < starts.length; song++) {
      for (; at < (starts[song + 1] as number); at++) {
        const word = songWords[at] as number;
        const place = placeOf[word >>> 1] as number;
        wordSongs[next[place] as number] = 2 * song + (word & 1);
        next[place] = (next[place] as number) + 1;
      }
      if (song % 512 === 0) yield;
    }
    return { words, letters, lengths, wordStarts, wordSongs };
  }
}

function upTo(length: number): Uint32Array {
  const numbers = new Uint32Array(length);
  for (let at = 0; at < length; at++) numbers[at] = at;
  return numbers;
}

/** A copy that does not hold the longer text it was cut from in memory. */
const flat = (text: string) => Buffer.from(text).toString();

const record = <K extends string, V>(names: readonly K[], make: (name: K) => V) =>
  Object.fromEntries(names.map((name) => [name, make(name)])) as Record<K, V>;
