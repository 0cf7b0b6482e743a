import { dateIn } from "#contract/base/dates";
import type { Art } from "~/ui/cover";

/**
 * Describes an item of the store's log for the player. Plain data, which the page's loader makes
 * and the browser plays.
 */
export type PlayerItem = {
  itemId: string;
  kind: "MUSIC" | "AD" | "JINGLE" | "TOH";
  /** Milliseconds since the epoch. */
  startsAt: number;
  /** The day whose log has it, YYYY-MM-DD; a day that ends past midnight keeps its items. */
  day: string;
  /** On the store's clock, HH:mm. */
  time: string;
  seconds: number;
  /**
   * Where in its file the item starts and ends (s); null for the file's end. Missing in a log that
   * was stored before it had these.
   */
  cueIn?: number | undefined;
  cueOut?: number | null | undefined;
  title: string;
  artist: string | null;
  /** Draws the cover; missing in a log stored before it had covers. */
  art?: Art | undefined;
  /** Null for an item without a file. */
  src: string | null;
};

export type PlayerSchedule = {
  /** The platform's time in milliseconds. */
  at: number;
  timeZone: string;
  /** Set by the platform, 0 to 100. */
  volume: number;
  skipsAnHour: number;
  /**
   * Seconds that songs and artists rest in the player's own choices; missing in a log stored
   * before it had them.
   */
  rest?: { songSeconds: number; artistSeconds: number };
  items: PlayerItem[];
  /** The logs that the items belong to; missing in a log stored before it had them. */
  logIds?: number[];
};

/** Finds the item that plays at an instant (ms); null in a pause and outside the log. */
export const itemAt = (items: readonly PlayerItem[], now: number): PlayerItem | null =>
  items.find((item) => item.startsAt <= now && now < endOf(item)) ?? null;

/** The day whose log plays at an instant (ms); past midnight that may still be yesterday's. */
export const dayAt = ({ items, timeZone }: PlayerSchedule, now: number): string =>
  itemAt(items, now)?.day ?? dateIn(timeZone, new Date(now));

/** Gives the first `count` items that begin after an instant (ms). */
export const itemsAfter = (
  items: readonly PlayerItem[],
  now: number,
  count: number,
): PlayerItem[] => items.filter(({ startsAt }) => startsAt > now).slice(0, count);

/** Gives the items that are not over yet, including the current one. */
export const itemsAhead = (items: readonly PlayerItem[], now: number): PlayerItem[] =>
  items.filter((item) => endOf(item) > now);

/**
 * True if two items are the same sound at the same time, as when a day is published again with
 * this item unchanged.
 */
export const soundAlike = (a: PlayerItem, b: PlayerItem): boolean =>
  a.src === b.src && Math.abs(a.startsAt - b.startsAt) < 2000;

/**
 * True if the log ended but played at this hour on an earlier day. Then the player goes on by
 * itself; it knows the store's opening hours from the log alone.
 */
export function hasRunOut(items: readonly PlayerItem[], now: number): boolean {
  const last = items.at(-1);
  if (!last || endOf(last) > now) return false;
  const sameHourBefore = now - (Math.ceil((now - endOf(last)) / dayMs) || 1) * dayMs;
  const isShort = (pause: number) => pause >= 0 && pause < pauseMs;
  return (
    itemAt(items, sameHourBefore) !== null ||
    (items.some((item) => isShort(sameHourBefore - endOf(item))) &&
      items.some(({ startsAt }) => isShort(startsAt - sameHourBefore)))
  );
}

/** The longest pause (ms) within a log that has not ended. */
const pauseMs = 60_000;
const dayMs = 86_400_000;

export const endOf = ({ startsAt, seconds }: PlayerItem): number => startsAt + seconds * 1000;
