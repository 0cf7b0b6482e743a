import { expect, test } from "vitest";
import { figuresIn, indianFormat } from "#contract/base/figures";
import type { PlaylistLine } from "#contract/schedule/playlist-lines";
import { differenceFacts, storeDifferences } from "./store-differences.ts";

const song = (index: number, startSeconds: number, difference: object | null = null) =>
  ({
    kind: "MUSIC",
    index,
    startSeconds,
    title: `Song ${index}`,
    artist: "Nobody",
    reason: { difference },
  }) as unknown as PlaylistLine;

test("a store's day says how it differs from its group's: other times, replaced, its own, and left out by name [SCH-2]", () => {
  const group = [song(0, 36_000), song(1, 36_200), song(2, 36_400), song(3, 36_600)];
  const store = [
    song(0, 36_000),
    song(1, 36_230, { kind: "SHIFTED", plannedSeconds: 36_200 }),
    song(9, 36_430, {
      kind: "REPLACED",
      plannedSongId: 2,
      plannedSeconds: 36_400,
      because: "NOT_ALLOWED",
    }),
    song(8, 36_700, { kind: "INSERTED", because: "FIT" }),
  ];
  const facts = differenceFacts(storeDifferences(group, store), figuresIn(indianFormat));
  expect(facts.map(({ term, value }) => `${term}: ${value}`)).toEqual([
    "Same song and time: 1 song",
    "At another time: 1 song",
    "Replaced: 1 song, 1 not licensed here",
    "Only in this store: 1 song",
    "Not in this store: 1 song",
  ]);
  expect(facts.at(-1)?.songs).toEqual([{ key: "3", words: "10:10 Song 3, Nobody" }]);
});
