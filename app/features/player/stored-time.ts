import type { PlayerState } from "./player.client-safe";
import { playerTexts } from "./texts";

const minute = 60_000;
const hour = 60 * minute;

/** How long (ms) music goes on without internet; null where nothing is stored. */
export function storedFor({ provision: { until }, now }: PlayerState): number | null {
  return until === null || until <= now ? null : until - now;
}

/** Less than an hour is soon over: said as such. */
export const isShort = (ms: number | null): boolean => ms === null || ms < hour;

/** "13 minutes", "31 hours", "2.5 days". */
export function storedWords(ms: number): string {
  if (ms < hour) return playerTexts.minutes(Math.max(1, Math.round(ms / minute)));
  if (ms < 48 * hour) return playerTexts.hours(Math.floor(ms / hour));
  return playerTexts.days(String(Math.floor((2 * ms) / (24 * hour)) / 2));
}
