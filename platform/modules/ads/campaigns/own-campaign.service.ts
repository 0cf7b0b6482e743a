import type { CampaignBody } from "#contract/ads/campaign-body";
import { campaignLimits } from "#contract/ads/words";
import { countNamed, findLocationsNamed, ownsAll } from "../../../access/locations.ts";
import type { Scope } from "../../../access/scope.ts";
import type { Unit } from "../../../access/units.ts";
import { forbidden, invalid, notFound } from "../../../base/refusal.ts";
import type { Db, Tx } from "../../../db/types.ts";
import type { ScopedCall } from "../../../http/context.ts";
import { findMatchingStores } from "../../stores/index.ts";
import { findCampaignRow, findCampaignUnits, lockCampaign } from "./campaigns.queries.ts";
import { mostNamed } from "./list-campaigns.service.ts";

const notYours = "You cannot change this campaign: it plays outside your own locations.";

/**
 * Throws 404 for a campaign that is not seen, 403 for one with a location outside the caller's own.
 */
export const lockOwnCampaign = async (scope: Scope, tx: Tx, id: number) =>
  requireOwn(scope, tx, await lockCampaign(scope, tx, id));

/** Finds a campaign that the caller owns, without locking it. Throws 404 and 403. */
export const findOwnCampaign = async (scope: Scope, db: Db, id: number) =>
  requireOwn(scope, db, await findCampaignRow(scope, db, id));

async function requireOwn<Campaign extends { id: number }>(
  scope: Scope,
  db: Db,
  campaign: Campaign | undefined,
): Promise<Campaign> {
  if (!campaign) throw notFound();
  // a caller with the whole company owns all locations
  if (
    scope.reach !== "company" &&
    !ownsAll(scope, await findCampaignUnits(scope, db, [campaign.id]))
  )
    throw forbidden(notYours);
  return campaign;
}

/**
 * The locations that a campaign is to have, with the stores that match its filters and those that
 * stay. Throws 404 for one that is not there, 403 for one that is not the caller's own, 422 where
 * there are none or too many.
 */
export async function ownUnits(
  { scope, now, figures }: ScopedCall,
  tx: Tx,
  { matching, ...ids }: CampaignBody,
  stay: readonly Unit[] = [],
): Promise<Unit[]> {
  const most = campaignLimits.matching;
  const matchingStoreIds = matching
    ? await findMatchingStores(scope, tx, matching, { now, limit: most + 1 })
    : [];
  if (matching && matchingStoreIds.length === 0)
    throw invalid({ matching: "No store matches these filters." });
  if (matchingStoreIds.length > most)
    throw invalid({
      matching: `At most ${figures.figure(most)} stores can be chosen by filters. Choose locations instead.`,
    });
  const storeIds = [
    ...new Set([...ids.storeIds, ...matchingStoreIds, ...stay.map(({ unitId }) => unitId)]),
  ];
  const locationIds = { ...ids, storeIds };
  const units = await findLocationsNamed(scope, tx, locationIds);
  const requestedCount = countNamed(locationIds);
  if (requestedCount === 0) throw invalid({ wholeCompany: "Choose at least one location." });
  if (units.length < requestedCount) throw notFound();
  if (!ownsAll(scope, units)) throw forbidden(notYours);
  return units;
}

export const itemKind = "campaign";
export const itemOf = (scope: Scope, { id, name }: { id: number; name: string }) => ({
  companyId: scope.companyId,
  itemKind,
  itemId: id,
  itemName: name,
});
/** The names of locations; of very many single stores how many they are. */
export function unitNames(units: readonly Unit[]): string[] {
  const stores = units.filter(({ level }) => level === "STORE");
  const others = units.filter(({ level }) => level !== "STORE").map(({ name }) => name);
  return [
    ...others,
    ...(stores.length > mostNamed ? [`${stores.length} stores`] : stores.map(({ name }) => name)),
  ].sort();
}
