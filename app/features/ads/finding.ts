import type { AvailabilityDay } from "#contract/ads/availability";
import type { DeliveryFigures } from "#contract/ads/delivery";
import { isBehind, type spotKinds } from "#contract/ads/words";
import type { Figures } from "#contract/base/figures";
import { sum } from "#contract/base/sum";
import { dayWords } from "./day-words";
import { findingTexts as texts } from "./texts";

type Campaign = {
  name: string;
  delivery: Pick<DeliveryFigures, "pacing" | "elapsed" | "owed">;
};

/** Names the live campaign that is furthest behind; undefined if none is live. */
export function campaignsFinding(
  live: readonly Campaign[],
  { figure, counted }: Pick<Figures, "figure" | "counted">,
): string | undefined {
  if (live.length === 0) return undefined;
  const behind = live
    .filter(({ delivery }) => isBehind(delivery))
    .toSorted((one, other) => other.delivery.owed - one.delivery.owed);
  const [furthest] = behind;
  if (!furthest) return texts.onPace(counted(live.length, "live campaign"));
  const plays = counted(furthest.delivery.owed, "play");
  return behind.length === 1
    ? texts.behind(furthest.name, plays)
    : texts.severalBehind(figure(behind.length), furthest.name, plays);
}

type Day = Pick<AvailabilityDay, "day" | "capacity" | "booked" | "held">;

/**
 * Says how much of what is on sale on these days is booked or held, and on which day most;
 * undefined if nothing is on sale.
 */
export function soldFinding(
  days: readonly Day[],
  kind: (typeof spotKinds)[number],
): string | undefined {
  const sold = ({ booked, held }: Day) => sum(booked) + sum(held);
  const onSale = days.filter(({ capacity }) => sum(capacity) > 0);
  if (onSale.length === 0) return undefined;
  const percentOf = (some: readonly Day[]) =>
    Math.round((100 * sum(some.map(sold))) / sum(some.map(({ capacity }) => sum(capacity))));
  const [most] = onSale
    .map((day) => ({ day: dayWords(day.day), percent: percentOf([day]) }))
    .toSorted((one, other) => other.percent - one.percent);
  const all = percentOf(onSale);
  const whole = texts.sold(all, kind);
  return most && most.percent > all ? texts.mostSold(whole, most.day, most.percent) : whole;
}
