import type { z } from "zod";
import type * as contract from "#contract/ads/campaigns";
import type { Booking, ChangeFlight, FullHour as NamedHour, Quote, TakePlays } from "#contract/ads/campaigns";
import { actsIn, bookedStates, type CampaignAct, campaignStateWords, hoursOfDay } from "#contract/ads/words";
import { addDays, dateIn, showDate, timeIn, weekdayOf } from "#contract/base/dates";
import { formatAmount } from "#contract/base/money";
import type { SpotKind } from "#contract/schedule/positions";
import type { Scope } from "../../access/scope.ts";
import type { Db, Tx } from "../../db/client.ts";
import type { ScopedCall } from "../../http/context.ts";
import { BookingRefusal, invalid, notFound } from "../../http/refusal.ts";
import { audit, entryStatement } from "../audit/index.ts";
import { findHoursWithoutMusic } from "../schedule/index.ts";
import { type AskedHours, countWanted, findAskedHours } from "./asked-hours.queries.ts";
import {
  announceCampaigns,
  findBookedStores,
  findBusyMinutes,
  findFree,
  findHolders,
  findLastOnSale,
  findRoomInAll,
  findTimesTaken,
  moveSince,
} from "./booking.queries.ts";
import { type CampaignStore, findStoresOfUnits, lockBookingFacts } from "./booking-facts.queries.ts";
import { asOf, inLedger, moveState, NoRoom, priceOfTaken, release, savePrice, take } from "./campaign-plays.ts";
import { findCampaignRow, findCampaignSpots, type LockedCampaign, saveCampaign } from "./campaigns.queries.ts";
import { asRows, itemOf, lockOwnCampaign } from "./campaigns.service.ts";
import { expireHoldsOf } from "./expire-holds.service.ts";
import { bookHeld, type FullHour } from "./ledger.queries.ts";
import { datesOf, lastThatFits, offersFor, playsOf, type Room } from "./offers.ts";
import { meanSeconds, type PlaysOfWeekday, priceOf } from "./price.ts";
import { companySettingsOf, ofCompany, settingsFor, settingsResolver } from "./store-settings.ts";

/** With plays by hour, with exact times, or at the top of the hour: each has calls of its own. */
export type BookingSort = "hours" | "times" | "toh";
const sortOf = ({ kind, exactTimes }: Pick<LockedCampaign, "kind" | "exactTimes">): BookingSort =>
  kind === "TOH" ? "toh" : exactTimes ? "times" : "hours";
const sortWords: Record<BookingSort, string> = { hours: "plays by hour", times: "exact times", toh: "the top of the hour" };

/**
 * Holds or books the plays of a draft, or books those of a held campaign. Throws 404, 403 for a campaign with a location outside the caller's own, and
 * 422: on `campaignId` where it has no stores or music or is no draft any more, on `version`, on `startsOn` or `endsOn` where its days are over or
 * not on sale, and on `plays` or `exactTimes` where its stores sell nothing, or there is no room, with what is full and what would fit.
 */
export async function book(call: ScopedCall, wanted: TakePlays, sort: BookingSort): Promise<Booking> {
  const { scope, database, now } = call;
  return withOffers(call, wanted.campaignId, () =>
    tryBooking(call, wanted, sort).catch(async (error: unknown) => {
      if (!(error instanceof HoldsOver)) throw error;
      await expireHoldsOf(database, scope.companyId, now);
      return tryBooking(call, wanted, sort, { holdsEnded: true });
    }),
  );
}

/** Rolls a booking back that comes before a hold is ended whose time is over. */
class HoldsOver extends Error {}

