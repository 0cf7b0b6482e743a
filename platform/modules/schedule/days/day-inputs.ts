import type { HourPlays } from "../../../engine/ad-inventory/spread-plays.ts";
import type { FixedSpot, Interval, SchedulingSlot } from "../../../engine/scheduling.ts";
import { type EventUnit, eventsOnPath, isEventOn } from "../events/event-precedence.ts";
import type { EventForScheduling } from "../events/event-scheduling.queries.ts";
import type { RulesForScheduling } from "../rules/master-rule.queries.ts";
import { type DayEvent, dayEventsOf, hoursOfEvents } from "./day-events.ts";
import { type GroupStore, hoursOn } from "./group-store.ts";
import type { FoundGroup, GroupId } from "./groups.queries.ts";
import { slotCategories, slotsOf } from "./rule-slots.ts";
import { type BookedPlays, noSpots, type StoreSpots, storeSpotsOf } from "./store-spots.ts";

/**
 * Everything that the days of some groups of one company are made from, except songs and history.
 */
export type PlanningInputs = {
  groups: ReadonlyMap<GroupId, FoundGroup & { stores: readonly GroupStore[] }>;
  rules: RulesForScheduling;
  categoryDigests: ReadonlyMap<number, string>;
  booked: BookedPlays;
  events: readonly EventForScheduling[];
};

export type StoreInputs = {
  store: GroupStore;
  opening: Interval[];
  slots: SchedulingSlot[];
  events: DayEvent[];
  spots: StoreSpots;
  /** Plays that are owed on the date in hours in which the store is closed. */
  closed: HourPlays[];
  /** It plays its songs in another order than the stores beside it. */
  isStaggered: boolean;
};
/** The inputs of a group's day, resolved for its date. */
export type DayInputs = {
  groupId: GroupId;
  day: string;
  ruleVersion: number;
  opening: Interval[];
  /**
   * The country whose licences count; null if the group's stores are in several: then each store's
   * log leaves out songs that it may not play.
   */
  territory: string | null;
  slots: SchedulingSlot[];
  events: DayEvent[];
  spots: FixedSpot[];
  stores: StoreInputs[];
  digests: (readonly [number, string])[];
};

/**
 * Resolves a group's rules once (the most specific wins), and gives a function that resolves its
 * opening hours and booked spots for a date: there are many dates, and each store may have its own
 * rules.
 */
export function dayInputsOf(
  { groups, rules, categoryDigests, booked, events }: PlanningInputs,
  groupId: GroupId,
): (day: string) => DayInputs {
  const group = groups.get(groupId);
  if (!group) throw new Error(`group ${groupId} was not prepared`);
  const groupPath = { ...group, groupId, storeId: null };
  const slotsOn = slotsOf(groupPath, rules);
  const eventsOn = dayEventsOf(groupPath, events);
  const staggeredIds = staggeredOf(group);
  const withSlots = group.stores.map((store) => {
    const path = { ...store, storeId: store.id };
    return {
      store,
      slotsOn: slotsOf(path, rules),
      eventsOn: dayEventsOf(path, events),
      isStaggered: staggeredIds.has(store.id),
    };
  });
  const digestsOf = digestsBySlots(categoryDigests);
  const countries = new Set(group.stores.map(({ country }) => country));
  const territory = countries.size === 1 ? ([...countries][0] ?? null) : null;
  return (day) => {
    const spotsOn = storeSpotsOf(booked, day);
    const hoursOf = hoursOfEvents(day);
    const stores = withSlots.map(({ eventsOn, slotsOn, ...one }): StoreInputs => {
      const opening = hoursOn(one.store, day);
      return {
        ...one,
        opening,
        slots: slotsOn(day, isPastMidnight(opening)).slots,
        events: eventsOn(hoursOf, opening),
        ...spotsOn(one.store, opening),
      };
    });
    const opening = union(stores.flatMap((store) => store.opening));
    const { slots, ruleVersion } = slotsOn(day, isPastMidnight(opening));
    const spots = mostCommon(
      stores.flatMap((store) => (store.opening.length > 0 ? [store.spots] : [])),
    ).spots;
    return {
      groupId,
      day,
      ruleVersion,
      opening,
      territory,
      slots,
      events: eventsOn(hoursOf, opening),
      spots,
      stores,
      digests: digestsOf([slots, ...stores.map((store) => store.slots)]),
    };
  };
}

const isPastMidnight = (opening: readonly Interval[]): boolean =>
  opening.some(({ to }) => to > 86_400);

/** Finds the digests of the charts and filters that slots draw from; days mostly have the same. */
function digestsBySlots(categoryDigests: PlanningInputs["categoryDigests"]) {
  let last: { slots: SchedulingSlot[][]; digests: DayInputs["digests"] } | undefined;
  return (slots: SchedulingSlot[][]): DayInputs["digests"] => {
    if (last?.slots.every((one, place) => one === slots[place])) return last.digests;
    const categories = slots
      .flat()
      .flatMap(slotCategories)
      .map(({ categoryId }) => categoryId);
    const digests = [...new Set(categories)]
      .sort((a, b) => a - b)
      .map((id) => [id, categoryDigests.get(id) ?? ""] as const);
    last = { slots, digests };
    return digests;
  };
}

/** Every second store by code: stores beside each other mostly have codes in a row. */
function staggeredOf({
  neighbours,
  stores,
}: Pick<FoundGroup, "neighbours"> & { stores: readonly GroupStore[] }): ReadonlySet<number> {
  if (neighbours === "SAME") return new Set();
  const inOrder = [...stores].sort(
    (one, other) =>
      (one.code < other.code ? -1 : Number(one.code > other.code)) || one.id - other.id,
  );
  return new Set(inOrder.filter((_, place) => place % 2 === 1).map(({ id }) => id));
}

/**
 * Gives the events that apply on a date in a group, or in a store of it that is a location of
 * theirs, each with what it plays. Opening hours are ignored, so that the
 * database can find the same events by dates and locations (`findTouched`).
 */
export function playedEventsOf(
  { groups, events }: PlanningInputs,
  groupId: GroupId,
): (day: string) => Record<string, string> {
  const { stores = [], ...group } = groups.get(groupId) ?? {};
  const groupPath = { regionId: null, zoneId: null, ...group, groupId, storeId: null };
  const storeIds = new Set(stores.map(({ id }) => id));
  const isInStore = ({ level, unitId }: EventUnit) => level === "STORE" && storeIds.has(unitId);
  const ofGroup = new Set(eventsOnPath(groupPath, events).map(({ event }) => event));
  const there = events.filter((event) => ofGroup.has(event) || event.units.some(isInStore));
  return (day) =>
    Object.fromEntries(
      there.filter((event) => isEventOn(event, day)).map(({ id, plays }) => [id, plays]),
    );
}

/**
 * Finds the spots that most stores of the group have, which it plans around. The others' logs are
 * refitted to their own.
 */
function mostCommon(all: readonly StoreSpots[]): StoreSpots {
  const counts = new Map<StoreSpots, number>();
  for (const one of all) counts.set(one, (counts.get(one) ?? 0) + 1);
  return [...counts].reduce<[StoreSpots, number]>(
    (most, one) => (one[1] > most[1] ? one : most),
    [noSpots, 0],
  )[0];
}

function union(intervals: Interval[]): Interval[] {
  const merged: Interval[] = [];
  for (const { from, to } of [...intervals].sort((a, b) => a.from - b.from)) {
    const last = merged.at(-1);
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else merged.push({ from, to });
  }
  return merged;
}
