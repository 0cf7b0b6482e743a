import { sum } from "#contract/base/sum";
import type { SchedulingSlot } from "./input";
import type { MixTurn } from "./mix-sequence";

/**
 * Gives the mix with its shares of plays. Shares of airtime become such by the mean length of each
 * category's songs: a category of long songs plays fewer of them.
 */
export function turnsOf(
  slot: SchedulingSlot | null,
  meanLengthOf: (categoryId: number) => number,
): MixTurn[] {
  const { mix = [], shareBy = "PLAYS" } = slot ?? {};
  if (shareBy === "PLAYS") return mix.map((entry) => ({ ...entry, playPercent: entry.percent }));
  const plays = mix.map(({ categoryId, percent }) => percent / meanLengthOf(categoryId));
  const all = sum(plays);
  const turns = mix.map((entry, place) => ({
    ...entry,
    playPercent: inBinary((100 * (plays[place] as number)) / all),
  }));
  const [most] = [...turns].sort((one, other) => other.playPercent - one.playPercent);
  if (most) most.playPercent += 100 - sum(turns.map(({ playPercent }) => playPercent));
  return turns;
}

/** Gives the nearest share that sums of thousands of plays keep exact. */
const inBinary = (percent: number) => Math.round(percent * 1024) / 1024;