function tryBooking(
  call: ScopedCall,
  { campaignId, version, as, mode, offer }: TakePlays,
  sort: BookingSort,
  { holdsEnded } = { holdsEnded: false },
): Promise<Booking> {
  const { scope, database, now } = call;
  return database.transaction(async (tx) => {
    const found = await lockOwnCampaign(scope, tx, campaignId);
    refuseWrong(found, { sort, version });
    if (found.state === "HELD" && found.holdUntil && found.holdUntil <= now && !holdsEnded) throw new HoldsOver();
    if (found.state === "HELD" && as === "booked" && !offer) return bookLocked(call, tx, found);
    if (found.state !== "DRAFT")
      throw invalid({
        campaignId: `This campaign is ${campaignStateWords[found.state].toLowerCase()} already. Copy it to book it again.`,
      });
    const { stores, spots, settings, holdsOver } = await lockBookingFacts(scope, tx, campaignId, now);
    if (holdsOver && !holdsEnded) throw new HoldsOver();
    const settingsOf = settingsResolver(settings);
    const { holdHours, rates } = settingsOf(ofCompany);
    const { usual: rate, prime: primeRate } = rates[found.kind];
    const to = as === "held" ? "HELD" : "BOOKED";
    // what a play takes now: a spot may have got another file since the draft was saved
    const campaign = { ...found, ...(offer && timesOf(offer, found)), playTakes: playTakesOf(found.kind, spots), rate, primeRate };
    const days = datesOf(campaign);
    await refuseEmpty(call, tx, campaign, stores, days);
    const { startsOn, endsOn, plays, exactTimes, playTakes } = campaign;
    const ids = stores.map(({ id }) => id);
    const taken = await take(call, tx, { ...campaign, state: to }, { storeIds: ids, days, all: mode === "all", since: startsOn });
    const { wanted } = taken;
    if (taken.taken === 0) throw new NoRoom(campaign, ids, days, taken, wanted === 0);
    announceCampaigns(scope, tx, { groupIds: [...new Set(stores.map(({ groupId }) => groupId))], from: days[0] ?? startsOn });
    const ofStores = new Map(stores.map(({ id, ...path }) => [id, settingsOf({ ...path, storeId: id })]));
    const sold = { taken: taken.taken, days, seconds: meanSeconds(spots), settings: ofStores };
    const price = await priceOfTaken(call, tx, campaign, sold);
    const holdUntil = as === "held" ? new Date(now.getTime() + holdHours * 3_600_000) : null;
    const changes = { holdUntil, startsOn, endsOn, plays, exactTimes, playTakes, rate, primeRate, price };
    const done = await moveState(call, tx, campaign, to, changes, (moved) => {
      const after = { state: moved.state, startsOn, endsOn, plays: taken.taken, wanted, version: moved.version };
      return entryStatement(call, {
        ...{ ...itemOf(scope, moved), action: `campaign ${moved.state.toLowerCase()}`, before: { state: found.state } },
        after,
      });
    });
    return asBooking(done, { wantedPlays: wanted, takenPlays: taken.taken, returnedPlays: 0 });
  });
}

/**
 * Extends or shortens the flight of a campaign with plays. Throws as book does; 422 on `endsOn` for a day before today, and on `startsOn` for a flight
 * that has begun.
 */
export async function changeFlight(
  call: ScopedCall,
  { campaignId, version, startsOn: newStart, endsOn, mode }: ChangeFlight,
  sort: BookingSort,
): Promise<Booking> {
  const { scope, database, now } = call;
  await expireHoldsOf(database, scope.companyId, now);
  return withOffers(call, campaignId, () =>
    database.transaction(async (tx) => {
      const before = await lockOwnCampaign(scope, tx, campaignId);
      refuseWrong(before, { sort, version });
      if (!(bookedStates as readonly string[]).includes(before.state))
        throw invalid({
          campaignId: `This campaign is ${campaignStateWords[before.state].toLowerCase()}: its flight cannot be changed here.`,
        });
      const today = dateIn(before.timeZone, now);
      const startsOn = newStart ?? before.startsOn;
      if (startsOn !== before.startsOn && before.startsOn <= today)
        throw invalid({ startsOn: "This campaign has begun. Its first day stays." });
      if (startsOn !== before.startsOn && startsOn < today) throw invalid({ startsOn: "Choose today or a later day." });
      if (endsOn < startsOn) throw invalid({ endsOn: "The last day is before the first." });
      if (endsOn < before.endsOn && endsOn < today) throw invalid({ endsOn: "Choose today or a later day, or cancel the campaign." });
      const after = { ...before, startsOn, endsOn };
      const added = datesOf(after).filter((day) => day < before.startsOn || day > before.endsOn);
      const as = asOf(before.state);
      let returnedPlays = 0;
      if (endsOn < before.endsOn) returnedPlays += await release(call, tx, before, { as, now, from: addDays(endsOn, 1) });
      if (startsOn > before.startsOn) returnedPlays += await release(call, tx, before, { as, now, before: startsOn });
      const { state, holdUntil } = before;
      await saveCampaign(scope, tx, campaignId, { startsOn, endsOn }, now);
      if (startsOn !== before.startsOn) await moveSince(scope, tx, campaignId, before.startsOn, startsOn);
      const moved = await moveState(call, tx, after, state, { holdUntil });
      const stores = await findBookedStores(scope, tx, campaignId);
      if (added.length > 0) {
        await refuseEmpty(call, tx, moved, stores, added);
        const ids = stores.map(({ id }) => id);
        const taken = await take(call, tx, moved, { storeIds: ids, days: added, all: mode === "all" });
        if (taken.taken === 0) throw new NoRoom(moved, ids, added, taken, taken.wanted === 0);
      }
      await countWanted(scope, tx, moved, { days: datesOf(moved) });
      const done = { ...moved, price: await savePrice(call, tx, moved) };
      const flight = (of: LockedCampaign) => ({ startsOn: of.startsOn, endsOn: of.endsOn, version: of.version });
      await audit(tx, call, [
        { ...itemOf(scope, done), action: "campaign flight changed", before: flight(before), after: { ...flight(done), returnedPlays } },
      ]);
      return bookingOf(call, tx, done, returnedPlays);
    }),
  );
}

