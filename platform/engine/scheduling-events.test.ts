import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { LogPosition, PlaylistPosition } from "#contract/schedule/positions";
import { pauseLimits } from "#contract/schedule/separation-words";
import { cases } from "../../tests/support/drawn-cases.ts";
import {
  type GroupDayInput,
  type SchedulingEvent,
  scheduleGroupDay,
  scheduleStoreLog,
  zoneClock,
} from "./scheduling";
import { hourlySpots, sampleDay } from "./scheduling/sample-day";

const HOUR = 3600;
const source = { level: "GROUP" as const, unitId: 7, name: "North" };
const playable = sampleDay()
  .songs.filter(
    ({ active, blocked, licensedTo, territories }) =>
      active && !blocked && !licensedTo && !territories,
  )
  .map(({ id }) => id);

/**
 * Events as people make them: every five minutes, some over one another, of own songs in order or
 * drawn by the slot's rules.
 */
const drawnEvent = fc.record({
  fromMinute: fc.integer({ min: 9 * 12, max: 24 * 12 }).map((fives) => fives * 5),
  minutes: fc.integer({ min: 4, max: 60 }).map((fives) => fives * 5),
  songs: fc.integer({ min: 12, max: 60 }),
  inOrder: fc.boolean(),
});
function dayWith(
  drawn: { fromMinute: number; minutes: number; songs: number; inOrder: boolean }[],
  over: Partial<GroupDayInput> = {},
) {
  const day = sampleDay({
    opening: [{ from: 8 * HOUR, to: 26 * HOUR }],
    spots: hourlySpots(8, 26),
    ...over,
  });
  const events: SchedulingEvent[] = [];
  const categories = [...day.categories];
  for (const [place, { fromMinute, minutes, songs, inOrder }] of drawn.entries()) {
    const id = place + 1;
    const songIds = playable.slice(place * 60, place * 60 + songs);
    const hours = { from: fromMinute * 60, to: (fromMinute + minutes) * 60 };
    if (!inOrder) categories.push({ id: -id, name: `Event ${id}`, songIds });
    events.push({
      id,
      name: `Event ${id}`,
      source,
      ...hours,
      ...(inOrder
        ? { songIds, loops: place % 2 === 1 }
        : { category: { id: -id, name: `Event ${id}` } }),
    });
  }
  return { ...day, events, categories };
}

/**
 * The event that holds at a second, the first of the list where several do: written from the
 * domain's words, not from the engine.
 */
const holding = (events: readonly (SchedulingEvent & { from: number; to: number })[], at: number) =>
  events.find(({ from, to }) => from <= at && at < to)?.id ?? null;

type PlacedPosition = { start: number; seconds: number; position: PlaylistPosition };
/**
 * Checks what holds for any day with events, whatever the clock: `events` and `placed` count the
 * same seconds.
 */
function expectHandedOver(
  events: readonly SchedulingEvent[],
  placed: readonly PlacedPosition[],
  opening: { from: number; to: number },
) {
  const borders = [...new Set(events.flatMap(({ from, to }) => [from, to]))].filter(
    (at) => opening.from < at && at < opening.to && holding(events, at) !== holding(events, at - 1),
  );
  for (const border of borders) {
    // nothing plays across it, so no song is cut; and the music stops at most the short pause before it
    const across = placed.filter(
      ({ start, seconds }) => start < border && border < start + seconds,
    );
    expect(across).toEqual([]);
    const before = placed.filter(({ start }) => start < border).at(-1);
    const after = placed.find(({ start }) => start >= border);
    expect(border - ((before?.start ?? 0) + (before?.seconds ?? 0))).toBeLessThanOrEqual(
      pauseLimits.usual,
    );
    expect(after?.start).toBe(border);
  }
  for (const { start, position } of placed) {
    if (position.kind === "MUSIC")
      expect(position.trace.event?.id ?? null).toBe(holding(events, start));
  }
}

const ofGroup = (positions: readonly PlaylistPosition[]): PlacedPosition[] =>
  positions.map((position) => ({
    start: position.startSeconds,
    seconds: position.durationSeconds,
    position,
  }));

