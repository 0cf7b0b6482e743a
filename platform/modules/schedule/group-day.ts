import { createHash } from "node:crypto";
import { addDays, weekdayOf } from "#contract/base/dates";
import type { GroupPlaylist, LogPosition, MusicPosition, PlaylistPosition, StoreLog } from "#contract/schedule/positions";
import { type Stretch, stretchesOn, weekOf } from "#contract/schedule/slot-times";
import { weekFromMonday } from "#contract/stores/words";
import { spotsBookedOn, spotsWithin } from "../../engine/ad-inventory/booked-spots.ts";
import {
  type FixedSpot,
  type GroupDayInput,
  type Interval,
  type LockedSong,
  type ScheduledPlay,
  type SchedulingCategory,
  type SchedulingRule,
  type SchedulingSlot,
  type SchedulingSong,
  scheduleGroupDay,
  scheduleStoreLog,
} from "../../engine/scheduling.ts";
import { rulesOnPath, type UnitPath } from "./inheritance.ts";
import type { RulesForScheduling } from "./master-rule.queries.ts";
import type { FoundBooking, FoundGroup, FoundStore, GroupId } from "./schedule-inputs.queries.ts";

/** The stored days before a day that its songs rest from. */
export const historyDays = 28;

/** How many of the longest-rested songs each position chooses from. */
const searchDepth = 40;

export type GroupStore = FoundStore & {
  hours: readonly { weekday: number; opens: number; closes: number }[];
  /** Of single dates, in place of the weekday's; null is closed. */
  exceptions: readonly { day: string; opens: number | null; closes: number | null }[];
};

/** All that the days of some groups of one company are made from, but for their songs and history. */
export type Prepared = {
  groups: ReadonlyMap<GroupId, FoundGroup & { stores: readonly GroupStore[] }>;
  rules: RulesForScheduling;
  chartDigests: ReadonlyMap<number, string>;
  bookings: readonly FoundBooking[];
};

/** The songs that the charts of the rules hold, and which of them each chart has, with their weights. */
export type Repertoire = {
  songs: readonly SchedulingSong[];
  membersOf: ReadonlyMap<number, { songIds: number[]; weights: number[] }>;
  /** What plays where the charts leave a day silent. */
  fallback?: number[];
};

type StoreInputs = { store: GroupStore; opening: Interval[]; slots: SchedulingSlot[] };
/** What a group's day is made from, resolved for its date. */
export type DayInputs = {
  groupId: GroupId;
  day: string;
  ruleVersion: number;
  opening: Interval[];
  /** The country whose licences count; null where the group's stores are in several: each store's log then leaves out what it may not play. */
  territory: string | null;
  slots: SchedulingSlot[];
  spots: FixedSpot[];
  stores: StoreInputs[];
  digests: (readonly [number, string])[];
};

/**
 * Resolves a group's rules (the most specific wins) once, and gives what resolves its opening hours and booked spots for a date: there are
 * many dates, and each store has rules of its own.
 */
export function dayInputsOf({ groups, rules, chartDigests, bookings }: Prepared, groupId: GroupId): (day: string) => DayInputs {
  const group = groups.get(groupId);
  if (!group) throw new Error(`group ${groupId} was not prepared`);
  const { slots, ruleVersion } = slotsOf({ ...group, groupId, storeId: null }, rules);
  const withSlots = group.stores.map((store) => ({ store, slots: slotsOf({ ...store, storeId: store.id }, rules).slots }));
  const charts = [slots, ...withSlots.map((store) => store.slots)].flatMap((some) =>
    some.flatMap(({ mix }) => mix.map((line) => line.categoryId)),
  );
  const digests = [...new Set(charts)].sort((a, b) => a - b).map((id) => [id, chartDigests.get(id) ?? ""] as const);
  const countries = new Set(group.stores.map(({ country }) => country));
  const territory = countries.size === 1 ? ([...countries][0] ?? null) : null;
  return (day) => {
    const stores = withSlots.map((one): StoreInputs => ({ ...one, opening: hoursOn(one.store, day) }));
    const opening = union(stores.flatMap((store) => store.opening));
    return { groupId, day, ruleVersion, opening, territory, slots, spots: spotsBookedOn(bookings, day, opening), stores, digests };
  };
}

/**
 * Digests of what a day is made from. Facts: its stores, their hours and zones, and the booked spots; a published day follows them by
 * itself. Choices: rules and charts; it follows them when a person says so.
 */
export function digestsOf({ slots, ruleVersion, digests, stores, ...facts }: DayInputs): { facts: string; choices: string } {
  const own = stores.flatMap(({ store, slots: ofStore }) => {
    const rules = ofStore.filter(({ source }) => source.level === "STORE");
    return rules.length > 0 ? [[store.id, rules]] : [];
  });
  const open = stores.map(({ store: { id, timeZone, country }, opening }) => ({ id, timeZone, country, opening }));
  return { facts: hashOf({ ...facts, stores: open }), choices: hashOf({ slots, ruleVersion, digests, own }) };
}

