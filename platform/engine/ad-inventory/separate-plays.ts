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
/** An hour, and all that is at most an hour away from a play in it. */
type Desk = { hour: HourBreaks; near: readonly HourBreaks[]; rules: BreakRules };

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
      const desk = { hour, near, rules };
      for (const ad of hour.breaks.flatMap(({ ads }) => ads))
        if (moveAd(desk, ad) || swapAd(desk, ad)) moves++;
    }
    if (moves === 0) return;
  }
}

/** Moves an ad to the place that lacks least, the nearest of equal ones; false if it stays. */
function moveAd(desk: Desk, ad: Ad): boolean {
  const { hour, rules } = desk;
  const home = breakWith(hour, ad);
  const rivals = rivalsOf(desk, ad);
  const now = lackAt(rivals, home.at);
  if (now === 0) return false;
  const mostClashes = clashesOf(ad, without(home, ad), rules);
  const joined = hour.breaks.filter(
    (one) => one !== home && fits(desk, one, ad) && clashesOf(ad, one, rules) <= mostClashes,
  );
  const added = freeStarts(desk, home, ad).map((at): Break => ({ at, seconds: 0, ads: [] }));
  const ideal = hour.from + ad.ideal * (hour.to - hour.from);
  const [best] = [...joined, ...added]
    .map((to) => ({ to, lack: lackAt(rivals, to.at), distance: Math.abs(to.at - ideal) }))
    .sort((one, other) => one.lack - other.lack || one.distance - other.distance);
  if (!best || best.lack >= now) return false;
  take(home, ad);
  put(best.to, ad);
  hour.breaks = [...new Set([...hour.breaks, best.to])].filter(({ ads }) => ads.length > 0);
  return true;
}

/** Lets an ad and one of another break of its hour change places where they then lack less together. */
function swapAd(desk: Desk, ad: Ad): boolean {
  const { hour, rules } = desk;
  const home = breakWith(hour, ad);
  const rivals = rivalsOf(desk, ad);
  if (lackAt(rivals, home.at) === 0) return false;
  for (const away of hour.breaks) {
    if (away === home) continue;
    for (const other of away.ads) {
      const gain = lackAt(rivals, home.at, other) - lackAt(rivals, away.at, other);
      if (gain <= 0) continue;
      const others = rivalsOf(desk, other);
      const [restHome, restAway] = [without(home, ad), without(away, other)];
      const clashes = clashesOf(ad, restHome, rules) + clashesOf(other, restAway, rules);
      if (
        lackAt(others, home.at, ad) - lackAt(others, away.at, ad) < gain &&
        clashesOf(ad, restAway, rules) + clashesOf(other, restHome, rules) <= clashes &&
        fits(desk, restAway, ad) &&
        fits(desk, restHome, other)
      ) {
        take(home, ad);
        take(away, other);
        put(home, other);
        put(away, ad);
        return true;
      }
    }
  }
  return false;
}

/** A play that another is to keep from, and the seconds asked for between the two. */
type Rival = { at: number; separation: number; ad?: Ad };

/** Finds the plays near an ad that it is to keep from. */
function rivalsOf({ near, rules }: Desk, ad: Ad): Rival[] {
  const { spot } = ad;
  const { rivalSeconds = 0, brandSeconds = 0 } = rules;
  const rivals: Rival[] = [];
  const note = (other: CampaignSpot, place: Pick<Rival, "at" | "ad">) => {
    const separation = Math.max(
      areRivals(spot, other) ? rivalSeconds : 0,
      spot.brandId !== null && spot.brandId === other.brandId ? brandSeconds : 0,
    );
    if (separation > 0) rivals.push({ ...place, separation });
  };
  for (const { breaks, fixed } of near) {
    for (const { ads, at } of breaks)
      for (const other of ads) if (other !== ad) note(other.spot, { at, ad: other });
    for (const other of fixed) note(other.spot, { at: other.at });
  }
  return rivals;
}

/**
 * Adds up the squares of the seconds that a play at `start` lacks to others, so that one great lack
 * counts more than several small ones. Leaves out the ad that it changes places with.
 */
function lackAt(rivals: readonly Rival[], start: number, swapped?: Ad): number {
  let lack = 0;
  for (const { at, separation, ad } of rivals)
    if (!swapped || ad !== swapped) lack += Math.max(0, separation - Math.abs(at - start)) ** 2;
  return lack;
}

/** The minutes of an hour at which an ad may have a break to itself. */
function freeStarts({ hour, near, rules }: Desk, home: Break, { spot }: Ad): number[] {
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
function fits({ hour }: Desk, { at, seconds }: Break, { spot }: Ad): boolean {
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

function take(from: Break, ad: Ad): void {
  Object.assign(from, without(from, ad));
}

function put(to: Break, ad: Ad): void {
  to.ads.push(ad);
  to.seconds += ad.spot.durationSeconds;
}
