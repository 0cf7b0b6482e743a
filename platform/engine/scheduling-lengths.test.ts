import { describe, expect, it } from "vitest";
import type { MusicPosition, PlaylistPosition } from "#contract/schedule/positions";
import type { ShareMeasure } from "#contract/schedule/separation-words";
import { sampled } from "../../tests/support/drawn-cases.ts";
import { measureDays, unequalCharts, unequalDay } from "../../tests/support/unequal-lengths.ts";
import { type SchedulingSlot, scheduleGroupDay, scheduleStoreLog } from "./scheduling";
import { hourlySpots, sampleDay, sampleRules, sampleSlot } from "./scheduling/sample-day";

const HOUR = 3600;
const days = 28;
const music = (positions: readonly PlaylistPosition[]) =>
  positions.filter((position): position is MusicPosition => position.kind === "MUSIC");

describe("songs of unequal lengths over four weeks", () => {
  it.each(
    sampled([
      [50, 30, 20],
      [60, 30, 10],
      [34, 33, 33],
      [20, 30, 50],
    ]),
  )(
    "keep every rule and play evenly whatever their length, mixed %i/%i/%i [SCH-6]",
    (...percents) => {
      const charts = unequalCharts.map((chart, place) => ({
        ...chart,
        percent: percents[place] ?? 0,
      }));
      const measured = measureDays(unequalDay({ charts }), days);
      expect(measured).toMatchObject({ broken: 0, outside: 0, overruns: 0, latestTop: 0 });
      expect(measured.silenceADay).toBeLessThanOrEqual(60);
      expect(measured.worstShare).toBeLessThan(1);
      for (const chart of measured.charts) {
        expect(Math.abs(chart.correlation)).toBeLessThanOrEqual(0.15);
        expect(chart.mostOverMean).toBeLessThanOrEqual(2);
        expect(chart.variation).toBeLessThanOrEqual(0.12);
      }
    },
  );

  it("share the time on air or the songs as the rule asks, and the day says both [SCH-8]", () => {
    const mix = [60, 30, 10];
    const charts = unequalCharts.map((chart, place) => ({ ...chart, percent: mix[place] ?? 0 }));
    const percentsBy = (shareBy: ShareMeasure) => {
      const input = unequalDay({ charts });
      const slots = input.slots.map((slot) => ({ ...slot, shareBy }));
      const { positions, summary } = scheduleGroupDay({ ...input, slots });
      const lengths = charts.map((_, place) =>
        music(positions)
          .filter(({ categoryId }) => categoryId === place + 1)
          .map(({ durationSeconds }) => durationSeconds),
      );
      const seconds = lengths.map((songs) => songs.reduce((sum, one) => sum + one, 0));
      expect(summary.shares.map((share) => [share.seconds, share.played])).toEqual(
        lengths.map((songs, place) => [seconds[place], songs.length]),
      );
      expect(summary.shares.map((share) => share.asked?.by)).toEqual(charts.map(() => shareBy));
      for (const [place, share] of summary.shares.entries())
        expect(share.asked?.percent).toBeCloseTo(mix[place] ?? 0);
      const partOf = (parts: number[]) => {
        const all = parts.reduce((sum, one) => sum + one, 0);
        return parts.map((one) => (100 * one) / all);
      };
      return { songs: partOf(lengths.map(({ length }) => length)), time: partOf(seconds) };
    };
    const farthest = (percents: number[]) =>
      Math.max(...percents.map((percent, place) => Math.abs(percent - (mix[place] ?? 0))));
    const byPlays = percentsBy("PLAYS");
    expect(farthest(byPlays.songs)).toBeLessThan(0.5);
    expect(farthest(byPlays.time)).toBeGreaterThan(5);
    expect(farthest(percentsBy("AIRTIME").time)).toBeLessThan(1);
  });

  it.runIf(process.env.TEST_ALL)(
    "leave hardly a song of a chart of hundreds unplayed, of 3,000 in all [SCH-6]",
    () => {
      const charts = [
        { name: "Current", percent: 60, songs: 1500, shortest: 150, longest: 210 },
        { name: "Recurrent", percent: 30, songs: 900, shortest: 190, longest: 270 },
        { name: "Gold", percent: 10, songs: 600, shortest: 260, longest: 380 },
      ];
      const measured = measureDays(unequalDay({ charts }), days);
      expect(measured).toMatchObject({ broken: 0, outside: 0 });
      for (const { neverPlayed } of measured.charts) expect(neverPlayed).toBeLessThanOrEqual(0.005);
    },
  );
});

