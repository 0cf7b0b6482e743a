import { bookedStates } from "#contract/ads/words";
import { dateIn } from "#contract/base/dates";
import { isAmong } from "#contract/base/records";
import { wholeCompany } from "../../../access/scope.ts";
import { Failures } from "../../../base/failures.ts";
import type { Database } from "../../../db/database.ts";
import type { Tx } from "../../../db/types.ts";
import { audit, systemActor } from "../../audit/index.ts";
import { announceEvents } from "../../webhooks/index.ts";
import { countWanted } from "../availability/asked-hours.queries.ts";
import { findDueMoves } from "../booking/booking.queries.ts";
import {
  findBookedStores,
  findCampaignsToFollow,
  findStoreChanges,
  insertCampaignStores,
  markStoresLeft,
} from "../booking/campaign-stores.queries.ts";
import { datesOf } from "../booking/offers.ts";
import { giveBackPlays, reservePlays } from "../booking/reserve-plays.service.ts";
import { deliveryOfCampaigns } from "../delivery/delivery.service.ts";
import { ledgerColumn } from "../ledger/ledger-parts.queries.ts";
import { companySettingsOf } from "../settings/store-settings.ts";
import { savePrice } from "./campaign-price.ts";
import { lockCampaign } from "./campaigns.queries.ts";
import { expireHoldsOf } from "./expire-holds.service.ts";
import { type ChangingCall, moveState } from "./move-state.service.ts";
import { itemOf } from "./own-campaign.service.ts";
import { planAnew } from "./plan-goals.service.ts";

type JobCall = { database: Database; now: Date };

/**
 * Ends holds, and begins and ends flights in their stores' local time, each in a transaction of
 * its own. Leaves what another process has done in the meantime. A campaign that fails stops none
 * of the others; the failures are thrown at the end.
 */
export async function keepCampaigns(jobCall: JobCall): Promise<void> {
  const { database, now } = jobCall;
  const failures = new Failures();
  await failures.attempt("holds", () => expireHoldsOf(database, undefined, now));
  for (const due of await findDueMoves(database.db, now))
    await failures.attempt(`campaign ${due.id} of company ${due.companyId}`, () =>
      moveDue(jobCall, due),
    );
  failures.throwAny("not all campaigns were kept");
}

type DueMove = Awaited<ReturnType<typeof findDueMoves>>[number];

async function moveDue({ database, now }: JobCall, { companyId, id, to }: DueMove): Promise<void> {
  const scope = wholeCompany(companyId);
  const delivery =
    to === "FINISHED"
      ? (await deliveryOfCampaigns(scope, database.db, [id], now)).get(id)
      : undefined;
  await database.transaction(async (tx) => {
    const campaign = await lockCampaign(scope, tx, id);
    const isDue =
      to === "LIVE"
        ? campaign?.state === "BOOKED"
        : campaign && ["BOOKED", "LIVE", "PAUSED"].includes(campaign.state);
    if (!campaign || !isDue) return;
    const moved = await moveState({ scope, now }, tx, campaign, { to });
    const before = { state: campaign.state };
    const after = { state: to, version: moved.version };
    await audit(tx, systemActor(), [
      { ...itemOf(scope, moved), action: `campaign ${to.toLowerCase()}`, before, after },
    ]);
    if (to !== "FINISHED") return;
    const { name, startsOn, endsOn } = campaign;
    const fact = {
      campaignId: id,
      campaignName: name,
      startsOn,
      endsOn,
      bookedPlays: delivery?.booked,
      verifiedPlays: delivery?.verified,
    };
    await announceEvents(scope, tx, { kind: "campaign.delivered", now, facts: [fact] });
  });
}

/**
 * Updates campaigns for stores that join, leave or return to their locations
 * (docs/decisions/ad-booking.md): a store that leaves or closes gives back its future plays, one
 * that returns gets back as many as fit, and a new one gets what fits if the campaign takes
 * new stores. A campaign that fails stops none of the others; the failures are thrown at the end.
 */
export async function followStores(jobCall: JobCall, companyId: number): Promise<void> {
  const { database, now } = jobCall;
  const scope = wholeCompany(companyId);
  const failures = new Failures();
  for (const id of await findCampaignsToFollow(scope, database.db, now))
    await failures.attempt(`campaign ${id}`, () =>
      database.transaction((tx) => followStoresOf({ scope, now }, tx, id)),
    );
  failures.throwAny("not all campaigns followed their stores");
}

async function followStoresOf(
  call: Pick<ChangingCall, "scope" | "now">,
  tx: Tx,
  id: number,
): Promise<void> {
  const { scope, now } = call;
  const campaign = await lockCampaign(scope, tx, id);
  if (!campaign || !isAmong(bookedStates, campaign.state)) return;
  const { joined, back, left } = await findStoreChanges(scope, tx, id);
  const returnedPlays =
    left.length > 0
      ? await giveBackPlays(call, tx, campaign, {
          as: ledgerColumn(campaign.state),
          now,
          storeIds: left,
        })
      : 0;
  if (left.length > 0) await markStoresLeft(scope, tx, id, { storeIds: left, now });
  const today = dateIn(campaign.timeZone, now);
  const since = today > campaign.startsOn ? today : campaign.startsOn;
  const storeIds = [...back, ...(campaign.takesNewStores ? joined : [])]
    .map((store) => store.id)
    .sort((a, b) => a - b);
  const days = datesOf({ ...campaign, startsOn: since });
  let takenPlays = 0;
  if (storeIds.length > 0) await insertCampaignStores(scope, tx, id, { storeIds, since });
  // what left stores gave back, a goal plans in the others
  if (campaign.goal) {
    const booked = await findBookedStores(scope, tx, id);
    takenPlays = await planAnew(
      call,
      tx,
      campaign,
      booked.map((store) => store.id),
    );
  } else if (storeIds.length > 0) {
    const limit = await companySettingsOf(scope, tx);
    const reservationRequest = {
      storeIds,
      days,
      all: false,
      limit,
      acceptsLessMusic: "nobody to ask" as const,
    };
    if (days.length > 0)
      takenPlays = (await reservePlays(call, tx, campaign, reservationRequest)).taken;
    await countWanted(scope, tx, campaign, { storeIds, days: datesOf(campaign) });
  }
  const moved = await moveState(call, tx, campaign, { to: campaign.state });
  await savePrice(call, tx, moved);
  const after = {
    storesLeft: left.length,
    returnedPlays,
    storesAdded: storeIds.length,
    takenPlays,
    version: moved.version,
  };
  await audit(tx, systemActor(), [
    { ...itemOf(scope, moved), action: "campaign stores changed", after },
  ]);
}
