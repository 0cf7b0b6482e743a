import { dailyHours } from "#contract/ads/plays";
import { dateIn, showDate } from "#contract/base/dates";
import { invalid } from "../../../base/refusal.ts";
import type { Tx } from "../../../db/types.ts";
import type { ScopedCall } from "../../../http/context.ts";
import { findHoursWithoutMusic } from "../../schedule/index.ts";
import { findAskedHours } from "../availability/asked-hours.queries.ts";
import type { LockedCampaign } from "../campaigns/campaigns.queries.ts";
import type { CampaignStore } from "./booking-facts.queries.ts";
import { type BookingSort, refuseOtherSort } from "./booking-sort.ts";
import { NoRoom } from "./reserve-plays.service.ts";

/** Throws 422 for a campaign of another sort than the call is for, or of another version. */
export function requireKindAndVersion(
  campaign: LockedCampaign,
  { sort, version }: { sort: BookingSort; version?: number | undefined },
): void {
  refuseOtherSort(campaign, sort);
  refuseOtherVersion(campaign, version);
}

/** Throws 422 on `version` if somebody has changed the campaign since that version. */
export function refuseOtherVersion(campaign: LockedCampaign, version: number | undefined): void {
  if (version !== undefined && version !== campaign.version)
    throw invalid({ version: "Someone else has changed this campaign. Check it, then try again." });
}

/**
 * Throws 422 if a campaign has no stores or days, is over, or asks for an hour in which one of its
 * stores has no music; NoRoom if its stores sell nothing in its hours.
 */
export async function requireSellableHours(
  { scope, now }: Pick<ScopedCall, "scope" | "now">,
  tx: Tx,
  campaign: LockedCampaign,
  { stores, days }: { stores: readonly CampaignStore[]; days: readonly string[] },
): Promise<void> {
  if (stores.length === 0)
    throw invalid({ campaignId: "This campaign's locations have no active stores." });
  const today = dateIn(campaign.timeZone, now);
  if (campaign.endsOn < today)
    throw invalid({ endsOn: `The last day, ${showDate(campaign.endsOn)}, is over.` });
  if (days.length === 0)
    throw invalid({
      endsOn: "No day of this flight falls on the chosen weekdays, or all are blackout dates.",
    });
  const hoursOfDate = dailyHours(campaign.plays);
  const inAllHours = { days, hoursOn: (_: number, day: string) => hoursOfDate(day) };
  if ((await findHoursWithoutMusic(scope, tx, stores, inAllHours, 1)).length === 0) return;
  // an hour in which the store sells nothing needs no music
  const ids = stores.map(({ id }) => id);
  const hoursOn = await findAskedHours(scope, tx, campaign, { storeIds: ids, days });
  if (!stores.some(({ id }) => days.some((day) => hoursOn(id, day).length > 0)))
    throw new NoRoom(campaign, ids, days, { taken: 0, wanted: 0, notOnSale: 0, full: [] }, true);
  const [missing] = await findHoursWithoutMusic(scope, tx, stores, { days, hoursOn }, 1);
  if (!missing) return;
  const store = stores.find(({ id }) => id === missing.storeId)?.name;
  const hour = String(missing.hours[0] ?? 0).padStart(2, "0");
  throw invalid({
    campaignId: `${store} has no music on ${showDate(missing.day)} at ${hour}:00. Add a rule with songs for this hour, then book again.`,
  });
}