describe("what gives way before a fixed point", () => {
  const onlyRest = sampleRules.filter(({ name }) => name === "MINIMUM_REST");
  /** Two hours of songs of one length and one song of another; the hour less its top is 3,590 s. */
  const day = (usual: number, odd: number, slot: Partial<SchedulingSlot> = {}) => {
    const [like] = sampleDay().songs;
    const songs = [...Array(70).fill(usual), odd].map((durationSeconds, place) => ({
      ...(like ?? {}),
      id: place + 1,
      title: `Song ${place}`,
      artist: `Artist ${place}`,
      album: null,
      durationSeconds,
      tempo: 1,
      language: null,
      mood: null,
      genre: null,
      vocal: null,
      era: null,
      energy: 1,
      active: true,
      blocked: false,
      licensedFrom: null,
      licensedTo: null,
      territories: null,
    }));
    return sampleDay({
      songs,
      categories: [{ id: 1, name: "All", songIds: songs.map(({ id }) => id) }],
      fallbackCategoryId: null,
      opening: [{ from: 8 * HOUR, to: 10 * HOUR }],
      spots: hourlySpots(8, 10).filter(({ kind }) => kind === "TOH"),
      slots: [
        sampleSlot({
          mix: [{ categoryId: 1, name: "All", percent: 100 }],
          rules: onlyRest,
          beforeFixedPoint: "PAUSE",
          ...slot,
        }),
      ],
    });
  };
  const again = (input: ReturnType<typeof day>) => {
    const playlist = scheduleGroupDay(input);
    const log = scheduleStoreLog({ ...input, unitId: 99, timeZone: "Asia/Kolkata", playlist });
    const placesOf = (positions: readonly PlaylistPosition[]) =>
      positions.map((at) => [at.startSeconds, at.kind]);
    expect([placesOf(log.positions), log.leftOut]).toEqual([placesOf(playlist.positions), []]);
    expect(scheduleGroupDay({ ...input, playlist }).positions).toEqual(playlist.positions);
    return playlist;
  };

  it("a breakable rule does before the music pauses [SCH-6]", () => {
    // 18 songs of 197 s leave 44 s, which only the one song of 241 s fills, in both hours
    const breakable = onlyRest.map((rule) => ({ ...rule, breakable: true }));
    const { summary } = again(day(197, 241, { rules: breakable, longestPauseSeconds: 60 }));
    expect(summary.gaps).toEqual([]);
    expect(summary.violations.map(({ broken, relaxed }) => [broken, relaxed])).toEqual([
      [["MINIMUM_REST"], []],
    ]);
  });

  it("a pause up to the longest does before an unbreakable rule, and says so [SCH-6]", () => {
    for (const beforeFixedPoint of ["PAUSE", "BREAK_RULE"] as const) {
      const { summary, positions } = again(
        day(197, 241, { beforeFixedPoint, longestPauseSeconds: 60 }),
      );
      expect(summary.violations).toEqual([]);
      expect(summary.gaps).toEqual([
        { startSeconds: 9 * HOUR + 3556, seconds: 44, before: "CLOSE", chosen: true },
      ]);
      expect(music(positions).some(({ trace }) => trace.fit?.keepsRules)).toBe(true);
    }
  });

  it("an unbreakable rule that no song of the chart keeps, of whatever length, is relaxed before a pause as elsewhere [SCH-6]", () => {
    const alike = day(197, 197, {
      rules: [{ name: "LANGUAGE_IN_A_ROW", most: 1, breakable: false }],
      longestPauseSeconds: 60,
    });
    const { summary, positions } = again({
      ...alike,
      songs: alike.songs.map((song) => ({ ...song, language: 1 })),
    });
    expect(summary.gaps.map(({ seconds }) => seconds)).toEqual([44, 44]);
    const [, ...others] = music(positions);
    expect(new Set(others.flatMap(({ trace }) => trace.relaxed))).toEqual(
      new Set(["LANGUAGE_IN_A_ROW"]),
    );
    expect(music(positions).filter(({ trace }) => trace.fit?.forLength)).toEqual([]);
  });

  it("a top of the hour waits for the end of a song as long as it may, and no longer [SCH-6]", () => {
    // 18 songs of 190 s leave 170 s, and the nineteenth ends 20 s after the hour
    const waiting = again(day(190, 190, { topWaitSeconds: 20 }));
    const top = waiting.positions.filter(({ kind }) => kind === "TOH").at(-1);
    expect(top).toMatchObject({
      startSeconds: 9 * HOUR + 20,
      trace: { why: "TOP_OF_HOUR", movedSeconds: 20, because: "SONG_END" },
    });
    expect(waiting.summary).toMatchObject({ violations: [], worstOverrunSeconds: 0 });
    const exact = again(day(190, 190, { topWaitSeconds: 19 }));
    expect(
      exact.positions.filter(({ kind }) => kind === "TOH").map(({ startSeconds }) => startSeconds),
    ).toEqual([8 * HOUR, 9 * HOUR]);
  });

  it("an unbreakable rule never does, unless the person chose that [SCH-6]", () => {
    // 17 songs of 200 s and one of 190 s fill the hour; that one has not rested in the second
    const strictSummary = again(day(200, 190)).summary;
    expect([strictSummary.violations, strictSummary.gaps.map(({ seconds }) => seconds)]).toEqual([
      [],
      [190],
    ]);
    const chosen = again(day(200, 190, { beforeFixedPoint: "BREAK_RULE" })).summary;
    expect([chosen.gaps, chosen.violations.map(({ relaxed }) => relaxed)]).toEqual([
      [],
      [["MINIMUM_REST"]],
    ]);
  });
});
