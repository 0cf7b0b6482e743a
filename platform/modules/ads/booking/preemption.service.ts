import type { TakePlays } from "#contract/ads/booking";
import type { Preemptible } from "#contract/ads/booking-refusal";
import { playsOn } from "#contract/ads/plays";
import {
  type CampaignPriority,
  campaignLimits,
  campaignPriorityWords,
  isPrime,
  prioritiesBelow,
} from "#contract/ads/words";
import { weekdayOf } from "#contract/base/dates";
import { groupBy } from "#contract/base/group-by";
import { formatAmount } from "#contract/base/money";
import { sum } from "#contract/base/sum";
import { ownsAll } from "../../../access/locations.ts";
import type { Scope } from "../../../access/scope.ts";
import type { Db, Tx } from "../../../db/types.ts";
import {
  choosePreempted,
  type LackingHour,
  type PreemptedPlays,
  type PreemptibleLine,
} from "../../../engine/ad-inventory/preempt-plays.ts";
import type { ScopedCall } from "../../../http/context.ts";
import { audit } from "../../audit/index.ts";
import { notifyCampaign } from "../campaigns/campaign-notices.service.ts";
import { savePrice } from "../campaigns/campaign-price.ts";
import {
  findCampaignRow,
  findCampaignUnits,
  type LockedCampaign,
} from "../campaigns/campaigns.queries.ts";
import { moveState, toFollow } from "../campaigns/move-state.service.ts";
import { itemOf, lockOwnCampaign } from "../campaigns/own-campaign.service.ts";
import { bookAgain, countAgain } from "../delivery/book-again.service.ts";
import { takeFromLines } from "../ledger/ledger.queries.ts";
import { findSellable } from "../ledger/room.queries.ts";
import { lockForPreempting } from "../ledger/take-plays.queries.ts";
import { settingsFor } from "../settings/store-settings.ts";
import { countTaken } from "./campaign-stores.queries.ts";
import { findPreemptible, insertPreempted } from "./preemption.queries.ts";
import { costOf } from "./price.ts";
import { NoRoom } from "./reserve-plays.service.ts";

type StoreDays = { storeIds: readonly number[]; days: readonly string[] };
/** A booking's plays to take, and the campaigns that give them. */
export type Preemption = {
  plays: PreemptedPlays[];
  campaigns: Omit<Preemptible, "madeGood">[];
};

/** The priorities whose plays a booking may take: a hold, which may lapse, only those of house ads. */
export const prioritiesToTake = (
  { priority }: Pick<LockedCampaign, "priority">,
  as: TakePlays["as"],
): CampaignPriority[] =>
  prioritiesBelow(priority).filter((below) => as === "booked" || below === "HOUSE");

/**
 * Plans which plays of lower priorities would make room for all plays of a campaign. Undefined if
 * none would, for a date that is not on sale, and for a goal, which is planned where there is room.
 */
export async function planPreemption(
  { scope, now }: Pick<ScopedCall, "scope" | "now">,
  db: Db,
  campaign: LockedCampaign,
  { storeIds, days, priorities }: StoreDays & { priorities: readonly CampaignPriority[] },
): Promise<Preemption | undefined> {
  if (campaign.goal || priorities.length === 0) return undefined;
  const lackingHours = await findLacking({ scope, now }, db, campaign, { storeIds, days });
  if (!lackingHours?.length) return undefined;
  const at = [...new Map(lackingHours.map((one) => [`${one.storeId} ${one.day}`, one])).values()];
  const preemptible = await findPreemptible(
    scope,
    db,
    { kind: campaign.kind, priorities },
    { at, now },
  );
  const rows = await ofOwnCampaigns(scope, db, preemptible);
  const settings = await settingsFor(scope, db, [...new Set(at.map(({ storeId }) => storeId))]);
  const lines = rows.map((row) => {
    const { priority, seconds, rate, primeRate, storeId, day } = row;
    const rates = { usual: rate, prime: primeRate };
    const primeHours = settings.get(storeId)?.primeHours ?? [];
    const cost = (plays: { usual: number; prime: number }) =>
      priority === "HOUSE" ? 0 : (costOf({ kind: campaign.kind, seconds, rates }, plays) ?? 0);
    const prices = { usual: cost({ usual: 1, prime: 0 }), prime: cost({ usual: 0, prime: 1 }) };
    const priceIn = (hour: number) =>
      isPrime({ primeHours }, weekdayOf(day), hour) ? prices.prime : prices.usual;
    return { ...row, priceIn };
  });
  const plays = choosePreempted(lackingHours, lines);
  if (!plays) return undefined;
  const campaigns = sumsOf(plays, lines);
  // more than a person can be shown and agree to
  return campaigns.length > campaignLimits.preempted ? undefined : { plays, campaigns };
}

