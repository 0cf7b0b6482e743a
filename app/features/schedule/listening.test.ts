import { expect, test } from "vitest";
import { stretchAt, stretchesOf } from "./listening.client-safe.ts";

const songs = [{ seconds: 180 }, { seconds: 8 }, { seconds: 240 }];

test("a day is listened through by the beginning of each song in order, whole where a song is shorter [SCH-2]", () => {
  expect(stretchesOf(songs, "beginnings")).toEqual([
    { song: 0, from: 0, to: 10 },
    { song: 1, from: 0, to: 8 },
    { song: 2, from: 0, to: 10 },
  ]);
  expect(stretchesOf([], "beginnings")).toEqual([]);
});

test("or at its joints: the last seconds of a song, then the first of the next, from any song on [SCH-2]", () => {
  const joints = stretchesOf(songs, "joints");
  expect(joints).toEqual([
    { song: 0, from: 175, to: 180 },
    { song: 1, from: 0, to: 5 },
    { song: 1, from: 3, to: 8 },
    { song: 2, from: 0, to: 5 },
  ]);
  expect(stretchesOf(songs.slice(0, 1), "joints")).toEqual([]);
});

test("skipping to a song begins where its end is heard first [SCH-2]", () => {
  expect(stretchAt(stretchesOf(songs, "beginnings"), 2)).toBe(2);
  expect(stretchAt(stretchesOf(songs, "joints"), 0)).toBe(0);
  expect(stretchAt(stretchesOf(songs, "joints"), 1)).toBe(2);
});
