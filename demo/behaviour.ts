import type { Status } from "#contract/base/status";
import type { Heartbeat } from "#contract/player/endpoints";
import { type PauseReason, pauseMinutes, pauseReasons } from "#contract/player/words";
import { zoneClock } from "../platform/engine/scheduling.ts";
import { addDays, localClock, weekdayOf } from "./local-clock.ts";
import { hash, seededRandom } from "./random.ts";

/** Hours of one weekday in minutes since its local midnight; closes above 1440 is past midnight. */
export type WeekdayHours = { weekday: number; opens: number; closes: number };
/** A date with hours of its own; null is closed. */
export type DateHours = {
  day: string;
  opens?: number | null | undefined;
  closes?: number | null | undefined;
};
/** A store as the simulator sees it. */
export type Shop = {
  companyId: number;
  id: number;
  groupId: number | null;
  status: Status;
  statusSince: Date;
  timeZone: string;
  volume: number;
  hours: readonly WeekdayHours[];
  exceptions: readonly DateHours[];
};

/** Gives a store's hours on a date; undefined if it is closed. */
export function hoursOn(
  { hours, exceptions }: Pick<Shop, "hours" | "exceptions">,
  day: string,
): { opens: number; closes: number } | undefined {
  const dayHours =
    exceptions.find((date) => date.day === day) ??
    hours.find(({ weekday }) => weekday === weekdayOf(day));
  return typeof dayHours?.opens === "number" && typeof dayHours.closes === "number"
    ? { opens: dayHours.opens, closes: dayHours.closes }
    : undefined;
}
/** The last report of a store's player; when it last played is known by its plays. */
export type ShopState = {
  lastSeenAt: Date;
  playing: boolean;
  volume: number;
  playerVersion: string;
};
/**
 * A fault of a date, in minutes since its local midnight: the player was off, or it was on and
 * played nothing.
 */
export type Fault = { kind: "off" | "silent"; from: number; to: number };
/** A pause by a person in the store, in minutes since the date's local midnight. */
type Pause = { kind: "paused"; from: number; to: number; reason: PauseReason };
type Behaviour = "well" | "offline" | "silent" | "low volume" | "not playing";

const MINUTE = 60_000;

/**
 * Gives a store's fault, fixed by its number, so that a company of any size shows every status
 * of the dashboard.
 */
export function behaviourOf(storeId: number): Behaviour {
  const number = storeId % 1_000_000;
  if (number % 27 === 5) return "offline";
  if (number % 61 === 9) return "silent";
  if (number % 80 === 34) return "not playing";
  return number % 22 === 3 ? "low volume" : "well";
}

/** Says whether something goes wrong in a store over and over. */
export const isTroubled = (storeId: number) =>
  !["well", "low volume"].includes(behaviourOf(storeId));

/** True for one store in eighty: it was only just added, and its player was never seen. */
export const isNeverSeen = (storeId: number) => storeId % 80 === 61;

type Faultiness = {
  chance: number;
  kinds: readonly Fault["kind"][];
  shortest: number;
  longest: number;
};
const seldom: Faultiness = {
  chance: 0.04,
  kinds: ["off", "off", "silent"],
  shortest: 25,
  longest: 200,
};
/**
 * The chance of a temporary fault, and its length in minutes. Stores that are in trouble
 * today were in trouble before.
 */
const faultiness: Record<Behaviour, Faultiness> = {
  well: seldom,
  "low volume": seldom,
  offline: { chance: 0.6, kinds: ["off"], shortest: 120, longest: 420 },
  silent: { chance: 0.6, kinds: ["silent"], shortest: 90, longest: 360 },
  "not playing": { chance: 0.5, kinds: ["silent", "off"], shortest: 120, longest: 400 },
};
const wellBeforeClosing = 30;

/** Draws the fault of a date's opening, if there is one. It is over before the store closes. */
export function faultOn(
  shop: Pick<Shop, "id" | "hours" | "exceptions">,
  day: string,
): Fault | undefined {
  const { chance, kinds, shortest, longest } = faultiness[behaviourOf(shop.id)];
  const random = seededRandom(`fault ${shop.id} ${day}`);
  const hours = random.chance(chance) ? hoursOn(shop, day) : undefined;
  if (!hours) return undefined;
  const kind = random.pick(kinds);
  const length = random.int(shortest, longest);
  const first = hours.opens + wellBeforeClosing;
  const last = hours.closes - wellBeforeClosing - length;
  if (first > last) return undefined;
  const from = random.int(first, last);
  return { kind, from, to: from + length };
}

const pauseChance = 0.4;

/** Draws what keeps a store from playing on a date: its fault, else a pause if there is one. */
export function gapOn(
  shop: Pick<Shop, "id" | "hours" | "exceptions">,
  day: string,
): Fault | Pause | undefined {
  const fault = faultOn(shop, day);
  if (fault || isTroubled(shop.id)) return fault;
  const random = seededRandom(`pause ${shop.id} ${day}`);
  const hours = random.chance(pauseChance) ? hoursOn(shop, day) : undefined;
  if (!hours) return undefined;
  const length = random.pick(pauseMinutes.choices);
  const first = hours.opens + wellBeforeClosing;
  const last = hours.closes - wellBeforeClosing - length;
  if (first > last) return undefined;
  const from = random.int(first, last);
  return { kind: "paused", from, to: from + length, reason: random.pick(pauseReasons) };
}