type PricedLine = PreemptibleLine & Pick<Preemptible, "name" | "brandName">;
/** Adds the taken plays of stores, dates and hours up by campaign, with what they cost. */
function sumsOf(preempted: readonly PreemptedPlays[], lines: readonly PricedLine[]) {
  const keyOf = (one: Pick<PreemptedPlays, "campaignId" | "storeId" | "day">) =>
    `${one.campaignId} ${one.storeId} ${one.day}`;
  const lineOf = new Map(lines.map((line) => [keyOf(line), line]));
  return [...groupBy(preempted, ({ campaignId }) => campaignId)].flatMap(([campaignId, days]) => {
    const line = lines.find((one) => one.campaignId === campaignId);
    if (!line) return [];
    const costs = days.map((day) =>
      sum(day.plays.map((count, hour) => count * (lineOf.get(keyOf(day))?.priceIn(hour) ?? 0))),
    );
    const price = Math.round(sum(costs));
    return {
      campaignId,
      name: line.name,
      brandName: line.brandName,
      priority: line.priority,
      stores: new Set(days.map(({ storeId }) => storeId)).size,
      plays: sum(days.flatMap(({ plays }) => plays)),
      price: price === 0 ? null : formatAmount(price),
    };
  });
}

type Plan = { campaign: LockedCampaign; days: readonly string[]; plan: Preemption | undefined };
/**
 * Shows what planPreemption would take of each campaign, and how many of the plays its flight has
 * room for elsewhere.
 */
export async function showPreemptible(
  call: Pick<ScopedCall, "scope" | "now">,
  db: Db,
  { campaign: booking, days, plan }: Plan,
): Promise<Preemptible[]> {
  const list: Preemptible[] = [];
  const useOf = (day: string) =>
    days.includes(day) ? playsOn(booking.plays, day).map((plays) => plays * booking.playTakes) : [];
  for (const one of plan?.campaigns ?? []) {
    const campaign = await findCampaignRow(call.scope, db, one.campaignId);
    if (!campaign) continue;
    const lost = (plan?.plays ?? []).flatMap(({ campaignId, storeId, day, plays }) => {
      const owed = sum(plays);
      return campaignId === campaign.id ? [{ storeId, day, plays, owed, lacking: one.plays }] : [];
    });
    const isOwed = one.priority !== "HOUSE";
    list.push({
      ...one,
      madeGood: isOwed ? await countAgain(call, db, campaign, { lost, useOf }) : 0,
    });
  }
  return list;
}

/**
 * Takes the plays of other campaigns that a person agreed to take, so that the booking finds room.
 * The rows of all of them are locked in one go. Throws NoRoom where that is no longer what would be
 * taken.
 */
export async function preempt(
  call: ScopedCall,
  tx: Tx,
  campaign: LockedCampaign,
  {
    storeIds,
    days,
    as,
    agreed,
  }: StoreDays & Pick<TakePlays, "as"> & { agreed: NonNullable<TakePlays["preempts"]> },
): Promise<PreemptedCampaign[]> {
  const { scope, now } = call;
  const others: LockedCampaign[] = [];
  for (const id of agreed.map(({ campaignId }) => campaignId).sort((a, b) => a - b))
    others.push(await lockOwnCampaign(scope, tx, id));
  const last =
    others
      .map(({ endsOn }) => endsOn)
      .sort()
      .at(-1) ?? "";
  await lockForPreempting(scope, tx, campaign.kind, { storeIds, days, now, last });
  const priorities = prioritiesToTake(campaign, as);
  const plan = await planPreemption(call, tx, campaign, { storeIds, days, priorities });
  const toText = (list: readonly { campaignId: number; plays: number }[]) =>
    list
      .map(({ campaignId, plays }) => `${campaignId} ${plays}`)
      .sort()
      .join();
  if (!plan || toText(plan.campaigns) !== toText(agreed))
    throw new NoRoom(campaign, storeIds, days, { taken: 0, wanted: 0, notOnSale: 0, full: [] });
  const done: PreemptedCampaign[] = [];
  for (const other of others) {
    const days = plan.plays.filter(({ campaignId }) => campaignId === other.id);
    await takeFromLines(scope, tx, other, days);
    done.push({ other, days });
  }
  return done;
}
type PreemptedCampaign = { other: LockedCampaign; days: PreemptedPlays[] };

