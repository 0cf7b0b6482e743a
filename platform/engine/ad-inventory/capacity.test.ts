import fc from "fast-check";
import { expect, test } from "vitest";
import { addDays } from "#contract/base/dates";
import { sum } from "#contract/base/sum";
import { capacityOn } from "./capacity.ts";

const everyDay = (opens: number, closes: number) =>
  Array.from({ length: 7 }, (_, weekday) => ({ weekday, opens, closes }));
const storeOf = (opens: number, closes: number, timeZone = "Asia/Kolkata") => ({
  hours: everyDay(opens, closes),
  exceptions: [],
  timeZone,
});
const usual = { adSecondsPerHour: 600, promoPositions: 6, tohPositions: 1 };

test("the domain's worked figure: ten stores, all day, ten days", () => {
  const store = storeOf(0, 1440);
  const days = Array.from({ length: 10 }, (_, index) => addDays("2026-11-23", index));
  const ofStore = sum(
    days.map((day) => sum(capacityOn(store, { ...usual, adSecondsPerHour: 3600 }, day).AD)),
  );
  expect(10 * ofStore).toBe(8_640_000);
  expect((10 * ofStore) / 10).toBe(864_000);
  expect(((10 * ofStore) / 10) * 0.2).toBe(172_800);
});

test("an hour that is open in part has its part, rounded down; its top only if the store is open then", () => {
  const { AD, JINGLE, TOH } = capacityOn(storeOf(570, 1241), usual, "2026-11-23"); // 09:30 to 20:41
  expect(AD.slice(8, 12)).toEqual([0, 300, 600, 600]);
  expect(AD[20]).toBe(410);
  expect([JINGLE[9], JINGLE[10], JINGLE[20], JINGLE[21]]).toEqual([3, 6, 4, 0]);
  expect([TOH[9], TOH[10], TOH[20], TOH[21]]).toEqual([0, 1, 1, 0]);
});

test("what is open past midnight belongs to the next date, by the hours of the day before", () => {
  const store = {
    hours: [{ weekday: 6, opens: 1200, closes: 1530 }],
    exceptions: [],
    timeZone: "Asia/Kolkata",
  }; // Saturday 20:00 to 01:30
  expect(sum(capacityOn(store, usual, "2026-11-21").AD)).toBe(4 * 600);
  const sunday = capacityOn(store, usual, "2026-11-22");
  expect(sunday.AD.slice(0, 3)).toEqual([600, 300, 0]);
  expect(sunday.TOH.slice(0, 3)).toEqual([1, 1, 0]);
  const closed = { ...store, exceptions: [{ day: "2026-11-21", opens: null, closes: null }] };
  expect(sum(capacityOn(closed, usual, "2026-11-22").AD)).toBe(0);
});

test("an hour that the clocks skip has nothing, one that they repeat is sold once", () => {
  const skipped = capacityOn(storeOf(0, 1440, "Europe/London"), usual, "2026-03-29");
  expect([skipped.AD[0], skipped.AD[1], skipped.AD[2]]).toEqual([600, 0, 600]);
  expect(skipped.TOH[1]).toBe(0);
  const repeated = capacityOn(storeOf(0, 1440, "Europe/London"), usual, "2026-10-25");
  expect(new Set(repeated.AD)).toEqual(new Set([600]));
  // Lord Howe Island skips half an hour
  const half = capacityOn(storeOf(0, 1440, "Australia/Lord_Howe"), usual, "2026-10-04");
  expect([half.AD[1], half.AD[2], half.AD[3], half.TOH[2]]).toEqual([600, 300, 600, 0]);
});

const hours = fc
  .tuple(fc.integer({ min: 0, max: 1439 }), fc.integer({ min: 1, max: 2880 }))
  .map(([opens, length]) => ({ opens, closes: Math.min(2880, opens + length) }));
const drawn = fc.record({
  hours: fc.array(fc.option(hours), { minLength: 7, maxLength: 7 }),
  exception: fc.option(fc.oneof(hours, fc.constant({ opens: null, closes: null }))),
  timeZone: fc.constantFrom(
    "Asia/Kolkata",
    "Europe/London",
    "America/St_Johns",
    "Australia/Lord_Howe",
  ),
  day: fc.integer({ min: 0, max: 730 }).map((days) => addDays("2026-01-01", days)),
  settings: fc.record({
    adSecondsPerHour: fc.integer({ min: 0, max: 3600 }),
    promoPositions: fc.integer({ min: 0, max: 60 }),
    tohPositions: fc.integer({ min: 0, max: 10 }),
  }),
});

test("no hour has more than its settings say, and a day agrees with a count minute by minute", () => {
  fc.assert(
    fc.property(drawn, ({ hours: week, exception, timeZone, day, settings }) => {
      const store = {
        hours: week.flatMap((one, weekday) => (one ? [{ weekday, ...one }] : [])),
        exceptions: exception ? [{ day, ...exception }] : [],
        timeZone,
      };
      const { AD, JINGLE, TOH } = capacityOn(store, settings, day);
      const hoursOf = (date: string) =>
        date === day && exception
          ? exception
          : (week[new Date(date).getUTCDay()] ?? { opens: null, closes: null });
      const isWithin = (
        minute: number,
        { opens, closes }: { opens: number | null; closes: number | null },
      ) => opens !== null && closes !== null && opens <= minute && minute < closes;
      const clockMinutes = wallMinutes(day, timeZone);
      for (let hour = 0; hour < 24; hour++) {
        const open = Array.from({ length: 60 }, (_, minute) => hour * 60 + minute).filter(
          (minute) =>
            clockMinutes.has(minute) &&
            (isWithin(minute, hoursOf(day)) || isWithin(minute + 1440, hoursOf(addDays(day, -1)))),
        );
        expect(AD[hour]).toBe(Math.floor((settings.adSecondsPerHour * open.length) / 60));
        expect(JINGLE[hour]).toBe(Math.floor((settings.promoPositions * open.length) / 60));
        expect(TOH[hour]).toBe(open.includes(hour * 60) ? settings.tohPositions : 0);
      }
    }),
  );
});

/** The minutes of a date that the clocks of a zone show, asked of Intl minute by minute. */
const wallMinutes = (() => {
  const minutesByDay = new Map<string, Set<number>>();
  return (day: string, timeZone: string): Set<number> => {
    const clockMinutes = minutesByDay.get(`${day} ${timeZone}`) ?? new Set<number>();
    if (clockMinutes.size === 0) {
      const format = new Intl.DateTimeFormat("en-CA", {
        timeZone,
        hourCycle: "h23",
        year: "numeric",
        month: "2-digit",
        day: "2-digit",
        hour: "2-digit",
        minute: "2-digit",
      } as Intl.DateTimeFormatOptions);
      for (
        let at = Date.parse(`${day}T00:00:00Z`) - 15 * 3_600_000;
        at < Date.parse(`${day}T00:00:00Z`) + 40 * 3_600_000;
        at += 60_000
      ) {
        const [date, time = ""] = format.format(at).split(", ");
        if (date === day)
          clockMinutes.add(Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5)));
      }
    }
    minutesByDay.set(`${day} ${timeZone}`, clockMinutes);
    return clockMinutes;
  };
})();