/**
 * Tells whether a draft was made from what there is now. The days around it are not of it: whichever day is made later keeps apart from what
 * stands on both sides, so that a day that changes makes no other one stale.
 */
export const digestOf = ({ facts, choices }: { facts: string; choices: string }): string => hashOf([facts, choices]);

/**
 * The digest of a version that is not what its inputs alone give: a person changed it, or locked some of its songs. It still tells the inputs
 * that it was made from.
 */
export const editedDigest = (ofInputs: string): string => `${inputsOf(ofInputs)}.edited`;
const inputsOf = (digest: string): string => digest.split(".")[0] ?? digest;
export const isEdited = (digest: string): boolean => digest.includes(".");
/** Whether a version with this digest was made from the inputs with the other. */
export const isMadeFrom = (digest: string, ofInputs: string): boolean => inputsOf(digest) === ofInputs;

const hashOf = (of: unknown): string => createHash("sha256").update(JSON.stringify(of)).digest("base64url");

/** A day that stands near the one that is made: its songs in order, and the wall-clock second at which each begins. */
export type HistoryDay = { day: string; songIds: readonly number[]; starts: readonly number[] };

/** The hours of a date in minutes, null for closed: those of its exception where it has one, else of its weekday. */
export function standingHours({ hours, exceptions }: Pick<GroupStore, "hours" | "exceptions">, day: string) {
  const exception = exceptions.find((date) => date.day === day);
  const { opens, closes } = exception ?? hours.find(({ weekday }) => weekday === weekdayOf(day)) ?? { opens: null, closes: null };
  return { opens, closes, exception: exception !== undefined };
}

/**
 * What a new version of a day keeps: an earlier version as far as it can; the positions that have begun; and the songs that people locked.
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
  const keptSongs = [...(playlist?.positions ?? []).flatMap((position) => (position.kind === "MUSIC" ? [position] : [])), ...locked];
  return scheduleGroupDay({ ...engineInput(inputs, repertoire, neighbours, keptSongs), playlist, begun, locked });
}

const nothingKept: EarlierDay = { begun: [], locked: [] };

/** What the engine rates songs with that may take the place of one of a made day. */
export const ratingInput = (
  inputs: DayInputs,
  repertoire: Repertoire,
  neighbours: readonly HistoryDay[],
  positions: readonly MusicPosition[],
): GroupDayInput => engineInput(inputs, repertoire, neighbours, positions);

/**
 * What the stores of the group play of it, on their own clocks, with the songs their group plays on the days around as history; `begunOf`
 * gives the positions of a store's log that have begun and stay, the same array for stores in which they are the same. Stores with the same
 * of that, and the same hours, zone, country and rules, share one log, which is made once.
 */
export function* makeStoreLogs(
  inputs: DayInputs,
  repertoire: Repertoire,
  neighbours: readonly HistoryDay[],
  playlist: GroupPlaylist,
  { only = () => true, begunOf = () => undefined }: StoreLogOptions = {},
): Generator<{ stores: readonly GroupStore[]; log: StoreLog }> {
  const planned = playlist.positions.flatMap((position) => (position.kind === "MUSIC" ? [position] : []));
  const shared = engineInput(inputs, repertoire, neighbours, planned);
  const wanted = inputs.stores.filter(({ store }) => only(store));
  for (const [first, ...others] of sameDays(wanted, begunOf)) {
    const { store, opening, slots } = first;
    const begun = begunOf(store) ?? nothingBegun;
    const { timeZone, country: territory } = store;
    const stores = [first, ...others].map((one) => one.store);
    if (opening.length === 0 && begun.length === 0) {
      yield { stores, log: { ...closedDay(inputs, store), summary: playlist.summary } };
      continue;
    }
    const spots = spotsWithin(inputs.spots, opening);
    yield { stores, log: scheduleStoreLog({ ...shared, opening, slots, spots, timeZone, territory, playlist, begun }) };
  }
}