/**
 * Books taken plays again where the flights of their campaigns have room, once the booking has its
 * own, counts them and their prices anew, and tells who can act on them what is owed.
 */
export async function makePreemptedGood(
  call: ScopedCall,
  tx: Tx,
  by: Pick<LockedCampaign, "id" | "name" | "priority">,
  preempted: readonly PreemptedCampaign[],
): Promise<void> {
  const { scope, now, figures } = call;
  for (const { other, days } of preempted) {
    const plays = sum(days.flatMap((one) => one.plays));
    const isOwed = other.priority !== "HOUSE";
    await insertPreempted(scope, tx, { takenBy: by.id, isOwed }, days);
    await countTaken(scope, tx, other.id);
    const storeIds = [...new Set(days.map(({ storeId }) => storeId))];
    const { plays: bookedAgain, owed } = await bookAgain(call, tx, other, storeIds);
    if (bookedAgain > 0) await countTaken(scope, tx, other.id);
    const moved = await moveState(call, tx, other, { to: other.state, changes: toFollow(now) });
    await savePrice(call, tx, moved);
    const after = { plays, takenBy: by.name, bookedAgain, owed, version: moved.version };
    await audit(tx, call, [{ ...itemOf(scope, moved), action: "campaign plays taken", after }]);
    const outcome = isOwed
      ? `${figures.figure(bookedAgain)} of them are booked again within its flight${owed > 0 ? `, and ${figures.counted(owed, "play")} ${owed === 1 ? "is" : "are"} owed until there is room` : ""}.`
      : "A house ad makes way, so none is owed.";
    await notifyCampaign(scope, tx, other, {
      kind: "WARN",
      title: `Campaign “${other.name}” gave up ${figures.counted(plays, "play")}`,
      detail: `“${by.name}” (${campaignPriorityWords[by.priority].toLowerCase()}) took them. ${outcome}`,
    });
  }
}

/** Finds how much hours lack for all plays of a campaign; undefined where no plays could make room. */
async function findLacking(
  { scope, now }: Pick<ScopedCall, "scope" | "now">,
  db: Db,
  { kind, playTakes, plays }: LockedCampaign,
  { storeIds, days }: StoreDays,
): Promise<LackingHour[] | undefined> {
  const rows = await findSellable(scope, db, { kind, playTakes: 1 }, { storeIds, days, now });
  if (rows.length < storeIds.length * days.length) return undefined;
  const lackingHours: LackingHour[] = [];
  for (const { storeId, day, free, fits } of rows)
    for (const [hour, count] of playsOn(plays, day).entries()) {
      const capacity = fits[hour] ?? 0;
      const needed = count * playTakes;
      if (capacity === 0 || needed <= (free[hour] ?? 0)) continue;
      if (needed > capacity) return undefined;
      lackingHours.push({ storeId, day, hour, amount: needed - (free[hour] ?? 0) });
    }
  return lackingHours;
}

/** Leaves only rows of campaigns that the caller may change. */
async function ofOwnCampaigns<Row extends { campaignId: number }>(
  scope: Scope,
  db: Db,
  rows: readonly Row[],
): Promise<readonly Row[]> {
  if (scope.reach === "company") return rows;
  const ids = [...new Set(rows.map(({ campaignId }) => campaignId))];
  const units = await findCampaignUnits(scope, db, ids);
  const own = new Set(
    ids.filter((id) =>
      ownsAll(
        scope,
        units.filter(({ campaignId }) => campaignId === id),
      ),
    ),
  );
  return rows.filter(({ campaignId }) => own.has(campaignId));
}
