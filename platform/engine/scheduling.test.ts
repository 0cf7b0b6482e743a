import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { creditedNames, plainTitle, splitCredit } from "#contract/schedule/artist-credit";
import type { LogPosition, MusicPosition, PlaylistPosition } from "#contract/schedule/positions";
import { cases } from "../../tests/support/drawn-cases.ts";
import {
  type GroupDayInput,
  type ScheduledPlay,
  scheduleGroupDay,
  scheduleStoreLog,
} from "./scheduling";
import { TOLERANCE_SECONDS } from "./scheduling/fit-target";
import { hourlySpots, sampleDay, sampleRules, sampleSlot } from "./scheduling/sample-day";

const HOUR = 3600;
const isMusic = (position: PlaylistPosition): position is MusicPosition =>
  position.kind === "MUSIC";
const music = (positions: readonly PlaylistPosition[]) => positions.filter(isMusic);
const songsOf = (positions: readonly PlaylistPosition[]) =>
  music(positions).map(({ songId }) => songId);
const asHistory = (positions: readonly PlaylistPosition[], daysAgo: number): ScheduledPlay[] =>
  music(positions).map(({ songId, startSeconds }) => ({
    songId,
    at: startSeconds - daysAgo * 24 * HOUR,
  }));
/** Seconds for which nothing plays or two things play, from opening to closing. */
function pausesAndOverlaps(positions: readonly PlaylistPosition[], from: number, to: number) {
  const ends = positions.map(({ startSeconds, durationSeconds }) => startSeconds + durationSeconds);
  const starts = [...positions.map(({ startSeconds }) => startSeconds), to];
  const pauses = starts.map((start, place) => start - (ends[place - 1] ?? from));
  return {
    longestPause: Math.max(...pauses),
    worstOverlap: Math.max(0, ...pauses.map((pause) => -pause)),
  };
}

