import { playsOn } from "#contract/ads/plays";
import type { Goal } from "#contract/ads/words";
import type { Tx } from "../../../db/types.ts";
import type { ScopedCall } from "../../../http/context.ts";
import type { LockedCampaign } from "../campaigns/campaigns.queries.ts";
import { giveBack, type ReleaseOptions } from "../ledger/ledger.queries.ts";
import { ledgerColumn } from "../ledger/ledger-parts.queries.ts";
import { lockForTaking, type Reservation, takePlays } from "../ledger/take-plays.queries.ts";
import { countTaken } from "./campaign-stores.queries.ts";
import { takeTimes, trimTimes } from "./exact-times.queries.ts";
import { setWanted } from "./goal-plan.queries.ts";
import { planGoal } from "./goal-plan.service.ts";
import { findMusicRoom, type MusicLimit, refuseLessMusic } from "./music-left.service.ts";

/** Gives plays back, with the exact times that they had. */
export async function giveBackPlays(
  { scope }: Pick<ScopedCall, "scope">,
  tx: Tx,
  campaign: LockedCampaign,
  returnFilter: ReleaseOptions,
): Promise<number> {
  const returned = await giveBack(scope, tx, campaign, returnFilter);
  if (campaign.exactTimes) await trimTimes(scope, tx, campaign.id);
  await countTaken(scope, tx, campaign.id);
  return returned;
}

type ReservationRequest = {
  storeIds: readonly number[];
  days: readonly string[];
  all: boolean;
  since?: string;
} & {
  limit: MusicLimit;
  /**
   * True if the person who takes the plays accepts less music than the company's least. Without a
   * person, only what leaves enough music is taken.
   */
  acceptsLessMusic: boolean | "nobody to ask";
};
/**
 * Takes the plays that a campaign asks for on some dates in some stores. With `since`, also joins
 * the stores; the caller must announce. Throws NoRoom with `all` where anything is missing, and 422
 * as refuseLessMusic does.
 */
export async function reservePlays(
  { scope, now }: Pick<ScopedCall, "scope" | "now">,
  tx: Tx,
  campaign: LockedCampaign,
  { storeIds, days, all, since, limit, acceptsLessMusic }: ReservationRequest,
): Promise<Reservation> {
  const { plays, exactTimes, goal } = campaign;
  if (goal)
    return reserveGoal(
      { scope, now },
      tx,
      { campaign, goal },
      { storeIds, days, all, since, limit, acceptsLessMusic },
    );
  const music = { storeIds, days, limit };
  if (exactTimes) {
    await lockForTaking(scope, tx, campaign.kind, { storeIds, days });
    const { asked: requestedTimes, got } = await takeTimes(scope, tx, campaign, {
      storeIds,
      days,
      minutes: exactTimes,
    });
    if (all && got < requestedTimes)
      throw new NoRoom(campaign, storeIds, days, {
        taken: 0,
        wanted: requestedTimes,
        notOnSale: 0,
        full: [],
      });
  }
  const demand = {
    storeIds,
    days: days.map((day) => ({ day, plays: playsOn(plays, day) })),
    ofTimes: exactTimes !== null,
  };
  let most: Awaited<ReturnType<typeof findMusicRoom>>;
  if (acceptsLessMusic === "nobody to ask" && limit.refusesLessMusic) {
    await lockForTaking(scope, tx, campaign.kind, { storeIds, days });
    most = await findMusicRoom({ scope, now }, tx, campaign, music);
  }
  const reservation = await takePlays(scope, tx, {
    ofCampaign: campaign,
    demand,
    options: {
      as: ledgerColumn(campaign.state),
      all,
      now,
      since,
      most,
    },
  });
  if (all && (reservation.notOnSale > 0 || reservation.full.length > 0))
    throw new NoRoom(campaign, storeIds, days, reservation);
  if (acceptsLessMusic !== "nobody to ask")
    await refuseLessMusic({ scope, now }, tx, campaign, { ...music, acceptsLessMusic });
  if (exactTimes) await trimTimes(scope, tx, campaign.id);
  if (since === undefined) await countTaken(scope, tx, campaign.id);
  return reservation;
}

/**
 * Takes the plays that the goal of a campaign still lacks, as they are planned under the locks, and
 * sets what each of its stores is to have; those that it has elsewhere keep theirs. Throws as
 * reservePlays does.
 */
async function reserveGoal(
  { scope, now }: Pick<ScopedCall, "scope" | "now">,
  tx: Tx,
  { campaign, goal }: { campaign: LockedCampaign; goal: Goal },
  { storeIds, days, all, since, limit, acceptsLessMusic }: ReservationRequest,
): Promise<Reservation> {
  await lockForTaking(scope, tx, campaign.kind, { storeIds, days });
  const music = { storeIds, days, limit };
  const plan = await planGoal({ scope, now }, tx, { campaign, goal }, music);
  const { target, sold, planned, notOnSale } = plan;
  const reservation = { taken: planned, wanted: target - sold, notOnSale, full: [] };
  if (all && planned < target - sold) throw new NoRoom(campaign, storeIds, days, reservation);
  const plannedStores = new Set(plan.dates.map(({ storeId }) => storeId));
  const demand = {
    // all stores join, but a nightly plan mostly changes few of them
    storeIds: since === undefined ? storeIds.filter((id) => plannedStores.has(id)) : storeIds,
    days: days.map((day) => ({ day, plays: playsOn(campaign.plays, day) })),
  };
  const { taken: takenPlays } = await takePlays(scope, tx, {
    ofCampaign: campaign,
    demand,
    options: {
      as: ledgerColumn(campaign.state),
      all: false,
      now,
      since,
      most: plan.dates,
    },
  });
  if (takenPlays !== planned) throw new Error("a locked hour of the ledger lost its room");
  if (acceptsLessMusic !== "nobody to ask")
    await refuseLessMusic({ scope, now }, tx, campaign, { ...music, acceptsLessMusic });
  if (since === undefined) await countTaken(scope, tx, campaign.id);
  await setWanted(scope, tx, campaign.id, plan.wanted);
  return reservation;
}

/** Rolls a booking back; its details are looked up afterwards, when its locks are released. */
export class NoRoom extends Error {
  constructor(
    readonly campaign: LockedCampaign,
    readonly storeIds: readonly number[],
    readonly days: readonly string[],
    readonly reservation: Reservation,
    /** None of the stores sells anything in any of the hours. */
    readonly asksNothing = false,
  ) {
    super("there is no room");
  }
}
