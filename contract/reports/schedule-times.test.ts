import { describe, expect, test } from "vitest";
import { daysOf, instantIn, nextDue } from "./schedule-times.ts";

const daily = { frequency: "daily", weekday: null, monthDay: null } as const;
const weekly = (weekday: number) => ({ frequency: "weekly", weekday, monthDay: null }) as const;
const monthly = (monthDay: number) => ({ frequency: "monthly", weekday: null, monthDay }) as const;
const next = (...args: Parameters<typeof nextDue>) => nextDue(...args).toISOString();
const at = (text: string) => new Date(text);

describe("When a scheduled report is due [REP-3]", () => {
  test("is at six on the company's clock, whatever the zone and the season", () => {
    expect(next(daily, "Asia/Kolkata", at("2026-11-20T12:00:00Z"))).toBe(
      "2026-11-21T00:30:00.000Z",
    );
    expect(next(daily, "Pacific/Auckland", at("2026-11-20T12:00:00Z"))).toBe(
      "2026-11-20T17:00:00.000Z",
    );
    expect(next(daily, "America/Los_Angeles", at("2026-11-20T12:00:00Z"))).toBe(
      "2026-11-20T14:00:00.000Z",
    );
    // clocks change in the night before: the day has 23 hours in March and 25 in October
    expect(next(daily, "Europe/Berlin", at("2027-03-27T05:00:00Z"))).toBe(
      "2027-03-28T04:00:00.000Z",
    );
    expect(next(daily, "Europe/Berlin", at("2027-10-30T04:00:00Z"))).toBe(
      "2027-10-31T05:00:00.000Z",
    );
  });

  test("is on the weekday or day of the month chosen, on the last day of months that are shorter, and never twice", () => {
    expect(next(weekly(1), "Asia/Kolkata", at("2026-11-20T12:00:00Z"))).toBe(
      "2026-11-23T00:30:00.000Z",
    );
    expect(next(weekly(1), "Asia/Kolkata", at("2026-11-23T00:30:00Z"))).toBe(
      "2026-11-30T00:30:00.000Z",
    );
    expect(next(monthly(31), "UTC", at("2027-01-31T06:00:00Z"))).toBe("2027-02-28T06:00:00.000Z");
    expect(next(monthly(31), "UTC", at("2027-02-28T06:00:00Z"))).toBe("2027-03-31T06:00:00.000Z");
    expect(next(monthly(1), "UTC", at("2027-12-31T23:59:00Z"))).toBe("2028-01-01T06:00:00.000Z");
  });

  test("a time that the clock skips comes as much later, one that it shows twice is the first", () => {
    expect(instantIn("Europe/Berlin", "2027-03-28", "02:30").toISOString()).toBe(
      "2027-03-28T01:30:00.000Z",
    );
    expect(instantIn("Europe/Berlin", "2027-10-31", "02:30").toISOString()).toBe(
      "2027-10-31T00:30:00.000Z",
    );
    expect(instantIn("America/St_Johns", "2026-11-20", "06:00").toISOString()).toBe(
      "2026-11-20T09:30:00.000Z",
    );
  });

  test("its days are counted from the day on which it is due", () => {
    expect(daysOf("yesterday", "2027-03-01")).toEqual({ from: "2027-02-28", to: "2027-02-28" });
    expect(daysOf("last-7-days", "2026-11-20")).toEqual({ from: "2026-11-13", to: "2026-11-19" });
    expect(daysOf("last-30-days", "2026-11-20")).toEqual({ from: "2026-10-21", to: "2026-11-19" });
    expect(daysOf("last-month", "2028-03-31")).toEqual({ from: "2028-02-01", to: "2028-02-29" });
    expect(daysOf("last-month", "2027-01-01")).toEqual({ from: "2026-12-01", to: "2026-12-31" });
    expect(daysOf("next-30-days", "2026-11-20")).toEqual({ from: "2026-11-20", to: "2026-12-19" });
  });
});