describe("a group's day", () => {
  it("is the same for the same input, and another one for another date, unit or rule version", () => {
    fc.assert(
      fc.property(fc.nat(1000), (unitId) => {
        const input = sampleDay({ unitId });
        const playlist = scheduleGroupDay(input);
        expect(scheduleGroupDay(structuredClone(input))).toEqual(playlist);
        const order = songsOf(playlist.positions).join();
        for (const other of [{ date: "2026-05-13" }, { unitId: unitId + 1 }, { ruleVersion: 4 }]) {
          expect(songsOf(scheduleGroupDay({ ...input, ...other }).positions).join()).not.toBe(
            order,
          );
        }
      }),
      { numRuns: cases(8) },
    );
  });

  it("leaves no pause above the tolerance, cuts no song and keeps TOH and ads at their second", () => {
    fc.assert(
      fc.property(
        fc.nat(10_000),
        fc.integer({ min: 300, max: 2000 }),
        fc.integer({ min: 0, max: 3599 }),
        (unitId, songCount, adSecond) => {
          // An ad too near the hour is moved to make one break with the TOH; those are proved on their own.
          const offset = Math.min(Math.max(adSecond, 400), 3200);
          const spots = hourlySpots(8, 24).map((spot) =>
            spot.kind === "AD" ? { ...spot, at: spot.at - 1200 + offset } : spot,
          );
          const { positions, summary } = scheduleGroupDay(
            sampleDay({ unitId, songCount, seed: unitId, spots }),
          );
          const { longestPause, worstOverlap } = pausesAndOverlaps(positions, 8 * HOUR, 24 * HOUR);
          expect(worstOverlap).toBe(0);
          expect(longestPause).toBeLessThanOrEqual(TOLERANCE_SECONDS);
          expect(summary).toMatchObject({ gaps: [], refused: [], worstOverrunSeconds: 0 });
          expect(summary.worstAdMoveSeconds).toBeLessThanOrEqual(60);
          for (const spot of spots.filter(({ kind }) => kind === "TOH")) {
            expect(positions).toContainEqual(
              expect.objectContaining({ bookingId: spot.bookingId, startSeconds: spot.at }),
            );
          }
          const lengths = new Map(
            sampleDay({ songCount, seed: unitId }).songs.map(({ id, durationSeconds }) => [
              id,
              durationSeconds,
            ]),
          );
          for (const { songId, durationSeconds } of music(positions))
            expect(durationSeconds).toBe(lengths.get(songId));
        },
      ),
      { numRuns: cases(25) },
    );
  });

  it("gives each category its share to within one song, rounding carried over hours and slots, spots not counted", () => {
    const mixes = fc.tuple(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 38 }));
    fc.assert(
      fc.property(mixes, mixes, fc.nat(1000), ([a, b], [c, d], unitId) => {
        const mixOf = (first: number, second: number) =>
          [first, second, 100 - first - second].map((percent, place) => ({
            categoryId: place + 1,
            name: `C${place + 1}`,
            percent,
          }));
        const slots = [
          sampleSlot({ id: 1, to: 15 * HOUR, mix: mixOf(a, b) }),
          sampleSlot({ id: 2, from: 15 * HOUR, mix: mixOf(c, d) }),
        ];
        const { summary, positions } = scheduleGroupDay(sampleDay({ unitId, slots }));
        for (const { expected, called } of summary.shares)
          expect(Math.abs(expected - called)).toBeLessThanOrEqual(1);
        expect(summary.shares.reduce((sum, { called }) => sum + called, 0)).toBe(
          music(positions).length,
        );
        expect(summary.songs).toBe(music(positions).length);
      }),
      { numRuns: cases(25) },
    );
  });

  it("never breaks separation while the pool suffices, over a week with its history", () => {
    let history: ScheduledPlay[] = [];
    const orders = new Set<string>();
    for (let day = 1; day <= 7; day++) {
      const input = sampleDay({ date: `2026-05-1${day}`, songCount: 3000, history });
      const { positions, summary } = scheduleGroupDay(input);
      expect(summary.violations).toEqual([]);
      expectSeparated(input, positions);
      orders.add(songsOf(positions).join());
      history = [
        ...history.map(({ songId, at }) => ({ songId, at: at - 24 * HOUR })),
        ...asHistory(positions, 1),
      ];
    }
    expect(orders.size).toBe(7);
  });

  it("plays no song in the hour it had yesterday, nor in the one it has tomorrow", () => {
    const today = scheduleGroupDay(sampleDay());
    const hoursOf = (positions: readonly PlaylistPosition[]) =>
      music(positions).map(
        ({ songId, startSeconds }) => `${songId}@${Math.floor(startSeconds / HOUR)}`,
      );
    const slots = [sampleSlot({ rules: [{ name: "DAY_OFFSET", breakable: false }] })];
    const neighbours = {
      history: asHistory(today.positions, 1),
      later: asHistory(today.positions, -1),
    };
    for (const plays of [{ history: neighbours.history }, { later: neighbours.later }]) {
      const next = scheduleGroupDay(
        sampleDay({ date: "2026-05-13", songCount: 600, slots, ...plays }),
      );
      const before = new Set(hoursOf(today.positions));
      expect(hoursOf(next.positions).filter((one) => before.has(one))).toEqual([]);
    }
  });

  it("never falls silent with a thin pool: it records each rule it breaks and each fallback", () => {
    fc.assert(
      fc.property(fc.integer({ min: 25, max: 80 }), fc.nat(1000), (songCount, unitId) => {
        const input = sampleDay({ songCount, unitId });
        const { positions, summary } = scheduleGroupDay(input);
        const { longestPause, worstOverlap } = pausesAndOverlaps(positions, 8 * HOUR, 24 * HOUR);
        expect(worstOverlap).toBe(0);
        const stated = Math.max(TOLERANCE_SECONDS, ...summary.gaps.map(({ seconds }) => seconds));
        expect(longestPause).toBeLessThanOrEqual(Math.min(stated, 60));
        expectSeparated(input, positions);
      }),
      { numRuns: cases(20) },
    );
    const three = scheduleGroupDay(
      sampleDay({
        songs: sampleDay()
          .songs.filter(({ active, blocked }) => active && !blocked)
          .slice(0, 3),
      }),
    );
    expect(pausesAndOverlaps(three.positions, 8 * HOUR, 24 * HOUR).worstOverlap).toBe(0);
    expect(three.summary.musicSeconds).toBeGreaterThan(15 * HOUR);
    expect(three.summary.violations.length).toBeGreaterThan(100);
  });

  it("uses the fallback category, then the whole library, where a category is empty, and says so", () => {
    const empty = sampleDay().categories.map((category) =>
      category.id === 1 ? { ...category, songIds: [] } : category,
    );
    const withFallback = scheduleGroupDay(sampleDay({ categories: empty }));
    expect(withFallback.summary.violations.some(({ stage }) => stage === "FALLBACK")).toBe(true);
    const without = scheduleGroupDay(sampleDay({ categories: empty, fallbackCategoryId: null }));
    expect(without.summary.violations.some(({ stage }) => stage === "LEAST_RECENT")).toBe(true);
    expect([withFallback.summary.gaps, without.summary.gaps]).toEqual([[], []]);
    const [share] = without.summary.shares.filter(({ categoryId }) => categoryId === 1);
    expect(share).toMatchObject({ played: 0 });
  });

  it("states the silence when nothing at all may play", () => {
    const { summary } = scheduleGroupDay(sampleDay({ songs: [], spots: [] }));
    expect(summary.gaps).toEqual([{ startSeconds: 8 * HOUR, seconds: 16 * HOUR, before: "CLOSE" }]);
  });

  it("plays only songs that are active, licensed here and now, not blocked, and of the slot's languages and moods", () => {
    const input = sampleDay({
      songCount: 2000,
      slots: [sampleSlot({ languages: [1, 2], moods: [3] })],
    });
    const songs = new Map(input.songs.map((song) => [song.id, song]));
    for (const songId of songsOf(scheduleGroupDay(input).positions)) {
      const song = songs.get(songId);
      expect(song).toMatchObject({
        active: true,
        blocked: false,
        licensedTo: null,
        territories: null,
        mood: 3,
      });
      expect([1, 2]).toContain(song?.language);
    }
  });

  it("keeps locked positions to the second and keeps their songs and artists apart from what is made anew around them", () => {
    fc.assert(
      fc.property(fc.integer({ min: 9, max: 22 }), fc.nat(1000), (hour, ruleVersion) => {
        const first = scheduleGroupDay(sampleDay({ songCount: 3000 }));
        const inHour = (startSeconds: number) => Math.floor(startSeconds / HOUR) === hour;
        const locked = music(first.positions)
          .filter(({ startSeconds }) => !inHour(startSeconds))
          .map(({ songId, startSeconds, categoryId }) => ({
            songId,
            at: startSeconds,
            categoryId,
          }));
        const input = sampleDay({ songCount: 3000, locked, ruleVersion: ruleVersion + 10 });
        const second = scheduleGroupDay(input);
        const lockedPositions = music(second.positions).filter((position) => position.locked);
        expect(lockedPositions.map(({ songId, startSeconds }) => [songId, startSeconds])).toEqual(
          locked.map(({ songId, at }) => [songId, at]),
        );
        expect(second.summary).toMatchObject({ gaps: [], refused: [] });
        expectSeparated(input, second.positions);
      }),
      { numRuns: cases(10) },
    );
  });

  it("puts ads booked for one time into one break, floats promos to a song's end and refuses what lies outside the hours", () => {
    const spots = [
      ...hourlySpots(8, 24).filter(({ kind }) => kind === "TOH"),
      {
        bookingId: 5001,
        spotId: 5001,
        kind: "AD" as const,
        name: "A",
        at: 10 * HOUR + 1200,
        durationSeconds: 30,
      },
      {
        bookingId: 5002,
        spotId: 5002,
        kind: "AD" as const,
        name: "B",
        at: 10 * HOUR + 1200,
        durationSeconds: 30,
      },
      {
        bookingId: 5003,
        spotId: 5003,
        kind: "AD" as const,
        name: "C",
        at: 11 * HOUR - 50,
        durationSeconds: 20,
      },
      {
        bookingId: 5004,
        spotId: 5004,
        kind: "AD" as const,
        name: "D",
        at: 3 * HOUR,
        durationSeconds: 20,
      },
      {
        bookingId: 5005,
        spotId: 5005,
        kind: "JINGLE" as const,
        name: "E",
        at: 12 * HOUR + 100,
        durationSeconds: 15,
      },
    ];
    const { positions, summary } = scheduleGroupDay(sampleDay({ spots }));
    const startOf = (id: number) =>
      positions.find((position) => position.kind !== "MUSIC" && position.bookingId === id)
        ?.startSeconds;
    expect([startOf(5001), startOf(5002)]).toEqual([10 * HOUR + 1200, 10 * HOUR + 1230]);
    expect(startOf(5003)).toBe(11 * HOUR - 20);
    expect(summary.refused).toEqual([
      { kind: "AD", id: 5004, bookingId: 5004, atSeconds: 3 * HOUR, because: "CLOSED" },
    ]);
    expect(startOf(5005)).toBeGreaterThanOrEqual(12 * HOUR + 100);
    expect(summary.gaps).toEqual([]);
  });

  it("keeps each ad in the hour it is sold for, however many are booked and wherever", () => {
    const bookings = fc.array(
      fc.tuple(fc.integer({ min: 8 * HOUR, max: 24 * HOUR - 1 }), fc.constantFrom(10, 20, 40)),
      { maxLength: 100 },
    );
    fc.assert(
      fc.property(bookings, (booked) => {
        const ads = booked.map(([at, durationSeconds], place) => ({
          bookingId: 5000 + place,
          spotId: 77,
          kind: "AD" as const,
          name: "Ad",
          at,
          durationSeconds,
        }));
        const spots = [...hourlySpots(8, 24).filter(({ kind }) => kind !== "AD"), ...ads];
        const { positions, summary } = scheduleGroupDay(sampleDay({ spots }));
        expect(pausesAndOverlaps(positions, 8 * HOUR, 24 * HOUR).worstOverlap).toBe(0);
        const placed = positions.flatMap((position) => (position.kind === "AD" ? [position] : []));
        expect(placed.length + summary.refused.length).toBe(ads.length);
        for (const { startSeconds, trace } of placed) {
          expect(Math.floor(startSeconds / HOUR)).toBe(Math.floor(trace.bookedSeconds / HOUR));
          expect(trace.movedSeconds).toBe(startSeconds - trace.bookedSeconds);
        }
      }),
      // there an ad that was moved waits for the end of a song besides: both count from its booking
      {
        numRuns: cases(25),
        examples: [[[[39600, 10] as [number, number], [39681, 10] as [number, number]]]],
      },
    );
  });

  it("makes one break of ads between which and the top of the hour no song has room", () => {
    const ads = [1, 2].map((id) => ({
      bookingId: 5000 + id,
      spotId: 77,
      kind: "AD" as const,
      name: "Ad",
      at: 20 * HOUR - 229,
      durationSeconds: 40,
    }));
    const spots = [...hourlySpots(8, 24).filter(({ kind }) => kind !== "AD"), ...ads];
    const { positions, summary } = scheduleGroupDay(sampleDay({ spots }));
    const placed = positions.flatMap((position) => (position.kind === "AD" ? [position] : []));
    expect(placed.map(({ startSeconds }) => startSeconds)).toEqual([
      20 * HOUR - 80,
      20 * HOUR - 40,
    ]);
    expect(placed.map(({ trace }) => [trace.why, trace.movedSeconds])).toEqual([
      ["BUMPED", 149],
      ["BUMPED", 189],
    ]);
    expect(summary.gaps).toEqual([]);
  });

  it("leaves ads where they are booked, however near each other, where the next can wait for a song's end", () => {
    const ads = [1200, 1300, 1420].map((at, place) => ({
      bookingId: 5000 + place,
      spotId: 77,
      kind: "AD" as const,
      name: "Ad",
      at: 14 * HOUR + at,
      durationSeconds: 20,
    }));
    const spots = [...hourlySpots(8, 24).filter(({ kind }) => kind !== "AD"), ...ads];
    const { positions, summary } = scheduleGroupDay(sampleDay({ spots }));
    const moved = positions.flatMap((position) =>
      position.kind === "AD" ? [position.trace.movedSeconds] : [],
    );
    expect([moved[0], moved[2], summary.gaps]).toEqual([0, 0, []]);
  });

  it("lets an event playlist take over, songs in their order, and the weekday's slot go before the default", () => {
    const source = { level: "GROUP" as const, unitId: 7, name: "North" };
    const slots = [sampleSlot({ id: 1 }), sampleSlot({ id: 2, name: "Tuesday", weekdays: [2] })];
    const listed = sampleDay()
      .songs.filter(
        ({ active, blocked, licensedTo, territories }) =>
          active && !blocked && !licensedTo && !territories,
      )
      .slice(0, 40)
      .map(({ id }) => id);
    const events = [
      {
        id: 4,
        name: "Opening",
        source,
        from: 10 * HOUR,
        to: 12 * HOUR,
        songIds: listed,
        loops: false,
      },
    ];
    const { positions } = scheduleGroupDay(sampleDay({ slots, events }));
    const during = music(positions).filter(
      ({ startSeconds }) => startSeconds >= 10 * HOUR && startSeconds < 12 * HOUR,
    );
    expect(
      during.every(({ songId, trace }) => listed.includes(songId) && trace.event?.id === 4),
    ).toBe(true);
    expect(during.slice(0, 3).map(({ songId }) => songId)).toEqual(listed.slice(0, 3));
    expect(new Set(music(positions).map(({ slotId }) => slotId))).toEqual(new Set([2]));
  });

  it("splits credits into artists", () => {
    expect(splitCredit("Asha feat. Ravi & Mira")).toEqual(["asha", "ravi", "mira"]);
    expect(splitCredit("A vs. B x C, D ft. E")).toEqual(["a", "b", "c", "d", "e"]);
    expect(splitCredit("Maxx Feature")).toEqual(["maxx feature"]);
    expect(splitCredit("A × B | C और D")).toEqual(["a", "b", "c", "d"]);
    expect(splitCredit("!!! & 2.0")).toEqual(["!!!", "2 0"]);
    // people read names as the credit writes them
    expect(creditedNames("(Asha) feat. RAVI & McMira")).toEqual(["Asha", "RAVI", "McMira"]);
  });
});

