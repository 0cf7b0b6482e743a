import type { RuleSource } from "#contract/schedule/positions";
import type { UnitPath } from "../../../access/units.ts";
import type { Interval } from "../../../engine/scheduling.ts";
import { eventHoursOn, eventsOnPath } from "../events/event-precedence.ts";
import type { EventForScheduling } from "../events/event-scheduling.queries.ts";

/**
 * A stretch of a day in which an event applies and something is open; the digest is of the event's
 * songs.
 */
export type DayEvent = Interval &
  Pick<EventForScheduling, "id" | "name" | "mode" | "songIds" | "digest"> & { source: RuleSource };

type HoursOfEvents = (event: EventForScheduling) => readonly Interval[];

/** Computes an event's hours on a date once, however many stores have it. */
export function hoursOfEvents(day: string): HoursOfEvents {
  const hoursByEvent = new Map<EventForScheduling, readonly Interval[]>();
  return (event) => {
    const hours = hoursByEvent.get(event) ?? eventHoursOn(event, day);
    hoursByEvent.set(event, hours);
    return hours;
  };
}

/**
 * Gives the stretches of a date in which a unit's events apply and something is open, in the order
 * of precedence.
 */
export function dayEventsOf(
  path: UnitPath,
  events: readonly EventForScheduling[],
): (hoursOf: HoursOfEvents, opening: readonly Interval[]) => DayEvent[] {
  const onPath = eventsOnPath(path, events);
  return (hoursOf, opening) =>
    onPath.flatMap(({ event, unit: { level, unitId, name: unitName } }) => {
      const { id, name, mode, songIds, digest } = event;
      const hours = hoursOf(event).filter(({ from, to }) =>
        opening.some((open) => open.from < to && from < open.to),
      );
      return hours.map((stretch) => ({
        ...stretch,
        id,
        name,
        mode,
        songIds,
        digest,
        source: { level, unitId, name: unitName },
      }));
    });
}
