import { addDays } from "#contract/base/dates";
import type { BreakRules } from "../../../engine/ad-inventory/ad-breaks.ts";
import {
  type HourPlays,
  hoursOfDay,
  type PlayingCampaign,
  spotMayPlay,
  spreadPlays,
} from "../../../engine/ad-inventory/spread-plays.ts";
import type { FixedSpot, Interval } from "../../../engine/scheduling.ts";
import { type GroupStore, hoursOn } from "./group-store.ts";
import { hashOf } from "./hash.ts";

/** A campaign's plays in a store on a date, by hour, and the minutes that are its own. */
export type BookedLine = {
  campaignId: number;
  plays: readonly number[];
  minutes: readonly number[];
};

/**
 * The plays that stores owe campaigns on some dates, and the distance of breaks in each
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
 * A store's spots and the plays that they are for; stores with the same ones share one. The
 * key identifies everything that they were made from.
 */
export type StoreSpots = { key: string; owed: HourPlays[]; spots: FixedSpot[] };

export const noSpots: StoreSpots = { key: "", owed: [], spots: [] };

/**
 * Lays out the campaigns' plays in the stores of a group on a date: each set of plays
 * only once, however many stores have it.
 */
export function storeSpotsOf(
  { campaigns, lines, breaks }: BookedPlays,
  day: string,
): (store: GroupStore, opening: Interval[]) => { spots: StoreSpots; closed: HourPlays[] } {
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
      spots: spreadPlays(owed, playable, { opening, rules, dayNumber }),
    };
    cachedSpots.set(key, spots);
    return { spots, closed };
  };
}

/** Gives a date's plays in hours in which the store is never open. */
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
