import type { Booking, TakePlays } from "#contract/ads/booking";
import type { FullHour as NamedHour } from "#contract/ads/booking-refusal";
import { dateIn, showDate, timeIn } from "#contract/base/dates";
import type { SpotKind } from "#contract/schedule/positions";
import type { Scope } from "../../../access/scope.ts";
import { BookingRefusal } from "../../../base/refusal.ts";
import type { Db } from "../../../db/types.ts";
import type { ScopedCall } from "../../../http/context.ts";
import { findCampaignRow, type LockedCampaign } from "../campaigns/campaigns.queries.ts";
import type { FullHour } from "../ledger/ledger-parts.queries.ts";
import { companySettingsOf } from "../settings/store-settings.ts";
import { type CampaignStore, findStoresOfUnits } from "./booking-facts.queries.ts";
import { findTimesTaken } from "./exact-times.queries.ts";
import { findOffers } from "./find-offers.service.ts";
import type { MusicLimit } from "./music-left.service.ts";
import { findFree, findHolders, findLastOnSale } from "./offers.queries.ts";
import {
  type Preemption,
  planPreemption,
  prioritiesToTake,
  showPreemptible,
} from "./preemption.service.ts";
import { NoRoom } from "./reserve-plays.service.ts";

/**
 * Runs the work of a booking with the plays of other campaigns that the person agreed to take. House
 * ads that alone would make room make way without being asked for. If there is no room, throws
 * BookingRefusal in place of NoRoom, with the full hours, who holds them as far as the caller may
 * see, and what would fit or could make way.
 */
export async function withOffers(
  call: ScopedCall,
  request: BookingRequest,
  work: (preempts: TakePlays["preempts"]) => Promise<Booking>,
): Promise<Booking> {
  return work(request.preempts).catch(async (error: unknown) => {
    if (!(error instanceof NoRoom)) throw error;
    const plan = await planTaking(call, error, request);
    const campaigns = plan?.campaigns ?? [];
    const isAsked =
      campaigns.length === 0 || campaigns.some(({ priority }) => priority !== "HOUSE");
    if (isAsked || request.preempts) throw await refusalOf(call, error, { request, plan });
    const houseAds = campaigns.map(({ campaignId, plays }) => ({ campaignId, plays }));
    return work(houseAds).catch(async (again: unknown) => {
      if (!(again instanceof NoRoom)) throw again;
      const planNow = await planTaking(call, again, request);
      throw await refusalOf(call, again, { request, plan: planNow });
    });
  });
}
/** A change of a flight has neither `as` nor `mode`: it never pre-empts. */
type BookingRequest = Pick<TakePlays, "campaignId" | "acceptsLessMusic"> &
  Partial<Pick<TakePlays, "as" | "mode" | "preempts">>;

/**
 * Plans which plays of lower priority would make room; undefined for a request that never
 * pre-empts.
 */
async function planTaking(
  call: ScopedCall,
  { campaign, storeIds, days }: NoRoom,
  { as, mode }: BookingRequest,
): Promise<Preemption | undefined> {
  if (!as || mode !== "all") return undefined;
  const priorities = prioritiesToTake(campaign, as);
  return planPreemption(call, call.db, campaign, { storeIds, days, priorities });
}

/** Finds the least music that offers must leave, and the campaign if it already has plays. */
async function findTerms(
  { scope, db }: ScopedCall,
  { campaignId, acceptsLessMusic }: BookingRequest,
): Promise<{ limit: MusicLimit; booked: LockedCampaign | undefined }> {
  const current = await findCampaignRow(scope, db, campaignId);
  const { leastMusicMinutes, refusesLessMusic } = await companySettingsOf(scope, db);
  return {
    limit: { leastMusicMinutes, refusesLessMusic: refusesLessMusic || !acceptsLessMusic },
    booked: current && current.state !== "DRAFT" ? current : undefined,
  };
}

async function refusalOf(
  call: ScopedCall,
  { campaign, storeIds, days, reservation, asksNothing }: NoRoom,
  { request, plan }: { request: BookingRequest; plan: Preemption | undefined },
): Promise<BookingRefusal> {
  const { scope, db } = call;
  const stores = await findStoresOfUnits(scope, db, campaign.id);
  if (campaign.goal) return goalRefusal(call, campaign, { stores, storeIds, days, reservation });
  const full = await namedHours(call, campaign, stores, [
    ...(await hoursOfTimes(scope, db, campaign, { storeIds, days })),
    ...reservation.full.map((hour) => ({ ...hour, minute: null })),
  ]);
  const terms = await findTerms(call, request);
  const offers = await findOffers(call, campaign, { stores, storeIds, added: days, ...terms });
  const field = campaign.exactTimes ? "exactTimes" : "plays";
  const errors = full.length > 0 ? [{ field, message: messageOf(full) }] : [];
  const preemptible = await showPreemptible(call, db, { campaign, days, plan });
  if (request.preempts) errors.unshift({ field: "preempts", message: changedMeanwhile });
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
  return new BookingRefusal({ full, offers, preemptible }, errors);
}

type UnmetRequest = Pick<NoRoom, "storeIds" | "days" | "reservation"> & {
  stores: readonly CampaignStore[];
};
/** Says how far the plan of a goal gets, and which of its hours are full. */
async function goalRefusal(
  call: ScopedCall,
  campaign: LockedCampaign,
  { stores, storeIds, days, reservation }: UnmetRequest,
): Promise<BookingRefusal> {
  const { scope, db, now, figures } = call;
  const { taken: planned, wanted: missingPlays, notOnSale } = reservation;
  const free = await findFree(scope, db, campaign, { storeIds, days, now });
  const hours = free.full.map((hour) => ({ ...hour, minute: null }));
  const full = await namedHours(call, campaign, stores, hours);
  const reasons = [
    `Only ${figures.figure(planned)} of ${figures.counted(missingPlays, "play")} can be planned.`,
    notOnSale > 0 ? `${figures.counted(notOnSale, "date")} of stores are not on sale yet.` : "",
    full.length > 0 ? messageOf(full) : "Allow more plays an hour, more hours or more days.",
  ];
  return new BookingRefusal({ full, offers: [] }, [
    { field: "goal.target", message: reasons.filter(Boolean).join(" ") },
  ]);
}

/** A full hour; for an exact time, with the campaign that holds it. */
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

const changedMeanwhile =
  "What makes way has changed since you were shown it. Nothing was taken: check it again.";

/** Names the first hour without room, the campaign that holds it, and the number of other hours. */
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

const sellsNothing: Record<SpotKind, string> = {
  AD: "None of these stores sells ads on these days in these hours. Choose hours in which they are open.",
  JINGLE:
    "None of these stores sells promos on these days in these hours. Choose hours in which they are open.",
  TOH: "None of these stores sells the top of these hours on these days. Choose hours that begin while they are open.",
};
