import type { CampaignRow } from "#contract/ads/campaigns";
import type { MusicEffect, Quote } from "#contract/ads/quotes";
import { showDate, showLength } from "#contract/base/dates";
import { clockOf } from "#contract/stores/words";
import type { PageContext } from "~/lib/session/guard.server";
import { bookingTexts } from "./booking-words";
import { flightAndDays } from "./campaign-words";
import { quoteTerms } from "./quote-terms";

/** Formats a price of the API (rupees), which may have more digits than a form accepts. */
export const priceWords = (price: string | null, { money }: PageContext["figures"]) =>
  price === null ? bookingTexts.noPrice : money(Math.round(Number(price) * 100));

type QuotedCampaign = Pick<
  CampaignRow,
  "kind" | "startsOn" | "endsOn" | "weekdays" | "blackoutDates"
>;

/** Describes what a campaign takes, reaches, costs and does to the music, and how much is free. */
export function quoteWords(quote: Quote, campaign: QuotedCampaign, pageContext: PageContext) {
  const { figure, counted } = pageContext.figures;
  const { stores, plays, takes, seconds, primePlays, freePlays, hours, freeHours } = quote;
  const isAd = campaign.kind === "AD";
  const values = [
    figure(stores),
    figure(plays),
    figure(primePlays),
    figure(takes),
    ...(isAd ? [] : [figure(seconds)]),
    bookingTexts.freeOf(figure(freeHours), figure(hours)),
  ];
  return {
    price: priceWords(quote.price, pageContext.figures),
    flight: flightAndDays(campaign),
    facts: quoteTerms(campaign.kind).map((term, place) => ({ term, value: values[place] ?? "" })),
    room:
      freePlays >= plays
        ? bookingTexts.allFree
        : [
            bookingTexts.partFree(figure(freePlays), counted(plays, "play")),
            ...goalNotes(quote, pageContext),
          ].join(" "),
    fitting: { plays: figure(freePlays), playsChange: `−${figure(plays - freePlays)}` },
    hasRoom: freePlays > 0,
    isFree: freePlays >= plays,
    discount: discountWords(quote, pageContext),
    music: quote.music && musicWords(quote.music, pageContext),
  };
}
export type QuoteWords = ReturnType<typeof quoteWords>;

/** "₹1,200 by the rate card, less 10% for volume and 2.5% for the season"; null without discount. */
function discountWords(
  { listPrice, volumePercent, seasonBasisPoints }: Quote,
  { figures }: PageContext,
): string | null {
  const parts = [
    ...(volumePercent > 0 ? [bookingTexts.volumeDiscount(figures.figure(volumePercent))] : []),
    ...(seasonBasisPoints > 0
      ? [bookingTexts.seasonDiscount(figures.figure(seasonBasisPoints / 100))]
      : []),
  ];
  return parts.length === 0 || listPrice === null
    ? null
    : bookingTexts.discounted(priceWords(listPrice, figures), parts.join(" and "));
}

/** Says why a goal is not reached, as far as others' bookings are not the reason. */
function goalNotes({ goal, plays }: Quote, { figures: { counted } }: PageContext): string[] {
  if (!goal) return [];
  return [
    ...(goal.atMost < plays ? [bookingTexts.goalAtMost(counted(goal.atMost, "play"))] : []),
    ...(goal.notOnSale > 0 ? [bookingTexts.goalNotOnSale(counted(goal.notOnSale, "date"))] : []),
  ];
}

/**
 * Describes the effect of a booking on the music, in the store, day and hour that keep the least.
 */
function musicWords(music: MusicEffect, { figures }: PageContext) {
  const { storeName, day, hour, secondsBefore, secondsAfter, leastSeconds, hoursBelow, isRefused } =
    music;
  const change = (before: number, after: number) =>
    before === after
      ? bookingTexts.same(figures.figure(after))
      : bookingTexts.change(figures.figure(before), figures.figure(after));
  const bar = (seconds: number) => ({ share: seconds / 3600, words: showLength(seconds) });
  return {
    lead: bookingTexts.musicWorst(storeName, showDate(day), clockOf(hour * 60)),
    before: bar(secondsBefore),
    after: bar(secondsAfter),
    facts: [
      { term: bookingTexts.songsOfDay, value: change(music.songsBefore, music.songsAfter) },
      { term: bookingTexts.breaksOfDay, value: change(music.breaksBefore, music.breaksAfter) },
    ],
    below:
      hoursBelow === 0
        ? null
        : bookingTexts.hoursBelow(
            figures.counted(hoursBelow, "hour"),
            figures.counted(Math.floor(leastSeconds / 60), "minute"),
          ),
    isRefused,
  };
}
