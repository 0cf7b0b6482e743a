import { createHash } from "node:crypto";
import { addDays } from "#contract/base/dates";
import type {
  GroupPlaylist,
  LogPosition,
  MusicPosition,
  PlaylistPosition,
  RuleSource,
  StoreLog,
} from "#contract/schedule/positions";
import { type Stretch, stretchesOn, weekOf } from "#contract/schedule/slot-times";
import { weekFromMonday } from "#contract/stores/words";
import type { UnitPath } from "../../../access/units.ts";
import {
  type BreakRules,
  type HourPlays,
  hoursOfDay,
  type PlayingCampaign,
  spotMayPlay,
  spreadPlays,
} from "../../../engine/ad-inventory/spread-plays.ts";
import { type OpeningHours, standingHours } from "../../../engine/opening-hours.ts";
import {
  type FixedSpot,
  type GroupDayInput,
  type Interval,
  type LockedSong,
  type MixEntry,
  mayPlay,
  type ScheduledPlay,
  type SchedulingCategory,
  type SchedulingEvent,
  type SchedulingSlot,
  type SchedulingSong,
  scheduleGroupDay,
  scheduleStoreLog,
} from "../../../engine/scheduling.ts";
import type { EventForScheduling } from "../events/event-playlists.queries.ts";
import {
  type EventUnit,
  eventHoursOn,
  eventsOnPath,
  isEventOn,
} from "../events/event-precedence.ts";
import { rulesOnPath } from "../rules/inheritance.ts";
import type { RulesForScheduling } from "../rules/master-rule.queries.ts";
import type { FoundGroup, FoundStore, GroupId } from "./schedule-inputs.queries.ts";

/** The stored days before a day that its songs rest from. */
export const historyDays = 28;

export type GroupStore = FoundStore & OpeningHours;

/**
 * All that the days of some groups of one company are made from, but for their songs and history.
 */
export type Prepared = {
  groups: ReadonlyMap<GroupId, FoundGroup & { stores: readonly GroupStore[] }>;
  rules: RulesForScheduling;
  categoryDigests: ReadonlyMap<number, string>;
  booked: BookedPlays;
  events: readonly EventForScheduling[];
};

export type BookedLine = {
  campaignId: number;
  plays: readonly number[];
  minutes: readonly number[];
};

/**
 * The plays that campaigns are owed by stores on some dates, and how far apart breaks stand in each
 * store.
 */
export type BookedPlays = {
  campaigns: ReadonlyMap<number, PlayingCampaign>;
  /**
   * By store and calendar date, as `${storeId} ${date}`; plays in each hour of the date, and the
   * minutes of the date that are the campaign's.
   */
  lines: ReadonlyMap<string, readonly BookedLine[]>;
  breaks: ReadonlyMap<number, BreakRules>;
};

/**
 * The songs that the categories of the rules hold, and which of them each has, with their weights.
 */
export type Repertoire = {
  songs: readonly SchedulingSong[];
  membersOf: ReadonlyMap<number, { songIds: number[]; weights: number[] }>;
  /** Plays where the charts leave a day silent. */
  fallback?: number[];
};

/**
 * An event that holds on a day while something is open, in the order of precedence; the digest is
 * of its songs.
 */
type DayEvent = Interval &
  Pick<EventForScheduling, "id" | "name" | "mode" | "songIds" | "digest"> & { source: RuleSource };

type StoreInputs = {
  store: GroupStore;
  opening: Interval[];
  slots: SchedulingSlot[];
  events: DayEvent[];
  spots: StoreSpots;
  /** Plays that are owed on the date in hours in which the store is closed. */
  closed: HourPlays[];
};
/**
 * A store's spots and the plays that they are for; stores in which they are the same share one. The
 * key stands for all that they were made from.
 */
type StoreSpots = { key: string; owed: HourPlays[]; spots: FixedSpot[] };
/** Holds what a group's day is made from, resolved for its date. */
export type DayInputs = {
  groupId: GroupId;
  day: string;
  ruleVersion: number;
  opening: Interval[];
  /**
   * The country whose licences count; null where the group's stores are in several: each store's
   * log then leaves out what it may not play.
   */
  territory: string | null;
  slots: SchedulingSlot[];
  events: DayEvent[];
  spots: FixedSpot[];
  stores: StoreInputs[];
  digests: (readonly [number, string])[];
};

