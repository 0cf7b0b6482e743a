import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { MusicPosition, PlaylistPosition } from "#contract/schedule/positions";
import type { SeparationRule } from "#contract/schedule/separation-rules";
import { cases } from "../../tests/support/drawn-cases.ts";
import { scheduleGroupDay, scheduleStoreLog } from "./scheduling";
import { hourlySpots, sampleDay, sampleRules, sampleSlot } from "./scheduling/sample-day";

const HOUR = 3600;
const music = (positions: readonly PlaylistPosition[]) =>
  positions.filter((position): position is MusicPosition => position.kind === "MUSIC");
const hourOf = ({ startSeconds }: PlaylistPosition) => Math.floor(startSeconds / HOUR);
const inHours = (positions: readonly PlaylistPosition[]) =>
  music(positions)
    .map((position) => `${hourOf(position)} ${position.slotId} ${position.songId}`)
    .sort();
const endOf = ({ startSeconds, durationSeconds }: PlaylistPosition) =>
  startSeconds + durationSeconds;

/** Seconds in which both logs play the same song. */
function secondsTogether(one: readonly PlaylistPosition[], other: readonly PlaylistPosition[]) {
  let seconds = 0;
  for (const song of music(one))
    for (const beside of music(other))
      if (song.songId === beside.songId)
        seconds += Math.max(
          0,
          Math.min(endOf(song), endOf(beside)) - Math.max(song.startSeconds, beside.startSeconds),
        );
  return seconds;
}

/** Pairs of plays of which the second comes too soon, from the positions alone. */
function tooSoon(positions: readonly PlaylistPosition[], minutes: number) {
  const last = new Map<number, number>();
  let count = 0;
  for (const { songId, startSeconds } of music(positions)) {
    const before = last.get(songId);
    if (before !== undefined && startSeconds - before < minutes * 60) count++;
    last.set(songId, startSeconds);
  }
  return count;
}

const rules: SeparationRule[] = [
  ...sampleRules,
  { name: "MOOD_IN_A_ROW", most: 2, breakable: false },
];

