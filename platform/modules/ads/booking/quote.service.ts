import type { Quote } from "#contract/ads/campaigns";
import { weekdayOf } from "#contract/base/dates";
import { formatAmount } from "#contract/base/money";
import { notFound } from "../../../base/refusal.ts";
import type { ScopedCall } from "../../../http/context.ts";
import { type AskedHours, findAskedHours } from "../availability/asked-hours.queries.ts";
import { findCampaignRow, findCampaignSpots } from "../campaigns/campaigns.queries.ts";
import { companySettingsOf, settingsFor } from "../settings/store-settings.ts";
import { findStoresOfUnits } from "./booking-facts.queries.ts";
import { findMissingMusic, namedHours } from "./booking-refusal.ts";
import { measureMusic } from "./music-left.service.ts";
import { findFree } from "./offers.queries.ts";
import { datesOf } from "./offers.ts";
import { meanSeconds, type PlaysOfWeekday, priceOf } from "./price.ts";

/**
 * Computes what a campaign takes, reaches and costs in the stores that the caller sees, and what of
 * it is free. Throws 404.
 */
export async function quote(call: ScopedCall, id: number): Promise<Quote> {
  const { scope, db, now } = call;
  const campaign = await findCampaignRow(scope, db, id);
  if (!campaign) throw notFound();
  const stores = await findStoresOfUnits(scope, db, id);
  const storeIds = stores.map((store) => store.id);
  const days = datesOf(campaign);
  const spots = await findCampaignSpots(scope, db, id);
  const hoursOn = await findAskedHours(scope, db, campaign, { storeIds, days });
  const demand = storeIds.flatMap((storeId) =>
    playsByWeekday(storeId, campaign.plays, days, hoursOn),
  );
  const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);
  const plays = sum(demand.map((one) => sum(one.plays)));
  const limit = await companySettingsOf(scope, db);
  const { rates } = limit;
  const settings = await settingsFor(scope, db, storeIds);
  const seconds = meanSeconds(spots);
  const { price, primePlays } = priceOf(
    { kind: campaign.kind, seconds, rates: rates[campaign.kind] },
    demand,
    settings,
  );
  const room = await findFree(scope, db, campaign, { storeIds, days, now });
  return {
    stores: new Set(demand.map(({ storeId }) => storeId)).size,
    plays,
    takes: plays * campaign.playTakes,
    seconds: Math.round(plays * seconds),
    primePlays,
    price: price === null ? null : formatAmount(price),
    freePlays: room.free,
    full: await namedHours(
      call,
      campaign,
      stores,
      room.full.map((hour) => ({ ...hour, minute: null })),
    ),
    music: await measureMusic(call, campaign, { stores, days, seconds, limit }),
  };
}

/** Sums what a campaign asks for in a store, by weekday; those without plays are left out. */
function playsByWeekday(
  storeId: number,
  plays: readonly number[],
  days: readonly string[],
  hoursOn: AskedHours,
): PlaysOfWeekday[] {
  const byWeekday = new Map<number, number[]>();
  for (const day of days) {
    const weekday = weekdayOf(day);
    const requestedHours = hoursOn(storeId, day);
    if (requestedHours.length === 0) continue;
    const sums = byWeekday.get(weekday) ?? plays.map(() => 0);
    for (const hour of requestedHours) sums[hour] = (sums[hour] ?? 0) + (plays[hour] ?? 0);
    byWeekday.set(weekday, sums);
  }
  return [...byWeekday].map(([weekday, sums]) => ({ storeId, weekday, plays: sums }));
}

/**
 * Checks that every store and day of a campaign that the caller sees has music in its hours with
 * plays. Throws 404.
 */
export async function checkMusic({ scope, db }: ScopedCall, campaignId: number) {
  const campaign = await findCampaignRow(scope, db, campaignId);
  if (!campaign) throw notFound();
  const stores = await findStoresOfUnits(scope, db, campaignId);
  const silentDays = await findMissingMusic(scope, db, campaign, {
    stores,
    days: datesOf(campaign),
    most: mostSilentDays,
  });
  const silent = new Map<number, { from: string; to: string; hours: Set<number> }>();
  for (const { storeId, day, hours } of silentDays) {
    const silence = silent.get(storeId) ?? { from: day, to: day, hours: new Set() };
    for (const hour of hours) silence.hours.add(hour);
    silent.set(storeId, {
      from: day < silence.from ? day : silence.from,
      to: day > silence.to ? day : silence.to,
      hours: silence.hours,
    });
  }
  const missing = stores.flatMap(({ id, name }) => {
    const own = silent.get(id);
    return own
      ? [
          {
            storeId: id,
            storeName: name,
            from: own.from,
            to: own.to,
            hours: [...own.hours].sort((one, other) => one - other),
          },
        ]
      : [];
  });
  return {
    exists: missing.length === 0,
    stores: missing.length,
    missing: missing.slice(0, mostNamed),
  };
}
/** Days of stores that are looked for at most, and stores that are named at most. */
const mostSilentDays = 100_000;
const mostNamed = 50;
