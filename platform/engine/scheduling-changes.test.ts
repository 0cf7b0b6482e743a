import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { PlaylistPosition } from "#contract/schedule/positions";
import { cases } from "../../tests/support/drawn-cases.ts";
import { type GroupDayInput, scheduleGroupDay, scheduleStoreLog } from "./scheduling";
import { TOLERANCE_SECONDS } from "./scheduling/fit-target";
import { sampleDay, sampleRules, sampleSlot } from "./scheduling/sample-day";

const HOUR = 3600;
const songs = (positions: readonly PlaylistPosition[]) =>
  positions.flatMap((position) =>
    position.kind === "MUSIC" ? [{ songId: position.songId, at: position.startSeconds }] : [],
  );
const begunBy = <Position extends PlaylistPosition>(
  positions: readonly Position[],
  second: number,
) => positions.filter(({ startSeconds }) => startSeconds <= second);
/** Seconds by which positions overlap, and the longest pause between them up to `to`. */
function pausesAndOverlaps(positions: readonly PlaylistPosition[], to: number) {
  const pauses = positions.map(
    ({ startSeconds, durationSeconds }, place) =>
      (positions[place + 1]?.startSeconds ?? to) - startSeconds - durationSeconds,
  );
  return {
    longestPause: Math.max(...pauses),
    worstOverlap: Math.max(0, ...pauses.map((pause) => -pause)),
  };
}
const isAmong = (some: readonly { songId: number; at: number }[], position: PlaylistPosition) =>
  position.kind === "MUSIC" &&
  some.some(({ songId, at }) => songId === position.songId && at === position.startSeconds);
const withoutSong = (input: GroupDayInput, songId: number): GroupDayInput => ({
  ...input,
  songs: input.songs.map((song) => (song.id === songId ? { ...song, active: false } : song)),
});

