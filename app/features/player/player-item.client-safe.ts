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
   * Where in the file it begins and ends (s); null for the file's end. A log that was stored before
   * it had these says nothing.
   */
  cueIn?: number | undefined;
  cueOut?: number | null | undefined;
  title: string;
  artist: string | null;
  /** Draws its cover; missing in a log that was stored before it had this. */
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
   * How long (s) songs and artists rest in what the player chooses itself; a log that was stored
   * before it had this says nothing.
   */
  rest?: { songSeconds: number; artistSeconds: number };
  items: PlayerItem[];
  /** The logs that the items are of; one that was stored before it had this says nothing. */
  logIds?: number[];
};

/** The item that stands at an instant; null in a pause and outside the log. */
export const itemAt = (items: readonly PlayerItem[], now: number): PlayerItem | null =>
  items.find((item) => item.startsAt <= now && now < endOf(item)) ?? null;

/** The day whose log plays at an instant; a log that ends past midnight is still yesterday's. */
export const dayAt = ({ items, timeZone }: PlayerSchedule, now: number): string =>
  itemAt(items, now)?.day ?? dateIn(timeZone, new Date(now));

/** The items that begin after an instant, the soonest first. */
export const itemsAfter = (
  items: readonly PlayerItem[],
  now: number,
  count: number,
): PlayerItem[] => items.filter(({ startsAt }) => startsAt > now).slice(0, count);

/** The items that still have something to play, the one that stands now included. */
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
 * itself; it knows the shop's opening hours from the log alone.
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

/** How long (ms) a log may pause without being over. */
const pauseMs = 60_000;
const dayMs = 86_400_000;

export const endOf = ({ startsAt, seconds }: PlayerItem): number => startsAt + seconds * 1000;
