import { weekdayOf } from "#contract/base/dates";

/** A store's opening hours, in minutes since local midnight; above 1440 it closes past midnight. */
export type OpeningHours = {
  /** 0 is Sunday; without a weekday's hours it is closed. */
  hours: readonly { weekday: number; opens: number; closes: number }[];
  /** Hours of single dates, in place of the weekday's; null is closed. */
  exceptions: readonly { day: string; opens: number | null; closes: number | null }[];
};

/**
 * The hours of a date in minutes, null for closed: those of its exception where it has one, else of
 * its weekday.
 */
export function standingHours({ hours, exceptions }: OpeningHours, day: string) {
  const exception = exceptions.find((date) => date.day === day);
  const onDay = weekdayOf(day);
  const { opens, closes } = exception ??
    hours.find(({ weekday }) => weekday === onDay) ?? { opens: null, closes: null };
  return { opens, closes, exception: exception !== undefined };
}