describe("event playlists [SCH-3]", () => {
  it("take over and give back on the second, past midnight and over one another, and cut no song", () => {
    fc.assert(
      fc.property(
        fc.array(drawnEvent, { minLength: 1, maxLength: 3 }),
        fc.nat(1000),
        (drawn, unitId) => {
          const input = dayWith(drawn, { unitId });
          const { positions, summary } = scheduleGroupDay(input);
          expect(summary).toMatchObject({ worstOverrunSeconds: 0, refused: [] });
          expectHandedOver(input.events, ofGroup(positions), { from: 8 * HOUR, to: 26 * HOUR });
          for (const { trace } of positions)
            if ("rest" in trace && trace.stage === "EVENT")
              expect(trace.rest.seconds ?? Number.POSITIVE_INFINITY).toBeGreaterThanOrEqual(
                trace.rest.askedSeconds ?? 0,
              );
        },
      ),
      { numRuns: cases(40) },
    );
  });

  it("hold in a store's log at their second by its own clock, also where the clocks change", () => {
    const days = fc.constantFrom("2026-03-29", "2026-10-25", "2026-06-01");
    fc.assert(
      fc.property(
        days,
        fc.integer({ min: 0, max: 48 }),
        fc.integer({ min: 12, max: 48 }),
        (date, fromFive, fives) => {
          const fromMinute = fromFive * 5;
          const minutes = fives * 5;
          const opening = [{ from: 0, to: 8 * HOUR }];
          const input = dayWith([{ fromMinute, minutes, songs: 40, inOrder: true }], {
            date,
            opening,
            spots: hourlySpots(0, 8),
          });
          const log = scheduleStoreLog({
            ...input,
            timeZone: "Europe/London",
            playlist: scheduleGroupDay(input),
          });
          const clock = zoneClock(date, "Europe/London");
          const elapsed = input.events.map((event) => ({
            ...event,
            from: clock.startOf(event.from),
            to: clock.endOf(event.to),
          }));
          const placed = log.positions.map((position: LogPosition) => ({
            start: (position.startsAt - clock.instantAt(0)) / 1000,
            seconds: position.durationSeconds,
            position,
          }));
          expectHandedOver(elapsed, placed, { from: 0, to: clock.endOf(8 * HOUR) });
        },
      ),
      { numRuns: cases(30) },
    );
  });

  it("leave the group's playlist and a store's log one where hours and spots are the same", () => {
    fc.assert(
      fc.property(
        fc.array(drawnEvent, { minLength: 1, maxLength: 3 }),
        fc.nat(1000),
        (drawn, unitId) => {
          const input = dayWith(drawn, { unitId });
          const group = scheduleGroupDay(input);
          const log = scheduleStoreLog({ ...input, timeZone: "Asia/Kolkata", playlist: group });
          const listStarts = (positions: readonly PlaylistPosition[]) =>
            positions.map((position) => [
              position.startSeconds,
              position.kind === "MUSIC" ? position.songId : position.kind,
            ]);
          expect(listStarts(log.positions)).toEqual(listStarts(group.positions));
          expect([log.leftOut, log.positions.filter(({ trace }) => trace.difference)]).toEqual([
            [],
            [],
          ]);
        },
      ),
      { numRuns: cases(20) },
    );
  });

  it("take over in one store's log alone; before and after it the store plays with its group", () => {
    // songs and artists of the event alone, so that none of them is too near to what the group plays
    // after it
    const own = sampleDay({ songCount: 40 }).songs.map((song) => ({
      ...song,
      id: song.id + 10_000,
      title: `Own ${song.id}`,
      artist: `Own ${song.id}`,
      licensedTo: null,
      territories: null,
      active: true,
      blocked: false,
    }));
    const songs = [...sampleDay().songs, ...own];
    const group = dayWith([], { songs });
    const playlist = scheduleGroupDay(group);
    const drawn = dayWith([{ fromMinute: 14 * 60 + 7, minutes: 83, songs: 40, inOrder: true }], {
      songs,
    });
    const input = {
      ...drawn,
      events: drawn.events.map((event) => ({ ...event, songIds: own.map(({ id }) => id) })),
    };
    const { positions } = scheduleStoreLog({ ...input, timeZone: "Asia/Kolkata", playlist });
    expectHandedOver(input.events, ofGroup(positions), { from: 8 * HOUR, to: 26 * HOUR });
    const from = 14 * HOUR + 7 * 60;
    const to = 15 * HOUR + 30 * 60;
    const songsIn = (of: readonly PlaylistPosition[], test: (at: number) => boolean) =>
      of.flatMap((position) =>
        position.kind === "MUSIC" && test(position.startSeconds) ? [position.songId] : [],
      );
    const early = (at: number) => at < from - HOUR;
    const late = (at: number) => at > to + HOUR;
    expect(songsIn(positions, early)).toEqual(songsIn(playlist.positions, early));
    expect(songsIn(positions, late)).toEqual(songsIn(playlist.positions, late));
    const during = positions.filter(
      ({ kind, startSeconds }) => kind === "MUSIC" && from <= startSeconds && startSeconds < to,
    );
    expect(during.map(({ trace }) => trace.difference)).toEqual(
      during.map(() => ({ kind: "INSERTED", because: "EVENT" })),
    );
  });

  const during = (input: GroupDayInput) =>
    scheduleGroupDay(input).positions.flatMap((at) =>
      at.kind === "MUSIC" && at.trace.event ? [at] : [],
    );
  const spots = { spots: [] };

  it("play their songs once in the given order, then the day's mix, or again from the first where they are looped", () => {
    const fromTen = { ...spots, opening: [{ from: 10 * HOUR, to: 20 * HOUR }] };
    const once = during(
      dayWith([{ fromMinute: 600, minutes: 240, songs: 20, inOrder: true }], fromTen),
    );
    expect(once.slice(0, 20).map(({ songId }) => songId)).toEqual(playable.slice(0, 20));
    expect(once[0]?.trace).toMatchObject({
      stage: "EVENT",
      category: null,
      event: { id: 1, name: "Event 1", source },
    });
    const after = once.slice(20);
    expect(after.length).toBeGreaterThan(20);
    expect(after.filter(({ trace }) => trace.stage === "EVENT" || trace.category === null)).toEqual(
      [],
    );
    const long = dayWith([{ fromMinute: 600, minutes: 300, songs: 45, inOrder: true }], fromTen);
    const looped = during({
      ...long,
      events: long.events.map((event) => ({ ...event, loops: true })),
    });
    expect(looped.slice(0, 60).map(({ songId }) => songId)).toEqual([
      ...playable.slice(0, 45),
      ...playable.slice(0, 15),
    ]);
  });

  it("let the day's mix play on where one song of twelve may play, looped or not, and minimum rest holds [SCH-6]", () => {
    fc.assert(
      fc.property(fc.boolean(), fc.nat(1000), (loops, unitId) => {
        const day = dayWith([{ fromMinute: 600, minutes: 60, songs: 12, inOrder: true }], {
          ...spots,
          unitId,
        });
        const abroad = new Set(playable.slice(1, 12));
        const songs = day.songs.map((song) =>
          abroad.has(song.id) ? { ...song, territories: ["US"] } : song,
        );
        const played = during({
          ...day,
          songs,
          events: day.events.map((event) => ({ ...event, loops })),
        }).map(({ songId }) => songId);
        expect(played.filter((id) => id === playable[0])).toHaveLength(1);
        expect(new Set(played).size).toBe(played.length);
        expect(played.length).toBeGreaterThan(10);
      }),
      { numRuns: cases(20) },
    );
  });

  it("draw by the slot's rules where they are to", () => {
    const drawn = during(
      dayWith([{ fromMinute: 600, minutes: 90, songs: 60, inOrder: false }], spots),
    );
    expect(drawn.every(({ songId }) => playable.slice(0, 60).includes(songId))).toBe(true);
    // minimum rest holds
    expect(new Set(drawn.map(({ songId }) => songId)).size).toBe(drawn.length);
    expect(drawn[0]?.trace).toMatchObject({
      category: { id: -1, name: "Event 1", percent: 100 },
      event: { id: 1 },
    });
  });

  it("come with the top of the hour where no song has room between them, so that the music never stops", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(58, 59, 60, 61, 62),
        fc.integer({ min: 30, max: 58 }),
        (fromMinute, minutes) => {
          const input = dayWith([
            { fromMinute: 9 * 60 + fromMinute, minutes, songs: 60, inOrder: true },
          ]);
          const { positions, summary } = scheduleGroupDay(input);
          const first = positions.find(
            ({ kind, trace }) => kind === "MUSIC" && "event" in trace && trace.event,
          );
          expect(first?.startSeconds).toBe(10 * HOUR + 10); // the top of the hour lasts 10 s
          expect(summary.gaps).toEqual([]);
        },
      ),
      { numRuns: cases(10) },
    );
  });

  it("keep to themselves the songs that no chart has, however few others there are", () => {
    fc.assert(
      fc.property(fc.integer({ min: 10, max: 60 }), fc.boolean(), (charted, inOrder) => {
        const day = dayWith([{ fromMinute: 780, minutes: 120, songs: 20, inOrder }]);
        const apart = new Set(playable.slice(0, 20));
        const isCharted = (id: number) => !apart.has(id) && id <= 100 + charted;
        const categories = day.categories.map((one) =>
          one.id < 0 ? one : { ...one, songIds: Array.from(one.songIds).filter(isCharted) },
        );
        const songs = day.songs.filter(({ id }) => apart.has(id) || isCharted(id));
        const { positions } = scheduleGroupDay({ ...day, songs, categories });
        const outside = positions.flatMap((at) =>
          at.kind === "MUSIC" && !at.trace.event ? [at.songId] : [],
        );
        expect(outside.filter((id) => apart.has(id))).toEqual([]);
      }),
      { numRuns: cases(10) },
    );
  });

  it("leave the day as it is where none of their songs may play", () => {
    const input = dayWith([{ fromMinute: 600, minutes: 60, songs: 20, inOrder: true }]);
    const events = input.events.map((event) => ({ ...event, songIds: [999_999], loops: false }));
    expect(scheduleGroupDay({ ...input, events })).toEqual(
      scheduleGroupDay({ ...input, events: [] }),
    );
  });
});