/** Cancels a campaign: hours that have not begun come back. Throws 404, 403, and 422 on `campaignId` for one of another sort or that is over. */
export const cancel = (call: ScopedCall, campaignId: number, sort: BookingSort): Promise<Booking> =>
  call.database.transaction(async (tx) => {
    const campaign = await lockOwnCampaign(call.scope, tx, campaignId);
    refuseWrong(campaign, { sort });
    return act(call, tx, campaign, "cancel");
  });

/** Books a held campaign; pauses, resumes or cancels one. Throws 404, 403, 422 on `version`, and on `act` where the state does not allow it. */
export async function changeState(
  call: ScopedCall,
  { id, version, act: wanted }: z.output<typeof contract.setCampaignState.body>,
): Promise<Booking> {
  await expireHoldsOf(call.database, call.scope.companyId, call.now);
  return call.database.transaction(async (tx) => {
    const campaign = await lockOwnCampaign(call.scope, tx, id);
    refuseVersion(campaign, version);
    return act(call, tx, campaign, wanted);
  });
}

async function act(call: ScopedCall, tx: Tx, campaign: LockedCampaign, wanted: CampaignAct): Promise<Booking> {
  const { scope, now } = call;
  if (!actsIn[campaign.state].includes(wanted))
    throw invalid({ act: `This campaign is ${campaignStateWords[campaign.state].toLowerCase()}. You cannot ${wanted} it.` });
  if (wanted === "book") return bookLocked(call, tx, campaign);
  const begun = campaign.startsOn <= dateIn(campaign.timeZone, now);
  const to = { cancel: "CANCELLED", pause: "PAUSED", resume: begun ? "LIVE" : "BOOKED" } as const;
  const returned =
    wanted === "cancel" && campaign.state !== "DRAFT"
      ? await release(call, tx, campaign, { as: asOf(campaign.state), now, hours: campaign.state === "HELD" ? "all" : "coming" })
      : 0;
  const moved = await moveState(call, tx, campaign, to[wanted]);
  const done = wanted === "cancel" ? { ...moved, price: await savePrice(call, tx, moved) } : moved;
  announceCampaigns(scope, tx);
  const [before, after] = [{ state: campaign.state }, { state: done.state, returnedPlays: returned, version: done.version }];
  await audit(tx, call, [{ ...itemOf(scope, done), action: `campaign ${actDone[wanted]}`, before, after }]);
  return bookingOf(call, tx, done, returned);
}
const actDone: Record<CampaignAct, string> = { book: "booked", pause: "paused", resume: "resumed", cancel: "cancelled" };

async function bookLocked(call: ScopedCall, tx: Tx, campaign: LockedCampaign): Promise<Booking> {
  const { scope, now } = call;
  // hours that began during the hold did not play
  const returned = await release(call, tx, campaign, { as: "held", now, hours: "begun" });
  await bookHeld(scope, tx, inLedger(campaign));
  const moved = await moveState(call, tx, campaign, "BOOKED");
  announceCampaigns(scope, tx);
  const after = { state: moved.state, version: moved.version };
  await audit(tx, call, [{ ...itemOf(scope, moved), action: "campaign booked", before: { state: campaign.state }, after }]);
  return bookingOf(call, tx, { ...moved, price: await savePrice(call, tx, moved) }, returned);
}

async function withOffers(call: ScopedCall, campaignId: number, work: () => Promise<Booking>): Promise<Booking> {
  return work().catch(async (error: unknown) => {
    if (!(error instanceof NoRoom)) throw error;
    const current = await findCampaignRow(call.scope, call.db, campaignId);
    throw await refusalOf(call, error, current && current.state !== "DRAFT" ? current : undefined);
  });
}

