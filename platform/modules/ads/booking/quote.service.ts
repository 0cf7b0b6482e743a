import type { z } from "zod";
import type { quoteDraft as draftEndpoint, Quote } from "#contract/ads/quotes";
import { formatAmount } from "#contract/base/money";
import { notFound } from "../../../base/refusal.ts";
import type { ScopedCall } from "../../../http/context.ts";
import { findCampaignSpots } from "../campaigns/campaign-spots.queries.ts";
import {
  findCampaignRow,
  findCampaignUnits,
  type LockedCampaign,
} from "../campaigns/campaigns.queries.ts";
import { lockOwnCampaign } from "../campaigns/own-campaign.service.ts";
import { readDraft } from "../campaigns/read-draft.service.ts";
import { companySettingsOf } from "../settings/store-settings.ts";
import { priceDraft } from "./asked-price.service.ts";
import { type CampaignStore, findStoresIn, findStoresOfUnits } from "./booking-facts.queries.ts";
import { namedHours } from "./booking-refusal.ts";
import { findMissingMusic } from "./find-offers.service.ts";
import { measureMusic } from "./music-left.service.ts";
import { findFree } from "./offers.queries.ts";
import { datesOf } from "./offers.ts";

type QuotedCampaign = Pick<
  LockedCampaign,
  | "id"
  | "kind"
  | "priority"
  | "startsOn"
  | "endsOn"
  | "weekdays"
  | "blackoutDates"
  | "plays"
  | "goal"
  | "exactTimes"
  | "playTakes"
>;
type Rotation = readonly { spotId: number; weight: number; seconds: number }[];

/**
 * Computes the plays, reach and cost of a campaign in the stores that the caller sees, and how much
 * of it is free. Throws 404.
 */
export async function quote(call: ScopedCall, id: number): Promise<Quote> {
  const { scope, db } = call;
  const campaign = await findCampaignRow(scope, db, id);
  if (!campaign) throw notFound();
  return quoteOf(call, campaign, {
    stores: await findStoresOfUnits(scope, db, id),
    spots: await findCampaignSpots(scope, db, id),
  });
}

/**
 * Quotes a campaign that is not saved, or with `id` a draft as it would be changed. Throws the same
 * as adding or changing it.
 */
export async function quoteDraft(
  call: ScopedCall,
  { id = 0, ...body }: z.output<typeof draftEndpoint.body>,
): Promise<Quote> {
  const { scope, db, database } = call;
  const { units, values, spots } = await database.transaction(async (tx) => {
    if (id) await lockOwnCampaign(scope, tx, id);
    const before = id && body.keepStores ? await findCampaignUnits(scope, tx, [id]) : [];
    return readDraft(call, tx, body, before);
  });
  const { blackoutStoreIds } = values;
  const stores = await findStoresIn(scope, db, { units, blackoutStoreIds });
  return quoteOf(call, { id, ...values }, { stores, spots });
}

async function quoteOf(
  call: ScopedCall,
  campaign: QuotedCampaign,
  { stores, spots }: { stores: readonly CampaignStore[]; spots: Rotation },
): Promise<Quote> {
  const { scope, db, now } = call;
  const storeIds = stores.map((store) => store.id);
  const days = datesOf(campaign);
  const limit = await companySettingsOf(scope, db);
  const { plan, priced: all } = await priceDraft(call, db, campaign, {
    storeIds,
    spots,
    settings: limit,
  });
  const { seconds, price, listPrice, rates: _, ...priced } = all;
  const room = await findFree(scope, db, campaign, { storeIds, days, now });
  const { hours, freeHours } = room;
  const demand = { ...priced, plays: plan ? plan.target : priced.plays };
  const free = plan ? plan.planned : room.free;
  // full hours do not matter to a plan that reaches its goal
  const full = plan && free >= demand.plays ? [] : room.full;
  return {
    ...demand,
    takes: demand.plays * campaign.playTakes,
    seconds: Math.round(demand.plays * seconds),
    price: price === null ? null : formatAmount(price),
    listPrice: listPrice === null ? null : formatAmount(listPrice),
    goal: plan && { atMost: plan.atMost, notOnSale: plan.notOnSale },
    freePlays: free,
    full: await namedHours(
      call,
      campaign,
      stores,
      full.map((hour) => ({ ...hour, minute: null })),
    ),
    hours,
    freeHours,
    music: await measureMusic(call, campaign, { stores, days, spots, limit }),
  };
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
