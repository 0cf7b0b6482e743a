import { expect, test } from "vitest";
import { figuresIn, indianFormat } from "#contract/base/figures";
import { pacingOf, projectPlays } from "./pacing";

/** A day's plays; `booked` are those whose hour is over. */
const dayOf = (day: string, bookedInAll: number, booked = 0, verified = 0, makeGoodsAhead = 0) => ({
  day,
  bookedInAll,
  booked,
  verified,
  makeGoods: 0,
  makeGoodsAhead,
  missed: booked - verified,
  extra: 0,
});

const deliveryOf = (days: ReturnType<typeof dayOf>[]) => {
  const sum = (key: "bookedInAll" | "booked" | "verified") =>
    days.reduce((total, day) => total + day[key], 0);
  const [bookedInAll, booked, verified] = [sum("bookedInAll"), sum("booked"), sum("verified")];
  return {
    days,
    bookedInAll,
    booked,
    verified,
    makeGoods: 0,
    makeGoodsAhead: 0,
    missed: booked - verified,
    extra: 0,
    owed: booked - verified,
    delivery: verified / bookedInAll,
    elapsed: booked / bookedInAll,
    pacing: verified / booked,
  };
};

const flight = (verified: number[]) =>
  deliveryOf([
    dayOf("2026-11-01", 100, 100, verified[0]),
    dayOf("2026-11-02", 100, 50, verified[1]),
    dayOf("2026-11-03", 100),
    dayOf("2026-11-04", 200),
  ]);
const figures = figuresIn(indianFormat);

test("the projection goes on from the last day due at the pace so far, and ends with the flight", () => {
  const delivery = flight([80, 40]);
  expect(projectPlays(delivery, delivery.pacing)).toEqual({
    byDay: [null, 120, 240, 400],
    end: 400,
  });
});

test("plays beyond the booking project no more than what is booked for the days to come", () => {
  const delivery = flight([100, 60]);
  expect(delivery.pacing).toBeGreaterThan(1);
  expect(projectPlays(delivery, delivery.pacing)?.end).toBe(160 + 350);
});

test("make-goods still to come are part of the projection", () => {
  const over = deliveryOf([dayOf("2026-11-01", 100, 100, 80), dayOf("2026-11-02", 0, 0, 0, 20)]);
  expect(projectPlays(over, over.pacing)).toEqual({ byDay: [80, 96], end: 96 });
});

test("a flight that is over has no projection, and says what was verified", () => {
  const over = deliveryOf([dayOf("2026-11-01", 100, 100, 80), dayOf("2026-11-02", 100, 100, 90)]);
  expect(projectPlays(over, over.pacing)).toBeUndefined();
  const pacing = pacingOf(over, figures);
  expect(pacing?.finding).toBe("85% of the booked plays were verified");
  expect(pacing?.projected).toBeUndefined();
});

test("a paused campaign has no projection", () => {
  const pacing = pacingOf(flight([80, 40]), figures, { isPaused: true });
  expect(pacing?.projected).toBeUndefined();
  expect(pacing?.finding).not.toContain("at this pace");
});

test("the heading says where the campaign will end, roughly if short", () => {
  expect(pacingOf(flight([83, 40]), figures)?.finding).toBe(
    "Ends about 90 plays short at this pace",
  );
  expect(pacingOf(flight([100, 50]), figures)?.finding).toBe("On course for 500 plays, 500 booked");
});
