import type { Status } from "#contract/base/status";
import { addDays, localClock, weekdayOf } from "./local-clock.ts";
import { hash } from "./random.ts";

/** Hours of one weekday in minutes since its local midnight; closes above 1440 is past midnight. */
export type WeekdayHours = { weekday: number; opens: number; closes: number };
/** A date whose hours are others than its weekday's; null is closed. */
export type DateHours = { day: string; opens?: number | null | undefined; closes?: number | null | undefined };
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

/** A store's hours on a date, or nothing where it is closed. */
export function hoursOn(
  { hours, exceptions }: Pick<Shop, "hours" | "exceptions">,
  day: string,
): { opens: number; closes: number } | undefined {
  const dayHours = exceptions.find((date) => date.day === day) ?? hours.find(({ weekday }) => weekday === weekdayOf(day));
  return typeof dayHours?.opens === "number" && typeof dayHours.closes === "number"
    ? { opens: dayHours.opens, closes: dayHours.closes }
    : undefined;
}
export type ShopState = { lastSeenAt: Date; lastPlayedAt: Date; playing: boolean; volume: number; playerVersion: string };

const MINUTE = 60_000;

/** What is wrong with a store: fixed by its number, so that a company of any size shows every status of the dashboard. */
export function behaviourOf(storeId: number): "well" | "offline" | "silent" | "low volume" | "not playing" {
  const number = storeId % 1_000_000;
  if (number % 27 === 5) return "offline";
  if (number % 61 === 9) return "silent";
  if (number % 80 === 34) return "not playing";
  return number % 22 === 3 ? "low volume" : "well";
}

/** What the store's player last told by `now`. Closed stores were last heard when they closed. */
export function stateAt(shop: Shop, now: Date): ShopState {
  const behaviour = behaviourOf(shop.id);
  const quiet = quietMinutes(shop.id, now);
  const closed = minutesSinceClosing(shop, now);
  const inactive = shop.status === "inactive" ? (now.getTime() - shop.statusSince.getTime()) / MINUTE : 0;
  const asleep = Math.max(closed, inactive);
  const unseenMinutes = behaviour === "offline" ? Math.max(quiet, asleep) : asleep;
  const played = Math.max(quiet, asleep, (hash(`song of ${shop.id} at ${minuteOf(now)}`) % 150) / 60);
  return {
    lastSeenAt: before(now, unseenMinutes),
    lastPlayedAt: before(now, played),
    playing: asleep === 0 && quiet === 0,
    ...toldBy(shop),
  };
}

/** What a store's player tells whenever it is heard. */
export function toldBy({ id, volume }: Pick<Shop, "id" | "volume">): Pick<ShopState, "volume" | "playerVersion"> {
  const version = hash(`version ${id}`) % 8;
  return {
    volume: behaviourOf(id) === "low volume" ? 8 + (id % 12) : volume,
    playerVersion: version === 0 ? "4.1.7" : version < 3 ? "4.2.0" : "4.2.3",
  };
}

/** Plays that end later than this have not arrived from the store by `now`. */
export function playsUntil(shop: Shop, now: Date): Date {
  const until = before(now, quietMinutes(shop.id, now));
  return shop.status === "inactive" && shop.statusSince < until ? shop.statusSince : until;
}

/**
 * Minutes for which a troubled store has not played. They grow with the clock and start again after some hours, as if it had come
 * back for a moment: so the demo shows the same picture however long it has been up.
 */
function quietMinutes(storeId: number, now: Date): number {
  const since = (atLeast: number, round: number) => atLeast + ((minuteOf(now) + storeId * 37) % round);
  switch (behaviourOf(storeId)) {
    case "offline":
      return since(20, 300);
    case "silent":
      return since(35, 90);
    case "not playing":
      return since(25 * 60, 20 * 60);
    default:
      return 0;
  }
}

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

const minuteOf = (now: Date) => Math.floor(now.getTime() / MINUTE);
const before = (now: Date, minutes: number) => new Date(now.getTime() - minutes * MINUTE);
