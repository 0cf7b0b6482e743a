import { type SQL, sql } from "drizzle-orm";
import { type CampaignState, campaignMoves, campaignStateWords } from "#contract/ads/words";
import { invalid } from "../../../base/refusal.ts";
import { sendNow } from "../../../db/changes.ts";
import type { Tx } from "../../../db/types.ts";
import type { ScopedCall } from "../../../http/context.ts";
import type { ActorsCall } from "../../audit/index.ts";
import { type LockedCampaign, saveCampaign } from "./campaigns.queries.ts";

export type ChangingCall = Pick<ScopedCall, "scope" | "now"> & ActorsCall;

type Move = Partial<
  Pick<
    LockedCampaign,
    | "holdUntil"
    | "approvalAskedBy"
    | "startsOn"
    | "endsOn"
    | "plays"
    | "exactTimes"
    | "playTakes"
    | "rate"
    | "primeRate"
    | "price"
    | "playsChangedAt"
    | "inLogsAt"
  >
>;

/**
 * The only way to change a campaign's state; the database refuses changes that
 * contract/ads/words.ts does not allow. A hold and its request for approval end unless the state
 * stays. Other changes are saved by the same statement, and the
 * audit entry that `entryOf` makes of the campaign after the change, in the transaction's last
 * statement.
 */
export async function moveState(
  { scope, now }: Pick<ChangingCall, "scope" | "now">,
  tx: Tx,
  campaign: LockedCampaign,
  {
    to,
    changes: otherChanges = {},
    entryOf,
  }: {
    to: CampaignState;
    changes?: Move | undefined;
    entryOf?: (moved: LockedCampaign) => SQL;
  },
): Promise<LockedCampaign> {
  if (campaign.state !== to && !campaignMoves[campaign.state].includes(to))
    throw invalid({
      id: `A campaign that is ${campaignStateWords[campaign.state].toLowerCase()} cannot become ${campaignStateWords[to].toLowerCase()}.`,
    });
  const { holdUntil, approvalAskedBy } =
    campaign.state === to ? campaign : { holdUntil: null, approvalAskedBy: null };
  const version = campaign.version + 1;
  const changes = { state: to, holdUntil, approvalAskedBy, version, ...otherChanges };
  const moved = { ...campaign, ...changes };
  const saving = saveCampaign(scope, tx, campaign.id, { values: changes, now });
  if (entryOf) sendNow(tx, sql`with saved as ${saving} ${entryOf(moved)}`);
  else await saving;
  return moved;
}

/** Marks that stores play something else now; keepDays records since when their logs contain it. */
export const toFollow = (now: Date) => ({ playsChangedAt: now, inLogsAt: null });