/**
 * Resolves a group's rules (the most specific wins) once, and gives what resolves its opening hours
 * and booked spots for a date: there are many dates, and each store has rules of its own.
 */
export function dayInputsOf(
  { groups, rules, categoryDigests, booked, events }: Prepared,
  groupId: GroupId,
): (day: string) => DayInputs {
  const group = groups.get(groupId);
  if (!group) throw new Error(`group ${groupId} was not prepared`);
  const groupPath = { ...group, groupId, storeId: null };
  const { slots, ruleVersion } = slotsOf(groupPath, rules);
  const eventsOn = dayEventsOf(groupPath, events);
  const withSlots = group.stores.map((store) => {
    const path = { ...store, storeId: store.id };
    return { store, slots: slotsOf(path, rules).slots, eventsOn: dayEventsOf(path, events) };
  });
  const categories = [slots, ...withSlots.map((store) => store.slots)]
    .flat()
    .flatMap(categoriesOf)
    .map(({ categoryId }) => categoryId);
  const digests = [...new Set(categories)]
    .sort((a, b) => a - b)
    .map((id) => [id, categoryDigests.get(id) ?? ""] as const);
  const countries = new Set(group.stores.map(({ country }) => country));
  const territory = countries.size === 1 ? ([...countries][0] ?? null) : null;
  return (day) => {
    const spotsOn = storeSpotsOf(booked, day);
    const hoursOf = hoursOfEvents(day);
    const stores = withSlots.map(({ eventsOn, ...one }): StoreInputs => {
      const opening = hoursOn(one.store, day);
      return {
        ...one,
        opening,
        events: eventsOn(hoursOf, opening),
        ...spotsOn(one.store, opening),
      };
    });
    const opening = union(stores.flatMap((store) => store.opening));
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
      digests,
    };
  };
}

/**
 * Gives the events that hold on a date in a group, or in a store of it that is a location of
 * theirs, each with what it plays. Whether they meet opening hours is not looked at, so that the
 * database can tell the same by dates and locations (`findTouched`).
 */
