import { setImmediate as nextTurn } from "node:timers/promises";
import { wholeCompany } from "../../../access/scope.ts";
import { Failures } from "../../../base/failures.ts";
import type { Database } from "../../../db/database.ts";
import type { Tx } from "../../../db/types.ts";
import { audit, systemActor } from "../../audit/index.ts";
import { findGoalsToPlan, findStoresToPlan } from "../booking/goal-plan.queries.ts";
import { datesOf } from "../booking/offers.ts";
import { reservePlays } from "../booking/reserve-plays.service.ts";
import { companySettingsOf } from "../settings/store-settings.ts";
import { savePrice } from "./campaign-price.ts";
import { type LockedCampaign, lockCampaign } from "./campaigns.queries.ts";
import { type ChangingCall, moveState, toFollow } from "./move-state.service.ts";
import { itemOf } from "./own-campaign.service.ts";

type JobCall = { database: Database; now: Date };

/**
 * Plans each campaign with a goal anew for the rest of its flight, in a transaction of its own: what
 * has become free since, dates that have come on sale, and what stores that left gave back. What it
 * missed is made good as any campaign's. Done again it changes nothing. A campaign that fails keeps
 * no other from being planned; the failures are thrown at the end.
 */
export async function planGoals(jobCall: JobCall): Promise<void> {
  const failures = new Failures();
  for (const key of await findGoalsToPlan(jobCall.database.db, jobCall.now)) {
    await nextTurn();
    await failures.attempt(`campaign ${key.id} of company ${key.companyId}`, () =>
      planCampaign(jobCall, key),
    );
  }
  failures.throwAny("not all goals were planned");
}

const planCampaign = (
  { database, now }: JobCall,
  { companyId, id }: { companyId: number; id: number },
): Promise<void> =>
  database.transaction(async (tx) => {
    const scope = wholeCompany(companyId);
    const campaign = await lockCampaign(scope, tx, id);
    if (!campaign?.goal || !["BOOKED", "LIVE"].includes(campaign.state)) return;
    const call = { scope, now };
    const { goal } = campaign;
    const storeIds = await findStoresToPlan(scope, tx, { id, goal });
    const takenPlays = await planAnew(call, tx, campaign, storeIds);
    if (takenPlays === 0) return;
    const changes = toFollow(now);
    const moved = await moveState(call, tx, campaign, { to: campaign.state, changes });
    await savePrice(call, tx, moved);
    const after = { takenPlays, version: moved.version };
    await audit(tx, systemActor(), [
      { ...itemOf(scope, moved), action: "campaign planned anew", after },
    ]);
  });

/** Takes what the goal of a locked campaign lacks in stores that it has; gives how many plays. */
export async function planAnew(
  call: Pick<ChangingCall, "scope" | "now">,
  tx: Tx,
  campaign: LockedCampaign,
  storeIds: readonly number[],
): Promise<number> {
  const { scope } = call;
  const { taken: takenPlays } = await reservePlays(call, tx, campaign, {
    storeIds,
    days: datesOf(campaign),
    all: false,
    limit: await companySettingsOf(scope, tx),
    acceptsLessMusic: "nobody to ask",
  });
  return takenPlays;
}
