import type { Booking } from "#contract/ads/booking";
import { formatAmount } from "#contract/base/money";
import { notFound } from "../../../base/refusal.ts";
import type { Tx } from "../../../db/types.ts";
import type { ScopedCall } from "../../../http/context.ts";
import { findCampaignRow, type LockedCampaign } from "../campaigns/campaigns.queries.ts";
import { toRows } from "../campaigns/list-campaigns.service.ts";

/** Answers a change of a campaign, with its plays as stored now. */
export async function loadBooking(
  call: ScopedCall,
  tx: Tx,
  campaign: LockedCampaign,
  returnedPlays: number,
): Promise<Booking> {
  const campaignRow = await findCampaignRow(call.scope, tx, campaign.id);
  if (!campaignRow) throw notFound();
  const [row] = await toRows(call.scope, tx, [campaignRow]);
  return toBooking(campaign, {
    wantedPlays: row?.wantedPlays ?? 0,
    takenPlays: row?.takenPlays ?? 0,
    returnedPlays,
  });
}

/** Answers a change of a campaign whose plays are known. */
export const toBooking = (
  { id, version, state, holdUntil, approvalAskedBy, price }: LockedCampaign,
  plays: Pick<Booking, "wantedPlays" | "takenPlays" | "returnedPlays">,
): Booking => ({
  id,
  version,
  state,
  holdUntil: holdUntil?.toISOString() ?? null,
  price: price === null ? null : formatAmount(price),
  approvalAskedBy,
  ...plays,
});
