import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as dates from "./dates.ts";

test("dates show as dd/MM/yy, playlist dates as MMM d y, whatever zone the process is in", () => {
  const zone = process.env.TZ;
  for (const TZ of ["UTC", "Asia/Kolkata", "Pacific/Kiritimati", "America/Los_Angeles"]) {
    process.env.TZ = TZ;
    expect(dates.showDate("2026-11-05")).toBe("05/11/26");
    expect(dates.showPlaylistDate("2026-11-05")).toBe("Nov 5 2026");
  }
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

describe("an instant on a zone's clock", () => {
  test.each([
    ["2026-11-19T18:29:59Z", "Asia/Kolkata", "2026-11-19", "23:59"],
    ["2026-11-19T18:30:00Z", "Asia/Kolkata", "2026-11-20", "00:00"],
    ["2026-03-29T00:59:59Z", "Europe/Berlin", "2026-03-29", "01:59"],
    ["2026-03-29T01:00:00Z", "Europe/Berlin", "2026-03-29", "03:00"],
    ["2026-11-01T05:30:00Z", "America/New_York", "2026-11-01", "01:30"],
    ["2026-11-01T06:30:00Z", "America/New_York", "2026-11-01", "01:30"],
  ])("%s in %s is %s %s", (at, zone, day, time) => {
    expect(dates.dateIn(zone, new Date(at))).toBe(day);
    expect(dates.timeIn(zone, new Date(at))).toBe(time);
  });
});

test("days are counted on the calendar, both ends included, and adding them undoes itself", () => {
  expect(dates.addDays("2028-02-28", 2)).toBe("2028-03-01");
  expect(dates.daysBetween("2026-03-28", "2026-03-30")).toBe(3);
  expect(dates.weekdayOf("2026-11-22")).toBe(0);
  const day = fc
    .date({ min: new Date("1900-01-01"), max: new Date("2199-12-31"), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10));
  fc.assert(
    fc.property(day, fc.integer({ min: -1000, max: 1000 }), (from, days) => {
      const to = dates.addDays(from, days);
      expect(dates.addDays(to, -days)).toBe(from);
      expect(dates.daysBetween(from, to)).toBe(days + 1);
      expect(dates.weekdayOf(to)).toBe((((dates.weekdayOf(from) + days) % 7) + 7) % 7);
    }),
  );
});

test("lengths and clocks read as people say them", () => {
  expect([0, 59.6, 222, 3725].map(dates.showLength)).toEqual(["0:00", "1:00", "3:42", "1:02:05"]);
  expect([0, 34_200, 90_600].map((seconds) => dates.showClock(seconds))).toEqual([
    "00:00",
    "09:30",
    "01:10",
  ]);
  expect(dates.showClock(34_205.9, true)).toBe("09:30:05");
});
