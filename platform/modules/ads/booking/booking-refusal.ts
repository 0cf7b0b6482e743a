import type { Booking, FullHour as NamedHour, TakePlays } from "#contract/ads/campaigns";
import { hoursOfDay } from "#contract/ads/words";
import { dateIn, showDate, timeIn } from "#contract/base/dates";
import type { SpotKind } from "#contract/schedule/positions";
import type { Scope } from "../../../access/scope.ts";
import { BookingRefusal } from "../../../base/refusal.ts";
import type { Db } from "../../../db/types.ts";
import type { ScopedCall } from "../../../http/context.ts";
import { findHoursWithoutMusic } from "../../schedule/index.ts";
import { findAskedHours } from "../availability/asked-hours.queries.ts";
import { NoRoom } from "../campaigns/campaign-plays.ts";
import { findCampaignRow, type LockedCampaign } from "../campaigns/campaigns.queries.ts";
import type { FullHour } from "../ledger/ledger-parts.queries.ts";
import { companySettingsOf } from "../settings/store-settings.ts";
import { type CampaignStore, findStoresOfUnits } from "./booking-facts.queries.ts";
import { findBusyMinutes, findTimesTaken } from "./exact-times.queries.ts";
import { findMusicRoom, type MusicLimit } from "./music-left.service.ts";
import { findHolders, findLastOnSale, findRoomInAll } from "./offers.queries.ts";
import { datesOf, fitsOn, lastThatFits, offersFor, playsOf, type Room } from "./offers.ts";

/**
 * Does the work of a booking; where there is no room throws BookingRefusal with what is full, who
 * holds it as far as the caller sees, and what would fit, in place of NoRoom.
 */
export async function withOffers(
  call: ScopedCall,
  { campaignId, acceptsLessMusic }: Pick<TakePlays, "campaignId" | "acceptsLessMusic">,
  work: () => Promise<Booking>,
): Promise<Booking> {
  return work().catch(async (error: unknown) => {
    if (!(error instanceof NoRoom)) throw error;
    const current = await findCampaignRow(call.scope, call.db, campaignId);
    const { leastMusicMinutes, refusesLessMusic } = await companySettingsOf(call.scope, call.db);
    const limit = {
      leastMusicMinutes,
      refusesLessMusic: refusesLessMusic || !acceptsLessMusic,
    };
    const isBooked = current && current.state !== "DRAFT";
    throw await refusalOf(call, error, { limit, booked: isBooked ? current : undefined });
  });
}

async function refusalOf(
  call: ScopedCall,
  { campaign, storeIds, days, reservation, asksNothing }: NoRoom,
  { limit, booked }: { limit: MusicLimit; booked: LockedCampaign | undefined },
): Promise<BookingRefusal> {
  const { scope, db, now } = call;
  const stores = await findStoresOfUnits(scope, db, campaign.id);
  const full = await namedHours(call, campaign, stores, [
    ...(await hoursOfTimes(scope, db, campaign, { storeIds, days })),
    ...reservation.full.map((hour) => ({ ...hour, minute: null })),
  ]);
  const room = await roomFor(scope, db, campaign, {
    storeIds,
    from: dateIn(campaign.timeZone, now),
    now,
  });
  const music = { storeIds, limit };
  const beside = await besideMusic(call, campaign, room, { ...music, days: datesOf(campaign) });
  const fitting = booked ? shorter(booked, campaign, beside, days) : offersFor(campaign, beside);
  const offers = [];
  for (const offer of fitting) {
    const offered = { ...campaign, ...timesOf(offer, campaign) };
    const dates = datesOf(offered);
    const isLater = offer.kind === "LATER";
    if (
      isLater &&
      !fitsOn(await besideMusic(call, campaign, room, { ...music, days: dates }), offered, dates)
    )
      continue;
    if ((await findMissingMusic(scope, db, offered, { stores, days: dates, most: 1 })).length === 0)
      offers.push(offer);
  }
  const field = campaign.exactTimes ? "exactTimes" : "plays";
  const errors = full.length > 0 ? [{ field, message: messageOf(full) }] : [];
  if (asksNothing)
    return new BookingRefusal({ full, offers }, [{ field, message: sellsNothing[campaign.kind] }]);
  if (reservation.notOnSale > 0 || errors.length === 0) {
    const last = await findLastOnSale(scope, db, campaign.kind, storeIds);
    errors.push({
      field: "endsOn",
      message: last
        ? `The last day on sale in all of these stores is ${showDate(last)}.`
        : "These stores have no days on sale yet.",
    });
  }
  return new BookingRefusal({ full, offers }, errors);
}

