import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type SongSort, songSorts as sorts } from "#contract/library/words";
import { cases } from "../../../tests/support/drawn-cases.ts";
import { bitsIn } from "./bits.ts";
import { keyLength } from "./segment.ts";
import { SegmentBuilder } from "./segment-builder.ts";
import {
  type Facet,
  type IndexedSong,
  mandatoryFacets,
  manyFacets,
  type Place,
  type SongFilter,
  singleFacets,
} from "./song.ts";
import { drain, SongIndex } from "./song-index.ts";
import { lettersOf, normalise, slipsAllowed, slipsBetween, wordsOf } from "./text.ts";

/** Few words, so that songs share them; near ones, accents, signs and other scripts among them. */
const vocabulary = [
  "love",
  "live",
  "lover",
  "Émile",
  "emil",
  "midnight",
  "midnigth",
  "rock",
  "o'clock",
  "÷",
  "हवा",
  "हवाई",
  "a",
  "ab",
  "100%",
  "ß",
];
const text = fc
  .array(fc.constantFrom(...vocabulary), { minLength: 1, maxLength: 3 })
  .map((words) => words.join(" "));
const item = fc.nat(3);
const songOf = fc.record({
  ...Object.fromEntries(singleFacets.map((facet) => [facet, item])),
  ...Object.fromEntries(
    manyFacets.map((facet) => [
      facet,
      fc.uniqueArray(fc.integer({ min: 1, max: 4 }), { maxLength: 3 }),
    ]),
  ),
  title: text,
  artist: text,
  alsoKnownBy: fc.oneof(fc.constant(""), text),
  durationSeconds: fc.integer({ min: 100, max: 104 }),
}) as fc.Arbitrary<Omit<IndexedSong, "id">>;
const filterOf: fc.Arbitrary<SongFilter> = fc.record(
  {
    search: fc.oneof(
      text,
      fc.constantFrom(
        "lov",
        "mid",
        "midnihgt",
        "lvoe rock",
        "m",
        "%",
        "'; drop table song;--",
        ".*",
        "emile",
      ),
    ),
    facets: fc.record(
      Object.fromEntries(
        [...singleFacets, ...manyFacets].map((facet) => [
          facet,
          fc.array(item, { minLength: 1, maxLength: 2 }),
        ]),
      ),
      { requiredKeys: [] },
    ) as fc.Arbitrary<Partial<Record<Facet, number[]>>>,
    lacking: fc.constantFrom(...mandatoryFacets, "any" as const),
    seenBy: fc.array(item, { minLength: 1, maxLength: 2 }),
  },
  { requiredKeys: [] },
);

const build = (songs: IndexedSong[]) => {
  const builder = new SegmentBuilder();
  for (const song of songs) builder.add(song);
  return new SongIndex(drain(builder.finish()));
};
/** The index of the first songs, changed until it should hold what `now` says. */
function indexOf(
  first: Omit<IndexedSong, "id">[],
  changes: [number, Omit<IndexedSong, "id"> | undefined][],
) {
  const songs = new Map(first.map((song, at) => [at + 1, { ...song, id: at + 1 }]));
  const index = build([...songs.values()]);
  for (const [id, song] of changes) {
    if (song) {
      songs.set(id, { ...song, id });
      index.update([{ ...song, id }]);
    } else {
      songs.delete(id);
      index.remove([id]);
    }
  }
  return { index, songs: [...songs.values()].sort((a, b) => a.id - b.id) };
}

const listWords = (song: IndexedSong) =>
  wordsOf([song.title, song.artist, song.alsoKnownBy].map(normalise).join(" ").trim());
const isExact = (song: IndexedSong, search: string[]) =>
  search.every((word) => listWords(song).some((own) => own.startsWith(word)));
const slipsOf = (song: IndexedSong, word: string) =>
  Math.min(
    ...listWords(song).map((own) =>
      own.startsWith(word) ? 0 : slipsBetween(word, own, slipsAllowed(word)),
    ),
  );
