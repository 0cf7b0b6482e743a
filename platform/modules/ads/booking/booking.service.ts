import type { z } from "zod";
import type * as contract from "#contract/ads/campaigns";
import {
  type Booking,
  type ChangeFlight,
  isShort,
  type TakePlays,
  tooLong,
} from "#contract/ads/campaigns";
import {
  actsIn,
  bookedStates,
  type CampaignAct,
  campaignStateWords,
  hoursOfDay,
} from "#contract/ads/words";
import { addDays, dateIn, showDate } from "#contract/base/dates";
import { formatAmount } from "#contract/base/money";
import type { SpotKind } from "#contract/schedule/positions";
import { invalid, notFound } from "../../../base/refusal.ts";
import { setGenericPlans } from "../../../db/generic-plans.ts";
import type { Tx } from "../../../db/types.ts";
import type { ScopedCall } from "../../../http/context.ts";
import { audit, entryStatement } from "../../audit/index.ts";
import { findHoursWithoutMusic } from "../../schedule/index.ts";
import { countWanted, findAskedHours } from "../availability/asked-hours.queries.ts";
import {
  ledgerColumn,
  moveState,
  NoRoom,
  priceOfTaken,
  release,
  reservePlays,
  savePrice,
  toFollow,
  toLedgerCampaign,
} from "../campaigns/campaign-plays.ts";
import {
  findCampaignRow,
  type LockedCampaign,
  saveCampaign,
} from "../campaigns/campaigns.queries.ts";
import { asRows, itemOf, lockOwnCampaign } from "../campaigns/campaigns.service.ts";
import { expireHoldsOf } from "../campaigns/expire-holds.service.ts";
import { bookHeld } from "../ledger/ledger.queries.ts";
import { lockFlight } from "../ledger/take-plays.queries.ts";
import { companySettingsOf, ofCompany, settingsResolver } from "../settings/store-settings.ts";
import {
  announceBooking,
  announceCampaign,
  findBookedStores,
  moveSince,
} from "./booking.queries.ts";
import { type CampaignStore, lockBookingFacts } from "./booking-facts.queries.ts";
import { timesOf, withOffers } from "./booking-refusal.ts";
import { type BookingSort, refuseOtherSort } from "./booking-sort.ts";
import { datesOf } from "./offers.ts";
import { meanSeconds } from "./price.ts";

/**
 * Holds or books the plays of a draft, or books those of a held campaign. Throws 404, 403 for a
 * campaign with a location outside the caller's own, and 422: on `campaignId` where it has no
 * stores or music or is no draft any more, on `version`, on `startsOn` or `endsOn` where its days
 * are over or not on sale, and on `plays` or `exactTimes` where its stores sell nothing, or there
 * is no room, with what is full and what would fit.
 */
export async function book(
  call: ScopedCall,
  request: TakePlays,
  sort: BookingSort,
): Promise<Booking> {
  const { scope, database, now } = call;
  return withOffers(call, request, () =>
    tryBooking(call, request, sort).catch(async (error: unknown) => {
      if (!(error instanceof HoldsOver)) throw error;
      await expireHoldsOf(database, scope.companyId, now);
      return tryBooking(call, request, sort, { holdsEnded: true });
    }),
  );
}

/** Rolls a booking back that comes before a hold is ended whose time is over. */
class HoldsOver extends Error {}

/** So few are booked without planning each statement anew: it took as long as running it. */
const fewStores = 10;

