import type { Booking, TakePlays } from "#contract/ads/booking";
import { campaignStateWords } from "#contract/ads/words";
import type { SpotKind } from "#contract/schedule/positions";
import { personOf } from "../../../access/caller.ts";
import { invalid } from "../../../base/refusal.ts";
import { setGenericPlans } from "../../../db/generic-plans.ts";
import type { Tx } from "../../../db/types.ts";
import type { ScopedCall } from "../../../http/context.ts";
import { entryStatement } from "../../audit/index.ts";
import { priceOfTaken } from "../campaigns/campaign-price.ts";
import type { LockedCampaign } from "../campaigns/campaigns.queries.ts";
import { expireHoldsOf } from "../campaigns/expire-holds.service.ts";
import { moveState, toFollow } from "../campaigns/move-state.service.ts";
import { itemOf, lockOwnCampaign } from "../campaigns/own-campaign.service.ts";
import { bookHeld } from "../ledger/ledger.queries.ts";
import { ofCompany, settingsResolver } from "../settings/store-settings.ts";
import { needsApproval, notifyApprovers } from "./approval.service.ts";
import { toBooking } from "./booking-answer.service.ts";
import { requireKindAndVersion, requireSellableHours } from "./booking-checks.service.ts";
import { lockBookingFacts } from "./booking-facts.queries.ts";
import { withOffers } from "./booking-refusal.ts";
import type { BookingSort } from "./booking-sort.ts";
import { bookHold } from "./campaign-state.service.ts";
import { announceBooking } from "./campaign-stores.queries.ts";
import { timesOf } from "./find-offers.service.ts";
import { datesOf } from "./offers.ts";
import { makePreemptedGood, preempt } from "./preemption.service.ts";
import { meanSeconds, ratesOf } from "./price.ts";
import { NoRoom, reservePlays } from "./reserve-plays.service.ts";

/**
 * Holds or books the plays of a draft, or books those of a held campaign. Throws 404, 403 for a
 * campaign with a location outside the caller's own, and 422: on `campaignId` if it has no
 * stores or music or is no longer a draft, on `version`, on `startsOn` or `endsOn` if its days
 * are over or not on sale, and on `plays` or `exactTimes` if its stores sell nothing, or there
 * is no room, with what is full and what would fit.
 */
export async function book(
  call: ScopedCall,
  request: TakePlays,
  sort: BookingSort,
): Promise<Booking> {
  const { scope, database, now } = call;
  return withOffers(call, request, (preempts) => {
    const agreedRequest = { ...request, preempts };
    return tryBooking(call, agreedRequest, sort).catch(async (error: unknown) => {
      if (!(error instanceof ExpiredHoldsError)) throw error;
      await expireHoldsOf(database, scope.companyId, now);
      return tryBooking(call, agreedRequest, sort, { holdsEnded: true });
    });
  });
}

/** Rolls a booking back, so that expired holds are ended before it is tried again. */
class ExpiredHoldsError extends Error {}

/** Up to this many stores, planning a statement for its values takes as long as running it. */
const fewStores = 10;

function tryBooking(
  call: ScopedCall,
  request: TakePlays,
  sort: BookingSort,
  { holdsEnded } = { holdsEnded: false },
): Promise<Booking> {
  const { scope, database, now } = call;
  const { campaignId, version, as, offer } = request;
  return database.transaction(async (tx) => {
    setGenericPlans(tx, true);
    const [campaign, facts] = await Promise.all([
      lockOwnCampaign(scope, tx, campaignId),
      lockBookingFacts(scope, tx, campaignId, now),
    ]);
    const { state, holdUntil } = campaign;
    if (state !== "DRAFT" || facts.stores.length > fewStores) setGenericPlans(tx, false);
    requireKindAndVersion(campaign, { sort, version });
    if (state === "HELD" && holdUntil && holdUntil <= now && !holdsEnded)
      throw new ExpiredHoldsError();
    if (state === "HELD" && as === "booked" && !offer) return bookHold(call, tx, campaign);
    if (state !== "DRAFT")
      throw invalid({
        campaignId: `This campaign is ${campaignStateWords[state].toLowerCase()} already. Copy it to book it again.`,
      });
    if (facts.holdsOver && !holdsEnded) throw new ExpiredHoldsError();
    return bookDraft(call, tx, campaign, { facts, request });
  });
}

type BookingFacts = Awaited<ReturnType<typeof lockBookingFacts>>;

