import { hash } from "./random.ts";

type Hours = { weekday: number; opens: number; closes: number };

/** The latest that any demo store closes, in minutes of its day: half past one in the night. */
export const LATEST_CLOSING = 1_530;
/**
 * Open day and night: the demo store (12), so that visitors always find it playing, and the first
 * store of each kind of trouble (behaviour.ts), so that the dashboard has something to show at
 * night as well.
 */
const ALWAYS_OPEN = new Set([3, 5, 9, 12, 34]);

/**
 * A store's week in minutes since local midnight (0 is Sunday): mostly 10:00 to 22:00, some
 * earlier, some late, a shorter Sunday, some past midnight on Friday and Saturday, a few closed on
 * Sunday.
 */
export function openingHours(number: number, cafe: boolean): Hours[] {
  if (ALWAYS_OPEN.has(number)) return week(() => [0, 1_440]);
  if (cafe)
    return week((weekday) => (number === 1 && weekday >= 5 ? [420, LATEST_CLOSING] : [420, 1_380]));
  switch (hash(`hours ${number}`) % 20) {
    case 0:
    case 1:
    case 2:
      return week(() => [540, 1_260]);
    case 3:
    case 4:
      return week((weekday) => (weekday >= 5 ? [660, LATEST_CLOSING] : [660, 1_380]));
    case 5:
      return week((weekday) => (weekday === 0 ? null : [600, 1_260]));
    case 6:
      return week(() => [360, 1_440]);
    case 7:
    case 8:
    case 9:
    case 10:
      return week((weekday) => (weekday === 0 ? [660, 1_260] : [600, 1_320]));
    default:
      return week(() => [600, 1_320]);
  }
}

function week(hoursOn: (weekday: number) => [number, number] | null): Hours[] {
  return [0, 1, 2, 3, 4, 5, 6].flatMap((weekday) => {
    const hours = hoursOn(weekday);
    return hours ? [{ weekday, opens: hours[0], closes: hours[1] }] : [];
  });
}
