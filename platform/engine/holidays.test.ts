import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { weekdayOf } from "#contract/base/dates";
import { cases } from "../../tests/support/drawn-cases.ts";
import { holidaysIn } from "./holidays.ts";

const dateOf = (country: string, year: number, name: string) =>
  holidaysIn(country, year)?.find((one) => one.name === name)?.date;

/** Days since the last mean new moon, right to about 0.6 days. */
const moonAge = (date: string): number => {
  const month = 29.530588;
  const days = (Date.parse(`${date}T12:00:00Z`) - Date.parse("2000-01-06T18:14:00Z")) / 86_400_000;
  return ((days % month) + month) % month;
};
const isNear = (age: number, wanted: number) =>
  Math.min(Math.abs(age - wanted), 29.53 - Math.abs(age - wanted)) < 2;

describe("Holidays", () => {
  test("have their dates, by weekday, Easter and the Umm al-Qura calendar [SCH-7]", () => {
    expect(dateOf("GB", 2027, "Good Friday")).toBe("2027-03-26");
    expect(dateOf("IN", 2038, "Good Friday")).toBe("2038-04-23");
    expect(dateOf("US", 2027, "Thanksgiving Day")).toBe("2027-11-25");
    expect(dateOf("GB", 2027, "Spring bank holiday")).toBe("2027-05-31");
    expect(dateOf("IN", 2027, "Diwali")).toBe("2027-10-29");
    expect(dateOf("IN", 2027, "Eid al-Fitr")).toBe("2027-03-09");
    // the year of the moon is shorter: one feast falls twice
    expect(
      holidaysIn("AE", 2033)?.flatMap(({ name, date }) => (name === "Eid al-Fitr" ? [date] : [])),
    ).toHaveLength(2);
    expect(holidaysIn("XX", 2027)).toBeNull();
  });

  test("of an almanac agree with the moon, in each year that has them [SCH-7]", () => {
    const ages = {
      Diwali: 29,
      Holi: 15.5,
      "Raksha Bandhan": 15,
      "Ganesh Chaturthi": 4,
      Dussehra: 10,
    };
    for (let year = 2026; year <= 2030; year++)
      for (const [name, age] of Object.entries(ages)) {
        const date = dateOf("IN", year, name) ?? "";
        expect([name, date, isNear(moonAge(date), age)]).toEqual([name, date, true]);
      }
    expect(dateOf("IN", 2031, "Diwali")).toBeUndefined();
  });

  test("stand in order within their year, on the weekday of their rule [SCH-7]", () => {
    const countries = fc.constantFrom("IN", "AE", "SG", "GB", "US");
    fc.assert(
      fc.property(countries, fc.integer({ min: 2000, max: 2099 }), (country, year) => {
        const holidays = holidaysIn(country, year) ?? [];
        const dates = holidays.map(({ date }) => date);
        expect(dates).toEqual([...dates].sort());
        expect(dates.every((date) => date.startsWith(`${year}-`))).toBe(true);
        for (const { name, date } of holidays) {
          if (name === "Good Friday") expect(weekdayOf(date)).toBe(5);
          if (name === "Thanksgiving Day") expect(weekdayOf(date)).toBe(4);
          if (/bank holiday|Easter Monday/.test(name)) expect(weekdayOf(date)).toBe(1);
        }
      }),
      { numRuns: cases(40) },
    );
  });
});
