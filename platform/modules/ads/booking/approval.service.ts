import { addDays, dateIn } from "#contract/base/dates";
import { personOf } from "../../../access/caller.ts";
import { invalid } from "../../../base/refusal.ts";
import type { Tx } from "../../../db/types.ts";
import type { ScopedCall } from "../../../http/context.ts";
import { audit } from "../../audit/index.ts";
import { notifyCampaign } from "../campaigns/campaign-notices.service.ts";
import type { LockedCampaign } from "../campaigns/campaigns.queries.ts";
import { moveState } from "../campaigns/move-state.service.ts";
import { itemOf } from "../campaigns/own-campaign.service.ts";
import type { StoreSettings } from "../settings/store-settings.ts";
import { datesOf } from "./offers.ts";

type CampaignTerms = Pick<LockedCampaign, "price" | "goal" | "timeZone"> &
  Parameters<typeof datesOf>[0];
type Plays = { wantedPlays: number; takenPlays: number };
type Sale = Pick<StoreSettings, "approvalAbove" | "daysOnSale"> & { now: Date };

/**
 * The price by which a campaign is judged, in paise: that of its plays, for a goal that of all that
 * it asks for, since it is planned on by itself. A share of voice asks for nothing on dates that are
 * not on sale yet, so these count like those that are.
 */
export function wholePrice(
  bought: CampaignTerms,
  { wantedPlays, takenPlays }: Plays,
  { daysOnSale, now }: Omit<Sale, "approvalAbove">,
): number | null {
  const { price, goal, timeZone } = bought;
  if (price === null || !goal || takenPlays === 0) return price;
  const priceAsked = (price * wantedPlays) / takenPlays;
  if (goal.measure !== "SHARE") return priceAsked;
  const dates = datesOf(bought);
  const lastOnSale = addDays(dateIn(timeZone, now), daysOnSale - 1);
  const onSale = dates.filter((day) => day <= lastOnSale).length;
  return onSale > 0 ? (priceAsked * dates.length) / onSale : priceAsked;
}

/** True if a second person must approve what a campaign costs. */
export const needsApproval = (bought: CampaignTerms, plays: Plays, sale: Sale): boolean =>
  sale.approvalAbove !== null && (wholePrice(bought, plays, sale) ?? 0) > sale.approvalAbove;

/** Marks a held campaign as waiting for approval, and tells who may give it. Throws 422 on `act`. */
export async function askForApproval(
  call: ScopedCall,
  tx: Tx,
  campaign: LockedCampaign,
): Promise<LockedCampaign> {
  const { scope } = call;
  if (campaign.approvalAskedBy !== null)
    throw invalid({ act: "This booking waits for approval already." });
  const changes = { approvalAskedBy: personOf(call.caller) };
  const moved = await moveState(call, tx, campaign, { to: campaign.state, changes });
  await audit(tx, call, [
    {
      ...itemOf(scope, moved),
      action: "campaign approval asked for",
      after: { approvalAskedBy: moved.approvalAskedBy, version: moved.version },
    },
  ]);
  await notifyApprovers(call, tx, moved);
  return moved;
}

export const notifyApprovers = (
  { scope, figures }: ScopedCall,
  tx: Tx,
  campaign: LockedCampaign,
): Promise<void> =>
  notifyCampaign(scope, tx, campaign, {
    kind: "WARN",
    title: `Campaign “${campaign.name}” waits for approval`,
    detail: `${campaign.approvalAskedBy} asks to book it for ${figures.money(campaign.price ?? 0)}. Someone else must approve or decline it before its hold ends.`,
  });

/** Throws 422 on `act` where nobody has asked for approval, or it is the same person. */
export function requireApprover(call: ScopedCall, { approvalAskedBy }: LockedCampaign): void {
  if (approvalAskedBy === null)
    throw invalid({ act: "Nobody has asked for approval of this campaign." });
  if (approvalAskedBy === personOf(call.caller))
    throw invalid({
      act: "You asked for this booking, so someone else must approve or decline it.",
    });
}