/** The fault or pause that a store has at an instant, and how many minutes of it passed. */
function gapAt(shop: Shop, at: Date): { gap: Fault | Pause; passed: number } | undefined {
  const { day, minute } = localClock(shop.timeZone, at);
  for (const back of [0, 1]) {
    const gap = gapOn(shop, addDays(day, -back));
    const passed = minute + back * 1_440;
    if (gap && passed >= gap.from && passed < gap.to) return { gap, passed: passed - gap.from };
  }
  return undefined;
}

/** When a store that is in trouble on the demo's first day got into it; it stays so. */
export function troubleSince(storeId: number, now: Date): Date | undefined {
  const since = (atLeast: number, round: number) =>
    before(now, atLeast + ((minuteOf(now) + storeId * 37) % round));
  switch (behaviourOf(storeId)) {
    case "offline":
      return since(20, 300);
    case "silent":
      return since(50, 90);
    case "not playing":
      return since(25 * 60, 20 * 60);
    default:
      return undefined;
  }
}

/**
 * Gives the last report of a store's player on the demo's first day, `now`. Closed stores were last
 * heard when they closed.
 */
export function firstStateOf(shop: Shop, now: Date): ShopState {
  const trouble = troubleSince(shop.id, now);
  const until = shop.status === "inactive" && shop.statusSince < now ? shop.statusSince : now;
  const isOffline = behaviourOf(shop.id) === "offline" && trouble && trouble < until;
  const lastSeenAt = lastUp(shop, isOffline ? trouble : until);
  const isUp = lastSeenAt.getTime() === now.getTime();
  return {
    lastSeenAt,
    playing: isUp && !trouble && gapAt(shop, now) === undefined,
    ...toldBy(shop),
  };
}

/** The last minute up to an instant in which the store was open and its player on. */
export function lastUp(shop: Shop, at: Date): Date {
  const open = before(at, minutesSinceClosing(shop, at));
  const current = gapAt(shop, open);
  return current?.gap.kind === "off" ? before(open, current.passed) : open;
}

/** Gives the heartbeat of an open store's player this minute; nothing while it is off. */
export function heartbeatOf(
  shop: Shop,
  now: Date,
): (Omit<ShopState, "lastSeenAt"> & Pick<Heartbeat, "pause">) | undefined {
  const behaviour = behaviourOf(shop.id);
  const { gap, passed = 0 } = gapAt(shop, now) ?? {};
  if (behaviour === "offline" || gap?.kind === "off" || !isOpenAt(shop, now)) return undefined;
  return {
    playing: behaviour !== "silent" && behaviour !== "not playing" && gap === undefined,
    ...(gap?.kind === "paused" && {
      pause: {
        reason: gap.reason,
        secondsLeft: (gap.to - gap.from - passed) * 60 - now.getUTCSeconds(),
      },
    }),
    ...toldBy(shop),
  };
}

/** The players that the demo simulates; another version is a visitor's. */
export const simulatedVersions = ["4.1.7", "4.2.0", "4.2.3"] as const;

/** Gives the volume and version that a store's player always reports. */
export function toldBy({
  id,
  volume,
}: Pick<Shop, "id" | "volume">): Pick<ShopState, "volume" | "playerVersion"> {
  const version = hash(`version ${id}`) % 8;
  return {
    volume: behaviourOf(id) === "low volume" ? 8 + (id % 12) : volume,
    playerVersion: simulatedVersions[version === 0 ? 0 : version < 3 ? 1 : 2],
  };
}

export const isOpenAt = (shop: Shop, at: Date) => minutesSinceClosing(shop, at) === 0;

/** 0 while the store is open. */
function minutesSinceClosing(shop: Shop, now: Date): number {
  const { day, minute } = localClock(shop.timeZone, now);
  let least = 7 * 1_440;
  for (let back = 0; back <= 7; back++) {
    const hours = hoursOn(shop, addDays(day, -back));
    if (!hours) continue;
    const at = minute + back * 1_440;
    if (at >= hours.opens && at < hours.closes) return 0;
    if (at >= hours.closes) least = Math.min(least, at - hours.closes);
  }
  return least;
}

/** The instant at a minute of a date on the clock of a zone, counted from local midnight. */
export const instantOf = (timeZone: string, day: string, minute: number): Date => {
  const clock = zoneClock(day, timeZone);
  return new Date(clock.instantAt(clock.startOf(minute * 60)));
};

const minuteOf = (now: Date) => Math.floor(now.getTime() / MINUTE);
const before = (now: Date, minutes: number) => new Date(now.getTime() - minutes * MINUTE);