const isSimilar = (song: IndexedSong, search: string[]) =>
  search.every((word) => slipsOf(song, word) <= slipsAllowed(word));
const hasOne = (song: IndexedSong, facet: Facet, ids: number[]) =>
  ids.some(
    (id) =>
      [song[facet]].flat().includes(id) &&
      (id !== 0 || !(manyFacets as readonly string[]).includes(facet)),
  );
const lacks = (song: IndexedSong, { lacking }: SongFilter) =>
  !lacking || (lacking === "any" ? mandatoryFacets : [lacking]).some((facet) => song[facet] === 0);

/** The songs that match, as one would write it down. */
function naive(all: IndexedSong[], filter: SongFilter, without?: Facet) {
  const songs = all.filter(
    ({ reservedFor }) => !filter.seenBy || filter.seenBy.includes(reservedFor),
  );
  const search = wordsOf(normalise(filter.search ?? ""));
  const exact = songs.filter((song) => isExact(song, search));
  const matches =
    exact.length > 0 || search.length === 0
      ? exact
      : songs.filter((song) => isSimilar(song, search));
  return matches
    .filter((song) => lacks(song, filter))
    .filter((song) =>
      Object.entries(filter.facets ?? {}).every(
        ([facet, ids]) => facet === without || hasOne(song, facet as Facet, ids),
      ),
    );
}

function levelOf(song: IndexedSong, filter: SongFilter, similar: boolean): number {
  const search = normalise(filter.search ?? "");
  const words = wordsOf(search);
  if (words.length === 0) return 4;
  const byTitle = { ...song, artist: "", alsoKnownBy: "" };
  if (similar)
    return (
      (words.reduce((sum, word) => sum + slipsOf(song, word), 0) > 1 ? 8 : 6) +
      (isSimilar(byTitle, words) ? 0 : 1)
    );
  const [title, artist] = [song.title, song.artist].map((name) =>
    normalise(name).slice(0, keyLength),
  ) as [string, string];
  if (title === search) return 1;
  if (title.startsWith(search) || artist.startsWith(search)) return 2;
  if (isExact(byTitle, words)) return 3;
  return words.every((word) => listWords(song).includes(word)) ? 4 : 5;
}

function orderOf(song: IndexedSong, sort: SongSort, filter: SongFilter, similar: boolean): string {
  const [title, artist] = [song.title, song.artist].map((name) =>
    normalise(name).slice(0, keyLength),
  ) as [string, string];
  if (sort === "relevance") return `${levelOf(song, filter, similar)} ${title}`;
  return (
    { title, artist, duration: String(song.durationSeconds), newest: "" }[sort.replace("-", "")] ??
    ""
  );
}

const library = fc.array(songOf, { minLength: 1, maxLength: 30 });
const changesOf = fc.array(
  fc.tuple(fc.integer({ min: 1, max: 35 }), fc.option(songOf, { nil: undefined })),
  { maxLength: 10 },
);

