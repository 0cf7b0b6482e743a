import { wholeCompany } from "../../../access/scope.ts";
import type { Database } from "../../../db/database.ts";
import { audit, systemActor } from "../../audit/index.ts";
import { findEndedHolds } from "../booking/booking.queries.ts";
import { giveBackPlays, moveState } from "./campaign-plays.ts";
import { savePrice } from "./campaign-price.ts";
import { lockCampaign } from "./campaigns.queries.ts";
import { itemOf } from "./own-campaign.service.ts";

/**
 * Ends the holds whose time is over, of one company or of all, each in a transaction of its own,
 * and gives back their plays. Whoever comes second to a hold finds it gone. Gives how many it
 * ended.
 */
export async function expireHoldsOf(
  database: Database,
  companyId: number | undefined,
  now: Date,
): Promise<number> {
  let ended = 0;
  for (const { companyId: owner, id } of await findEndedHolds(database.db, now, companyId)) {
    const scope = wholeCompany(owner);
    // a booking that comes upon such a hold may still be refused: then nothing of its own was done
    await database.withoutMark(() =>
      database.transaction(async (tx) => {
        const campaign = await lockCampaign(scope, tx, id);
        if (campaign?.state !== "HELD" || !campaign.holdUntil || campaign.holdUntil > now) return;
        const call = { scope, now };
        const returnedPlays = await giveBackPlays(call, tx, campaign, {
          as: "held",
          now,
          hours: "all",
        });
        const moved = await moveState(call, tx, campaign, { to: "EXPIRED" });
        await savePrice(call, tx, moved);
        const after = { state: moved.state, returnedPlays, version: moved.version };
        await audit(tx, systemActor(), [
          {
            ...itemOf(scope, moved),
            action: "campaign expired",
            before: { state: campaign.state },
            after,
          },
        ]);
        ended++;
      }),
    );
  }
  return ended;
}
