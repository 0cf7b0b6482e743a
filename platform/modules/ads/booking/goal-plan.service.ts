import { playsOn } from "#contract/ads/plays";
import type { Goal } from "#contract/ads/words";
import { sum } from "#contract/base/sum";
import type { Db } from "../../../db/types.ts";
import { type PacedPlan, pacePlays } from "../../../engine/ad-inventory/pace-plays.ts";
import type { ScopedCall } from "../../../http/context.ts";
import type { LockedCampaign } from "../campaigns/campaigns.queries.ts";
import { findSellable } from "../ledger/room.queries.ts";
import { findOwnPlays, findStoresSince } from "./goal-plan.queries.ts";
import { findMusicRoom, type MusicLimit } from "./music-left.service.ts";

type CampaignPlays = Pick<LockedCampaign, "id" | "kind" | "playTakes" | "plays">;
type BookingReach = { storeIds: readonly number[]; days: readonly string[]; limit: MusicLimit };
export type GoalPlan = PacedPlan & {
  /** Plays: the goal over all stores, those already booked, and those that can be planned. */
  target: number;
  sold: number;
  planned: number;
  /** Plays that its hours could have in all, if nothing else was sold. */
  atMost: number;
  /** Stores and dates that are not on sale yet. */
  notOnSale: number;
};

/**
 * Plans what the goal of a campaign still lacks over the hours of its dates in which its stores
 * sell: `plays` is the most that an hour gets. Where the rows of the ledger are locked for taking,
 * all that is planned can be taken.
 */
export async function planGoal(
  { scope, now }: Pick<ScopedCall, "scope" | "now">,
  db: Db,
  { campaign, goal }: { campaign: CampaignPlays; goal: Goal },
  { storeIds, days, limit }: BookingReach,
): Promise<GoalPlan> {
  const sellable = new Map(
    (await findSellable(scope, db, campaign, { storeIds, days, now })).map((row) => [
      `${row.storeId} ${row.day}`,
      row,
    ]),
  );
  const music = await findMusicRoom({ scope, now }, db, campaign, { storeIds, days, limit });
  const besideMusic =
    music && new Map(music.map(({ storeId, day, plays }) => [`${storeId} ${day}`, plays]));
  // a total counts what stores have that are not planned
  const ofStores = goal.measure === "TOTAL" ? undefined : storeIds;
  const own = await findOwnPlays(scope, db, campaign.id, ofStores);
  const ownOn = new Map(own.map((row) => [`${row.storeId} ${row.day}`, row]));
  const since = await findStoresSince(scope, db, campaign.id);
  const ofDates = days.map((day) => ({ day, most: playsOn(campaign.plays, day) }));
  let atMost = 0;
  let notOnSale = 0;
  const dates = [...storeIds]
    .sort((one, other) => one - other)
    .flatMap((storeId) =>
      ofDates.flatMap(({ day, most }) => {
        if (day < (since.get(storeId) ?? day)) return [];
        const key = `${storeId} ${day}`;
        const row = sellable.get(key);
        const line = ownOn.get(key);
        const roomIn = (cap: number, hour: number) =>
          Math.min(
            row?.free[hour] ?? 0,
            cap - (line?.plays[hour] ?? 0),
            besideMusic ? (besideMusic.get(key)?.[hour] ?? 0) : cap,
          );
        if (!row) notOnSale++;
        for (const [hour, cap] of most.entries()) atMost += Math.min(cap, row?.fits[hour] ?? 0);
        return {
          storeId,
          day,
          own: line?.plays ?? [],
          room: most.map((cap, hour) => Math.max(0, roomIn(cap, hour))),
          sellable: row
            ? sum(most.map((cap, hour) => (cap > 0 ? (row.fits[hour] ?? 0) : 0)))
            : null,
          sold: line?.sold ?? 0,
        };
      }),
    );
  const sold = sum(dates.map((date) => date.sold));
  const plan = pacePlays(goal, dates, sum(own.map((row) => row.sold)) - sold);
  return {
    ...plan,
    target: sum([...plan.wanted.values()]),
    sold,
    planned: sum(plan.dates.flatMap(({ plays }) => plays)),
    atMost,
    notOnSale,
  };
}
