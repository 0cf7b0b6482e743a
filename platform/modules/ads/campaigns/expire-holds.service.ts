import { wholeCompany } from "../../../access/scope.ts";
import { Failures } from "../../../base/failures.ts";
import type { Database } from "../../../db/database.ts";
import { audit, systemActor } from "../../audit/index.ts";
import { findEndedHolds } from "../booking/booking.queries.ts";
import { giveBackPlays } from "../booking/reserve-plays.service.ts";
import { savePrice } from "./campaign-price.ts";
import { lockCampaign } from "./campaigns.queries.ts";
import { moveState } from "./move-state.service.ts";
import { itemOf } from "./own-campaign.service.ts";

/**
 * Ends the holds whose time is over, of one company or of all, each in a transaction of its own,
 * and gives back their plays. Whoever comes second to a hold finds it gone. Gives how many it
 * ended. One that fails stops none of the others; the failures are thrown at the end.
 */
export async function expireHoldsOf(
  database: Database,
  companyId: number | undefined,
  now: Date,
): Promise<number> {
  let ended = 0;
  const failures = new Failures();
  for (const key of await findEndedHolds(database.db, now, companyId))
    await failures.attempt(`campaign ${key.id} of company ${key.companyId}`, async () => {
      // a booking that comes upon such a hold may still be refused: then nothing of its own is done
      if (await database.withoutMark(() => expireHold(database, key, now))) ended++;
    });
  failures.throwAny("not all holds were ended");
  return ended;
}

const expireHold = (
  database: Database,
  { companyId, id }: { companyId: number; id: number },
  now: Date,
): Promise<boolean> =>
  database.transaction(async (tx) => {
    const scope = wholeCompany(companyId);
    const campaign = await lockCampaign(scope, tx, id);
    if (campaign?.state !== "HELD" || !campaign.holdUntil || campaign.holdUntil > now) return false;
    const call = { scope, now };
    const returnedPlays = await giveBackPlays(call, tx, campaign, {
      as: "held",
      now,
      hours: "all",
    });
    const moved = await moveState(call, tx, campaign, { to: "EXPIRED" });
    await savePrice(call, tx, moved);
    const after = { state: moved.state, returnedPlays, version: moved.version };
    const before = { state: campaign.state };
    await audit(tx, systemActor(), [
      { ...itemOf(scope, moved), action: "campaign expired", before, after },
    ]);
    return true;
  });
