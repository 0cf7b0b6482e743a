import { playsOfWeekday } from "#contract/ads/plays";
import { hoursOfDay } from "#contract/ads/words";
import { weekdayOf } from "#contract/base/dates";
import { sum } from "#contract/base/sum";
import type { Scope } from "../../../access/scope.ts";
import type { Db } from "../../../db/types.ts";
import type { ScopedCall } from "../../../http/context.ts";
import { findAskedHours, type RequestedHours } from "../availability/asked-hours.queries.ts";
import type { LockedCampaign } from "../campaigns/campaigns.queries.ts";
import { type Discounts, type StoreSettings, settingsFor } from "../settings/store-settings.ts";
import { discountedRates, discountOf } from "./discounts.ts";
import { planGoal } from "./goal-plan.service.ts";
import type { MusicLimit } from "./music-left.service.ts";
import { datesOf } from "./offers.ts";
import { costOf, meanSeconds, type PlaysOfWeekday, priceOf, type Rates, ratesOf } from "./price.ts";

type QuotedCampaign = Pick<
  LockedCampaign,
  "kind" | "startsOn" | "endsOn" | "weekdays" | "blackoutDates" | "plays"
>;
type DraftCampaign = QuotedCampaign &
  Pick<LockedCampaign, "id" | "playTakes" | "goal" | "priority">;
type PriceInput = {
  storeIds: readonly number[];
  spots: readonly { weight: number; seconds: number }[];
  /** Rates before any discount. */
  rates: Rates;
  /** Null for rates that were fixed when plays were first taken. */
  discounts: Discounts | null;
};

type Draft = {
  storeIds: readonly number[];
  spots: PriceInput["spots"];
  settings: Pick<StoreSettings, "rates" | "discounts"> & MusicLimit;
};

/**
 * Prices a campaign that has taken no plays by the rate card: the plays that it asks for or, with a
 * goal, those of the plan that reaches it.
 */
export async function priceDraft(
  call: Pick<ScopedCall, "scope" | "now">,
  db: Db,
  campaign: DraftCampaign,
  { storeIds, spots, settings }: Draft,
) {
  const { scope } = call;
  const { rates, discounts } = settings;
  const where = { storeIds, spots, rates: ratesOf(campaign, rates), discounts };
  if (!campaign.goal) return { plan: null, priced: await priceAsked(scope, db, campaign, where) };
  const days = datesOf(campaign);
  const plan = await planGoal(
    call,
    db,
    { campaign, goal: campaign.goal },
    {
      storeIds,
      days,
      limit: settings,
    },
  );
  const demand = plan.dates.map(({ day, ...date }) => ({ ...date, weekday: weekdayOf(day) }));
  return {
    plan,
    priced: await priceDemand(scope, db, { kind: campaign.kind, days, demand }, where),
  };
}

/** Counts the plays that a campaign asks for in stores, and prices them. */
export async function priceAsked(
  scope: Scope,
  db: Db,
  campaign: QuotedCampaign,
  where: PriceInput,
) {
  const { storeIds } = where;
  const days = datesOf(campaign);
  const hoursOn = await findAskedHours(scope, db, campaign, { storeIds, days });
  const demand = storeIds.flatMap((storeId) =>
    playsByWeekday(storeId, campaign.plays, days, hoursOn),
  );
  return priceDemand(scope, db, { kind: campaign.kind, days, demand }, where);
}

type Demand = Pick<LockedCampaign, "kind"> & {
  /** The dates that a season's discount is judged by. */
  days: readonly string[];
  demand: readonly PlaysOfWeekday[];
};
/** Counts plays of stores and prices them, by the rate card and with its discounts. */
export async function priceDemand(
  scope: Scope,
  db: Db,
  { kind, days, demand }: Demand,
  { storeIds, spots, rates, discounts }: PriceInput,
) {
  const settings = await settingsFor(scope, db, storeIds);
  const seconds = meanSeconds(spots);
  const plays = sum(demand.map((one) => sum(one.plays)));
  const { price: listPrice, primePlays } = priceOf({ kind, seconds, rates }, demand, settings);
  const discount = discounts
    ? discountOf(discounts, { plays, price: listPrice, days })
    : { volumePercent: 0, seasonBasisPoints: 0 };
  const net = discountedRates(rates, discount);
  return {
    stores: new Set(demand.map(({ storeId }) => storeId)).size,
    plays,
    primePlays,
    seconds,
    listPrice,
    ...discount,
    rates: net,
    price: costOf({ kind, seconds, rates: net }, { usual: plays - primePlays, prime: primePlays }),
  };
}

/** Sums a campaign's wanted plays in a store, by weekday; leaves out days without plays. */
function playsByWeekday(
  storeId: number,
  plays: readonly number[],
  days: readonly string[],
  hoursOn: RequestedHours,
): PlaysOfWeekday[] {
  const byWeekday = new Map<number, number[]>();
  for (const day of days) {
    const weekday = weekdayOf(day);
    const requestedHours = hoursOn(storeId, day);
    if (requestedHours.length === 0) continue;
    const sums = byWeekday.get(weekday) ?? hoursOfDay.map(() => 0);
    const row = playsOfWeekday(plays, weekday);
    for (const hour of requestedHours) sums[hour] = (sums[hour] ?? 0) + (row[hour] ?? 0);
    byWeekday.set(weekday, sums);
  }
  return [...byWeekday].map(([weekday, sums]) => ({ storeId, weekday, plays: sums }));
}
