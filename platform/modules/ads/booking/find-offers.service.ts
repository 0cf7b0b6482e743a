import type { TakePlays } from "#contract/ads/booking";
import type { Offer } from "#contract/ads/booking-refusal";
import { hoursOfDay } from "#contract/ads/words";
import { dateIn } from "#contract/base/dates";
import { formatAmount } from "#contract/base/money";
import type { Scope } from "../../../access/scope.ts";
import { notFound } from "../../../base/refusal.ts";
import type { Db } from "../../../db/types.ts";
import type { ScopedCall } from "../../../http/context.ts";
import { findHoursWithoutMusic } from "../../schedule/index.ts";
import { findAskedHours } from "../availability/asked-hours.queries.ts";
import { findCampaignSpots } from "../campaigns/campaign-spots.queries.ts";
import { findCampaignRow, type LockedCampaign } from "../campaigns/campaigns.queries.ts";
import { companySettingsOf } from "../settings/store-settings.ts";
import { priceAsked } from "./asked-price.service.ts";
import { type CampaignStore, findStoresOfUnits } from "./booking-facts.queries.ts";
import { findBusyMinutes } from "./exact-times.queries.ts";
import { findMusicRoom, type MusicLimit } from "./music-left.service.ts";
import { findRoomInAll } from "./offers.queries.ts";
import {
  datesOf,
  fitsOn,
  lastThatFits,
  offersFor,
  playsOf,
  type Room,
  type TimesWithRoom,
} from "./offers.ts";

type OfferSearch = {
  stores: readonly CampaignStore[];
  storeIds: readonly number[];
  limit: MusicLimit;
  /** The campaign before a change of its flight that adds days; undefined for a draft. */
  booked?: LockedCampaign | undefined;
  added: readonly string[];
};

/** Finds the nearest times with room for a campaign, each with its plays and price. */
export async function findOffers(
  call: ScopedCall,
  campaign: LockedCampaign,
  { stores, storeIds, limit, booked, added }: OfferSearch,
): Promise<Offer[]> {
  const { scope, db, now } = call;
  const room = await roomFor(scope, db, campaign, {
    storeIds,
    from: dateIn(campaign.timeZone, now),
    now,
  });
  const music = { storeIds, limit };
  const beside = await besideMusic(call, campaign, room, { ...music, days: datesOf(campaign) });
  const fitting = booked ? shorter(booked, campaign, beside, added) : offersFor(campaign, beside);
  const spots = await findCampaignSpots(scope, db, campaign.id);
  const rates = { usual: campaign.rate, prime: campaign.primeRate };
  const { discounts } = await companySettingsOf(scope, db);
  const offers: Offer[] = [];
  for (const offer of fitting) {
    const offered = { ...campaign, ...timesOf(offer, campaign) };
    const dates = datesOf(offered);
    const isLater = offer.kind === "LATER";
    if (
      isLater &&
      !fitsOn(await besideMusic(call, campaign, room, { ...music, days: dates }), offered, dates)
    )
      continue;
    if ((await findMissingMusic(scope, db, offered, { stores, days: dates, most: 1 })).length > 0)
      continue;
    const where = { storeIds, spots, rates, discounts: booked ? null : discounts };
    const { plays, price } = await priceAsked(scope, db, offered, where);
    offers.push({ ...offer, takes: plays, price: price === null ? null : formatAmount(price) });
  }
  return offers;
}

/** Lists the alternatives that a refused booking of a campaign would offer. Throws 404. */
export async function listOffers(call: ScopedCall, id: number): Promise<Offer[]> {
  const { scope, db } = call;
  const campaign = await findCampaignRow(scope, db, id);
  if (!campaign) throw notFound();
  // the plan of a goal goes where there is room already
  if (campaign.goal) return [];
  const stores = await findStoresOfUnits(scope, db, id);
  const settings = await companySettingsOf(scope, db);
  const { usual: rate, prime: primeRate } = settings.rates[campaign.kind];
  return findOffers(
    call,
    { ...campaign, rate, primeRate },
    { stores, storeIds: stores.map((store) => store.id), limit: settings, added: [] },
  );
}

/** A flight that is to be extended can go on as far as there is room. */
function shorter(
  before: LockedCampaign,
  after: LockedCampaign,
  room: Room,
  added: readonly string[],
): TimesWithRoom[] {
  const last = lastThatFits(
    after,
    room,
    added.filter((day) => day > before.endsOn),
  );
  return last && after.startsOn === before.startsOn
    ? [{ kind: "SHORTER", startsOn: after.startsOn, endsOn: last }]
    : [];
}

async function roomFor(
  scope: Scope,
  db: Db,
  campaign: LockedCampaign,
  { storeIds, from, now }: { storeIds: readonly number[]; from: string; now: Date },
): Promise<Room> {
  const first = from < campaign.startsOn ? from : campaign.startsOn;
  const days = await findRoomInAll(scope, db, {
    kind: campaign.kind,
    playTakes: campaign.playTakes,
    storeIds,
    from: first,
    now,
  });
  const to = days.at(-1)?.day ?? first;
  const busy = campaign.exactTimes
    ? await findBusyMinutes(scope, db, campaign.id, { storeIds, from: first, to })
    : [];
  return {
    byDay: new Map(days.map(({ day, ...room }) => [day, room])),
    busy: new Map(busy.map(({ day, minutes }) => [day, new Set(minutes)])),
  };
}

type MusicOfDates = { storeIds: readonly number[]; limit: MusicLimit; days: readonly string[] };
/** Limits the room on some dates so that each store keeps the least music, unless waived. */
async function besideMusic(
  { scope, db, now }: ScopedCall,
  { id }: LockedCampaign,
  { byDay, busy }: Room,
  where: MusicOfDates,
): Promise<Room> {
  const inAnyHour = { id, plays: hoursOfDay.map(() => 1) };
  const cut = new Map(byDay);
  for (const { day, plays } of (await findMusicRoom({ scope, now }, db, inAnyHour, where)) ?? []) {
    const room = cut.get(day);
    // an hour in which no store sells stays so
    const free = room?.free.map((left, hour) => left && Math.min(left, plays[hour] ?? 0));
    if (room && free) cut.set(day, { ...room, free });
  }
  return { byDay: cut, busy };
}

/** The days and times of a campaign with an offer taken. */
export const timesOf = (
  offer: NonNullable<TakePlays["offer"]>,
  { plays, exactTimes }: LockedCampaign,
) => ({
  startsOn: offer.startsOn,
  endsOn: offer.endsOn,
  exactTimes: exactTimes ? (offer.exactTimes ?? exactTimes) : null,
  plays: exactTimes ? playsOf(offer.exactTimes ?? exactTimes) : (offer.plays ?? plays),
});

/** The stores and days of a campaign that lack music in an hour that it asks for [ADS-3]. */
export async function findMissingMusic(
  scope: Scope,
  db: Db,
  campaign: Pick<LockedCampaign, "kind" | "plays">,
  {
    stores,
    days,
    most,
  }: { stores: readonly CampaignStore[]; days: readonly string[]; most: number },
) {
  const hoursOn = await findAskedHours(scope, db, campaign, {
    storeIds: stores.map(({ id }) => id),
    days,
  });
  return findHoursWithoutMusic(scope, db, stores, { days, hoursOn }, most);
}
