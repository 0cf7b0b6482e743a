import type { z } from "zod";
import type {
  DeliveryFigures,
  MadeUp,
  MakeGoodQuery,
  makeUpPlays as makeUpPlaysEndpoint,
} from "#contract/ads/delivery";
import { makeGoodStates } from "#contract/ads/words";
import { figuresOf } from "#contract/base/country-figures";
import { addDays } from "#contract/base/dates";
import { type Scope, wholeCompany } from "../../../access/scope.ts";
import { invalid } from "../../../base/refusal.ts";
import type { Database } from "../../../db/client.ts";
import type { Db, Tx } from "../../../db/types.ts";
import type { ScopedCall } from "../../../http/context.ts";
import { audit, systemActor } from "../../audit/index.ts";
import { announceEvents } from "../../webhooks/index.ts";
import { announceCampaign } from "../booking/booking.queries.ts";
import { findMusicRoom } from "../booking/music-left.service.ts";
import { tellCampaign } from "../campaigns/campaign-notices.service.ts";
import { toFollow, toLedgerCampaign } from "../campaigns/campaign-plays.ts";
import {
  findLiveCampaignIds,
  type LockedCampaign,
  lockCampaign,
  saveCampaign,
} from "../campaigns/campaigns.queries.ts";
import { findOwnCampaign, itemOf, lockOwnCampaign } from "../campaigns/campaigns.service.ts";
import { findRoom, lockRoom } from "../ledger/room.queries.ts";
import { takePlays } from "../ledger/take-plays.queries.ts";
import { companySettingsOf } from "../settings/store-settings.ts";
import { findVerifiedPlays } from "./delivery.queries.ts";
import { deliveryOfCampaigns, requireSeen } from "./delivery.service.ts";
import { type Missed, planMakeGoods } from "./make-good-plan.ts";
import {
  findLines,
  findMakeGoodPage,
  findMissedDays,
  findUnfinished,
  insertMakeGoods,
  type MakeGood,
  type MissedDay,
  markBehindTold,
} from "./make-goods.queries.ts";

/**
 * A day is settled when another has passed since it ended: a player that was offline at night, or
 * over a holiday, reports when the store opens again.
 */
const reportingDays = 1;
/** The rows of so many stores are locked at once. */
const storesAtATime = 100;

type Keeping = { database: Database; now: Date };
type ScopeAndTime = { scope: Scope; now: Date };
type When = { from: string; to: string };

/**
 * Books again what campaigns missed, within the rest of their flights
 * (docs/decisions/ad-delivery.md). Each campaign's stores are done some at a time with the campaign
 * locked, and what is made up is noted with the plays, so that two processes make nothing up twice.
 */