async function refusalOf(
  call: ScopedCall,
  { campaign, storeIds, days, taken, asksNothing }: NoRoom,
  standing: LockedCampaign | undefined,
): Promise<BookingRefusal> {
  const { scope, db, now } = call;
  const stores = await findStoresOfUnits(scope, db, campaign.id);
  const full = await namedHours(call, campaign, stores, [
    ...(await hoursOfTimes(scope, db, campaign, storeIds, days)),
    ...taken.full.map((hour) => ({ ...hour, minute: null })),
  ]);
  const room = await roomFor(scope, db, campaign, { storeIds, from: dateIn(campaign.timeZone, now), now });
  const fitting = standing ? shorter(standing, campaign, room, days) : offersFor(campaign, room);
  const offers = [];
  for (const offer of fitting) {
    const offered = { ...campaign, ...timesOf(offer, campaign) };
    if ((await findMissingMusic(scope, db, offered, stores, datesOf(offered), 1)).length === 0) offers.push(offer);
  }
  const field = campaign.exactTimes ? "exactTimes" : "plays";
  const errors = full.length > 0 ? [{ field, message: messageOf(full) }] : [];
  if (asksNothing) return new BookingRefusal({ full, offers }, [{ field, message: sellsNothing[campaign.kind] }]);
  if (taken.notOnSale > 0 || errors.length === 0) {
    const last = await findLastOnSale(scope, db, campaign.kind, storeIds);
    errors.push({
      field: "endsOn",
      message: last ? `The last day on sale in all of these stores is ${showDate(last)}.` : "These stores have no days on sale yet.",
    });
  }
  return new BookingRefusal({ full, offers }, errors);
}

/** A flight that is to be extended can go on as far as there is room. */
function shorter(before: LockedCampaign, after: LockedCampaign, room: Room, added: readonly string[]): ReturnType<typeof offersFor> {
  const last = lastThatFits(
    after,
    room,
    added.filter((day) => day > before.endsOn),
  );
  return last && after.startsOn === before.startsOn ? [{ kind: "SHORTER", startsOn: after.startsOn, endsOn: last }] : [];
}

async function roomFor(
  scope: Scope,
  db: Db,
  campaign: LockedCampaign,
  { storeIds, from, now }: { storeIds: readonly number[]; from: string; now: Date },
): Promise<Room> {
  const first = from < campaign.startsOn ? from : campaign.startsOn;
  const days = await findRoomInAll(scope, db, { kind: campaign.kind, playTakes: campaign.playTakes, storeIds, from: first, now });
  const to = days.at(-1)?.day ?? first;
  const busy = campaign.exactTimes ? await findBusyMinutes(scope, db, campaign.id, { storeIds, from: first, to }) : [];
  return {
    byDay: new Map(days.map(({ day, ...room }) => [day, room])),
    busy: new Map(busy.map(({ day, minutes }) => [day, new Set(minutes)])),
  };
}

/** Of an exact time with who has it. */
type UnnamedHour = FullHour & { minute: number | null; holder?: string | null };
async function hoursOfTimes(
  scope: Scope,
  db: Db,
  { id, exactTimes }: LockedCampaign,
  storeIds: readonly number[],
  days: readonly string[],
): Promise<UnnamedHour[]> {
  if (!exactTimes) return [];
  const taken = await findTimesTaken(scope, db, id, { storeIds, days, minutes: exactTimes });
  return taken.map(({ minute, ...one }) => ({ ...one, minute, hour: Math.floor(minute / 60), wanted: 1, free: 0 }));
}

/** Hours without room with the names of stores and of the campaigns that have them, as far as the caller sees these. */
export async function namedHours(
  { scope, db, now }: Pick<ScopedCall, "scope" | "db" | "now">,
  { id, kind }: Pick<LockedCampaign, "id" | "kind">,
  stores: readonly CampaignStore[],
  full: readonly UnnamedHour[],
): Promise<NamedHour[]> {
  const holders = await findHolders(scope, db, { kind, exceptId: id }, full);
  const byId = new Map(stores.map((store) => [store.id, store]));
  return full.map(({ holder, ...hour }) => {
    const { name = "", timeZone = "UTC" } = byId.get(hour.storeId) ?? {};
    const held = holders.find((one) => one.storeId === hour.storeId && one.day === hour.day && one.hour === hour.hour);
    const isBegun = `${hour.day} ${String(hour.hour).padStart(2, "0")}:00` <= `${dateIn(timeZone, now)} ${timeIn(timeZone, now)}`;
    const names = (hour.minute === null ? (held?.holders ?? []) : [holder ?? null]).map((one) => one ?? "another campaign");
    const full = names.length === 0 ? "SMALL" : held?.isClosed ? "CLOSED" : "FULL";
    return { ...hour, storeName: name, because: isBegun ? "BEGUN" : full, holders: names };
  });
}

