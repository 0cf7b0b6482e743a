import type { Interval } from "../scheduling.ts";
import {
  type Ad,
  areRivals,
  type Break,
  type BreakRules,
  type CampaignSpot,
  clashesOf,
} from "./ad-breaks.ts";

/** The open part of an hour with its breaks, and its plays that stay at their second. */
export type HourBreaks = Interval & {
  hour: number;
  breaks: Break[];
  fixed: readonly { spot: CampaignSpot; at: number }[];
};
/** An hour with the hours beside it, whose plays may be too near to its own. */
type HourContext = { hour: HourBreaks; near: readonly HourBreaks[]; rules: BreakRules };

/** Bounds the work on days that have no room for the rules; most need two or three. */
const mostRounds = 10;
/** New breaks are tried at each minute. */
const stepSeconds = 60;

/**
 * Moves ads within their hours, one by one, as long as that brings rivals or a brand's own plays
 * nearer to the time that the rules ask for between their breaks. What cannot have it ends up where
 * it lacks least; no ad is left out. Changes the breaks of `hours`.
 */
export function separatePlays(hours: readonly HourBreaks[], rules: BreakRules): void {
  for (let round = 0; round < mostRounds; round++) {
    let moves = 0;
    for (const hour of hours) {
      const near = hours.filter((other) => Math.abs(other.hour - hour.hour) <= 1);
      const context = { hour, near, rules };
      for (const ad of hour.breaks.flatMap(({ ads }) => ads))
        if (moveAd(context, ad) || swapAd(context, ad)) moves++;
    }
    if (moves === 0) return;
  }
}

/** Moves an ad to the place that lacks least, the nearest of equal ones; false if it stays. */
function moveAd(context: HourContext, ad: Ad): boolean {
  const { hour, rules } = context;
  const home = breakWith(hour, ad);
  const rivals = rivalsOf(context, ad);
  const now = lackAt(rivals, home.at);
  if (now === 0) return false;
  const mostClashes = clashesOf(ad, without(home, ad), rules);
  const joined = hour.breaks.filter(
    (one) => one !== home && fits(context, one, ad) && clashesOf(ad, one, rules) <= mostClashes,
  );
  const added = freeStarts(context, home, ad).map((at): Break => ({ at, seconds: 0, ads: [] }));
  const ideal = hour.from + ad.ideal * (hour.to - hour.from);
  const [best] = [...joined, ...added]
    .map((to) => ({ to, lack: lackAt(rivals, to.at), distance: Math.abs(to.at - ideal) }))
    .sort((one, other) => one.lack - other.lack || one.distance - other.distance);
  if (!best || best.lack >= now) return false;
  removeAd(home, ad);
  addAd(best.to, ad);
  hour.breaks = [...new Set([...hour.breaks, best.to])].filter(({ ads }) => ads.length > 0);
  return true;
}

/** Swaps an ad with one of another break of its hour if both together then lack less. */
function swapAd(context: HourContext, ad: Ad): boolean {
  const { hour, rules } = context;
  const home = breakWith(hour, ad);
  const rivals = rivalsOf(context, ad);
  if (lackAt(rivals, home.at) === 0) return false;
  for (const away of hour.breaks) {
    if (away === home) continue;
    for (const other of away.ads) {
      const gain = lackAt(rivals, home.at, other) - lackAt(rivals, away.at, other);
      if (gain <= 0) continue;
      const others = rivalsOf(context, other);
      const [restHome, restAway] = [without(home, ad), without(away, other)];
      const clashes = clashesOf(ad, restHome, rules) + clashesOf(other, restAway, rules);
      if (
        lackAt(others, home.at, ad) - lackAt(others, away.at, ad) < gain &&
        clashesOf(ad, restAway, rules) + clashesOf(other, restHome, rules) <= clashes &&
        fits(context, restAway, ad) &&
        fits(context, restHome, other)
      ) {
        removeAd(home, ad);
        removeAd(away, other);
        addAd(home, other);
        addAd(away, ad);
        return true;
      }
    }
  }
  return false;
}

/** A play that another is to keep from, and the seconds asked for between the two. */
type Rival = { at: number; separation: number; ad?: Ad };

/** Finds the plays near an ad that it is to keep from. */
function rivalsOf({ near, rules }: HourContext, ad: Ad): Rival[] {
  const { spot } = ad;
  const { rivalSeconds = 0, brandSeconds = 0 } = rules;
  const rivals: Rival[] = [];
  const addRival = (other: CampaignSpot, place: Pick<Rival, "at" | "ad">) => {
    const separation = Math.max(
      areRivals(spot, other) ? rivalSeconds : 0,
      spot.brandId !== null && spot.brandId === other.brandId ? brandSeconds : 0,
    );
    if (separation > 0) rivals.push({ ...place, separation });
  };
  for (const { breaks, fixed } of near) {
    for (const { ads, at } of breaks)
      for (const other of ads) if (other !== ad) addRival(other.spot, { at, ad: other });
    for (const other of fixed) addRival(other.spot, { at: other.at });
  }
  return rivals;
}

/**
 * Adds up the squares of the seconds that a play at `start` lacks to others, so that one great lack
 * counts more than several small ones. Leaves out the ad that it swaps places with.
 */
function lackAt(rivals: readonly Rival[], start: number, partner?: Ad): number {
  let lack = 0;
  for (const { at, separation, ad } of rivals)
    if (!partner || ad !== partner) lack += Math.max(0, separation - Math.abs(at - start)) ** 2;
  return lack;
}

/** Lists the minutes of an hour at which an ad may have a break to itself. */
function freeStarts({ hour, near, rules }: HourContext, home: Break, { spot }: Ad): number[] {
  const seconds = spot.durationSeconds;
  const neighbours = near.flatMap(({ breaks, fixed }) => [
    ...breaks
      .filter((one) => one !== home || one.ads.length > 1)
      .map((one) => ({ ...one, distance: rules.leastBreakDistanceSeconds })),
    ...fixed.map((one) => ({ at: one.at, seconds: one.spot.durationSeconds, distance: 0 })),
  ]);
  const starts: number[] = [];
  for (let at = hour.from + stepSeconds; at + seconds <= hour.to; at += stepSeconds)
    if (
      neighbours.every(
        (one) =>
          Math.abs(one.at - at) >= one.distance &&
          (one.at >= at + seconds || one.at + one.seconds <= at),
      )
    )
      starts.push(at);
  return starts;
}

/** True if a break that an ad joins still ends within the hour, and before what comes next there. */
function fits({ hour }: HourContext, { at, seconds }: Break, { spot }: Ad): boolean {
  const ends = at + seconds + spot.durationSeconds;
  const next = [...hour.breaks, ...hour.fixed].filter((one) => one.at > at);
  return ends <= hour.to && next.every((one) => one.at >= ends);
}

function breakWith({ breaks }: HourBreaks, ad: Ad): Break {
  const home = breaks.find(({ ads }) => ads.includes(ad));
  if (!home) throw new Error("an ad without its break");
  return home;
}

const without = ({ at, ads, seconds }: Break, ad: Ad): Break => ({
  at,
  ads: ads.filter((one) => one !== ad),
  seconds: seconds - ad.spot.durationSeconds,
});

function removeAd(from: Break, ad: Ad): void {
  Object.assign(from, without(from, ad));
}

function addAd(to: Break, ad: Ad): void {
  to.ads.push(ad);
  to.seconds += ad.spot.durationSeconds;
}
