import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { energyAt } from "#contract/schedule/energy-arc";
import type { MusicPosition, PlaylistPosition } from "#contract/schedule/positions";
import { cases } from "../../tests/support/drawn-cases.ts";
import { type GroupDayInput, scheduleGroupDay } from "./scheduling";
import { sampleDay, sampleSlot } from "./scheduling/sample-day";
import { seededRandom } from "./scheduling/seeded-random";

const HOUR = 3600;
const arc = [
  { hour: 20, energy: 80 },
  { hour: 9, energy: 20 },
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

describe("an energy arc", () => {
  it("changes evenly between its points, stays outside of them, and is the same on each day", () => {
    expect([0, 9, 14.5, 20, 23].map((hour) => energyAt(arc, hour * HOUR))).toEqual([
      20, 20, 50, 80, 80,
    ]);
    expect(energyAt(arc, 26 * HOUR)).toBe(20);
    expect(energyAt([], 0)).toBeUndefined();
  });

  it("is followed by the mean of each hour, breaks no rule that is kept without it, and stands in the trace", () => {
    fc.assert(
      fc.property(fc.integer({ min: 500, max: 900 }), fc.nat(1000), (songCount, unitId) => {
        const plain = energeticDay(songCount, unitId);
        const input = { ...plain, slots: [sampleSlot({ energyArc: arc })] };
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