/** Names the first hour without room, who has it, and how many others there are. */
function messageOf(full: readonly NamedHour[]): string {
  const [first] = full;
  if (!first) return "";
  const clock = (minutes: number) => `${String(Math.floor(minutes / 60) % 24).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
  const at = first.minute === null ? `from ${clock(first.hour * 60)} to ${clock(first.hour * 60 + 60)}` : `at ${clock(first.minute)}`;
  const where = `${first.storeName} on ${showDate(first.day)} ${at}`;
  const holders = `booked or held by ${first.holders.join(", ")}`;
  const reasons = {
    BEGUN: "this hour has begun.",
    SMALL: first.free === 0 ? "this hour has no room for a play." : `this hour has room for only ${first.free} of ${first.wanted} plays.`,
    CLOSED: `the store has closed in this hour, which is still ${holders}.`,
    FULL: `${first.free === 0 ? "no play is free" : `only ${first.free} of ${first.wanted} plays ${first.free === 1 ? "is" : "are"} free`}; ${holders}.`,
  };
  const more = full.length - 1;
  return `${where}: ${reasons[first.because]}${more > 0 ? ` ${more === 1 ? "One other hour is" : `${more} other hours are`} full too.` : ""}`;
}

const timesOf = (offer: NonNullable<TakePlays["offer"]>, { plays, exactTimes }: LockedCampaign) => ({
  startsOn: offer.startsOn,
  endsOn: offer.endsOn,
  exactTimes: exactTimes ? (offer.exactTimes ?? exactTimes) : null,
  plays: exactTimes ? playsOf(offer.exactTimes ?? exactTimes) : (offer.plays ?? plays),
});

function refuseWrong(campaign: LockedCampaign, { sort, version }: { sort: BookingSort; version?: number | undefined }): void {
  const own = sortOf(campaign);
  if (own !== sort) throw invalid({ campaignId: `This campaign has ${sortWords[own]}, not ${sortWords[sort]}.` });
  refuseVersion(campaign, version);
}
function refuseVersion(campaign: LockedCampaign, version: number | undefined): void {
  if (version !== undefined && version !== campaign.version)
    throw invalid({ version: "Someone else has changed this campaign. Check it, then try again." });
}

/** Throws 422 on `campaignId` where one of the spots is withdrawn, or there is none. */
function playTakesOf(kind: SpotKind, spots: readonly { seconds: number; active: boolean }[]): number {
  if (spots.length === 0 || spots.some(({ active }) => !active))
    throw invalid({ campaignId: "Choose active spots for this campaign first." });
  return kind === "AD" ? Math.max(...spots.map(({ seconds }) => seconds)) : 1;
}

async function refuseEmpty(
  { scope, now }: Pick<ScopedCall, "scope" | "now">,
  tx: Tx,
  campaign: LockedCampaign,
  stores: readonly CampaignStore[],
  days: readonly string[],
): Promise<void> {
  if (stores.length === 0) throw invalid({ campaignId: "This campaign's locations have no active stores." });
  const today = dateIn(campaign.timeZone, now);
  if (campaign.endsOn < today) throw invalid({ endsOn: `The last day, ${showDate(campaign.endsOn)}, is over.` });
  if (days.length === 0) throw invalid({ endsOn: "No day of this flight falls on the chosen weekdays." });
  const all = hoursOfDay.filter((hour) => (campaign.plays[hour] ?? 0) > 0);
  if ((await findHoursWithoutMusic(scope, tx, stores, { days, hoursOn: () => all }, 1)).length === 0) return;
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

const sellsNothing: Record<SpotKind, string> = {
  AD: "None of these stores sells ads on these days in these hours. Choose hours in which they are open.",
  JINGLE: "None of these stores sells promos on these days in these hours. Choose hours in which they are open.",
  TOH: "None of these stores sells the top of these hours on these days. Choose hours that begin while they are open.",
};

/** The stores and days of a campaign that lack music in an hour that it asks for [ADS-3]. */
async function findMissingMusic(
  scope: Scope,
  db: Db,
  campaign: Pick<LockedCampaign, "kind" | "plays">,
  stores: readonly CampaignStore[],
  days: readonly string[],
  most: number,
) {
  const hoursOn = await findAskedHours(scope, db, campaign, { storeIds: stores.map(({ id }) => id), days });
  return findHoursWithoutMusic(scope, db, stores, { days, hoursOn }, most);
}

async function bookingOf(call: ScopedCall, tx: Tx, campaign: LockedCampaign, returnedPlays: number): Promise<Booking> {
  const found = await findCampaignRow(call.scope, tx, campaign.id);
  if (!found) throw notFound();
  const [row] = await asRows(call.scope, tx, [found]);
  return asBooking(campaign, { wantedPlays: row?.wantedPlays ?? 0, takenPlays: row?.takenPlays ?? 0, returnedPlays });
}
const asBooking = (
  { id, version, state, holdUntil, price }: LockedCampaign,
  plays: Pick<Booking, "wantedPlays" | "takenPlays" | "returnedPlays">,
): Booking => ({
  ...{ id, version, state },
  holdUntil: holdUntil?.toISOString() ?? null,
  price: price === null ? null : formatAmount(price),
  ...plays,
});

/** What a campaign takes, reaches and costs in the stores that the caller sees, and what of it is free. Throws 404. */
export async function quote(call: ScopedCall, id: number): Promise<Quote> {
  const { scope, db, now } = call;
  const campaign = await findCampaignRow(scope, db, id);
  if (!campaign) throw notFound();
  const stores = await findStoresOfUnits(scope, db, id);
  const storeIds = stores.map((store) => store.id);
  const days = datesOf(campaign);
  const spots = await findCampaignSpots(scope, db, id);
  const hoursOn = await findAskedHours(scope, db, campaign, { storeIds, days });
  const demand = storeIds.flatMap((storeId) => playsByWeekday(storeId, campaign.plays, days, hoursOn));
  const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);
  const plays = sum(demand.map((one) => sum(one.plays)));
  const { rates } = await companySettingsOf(scope, db);
  const settings = await settingsFor(scope, db, storeIds);
  const seconds = meanSeconds(spots);
  const { price, primePlays } = priceOf({ kind: campaign.kind, seconds, rates: rates[campaign.kind] }, demand, settings);
  const room = await findFree(scope, db, campaign, { storeIds, days, now });
  return {
    ...{
      stores: new Set(demand.map(({ storeId }) => storeId)).size,
      plays,
      takes: plays * campaign.playTakes,
      seconds: Math.round(plays * seconds),
      primePlays,
    },
    price: price === null ? null : formatAmount(price),
    freePlays: room.free,
    full: await namedHours(
      call,
      campaign,
      stores,
      room.full.map((hour) => ({ ...hour, minute: null })),
    ),
  };
}

/** What a campaign asks for in a store, by weekday; those without plays are left out. */
function playsByWeekday(storeId: number, plays: readonly number[], days: readonly string[], hoursOn: AskedHours): PlaysOfWeekday[] {
  const byWeekday = new Map<number, number[]>();
  for (const day of days) {
    const weekday = weekdayOf(day);
    const asked = hoursOn(storeId, day);
    if (asked.length === 0) continue;
    const sums = byWeekday.get(weekday) ?? plays.map(() => 0);
    for (const hour of asked) sums[hour] = (sums[hour] ?? 0) + (plays[hour] ?? 0);
    byWeekday.set(weekday, sums);
  }
  return [...byWeekday].map(([weekday, sums]) => ({ storeId, weekday, plays: sums }));
}

/** Whether every store and day of a campaign that the caller sees has music in its hours with plays. Throws 404. */
export async function checkMusic({ scope, db }: ScopedCall, campaignId: number) {
  const campaign = await findCampaignRow(scope, db, campaignId);
  if (!campaign) throw notFound();
  const stores = await findStoresOfUnits(scope, db, campaignId);
  const missing = await findMissingMusic(scope, db, campaign, stores, datesOf(campaign), mostMissing);
  const nameOf = new Map(stores.map(({ id, name }) => [id, name]));
  return { exists: missing.length === 0, missing: missing.map((one) => ({ ...one, storeName: nameOf.get(one.storeId) ?? "" })) };
}
/** So many stores and days without music are named. */
const mostMissing = 50;