function tryBooking(
  call: ScopedCall,
  { campaignId, version, as, mode, offer, acceptsLessMusic }: TakePlays,
  sort: BookingSort,
  { holdsEnded } = { holdsEnded: false },
): Promise<Booking> {
  const { scope, database, now } = call;
  return database.transaction(async (tx) => {
    setGenericPlans(tx, true);
    const [storedCampaign, facts] = await Promise.all([
      lockOwnCampaign(scope, tx, campaignId),
      lockBookingFacts(scope, tx, campaignId, now),
    ]);
    if (storedCampaign.state !== "DRAFT" || facts.stores.length > fewStores)
      setGenericPlans(tx, false);
    requireKindAndVersion(storedCampaign, { sort, version });
    if (
      storedCampaign.state === "HELD" &&
      storedCampaign.holdUntil &&
      storedCampaign.holdUntil <= now &&
      !holdsEnded
    )
      throw new HoldsOver();
    if (storedCampaign.state === "HELD" && as === "booked" && !offer)
      return bookLocked(call, tx, storedCampaign);
    if (storedCampaign.state !== "DRAFT")
      throw invalid({
        campaignId: `This campaign is ${campaignStateWords[storedCampaign.state].toLowerCase()} already. Copy it to book it again.`,
      });
    const { stores, spots, settings, holdsOver } = facts;
    if (holdsOver && !holdsEnded) throw new HoldsOver();
    const settingsOf = settingsResolver(settings);
    const { holdHours, rates } = settingsOf(ofCompany);
    const { usual: rate, prime: primeRate } = rates[storedCampaign.kind];
    const to = as === "held" ? "HELD" : "BOOKED";
    // what a play takes now: a spot may have got another file since the draft was saved
    const campaign = {
      ...storedCampaign,
      ...(offer && timesOf(offer, storedCampaign)),
      playTakes: playTakesOf(storedCampaign.kind, spots),
      rate,
      primeRate,
    };
    const days = datesOf(campaign);
    const { startsOn, endsOn, plays, exactTimes, playTakes } = campaign;
    const ids = stores.map(({ id }) => id);
    const reservationRequest = {
      storeIds: ids,
      days,
      all: mode === "all",
      since: startsOn,
      limit: settingsOf(ofCompany),
      acceptsLessMusic,
    };
    const [, reservation] = await Promise.all([
      requireSellableHours(call, tx, campaign, stores, days),
      reservePlays(call, tx, { ...campaign, state: to }, reservationRequest),
    ]);
    const { wanted: wantedPlays } = reservation;
    if (reservation.taken === 0)
      throw new NoRoom(campaign, ids, days, reservation, wantedPlays === 0);
    announceBooking(scope, tx, {
      groupIds: [...new Set(stores.map(({ groupId }) => groupId))],
      from: days[0] ?? startsOn,
    });
    const ofStores = new Map(
      stores.map(({ id, ...path }) => [id, settingsOf({ ...path, storeId: id })]),
    );
    const sold = {
      takenPlays: reservation.taken,
      days,
      seconds: meanSeconds(spots),
      settings: ofStores,
    };
    const price = await priceOfTaken(call, tx, campaign, sold);
    const holdUntil = as === "held" ? new Date(now.getTime() + holdHours * 3_600_000) : null;
    const changes = {
      ...toFollow(now),
      holdUntil,
      startsOn,
      endsOn,
      plays,
      exactTimes,
      playTakes,
      rate,
      primeRate,
      price,
    };
    const done = await moveState(call, tx, campaign, to, changes, (moved) => {
      const after = {
        state: moved.state,
        startsOn,
        endsOn,
        plays: reservation.taken,
        wanted: wantedPlays,
        version: moved.version,
      };
      return entryStatement(call, {
        ...itemOf(scope, moved),
        action: `campaign ${moved.state.toLowerCase()}`,
        before: { state: storedCampaign.state },
        after,
      });
    });
    return asBooking(done, { wantedPlays, takenPlays: reservation.taken, returnedPlays: 0 });
  });
}

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
      if (!(bookedStates as readonly string[]).includes(before.state))
        throw invalid({
          campaignId: `This campaign is ${campaignStateWords[before.state].toLowerCase()}: its flight cannot be changed here.`,
        });
      const today = dateIn(before.timeZone, now);
      const startsOn = newStart ?? before.startsOn;
      if (startsOn !== before.startsOn && before.startsOn <= today)
        throw invalid({ startsOn: "This campaign has begun. Its first day stays." });
      if (startsOn !== before.startsOn && startsOn < today)
        throw invalid({ startsOn: "Choose today or a later day." });
      if (endsOn < startsOn) throw invalid({ endsOn: "The last day is before the first." });
      if (!isShort({ startsOn, endsOn })) throw invalid({ endsOn: tooLong });
      if (endsOn < before.endsOn && endsOn < today)
        throw invalid({ endsOn: "Choose today or a later day, or cancel the campaign." });
      const after = { ...before, startsOn, endsOn };
      const added = datesOf(after).filter((day) => day < before.startsOn || day > before.endsOn);
      const as = ledgerColumn(before.state);
      const stores = await findBookedStores(scope, tx, campaignId);
      const ids = stores.map(({ id }) => id);
      await lockFlight(scope, tx, toLedgerCampaign(before), { storeIds: ids, days: added });
      let returnedPlays = 0;
      if (endsOn < before.endsOn)
        returnedPlays += await release(call, tx, before, { as, now, from: addDays(endsOn, 1) });
      if (startsOn > before.startsOn)
        returnedPlays += await release(call, tx, before, { as, now, before: startsOn });
      const { state, holdUntil } = before;
      await saveCampaign(scope, tx, campaignId, { startsOn, endsOn }, now);
      if (startsOn !== before.startsOn)
        await moveSince(scope, tx, campaignId, before.startsOn, startsOn);
      const moved = await moveState(call, tx, after, state, { ...toFollow(now), holdUntil });
      if (added.length > 0) {
        await requireSellableHours(call, tx, moved, stores, added);
        const limit = await companySettingsOf(scope, tx);
        const reservation = await reservePlays(call, tx, moved, {
          storeIds: ids,
          days: added,
          all: mode === "all",
          limit,
          acceptsLessMusic,
        });
        if (reservation.taken === 0)
          throw new NoRoom(moved, ids, added, reservation, reservation.wanted === 0);
      }
      await countWanted(scope, tx, moved, { days: datesOf(moved) });
      const done = { ...moved, price: await savePrice(call, tx, moved) };
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
      return bookingOf(call, tx, done, returnedPlays);
    }),
  );
}