describe("a staggered store", () => {
  it("plays its neighbours' songs of each hour at other times, what is fixed at its second, and breaks no more rules [SCH-7]", () => {
    fc.assert(
      fc.property(fc.integer({ min: 150, max: 700 }), fc.nat(1000), (songCount, unitId) => {
        const slots = [
          sampleSlot({ rules, to: 15 * HOUR + 900 }),
          sampleSlot({ id: 2, name: "Afternoon", rules, from: 15 * HOUR + 900 }),
        ];
        const input = sampleDay({ songCount, unitId, slots });
        const store = {
          ...input,
          unitId: 99,
          timeZone: "Asia/Kolkata",
          playlist: scheduleGroupDay(input),
        };
        const log = scheduleStoreLog(store);
        const staggered = scheduleStoreLog({ ...store, isStaggered: true });
        expect(inHours(staggered.positions)).toEqual(inHours(log.positions));
        const spots = (positions: readonly PlaylistPosition[]) =>
          positions.filter(({ kind }) => kind !== "MUSIC");
        expect(spots(staggered.positions).map(({ startSeconds }) => startSeconds)).toEqual(
          spots(log.positions).map(({ startSeconds }) => startSeconds),
        );
        for (const [place, position] of staggered.positions.entries()) {
          expect(position.index).toBe(place);
          const next = staggered.positions[place + 1];
          if (next) expect(next.startSeconds).toBeGreaterThanOrEqual(endOf(position));
          if (next)
            expect(next.startsAt - position.startsAt).toBe(
              (next.startSeconds - position.startSeconds) * 1000,
            );
        }
        expect(tooSoon(staggered.positions, 120)).toBeLessThanOrEqual(tooSoon(log.positions, 120));
        const songs = new Map(input.songs.map((song) => [song.id, song]));
        const broken = new Set(
          music(log.positions).flatMap(({ songId, trace }) =>
            [...trace.broken, ...trace.relaxed].includes("MOOD_IN_A_ROW") ? [songId] : [],
          ),
        );
        const moods = music(staggered.positions).map(({ songId }) => songs.get(songId)?.mood);
        for (const [place, { songId }] of music(staggered.positions).entries())
          if (place > 1 && moods[place] === moods[place - 1] && moods[place] === moods[place - 2])
            expect(broken.has(songId)).toBe(true);
        const seconds = music(log.positions).reduce((sum, one) => sum + one.durationSeconds, 0);
        expect(secondsTogether(log.positions, log.positions)).toBeGreaterThanOrEqual(seconds);
        expect(secondsTogether(log.positions, staggered.positions) / seconds).toBeLessThan(0.35);
      }),
      { numRuns: cases(15) },
    );
  });

  it("with a large library and usual rules hardly ever plays what its neighbours play", () => {
    const withoutSegue = sampleRules.filter(({ name }) => name !== "SEGUE");
    const slots = [sampleSlot({ rules: withoutSegue })];
    const input = sampleDay({ songCount: 900, slots, spots: hourlySpots(8, 24) });
    const playlist = scheduleGroupDay(input);
    const store = { ...input, unitId: 99, timeZone: "Asia/Kolkata", playlist };
    const log = scheduleStoreLog(store);
    const staggered = scheduleStoreLog({ ...store, isStaggered: true });
    const seconds = music(log.positions).reduce((sum, one) => sum + one.durationSeconds, 0);
    expect(secondsTogether(log.positions, staggered.positions) / seconds).toBeLessThan(0.03);
    const differences = music(staggered.positions).flatMap(({ trace }) => trace.difference ?? []);
    expect(new Set(differences.map(({ kind }) => kind))).toEqual(new Set(["SHIFTED"]));
  });

  it("leaves locked songs, event lists and what has begun where they are, and repeats nothing when the day is made again", () => {
    const base = sampleDay({ songCount: 900 });
    const source = { level: "COMPANY" as const, unitId: 1, name: "Northwind" };
    const listed = base.songs.slice(0, 30).map(({ id }) => id);
    const events = [
      {
        id: 5,
        name: "Sale",
        source,
        from: 11 * HOUR,
        to: 12 * HOUR,
        songIds: listed,
        loops: false,
      },
    ];
    const lock = { songId: base.songs[40]?.id ?? 0, at: 14 * HOUR + 600, categoryId: 1 };
    const input = { ...base, events, locked: [lock] };
    const playlist = scheduleGroupDay(input);
    const store = { ...input, unitId: 99, timeZone: "Asia/Kolkata", playlist };
    const log = scheduleStoreLog(store);
    const staggered = scheduleStoreLog({ ...store, isStaggered: true });
    const startOf = (positions: readonly PlaylistPosition[], songId: number) =>
      music(positions).find((one) => one.songId === songId)?.startSeconds;
    expect(startOf(staggered.positions, lock.songId)).toBe(lock.at);
    const ofEvent = (positions: readonly PlaylistPosition[]) =>
      music(positions)
        .filter(({ trace }) => trace.event && trace.category === null)
        .map(({ songId, startSeconds }) => `${songId} ${startSeconds}`);
    expect(ofEvent(log.positions).length).toBeGreaterThan(5);
    expect(ofEvent(staggered.positions)).toEqual(ofEvent(log.positions));

    const begun = staggered.positions.filter(
      ({ startSeconds }) => startSeconds <= 16 * HOUR + 1500,
    );
    const later = scheduleStoreLog({ ...store, isStaggered: true, begun });
    expect(later.positions.slice(0, begun.length).map(({ startSeconds }) => startSeconds)).toEqual(
      begun.map(({ startSeconds }) => startSeconds),
    );
    const all = music(later.positions).map(({ songId }) => songId);
    expect(tooSoon(later.positions, 120)).toBe(0);
    expect(all.length).toBeGreaterThan(200);
  });
});
