/** What the player knows of an item of the store's log. Plain data, so that the page's loader makes it and the browser plays it. */
export type PlayerItem = {
  itemId: string;
  kind: "MUSIC" | "AD" | "JINGLE" | "TOH";
  /** Milliseconds since the epoch. */
  startsAt: number;
  /** On the store's clock, HH:mm. */
  time: string;
  seconds: number;
  title: string;
  artist: string | null;
  /** Null for an item without a file. */
  src: string | null;
};

export type PlayerSchedule = {
  /** The platform's time in milliseconds. */
  at: number;
  items: PlayerItem[];
};

/** The item that stands at an instant; null in a pause and outside the log. */
export const itemAt = (items: readonly PlayerItem[], now: number): PlayerItem | null =>
  items.find(({ startsAt, seconds }) => startsAt <= now && now < startsAt + seconds * 1000) ?? null;

/** The items that begin after an instant, the soonest first. */
export const itemsAfter = (items: readonly PlayerItem[], now: number, count: number): PlayerItem[] =>
  items.filter(({ startsAt }) => startsAt > now).slice(0, count);

/** Whether two items are the same sound at the same time: so it is when the day was published anew with this item as it was. */
export const soundAlike = (a: PlayerItem, b: PlayerItem): boolean => a.src === b.src && Math.abs(a.startsAt - b.startsAt) < 2000;
