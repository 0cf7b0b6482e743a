import { BookingRefused, type FullHour } from "#contract/ads/booking-refusal";
import type { CampaignDetail } from "#contract/ads/campaigns";
import { campaignPriorityWords } from "#contract/ads/words";
import { showDate } from "#contract/base/dates";
import { parseAmount } from "#contract/base/money";
import { sum } from "#contract/base/sum";
import { clockOf } from "#contract/stores/words";
import { ApiRefusal } from "~/lib/api/refusals.server";
import type { PageContext } from "~/lib/session/guard.server";
import { bookingTexts } from "./booking-words";
import { offerWords } from "./offer-words.server";
import { campaignsTexts } from "./texts";

export type FullRow = {
  key: string;
  store: string;
  date: string;
  time: string;
  free: string;
  holders: string;
};

/** Describes the hours without room; consecutive hours with the same words become one stretch. */
export function fullRows(
  full: readonly FullHour[],
  { figures: { figure } }: PageContext,
): FullRow[] {
  const stretches: (FullHour & { hours: number })[] = [];
  for (const hour of full) {
    const last = stretches.at(-1);
    const isNext =
      last && hour.minute === null && last.hour + last.hours === hour.hour && isAlike(last, hour);
    if (isNext) last.hours++;
    else stretches.push({ ...hour, hours: 1 });
  }
  return stretches.map(
    ({
      storeId,
      storeName,
      day,
      hour,
      hours,
      minute,
      wanted: wantedPlays,
      free,
      because,
      holders,
    }) => ({
      key: `${storeId} ${day} ${hour} ${minute}`,
      store: storeName,
      date: showDate(day),
      time:
        minute === null ? `${clockOf(hour * 60)}–${clockOf((hour + hours) * 60)}` : clockOf(minute),
      free: bookingTexts.freeOf(figure(free), figure(wantedPlays)),
      holders: holderWords(because, holders.join(", ")),
    }),
  );
}

function holderWords(because: FullHour["because"], holders: string): string {
  if (because === "CLOSED") return bookingTexts.closed(holders);
  return because === "FULL" ? holders : bookingTexts.because[because];
}

const isAlike = (one: FullHour, other: FullHour) =>
  one.storeId === other.storeId &&
  one.day === other.day &&
  one.minute === other.minute &&
  one.wanted === other.wanted &&
  one.free === other.free &&
  one.because === other.because &&
  one.holders.join() === other.holders.join();

/** Reads the full hours and offers of free times from a refused booking; undefined without any. */
export function refusalOf(error: unknown, campaign: CampaignDetail, pageContext: PageContext) {
  const read =
    error instanceof ApiRefusal && error.problem.full
      ? BookingRefused.safeParse(error.problem)
      : undefined;
  if (!read?.success) return undefined;
  return {
    full: fullRows(read.data.full, pageContext),
    preemption: preemptionWords(read.data.preemptible, pageContext),
    offers: read.data.offers.map((offer) => offerWords(offer, { campaign, pageContext })),
  };
}
/** The campaigns whose plays could make way, and the hidden fields that take these; null without any. */
function preemptionWords(
  preemptible: BookingRefused["preemptible"],
  { ids, figures }: PageContext,
) {
  const { figure, counted } = figures;
  if (preemptible.length === 0) return null;
  const texts = bookingTexts.preemptMadeGood;
  const madeGoodWords = ({ priority, plays, madeGood }: (typeof preemptible)[number]) => {
    if (priority === "HOUSE") return texts.house;
    if (madeGood === 0) return texts.none;
    return madeGood === plays ? texts.all : texts.some(figure(madeGood), figure(plays - madeGood));
  };
  return {
    plays: counted(sum(preemptible.map(({ plays }) => plays)), "play"),
    rows: preemptible.map((one) => ({
      key: ids.encrypt("campaign", one.campaignId),
      name: one.name,
      brand: one.brandName ?? campaignsTexts.noBrand,
      priority: campaignPriorityWords[one.priority],
      plays: figure(one.plays),
      stores: counted(one.stores, "store"),
      price: one.price === null ? null : figures.money(parseAmount(one.price)),
      madeGood: madeGoodWords(one),
    })),
    fields: preemptible.flatMap(({ campaignId, plays }, place): [string, string][] => [
      [`preempts[${place}].campaignId`, ids.encrypt("campaign", campaignId)],
      [`preempts[${place}].plays`, String(plays)],
    ]),
  };
}

export type RefusalWords = NonNullable<ReturnType<typeof refusalOf>>;