/** The stores in lots of those whose logs are the same. */
function sameDays(stores: readonly StoreInputs[], begunOf: NonNullable<StoreLogOptions["begunOf"]>): [StoreInputs, ...StoreInputs[]][] {
  const lots = new Map<readonly LogPosition[], Map<string, [StoreInputs, ...StoreInputs[]]>>();
  for (const one of stores) {
    const { store, opening, slots } = one;
    const begun = begunOf(store) ?? nothingBegun;
    const rules = slots.map(({ id, source }) => `${id} ${source.level} ${source.unitId}`);
    const key = JSON.stringify([opening, store.timeZone, store.country, rules]);
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

/** No chart's id. */
const fallbackId = 0;

function engineInput(
  inputs: DayInputs,
  { songs, membersOf, fallback = [] }: Repertoire,
  neighbours: readonly HistoryDay[],
  keptSongs: readonly { songId: number }[],
): GroupDayInput {
  const { groupId, day, ruleVersion, opening, territory, slots, spots, digests } = inputs;
  const plays = (days: readonly HistoryDay[]) =>
    days.flatMap((neighbour) => {
      const offset = Math.round((Date.parse(neighbour.day) - Date.parse(day)) / 1000);
      return neighbour.songIds.map((songId, place): ScheduledPlay => ({ songId, at: (neighbour.starts[place] as number) + offset }));
    });
  const categories: SchedulingCategory[] = digests.map(([id]) => ({ id, name: nameOf(inputs, id), songIds: [], ...membersOf.get(id) }));
  if (fallback.length > 0) categories.push({ id: fallbackId, name: "Fallback", songIds: fallback });
  // not whatever else was loaded for other groups: a brand hears the charts of its own rules, and in need the fallback
  const own = new Set(categories.flatMap(({ songIds }) => Array.from(songIds)));
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
    events: [],
    fallbackCategoryId: fallback.length > 0 ? fallbackId : null,
    history: plays(neighbours.filter((neighbour) => neighbour.day < day && neighbour.day >= addDays(day, -historyDays))),
    later: plays(neighbours.filter((neighbour) => neighbour.day === addDays(day, 1))),
    locked: [],
    spots,
  };
}

const nameOf = ({ slots, stores }: DayInputs, chartId: number): string =>
  [...slots, ...stores.flatMap((store) => store.slots)].flatMap(({ mix }) => mix).find(({ categoryId }) => categoryId === chartId)?.name ??
  "";

/**
 * The time slots with the rule that applies to a unit, as the stretches of each weekday; a slot without one is left out. The version is part
 * of the day's seed.
 */
function slotsOf(path: UnitPath, { slots, rules }: RulesForScheduling): { slots: SchedulingSlot[]; ruleVersion: number } {
  const ruled = slots.flatMap((slot) => {
    const [rule] = rulesOnPath(path, rules, slot.id);
    return rule ? [{ ...slot, rule }] : [];
  });
  const week = weekOf(ruled, weekFromMonday);
  const resolved = week.flatMap(({ days, stretches }) => {
    if (week.length === 1) return stretches.flatMap((stretch) => slotIn(stretch, 0, []));
    // what shops play that are open past midnight are the next day's first hours
    return days.flatMap((day) => [
      ...stretchesOn(ruled, (day + 1) % 7).flatMap((stretch) => slotIn(stretch, daySeconds, [isoWeekday(day)])),
      ...stretches.flatMap((stretch) => slotIn(stretch, 0, [isoWeekday(day)])),
    ]);
  });
  return { slots: resolved, ruleVersion: ruled.reduce((sum, { rule }) => sum + rule.version, 0) };
}

const daySeconds = 86_400;
const isoWeekday = (weekday: number) => (weekday === 0 ? 7 : weekday);

type RuledSlot = RulesForScheduling["slots"][number] & { rule: RulesForScheduling["rules"][number] };

/** A stretch as the engine takes it, so many seconds later; a gap is none. */
function slotIn({ from, to, slot }: Stretch<RuledSlot>, later: number, weekdays: number[]): SchedulingSlot[] {
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
      mix: rule.mix.map(({ chartId, chartName, percent }) => ({ categoryId: chartId, name: chartName, percent })),
      rules: separationsOf(rule),
      searchDepth,
      languages: null,
      moods: null,
    },
  ];
}

/** Rest and separations are given up only when nothing else is left, the tempo step first of all: it is a wish (docs/domain.md section 2). */
function separationsOf(rule: RulesForScheduling["rules"][number]): SchedulingRule[] {
  const makeRules = (name: "MINIMUM_REST" | "ARTIST_SEPARATION" | "TITLE_SEPARATION", minutes: number, order: number): SchedulingRule[] =>
    minutes > 0 ? [{ name, minutes, breakable: false, order }] : [];
  return [
    ...makeRules("MINIMUM_REST", rule.minimumRestMinutes, 1),
    ...makeRules("ARTIST_SEPARATION", rule.artistSeparationMinutes, 2),
    ...makeRules("TITLE_SEPARATION", rule.titleSeparationMinutes, 3),
    ...(rule.dayOffset ? [{ name: "DAY_OFFSET" as const, breakable: false, order: 4 }] : []),
    ...(rule.tempoStep < 2 ? [{ name: "SEGUE" as const, tempoStep: rule.tempoStep, energyStep: null, breakable: true, order: 5 }] : []),
  ];
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