/**
 * Cancels a campaign: hours that have not begun come back. Throws 404, 403, and 422 on `campaignId`
 * for one of another sort or that is over.
 */
export const cancel = (call: ScopedCall, campaignId: number, sort: BookingSort): Promise<Booking> =>
  call.database.transaction(async (tx) => {
    const campaign = await lockOwnCampaign(call.scope, tx, campaignId);
    requireKindAndVersion(campaign, { sort });
    return applyAction(call, tx, campaign, "cancel");
  });

/**
 * Books a held campaign; pauses, resumes or cancels one. Throws 404, 403, 422 on `version`, and on
 * `act` where the state does not allow it.
 */
export async function changeState(
  call: ScopedCall,
  { id, version, act: action }: z.output<typeof contract.setCampaignState.body>,
): Promise<Booking> {
  await expireHoldsOf(call.database, call.scope.companyId, call.now);
  return call.database.transaction(async (tx) => {
    const campaign = await lockOwnCampaign(call.scope, tx, id);
    refuseVersion(campaign, version);
    return applyAction(call, tx, campaign, action);
  });
}

async function applyAction(
  call: ScopedCall,
  tx: Tx,
  campaign: LockedCampaign,
  action: CampaignAct,
): Promise<Booking> {
  const { scope, now } = call;
  if (!actsIn[campaign.state].includes(action))
    throw invalid({
      act: `This campaign is ${campaignStateWords[campaign.state].toLowerCase()}. You cannot ${action} it.`,
    });
  if (action === "book") return bookLocked(call, tx, campaign);
  const begun = campaign.startsOn <= dateIn(campaign.timeZone, now);
  const to = { cancel: "CANCELLED", pause: "PAUSED", resume: begun ? "LIVE" : "BOOKED" } as const;
  const returned =
    action === "cancel" && campaign.state !== "DRAFT"
      ? await release(call, tx, campaign, {
          as: ledgerColumn(campaign.state),
          now,
          hours: campaign.state === "HELD" ? "all" : "coming",
        })
      : 0;
  const moved = await moveState(call, tx, campaign, to[action], toFollow(now));
  const done = action === "cancel" ? { ...moved, price: await savePrice(call, tx, moved) } : moved;
  await announceCampaign(scope, tx, campaign.id);
  const before = { state: campaign.state };
  const after = { state: done.state, returnedPlays: returned, version: done.version };
  await audit(tx, call, [
    { ...itemOf(scope, done), action: `campaign ${pastTense[action]}`, before, after },
  ]);
  return bookingOf(call, tx, done, returned);
}
const pastTense: Record<CampaignAct, string> = {
  book: "booked",
  pause: "paused",
  resume: "resumed",
  cancel: "cancelled",
};

