import type { Booking, ChangeFlight } from "#contract/ads/booking";
import { isShort, tooLong } from "#contract/ads/campaign-times";
import { bookedStates, campaignStateWords } from "#contract/ads/words";
import { addDays, dateIn } from "#contract/base/dates";
import { isAmong } from "#contract/base/records";
import { invalid } from "../../../base/refusal.ts";
import type { Tx } from "../../../db/types.ts";
import type { ScopedCall } from "../../../http/context.ts";
import { audit } from "../../audit/index.ts";
import { countWanted } from "../availability/asked-hours.queries.ts";
import { savePrice } from "../campaigns/campaign-price.ts";
import { type LockedCampaign, saveCampaign } from "../campaigns/campaigns.queries.ts";
import { expireHoldsOf } from "../campaigns/expire-holds.service.ts";
import { moveState, toFollow } from "../campaigns/move-state.service.ts";
import { itemOf, lockOwnCampaign } from "../campaigns/own-campaign.service.ts";
import { ledgerColumn } from "../ledger/ledger-parts.queries.ts";
import { lockFlight } from "../ledger/take-plays.queries.ts";
import { companySettingsOf, type StoreSettings } from "../settings/store-settings.ts";
import { wholePrice } from "./approval.service.ts";
import { loadBooking } from "./booking-answer.service.ts";
import { requireKindAndVersion, requireSellableHours } from "./booking-checks.service.ts";
import { withOffers } from "./booking-refusal.ts";
import type { BookingSort } from "./booking-sort.ts";
import { findBookedStores, moveSince } from "./campaign-stores.queries.ts";
import { datesOf } from "./offers.ts";
import { giveBackPlays, NoRoom, reservePlays } from "./reserve-plays.service.ts";

/**
 * Extends or shortens the flight of a campaign with plays. Throws as book does; 422 on `endsOn` for
 * a day before today, and on `startsOn` for a flight that has begun.
 */
export async function changeFlight(
  call: ScopedCall,
  { campaignId, version, startsOn: newStart, endsOn, mode, acceptsLessMusic }: ChangeFlight,
  sort: BookingSort,
): Promise<Booking> {
  const { scope, database, now } = call;
  await expireHoldsOf(database, scope.companyId, now);
  return withOffers(call, { campaignId, acceptsLessMusic }, () =>
    database.transaction(async (tx) => {
      const before = await lockOwnCampaign(scope, tx, campaignId);
      requireKindAndVersion(before, { sort, version });
      const startsOn = newStart ?? before.startsOn;
      requireFlight(before, { startsOn, endsOn }, now);
      const { approvalAbove, daysOnSale } = await companySettingsOf(scope, tx);
      const sale = { daysOnSale, now };
      const priceBefore = wholePrice(before, await loadBooking(call, tx, before, 0), sale);
      const after = { ...before, startsOn, endsOn };
      // a goal is planned again over the whole flight, because a new length changes its pace
      const added = datesOf(after).filter(
        (day) => before.goal !== null || day < before.startsOn || day > before.endsOn,
      );
      const stores = await findBookedStores(scope, tx, campaignId);
      const ids = stores.map(({ id }) => id);
      await lockFlight(scope, tx, before, { storeIds: ids, days: added });
      const returnedPlays = await giveBackOutside(call, tx, before, { startsOn, endsOn });
      await saveCampaign(scope, tx, campaignId, { values: { startsOn, endsOn }, now });
      if (startsOn !== before.startsOn)
        await moveSince(scope, tx, campaignId, { from: before.startsOn, to: startsOn });
      const moved = await moveState(call, tx, after, {
        to: before.state,
        changes: toFollow(now),
      });
      if (added.length > 0) {
        await requireSellableHours(call, tx, moved, { stores, days: added });
        const limit = await companySettingsOf(scope, tx);
        const reservation = await reservePlays(call, tx, moved, {
          storeIds: ids,
          days: added,
          all: mode === "all",
          limit,
          acceptsLessMusic,
        });
        if (reservation.taken === 0 && !moved.goal)
          throw new NoRoom(moved, ids, added, reservation, reservation.wanted === 0);
      }
      if (!moved.goal) await countWanted(scope, tx, moved, { days: datesOf(moved) });
      const done = { ...moved, price: await savePrice(call, tx, moved) };
      const booking = await loadBooking(call, tx, done, returnedPlays);
      const prices = { before: priceBefore ?? 0, after: wholePrice(done, booking, sale) ?? 0 };
      if (done.state !== "HELD") refuseUnapproved(call, prices, { approvalAbove });
      const flight = (of: LockedCampaign) => ({
        startsOn: of.startsOn,
        endsOn: of.endsOn,
        version: of.version,
      });
      await audit(tx, call, [
        {
          ...itemOf(scope, done),
          action: "campaign flight changed",
          before: flight(before),
          after: { ...flight(done), returnedPlays },
        },
      ]);
      return booking;
    }),
  );
}

type Flight = { startsOn: string; endsOn: string };

/**
 * Throws 422 on `campaignId` for a state without plays, on `startsOn` or `endsOn` for wrong days.
 */
function requireFlight(before: LockedCampaign, { startsOn, endsOn }: Flight, now: Date): void {
  if (!isAmong(bookedStates, before.state))
    throw invalid({
      campaignId: `This campaign is ${campaignStateWords[before.state].toLowerCase()}: its flight cannot be changed here.`,
    });
  const today = dateIn(before.timeZone, now);
  if (startsOn !== before.startsOn && before.startsOn <= today)
    throw invalid({ startsOn: "This campaign has already begun, so its first day cannot change." });
  if (startsOn !== before.startsOn && startsOn < today)
    throw invalid({ startsOn: "Choose today or a later day." });
  if (endsOn < startsOn) throw invalid({ endsOn: "The last day is before the first." });
  if (!isShort({ startsOn, endsOn })) throw invalid({ endsOn: tooLong });
  if (endsOn < before.endsOn && endsOn < today)
    throw invalid({ endsOn: "Choose today or a later day, or cancel the campaign." });
}

/** Returns the plays outside a campaign's new flight to the ledger; gives their number. */
async function giveBackOutside(
  call: ScopedCall,
  tx: Tx,
  before: LockedCampaign,
  { startsOn, endsOn }: Flight,
): Promise<number> {
  const { now } = call;
  const as = ledgerColumn(before.state);
  const after =
    endsOn < before.endsOn
      ? await giveBackPlays(call, tx, before, { as, now, from: addDays(endsOn, 1) })
      : 0;
  const earlier =
    startsOn > before.startsOn
      ? await giveBackPlays(call, tx, before, { as, now, before: startsOn })
      : 0;
  return earlier + after;
}

/** Throws 422 on `endsOn` if the new flight costs more than one person may book. */
function refuseUnapproved(
  { figures }: Pick<ScopedCall, "figures">,
  { before, after }: { before: number; after: number },
  { approvalAbove }: Pick<StoreSettings, "approvalAbove">,
): void {
  if (approvalAbove === null || after <= approvalAbove || after <= before) return;
  throw invalid({
    endsOn: `This flight would cost ${figures.money(Math.round(after))}. Above ${figures.money(approvalAbove)}, a second person has to approve. Book the added days as a separate campaign.`,
  });
}