/** Takes the plays of a draft, prices them, and moves it to its new state. */
async function bookDraft(
  call: ScopedCall,
  tx: Tx,
  draft: LockedCampaign,
  { facts, request }: { facts: BookingFacts; request: TakePlays },
): Promise<Booking> {
  const { scope, now } = call;
  const { as, mode, offer, preempts: agreed, acceptsLessMusic } = request;
  const { stores, spots } = facts;
  const settingsOf = settingsResolver(facts.settings);
  const { holdHours, rates, discounts, approvalAbove, daysOnSale } = settingsOf(ofCompany);
  // the price decides about approval, so until it is known the plays are only held
  const takenAs = as === "held" || approvalAbove !== null ? "HELD" : "BOOKED";
  const campaign = {
    ...draft,
    ...(offer && timesOf(offer, draft)),
    // a spot may have been given another file since the draft was saved
    playTakes: playTakesOf(draft.kind, spots),
    rate: ratesOf(draft, rates).usual,
    primeRate: ratesOf(draft, rates).prime,
  };
  const days = datesOf(campaign);
  const storeIds = stores.map(({ id }) => id);
  const preempted =
    agreed && mode === "all"
      ? await preempt(call, tx, campaign, { storeIds, days, as, agreed })
      : [];
  const [, reservation] = await Promise.all([
    requireSellableHours(call, tx, campaign, { stores, days }),
    reservePlays(
      call,
      tx,
      { ...campaign, state: takenAs },
      {
        storeIds,
        days,
        all: mode === "all",
        since: campaign.startsOn,
        limit: settingsOf(ofCompany),
        acceptsLessMusic,
      },
    ),
  ]);
  const { wanted: wantedPlays, taken: takenPlays } = reservation;
  if (takenPlays === 0) throw new NoRoom(campaign, storeIds, days, reservation, wantedPlays === 0);
  announceBooking(scope, tx, {
    groupIds: [...new Set(stores.map(({ groupId }) => groupId))],
    from: days[0] ?? campaign.startsOn,
  });
  const sold = {
    takenPlays,
    days,
    seconds: meanSeconds(spots),
    settings: new Map(stores.map(({ id, ...path }) => [id, settingsOf({ ...path, storeId: id })])),
  };
  const { price, rate, primeRate } = await priceOfTaken(call, tx, campaign, { ...sold, discounts });
  const isToApprove =
    as === "booked" &&
    needsApproval(
      { ...campaign, price },
      { wantedPlays, takenPlays },
      { approvalAbove, daysOnSale, now },
    );
  const to = as === "held" || isToApprove ? "HELD" : "BOOKED";
  if (to !== takenAs) await bookHeld(scope, tx, campaign);
  const done = await moveDraft(call, tx, campaign, {
    to,
    plays: { wanted: wantedPlays, taken: takenPlays },
    changes: {
      ...toFollow(now),
      approvalAskedBy: isToApprove ? personOf(call.caller) : null,
      holdUntil: to === "HELD" ? new Date(now.getTime() + holdHours * 3_600_000) : null,
      startsOn: campaign.startsOn,
      endsOn: campaign.endsOn,
      plays: campaign.plays,
      exactTimes: campaign.exactTimes,
      playTakes: campaign.playTakes,
      rate,
      primeRate,
      price,
    },
  });
  await makePreemptedGood(call, tx, done, preempted);
  if (isToApprove) await notifyApprovers(call, tx, done);
  return toBooking(done, { wantedPlays, takenPlays, returnedPlays: 0 });
}

type Move = Omit<Parameters<typeof moveState>[3], "entryOf">;

/** Moves a draft to its new state, with an entry in the audit log. */
const moveDraft = (
  call: ScopedCall,
  tx: Tx,
  draft: LockedCampaign,
  { to, changes, plays }: Move & { plays: { wanted: number; taken: number } },
) =>
  moveState(call, tx, draft, {
    to,
    changes,
    entryOf: (moved) =>
      entryStatement(call, {
        ...itemOf(call.scope, moved),
        action: `campaign ${moved.state.toLowerCase()}`,
        before: { state: draft.state },
        after: {
          state: moved.state,
          startsOn: moved.startsOn,
          endsOn: moved.endsOn,
          plays: plays.taken,
          wanted: plays.wanted,
          approvalAskedBy: moved.approvalAskedBy,
          version: moved.version,
        },
      }),
  });

/**
 * Gives the seconds that a play of an ad takes, or 1 for other kinds. Throws 422 on `campaignId` if
 * one of the spots is withdrawn, or there is none.
 */
function playTakesOf(
  kind: SpotKind,
  spots: readonly { seconds: number; active: boolean }[],
): number {
  if (spots.length === 0 || spots.some(({ active }) => !active))
    throw invalid({ campaignId: "Choose active spots for this campaign first." });
  return kind === "AD" ? Math.max(...spots.map(({ seconds }) => seconds)) : 1;
}
