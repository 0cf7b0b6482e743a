import type { z } from "zod";
import type * as bookings from "#contract/ads/booking";
import type { Booking } from "#contract/ads/booking";
import { actsIn, type CampaignAct, campaignStateWords } from "#contract/ads/words";
import { dateIn } from "#contract/base/dates";
import { invalid } from "../../../base/refusal.ts";
import type { Tx } from "../../../db/types.ts";
import type { ScopedCall } from "../../../http/context.ts";
import { audit } from "../../audit/index.ts";
import { notifyCampaign } from "../campaigns/campaign-notices.service.ts";
import { savePrice } from "../campaigns/campaign-price.ts";
import type { LockedCampaign } from "../campaigns/campaigns.queries.ts";
import { expireHoldsOf } from "../campaigns/expire-holds.service.ts";
import { moveState, toFollow } from "../campaigns/move-state.service.ts";
import { itemOf, lockOwnCampaign } from "../campaigns/own-campaign.service.ts";
import { bookHeld } from "../ledger/ledger.queries.ts";
import { ledgerColumn } from "../ledger/ledger-parts.queries.ts";
import { companySettingsOf } from "../settings/store-settings.ts";
import { askForApproval, needsApproval, requireApprover } from "./approval.service.ts";
import { loadBooking } from "./booking-answer.service.ts";
import { refuseOtherVersion, requireKindAndVersion } from "./booking-checks.service.ts";
import type { BookingSort } from "./booking-sort.ts";
import { announceCampaign } from "./campaign-stores.queries.ts";
import { giveBackPlays } from "./reserve-plays.service.ts";

/**
 * Cancels a campaign: hours that have not begun come back. Throws 404, 403, and 422 on `campaignId`
 * for one of another sort or that is over.
 */
export const cancel = (call: ScopedCall, campaignId: number, sort: BookingSort): Promise<Booking> =>
  call.database.transaction(async (tx) => {
    const campaign = await lockOwnCampaign(call.scope, tx, campaignId);
    requireKindAndVersion(campaign, { sort });
    return applyAction(call, tx, { campaign, action: "cancel" });
  });

/**
 * Books a held campaign; pauses, resumes or cancels one. Throws 404, 403, 422 on `version`, and on
 * `act` where the state does not allow it.
 */
export async function changeState(
  call: ScopedCall,
  { id, version, act: action, reason }: z.output<typeof bookings.setCampaignState.body>,
): Promise<Booking> {
  await expireHoldsOf(call.database, call.scope.companyId, call.now);
  return call.database.transaction(async (tx) => {
    const campaign = await lockOwnCampaign(call.scope, tx, id);
    refuseOtherVersion(campaign, version);
    return applyAction(call, tx, { campaign, action, reason });
  });
}

async function applyAction(
  call: ScopedCall,
  tx: Tx,
  { campaign, action, reason }: { campaign: LockedCampaign; action: CampaignAct; reason?: string },
): Promise<Booking> {
  const { scope, now } = call;
  if (!actsIn[campaign.state].includes(action))
    throw invalid({
      act: `This campaign is ${campaignStateWords[campaign.state].toLowerCase()}. You cannot ${action} it.`,
    });
  if (action === "book") return bookHold(call, tx, campaign);
  if (action === "approve" || action === "decline") requireApprover(call, campaign);
  if (action === "approve") return bookLocked(call, tx, campaign, "campaign approved");
  const isEnd = action === "cancel" || action === "decline";
  const begun = campaign.startsOn <= dateIn(campaign.timeZone, now);
  const to = {
    cancel: "CANCELLED",
    decline: "CANCELLED",
    pause: "PAUSED",
    resume: begun ? "LIVE" : "BOOKED",
  } as const;
  const returned =
    isEnd && campaign.state !== "DRAFT"
      ? await giveBackPlays(call, tx, campaign, {
          as: ledgerColumn(campaign.state),
          now,
          hours: campaign.state === "HELD" ? "all" : "coming",
        })
      : 0;
  const moved = await moveState(call, tx, campaign, { to: to[action], changes: toFollow(now) });
  const done = isEnd ? { ...moved, price: await savePrice(call, tx, moved) } : moved;
  await announceCampaign(scope, tx, campaign.id);
  const before = { state: campaign.state };
  const after = { state: done.state, returnedPlays: returned, reason, version: done.version };
  await audit(tx, call, [
    { ...itemOf(scope, done), action: `campaign ${pastTense[action]}`, before, after },
  ]);
  if (action === "decline")
    await notifyCampaign(
      scope,
      tx,
      { id: campaign.id, createdBy: campaign.approvalAskedBy ?? campaign.createdBy },
      { kind: "WARN", title: `Campaign “${campaign.name}” was declined`, detail: reason ?? "" },
    );
  return loadBooking(call, tx, done, returned);
}
const pastTense: Record<CampaignAct, string> = {
  book: "booked",
  pause: "paused",
  resume: "resumed",
  cancel: "cancelled",
  approve: "approved",
  decline: "declined",
};

/** Books what a campaign holds, or asks for approval where it costs more than one person may book. */
export async function bookHold(
  call: ScopedCall,
  tx: Tx,
  campaign: LockedCampaign,
): Promise<Booking> {
  const { scope, now } = call;
  const held = await loadBooking(call, tx, campaign, 0);
  const { approvalAbove, daysOnSale } = await companySettingsOf(scope, tx);
  if (!needsApproval(campaign, held, { approvalAbove, daysOnSale, now }))
    return bookLocked(call, tx, campaign, "campaign booked");
  return loadBooking(call, tx, await askForApproval(call, tx, campaign), 0);
}

async function bookLocked(
  call: ScopedCall,
  tx: Tx,
  campaign: LockedCampaign,
  action: string,
): Promise<Booking> {
  const { scope, now } = call;
  // hours that began during the hold did not play
  const returned = await giveBackPlays(call, tx, campaign, { as: "held", now, hours: "begun" });
  await bookHeld(scope, tx, campaign);
  const moved = await moveState(call, tx, campaign, { to: "BOOKED", changes: toFollow(now) });
  await announceCampaign(scope, tx, campaign.id);
  const after = { state: moved.state, version: moved.version };
  await audit(tx, call, [
    {
      ...itemOf(scope, moved),
      action,
      before: { state: campaign.state },
      after,
    },
  ]);
  return loadBooking(call, tx, { ...moved, price: await savePrice(call, tx, moved) }, returned);
}
