import type { CampaignDetail } from "#contract/ads/campaigns";
import type { Figures } from "#contract/base/figures";
import { hoursWords, weekdayWords } from "~/lib/stores/hours-words";

/** Puts an audit entry's ids and numbers into words. */
export function describeState(
  value: unknown,
  { spots, brandId, brandName }: CampaignDetail,
  figures: Figures,
): unknown {
  if (typeof value !== "object" || value === null) return value;
  const {
    plays,
    wanted: wantedPlays,
    exactTimes,
    weekdays,
    spots: rotation,
    brandId: brand,
    ...rest
  } = value as Entry;
  const hours = Array.isArray(plays)
    ? { hours: hoursWords({ plays, exactTimes: exactTimes ?? null }, figures) }
    : {};
  const nameOf = (spotId: number) =>
    spots.find((spot) => spot.spotId === spotId)?.name ?? `Spot ${spotId}`;
  return {
    ...rest,
    ...(brand != null && { brand: brand === brandId && brandName ? brandName : `Brand ${brand}` }),
    ...(weekdays && { weekdays: weekdayWords(weekdays) }),
    ...hours,
    ...(typeof plays === "number" && { playsTaken: figures.figure(plays) }),
    ...(wantedPlays !== undefined && { playsWanted: figures.figure(wantedPlays) }),
    ...(rotation && {
      spots: rotation.map(({ spotId, weight }) => `${nameOf(spotId)}, weight ${weight}`),
    }),
  };
}

type Entry = Partial<{
  /** Plays by hour of the day for a draft; the number of all plays taken for a booking. */
  plays: number[] | number;
  wanted: number;
  exactTimes: number[] | null;
  weekdays: number[];
  spots: { spotId: number; weight: number }[];
  brandId: number | null;
}>;
