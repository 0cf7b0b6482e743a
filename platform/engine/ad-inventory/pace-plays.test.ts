import fc from "fast-check";
import { expect, test } from "vitest";
import { goalMeasures } from "#contract/ads/words";
import { sum } from "#contract/base/sum";
import { cases } from "../../../tests/support/drawn-cases.ts";
import { type GoalDate, pacePlays } from "./pace-plays.ts";

const hours = (of: (hour: number) => number) => Array.from({ length: 24 }, (_, hour) => of(hour));
const dateOf = (
  storeId: number,
  place: number,
  room: number[],
  sold = 0,
  own = hours(() => 0),
): GoalDate => ({
  storeId,
  day: `2026-05-${String(place + 10)}`,
  own,
  room,
  sellable: sum(room) + sold,
  sold,
});
/** Stores that are open from 09:00 to 21:00 on each of ten dates. */
const tenDays = (stores: number, room = 6) =>
  Array.from({ length: stores }, (_, at) => at + 1).flatMap((storeId) =>
    Array.from({ length: 10 }, (_, place) =>
      dateOf(
        storeId,
        place,
        hours((hour) => (hour >= 9 && hour < 21 ? room : 0)),
      ),
    ),
  );

test("a total is spread evenly over stores, dates and hours", () => {
  const { dates, wanted } = pacePlays({ measure: "TOTAL", target: 1000 }, tenDays(4));
  expect(sum(dates.flatMap(({ plays }) => plays))).toBe(1000);
  expect([...wanted.values()]).toEqual([250, 250, 250, 250]);
  expect(dates.every(({ plays }) => sum(plays) === 25)).toBe(true);
  const few = pacePlays({ measure: "TOTAL", target: 40 }, tenDays(4)).dates;
  expect(few).toHaveLength(40);
  // a play a store and day comes at many hours, not always at the same
  const byHour = hours((hour) => sum(few.map(({ plays }) => plays[hour] ?? 0)));
  expect(byHour.filter((count) => count > 0).length).toBeGreaterThanOrEqual(10);
});

test("a total that stores lost goes back to them while the others have more in each hour", () => {
  const open = (of: number) => hours((hour) => (hour >= 9 && hour < 21 ? of : 0));
  const dates = [
    dateOf(1, 0, open(4), 24, open(2)),
    dateOf(2, 0, open(6)),
    dateOf(3, 0, open(1)),
    dateOf(4, 0, open(4), 24, open(2)),
  ];
  const { dates: plan, wanted } = pacePlays({ measure: "TOTAL", target: 84 }, dates);
  expect(plan).toEqual([
    { storeId: 2, day: dates[1]?.day, plays: open(2) },
    { storeId: 3, day: dates[2]?.day, plays: open(1) },
  ]);
  expect([...wanted.values()]).toEqual([24, 24, 12, 24]);
});

test("plays a store and day are planned on each date, and what a date has no room for stays wanted", () => {
  const dates = [
    ...tenDays(1),
    dateOf(
      1,
      10,
      hours((hour) => (hour === 12 ? 3 : 0)),
    ),
  ];
  const plan = pacePlays({ measure: "STORE_DAY", target: 8 }, dates);
  expect(plan.dates.map(({ plays }) => sum(plays))).toEqual([...Array(10).fill(8), 3]);
  expect(plan.wanted.get(1)).toBe(88);
});

test("the domain's worked figure: 20% of what ten stores sell all day for ten days", () => {
  const dates = Array.from({ length: 10 }, (_, at) => at + 1).flatMap((storeId) =>
    Array.from({ length: 10 }, (_, place) =>
      dateOf(
        storeId,
        place,
        hours(() => 360),
      ),
    ),
  );
  const { dates: plan, wanted } = pacePlays({ measure: "SHARE", target: 20 }, dates);
  expect(sum([...wanted.values()])).toBe(172_800);
  expect(sum(plan.flatMap(({ plays }) => plays))).toBe(172_800);
});

test("a date above its goal makes up for none below it", () => {
  const full = dateOf(
    1,
    0,
    hours(() => 0),
    18,
  );
  const { dates: plan, wanted } = pacePlays({ measure: "STORE_DAY", target: 9 }, [
    full,
    dateOf(
      1,
      1,
      hours(() => 5),
      8,
    ),
  ]);
  expect(sum(plan.flatMap(({ plays }) => plays))).toBe(1);
  expect(wanted.get(1)).toBe(27);
});

const anyDates = fc
  .array(
    fc.record({
      storeId: fc.integer({ min: 1, max: 4 }),
      room: fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 24, maxLength: 24 }),
      own: fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 24, maxLength: 24 }),
      sold: fc.integer({ min: 0, max: 20 }),
      isOnSale: fc.boolean(),
    }),
    { maxLength: 12 },
  )
  .map((dates) =>
    dates
      .sort((one, other) => one.storeId - other.storeId)
      .map(({ storeId, room, own, sold, isOnSale }, place) =>
        isOnSale
          ? dateOf(storeId, place, room, sold, own)
          : {
              ...dateOf(
                storeId,
                place,
                hours(() => 0),
                sold,
              ),
              sellable: null,
            },
      ),
  );

test("any plan stays within room and goal, reaches the goal where there is room, and done again adds nothing", () => {
  fc.assert(
    fc.property(
      anyDates,
      fc.constantFrom(...goalMeasures),
      fc.integer({ min: 1, max: 100 }),
      (dates, measure, amount) => {
        const goal = { measure, target: amount };
        const { dates: plan, wanted } = pacePlays(goal, dates);
        const planOf = (date: GoalDate) =>
          plan.find(({ storeId, day }) => storeId === date.storeId && day === date.day)?.plays ??
          hours(() => 0);
        for (const date of dates)
          for (const [hour, count] of planOf(date).entries())
            expect(count).toBeLessThanOrEqual(date.room[hour] ?? 0);
        const storeIds = [...new Set(dates.map(({ storeId }) => storeId))];
        const after = dates.map((date) => {
          const plays = planOf(date);
          return {
            ...date,
            own: date.own.map((count, hour) => count + (plays[hour] ?? 0)),
            room: date.room.map((count, hour) => count - (plays[hour] ?? 0)),
            sold: date.sold + sum(plays),
          };
        });
        const soldIn = (storeId: number) =>
          sum(after.flatMap((date) => (date.storeId === storeId ? [date.sold] : [])));
        for (const storeId of storeIds)
          expect(soldIn(storeId)).toBeLessThanOrEqual(wanted.get(storeId) ?? 0);
        if (measure === "TOTAL" && dates.length > 0) {
          const sold = sum(after.map((date) => date.sold));
          expect(sum([...wanted.values()])).toBe(
            Math.max(amount, sum(dates.map((date) => date.sold))),
          );
          if (sold < amount) expect(sum(after.flatMap(({ room }) => room))).toBe(0);
        }
        expect(pacePlays(goal, after).dates).toEqual([]);
      },
    ),
    { numRuns: cases(300) },
  );
});
