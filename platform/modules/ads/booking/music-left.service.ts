import { playsOn } from "#contract/ads/plays";
import type { MusicEffect } from "#contract/ads/quotes";
import { showClock, showDate } from "#contract/base/dates";
import type { Scope } from "../../../access/scope.ts";
import { invalid } from "../../../base/refusal.ts";
import type { Db, Tx } from "../../../db/types.ts";
import type { ScopedCall } from "../../../http/context.ts";
import { compareWithPlays } from "../../schedule/index.ts";
import { findCampaignSpots } from "../campaigns/campaign-spots.queries.ts";
import type { LockedCampaign } from "../campaigns/campaigns.queries.ts";
import { planOpenMinutes } from "../ledger/capacity-plan.ts";
import { findStoresToSell } from "../ledger/keep-ledger.queries.ts";
import type { StoreSettings } from "../settings/store-settings.ts";
import type { CampaignStore } from "./booking-facts.queries.ts";
import {
  findRoomBesideMusic,
  findThinnestHour,
  type HoursWithPlays,
} from "./music-left.queries.ts";
import { meanSeconds } from "./price.ts";

export type MusicLimit = Pick<StoreSettings, "leastMusicMinutes" | "refusesLessMusic">;
type ScopeAndTime = Pick<ScopedCall, "scope" | "now">;
type BookingReach = { storeIds: readonly number[]; days: readonly string[]; limit: MusicLimit };

async function hoursWith(
  { scope, now }: ScopeAndTime,
  db: Db,
  { plays }: Pick<LockedCampaign, "plays">,
  where: BookingReach,
): Promise<HoursWithPlays> {
  const { storeIds, days, limit } = where;
  const stores = await findStoresToSell(
    scope,
    db,
    { after: 0, limit: storeIds.length, storeIds },
    now,
  );
  return { plays, open: planOpenMinutes(stores, days), leastMinutes: limit.leastMusicMinutes, now };
}

type CampaignPlays = Pick<LockedCampaign, "id" | "kind" | "plays" | "exactTimes">;
type QuoteInput = {
  stores: readonly CampaignStore[];
  days: readonly string[];
  spots: readonly { spotId: number; weight: number; seconds: number }[];
  limit: MusicLimit;
};

/**
 * Measures what a campaign that is not booked would do to the music of its stores: the worst hour,
 * and the day of that hour. Null where nothing is on sale.
 */
export async function measureMusic(
  call: ScopedCall,
  campaign: CampaignPlays,
  quoteInput: QuoteInput,
): Promise<MusicEffect | null> {
  const { scope, db } = call;
  const { stores, days, spots, limit } = quoteInput;
  const seconds = meanSeconds(spots);
  const storeIds = stores.map(({ id }) => id);
  const hours = await hoursWith(call, db, campaign, { storeIds, days, limit });
  const worst = await findThinnestHour(scope, db, { kind: campaign.kind, seconds }, hours);
  const store = stores.find(({ id }) => id === worst?.storeId);
  if (!worst || !store) return null;
  const { openPart: _, ...thinnestHour } = worst;
  const ofDay = await compareWithPlays(
    scope,
    db,
    { groupId: store.groupId, storeId: store.id, day: worst.day },
    { ...campaign, plays: playsOn(campaign.plays, worst.day), spots, storeIds },
  );
  return { ...thinnestHour, isRefused: limit.refusesLessMusic && worst.hoursBelow > 0, ...ofDay };
}

/**
 * Throws 422 if the plays that a campaign has just taken leave less music in an hour than the
 * company's minimum: on the plays if the company refuses that, else on `acceptsLessMusic` unless
 * the person accepted it. The caller must still hold the locks under which the plays were taken, so
 * that everybody else's plays are counted.
 */
export async function refuseLessMusic(
  call: ScopeAndTime,
  tx: Tx,
  campaign: Pick<LockedCampaign, "id" | "plays" | "exactTimes">,
  { acceptsLessMusic, ...where }: BookingReach & { acceptsLessMusic: boolean },
): Promise<void> {
  const { limit } = where;
  if (acceptsLessMusic && !limit.refusesLessMusic) return;
  const worst = await findThinnestHour(
    call.scope,
    tx,
    { takenBy: campaign.id },
    await hoursWith(call, tx, campaign, where),
  );
  if (!worst || worst.hoursBelow === 0) return;
  const { storeName, secondsAfter, leastSeconds, day, hour } = worst;
  const minutes = (of: number) => Math.floor(of / 60);
  const finding = `${storeName} would have ${minutes(secondsAfter)} minutes of music on ${showDate(day)} from ${showClock(hour * 3600)}, less than the ${minutes(leastSeconds)} that your company keeps.`;
  if (!limit.refusesLessMusic)
    throw invalid({ acceptsLessMusic: `${finding} Tick “Book with less music”, then book again.` });
  throw invalid({
    [campaign.exactTimes ? "exactTimes" : "plays"]: `${finding} Book fewer plays an hour.`,
  });
}

/** The plays that fit into each hour (0 to 23) of a store and date with the least music kept. */
export type RoomBesideMusic = { storeId: number; day: string; plays: readonly number[] }[];

/**
 * Finds the plays that fit beside the company's least music, for jobs that cannot ask a person;
 * undefined if the company does not refuse less music. All of it can be taken if the ledger's rows
 * are locked for taking.
 */
export async function findMusicRoom(
  call: { scope: Scope; now: Date },
  db: Db,
  campaign: Pick<LockedCampaign, "id" | "plays">,
  where: BookingReach,
): Promise<RoomBesideMusic | undefined> {
  if (!where.limit.refusesLessMusic) return undefined;
  const seconds = meanSeconds(await findCampaignSpots(call.scope, db, campaign.id));
  if (seconds === 0) return undefined;
  return findRoomBesideMusic(call.scope, db, seconds, await hoursWith(call, db, campaign, where));
}