it("one name is one artist and one title however it is spelt [SCH-3]", () => {
  for (const [one, other] of [
    ["The Beatles", "Beatles"],
    ["Beyoncé", "BEYONCE"],
    ["A.R. Rahman", "A. R. Rahman"],
    ["Guns N’ Roses", "Guns N' Roses"],
    ["Jay-Z", "Jay Z"],
  ] as const)
    expect(splitCredit(one)).toEqual(splitCredit(other));
  for (const title of [
    "Tum Hi Ho – Unplugged",
    "Tum Hi Ho — Live",
    "Tum Hi Ho - Remix",
    "Tum Hi Ho (Reprise)",
    "Tum Hi Ho | Film",
    "Tum Hi Ho feat. B",
  ])
    expect(plainTitle(title)).toBe("tum hi ho");
  // vowel signs are letters: these are two names
  expect(splitCredit("किरण")).not.toEqual(splitCredit("करण"));
  expect(splitCredit("Thebes")).toEqual(["thebes"]);
});

describe("a store's log", () => {
  const playlist = scheduleGroupDay(sampleDay());

  it("is the group's playlist, without a difference, where hours and spots are the group's, thin pool or not", () => {
    fc.assert(
      fc.property(fc.integer({ min: 40, max: 1500 }), fc.nat(1000), (songCount, unitId) => {
        const input = sampleDay({ songCount, unitId });
        const group = scheduleGroupDay(input);
        const log = scheduleStoreLog({
          ...input,
          unitId: 99,
          timeZone: "Asia/Kolkata",
          playlist: group,
        });
        expect(log.positions.map(({ startSeconds, kind }) => [startSeconds, kind])).toEqual(
          group.positions.map(({ startSeconds, kind }) => [startSeconds, kind]),
        );
        expect(songsOf(log.positions)).toEqual(songsOf(group.positions));
        expect([log.leftOut, log.positions.filter(({ trace }) => trace.difference)]).toEqual([
          [],
          [],
        ]);
      }),
      // there a promo moves a song to where its artist may sing again
      { numRuns: cases(20), examples: [[45, 191]] },
    );
  });

  it("accounts for every song of the plan and every position that is not of it", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 14 }),
        fc.integer({ min: 2, max: 16 }),
        fc.integer({ min: 0, max: 3000 }),
        fc.nat(50),
        (open, hours, ad, seed) => {
          const from = (8 + open) * HOUR + 600;
          const to = Math.min(24 * HOUR, from + hours * HOUR);
          const base = sampleDay();
          const songs = base.songs.map((song) => ({
            ...song,
            blocked: song.blocked || song.id % 20 === seed % 20,
          }));
          const spots = [
            ...base.spots,
            {
              bookingId: 9001,
              spotId: 77,
              kind: "AD" as const,
              name: "Local",
              at: from + ad,
              durationSeconds: 30,
            },
          ];
          const log = scheduleStoreLog({
            ...base,
            unitId: seed,
            songs,
            opening: [{ from, to }],
            spots,
            timeZone: "Asia/Kolkata",
            playlist,
          });
          const { longestPause, worstOverlap } = pausesAndOverlaps(log.positions, from, to);
          expect(worstOverlap).toBe(0);
          expect(longestPause).toBeLessThanOrEqual(
            Math.max(TOLERANCE_SECONDS, ...log.summary.gaps.map(({ seconds }) => seconds)),
          );
          const planned = new Map(
            music(playlist.positions).map(({ startSeconds, songId }) => [startSeconds, songId]),
          );
          const accounted: number[] = [];
          for (const { songId, startSeconds, trace } of music(log.positions)) {
            const { difference } = trace;
            if (difference?.kind === "INSERTED") continue;
            const at =
              difference && "plannedSeconds" in difference
                ? difference.plannedSeconds
                : startSeconds;
            expect(planned.get(at)).toBe(
              difference?.kind === "REPLACED" ? difference.plannedSongId : songId,
            );
            accounted.push(at);
          }
          accounted.push(
            ...log.leftOut.flatMap((one) => (one.kind === "SONG" ? [one.plannedSeconds] : [])),
          );
          expect(accounted.sort((a, b) => a - b)).toEqual([...planned.keys()]);
          const local = log.positions.find(
            (position) => position.kind !== "MUSIC" && position.bookingId === 9001,
          );
          if (local) expect(local.trace.difference).toEqual({ kind: "SPOT_INSERTED" });
          else
            expect(log.summary.refused).toContainEqual(
              expect.objectContaining({ bookingId: 9001 }),
            );
        },
      ),
      { numRuns: cases(40) },
    );
  });

  it("keeps the plan but for the hour in which a shop has a break of its own", () => {
    // without artist separation: a song that plays some minutes later than planned is then too near to
    // no other
    const base = sampleDay({
      slots: [
        sampleSlot({ rules: sampleRules.filter(({ name }) => name !== "ARTIST_SEPARATION") }),
      ],
    });
    const spots = [
      ...base.spots,
      {
        bookingId: 9001,
        spotId: 77,
        kind: "AD" as const,
        name: "Local",
        at: 10 * HOUR + 2000,
        durationSeconds: 30,
      },
    ];
    const log = scheduleStoreLog({
      ...base,
      spots,
      timeZone: "Asia/Kolkata",
      playlist: scheduleGroupDay(base),
    });
    const hours = log.positions
      .filter(({ trace }) => trace.difference)
      .map(({ startSeconds }) => Math.floor(startSeconds / HOUR));
    expect(new Set(hours)).toEqual(new Set([10]));
    expect(log.leftOut.length).toBeLessThan(5);
    expect(log.summary.gaps).toEqual([]);
  });

  it.each([
    ["Europe/Paris", "2026-03-29", 23, undefined],
    ["Europe/Paris", "2026-10-25", 25, 3],
    ["America/New_York", "2026-03-08", 23, undefined],
    ["America/New_York", "2026-11-01", 25, 2],
    ["Asia/Kolkata", "2026-03-29", 24, undefined],
  ])(
    "in %s on %s is %i real hours long, with a TOH at the top of each but one that comes again",
    (timeZone, date, hours, again) => {
      const input = sampleDay({
        date,
        songCount: 3000,
        opening: [{ from: 0, to: 24 * HOUR }],
        spots: hourlySpots(0, 24),
      });
      const group = scheduleGroupDay(input);
      const log = scheduleStoreLog({ ...input, timeZone, playlist: group });
      const last = log.positions.at(-1) as LogPosition;
      const first = log.positions[0] as LogPosition;
      expect(last.startsAt + last.durationSeconds * 1000 - first.startsAt).toBeGreaterThanOrEqual(
        hours * HOUR * 1000 - TOLERANCE_SECONDS * 1000,
      );
      expect(last.startsAt + last.durationSeconds * 1000 - first.startsAt).toBeLessThanOrEqual(
        hours * HOUR * 1000,
      );
      const tops = log.positions.filter(({ kind }) => kind === "TOH");
      const elapsed = Array.from({ length: hours }, (_, hour) => hour).filter(
        (hour) => hour !== again,
      );
      expect(tops.map(({ startsAt }) => (startsAt - first.startsAt) / 1000 / HOUR)).toEqual(
        elapsed,
      );
      const show = new Intl.DateTimeFormat("en-GB", {
        timeZone,
        hour: "2-digit",
        minute: "2-digit",
        second: "2-digit",
      });
      for (const { startsAt, startSeconds } of log.positions) {
        expect(show.format(startsAt)).toBe(
          new Date(startSeconds * 1000).toISOString().slice(11, 19),
        );
      }
      expect(log.summary).toMatchObject({ gaps: [], worstOverrunSeconds: 0 });
      const because = [...new Set(log.leftOut.map((one) => one.because))];
      const repeated = music(log.positions).filter(
        ({ trace: { difference } }) =>
          difference?.kind === "INSERTED" && difference.because === "REPEATED_HOUR",
      );
      if (hours === 23) expect(because).toContain("SKIPPED_HOUR");
      expect(repeated.length > 10).toBe(hours === 25);
    },
  );
});