async function bookLocked(call: ScopedCall, tx: Tx, campaign: LockedCampaign): Promise<Booking> {
  const { scope, now } = call;
  // hours that began during the hold did not play
  const returned = await release(call, tx, campaign, { as: "held", now, hours: "begun" });
  await bookHeld(scope, tx, toLedgerCampaign(campaign));
  const moved = await moveState(call, tx, campaign, "BOOKED", toFollow(now));
  await announceCampaign(scope, tx, campaign.id);
  const after = { state: moved.state, version: moved.version };
  await audit(tx, call, [
    {
      ...itemOf(scope, moved),
      action: "campaign booked",
      before: { state: campaign.state },
      after,
    },
  ]);
  return bookingOf(call, tx, { ...moved, price: await savePrice(call, tx, moved) }, returned);
}

function requireKindAndVersion(
  campaign: LockedCampaign,
  { sort, version }: { sort: BookingSort; version?: number | undefined },
): void {
  refuseOtherSort(campaign, sort);
  refuseVersion(campaign, version);
}
function refuseVersion(campaign: LockedCampaign, version: number | undefined): void {
  if (version !== undefined && version !== campaign.version)
    throw invalid({ version: "Someone else has changed this campaign. Check it, then try again." });
}

/** Throws 422 on `campaignId` where one of the spots is withdrawn, or there is none. */
function playTakesOf(
  kind: SpotKind,
  spots: readonly { seconds: number; active: boolean }[],
): number {
  if (spots.length === 0 || spots.some(({ active }) => !active))
    throw invalid({ campaignId: "Choose active spots for this campaign first." });
  return kind === "AD" ? Math.max(...spots.map(({ seconds }) => seconds)) : 1;
}

async function requireSellableHours(
  { scope, now }: Pick<ScopedCall, "scope" | "now">,
  tx: Tx,
  campaign: LockedCampaign,
  stores: readonly CampaignStore[],
  days: readonly string[],
): Promise<void> {
  if (stores.length === 0)
    throw invalid({ campaignId: "This campaign's locations have no active stores." });
  const today = dateIn(campaign.timeZone, now);
  if (campaign.endsOn < today)
    throw invalid({ endsOn: `The last day, ${showDate(campaign.endsOn)}, is over.` });
  if (days.length === 0)
    throw invalid({ endsOn: "No day of this flight falls on the chosen weekdays." });
  const all = hoursOfDay.filter((hour) => (campaign.plays[hour] ?? 0) > 0);
  if (
    (await findHoursWithoutMusic(scope, tx, stores, { days, hoursOn: () => all }, 1)).length === 0
  )
    return;
  // an hour in which the store sells nothing needs no music
  const ids = stores.map(({ id }) => id);
  const hoursOn = await findAskedHours(scope, tx, campaign, { storeIds: ids, days });
  if (!stores.some(({ id }) => days.some((day) => hoursOn(id, day).length > 0)))
    throw new NoRoom(campaign, ids, days, { taken: 0, wanted: 0, notOnSale: 0, full: [] }, true);
  const [missing] = await findHoursWithoutMusic(scope, tx, stores, { days, hoursOn }, 1);
  if (!missing) return;
  const store = stores.find(({ id }) => id === missing.storeId)?.name;
  const hour = String(missing.hours[0] ?? 0).padStart(2, "0");
  throw invalid({
    campaignId: `${store} has no music on ${showDate(missing.day)} at ${hour}:00. Add a rule with songs for this hour, then book again.`,
  });
}

async function bookingOf(
  call: ScopedCall,
  tx: Tx,
  campaign: LockedCampaign,
  returnedPlays: number,
): Promise<Booking> {
  const campaignRow = await findCampaignRow(call.scope, tx, campaign.id);
  if (!campaignRow) throw notFound();
  const [row] = await asRows(call.scope, tx, [campaignRow]);
  return asBooking(campaign, {
    wantedPlays: row?.wantedPlays ?? 0,
    takenPlays: row?.takenPlays ?? 0,
    returnedPlays,
  });
}
const asBooking = (
  { id, version, state, holdUntil, price }: LockedCampaign,
  plays: Pick<Booking, "wantedPlays" | "takenPlays" | "returnedPlays">,
): Booking => ({
  id,
  version,
  state,
  holdUntil: holdUntil?.toISOString() ?? null,
  price: price === null ? null : formatAmount(price),
  ...plays,
});
