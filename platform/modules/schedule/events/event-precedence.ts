import { addDays, daysBetween, weekdayOf } from "#contract/base/dates";
import { dayMinutes } from "#contract/schedule/slot-times";
import type { RuleLevel } from "#contract/schedule/words";
import type { UnitPath } from "../../../access/units.ts";

/** Days and hours of an event, as the database has them. */
export type EventTimes = {
  startsOn: string;
  endsOn: string;
  weekdays: readonly number[];
  fromMinute: number;
  toMinute: number;
};
export type EventUnit = UnitPath & { level: RuleLevel; unitId: number; name: string };
type Claim = { id: number; priority: number; units: readonly EventUnit[] };

const specificity: Record<RuleLevel, number> = {
  COMPANY: 0,
  REGION: 1,
  ZONE: 2,
  GROUP: 3,
  STORE: 4,
};
const keyOf = { REGION: "regionId", ZONE: "zoneId", GROUP: "groupId", STORE: "storeId" } as const;

const isOnPath = ({ level, unitId }: EventUnit, path: UnitPath) =>
  level === "COMPANY" || path[keyOf[level]] === unitId;

/**
 * The event's unit on a path that is the most specific; undefined where the event does not play
 * there.
 */
const unitOn = (path: UnitPath, { units }: Pick<Claim, "units">): EventUnit | undefined =>
  units
    .filter((unit) => isOnPath(unit, path))
    .sort((one, other) => specificity[other.level] - specificity[one.level])[0];

/**
 * The events that play in a unit, each by its most specific location there; the first of those that
 * hold at a moment plays.
 */
export function eventsOnPath<Event extends Claim>(
  path: UnitPath,
  events: readonly Event[],
): { event: Event; unit: EventUnit }[] {
  const matchingEvents = events.flatMap((event) => {
    const unit = unitOn(path, event);
    return unit ? [{ event, unit }] : [];
  });
  return matchingEvents.sort((one, other) => precede(one, other).order);
}

type PrecedenceReason = "LOCATION" | "PRIORITY" | "LATER";
/**
 * Compares two events in one place: the more specific location wins, then the higher priority, then
 * the event added later. A negative `order` means that `one` plays.
 */
function precede(
  one: { event: Claim; unit: EventUnit },
  other: { event: Claim; unit: EventUnit },
): { order: number; because: PrecedenceReason } {
  const location = specificity[other.unit.level] - specificity[one.unit.level];
  if (location !== 0) return { order: location, because: "LOCATION" };
  const priority = other.event.priority - one.event.priority;
  if (priority !== 0) return { order: priority, because: "PRIORITY" };
  return { order: other.event.id - one.event.id, because: "LATER" };
}

/**
 * Decides which of two events plays where both apply, and why. Undefined without a location in
 * common.
 */
export function whichPlays(
  one: Claim,
  other: Claim,
): { plays: "THIS" | "OTHER" | "VARIES"; because: PrecedenceReason } | undefined {
  const grounds = one.units.flatMap((unit) =>
    other.units.flatMap((another) => {
      if (isOnPath(unit, another)) return [another];
      return isOnPath(another, unit) ? [unit] : [];
    }),
  );
  const orders = grounds.flatMap((ground) => {
    const here = unitOn(ground, one);
    const there = unitOn(ground, other);
    return here && there
      ? [precede({ event: one, unit: here }, { event: other, unit: there })]
      : [];
  });
  const [first] = orders;
  if (!first) return undefined;
  const isVaried = orders.some(({ order }) => order < 0 !== first.order < 0);
  return isVaried
    ? { plays: "VARIES", because: "LOCATION" }
    : { plays: first.order < 0 ? "THIS" : "OTHER", because: first.because };
}

/** True if a date is one of those of an event. */
export const isEventOn = ({ startsOn, endsOn, weekdays }: EventTimes, day: string) =>
  startsOn <= day && day <= endsOn && weekdays.includes(weekdayOf(day));

/**
 * The stretches of a date's wall clock (s) in which an event holds. Includes hours of the day
 * before that run past midnight, and of the next day for stores that are still open then.
 */
export function eventHoursOn(event: EventTimes, day: string): { from: number; to: number }[] {
  const parts = [-1, 0, 1].flatMap((shift) => {
    if (!isEventOn(event, addDays(day, shift))) return [];
    return [
      {
        from: (shift * dayMinutes + event.fromMinute) * 60,
        to: (shift * dayMinutes + event.toMinute) * 60,
      },
    ];
  });
  const joined: { from: number; to: number }[] = [];
  for (const { from, to } of parts) {
    const last = joined.at(-1);
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else joined.push({ from, to });
  }
  return joined;
}

/** True if two events claim the same moment of some day. */
export function doEventsMeet(one: EventTimes, other: EventTimes): boolean {
  const from = one.startsOn;
  const to = one.endsOn;
  for (let day = from, left = daysBetween(from, to); left > 0; day = addDays(day, 1), left--) {
    if (!isEventOn(one, day)) continue;
    const starts = one.fromMinute * 60;
    const ends = one.toMinute * 60;
    if (eventHoursOn(other, day).some((hours) => hours.from < ends && starts < hours.to))
      return true;
  }
  return false;
}
