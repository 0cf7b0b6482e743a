import { playsOfWeekday } from "#contract/ads/plays";
import { isPrime } from "#contract/ads/words";
import { weekdayOf } from "#contract/base/dates";
import type { Tx } from "../../../db/types.ts";
import { findPlaysByWeekday } from "../booking/booking.queries.ts";
import { discountedRates, discountOf } from "../booking/discounts.ts";
import { costOf, meanSeconds, priceOf } from "../booking/price.ts";
import { type Discounts, type StoreSettings, settingsFor } from "../settings/store-settings.ts";
import { findCampaignSpots } from "./campaign-spots.queries.ts";
import { type LockedCampaign, saveCampaign } from "./campaigns.queries.ts";
import type { ChangingCall } from "./move-state.service.ts";

/** Fixes what the plays in a campaign's lines cost by its rates; null without them. */
export async function savePrice(
  { scope, now }: Pick<ChangingCall, "scope" | "now">,
  tx: Tx,
  campaign: Pick<LockedCampaign, "id" | "kind" | "rate" | "primeRate">,
): Promise<number | null> {
  const { id, rate, primeRate } = campaign;
  if (rate === null && primeRate === null) return null;
  const plays = await findPlaysByWeekday(scope, tx, id);
  const settings = await settingsFor(scope, tx, [...new Set(plays.map(({ storeId }) => storeId))]);
  const spots = await findCampaignSpots(scope, tx, id);
  const rates = { usual: rate, prime: primeRate };
  const { price } = priceOf(
    { kind: campaign.kind, seconds: meanSeconds(spots), rates },
    plays,
    settings,
  );
  await saveCampaign(scope, tx, id, { values: { price }, now });
  return price;
}

type PricedPlays = {
  takenPlays: number;
  days: readonly string[];
  seconds: number;
  settings: ReadonlyMap<number, StoreSettings>;
};
/**
 * Prices the plays that a campaign has just taken as its first, with the discounts that they earn:
 * the rates that its price and its invoices are counted with. The price is null without a rate card.
 * Plays are counted by hour only where one of them may be in a prime hour.
 */
export async function priceOfTaken(
  { scope }: Pick<ChangingCall, "scope">,
  tx: Tx,
  { id, kind, plays, rate, primeRate }: LockedCampaign,
  { takenPlays, days, seconds, settings, discounts }: PricedPlays & { discounts: Discounts },
): Promise<{ price: number | null; rate: number | null; primeRate: number | null }> {
  const rates = { usual: rate, prime: primeRate };
  const weekdays = new Set(days.map(weekdayOf));
  const mayBePrime = [...new Set(settings.values())].some((one) =>
    [...weekdays].some((weekday) =>
      playsOfWeekday(plays, weekday).some(
        (count, hour) => count > 0 && isPrime(one, weekday, hour),
      ),
    ),
  );
  const { price: listPrice, primePlays } =
    mayBePrime && (rate !== null || primeRate !== null)
      ? priceOf({ kind, seconds, rates }, await findPlaysByWeekday(scope, tx, id), settings)
      : { price: costOf({ kind, seconds, rates }, { usual: takenPlays, prime: 0 }), primePlays: 0 };
  const discount = discountOf(discounts, { plays: takenPlays, price: listPrice, days });
  const net = discountedRates(rates, discount);
  const counted = { usual: takenPlays - primePlays, prime: primePlays };
  const price = costOf({ kind, seconds, rates: net }, counted);
  return { price, rate: net.usual, primeRate: net.prime };
}
