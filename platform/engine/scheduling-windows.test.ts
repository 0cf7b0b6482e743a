import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { MusicPosition, PlaylistPosition } from "#contract/schedule/positions";
import type { SlotTimes } from "#contract/schedule/slot-times";
import { cases } from "../../tests/support/drawn-cases.ts";
import { rateSongs, scheduleGroupDay, scheduleStoreLog } from "./scheduling";
import { hourlySpots, sampleDay, sampleSlot } from "./scheduling/sample-day";

const HOUR = 3600;
const TUESDAY = 2; // 12 May 2026
const everyDay = [0, 1, 2, 3, 4, 5, 6];
const breakfast: SlotTimes = { fromMinute: 6 * 60, toMinute: 11 * 60, weekdays: everyDay };
const night: SlotTimes = { fromMinute: 22 * 60, toMinute: 26 * 60, weekdays: [TUESDAY] };

const music = (positions: readonly PlaylistPosition[]) =>
  positions.filter((position): position is MusicPosition => position.kind === "MUSIC");

/** True if a window is open at a second after the midnight that begins Tuesday. */
const isOpen = ({ fromMinute, toMinute, weekdays }: SlotTimes, second: number) =>
  [TUESDAY - 1, TUESDAY, TUESDAY + 1].some((weekday) => {
    const since = second / 60 - (weekday - TUESDAY) * 1440;
    return weekdays.includes(weekday) && fromMinute <= since && since < toMinute;
  });

const anyWindow: fc.Arbitrary<SlotTimes> = fc
  .record({
    fromMinute: fc.integer({ min: 0, max: 1439 }),
    minutes: fc.integer({ min: 30, max: 1440 }),
    weekdays: fc.uniqueArray(fc.constantFrom(...everyDay), { minLength: 1 }),
  })
  .map(({ fromMinute, minutes, weekdays }) => ({
    fromMinute,
    toMinute: fromMinute + minutes,
    weekdays,
  }));

describe("play windows", () => {
  it("no song starts outside of its windows, in the group's day or in a store's log, and the music goes on [SCH-7]", () => {
    fc.assert(
      fc.property(
        fc.array(anyWindow, { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 100, max: 500 }),
        fc.nat(1000),
        (windows, songCount, unitId) => {
          const base = sampleDay({ songCount, unitId });
          const songs = base.songs.map((song) => {
            const first = windows[song.id % 7];
            const second = windows[song.id % 11];
            return { ...song, windows: [first, second].filter((window) => window !== undefined) };
          });
          const listed = songs.filter(({ id }) => id % 7 === 0).map(({ id }) => id);
          const source = { level: "COMPANY" as const, unitId: 1, name: "Northwind" };
          const input = {
            ...base,
            songs,
            opening: [{ from: 8 * HOUR, to: 26 * HOUR }],
            spots: hourlySpots(8, 26),
            events: [
              {
                id: 5,
                name: "Sale",
                source,
                from: 15 * HOUR,
                to: 17 * HOUR,
                songIds: listed,
                loops: true,
              },
            ],
          };
          const playlist = scheduleGroupDay(input);
          const log = scheduleStoreLog({
            ...input,
            unitId: 99,
            timeZone: "Asia/Kolkata",
            playlist,
            spots: hourlySpots(8, 26).map((spot) => ({ ...spot, at: spot.at + 190 })),
          });
          const windowsOf = new Map(songs.map((song) => [song.id, song.windows]));
          for (const { positions, summary } of [playlist, log]) {
            for (const { songId, startSeconds, trace } of music(positions)) {
              const own = windowsOf.get(songId) ?? [];
              expect(own.filter((window) => !isOpen(window, startSeconds))).toEqual([]);
              expect(trace.windows ?? []).toEqual(own);
            }
            expect(summary.gaps.filter(({ seconds }) => seconds > 60)).toEqual([]);
          }
        },
      ),
      { numRuns: cases(15) },
    );
  });

  it("a chart whose windows are closed gives way to the fallback, which is said, and plays while they are open", () => {
    const base = sampleDay();
    const chart = new Set(Array.from(base.categories[2]?.songIds ?? []));
    const input = {
      ...base,
      categories: base.categories.map((category) =>
        category.id === 9
          ? { ...category, songIds: base.songs.flatMap(({ id }) => (chart.has(id) ? [] : [id])) }
          : category,
      ),
      songs: base.songs.map((song) =>
        chart.has(song.id) ? { ...song, windows: [breakfast] } : song,
      ),
    };
    const { positions } = scheduleGroupDay(input);
    const called = music(positions).filter(
      ({ categoryId, trace }) => categoryId === 3 && trace.fit === null,
    );
    const atBreakfast = called.filter(({ startSeconds }) => isOpen(breakfast, startSeconds));
    const later = called.filter(({ startSeconds }) => !isOpen(breakfast, startSeconds));
    expect(atBreakfast.length).toBeGreaterThan(2);
    expect(later.length).toBeGreaterThan(5);
    expect(new Set(atBreakfast.map(({ trace }) => trace.stage))).toEqual(new Set(["CATEGORY"]));
    expect(new Set(later.map(({ trace }) => trace.stage))).toEqual(new Set(["FALLBACK"]));
  });

  it("songs whose windows are closed take no place among the longest rested", () => {
    const base = sampleDay({ songCount: 900 });
    const input = {
      ...base,
      slots: [sampleSlot({ searchDepth: 10 })],
      // two in three songs of each chart never played and are of the night
      songs: base.songs.map((song) => (song.id % 3 === 0 ? song : { ...song, windows: [night] })),
      history: base.songs.flatMap(({ id }) =>
        id % 3 === 0 ? [{ songId: id, at: -50 * HOUR }] : [],
      ),
    };
    const { positions } = scheduleGroupDay(input);
    const free = music(positions).filter(({ trace }) => trace.fit === null);
    expect(free.filter(({ startSeconds }) => startSeconds < 22 * HOUR).length).toBeGreaterThan(50);
    expect(new Set(free.map(({ trace }) => trace.stage))).toEqual(new Set(["CATEGORY"]));
  });

  it("a song whose window is closed may not take the place of another, and a plan's song is replaced once it is closed", () => {
    const input = sampleDay();
    const playlist = scheduleGroupDay(input);
    const songs = music(playlist.positions);
    const place = songs.findIndex(({ startSeconds }) => startSeconds > 14 * HOUR);
    const planned = songs[place] as MusicPosition;
    const closed = {
      ...input,
      songs: input.songs.map((song) =>
        song.id % 2 === planned.songId % 2 ? { ...song, windows: [breakfast] } : song,
      ),
    };
    const offered = rateSongs(closed, songs, place).map(({ songId }) => songId);
    expect(offered.length).toBeGreaterThan(100);
    expect(offered.filter((id) => id % 2 === planned.songId % 2)).toEqual([]);
    const { positions } = scheduleGroupDay({ ...closed, playlist });
    const differences = music(positions).flatMap(({ trace: { difference } }) =>
      difference?.kind === "REPLACED" ? [difference.because] : [],
    );
    expect(differences).toContain("PLAY_WINDOW");
  });
});
