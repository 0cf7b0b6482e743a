import type { MakeUpResult } from "#contract/ads/delivery";
import { dailyHours, hoursWithPlays } from "#contract/ads/plays";
import { sum } from "#contract/base/sum";
import type { Scope } from "../../../access/scope.ts";
import type { Database } from "../../../db/database.ts";
import type { Db, Tx } from "../../../db/types.ts";
import { announceCampaign } from "../booking/campaign-stores.queries.ts";
import { findMusicRoom } from "../booking/music-left.service.ts";
import { type LockedCampaign, saveCampaign } from "../campaigns/campaigns.queries.ts";
import { toFollow } from "../campaigns/move-state.service.ts";
import type { CampaignInLedger } from "../ledger/ledger-parts.queries.ts";
import { type findRoom, lockRoom } from "../ledger/room.queries.ts";
import { takePlays } from "../ledger/take-plays.queries.ts";
import { companySettingsOf } from "../settings/store-settings.ts";
import { findVerifiedPlays } from "./delivery.queries.ts";
import { type MissedPlays, planMakeGoods } from "./make-good-plan.ts";
import {
  findLines,
  findMissedDays,
  insertMakeGoods,
  type MakeGood,
  type MissedDay,
} from "./make-goods.queries.ts";

/**
 * A day is settled when another has passed since it ended: a player that was offline at night, or
 * over a holiday, reports when the store opens again.
 */
export const reportingDays = 1;
export type ScopeAndTime = { scope: Scope; now: Date };
export type JobCall = { database: Database; now: Date };
export type DateRange = { from: string; to: string };

/**
 * Counts the make-goods still due for each date: never more than the store is behind in total,
 * whatever single dates say.
 */
export function duePlays(
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
export async function makeUp(
  call: ScopeAndTime,
  tx: Tx,
  campaign: LockedCampaign,
  { storeIds, when }: { storeIds: readonly number[]; when: DateRange },
): Promise<MakeUpResult> {
  const { scope, now } = call;
  const { plans, sums } = await planMakeUp(call, tx, campaign, {
    storeIds,
    roomOf: (those) =>
      lockRoom(scope, tx, campaign, {
        ...when,
        storeIds: those,
        weekdays: campaign.weekdays,
        blackoutDates: campaign.blackoutDates,
        now,
      }),
  });
  await takePlanned(call, tx, campaign, plans);
  if (sums.plays > 0) {
    await insertMakeGoods(scope, tx, campaign.id, plans.flat());
    await saveCampaign(scope, tx, campaign.id, { values: toFollow(now), now });
    await announceCampaign(scope, tx, campaign.id);
  }
  return sums;
}

/** Takes plans of stores, made under the locks, as plays that are booked. */
export async function takePlanned(
  { scope, now }: ScopeAndTime,
  tx: Tx,
  campaign: LockedCampaign,
  plans: readonly (readonly MakeGood[])[],
): Promise<void> {
  for (const { storeIds: alike, days } of alikePlans(plans)) {
    const { taken: takenPlays } = await takePlays(scope, tx, {
      ofCampaign: campaign,
      demand: { storeIds: alike, days },
      options: { as: "booked", all: true, now },
    });
    if (takenPlays !== alike.length * sum(days.flatMap((day) => day.plays)))
      throw new Error("a locked hour of the ledger lost its room");
  }
}

type Flight = CampaignInLedger & Pick<LockedCampaign, "weekdays" | "blackoutDates" | "plays">;
type Room = Awaited<ReturnType<typeof findRoom>>;
type RoomOf = (storeIds: number[]) => Promise<Room>;

/** Leaves of the room what a campaign may make good in: its own hours, beside the least music. */
export const roomInOwnHours = (
  call: ScopeAndTime,
  db: Db,
  campaign: Flight,
  rooms: Room,
): Promise<Room> => besideMusic(call, db, campaign, inOwnHours(campaign, rooms));

/** Leaves of the room only the hours in which the campaign plays on the date. */
function inOwnHours({ plays }: Flight, rooms: Room): Room {
  const hoursOfDate = dailyHours(plays);
  return rooms.map((room) => ({
    ...room,
    free: room.free.map((count, hour) => (hoursOfDate(room.day).includes(hour) ? count : 0)),
  }));
}

/** Takes from the room what the company's least music needs. */
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
export async function planMakeUp(
  { scope, now }: ScopeAndTime,
  db: Db,
  campaign: Flight,
  { storeIds, roomOf }: { storeIds: readonly number[]; roomOf: RoomOf },
) {
  const due = duePlays(
    await findMissedDays(scope, db, campaign.id, { now, daysAgo: reportingDays, storeIds }),
  );
  const missed = await missedHours(scope, db, campaign.id, due);
  const rooms = await roomInOwnHours(
    { scope, now },
    db,
    campaign,
    await roomOf([...missed.keys()]),
  );
  const hours = hoursWithPlays(campaign.plays);
  const plans = [...missed].map(([storeId, days]) => {
    const room = rooms.filter((one) => one.storeId === storeId);
    return planMakeGoods(storeId, days, room, hours);
  });
  const plays = sum(plans.flat().flatMap((one) => one.plays));
  const stores = plans.filter((one) => one.length > 0).length;
  return { plans, sums: { plays, stores, left: sum(due.map((one) => one.due)) - plays } };
}

/**
 * The hours in which plays were missed, by store: those that are made up already are taken as the
 * first of their date.
 */
async function missedHours(
  scope: Scope,
  db: Db,
  campaignId: number,
  due: ReturnType<typeof duePlays>,
): Promise<Map<number, MissedPlays[]>> {
  const missed = new Map<number, MissedPlays[]>();
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