/**
 * Checks separation from the positions alone: what is nearer than the rule asks must be recorded as
 * broken or relaxed.
 */
function expectSeparated(
  { songs, slots, history }: GroupDayInput,
  positions: readonly PlaylistPosition[],
) {
  const credits = new Map(songs.map(({ id, artist }) => [id, splitCredit(artist)]));
  const minutes = new Map(
    slots[0]?.rules.flatMap((rule) =>
      "minutes" in rule ? [[rule.name, rule.minutes] as const] : [],
    ),
  );
  const lastSong = new Map<number, number>();
  const lastArtist = new Map<string, number>();
  const hear = (songId: number, at: number) => {
    lastSong.set(songId, at);
    for (const artist of credits.get(songId) ?? []) lastArtist.set(artist, at);
  };
  for (const { songId, at } of [...history].sort((a, b) => a.at - b.at)) hear(songId, at);
  for (const { songId, startSeconds, trace } of music(positions)) {
    const recorded = [...trace.broken, ...trace.relaxed];
    const since = (last: number | undefined) => startSeconds - (last ?? Number.NEGATIVE_INFINITY);
    if (since(lastSong.get(songId)) < (minutes.get("MINIMUM_REST") ?? 0) * 60)
      expect(recorded).toContain("MINIMUM_REST");
    const artistAsked = (minutes.get("ARTIST_SEPARATION") ?? 0) * 60;
    if ((credits.get(songId) ?? []).some((artist) => since(lastArtist.get(artist)) < artistAsked))
      expect(recorded).toContain("ARTIST_SEPARATION");
    hear(songId, startSeconds);
  }
}
