import { hoursWithPlays } from "#contract/ads/plays";
import { addDays, dateIn } from "#contract/base/dates";
import { sum } from "#contract/base/sum";
import { wholeCompany } from "../../../access/scope.ts";
import { Failures } from "../../../base/failures.ts";
import type { Db, Tx } from "../../../db/types.ts";
import { audit, systemActor } from "../../audit/index.ts";
import { countTaken } from "../booking/campaign-stores.queries.ts";
import {
  findCampaignsOwed,
  findOwed,
  type OwedDay,
  settleOwed,
} from "../booking/preemption.queries.ts";
import { savePrice } from "../campaigns/campaign-price.ts";
import { type LockedCampaign, lockCampaign } from "../campaigns/campaigns.queries.ts";
import { moveState, toFollow } from "../campaigns/move-state.service.ts";
import { itemOf } from "../campaigns/own-campaign.service.ts";
import { findRoom, lockRoom } from "../ledger/room.queries.ts";
import { planMakeGoods } from "./make-good-plan.ts";
import {
  type JobCall,
  roomInOwnHours,
  type ScopeAndTime,
  takePlanned,
} from "./make-up-plays.service.ts";

/**
 * Books plays that others took of a locked campaign again, in its own hours and the rest of its
 * flight, as far as there is room: the plays stay sold, so they are no make-goods. Gives how many,
 * and how many are still owed. The caller counts the campaign's plays and price anew.
 */
export async function bookAgain(
  call: ScopeAndTime,
  tx: Tx,
  campaign: LockedCampaign,
  storeIds?: readonly number[],
): Promise<{ plays: number; owed: number }> {
  const { scope, now } = call;
  const owed = await findOwed(scope, tx, campaign.id, storeIds);
  if (owed.length === 0) return { plays: 0, owed: 0 };
  const plans = await planAgain(call, tx, {
    campaign,
    lost: owed,
    roomOf: (those) =>
      lockRoom(scope, tx, campaign, {
        ...restOf(campaign, now),
        storeIds: those,
      }),
  });
  await takePlanned(call, tx, campaign, plans);
  const settled = settledDays(owed, plans);
  if (settled.length > 0) await settleOwed(scope, tx, campaign.id, settled);
  const plays = sum(settled.map((one) => one.plays));
  return { plays, owed: sum(owed.map((one) => one.owed)) - plays };
}

/**
 * Counts the plays that could be booked again, once a booking uses up some capacity of the hours
 * of a date; changes nothing.
 */
export async function countAgain(
  call: ScopeAndTime,
  db: Db,
  campaign: LockedCampaign,
  { lost, useOf }: { lost: readonly LostPlays[]; useOf: (day: string) => readonly number[] },
): Promise<number> {
  const plans = await planAgain(call, db, {
    campaign,
    lost,
    roomOf: async (those) => {
      const rooms = await findRoom(call.scope, db, campaign, {
        ...restOf(campaign, call.now),
        storeIds: those,
      });
      return rooms.map((room) => {
        const used = useOf(room.day);
        const left = (plays: number, hour: number) =>
          Math.max(0, plays - Math.ceil((used[hour] ?? 0) / campaign.playTakes));
        return { ...room, free: room.free.map(left) };
      });
    },
  });
  return sum(plans.flat().flatMap(({ plays }) => plays));
}

/** For the job: books again what is owed for lack of room, once others have given room back. */
export async function bookOwedAgain(jobCall: JobCall): Promise<void> {
  const failures = new Failures();
  for (const key of await findCampaignsOwed(jobCall.database.db, jobCall.now))
    await failures.attempt(`campaign ${key.id} of company ${key.companyId}`, () =>
      bookAgainOf(jobCall, key),
    );
  failures.throwAny("not all plays that others took were booked again");
}

const bookAgainOf = (
  { database, now }: JobCall,
  { companyId, id }: { companyId: number; id: number },
): Promise<void> =>
  database.transaction(async (tx) => {
    const scope = wholeCompany(companyId);
    const campaign = await lockCampaign(scope, tx, id);
    if (!campaign || !["BOOKED", "LIVE"].includes(campaign.state)) return;
    const call = { scope, now };
    const { plays, owed } = await bookAgain(call, tx, campaign);
    if (plays === 0) return;
    await countTaken(scope, tx, id);
    const changes = toFollow(now);
    const moved = await moveState(call, tx, campaign, { to: campaign.state, changes });
    await savePrice(call, tx, moved);
    const after = { plays, owed, version: moved.version };
    await audit(tx, systemActor(), [
      { ...itemOf(scope, moved), action: "taken plays booked again", after },
    ]);
  });

type LostPlays = Pick<OwedDay, "storeId" | "day" | "plays" | "owed" | "lacking">;
type Room = Awaited<ReturnType<typeof findRoom>>;

async function planAgain(
  call: ScopeAndTime,
  db: Db,
  {
    campaign,
    lost,
    roomOf,
  }: {
    campaign: LockedCampaign;
    lost: readonly LostPlays[];
    roomOf: (storeIds: number[]) => Promise<Room>;
  },
) {
  const storeIds = [...new Set(lost.map(({ storeId }) => storeId))];
  const rooms = await roomInOwnHours(call, db, campaign, await roomOf(storeIds));
  const hours = hoursWithPlays(campaign.plays);
  // any date of the rest of the flight will do, those before the taken one too
  const before = addDays(dateIn(campaign.timeZone, call.now), -2);
  return storeIds.map((storeId) => {
    const own = lost.filter((one) => one.storeId === storeId);
    const room = rooms.filter((one) => one.storeId === storeId);
    const missed = { day: before, plays: owedHours(own) };
    return planMakeGoods(storeId, [missed], room, hours);
  });
}

/** The hours of a store's owed plays, which are the last of each date, and at most what it lacks. */
function owedHours(lost: readonly LostPlays[]): number[] {
  const hours = Array.from({ length: 24 }, () => 0);
  let left = Math.min(lost[0]?.lacking ?? 0, sum(lost.map(({ owed }) => owed)));
  for (const { plays, owed } of lost) {
    let skip = sum(plays) - owed;
    for (const [hour, count] of plays.entries()) {
      const skipped = Math.min(skip, count);
      const lostPlays = Math.min(left, count - skipped);
      skip -= skipped;
      left -= lostPlays;
      hours[hour] = (hours[hour] ?? 0) + lostPlays;
    }
  }
  return hours;
}

/** Counts what plans of stores book again towards the first dates on which plays were taken. */
function settledDays(
  owed: readonly OwedDay[],
  plans: readonly (readonly { storeId: number; plays: number[] }[])[],
) {
  const left = new Map<number, number>();
  for (const { storeId, plays } of plans.flat())
    left.set(storeId, (left.get(storeId) ?? 0) + sum(plays));
  return owed.flatMap(({ storeId, day, takenBy, owed: count }) => {
    const plays = Math.min(count, left.get(storeId) ?? 0);
    left.set(storeId, (left.get(storeId) ?? 0) - plays);
    return plays > 0 ? [{ storeId, day, takenBy, plays }] : [];
  });
}

/** The days that are left of a flight; hours that have begun have no room. */
const restOf = (
  { startsOn, endsOn, weekdays, blackoutDates, timeZone }: LockedCampaign,
  now: Date,
) => {
  const today = addDays(dateIn(timeZone, now), -1);
  return { from: today > startsOn ? today : startsOn, to: endsOn, weekdays, blackoutDates, now };
};
