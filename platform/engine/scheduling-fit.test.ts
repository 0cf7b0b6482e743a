import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addDays } from "#contract/base/dates";
import type { MusicPosition, PlaylistPosition } from "#contract/schedule/positions";
import { cases } from "../../tests/support/drawn-cases.ts";
import { correlationOf } from "../../tests/support/unequal-lengths.ts";
import {
  type GroupDayInput,
  mayPlay,
  type ScheduledPlay,
  type SchedulingSong,
  scheduleGroupDay,
  scheduleStoreLog,
} from "./scheduling";
import { CostTable, cheapestByLength } from "./scheduling/cost-table";
import { hourlySpots, sampleDay, sampleRules, sampleSlot } from "./scheduling/sample-day";

const HOUR = 3600;
const DAY = 24 * HOUR;
const music = (positions: readonly PlaylistPosition[]) =>
  positions.filter((position): position is MusicPosition => position.kind === "MUSIC");
/** Songs that may play, each by an artist of its own, of one tempo. */
const songsOf = (lengths: readonly number[]): SchedulingSong[] =>
  lengths.map((durationSeconds, place) => ({
    id: place + 1,
    title: `Song ${place}`,
    artist: `Artist ${place}`,
    durationSeconds,
    language: null,
    mood: null,
    album: null,
    genre: null,
    vocal: null,
    era: null,
    tempo: 1,
    energy: 1,
    licensedFrom: null,
    licensedTo: null,
    territories: null,
    active: true,
    blocked: false,
  }));