describe("a new version of a group's day", () => {
  it("is the earlier version, each song with its reason, where nothing has changed", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 40, max: 1500 }),
        fc.nat(1000),
        fc.integer({ min: 8, max: 23 }),
        (songCount, unitId, hour) => {
          const input = sampleDay({ songCount, unitId });
          const playlist = scheduleGroupDay(input);
          expect(scheduleGroupDay({ ...input, playlist }).positions).toEqual(playlist.positions);
          const begun = begunBy(playlist.positions, hour * HOUR + 900);
          expect(scheduleGroupDay({ ...input, playlist, begun }).positions).toEqual(
            playlist.positions,
          );
        },
      ),
      { numRuns: cases(15) },
    );
  });

  it("is the earlier version with its locked songs, and what is made anew beside them leaves them and all else at their second [SCH-5]", () => {
    fc.assert(
      fc.property(
        fc.nat(1000),
        fc.integer({ min: 9, max: 22 }),
        fc.integer({ min: 1, max: 40 }),
        (unitId, hour, every) => {
          const input = sampleDay({ unitId, songCount: 600 });
          const playlist = scheduleGroupDay(input);
          const locked = songs(playlist.positions).filter((_, place) => place % every === 0);
          const asLocked = {
            ...playlist,
            positions: playlist.positions.map((position) => ({
              ...position,
              locked: isAmong(locked, position),
            })),
          };
          const locks = locked.map((song) => ({ ...song, categoryId: null }));
          const same = scheduleGroupDay({ ...input, playlist: asLocked, locked: locks });
          expect(songs(same.positions)).toEqual(songs(playlist.positions));
          expect(same.positions.filter((position) => position.locked)).toHaveLength(locked.length);

          const inHour = ({ startSeconds }: PlaylistPosition) =>
            Math.floor(startSeconds / HOUR) === hour;
          const positions = asLocked.positions.filter(
            (position) => position.kind !== "MUSIC" || position.locked || !inHour(position),
          );
          const withHole = {
            ...asLocked,
            positions: positions.map((position, index) => ({ ...position, index })),
          };
          const anew = scheduleGroupDay({
            ...input,
            ruleVersion: 99,
            playlist: withHole,
            locked: locks,
          });
          const outside = (day: readonly PlaylistPosition[]) =>
            songs(day.filter((position) => !inHour(position)));
          expect(outside(anew.positions)).toEqual(outside(playlist.positions));
          expect(songs(anew.positions.filter(inHour))).toEqual(
            expect.arrayContaining(
              songs(asLocked.positions.filter((one) => one.locked && inHour(one))),
            ),
          );
          expect(pausesAndOverlaps(anew.positions, 24 * HOUR).worstOverlap).toBe(0);
        },
      ),
      { numRuns: cases(25) },
    );
  });

  it("is the earlier version also where the day after was made since, however thin the pool", () => {
    fc.assert(
      fc.property(fc.integer({ min: 12, max: 200 }), fc.nat(1000), (songCount, unitId) => {
        const rules = [
          ...sampleRules.filter(({ name }) => name !== "DAY_OFFSET"),
          { name: "DAY_OFFSET" as const, breakable: false },
        ];
        const input = sampleDay({ songCount, unitId, slots: [sampleSlot({ rules })] });
        const playlist = scheduleGroupDay(input);
        const shifted = (days: number) =>
          songs(playlist.positions).map(({ songId, at }) => ({
            songId,
            at: at + days * 24 * HOUR,
          }));
        const after = songs(
          scheduleGroupDay({ ...input, date: "2026-05-13", history: shifted(-1) }).positions,
        );
        const later = after.map(({ songId, at }) => ({ songId, at: at + 24 * HOUR }));
        expect(scheduleGroupDay({ ...input, later, playlist }).positions).toEqual(
          playlist.positions,
        );
      }),
      { numRuns: cases(15) },
    );
  });

  it("from now on: leaves what has begun, plays a withdrawn song no more, and keeps most of the other songs [RUN-1]", () => {
    fc.assert(
      fc.property(fc.nat(1000), fc.integer({ min: 8 * HOUR, max: 22 * HOUR }), (unitId, now) => {
        const input = sampleDay({ unitId, songCount: 400 });
        const playlist = scheduleGroupDay(input);
        const begun = begunBy(playlist.positions, now);
        const withdrawn = songs(playlist.positions).find(({ at }) => at > now)?.songId ?? 0;
        const { positions, summary } = scheduleGroupDay({
          ...withoutSong(input, withdrawn),
          playlist,
          begun,
        });
        expect(positions.slice(0, begun.length)).toEqual(begun);
        const rest = songs(positions.slice(begun.length));
        expect(rest.filter(({ songId }) => songId === withdrawn)).toEqual([]);
        expect(pausesAndOverlaps(positions, 24 * HOUR).worstOverlap).toBe(0);
        expect(summary.gaps).toEqual([]);
        expect(pausesAndOverlaps(positions, 24 * HOUR).longestPause).toBeLessThanOrEqual(
          TOLERANCE_SECONDS,
        );
        const planned = songs(playlist.positions.slice(begun.length)).filter(
          ({ songId }) => songId !== withdrawn,
        );
        const stillPlayed = planned.filter(({ songId }) =>
          rest.some((song) => song.songId === songId),
        );
        expect(stillPlayed.length / Math.max(1, planned.length)).toBeGreaterThan(
          planned.length > 40 ? 0.9 : 0.5,
        );
        expect(
          positions.filter(({ kind, startSeconds }) => kind === "TOH" && startSeconds % HOUR !== 0),
        ).toEqual([]);
      }),
      { numRuns: cases(25) },
    );
  });

  it("from now on: longer hours and a new spot are followed, and no spot plays twice or is lost [RUN-1]", () => {
    fc.assert(
      fc.property(
        fc.nat(1000),
        fc.integer({ min: 8 * HOUR, max: 20 * HOUR }),
        fc.integer({ min: 5, max: 55 }),
        (unitId, now, minute) => {
          const input = sampleDay({
            unitId,
            songCount: 400,
            opening: [{ from: 8 * HOUR, to: 21 * HOUR }],
          });
          const playlist = scheduleGroupDay(input);
          const begun = begunBy(playlist.positions, now);
          const hour = Math.floor(now / HOUR) + 1;
          const flash = {
            bookingId: 50,
            spotId: 9,
            kind: "AD" as const,
            name: "Flash",
            at: hour * HOUR + minute * 60,
            durationSeconds: 20,
          };
          const changed = {
            ...input,
            opening: [{ from: 8 * HOUR, to: 23 * HOUR }],
            spots: [...input.spots, flash],
          };
          const { positions } = scheduleGroupDay({ ...changed, playlist, begun });
          expect(positions.slice(0, begun.length)).toEqual(begun);
          expect(pausesAndOverlaps(positions, 23 * HOUR)).toMatchObject({ worstOverlap: 0 });
          expect(pausesAndOverlaps(positions, 23 * HOUR).longestPause).toBeLessThanOrEqual(
            TOLERANCE_SECONDS,
          );
          const spots = positions.flatMap((position) =>
            position.kind === "MUSIC"
              ? []
              : [`${position.bookingId} ${position.trace.bookedSeconds}`],
          );
          expect(new Set(spots).size).toBe(spots.length);
          const owed = changed.spots
            .filter(({ at }) => at >= 8 * HOUR && at < 23 * HOUR)
            .map(({ bookingId, at }) => `${bookingId} ${at}`);
          expect(owed.filter((spot) => !spots.includes(spot))).toEqual([]);
        },
      ),
      { numRuns: cases(25) },
    );
  });

  it("from now on, by another rule: what has begun counts for rest, artists and the day's shares", () => {
    const input = sampleDay({ songCount: 600 });
    const playlist = scheduleGroupDay(input);
    const begun = begunBy(playlist.positions, 15 * HOUR + 100);
    const { positions, summary } = scheduleGroupDay({ ...input, ruleVersion: 4, begun });
    expect(positions.slice(0, begun.length)).toEqual(begun);
    expect(songs(positions)).not.toEqual(songs(playlist.positions));
    const last = new Map<number, number>();
    for (const { songId, at } of songs(positions)) {
      expect(at - (last.get(songId) ?? Number.NEGATIVE_INFINITY)).toBeGreaterThanOrEqual(120 * 60);
      last.set(songId, at);
    }
    for (const { expected, called } of summary.shares)
      expect(Math.abs(expected - called)).toBeLessThan(1);
  });

  it("reaches a store on its own clock, also in the hour that a change of clocks repeats [RUN-1]", () => {
    const input = sampleDay({
      date: "2026-10-25",
      territory: "GB",
      opening: [{ from: 0, to: 24 * HOUR }],
      songCount: 500,
    });
    const timeZone = "Europe/London";
    const playlist = scheduleGroupDay(input);
    const before = scheduleStoreLog({ ...input, unitId: 99, timeZone, playlist });
    for (const now of ["2026-10-25T00:40:00Z", "2026-10-25T01:40:00Z", "2026-10-25T14:10:00Z"].map(
      Date.parse,
    )) {
      const begun = before.positions.filter(({ startsAt }) => startsAt <= now);
      const withdrawn = before.positions.find(
        ({ kind, startsAt }) => kind === "MUSIC" && startsAt > now,
      );
      const songId = withdrawn?.kind === "MUSIC" ? withdrawn.songId : 0;
      const { positions } = scheduleStoreLog({
        ...withoutSong(input, songId),
        unitId: 99,
        timeZone,
        playlist,
        begun,
      });
      expect(positions.slice(0, begun.length)).toEqual(begun);
      expect(songs(positions.slice(begun.length)).filter((song) => song.songId === songId)).toEqual(
        [],
      );
      const ends = positions.map(
        ({ startsAt, durationSeconds }) => startsAt + durationSeconds * 1000,
      );
      const pauses = positions.slice(1).map(({ startsAt }, place) => startsAt - (ends[place] ?? 0));
      expect(Math.min(...pauses)).toBeGreaterThanOrEqual(0);
      expect(Math.max(...pauses)).toBeLessThanOrEqual(TOLERANCE_SECONDS * 1000);
    }
  });
});
