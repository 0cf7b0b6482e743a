import type { BreakPosition } from "#contract/ads/words";
import type { SpotKind } from "#contract/schedule/positions";
import type { FixedSpot, Interval } from "../scheduling.ts";

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
export type PlayingCampaign = {
  id: number;
  kind: SpotKind;
  spots: readonly CampaignSpot[];
  /** Where its ads stand in their breaks; anywhere if not given. */
  breakPosition?: BreakPosition;
};
/**
 * The plays that a store owes a campaign in an hour of its day: hours above 23 are those past
 * midnight, before it closes. `minutes` are those of the hour that the campaign has to itself in
 * the store; plays beyond them are spread over the hour.
 */
export type HourPlays = {
  campaignId: number;
  hour: number;
  plays: number;
  minutes?: readonly number[];
};
export type BreakRules = { longestBreakSeconds: number; leastBreakDistanceSeconds: number };

type Ad = {
  campaignId: number;
  spot: CampaignSpot;
  ideal: number;
  position?: BreakPosition | undefined;
};
type Break = { at: number; seconds: number; ads: Ad[] };

/**
 * Places the plays of a store's day, each at its second, in time order (docs/domain.md section 3).
 * Tops of the hour are at the hour, one after the other, and exact times at their minute; ads are
 * spread over the open part of each hour in breaks, promos between them. `opening` is in wall-clock
 * seconds; `dayNumber` counts days, so that the spots of a campaign keep taking turns from one day
 * to the next.
 */
export function spreadPlays(
  owed: readonly HourPlays[],
  campaigns: ReadonlyMap<number, PlayingCampaign>,
  {
    opening,
    rules,
    dayNumber,
  }: { opening: readonly Interval[]; rules: BreakRules; dayNumber: number },
): FixedSpot[] {
  const plays = owed.flatMap((one) => {
    const campaign = campaigns.get(one.campaignId);
    return campaign && campaign.spots.length > 0 && one.plays > 0 ? [{ ...one, campaign }] : [];
  });
  plays.sort((one, other) => one.hour - other.hour || one.campaignId - other.campaignId);
  const turns = turnsOf(plays, dayNumber);
  const placed: FixedSpot[] = [];
  for (const hour of new Set(plays.map((one) => one.hour))) {
    const [from, to] = openPart(hour, opening);
    const ofHour = plays.filter((one) => one.hour === hour);
    const spread: Ad[] = [];
    const promos: Ad[] = [];
    let top = hour * 3600;
    for (const { campaign, plays: count, minutes = [] } of ofHour) {
      const { id, kind } = campaign;
      for (let play = 0; play < count; play++) {
        const spot = turns(id);
        const minute = minutes[play];
        if (kind === "TOH") {
          placed.push(fixedSpot(campaign, spot, top));
          top += spot.durationSeconds;
        } else if (minute !== undefined)
          placed.push(fixedSpot(campaign, spot, hour * 3600 + minute * 60));
        else
          (kind === "AD" ? spread : promos).push({
            campaignId: id,
            spot,
            ideal: (play + 0.5) / count,
            position: campaign.breakPosition,
          });
      }
    }
    for (const { at, ads } of breaksOf(spread.sort(byIdeal), from, to, rules)) {
      let second = at;
      for (const { campaignId, spot } of ads) {
        placed.push(fixedSpot({ id: campaignId, kind: "AD" }, spot, second));
        second += spot.durationSeconds;
      }
    }
    for (const [place, { campaignId, spot }] of promos.sort(byIdeal).entries())
      placed.push(
        fixedSpot(
          { id: campaignId, kind: "JINGLE" },
          spot,
          Math.floor(from + ((place + 0.5) * (to - from)) / promos.length),
        ),
      );
  }
  return apart(placed);
}

/** True if a spot may play on a date in a country. */
export const spotMayPlay = (
  { validFrom, validTo, territories }: CampaignSpot,
  day: string,
  country: string,
): boolean =>
  (validFrom === null || validFrom <= day) &&
  (validTo === null || day <= validTo) &&
  (territories.length === 0 || territories.includes(country));

/**
 * The hours of a calendar date that a store's day has: its own, without those that yesterday's
 * opening reaches into, and tomorrow's that its own does.
 */
export function hoursOfDay({
  yesterday,
  today,
}: {
  yesterday: readonly Interval[];
  today: readonly Interval[];
}): { date: "today" | "tomorrow"; hourOfDate: number; hour: number }[] {
  const lastSecond = (opening: readonly Interval[]) => Math.max(0, ...opening.map(({ to }) => to));
  const hours: ReturnType<typeof hoursOfDay> = [];
  for (let hour = 0; hour < 48; hour++) {
    const begins = hour * 3600;
    if (!today.some(({ from, to }) => from < begins + 3600 && begins < to)) continue;
    if (hour < 24 && lastSecond(yesterday) - 86_400 > begins) continue;
    hours.push({ date: hour < 24 ? "today" : "tomorrow", hourOfDate: hour % 24, hour });
  }
  return hours;
}

/**
 * Ads in breaks: as many breaks as their distance allows, each ad in the nearest that has room and
 * no rival of it.
 */
