import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SpotKind } from "#contract/schedule/positions";
import { sampleDay } from "../scheduling/sample-day.ts";
import { scheduleGroupDay, scheduleStoreLog } from "../scheduling.ts";
import { type SpotBooking, spotsBookedOn } from "./booked-spots.ts";

const HOUR = 3600;
const day = "2026-05-12";
const booking = (over: Partial<SpotBooking>): SpotBooking => ({
  ...{ bookingId: 1, spotId: 1, kind: "AD", name: "Ad", durationSeconds: 20, minuteOfHour: 20, startsOn: null, endsOn: null },
  ...over,
});

describe("the plays that bookings owe a day", () => {
  it("has each booking once in every open hour of its dates, past midnight too", () => {
    const opening = [{ from: 22 * HOUR, to: 25 * HOUR + 1 }];
    const playsOf = (over: Partial<SpotBooking>) => spotsBookedOn([booking(over)], day, opening).map(({ at }) => at / HOUR);
    expect(playsOf({ minuteOfHour: 0 })).toEqual([22, 23, 24, 25]);
    expect(playsOf({ minuteOfHour: 30 })).toEqual([22.5, 23.5, 24.5]);
    expect(playsOf({ startsOn: day, endsOn: day })).toHaveLength(3);
    expect([playsOf({ startsOn: "2026-05-13" }), playsOf({ endsOn: "2026-05-11" })]).toEqual([[], []]);
  });

  it("keeps two bookings of one minute, of one spot or of two, and the day plays both", () => {
    const ofOneSpot = [booking({ bookingId: 4, spotId: 7 }), booking({ bookingId: 5, spotId: 7 })];
    const bookings = [...ofOneSpot, booking({ bookingId: 6, spotId: 8, name: "Other" })];
    const input = sampleDay({ spots: spotsBookedOn(bookings, day, sampleDay().opening) });
    const group = scheduleGroupDay(input);
    const log = scheduleStoreLog({ ...input, unitId: 99, timeZone: "Asia/Kolkata", playlist: group });
    for (const { positions } of [group, log]) {
      const atNine = positions.flatMap((at) =>
        at.kind === "AD" && Math.floor(at.startSeconds / HOUR) === 9 ? [[at.bookingId, at.spotId, at.startSeconds - 9 * HOUR]] : [],
      );
      expect(atNine.map(([bookingId, spotId]) => [bookingId, spotId]).sort()).toEqual([
        [4, 7],
        [5, 7],
        [6, 8],
      ]);
      expect(new Set(atNine.map(([, , at]) => at)).size).toBe(3);
    }
    expect([log.leftOut, log.positions.filter(({ trace }) => trace.difference)]).toEqual([[], []]);
  });
});

describe("a day of bookings", { timeout: 60_000 }, () => {
  const drawn = fc.record({
    spotId: fc.integer({ min: 1, max: 4 }),
    kind: fc.constantFrom<SpotKind>("AD", "JINGLE", "TOH"),
    // only a few minutes, so that many bookings share one
    minuteOfHour: fc.constantFrom(0, 20, 21, 59),
    durationSeconds: fc.constantFrom(10, 20, 30),
  });
  const openings = fc.tuple(fc.integer({ min: 6, max: 14 }), fc.integer({ min: 1, max: 14 }));

  it("loses none: each play is placed or refused with a reason, once, in the group's day and in a store's log", () => {
    fc.assert(
      fc.property(
        fc.array(drawn, { maxLength: 10 }),
        openings,
        openings,
        fc.nat(1000),
        (drawnBookings, [from, hours], [storeFrom, storeHours], unitId) => {
          const bookings = drawnBookings.map((over, place) => booking({ ...over, bookingId: place + 1 }));
          const opening = [{ from: from * HOUR, to: (from + hours) * HOUR }];
          const input = sampleDay({ unitId, opening, spots: spotsBookedOn(bookings, day, opening) });
          const group = scheduleGroupDay(input);
          expect(listOutcomes(group)).toEqual(keysOf(input.spots));

          const own = [{ from: storeFrom * HOUR, to: (storeFrom + storeHours) * HOUR }];
          const spots = spotsBookedOn(bookings.slice(1), day, own);
          const log = scheduleStoreLog({ ...input, opening: own, spots, timeZone: "Asia/Kolkata", playlist: group });
          expect(listOutcomes(log)).toEqual(keysOf(spots));
          // the log also names every spot that the group plays and the store does not
          const spotKeys = new Set(keysOf(spots));
          const refused = new Set(listRefused(log));
          const missing = listPlaced(group).filter((key) => !spotKeys.has(key) || refused.has(key));
          expect(log.leftOut.filter(({ kind }) => kind === "SPOT")).toHaveLength(missing.length);
        },
      ),
      { numRuns: 30 },
    );
  });
});

type Day = Pick<ReturnType<typeof scheduleGroupDay>, "positions" | "summary">;
const key = (bookingId: number | undefined, at: number) => `${bookingId} ${at}`;
const keysOf = (spots: readonly { bookingId: number; at: number }[]) => spots.map(({ bookingId, at }) => key(bookingId, at)).sort();
const listPlaced = ({ positions }: Day) =>
  positions.flatMap((position) => (position.kind === "MUSIC" ? [] : [key(position.bookingId, position.trace.bookedSeconds)]));
const listRefused = ({ summary }: Day) => summary.refused.map(({ bookingId, atSeconds }) => key(bookingId, atSeconds));
const listOutcomes = (schedule: Day) => [...listPlaced(schedule), ...listRefused(schedule)].sort();