export function playedEventsOf(
  { groups, events }: Prepared,
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
 * Digests of what a day is made from. Facts: its stores, their hours and zones, and the booked
 * spots; a published day follows them by itself. Choices: rules, charts and events; it follows them
 * when a person says so.
 */
export function digestsOf({
  slots,
  ruleVersion,
  digests,
  events,
  stores,
  spots: _,
  ...facts
}: DayInputs): {
  facts: string;
  choices: string;
} {
  const own = stores.flatMap(({ store, slots: ofStore }) => {
    const rules = ofStore.filter(({ source }) => source.level === "STORE");
    return rules.length > 0 ? [[store.id, rules]] : [];
  });
  const open = stores.map(({ store: { id, timeZone, country }, opening, spots: { key } }) => ({
    id,
    timeZone,
    country,
    opening,
    ...(key !== noSpots.key && { spots: key }),
  }));
  const ownEvents = stores.flatMap(({ store, events: ofStore }) =>
    ofStore.some(({ source }) => source.level === "STORE") ? [[store.id, ofStore]] : [],
  );
  // a day without events has the digest that it had before there were any
  const withEvents = events.length + ownEvents.length > 0 && { events, ownEvents };
  return {
    facts: hashOf({ ...facts, stores: open }),
    choices: hashOf({ slots, ruleVersion, digests, own, ...withEvents }),
  };
}

/**
 * Tells whether a store's log was made from what there is now, as long as its group's day is the
 * same. Choices are not of it: a published day does not follow them.
 */
export const storeFacts = ({
  store: { timeZone, country },
  opening,
  spots: { key },
  closed,
}: StoreInputs): string => hashOf([timeZone, country, opening, key, closed]).slice(0, 16);

/**
 * Tells whether a draft was made from what there is now. Neighbouring days are excluded from the
 * digest: whichever day is made later keeps apart from what stands on both sides, so that a day
 * that changes makes no other one stale.
 */
export const digestOf = ({ facts, choices }: { facts: string; choices: string }): string =>
  hashOf([facts, choices]);

/**
 * The digest of a version that is not what its inputs alone give: a person changed it, or locked
 * some of its songs. It still tells the inputs that it was made from.
 */
export const editedDigest = (ofInputs: string): string => `${inputsOf(ofInputs)}.edited`;
const inputsOf = (digest: string): string => digest.split(".")[0] ?? digest;
export const isEdited = (digest: string): boolean => digest.includes(".");
/** True if a version with this digest was made from the inputs with the other. */
export const isMadeFrom = (digest: string, ofInputs: string): boolean =>
  inputsOf(digest) === ofInputs;

const hashOf = (of: unknown): string =>
  createHash("sha256").update(JSON.stringify(of)).digest("base64url");

/**
 * A day that stands near the one that is made: its songs in order, and the wall-clock second at
 * which each begins.
 */
export type HistoryDay = { day: string; songIds: readonly number[]; starts: readonly number[] };

/**
 * Holds what a new version of a day keeps: an earlier version as far as it can; the positions that
 * have begun; and the songs that people locked.
 */
export type EarlierDay = {
  playlist?: GroupPlaylist | undefined;
  begun: readonly PlaylistPosition[];
  locked: readonly LockedSong[];
};

/** The songs of a version that people locked, as a later version of the day takes them over. */
export const locksOf = (positions: readonly PlaylistPosition[]): LockedSong[] =>
  positions.flatMap((position) =>
    position.kind === "MUSIC" && position.locked
      ? [{ songId: position.songId, at: position.startSeconds, categoryId: position.categoryId }]
      : [],
  );

/** The order of music of the group's day; the days before it and the one after keep songs apart. */
export function makeGroupDay(
  inputs: DayInputs,
  repertoire: Repertoire,
  neighbours: readonly HistoryDay[],
  { playlist, begun, locked }: EarlierDay = nothingKept,
): GroupPlaylist {
  const keptSongs = [
    ...(playlist?.positions ?? []).flatMap((position) =>
      position.kind === "MUSIC" ? [position] : [],
    ),
    ...locked,
  ];
  return scheduleGroupDay({
    ...engineInput(inputs, repertoire, neighbours, keptSongs),
    playlist,
    begun,
    locked,
  });
}

const nothingKept: EarlierDay = { begun: [], locked: [] };

/** Gives what the engine rates songs with that may take the place of one of a made day. */
export const ratingInput = (
  inputs: DayInputs,
  repertoire: Repertoire,
  neighbours: readonly HistoryDay[],
  positions: readonly MusicPosition[],
): GroupDayInput => engineInput(inputs, repertoire, neighbours, positions);

/**
 * Makes what the stores of the group play, on their own clocks, with the songs their group plays on
 * the days around as history; `begunOf` gives the positions of a store's log that have begun and
 * stay, the same array for stores in which they are the same. Stores with the same of that, and the
 * same hours, zone, country, rules and events, share one log, which is made once.
 */
export function* makeStoreLogs(
  inputs: DayInputs,
  repertoire: Repertoire,
  neighbours: readonly HistoryDay[],
  playlist: GroupPlaylist,
  { only = () => true, begunOf = () => undefined }: StoreLogOptions = {},
): Generator<{ stores: readonly GroupStore[]; log: StoreLog; licensed: number; songs: number }> {
  const planned = playlist.positions.flatMap((position) =>
    position.kind === "MUSIC" ? [position] : [],
  );
  const shared = engineInput(inputs, repertoire, neighbours, planned);
  const chosenStores = inputs.stores.filter(({ store }) => only(store));
  for (const [first, ...others] of groupByIdenticalLog(chosenStores, begunOf)) {
    const {
      store,
      opening,
      slots,
      events,
      spots: { spots },
    } = first;
    const begun = begunOf(store) ?? nothingBegun;
    const { timeZone, country: territory } = store;
    const stores = [first, ...others].map((one) => one.store);
    if (opening.length === 0 && begun.length === 0) {
      yield {
        stores,
        log: { ...closedDay(inputs, store), summary: playlist.summary },
        licensed: 0,
        songs: 0,
      };
      continue;
    }
    const own = { opening, slots, spots, events: events.map(asEvent), timeZone, territory };
    const licensed = shared.songs.filter((song) => mayPlay(song, inputs.day, territory)).length;
    yield {
      stores,
      log: scheduleStoreLog({ ...shared, ...own, playlist, begun }),
      licensed,
      songs: shared.songs.length,
    };
  }
}

/** The stores in lots of those whose logs are the same. */
function groupByIdenticalLog(
  stores: readonly StoreInputs[],
  begunOf: NonNullable<StoreLogOptions["begunOf"]>,
): [StoreInputs, ...StoreInputs[]][] {
  const lots = new Map<readonly LogPosition[], Map<string, [StoreInputs, ...StoreInputs[]]>>();
  for (const one of stores) {
    const { store, opening, slots, events, spots } = one;
    const begun = begunOf(store) ?? nothingBegun;
    const rules = [...slots, ...events].map(
      ({ id, from, source }) => `${id} ${from} ${source.level} ${source.unitId}`,
    );
    const key = JSON.stringify([opening, store.timeZone, store.country, rules, spots.key]);
    const lotsAfter = lots.get(begun) ?? new Map<string, [StoreInputs, ...StoreInputs[]]>();
    lots.set(begun, lotsAfter);
    const lot = lotsAfter.get(key);
    if (lot) lot.push(one);
    else lotsAfter.set(key, [one]);
  }
  return [...lots.values()].flatMap((lotsAfter) => [...lotsAfter.values()]);
}

type StoreLogOptions = {
  only?: ((store: GroupStore) => boolean) | undefined;
  begunOf?: ((store: GroupStore) => readonly LogPosition[] | undefined) | undefined;
};

const nothingBegun: readonly LogPosition[] = [];

const closedDay = ({ day, ruleVersion }: DayInputs, { id, timeZone }: GroupStore) => ({
  date: day,
  unitId: id,
  ruleVersion,
  timeZone,
  positions: [] as LogPosition[],
  leftOut: [],
});

/** No category of a rule has these ids: charts' are above 0, filters' far below. */
const fallbackId = 0;
const eventCategory = (eventId: number) => -eventId;

const asEvent = ({ id, name, source, from, to, mode, songIds }: DayEvent): SchedulingEvent => ({
  id,
  name,
  source,
  from,
  to,
  ...(mode === "RULES"
    ? { category: { id: eventCategory(id), name } }
    : { songIds, loops: mode === "LOOP" }),
});

type HoursOfEvents = (event: EventForScheduling) => readonly Interval[];

/** An event's hours on a date are looked for once, however many stores have it. */
function hoursOfEvents(day: string): HoursOfEvents {
  const hoursByEvent = new Map<EventForScheduling, readonly Interval[]>();
  return (event) => {
    const hours = hoursByEvent.get(event) ?? eventHoursOn(event, day);
    hoursByEvent.set(event, hours);
    return hours;
  };
}

/**
 * The events of a unit in the order of precedence, as the stretches of a date in which something is
 * open.
 */
function dayEventsOf(
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

function engineInput(
  inputs: DayInputs,
  { songs, membersOf, fallback = [] }: Repertoire,
  neighbours: readonly HistoryDay[],
  keptSongs: readonly { songId: number }[],
): GroupDayInput {
  const { groupId, day, ruleVersion, opening, territory, slots, spots, digests, events } = inputs;
  const plays = (days: readonly HistoryDay[]) =>
    days.flatMap((neighbour) => {
      const offset = Math.round((Date.parse(neighbour.day) - Date.parse(day)) / 1000);
      return neighbour.songIds.map(
        (songId, place): ScheduledPlay => ({
          songId,
          at: (neighbour.starts[place] as number) + offset,
        }),
      );
    });
  const categories: SchedulingCategory[] = digests.map(([id]) => ({
    id,
    name: nameOf(inputs, id),
    songIds: [],
    ...membersOf.get(id),
  }));
  if (fallback.length > 0) categories.push({ id: fallbackId, name: "Fallback", songIds: fallback });
  const ofEvents = new Map(
    [...events, ...inputs.stores.flatMap((store) => store.events)].map((event) => [
      event.id,
      event,
    ]),
  );
  for (const { id, name, mode, songIds } of ofEvents.values())
    if (mode === "RULES") categories.push({ id: eventCategory(id), name, songIds });
  // not whatever else was loaded for other groups: a brand hears the charts of its own rules, and in
  // need the fallback
  const own = new Set(categories.flatMap(({ songIds }) => Array.from(songIds)));
  for (const { songIds } of ofEvents.values()) for (const songId of songIds) own.add(songId);
  for (const { songId } of keptSongs) own.add(songId);
  return {
    date: day,
    unitId: groupId ?? 0,
    ruleVersion,
    opening,
    territory,
    songs: songs.filter(({ id }) => own.has(id)),
    categories,
    slots,
    events: events.map(asEvent),
    fallbackCategoryId: fallback.length > 0 ? fallbackId : null,
    history: plays(
      neighbours.filter(
        (neighbour) => neighbour.day < day && neighbour.day >= addDays(day, -historyDays),
      ),
    ),
    later: plays(neighbours.filter((neighbour) => neighbour.day === addDays(day, 1))),
    locked: [],
    spots,
  };
}

const nameOf = ({ slots, stores }: DayInputs, id: number): string =>
  [...slots, ...stores.flatMap((store) => store.slots)]
    .flatMap(categoriesOf)
    .find(({ categoryId }) => categoryId === id)?.name ?? "";

/** Lists what a slot draws songs from: its mix, and its fallback. */
const categoriesOf = ({
  mix,
  fallback,
}: SchedulingSlot): { categoryId: number; name: string }[] => [
  ...mix,
  ...(fallback ? [fallback] : []),
];

/**
 * The time slots with the rule that applies to a unit, as the stretches of each weekday; a slot
 * without one is left out. The version is part of the day's seed.
 */
function slotsOf(
  path: UnitPath,
  { slots, rules }: RulesForScheduling,
): { slots: SchedulingSlot[]; ruleVersion: number } {
  const ruled = slots.flatMap((slot) => {
    const [rule] = rulesOnPath(path, rules, slot.id);
    return rule ? [{ ...slot, rule }] : [];
  });
  const week = weekOf(ruled, weekFromMonday);
  const resolved = week.flatMap(({ days, stretches }) => {
    if (week.length === 1) return stretches.flatMap((stretch) => slotIn(stretch, 0, []));
    // what shops play that are open past midnight are the next day's first hours
    return days.flatMap((day) => [
      ...stretchesOn(ruled, (day + 1) % 7).flatMap((stretch) =>
        slotIn(stretch, daySeconds, [isoWeekday(day)]),
      ),
      ...stretches.flatMap((stretch) => slotIn(stretch, 0, [isoWeekday(day)])),
    ]);
  });
  return { slots: resolved, ruleVersion: ruled.reduce((sum, { rule }) => sum + rule.version, 0) };
}

const daySeconds = 86_400;
const isoWeekday = (weekday: number) => (weekday === 0 ? 7 : weekday);

type RuledSlot = RulesForScheduling["slots"][number] & {
  rule: RulesForScheduling["rules"][number];
};

/** A stretch as the engine takes it, so many seconds later; a gap is none. */
function slotIn(
  { from, to, slot }: Stretch<RuledSlot>,
  later: number,
  weekdays: number[],
): SchedulingSlot[] {
  if (!slot) return [];
  const { id, slotName, rule } = slot;
  return [
    {
      id,
      name: slotName,
      from: from * 60 + later,
      to: to * 60 + later,
      weekdays,
      source: { level: rule.level, unitId: rule.unitId, name: rule.name },
      mix: mixOf(rule),
      rules: rule.separation,
      searchDepth: rule.searchDepth,
      fallback: rule.fallbackChart && {
        categoryId: rule.fallbackChart.chartId,
        name: rule.fallbackChart.chartName,
      },
      beforeFixedPoint: rule.beforeFixedPoint,
      longestPauseSeconds: rule.longestPauseSeconds,
      topWaitSeconds: rule.topWaitSeconds,
      languages: null,
      moods: null,
    },
  ];
}

/** Each category once: two filters are one after what told them apart was merged. */
function mixOf({ mix }: RuledSlot["rule"]): SchedulingSlot["mix"] {
  const entries = new Map<number, MixEntry>();
  for (const { category, percent } of mix) {
    const { id, name } = category;
    entries.set(id, { categoryId: id, name, percent: percent + (entries.get(id)?.percent ?? 0) });
  }
  return [...entries.values()];
}

const noSpots: StoreSpots = { key: "", owed: [], spots: [] };

/**
 * Lays out the plays that campaigns have in the stores of a group on a date: each set of plays
 * once, however many stores have it.
 */
function storeSpotsOf(
  { campaigns, lines, breaks }: BookedPlays,
  day: string,
): (store: GroupStore, opening: Interval[]) => Pick<StoreInputs, "spots" | "closed"> {
  const cachedSpots = new Map<string, StoreSpots>();
  const byCountry = new Map<string, BookedPlays["campaigns"]>();
  const playableIn = (country: string) => {
    const playable = byCountry.get(country) ?? withSpotsFor(campaigns, day, country);
    byCountry.set(country, playable);
    return playable;
  };
  const dayNumber = Math.round(Date.parse(`${day}T00:00:00Z`) / 86_400_000);
  const dayBefore = addDays(day, -1);
  const dayAfter = addDays(day, 1);
  return (store, opening) => {
    const linesOf = {
      today: lines.get(`${store.id} ${day}`) ?? [],
      tomorrow: lines.get(`${store.id} ${dayAfter}`) ?? [],
    };
    const rules = breaks.get(store.id);
    if (linesOf.today.length + linesOf.tomorrow.length === 0 || !rules)
      return { spots: noSpots, closed: [] };
    const yesterday = hoursOn(store, dayBefore);
    const hours = hoursOfDay({ yesterday, today: opening });
    const closed = closedPlays(
      linesOf.today,
      [yesterday.map(({ from, to }) => ({ from: from - 86_400, to: to - 86_400 })), opening].flat(),
    );
    const owed = hours.flatMap(({ date, hourOfDate, hour }) =>
      linesOf[date].flatMap(({ campaignId, plays, minutes }) => {
        const count = plays[hourOfDate] ?? 0;
        const ofHour = minutes.flatMap((minute) =>
          Math.floor(minute / 60) === hourOfDate ? minute % 60 : [],
        );
        return count > 0 ? [{ campaignId, hour, plays: count, minutes: ofHour }] : [];
      }),
    );
    if (owed.length === 0) return { spots: noSpots, closed };
    const playable = playableIn(store.country);
    const playing = [...new Set(owed.map(({ campaignId }) => campaignId))].sort(
      (one, other) => one - other,
    );
    const key = hashOf([
      opening,
      rules,
      owed.map(({ campaignId, hour, plays, minutes }) => [campaignId, hour, plays, minutes]),
      playing.map((id) => playable.get(id)),
    ]);
    const spots = cachedSpots.get(key) ?? {
      key,
      owed,
      spots: spreadPlays(owed, playable, opening, rules, dayNumber),
    };
    cachedSpots.set(key, spots);
    return { spots, closed };
  };
}

/** The plays of a date in hours of which the store is open for no part. */
const closedPlays = (lines: readonly BookedLine[], opening: readonly Interval[]): HourPlays[] =>
  lines.flatMap(({ campaignId, plays }) =>
    plays.flatMap((count, hour) => {
      const isOpen = opening.some(({ from, to }) => from < (hour + 1) * 3600 && hour * 3600 < to);
      return count > 0 && !isOpen ? [{ campaignId, hour, plays: count }] : [];
    }),
  );

/** The campaigns with those of their spots that may play on the date in the country. */
const withSpotsFor = (
  campaigns: BookedPlays["campaigns"],
  day: string,
  country: string,
): BookedPlays["campaigns"] =>
  new Map(
    [...campaigns].map(([id, one]) => [
      id,
      { ...one, spots: one.spots.filter((spot) => spotMayPlay(spot, day, country)) },
    ]),
  );

/**
 * Finds the spots that most stores of the group have, which it plans around. The others' logs are
 * refitted to their own.
 */
function mostCommon(all: readonly StoreSpots[]): StoreSpots {
  const counts = new Map<StoreSpots, number>();
  for (const one of all) counts.set(one, (counts.get(one) ?? 0) + 1);
  return [...counts].reduce((most, one) => (one[1] > most[1] ? one : most), [noSpots, 0] as [
    StoreSpots,
    number,
  ])[0];
}

function hoursOn(store: GroupStore, day: string): Interval[] {
  const { opens, closes } = standingHours(store, day);
  return opens === null || closes === null ? [] : [{ from: opens * 60, to: closes * 60 }];
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
