import type { BreakPosition } from "#contract/ads/words";
import type { SpotKind } from "#contract/schedule/positions";
import type { FixedSpot, Interval } from "../scheduling.ts";
import {
  type Ad,
  adsInOrder,
  type Break,
  type BreakRules,
  breaksOf,
  type CampaignSpot,
} from "./ad-breaks.ts";
import { separatePlays } from "./separate-plays.ts";

export type PlayingCampaign = {
  id: number;
  kind: SpotKind;
  spots: readonly CampaignSpot[];
  /** The position of its ads in their breaks; any if not given. */
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
/**
 * Places the plays of a store's day, each at its second, in time order (docs/domain.md section 3).
 * Tops of the hour are at the hour, one after the other, and exact times at their minute; ads are
 * spread over the open part of each hour in breaks, promos between them. Ads of rivals and of one
 * brand are separated as far as the rules ask and their hours allow; the others keep their times.
 * `opening` is in wall-clock seconds; `dayNumber` counts days, so that the spots of a campaign keep
 * taking turns from one day to the next.
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
  const hours = [...new Set(plays.map((one) => one.hour))].map((hour) => {
    const [from, to] = openPart(hour, opening);
    const ofHour = plays.filter((one) => one.hour === hour);
    return layOutHour(ofHour, { hour, from, to, rules, turns });
  });
  if (rules.rivalSeconds || rules.brandSeconds) separatePlays(hours, rules);
  return keepStartsDistinct(
    hours.flatMap(({ exact, breaks, promos }) => [
      ...exact,
      ...breaks.flatMap(inSequence),
      ...promos,
    ]),
  );
}

type Play = HourPlays & { campaign: PlayingCampaign };
/** A spot at its second. */
type PlacedSpot = {
  campaign: Pick<PlayingCampaign, "id" | "kind">;
  spot: CampaignSpot;
  at: number;
};

/** Places the plays of one hour: those at exact times, ads in breaks, promos between them. */
function layOutHour(
  plays: readonly Play[],
  {
    hour,
    from,
    to,
    rules,
    turns,
  }: Interval & { hour: number; rules: BreakRules; turns: ReturnType<typeof turnsOf> },
) {
  const exact: PlacedSpot[] = [];
  const spread: Ad[] = [];
  const floating: Ad[] = [];
  let top = hour * 3600;
  for (const { campaign, plays: count, minutes = [] } of plays) {
    const { id, kind, breakPosition: position } = campaign;
    for (let play = 0; play < count; play++) {
      const spot = turns(id);
      const minute = minutes[play];
      if (kind === "TOH") {
        exact.push({ campaign, spot, at: top });
        top += spot.durationSeconds;
      } else if (minute !== undefined)
        exact.push({ campaign, spot, at: hour * 3600 + minute * 60 });
      else
        (kind === "AD" ? spread : floating).push({
          campaignId: id,
          spot,
          ideal: (play + 0.5) / count,
          position,
        });
    }
  }
  const promos = floating.sort(byIdeal).map(
    ({ campaignId, spot }, place): PlacedSpot => ({
      campaign: { id: campaignId, kind: "JINGLE" },
      spot,
      at: Math.floor(from + ((place + 0.5) * (to - from)) / floating.length),
    }),
  );
  const breaks = breaksOf(spread.sort(byIdeal), { from, to }, rules);
  return { hour, from, to, exact, breaks, promos, fixed: [...exact, ...promos] };
}

/** Places the ads of a break one after the other. */
function inSequence(one: Break): PlacedSpot[] {
  let second = one.at;
  return adsInOrder(one).map(({ campaignId, spot }) => {
    const at = second;
    second += spot.durationSeconds;
    return { campaign: { id: campaignId, kind: "AD" }, spot, at };
  });
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

/** Moves plays of one campaign off the same second: a booking and its second name one play. */
function keepStartsDistinct(placed: readonly PlacedSpot[]): FixedSpot[] {
  const usedStarts = new Set<string>();
  const result = placed.map(({ campaign, spot, at: planned }): FixedSpot => {
    let at = planned;
    while (usedStarts.has(`${campaign.id} ${at}`)) at++;
    usedStarts.add(`${campaign.id} ${at}`);
    return {
      bookingId: campaign.id,
      spotId: spot.spotId,
      kind: campaign.kind,
      name: spot.name,
      at,
      durationSeconds: spot.durationSeconds,
    };
  });
  return result.sort((one, other) => one.at - other.at || one.bookingId - other.bookingId);
}

const byIdeal = (one: Ad, other: Ad) =>
  one.ideal - other.ideal || one.campaignId - other.campaignId;