export async function makeGoods({ database, now }: Keeping): Promise<void> {
  for (const { companyId, id } of await findUnfinished(database.db, ["BOOKED", "LIVE"], now)) {
    const scope = wholeCompany(companyId);
    const storeIds = storesOf(
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
}

type AfterFlight = z.output<typeof makeUpPlaysEndpoint.body>;

/**
 * Books what a campaign missed, and what did not fit into its flight, on days after it. Throws 404
 * for a campaign that is not seen, 403 for one with a location outside the caller's own, 422 for
 * one in another state and for a day within the flight.
 */
export async function makeUpPlays(
  call: ScopedCall,
  { campaignId, until }: AfterFlight,
): Promise<MadeUp> {
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

/** Shows what makeUpPlays would book now. Throws as it does. */
export async function previewMakeGoods(
  call: ScopedCall,
  { campaignId, until }: AfterFlight,
): Promise<MadeUp> {
  const { scope, db, now } = call;
  const campaign = await findOwnCampaign(scope, db, campaignId);
  const when = afterFlight(campaign, until);
  return inParts(call, db, campaignId, async (storeIds) => {
    const { sums } = await planMakeUp(call, db, campaign, {
      storeIds,
      roomOf: (those) =>
        findRoom(scope, db, toLedgerCampaign(campaign), {
          ...when,
          storeIds: those,
          weekdays: campaign.weekdays,
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
): When {
  if (!(makeGoodStates as readonly string[]).includes(state))
    throw invalid({
      campaignId: "Only a campaign that is booked, live or finished can make up missed plays.",
    });
  if (until <= endsOn) throw invalid({ until: "Choose a day after the last day of the campaign." });
  return { from: addDays(endsOn, 1), to: until };
}

/** Does some stores of a campaign at a time, and adds up what comes of it. */
async function inParts(
  { scope, now }: ScopeAndTime,
  db: Db,
  campaignId: number,
  act: (storeIds: number[]) => Promise<MadeUp>,
) {
  const storeIds = storesOf(
    await findMissedDays(scope, db, campaignId, { now, daysAgo: reportingDays }),
  );
  const total: MadeUp = { plays: 0, stores: 0, left: 0 };
  for (let first = 0; first < storeIds.length; first += storesAtATime) {
    const batchTotals = await act(storeIds.slice(first, first + storesAtATime));
    for (const member of ["plays", "stores", "left"] as const) total[member] += batchTotals[member];
  }
  return total;
}

/**
 * A page of what is booked to make up for missed plays. Throws 404 for a campaign that is not seen,
 * 422 for a cursor that is not ours.
 */
export async function listMakeGoods(call: ScopedCall, { companyId: _, ...query }: MakeGoodQuery) {
  await requireSeen(call, query.campaignId);
  const { rows, page, total } = await findMakeGoodPage(call.scope, call.db, query, call.now);
  return { data: rows, page: { ...page, total } };
}

const storesOf = (days: readonly MissedDay[]) => [
  ...new Set(duePlays(days).map(({ storeId }) => storeId)),
];

/**
 * Counts what is still to be made up of each date: never more than the store is behind in all,
 * whatever single dates say.
 */
function duePlays(
  days: readonly MissedDay[],
): { storeId: number; day: string; due: number; madeUp: number }[] {
  const behind = new Map<number, number>();
  for (const { storeId, missed, madeUp } of days)
    behind.set(storeId, (behind.get(storeId) ?? 0) + missed - madeUp);
  return days.flatMap(({ storeId, day, missed, madeUp }) => {
    const due = Math.min(missed - madeUp, behind.get(storeId) ?? 0);
    if (due <= 0) return [];
    behind.set(storeId, (behind.get(storeId) ?? 0) - due);
    return [{ storeId, day, due, madeUp }];
  });
}

/**
 * Takes missed plays of stores into the days given, as far as there is room. The campaign is
 * locked.
 */
async function makeUp(
  call: ScopeAndTime,
  tx: Tx,
  campaign: LockedCampaign,
  { storeIds, when }: { storeIds: readonly number[]; when: When },
): Promise<MadeUp> {
  const { scope, now } = call;
  const { plans, sums } = await planMakeUp(call, tx, campaign, {
    storeIds,
    roomOf: (those) =>
      lockRoom(scope, tx, toLedgerCampaign(campaign), {
        ...when,
        storeIds: those,
        weekdays: campaign.weekdays,
        now,
      }),
  });
  for (const { storeIds: alike, days } of alikePlans(plans)) {
    const { taken: takenPlays } = await takePlays(
      scope,
      tx,
      toLedgerCampaign(campaign),
      { storeIds: alike, days },
      { as: "booked", all: true, now },
    );
    if (takenPlays !== alike.length * sum(days.flatMap((day) => day.plays)))
      throw new Error("a locked hour of the ledger lost its room");
  }
  if (sums.plays > 0) {
    await insertMakeGoods(scope, tx, campaign.id, plans.flat());
    await saveCampaign(scope, tx, campaign.id, { values: toFollow(now), now });
    await announceCampaign(scope, tx, campaign.id);
  }
  return sums;
}

type Flight = Parameters<typeof toLedgerCampaign>[0] & Pick<LockedCampaign, "weekdays" | "plays">;
type Room = Awaited<ReturnType<typeof findRoom>>;
type RoomOf = (storeIds: number[]) => Promise<Room>;

/** The same room, without what the company's least of music needs. */
async function besideMusic(
  call: ScopeAndTime,
  db: Db,
  campaign: Flight,
  rooms: Room,
): Promise<Room> {
  const storeIds = [...new Set(rooms.map(({ storeId }) => storeId))];
  const days = [...new Set(rooms.map(({ day }) => day))];
  const musicRoom = await findMusicRoom(call, db, campaign, {
    storeIds,
    days,
    limit: await companySettingsOf(call.scope, db),
  });
  if (!musicRoom) return rooms;
  const byDay = new Map(musicRoom.map(({ storeId, day, plays }) => [`${storeId} ${day}`, plays]));
  return rooms.map((room) => ({
    ...room,
    free: room.free.map((plays, hour) =>
      Math.min(plays, byDay.get(`${room.storeId} ${room.day}`)?.[hour] ?? 0),
    ),
  }));
}

/** Where missed plays of stores go in the room that is found for them. */
async function planMakeUp(
  { scope, now }: ScopeAndTime,
  db: Db,
  campaign: Flight,
  { storeIds, roomOf }: { storeIds: readonly number[]; roomOf: RoomOf },
) {
  const due = duePlays(
    await findMissedDays(scope, db, campaign.id, { now, daysAgo: reportingDays, storeIds }),
  );
  const missed = await missedHours(scope, db, campaign.id, due);
  const rooms = await besideMusic({ scope, now }, db, campaign, await roomOf([...missed.keys()]));
  const hours = campaign.plays.flatMap((plays, hour) => (plays > 0 ? [hour] : []));
  const plans = [...missed].map(([storeId, days]) => {
    const room = rooms.filter((one) => one.storeId === storeId);
    return planMakeGoods(storeId, days, room, hours);
  });
  const plays = sum(plans.flat().flatMap((one) => one.plays));
  const stores = plans.filter((one) => one.length > 0).length;
  return { plans, sums: { plays, stores, left: sum(due.map((one) => one.due)) - plays } };
}

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);

/**
 * The hours in which plays were missed, by store: those that are made up already are taken as the
 * first of their date.
 */
async function missedHours(
  scope: Scope,
  db: Db,
  campaignId: number,
  due: ReturnType<typeof duePlays>,
): Promise<Map<number, Missed[]>> {
  const missed = new Map<number, Missed[]>();
  if (due.length === 0) return missed;
  const dates = due.map(({ day }) => day).sort();
  const which = {
    storeIds: [...new Set(due.map(({ storeId }) => storeId))],
    from: dates[0] ?? "",
    to: dates.at(-1) ?? "",
  };
  const lines = new Map(
    (await findLines(scope, db, campaignId, which)).map(({ storeId, day, plays }) => [
      `${storeId} ${day}`,
      plays,
    ]),
  );
  for (const { storeId, day, hour } of await findVerifiedPlays(scope, db, campaignId, which)) {
    const line = lines.get(`${storeId} ${day}`);
    if (line?.[hour]) line[hour]--;
  }
  for (const { storeId, day, due: owedPlays, madeUp } of due) {
    let skip = madeUp;
    let take = owedPlays;
    const plays = (lines.get(`${storeId} ${day}`) ?? []).map((count) => {
      const skipped = Math.min(skip, count);
      const missedPlays = Math.min(take, count - skipped);
      skip -= skipped;
      take -= missedPlays;
      return missedPlays;
    });
    missed.set(storeId, [...(missed.get(storeId) ?? []), { day, plays }]);
  }
  return missed;
}

/** Stores that take the same plays on the same dates take them in one statement. */
function alikePlans(
  plansByStore: readonly (readonly MakeGood[])[],
): { storeIds: number[]; days: { day: string; plays: number[] }[] }[] {
  const plans = new Map<string, { storeIds: number[]; days: { day: string; plays: number[] }[] }>();
  for (const ofStore of plansByStore) {
    const [first] = ofStore;
    if (!first) continue;
    const byDay = new Map<string, number[]>();
    for (const { day, plays } of ofStore)
      byDay.set(
        day,
        plays.map((count, hour) => count + (byDay.get(day)?.[hour] ?? 0)),
      );
    const days = [...byDay]
      .map(([day, plays]) => ({ day, plays }))
      .sort((one, other) => (one.day < other.day ? -1 : 1));
    const plan = plans.get(JSON.stringify(days)) ?? { storeIds: [], days };
    plan.storeIds.push(first.storeId);
    plans.set(JSON.stringify(days), plan);
  }
  return [...plans.values()];
}

/**
 * Told from this pacing down, once this much of the flight is over: before that a single missed
 * play is a large part.
 */
const behind = { pacing: 0.9, elapsed: 0.1 };
const isBehind = ({ pacing, elapsed }: DeliveryFigures) =>
  pacing !== null &&
  pacing < behind.pacing &&
  elapsed !== null &&
  elapsed >= behind.elapsed &&
  elapsed < 1;

/**
 * The live campaigns within the scope: how many there are and how many are behind, their plays due
 * so far and those verified.
 */
export async function sumLiveDelivery({
  scope,
  db,
  now,
}: Pick<ScopedCall, "scope" | "db" | "now">) {
  const ids = await findLiveCampaignIds(scope, db);
  const figures = [...(await deliveryOfCampaigns(scope, db, ids, now)).values()];
  return {
    live: ids.length,
    behind: figures.filter(isBehind).length,
    due: figures.reduce((sum, { booked }) => sum + booked, 0),
    verified: figures.reduce((sum, { verified }) => sum + verified, 0),
  };
}

/**
 * Tells those who can act that a campaign is behind while its flight lasts, once a campaign and
 * day: the company's national admins and who made it.
 */
export async function notifyUnderdelivery({ database, now }: Keeping): Promise<void> {
  for (const { companyId, id, country, today } of await findUnfinished(
    database.db,
    ["LIVE"],
    now,
  )) {
    const scope = wholeCompany(companyId);
    const figures = (await deliveryOfCampaigns(scope, database.db, [id], now)).get(id);
    if (!figures || !isBehind(figures)) continue;
    const { pacing, missed } = figures;
    await database.transaction(async (tx) => {
      const campaign = await markBehindTold(scope, tx, id, today);
      if (!campaign) return;
      const fact = { campaignId: id, campaignName: campaign.name, pacing, missedPlays: missed };
      await announceEvents(scope, tx, { kind: "campaign.behind", now, facts: [fact] });
      const { counted, rounded } = figuresOf(country);
      await tellCampaign(
        scope,
        tx,
        { id, createdBy: campaign.createdBy },
        {
          kind: "WARN",
          title: `Campaign “${campaign.name}” is behind`,
          detail: `Stores played ${rounded((pacing ?? 0) * 100)}% of the plays due so far, and missed ${counted(missed, "play")}.`,
        },
      );
    });
  }
}
