import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { energyAt, moodAt } from "#contract/schedule/day-arc";
import type { MusicPosition, PlaylistPosition } from "#contract/schedule/positions";
import { cases } from "../../tests/support/drawn-cases.ts";
import { type GroupDayInput, scheduleGroupDay } from "./scheduling";
import { sampleDay, sampleSlot } from "./scheduling/sample-day";
import { seededRandom } from "./scheduling/seeded-random";

const HOUR = 3600;
const arc = [
  { hour: 20, energy: 80, mood: null },
  { hour: 9, energy: 20, mood: null },
];
const music = (positions: readonly PlaylistPosition[]) =>
  positions.filter((position): position is MusicPosition => position.kind === "MUSIC");

/** A day whose songs have any energy; every tenth has none that is known. */
function energeticDay(songCount: number, unitId: number, over: Partial<GroupDayInput> = {}) {
  const random = seededRandom("energy", unitId);
  const songs = sampleDay({ songCount, seed: unitId }).songs.map((song) => ({
    ...song,
    energy: song.id % 10 === 0 ? null : Math.floor(random() * 101),
  }));
  return sampleDay({ songs, unitId, ...over });
}

const [calm, lively] = [1, 2].map((id) => ({ id, name: `Mood ${id}` }));
const moods = [
  { hour: 18, energy: null, mood: lively ?? null },
  { hour: 9, energy: null, mood: calm ?? null },
  { hour: 13, energy: null, mood: null },
];

describe("an arc of moods", () => {
  it("has the mood of the last point, that of the first before it, and none after a point without one", () => {
    expect(
      [0, 9, 12.9, 13, 17.9, 18, 23, 26].map((hour) => moodAt(moods, hour * HOUR)?.id),
    ).toEqual([1, 1, 1, undefined, undefined, 2, 2, 1]);
    expect(moodAt([], 0)).toBeNull();
  });

  it("is followed, breaks no rule that is kept without it, and stands in the trace [SCH-7]", () => {
    fc.assert(
      fc.property(fc.integer({ min: 500, max: 900 }), fc.nat(1000), (songCount, unitId) => {
        const random = seededRandom("mood", unitId);
        const songs = sampleDay({ songCount, seed: unitId }).songs.map((song) => ({
          ...song,
          mood: song.id % 10 === 0 ? null : 1 + Math.floor(random() * 4),
        }));
        const plain = sampleDay({ songs, unitId });
        const day = scheduleGroupDay({ ...plain, slots: [sampleSlot({ arc: moods })] });
        const without = scheduleGroupDay(plain);
        const moodOf = new Map(songs.map(({ id, mood }) => [id, mood]));
        const shareIn = (positions: readonly PlaylistPosition[], from: number, mood: number) => {
          const played = music(positions).filter(
            ({ startSeconds }) => startSeconds >= from * HOUR && startSeconds < (from + 2) * HOUR,
          );
          return played.filter(({ songId }) => moodOf.get(songId) === mood).length / played.length;
        };
        for (const [from, mood] of [
          [9, 1],
          [18, 2],
        ] as const) {
          expect(shareIn(day.positions, from, mood)).toBeGreaterThan(0.6);
          expect(shareIn(without.positions, from, mood)).toBeLessThan(0.5);
        }
        for (const { songId, startSeconds, trace } of music(day.positions)) {
          const target = moodAt(moods, startSeconds);
          const mood = moodOf.get(songId) ?? null;
          expect(trace.moodArc).toEqual(
            target
              ? { asked: target, isMet: mood === null ? null : mood === target.id }
              : undefined,
          );
          expect(trace.arc).toBeUndefined();
        }
        const givenUp = ({ summary }: typeof day) =>
          summary.violations.filter(({ relaxed }) => relaxed.length > 0).length;
        expect(givenUp(day)).toBeLessThanOrEqual(givenUp(without));
        expect(day.summary.gaps.filter(({ seconds }) => seconds > 60)).toEqual([]);
      }),
      { numRuns: cases(15) },
    );
  });
});

describe("an energy arc", () => {
  it("changes evenly between its points, stays outside of them, and is the same on each day", () => {
    expect([0, 9, 14.5, 20, 23].map((hour) => energyAt(arc, hour * HOUR))).toEqual([
      20, 20, 50, 80, 80,
    ]);
    expect(energyAt(arc, 26 * HOUR)).toBe(20);
    expect(energyAt([], 0)).toBeUndefined();
  });

  it("is followed by the mean of each hour, breaks no rule that is kept without it, and stands in the trace [SCH-7]", () => {
    fc.assert(
      fc.property(fc.integer({ min: 500, max: 900 }), fc.nat(1000), (songCount, unitId) => {
        const plain = energeticDay(songCount, unitId);
        const input = { ...plain, slots: [sampleSlot({ arc })] };
        const day = scheduleGroupDay(input);
        const without = scheduleGroupDay(plain);
        const energyOf = new Map(input.songs.map(({ id, energy }) => [id, energy]));
        const meanIn = (positions: readonly PlaylistPosition[], from: number, to: number) => {
          const energies = music(positions).flatMap(({ songId, startSeconds }) => {
            const energy = energyOf.get(songId) ?? null;
            return energy !== null && startSeconds >= from * HOUR && startSeconds < to * HOUR
              ? [energy]
              : [];
          });
          return energies.reduce((sum, one) => sum + one, 0) / energies.length;
        };
        expect(meanIn(day.positions, 8, 11)).toBeLessThan(meanIn(without.positions, 8, 11) - 10);
        expect(meanIn(day.positions, 20, 24)).toBeGreaterThan(
          meanIn(without.positions, 20, 24) + 10,
        );
        for (const { songId, startSeconds, trace } of music(day.positions))
          expect(trace.arc).toEqual({
            asked: Math.round(energyAt(arc, startSeconds) ?? -1),
            energy: energyOf.get(songId) ?? null,
          });
        const givenUp = ({ summary }: typeof day) =>
          summary.violations.filter(({ relaxed }) => relaxed.length > 0).length;
        expect(givenUp(day)).toBeLessThanOrEqual(givenUp(without));
        expect(day.summary.gaps.filter(({ seconds }) => seconds > 60)).toEqual([]);
      }),
      { numRuns: cases(15) },
    );
  });
});
