import { type SQL, sql } from "drizzle-orm";
import { playsOn } from "#contract/ads/plays";
import {
  type CampaignState,
  campaignMoves,
  campaignStateWords,
  type Goal,
} from "#contract/ads/words";
import { invalid } from "../../../base/refusal.ts";
import { sendNow } from "../../../db/changes.ts";
import type { Tx } from "../../../db/types.ts";
import type { ScopedCall } from "../../../http/context.ts";
import type { ActorsCall } from "../../audit/index.ts";
import { countTaken } from "../booking/campaign-stores.queries.ts";
import { takeTimes, trimTimes } from "../booking/exact-times.queries.ts";
import { setWanted } from "../booking/goal-plan.queries.ts";
import { planGoal } from "../booking/goal-plan.service.ts";
import { findMusicRoom, type MusicLimit, refuseLessMusic } from "../booking/music-left.service.ts";
import { type GivenBack, giveBack } from "../ledger/ledger.queries.ts";
import { lockForTaking, type Reservation, takePlays } from "../ledger/take-plays.queries.ts";
import { type LockedCampaign, saveCampaign } from "./campaigns.queries.ts";

export type ChangingCall = Pick<ScopedCall, "scope" | "now"> & ActorsCall;
export const ledgerColumn = (state: CampaignState) =>
  state === "HELD" ? ("held" as const) : ("booked" as const);
export const toLedgerCampaign = ({
  id,
  kind,
  playTakes,
}: Pick<LockedCampaign, "id" | "kind" | "playTakes">) => ({ id, kind, playTakes });

type Move = Partial<
  Pick<
    LockedCampaign,
    | "holdUntil"
    | "approvalAskedBy"
    | "startsOn"
    | "endsOn"
    | "plays"
    | "exactTimes"
    | "playTakes"
    | "rate"
    | "primeRate"
    | "price"
    | "playsChangedAt"
    | "inLogsAt"
  >
>;

/**
 * The only way to change a campaign's state; the database refuses changes that
 * contract/ads/words.ts does not allow. A hold and its request for approval end unless the state
 * stays. Other changes are saved by the same statement, and the
 * audit entry that `entryOf` makes of the campaign after the change, in the transaction's last
 * statement.
 */
export async function moveState(
  { scope, now }: Pick<ChangingCall, "scope" | "now">,
  tx: Tx,
  campaign: LockedCampaign,
  {
    to,
    changes: otherChanges = {},
    entryOf,
  }: {
    to: CampaignState;
    changes?: Move | undefined;
    entryOf?: (moved: LockedCampaign) => SQL;
  },
): Promise<LockedCampaign> {
  if (campaign.state !== to && !campaignMoves[campaign.state].includes(to))
    throw invalid({
      id: `A campaign that is ${campaignStateWords[campaign.state].toLowerCase()} cannot become ${campaignStateWords[to].toLowerCase()}.`,
    });
  const { holdUntil, approvalAskedBy } =
    campaign.state === to ? campaign : { holdUntil: null, approvalAskedBy: null };
  const version = campaign.version + 1;
  const changes = { state: to, holdUntil, approvalAskedBy, version, ...otherChanges };
  const moved = { ...campaign, ...changes };
  const saving = saveCampaign(scope, tx, campaign.id, { values: changes, now });
  if (entryOf) sendNow(tx, sql`with saved as ${saving} ${entryOf(moved)}`);
  else await saving;
  return moved;
}

/** Marks that stores play something else now; keepDays records since when their logs contain it. */
export const toFollow = (now: Date) => ({ playsChangedAt: now, inLogsAt: null });

/** Gives plays back, with the exact times that they had. */
export async function giveBackPlays(
  { scope }: Pick<ChangingCall, "scope">,
  tx: Tx,
  campaign: LockedCampaign,
  returnFilter: GivenBack,
): Promise<number> {
  const returned = await giveBack(scope, tx, toLedgerCampaign(campaign), returnFilter);
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
  { scope, now }: Pick<ChangingCall, "scope" | "now">,
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
      {
        storeIds,
        days,
        all,
        since,
        limit,
        acceptsLessMusic,
      },
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
    ofCampaign: toLedgerCampaign(campaign),
    demand,
    taking: {
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
  { scope, now }: Pick<ChangingCall, "scope" | "now">,
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
  const ofCampaign = toLedgerCampaign(campaign);
  const { taken: takenPlays } = await takePlays(scope, tx, {
    ofCampaign,
    demand,
    taking: {
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
