import { addDays } from "../base/dates.ts";
import { elementAt } from "../base/element-at.ts";

/**
 * The times of slots. Pure functions without zod: the platform resolves days by them, the page
 * draws them, also in the browser while a person types.
 */

/**
 * Minutes since midnight of each of its weekdays (0 is Sunday). `toMinute` above 1440 goes on
 * into the next day; at most 24 hours in all.
 */
export type SlotTimes = { fromMinute: number; toMinute: number; weekdays: readonly number[] };

/** The first and last day of a slot that plays in a season; null, or left out, for all year. */
export type SlotSeason = { startsOn?: string | null; endsOn?: string | null };

export const dayMinutes = 1440;
const weekMinutes = 7 * dayMinutes;

/**
 * A slot of every day is the default; one of some days is a variant, which goes before it on those
 * days.
 */
export const isEveryDay = ({ weekdays }: Pick<SlotTimes, "weekdays">): boolean =>
  weekdays.length === 7;

export const isSeasonal = ({ startsOn }: SlotSeason): boolean => (startsOn ?? null) !== null;

/** True if a slot may hold on a day: on each, unless it has a season. */
export const isInSeason = ({ startsOn, endsOn }: SlotSeason, day: string): boolean =>
  (startsOn ?? day) <= day && day <= (endsOn ?? day);

/** A slot of a season goes before those of the year, and among each one of some weekdays before one of every day. */
const precedenceOf = (slot: SlotTimes & SlotSeason): number =>
  (isSeasonal(slot) ? 2 : 0) + (isEveryDay(slot) ? 0 : 1);

/**
 * The minute at which a slot ends, from two times on the clock: an end that is not after the
 * beginning is on the next day.
 */
export const endMinute = (from: number, to: number): number => (to > from ? to : to + dayMinutes);

/**
 * True if two slots claim the same moment with the same precedence. A variant may overlap a
 * default, and a season the year.
 */
export function doOverlap(one: SlotTimes & SlotSeason, other: SlotTimes & SlotSeason): boolean {
  if (precedenceOf(one) !== precedenceOf(other)) return false;
  if ((one.startsOn ?? "") > (other.endsOn ?? "") || (other.startsOn ?? "") > (one.endsOn ?? ""))
    return false;
  return one.weekdays.some((day) => {
    const from = day * dayMinutes + one.fromMinute;
    const to = day * dayMinutes + one.toMinute;
    return other.weekdays.some((otherDay) =>
      [-weekMinutes, 0, weekMinutes].some((shift) => {
        const start = shift + otherDay * dayMinutes;
        return from < start + other.toMinute && start + other.fromMinute < to;
      }),
    );
  });
}

/** A stretch of a calendar day in minutes; without a slot it is a gap. */
export type Stretch<S> = { from: number; to: number; slot: S | null };

/**
 * Gives the slots in the course of a weekday, including those of the evening before that run past
 * midnight: of a date, or, without one, of the year's usual week. The slots must not overlap.
 */
export function stretchesOn<S extends SlotTimes & SlotSeason>(
  slots: readonly S[],
  weekday: number,
  date?: string,
): Stretch<S>[] {
  const holds = (slot: S, daysLater: number) =>
    date === undefined ? !isSeasonal(slot) : isInSeason(slot, addDays(date, daysLater));
  const parts = slots.flatMap((slot) => {
    const today =
      slot.weekdays.includes(weekday) && holds(slot, 0)
        ? [{ slot, from: slot.fromMinute, to: Math.min(slot.toMinute, dayMinutes) }]
        : [];
    const yesterday =
      slot.toMinute > dayMinutes && slot.weekdays.includes((weekday + 6) % 7) && holds(slot, -1);
    return yesterday ? [...today, { slot, from: 0, to: slot.toMinute - dayMinutes }] : today;
  });
  const edges = [...new Set([0, dayMinutes, ...parts.flatMap(({ from, to }) => [from, to])])].sort(
    (a, b) => a - b,
  );
  const stretches: Stretch<S>[] = [];
  for (const [place, to] of edges.slice(1).entries()) {
    const from = elementAt(edges, place);
    const holding = parts.filter((part) => part.from <= from && to <= part.to);
    const [first] = holding.sort((a, b) => precedenceOf(b.slot) - precedenceOf(a.slot));
    const slot = first?.slot ?? null;
    const last = stretches.at(-1);
    if (last && last.slot === slot) last.to = to;
    else stretches.push({ from, to, slot });
  }
  return stretches;
}

/**
 * Groups the week's days, in the order given; days on which the same slots apply at the same times
 * are one entry.
 */
export function weekOf<S extends SlotTimes & SlotSeason>(
  slots: readonly S[],
  days: readonly number[],
): { days: number[]; stretches: Stretch<S>[] }[] {
  const week: { days: number[]; stretches: Stretch<S>[] }[] = [];
  for (const day of days) {
    const stretches = stretchesOn(slots, day);
    const alike = week.find((one) => isAlike(one.stretches, stretches));
    if (alike) alike.days.push(day);
    else week.push({ days: [day], stretches });
  }
  return week;
}

const isAlike = <S>(one: readonly Stretch<S>[], other: readonly Stretch<S>[]) =>
  one.length === other.length &&
  one.every(({ from, to, slot }, place) => {
    const beside = other[place];
    return beside?.from === from && beside.to === to && beside.slot === slot;
  });