describe("The index of songs [LIB-1]", () => {
  it("finds, counts and sorts what a plain filter over all songs does, however songs were changed and removed", () => {
    fc.assert(
      fc.property(library, changesOf, filterOf, (first, changes, filter) => {
        const { index, songs } = indexOf(first, changes);
        expect(index.size).toBe(songs.length);
        const match = index.match(filter);
        const expected = naive(songs, filter);
        expect(match.total).toBe(expected.length);
        for (const facet of [...singleFacets, ...manyFacets]) {
          const counts = new Map<number, number>();
          for (const song of naive(songs, filter, facet))
            for (const id of [song[facet]].flat()) counts.set(id, (counts.get(id) ?? 0) + 1);
          expect(
            new Map(match.countsOf(facet).map(({ id, songs: count }) => [id, count])),
            facet,
          ).toEqual(counts);
        }
        for (const sort of sorts) {
          const down = sort.startsWith("-") || sort === "newest" ? -1 : 1;
          const keyed = expected.map((song) => ({
            id: song.id,
            key: orderOf(song, sort, filter, match.similar),
          }));
          keyed.sort((a, b) => down * (a.key < b.key ? -1 : a.key > b.key ? 1 : a.id - b.id));
          expect(
            [...match.walk(sort)].map(({ id }) => id),
            sort,
          ).toEqual(keyed.map(({ id }) => id));
        }
      }),
      { numRuns: cases(200) },
    );
  });

  it("songs changed since have items that no song had before, and only they", () => {
    const song = { ...fc.sample(songOf, 1)[0], title: "love", composer: [] } as Omit<
      IndexedSong,
      "id"
    >;
    const { index } = indexOf([song, song], [[2, { ...song, composer: [7] }]]);
    const match = index.match({ facets: { composer: [7] } });
    expect([...match.walk("title")].map(({ id }) => id)).toEqual([2]);
    expect(match.countsOf("composer")).toEqual([{ id: 7, songs: 1 }]);
  });

  it("pages forwards and backwards show each song once, in every sort, also from a song that is gone", () => {
    fc.assert(
      fc.property(
        library,
        changesOf,
        filterOf,
        fc.constantFrom(...sorts),
        fc.integer({ min: 1, max: 7 }),
        (first, changes, filter, sort, limit) => {
          const { index } = indexOf(first, changes);
          const match = index.match(filter);
          const whole = [...match.walk(sort)];
          const forwards: Place[] = [];
          for (
            let page = match.places(sort, limit);
            page.length > 0;
            page = match.places(sort, limit, { ...(forwards.at(-1) as Place), back: false })
          )
            forwards.push(...page);
          expect(forwards).toEqual(whole);
          const last = whole.at(-1);
          if (!last) return;
          const backwards = [last];
          for (;;) {
            const page = match.places(sort, limit, { ...(backwards.at(-1) as Place), back: true });
            if (page.length === 0) break;
            backwards.push(...page);
          }
          expect(backwards.reverse()).toEqual(whole);
          const middle = whole[whole.length >> 1] as Place;
          index.remove([middle.id]);
          const after =
            index.match({ ...filter }).similar === match.similar
              ? [...index.match(filter).walk(sort, { ...middle, back: false })]
              : undefined;
          if (after)
            expect(after.map(({ id }) => id)).toEqual(
              whole.slice((whole.length >> 1) + 1).map(({ id }) => id),
            );
        },
      ),
      { numRuns: cases(200) },
    );
  });

  it("words are alike whatever their case, accents and apostrophes; signs are plain text", () => {
    expect(normalise("  Don’t  STOP—Beyoncé! ")).toBe("dont stop beyonce");
    expect(normalise("Straße, Łódź & Ørsted")).toBe("strasse lodz orsted");
    expect(normalise("हवा हवाई")).toBe("हवा हवाई".normalize("NFKD"));
    expect([normalise("÷"), normalise(" % "), normalise("50% off"), normalise("")]).toEqual([
      "÷",
      "%",
      "50 off",
      "",
    ]);
  });

  it("counts slips as letters added, left out, changed or swapped, and sets words aside by their letters only where they are further away", () => {
    expect([
      slipsBetween("midnight", "midnihgt", 2),
      slipsBetween("arijit", "arjit", 2),
      slipsBetween("rock", "cork", 2),
    ]).toEqual([1, 1, 2]);
    const word = fc.string({ unit: fc.constantFrom("a", "b", "c", "é", "1"), maxLength: 8 });
    fc.assert(
      fc.property(word, word, (one, other) => {
        const slips = slipsBetween(one, other, 8);
        expect(slipsBetween(other, one, 8)).toBe(slips);
        expect(bitsIn(lettersOf(one) & ~lettersOf(other))).toBeLessThanOrEqual(slips);
        for (const most of [0, 1, 2])
          expect(slipsBetween(one, other, most) <= most).toBe(slips <= most);
      }),
    );
  });
});
