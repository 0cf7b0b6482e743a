import type { Paise } from "#contract/base/money";
import type { Discounts } from "../settings/store-settings.ts";
import type { Rates } from "./price.ts";

/** Percent off for the volume, and basis points off for the dates. */
export type Discount = { volumePercent: number; seasonBasisPoints: number };

/**
 * The discount of a campaign (docs/domain.md section 3): the volume's is the highest that its plays,
 * or their price by the rate card, reach; the season's is the mean of its dates, each with the
 * highest of the seasons that it lies in.
 */
export function discountOf(
  { by, volume, seasons }: Discounts,
  { plays, price, days }: { plays: number; price: Paise | null; days: readonly string[] },
): Discount {
  const reached = by === "PLAYS" ? plays : (price ?? 0) / 100;
  const ofDay = (day: string) =>
    highest(seasons.filter(({ from, until }) => from <= day && day <= until));
  const sum = days.reduce((total, day) => total + ofDay(day), 0);
  return {
    volumePercent: highest(volume.filter(({ from }) => reached >= from)),
    seasonBasisPoints: days.length === 0 ? 0 : Math.round((sum * 100) / days.length),
  };
}

/** Rates with a discount, each to the paisa: bookings and invoices count with these. */
export function discountedRates(
  { usual, prime }: Rates,
  { volumePercent, seasonBasisPoints }: Discount,
): Rates {
  const net = (rate: Paise | null) =>
    rate === null
      ? null
      : Math.round((rate * (100 - volumePercent) * (10_000 - seasonBasisPoints)) / 1_000_000);
  return { usual: net(usual), prime: net(prime) };
}

const highest = (discounts: readonly { percent: number }[]) =>
  Math.max(0, ...discounts.map(({ percent }) => percent));
