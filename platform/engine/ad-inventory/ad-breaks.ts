import type { BreakPosition } from "#contract/ads/words";
import type { Interval } from "../scheduling.ts";

/**
 * One of the spots that a campaign plays in turn. Spots of one category are rivals where their
 * brands differ.
 */
export type CampaignSpot = {
  spotId: number;
  name: string;
  durationSeconds: number;
  weight: number;
  brandId: number | null;
  category: string | null;
  /**
   * The first and the last day on which it plays, null without a limit; the countries, none for
   * all.
   */
  validFrom: string | null;
  validTo: string | null;
  territories: readonly string[];
};
export type BreakRules = {
  longestBreakSeconds: number;
  leastBreakDistanceSeconds: number;
  /** Least seconds between plays of rivals and between those of one brand, where there are any. */
  rivalSeconds?: number;
  brandSeconds?: number;
};

export type Ad = {
  campaignId: number;
  spot: CampaignSpot;
  /** Its place in the hour for an even spread, 0 to 1. */
  ideal: number;
  position?: BreakPosition | undefined;
};
export type Break = { at: number; seconds: number; ads: Ad[] };

/**
 * Puts ads into breaks: as many breaks as their distance allows, each ad in the nearest that has
 * room and no rival of it.
 */
export function breaksOf(ads: readonly Ad[], { from, to }: Interval, rules: BreakRules): Break[] {
  if (ads.length === 0) return [];
  const distance = Math.max(1, rules.leastBreakDistanceSeconds);
  const count = Math.min(ads.length, Math.max(1, Math.floor((to - from) / distance)));
  type OpenBreak = { centre: number; seconds: number; ads: Ad[] };
  const breaks = Array.from(
    { length: count },
    (_, place): OpenBreak => ({ centre: (place + 0.5) / count, seconds: 0, ads: [] }),
  );
  for (const ad of ads) {
    const cost = (one: (typeof breaks)[number]) =>
      clashesOf(ad, one, rules) + one.ads.length / ads.length + Math.abs(one.centre - ad.ideal);
    const best = breaks.reduce((least, one) => (cost(one) < cost(least) ? one : least));
    best.ads.push(ad);
    best.seconds += ad.spot.durationSeconds;
  }
  return breaks
    .filter((one) => one.ads.length > 0)
    .map(({ centre, seconds, ads }) => ({
      seconds,
      ads,
      at: Math.max(from, Math.min(Math.floor(from + centre * (to - from)), to - seconds)),
    }));
}

/** Weighs what speaks against an ad in a break that it is not in yet: too long a break most. */
export const clashesOf = (
  ad: Ad,
  { ads, seconds }: Pick<Break, "ads" | "seconds">,
  { longestBreakSeconds }: BreakRules,
): number =>
  (seconds + ad.spot.durationSeconds > longestBreakSeconds && seconds > 0 ? 20 : 0) +
  (ads.some((other) => areRivals(ad.spot, other.spot)) ? 10 : 0) +
  (ads.some((other) => other.campaignId === ad.campaignId) ? 5 : 0) +
  (ads.some((other) => ad.position && other.position === ad.position) ? 2 : 0);

/** Gives the ads of a break in the order in which they play. */
export const adsInOrder = ({ ads }: Break): Ad[] =>
  ads.toSorted((ad, other) => placeOf(ad) - placeOf(other));
const places = { FIRST: 0, LAST: 2 } as const;
const placeOf = ({ position }: Ad) => (position ? places[position] : 1);

export const areRivals = (one: CampaignSpot, other: CampaignSpot): boolean =>
  one.category !== null &&
  one.category === other.category &&
  (one.brandId === null || one.brandId !== other.brandId);
