import type { DeliveryFigures, StoreDelivery, StoreDeliveryQuery } from "#contract/ads/delivery";
import type { Scope } from "../../../access/scope.ts";
import { notFound } from "../../../base/refusal.ts";
import type { Db } from "../../../db/types.ts";
import type { ScopedCall } from "../../../http/context.ts";
import { findCampaignRow } from "../campaigns/campaigns.queries.ts";
import { findImpressions } from "../footfall/impressions.queries.ts";
import {
  type DeliveryCounts,
  findDeliveredSpots,
  findDelivery,
  findDeliveryDays,
  findDeliveryPage,
} from "./delivery.queries.ts";

/** A campaign without a play. */
export const nothing: DeliveryCounts & { owed: number } = {
  bookedInAll: 0,
  booked: 0,
  makeGoods: 0,
  makeGoodsAhead: 0,
  verified: 0,
  missed: 0,
  extra: 0,
  owed: 0,
};

/**
 * Plays with the ratios that docs/decisions/ad-delivery.md defines; null where there is nothing to
 * divide by.
 */
export function toFigures(counts: DeliveryCounts & { owed: number }): DeliveryFigures {
  const { bookedInAll, booked, makeGoods, makeGoodsAhead, verified, missed, extra, owed } = counts;
  const share = (part: number, whole: number) => (whole > 0 ? part / whole : null);
  return {
    bookedInAll,
    booked,
    makeGoods,
    makeGoodsAhead,
    verified,
    missed,
    extra,
    owed,
    delivery: share(verified, bookedInAll),
    elapsed: share(booked, bookedInAll),
    // delivery by elapsed, without dividing twice
    pacing: share(verified, booked),
  };
}

/**
 * The figures of campaigns over the stores within the scope, by campaign; those without plays there
 * are all 0.
 */
export async function deliveryOfCampaigns(
  scope: Scope,
  db: Db,
  ids: readonly number[],
  now: Date,
): Promise<Map<number, DeliveryFigures>> {
  const deliveryByCampaign = new Map(
    (await findDelivery(scope, db, ids, now)).map((row) => [row.campaignId, row]),
  );
  return new Map(ids.map((id) => [id, toFigures(deliveryByCampaign.get(id) ?? nothing)]));
}

/** Throws 404 for a campaign that the caller does not see. */
export async function showDelivery(call: ScopedCall, campaignId: number) {
  const { scope, db, now } = call;
  await requireSeen(call, campaignId);
  const figures =
    (await deliveryOfCampaigns(scope, db, [campaignId], now)).get(campaignId) ?? toFigures(nothing);
  const days = await findDeliveryDays(scope, db, campaignId, now);
  const spots = await findDeliveredSpots(scope, db, campaignId, now);
  const impressions = await findImpressions(scope, db, campaignId, now);
  return { ...figures, days, spots, impressions };
}

/** Throws 404 for a campaign that the caller does not see, 422 for a cursor that is not ours. */
export async function listStoreDelivery(
  call: ScopedCall,
  { companyId: _, ...query }: StoreDeliveryQuery,
) {
  await requireSeen(call, query.campaignId);
  const { rows, page, total } = await findDeliveryPage(call.scope, call.db, query, call.now);
  const data = rows.map(({ storeId, storeName, storeCode, ...counts }): StoreDelivery => {
    return { storeId, storeName, storeCode, ...toFigures(counts) };
  });
  return { data, page: { ...page, total } };
}

export async function requireSeen(
  { scope, db }: Pick<ScopedCall, "scope" | "db">,
  campaignId: number,
) {
  const campaign = await findCampaignRow(scope, db, campaignId);
  if (!campaign) throw notFound();
  return campaign;
}
