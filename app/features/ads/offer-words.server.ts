import type { Offer } from "#contract/ads/booking-refusal";
import type { CampaignDetail } from "#contract/ads/campaigns";
import { isWeekly } from "#contract/ads/plays";
import type { Quote } from "#contract/ads/quotes";
import { clockOf, weekdayNames } from "#contract/stores/words";
import type { PageContext } from "~/lib/session/guard.server";
import { hoursWords, weekdayWords } from "~/lib/stores/hours-words";
import { bookingTexts } from "./booking-words";
import { flightWords } from "./campaign-words";
import { priceWords } from "./quote-words.server";

type Context = {
  campaign: CampaignDetail;
  /** The quote for the campaign's own times, if known, to compare with. */
  asked?: Pick<Quote, "plays" | "price"> | undefined;
  pageContext: PageContext;
};

/** An offer in words, with what differs from what was asked and the hidden fields that take it. */
export function offerWords(
  { kind, takes, price, ...time }: Offer,
  { campaign, asked, pageContext: { figures } }: Context,
) {
  const { startsOn, endsOn, plays, exactTimes } = time;
  const hours = hoursWords({ plays: plays ?? [], exactTimes: exactTimes ?? null }, figures);
  const { weekdays } = campaign;
  const isFewer = kind === "FEWER" && plays !== undefined;
  const lessPlays = asked ? asked.plays - takes : 0;
  const lessPrice =
    asked?.price && price !== null ? Math.round((Number(asked.price) - Number(price)) * 100) : 0;
  return {
    key: `${kind} ${startsOn} ${hours}`,
    title: bookingTexts.offers[kind],
    detail: [
      flightWords(time),
      weekdays.length < 7 && weekdayWords(weekdays),
      isFewer ? false : hours,
    ]
      .filter(Boolean)
      .join(", "),
    plays: figures.figure(takes),
    playsChange: lessPlays === 0 ? null : signed(lessPlays, figures.figure),
    price: priceWords(price, figures),
    priceChange: lessPrice === 0 ? null : signed(lessPrice, figures.money),
    changes: isFewer ? changedHours(campaign.plays, plays) : [],
    flight: { startsOn, endsOn },
    fields: [
      ["offer.startsOn", startsOn],
      ["offer.endsOn", endsOn],
      ...(plays ?? []).map((count, hour): [string, string] => [
        `offer.plays[${hour}]`,
        String(count),
      ]),
      ...(exactTimes ?? []).map((minute, place): [string, string] => [
        `offer.exactTimes[${place}]`,
        String(minute),
      ]),
    ] as [string, string][],
  };
}
export type OfferWords = ReturnType<typeof offerWords>;

/** Writes what is missing as "−132", what is added as "+12". */
const signed = (less: number, words: (value: number) => string) =>
  `${less > 0 ? "−" : "+"}${words(Math.abs(less))}`;

/** Lists hours whose offered plays differ from those asked for, equal neighbours as one stretch. */
function changedHours(before: readonly number[], after: readonly number[]) {
  const stretches: { from: number; to: number; requestedPlays: number; offered: number }[] = [];
  const dayOf = (hour: number) =>
    isWeekly(before) ? `${weekdayNames[Math.floor(hour / 24)]?.slice(0, 3)} ` : "";
  for (const hour of before.keys()) {
    const requestedPlays = before[hour] ?? 0;
    const offered = after[hour] ?? 0;
    const last = stretches.at(-1);
    if (requestedPlays === offered) continue;
    if (
      last &&
      last.to === hour &&
      hour % 24 > 0 &&
      last.requestedPlays === requestedPlays &&
      last.offered === offered
    )
      last.to = hour + 1;
    else stretches.push({ from: hour, to: hour + 1, requestedPlays, offered });
  }
  return stretches.map(({ from, to, requestedPlays, offered }) => ({
    hours: `${dayOf(from)}${clockOf((from % 24) * 60)}–${clockOf((((to - 1) % 24) + 1) * 60)}`,
    plays: bookingTexts.freeOf(String(offered), String(requestedPlays)),
  }));
}