function breaksOf(
  ads: readonly Ad[],
  from: number,
  to: number,
  { longestBreakSeconds, leastBreakDistanceSeconds }: BreakRules,
): Break[] {
  if (ads.length === 0) return [];
  const most = Math.max(1, Math.floor((to - from) / Math.max(1, leastBreakDistanceSeconds)));
  const count = Math.min(ads.length, most);
  const breaks = Array.from({ length: count }, (_, place): Break & { centre: number } => ({
    centre: (place + 0.5) / count,
    at: 0,
    seconds: 0,
    ads: [],
  }));
  for (const ad of ads) {
    const cost = (one: (typeof breaks)[number]) =>
      (one.seconds + ad.spot.durationSeconds > longestBreakSeconds && one.seconds > 0 ? 20 : 0) +
      (one.ads.some((other) => areRivals(ad.spot, other.spot)) ? 10 : 0) +
      (one.ads.some((other) => other.campaignId === ad.campaignId) ? 5 : 0) +
      (one.ads.some((other) => ad.position && other.position === ad.position) ? 2 : 0) +
      one.ads.length / ads.length +
      Math.abs(one.centre - ad.ideal);
    const best = breaks.reduce((least, one) => (cost(one) < cost(least) ? one : least));
    best.ads.push(ad);
    best.seconds += ad.spot.durationSeconds;
  }
  return breaks
    .filter((one) => one.ads.length > 0)
    .map((one) => ({
      ...one,
      ads: one.ads.toSorted((ad, other) => placeOf(ad) - placeOf(other)),
      at: Math.max(from, Math.min(Math.floor(from + one.centre * (to - from)), to - one.seconds)),
    }));
}

const places = { FIRST: 0, LAST: 2 } as const;
const placeOf = ({ position }: Ad) => (position ? places[position] : 1);

export const areRivals = (one: CampaignSpot, other: CampaignSpot): boolean =>
  one.category !== null &&
  one.category === other.category &&
  (one.brandId === null || one.brandId !== other.brandId);

/**
 * Hands out the spots of each campaign in turn, by weight: after any number of plays each has its
 * share to within one play.
 */
function turnsOf(
  plays: readonly { campaign: PlayingCampaign; plays: number }[],
  dayNumber: number,
): (campaignId: number) => CampaignSpot {
  const aDay = new Map<number, number>();
  for (const { campaign, plays: count } of plays)
    aDay.set(campaign.id, (aDay.get(campaign.id) ?? 0) + count);
  const next = new Map<number, number>();
  const sequences = new Map<number, CampaignSpot[]>();
  for (const { campaign } of plays) {
    if (sequences.has(campaign.id)) continue;
    sequences.set(campaign.id, inTurn(campaign.spots));
    next.set(campaign.id, dayNumber * (aDay.get(campaign.id) ?? 0));
  }
  return (campaignId) => {
    const sequence = sequences.get(campaignId) as CampaignSpot[];
    const place = next.get(campaignId) ?? 0;
    next.set(campaignId, place + 1);
    return sequence[place % sequence.length] as CampaignSpot;
  };
}

/**
 * Gives each spot its weight in turns; each turn goes to the spot that is furthest behind its
 * share.
 */
function inTurn(spots: readonly CampaignSpot[]): CampaignSpot[] {
  const all = spots.reduce((sum, { weight }) => sum + weight, 0);
  const had = spots.map(() => 0);
  return Array.from({ length: all }, (_, turn) => {
    const behind = spots.map(
      ({ weight }, place) => ((turn + 1) * weight) / all - (had[place] as number),
    );
    const place = behind.indexOf(Math.max(...behind));
    had[place] = (had[place] as number) + 1;
    return spots[place] as CampaignSpot;
  });
}

/** The part of an hour in which the store is open. */
function openPart(hour: number, opening: readonly Interval[]): [number, number] {
  const begins = hour * 3600;
  const ends = (hour + 1) * 3600;
  const open = opening.find(({ from, to }) => from < ends && begins < to);
  return open ? [Math.max(open.from, begins), Math.min(open.to, ends)] : [begins, ends];
}

/** A booking and its second name one play, so two plays of one campaign never have the same. */
function apart(placed: FixedSpot[]): FixedSpot[] {
  const usedStarts = new Set<string>();
  const result = placed.map((spot) => {
    let { at } = spot;
    while (usedStarts.has(`${spot.bookingId} ${at}`)) at++;
    usedStarts.add(`${spot.bookingId} ${at}`);
    return { ...spot, at };
  });
  return result.sort((one, other) => one.at - other.at || one.bookingId - other.bookingId);
}

const byIdeal = (one: Ad, other: Ad) =>
  one.ideal - other.ideal || one.campaignId - other.campaignId;

const fixedSpot = (
  campaign: Pick<PlayingCampaign, "id" | "kind">,
  spot: CampaignSpot,
  at: number,
): FixedSpot => ({
  bookingId: campaign.id,
  spotId: spot.spotId,
  kind: campaign.kind,
  name: spot.name,
  at,
  durationSeconds: spot.durationSeconds,
});
