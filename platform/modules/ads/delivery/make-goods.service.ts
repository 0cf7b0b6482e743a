import type { z } from "zod";
import type {
  MakeGoodQuery,
  MakeUpResult,
  makeUpPlays as makeUpPlaysEndpoint,
} from "#contract/ads/delivery";
import { makeGoodStates } from "#contract/ads/words";
import { addDays } from "#contract/base/dates";
import { isAmong } from "#contract/base/records";
import { wholeCompany } from "../../../access/scope.ts";
import { Failures } from "../../../base/failures.ts";
import { invalid } from "../../../base/refusal.ts";
import type { Db } from "../../../db/types.ts";
import type { ScopedCall } from "../../../http/context.ts";
import { audit, systemActor } from "../../audit/index.ts";
import { type LockedCampaign, lockCampaign } from "../campaigns/campaigns.queries.ts";
import { findOwnCampaign, itemOf, lockOwnCampaign } from "../campaigns/own-campaign.service.ts";
import { findRoom } from "../ledger/room.queries.ts";
import { bookOwedAgain } from "./book-again.service.ts";
import { requireSeen } from "./delivery.service.ts";
import {
  findMakeGoodPage,
  findMissedDays,
  findUnfinished,
  type MissedDay,
} from "./make-goods.queries.ts";
import {
  type DateRange,
  duePlays,
  type JobCall,
  makeUp,
  planMakeUp,
  reportingDays,
  type ScopeAndTime,
} from "./make-up-plays.service.ts";

/** The number of stores whose rows are locked at a time. */
const storesAtATime = 100;

/**
 * Books make-goods for campaigns' missed plays, within the rest of their flights
 * (docs/decisions/ad-delivery.md), and before them what bookings of higher priority took. Goes through each campaign's stores in batches with the campaign
 * locked, and records make-goods with the plays, so that two processes never make one good twice.
 */
export async function makeGoods(jobCall: JobCall): Promise<void> {
  const { database, now } = jobCall;
  const failures = new Failures();
  await failures.attempt("plays that others took", () => bookOwedAgain(jobCall));
  for (const key of await findUnfinished(database.db, ["BOOKED", "LIVE"], now))
    await failures.attempt(`campaign ${key.id} of company ${key.companyId}`, () =>
      makeGoodsOf(jobCall, key),
    );
  failures.throwAny("not all missed plays were made good");
}

async function makeGoodsOf(
  { database, now }: JobCall,
  { companyId, id }: { companyId: number; id: number },
): Promise<void> {
  const scope = wholeCompany(companyId);
  const storeIds = missedStores(
    await findMissedDays(scope, database.db, id, { now, daysAgo: reportingDays }),
  );
  for (let first = 0; first < storeIds.length; first += storesAtATime)
    await database.transaction(async (tx) => {
      const campaign = await lockCampaign(scope, tx, id);
      if (!campaign || !["BOOKED", "LIVE"].includes(campaign.state)) return;
      const when = { from: campaign.startsOn, to: campaign.endsOn };
      const totals = await makeUp({ scope, now }, tx, campaign, {
        storeIds: storeIds.slice(first, first + storesAtATime),
        when,
      });
      if (totals.plays > 0)
        await audit(tx, systemActor(), [
          {
            ...itemOf(scope, campaign),
            action: "make-goods booked",
            after: { plays: totals.plays, stores: totals.stores },
          },
        ]);
    });
}

type MakeUpRequest = z.output<typeof makeUpPlaysEndpoint.body>;

/**
 * Books what a campaign missed, and what did not fit into its flight, on days after it. Throws 404
 * for a campaign that is not seen, 403 for one with a location outside the caller's own, 422 for
 * one in another state and for a day within the flight.
 */
export async function makeUpPlays(
  call: ScopedCall,
  { campaignId, until }: MakeUpRequest,
): Promise<MakeUpResult> {
  const { scope } = call;
  return call.database.transaction(async (tx) => {
    const campaign = await lockOwnCampaign(scope, tx, campaignId);
    const when = afterFlight(campaign, until);
    const totals = await inParts(call, tx, campaignId, (storeIds) =>
      makeUp(call, tx, campaign, { storeIds, when }),
    );
    const { plays, stores } = totals;
    if (plays > 0)
      await audit(tx, call, [
        {
          ...itemOf(scope, campaign),
          action: "make-goods booked",
          after: { plays, stores, until },
        },
      ]);
    return totals;
  });
}

/** Shows the plays that makeUpPlays would book now. Throws as it does. */
export async function previewMakeGoods(
  call: ScopedCall,
  { campaignId, until }: MakeUpRequest,
): Promise<MakeUpResult> {
  const { scope, db, now } = call;
  const campaign = await findOwnCampaign(scope, db, campaignId);
  const when = afterFlight(campaign, until);
  return inParts(call, db, campaignId, async (storeIds) => {
    const { sums } = await planMakeUp(call, db, campaign, {
      storeIds,
      roomOf: (those) =>
        findRoom(scope, db, campaign, {
          ...when,
          storeIds: those,
          weekdays: campaign.weekdays,
          blackoutDates: campaign.blackoutDates,
          now,
        }),
    });
    return sums;
  });
}

/**
 * The days after a flight. Throws 422 for a campaign that makes nothing up in its state, and for a
 * day within the flight.
 */
function afterFlight(
  { state, endsOn }: Pick<LockedCampaign, "state" | "endsOn">,
  until: string,
): DateRange {
  if (!isAmong(makeGoodStates, state))
    throw invalid({
      campaignId: "Only a campaign that is booked, live or finished can make up missed plays.",
    });
  if (until <= endsOn) throw invalid({ until: "Choose a day after the last day of the campaign." });
  return { from: addDays(endsOn, 1), to: until };
}

/** Runs `act` for a campaign's stores in batches and adds up the results. */
async function inParts(
  { scope, now }: ScopeAndTime,
  db: Db,
  campaignId: number,
  act: (storeIds: number[]) => Promise<MakeUpResult>,
) {
  const storeIds = missedStores(
    await findMissedDays(scope, db, campaignId, { now, daysAgo: reportingDays }),
  );
  const total: MakeUpResult = { plays: 0, stores: 0, left: 0 };
  for (let first = 0; first < storeIds.length; first += storesAtATime) {
    const batchTotals = await act(storeIds.slice(first, first + storesAtATime));
    for (const member of ["plays", "stores", "left"] as const) total[member] += batchTotals[member];
  }
  return total;
}

/**
 * Lists a page of a campaign's make-goods for missed plays. Throws 404 for a campaign out of sight,
 * 422 for a cursor that is not ours.
 */
export async function listMakeGoods(call: ScopedCall, { companyId: _, ...query }: MakeGoodQuery) {
  await requireSeen(call, query.campaignId);
  const { rows, page, total } = await findMakeGoodPage(call.scope, call.db, query, call.now);
  return { data: rows, page: { ...page, total } };
}

const missedStores = (days: readonly MissedDay[]) => [
  ...new Set(duePlays(days).map(({ storeId }) => storeId)),
];
