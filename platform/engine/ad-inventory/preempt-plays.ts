import { type CampaignPriority, campaignPriorities } from "#contract/ads/words";
import { groupBy } from "#contract/base/group-by";

/** An hour of a store without enough room, and the amount: seconds of ads, positions otherwise. */
export type LackingHour = { storeId: number; day: string; hour: number; amount: number };
/** The plays by hour of a campaign in a store and date that may be taken, and what each costs. */
export type PreemptibleLine = {
  campaignId: number;
  priority: CampaignPriority;
  storeId: number;
  day: string;
  plays: readonly number[];
  /** Capacity that a play uses up. */
  playTakes: number;
  /** Paise of a play in an hour. */
  priceIn: (hour: number) => number;
};
/** Plays to take from a campaign, by hour of a store and date. */
export type PreemptedPlays = { campaignId: number; storeId: number; day: string; plays: number[] };

/**
 * Chooses the plays that make room in hours which lack it: those of the lowest priority first, then
 * the cheapest for their capacity, then of the campaign added last. Takes none that is not needed.
 * Undefined if all of them together do not make enough room.
 */
export function choosePreempted(
  lackingHours: readonly LackingHour[],
  lines: readonly PreemptibleLine[],
): PreemptedPlays[] | undefined {
  const linesOf = groupBy(lines, ({ storeId, day }) => `${storeId} ${day}`);
  const takenPlays = new Map<PreemptibleLine, number[]>();
  for (const { storeId, day, hour, amount } of lackingHours) {
    const chosen = chooseInHour(amount, hour, linesOf.get(`${storeId} ${day}`) ?? []);
    if (!chosen) return undefined;
    for (const { line, count } of chosen) {
      const plays = takenPlays.get(line) ?? line.plays.map(() => 0);
      plays[hour] = count;
      takenPlays.set(line, plays);
    }
  }
  return [...takenPlays].map(([{ campaignId, storeId, day }, plays]) => ({
    campaignId,
    storeId,
    day,
    plays,
  }));
}

function chooseInHour(amount: number, hour: number, lines: readonly PreemptibleLine[]) {
  const inOrder = lines
    .filter(({ plays }) => (plays[hour] ?? 0) > 0)
    .sort(
      (one, other) =>
        rankOf(one) - rankOf(other) ||
        one.priceIn(hour) / one.playTakes - other.priceIn(hour) / other.playTakes ||
        other.campaignId - one.campaignId,
    );
  let left = amount;
  const chosen: { line: PreemptibleLine; count: number }[] = [];
  for (const line of inOrder) {
    if (left <= 0) break;
    const count = Math.min(line.plays[hour] ?? 0, Math.ceil(left / line.playTakes));
    chosen.push({ line, count });
    left -= count * line.playTakes;
  }
  if (left > 0) return undefined;
  // a long play that comes last may make earlier ones unnecessary, so the dearest of these stay
  for (const one of chosen.toReversed()) {
    const spared = Math.min(one.count, Math.floor(-left / one.line.playTakes));
    one.count -= spared;
    left += spared * one.line.playTakes;
  }
  return chosen.filter(({ count }) => count > 0);
}

const rankOf = ({ priority }: PreemptibleLine) => campaignPriorities.indexOf(priority);
