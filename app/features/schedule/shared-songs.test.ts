import fc from "fast-check";
import { expect, test } from "vitest";
import type { DayHours } from "#contract/schedule/playlist-lines";
import { cases } from "../../../tests/support/drawn-cases.ts";
import { sharePercent, sideBySide } from "./shared-songs.ts";

const day = (hours: Record<number, number[]>): DayHours =>
  Object.entries(hours).map(([hour, songs]) => ({
    hour: Number(hour),
    lines: songs.map((songId, place) => ({
      kind: "MUSIC" as const,
      index: place,
      songId,
      startSeconds: Number(hour) * 3600 + place * 200,
    })),
  })) as unknown as DayHours;
const marksIn = ({ hours }: ReturnType<typeof sideBySide>) =>
  hours.map(({ hour, one, other, same }) => [
    hour,
    one.map(({ shared }) => shared),
    other.map(({ shared }) => shared),
    same,
  ]);

test("songs are marked by the hour in which both days have them, each play with one partner [SCH-7]", () => {
  const compared = sideBySide(day({ 9: [1, 2, 1], 10: [3, 4] }), day({ 9: [1, 3], 11: [2, 5] }));
  expect(marksIn(compared)).toEqual([
    [9, ["HOUR", "DAY", "DAY"], ["HOUR", "DAY"], 1],
    [10, ["DAY", null], [], 0],
    [11, [], ["DAY", null], 0],
  ]);
  expect(compared).toMatchObject({ plays: 9, sameHour: 1, songs: 5, bothSongs: 3 });
  expect(sharePercent(compared.sameHour, compared.plays)).toBe(22);
  expect(sharePercent(0, 0)).toBe(0);
});

test("either day may come first, and a day beside itself is the same throughout [SCH-7]", () => {
  const songs = fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 8 });
  const days = fc.dictionary(fc.constantFrom("8", "9", "23", "24"), songs).map(day);
  fc.assert(
    fc.property(days, days, (one, other) => {
      const [there, back] = [sideBySide(one, other), sideBySide(other, one)];
      expect(back).toEqual({
        ...there,
        hours: there.hours.map((hour) => ({ ...hour, one: hour.other, other: hour.one })),
      });
      for (const { one, other, same } of there.hours) {
        const inHour = (lines: typeof one) =>
          lines.flatMap(({ line, shared }) => (shared === "HOUR" ? [line.songId] : [])).sort();
        expect(inHour(one)).toEqual(inHour(other));
        expect(same).toBe(inHour(one).length);
      }
      const itself = sideBySide(one, one);
      expect(2 * itself.sameHour).toBe(itself.plays);
      expect(itself.bothSongs).toBe(itself.songs);
    }),
    { numRuns: cases(300) },
  );
});