/** A flight that is to be extended can go on as far as there is room. */
function shorter(
  before: LockedCampaign,
  after: LockedCampaign,
  room: Room,
  added: readonly string[],
): ReturnType<typeof offersFor> {
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
/** Room on some dates, cut to what every store has beside the least music, if that is not given up. */
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

/** Describes a full hour; for an exact time, with who has it. */
type UnnamedHour = FullHour & { minute: number | null; holder?: string | null };
async function hoursOfTimes(
  scope: Scope,
  db: Db,
  { id, exactTimes }: LockedCampaign,
  { storeIds, days }: { storeIds: readonly number[]; days: readonly string[] },
): Promise<UnnamedHour[]> {
  if (!exactTimes) return [];
  const takenTimes = await findTimesTaken(scope, db, id, { storeIds, days, minutes: exactTimes });
  return takenTimes.map(({ minute, ...one }) => ({
    ...one,
    minute,
    hour: Math.floor(minute / 60),
    wanted: 1,
    free: 0,
  }));
}

/**
 * Hours without room with the names of stores and of the campaigns that have them, as far as the
 * caller sees these.
 */
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
    const held = holders.find(
      (one) => one.storeId === hour.storeId && one.day === hour.day && one.hour === hour.hour,
    );
    const isBegun =
      `${hour.day} ${String(hour.hour).padStart(2, "0")}:00` <=
      `${dateIn(timeZone, now)} ${timeIn(timeZone, now)}`;
    const names = (hour.minute === null ? (held?.holders ?? []) : [holder ?? null]).map(
      (one) => one ?? "another campaign",
    );
    const full = names.length === 0 ? "SMALL" : held?.isClosed ? "CLOSED" : "FULL";
    return { ...hour, storeName: name, because: isBegun ? "BEGUN" : full, holders: names };
  });
}

/** Names the first hour without room, who has it, and how many others there are. */
function messageOf(full: readonly NamedHour[]): string {
  const [first] = full;
  if (!first) return "";
  const clock = (minutes: number) =>
    `${String(Math.floor(minutes / 60) % 24).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
  const at =
    first.minute === null
      ? `from ${clock(first.hour * 60)} to ${clock(first.hour * 60 + 60)}`
      : `at ${clock(first.minute)}`;
  const where = `${first.storeName} on ${showDate(first.day)} ${at}`;
  const holders = `booked or held by ${first.holders.join(", ")}`;
  const reasons = {
    BEGUN: "this hour has begun.",
    SMALL:
      first.free === 0
        ? "this hour has no room for a play."
        : `this hour has room for only ${first.free} of ${first.wanted} plays.`,
    CLOSED: `the store has closed in this hour, which is still ${holders}.`,
    FULL: `${first.free === 0 ? "no play is free" : `only ${first.free} of ${first.wanted} plays ${first.free === 1 ? "is" : "are"} free`}; ${holders}.`,
  };
  const more = full.length - 1;
  return `${where}: ${reasons[first.because]}${more > 0 ? ` ${more === 1 ? "One other hour is" : `${more} other hours are`} full too.` : ""}`;
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

const sellsNothing: Record<SpotKind, string> = {
  AD: "None of these stores sells ads on these days in these hours. Choose hours in which they are open.",
  JINGLE:
    "None of these stores sells promos on these days in these hours. Choose hours in which they are open.",
  TOH: "None of these stores sells the top of these hours on these days. Choose hours that begin while they are open.",
};

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