describe("fitting songs to a fixed point", () => {
  it("favours neither short nor long songs of a small category that plays often [SCH-1]", () => {
    const correlations = [1, 2, 3].map((seed) => {
      const { songs } = sampleDay({ songCount: 1500, seed });
      const may = songs.filter(
        ({ active, blocked, licensedTo, territories }) =>
          active && !blocked && !licensedTo && !territories,
      );
      const power = may.slice(0, 12).map(({ id }) => id);
      const categories = [
        { id: 1, name: "Power", songIds: power },
        { id: 2, name: "Rest", songIds: may.slice(12).map(({ id }) => id) },
      ];
      const mix = [
        { categoryId: 1, name: "Power", percent: 40 },
        { categoryId: 2, name: "Rest", percent: 60 },
      ];
      const slots = [
        sampleSlot({ mix, rules: [{ name: "MINIMUM_REST", minutes: 30, breakable: false }] }),
      ];
      const plays = new Map(power.map((id) => [id, 0]));
      let history: ScheduledPlay[] = [];
      for (let day = 0; day < 5; day++) {
        const over = {
          unitId: seed,
          date: addDays("2026-05-12", day),
          songs,
          categories,
          slots,
          fallbackCategoryId: null,
          history,
        };
        const today = music(scheduleGroupDay(sampleDay(over)).positions);
        for (const { songId } of today)
          if (plays.has(songId)) plays.set(songId, (plays.get(songId) ?? 0) + 1);
        history = [
          ...history,
          ...today.map(({ songId, startSeconds }) => ({ songId, at: startSeconds })),
        ];
        history = history.map(({ songId, at }) => ({ songId, at: at - DAY }));
      }
      const lengths = new Map(songs.map(({ id, durationSeconds }) => [id, durationSeconds]));
      return correlationOf(
        power.map((id) => lengths.get(id) ?? 0),
        power.map((id) => plays.get(id) ?? 0),
      );
    });
    expect(Math.min(...correlations)).toBeGreaterThan(-0.6);
    expect(correlations.reduce((sum, one) => sum + one, 0) / correlations.length).toBeGreaterThan(
      -0.3,
    );
  });

  it("says of a rule given up for a song's length alone that it was, and of no other [SCH-1]", () => {
    const rest = [{ name: "MINIMUM_REST" as const, minutes: 120, breakable: false }];
    const day = (lengths: readonly number[]) => {
      const songs = songsOf(lengths);
      const categories = [{ id: 1, name: "All", songIds: songs.map(({ id }) => id) }];
      const slots = [
        sampleSlot({ mix: [{ categoryId: 1, name: "All", percent: 100 }], rules: rest }),
      ];
      const spots = hourlySpots(8, 12).filter(({ kind }) => kind === "TOH");
      const over = {
        songs,
        categories,
        slots,
        spots,
        fallbackCategoryId: null,
        opening: [{ from: 8 * HOUR, to: 12 * HOUR }],
      };
      return scheduleGroupDay(sampleDay(over));
    };
    // An hour less its top is 3,590 s: 17 songs of 200 s and the one of 190 s, each hour again; the
    // others have rested long enough.
    const enough = day([...Array(60).fill(200), 190]);
    expect(enough.summary.gaps).toEqual([]);
    expect(enough.summary.violations.length).toBeGreaterThan(0);
    expect(enough.summary.violations.every(({ forLength }) => forLength === true)).toBe(true);
    // None of ten songs has rested: no length would help.
    const thin = day(Array.from({ length: 10 }, (_, place) => 180 + place * 7));
    const relaxedSongs = music(thin.positions).filter(({ trace }) => trace.relaxed.length > 0);
    expect(relaxedSongs.length).toBeGreaterThan(30);
    expect(relaxedSongs.filter(({ trace }) => trace.fit?.forLength)).toEqual([]);
  });

  it("leads over to a locked song that follows: the step to it is small wherever a song can make it so [SCH-1]", () => {
    fc.assert(
      fc.property(fc.nat(1000), fc.integer({ min: 9, max: 22 }), (unitId, hour) => {
        const { songs } = sampleDay({ songCount: 1500 });
        const lockable = songs.filter(
          (song) => song.tempo === 3 && !song.blocked && mayPlay(song, "2026-05-12", "IN"),
        );
        const lock = {
          songId: lockable[unitId % lockable.length]?.id ?? 0,
          at: hour * HOUR + 3000,
          categoryId: 1,
        };
        const { positions, summary } = scheduleGroupDay(
          sampleDay({ songCount: 1500, unitId, locked: [lock] }),
        );
        const locked = music(positions).find((position) => position.locked);
        expect(locked).toMatchObject({ songId: lock.songId, startSeconds: lock.at });
        expect(locked?.trace.broken).not.toContain("SEGUE");
        expect(summary.gaps).toEqual([]);
      }),
      { numRuns: cases(15) },
    );
  });

  it("a store log of the group's hours and spots is the group's playlist, also with locks", () => {
    const locks = fc.uniqueArray(fc.integer({ min: 8 * 12, max: 24 * 12 - 2 }), {
      minLength: 1,
      maxLength: 8,
    });
    fc.assert(
      fc.property(
        locks,
        fc.nat(1000),
        fc.integer({ min: 20, max: 1500 }),
        fc.boolean(),
        (places, unitId, songCount, pauses) => {
          const { songs } = sampleDay({ songCount });
          const may = songs.filter(
            ({ active, blocked, licensedTo, territories }) =>
              active && !blocked && !licensedTo && !territories,
          );
          const locked = places.map((place, n) => ({
            songId: may[(unitId + n) % may.length]?.id ?? 0,
            at: place * 300 + 37,
            categoryId: 1,
          }));
          const slots = [sampleSlot({ beforeFixedPoint: pauses ? "PAUSE" : "BREAK_RULE" })];
          const input: GroupDayInput = sampleDay({ songCount, unitId, locked, slots });
          const playlist = scheduleGroupDay(input);
          const log = scheduleStoreLog({
            ...input,
            unitId: 99,
            timeZone: "Asia/Kolkata",
            playlist,
          });
          const placesOf = (positions: readonly PlaylistPosition[]) =>
            positions.map((at) => [
              at.startSeconds,
              at.kind === "MUSIC" ? at.songId : at.bookingId,
              at.locked,
            ]);
          expect(placesOf(log.positions)).toEqual(placesOf(playlist.positions));
          expect([log.leftOut, log.positions.filter(({ trace }) => trace.difference)]).toEqual([
            [],
            [],
          ]);
          expect(scheduleGroupDay({ ...input, playlist }).positions).toEqual(playlist.positions);
        },
      ),
      { numRuns: cases(25) },
    );
  });

  it("knows the least cost of every total of some lengths", () => {
    const songs = fc.array(
      fc.record({ seconds: fc.integer({ min: 1, max: 300 }), cost: fc.nat(50) }),
      { minLength: 1, maxLength: 12 },
    );
    fc.assert(
      fc.property(
        songs,
        songs,
        fc.integer({ min: 0, max: 700 }),
        fc.integer({ min: 0, max: 5 }),
        (first, second, most, tolerance) => {
          const costsOf = (of: typeof first) =>
            cheapestByLength(
              of.map(({ seconds }) => seconds),
              of.map(({ cost }) => cost),
            );
          const table = CostTable.ofEndings(0, tolerance, (seconds) => seconds)
            .withSong(costsOf(second), most)
            .withSong(costsOf(first), most);
          const ways = first.flatMap((one) =>
            second.map((other) => [one.seconds + other.seconds, one.cost + other.cost] as const),
          );
          for (let total = 0; total <= most; total++) {
            const costs = ways.flatMap(([seconds, cost]) =>
              seconds <= total && total <= seconds + tolerance ? [cost + total - seconds] : [],
            );
            expect(table.at(total)).toBe(Math.min(Number.POSITIVE_INFINITY, ...costs));
          }
        },
      ),
    );
  });

  it("keeps artists and rest apart from all that was stored, songs of four weeks ago included", () => {
    const songs = sampleDay({ songCount: 3000 }).songs.map(({ id }) => id);
    // all but a hundred songs have played within the last week, those hundred four weeks ago: they come
    // first
    const waiting = new Set(songs.filter((id) => id % 30 === 0));
    const history = songs.map((songId, place) => ({
      songId,
      at: waiting.has(songId) ? -27 * DAY + place : -6 * DAY + place * 100,
    }));
    const slots = [sampleSlot({ rules: sampleRules })];
    const { positions } = scheduleGroupDay(sampleDay({ songCount: 3000, slots, history }));
    const early = music(positions).slice(0, 60);
    expect(early.filter(({ songId }) => waiting.has(songId)).length).toBeGreaterThan(30);
  });
});
