import type { PlayerState } from "./player-state.client-safe";
import { playerTexts } from "./texts";

const minute = 60_000;
const hour = 60 * minute;

/** Milliseconds that music can play without the internet; null if nothing is stored. */
export function storedFor({ provision: { until }, now }: PlayerState): number | null {
  return until === null || until <= now ? null : until - now;
}

/** True if less than an hour is stored, which the page warns of. */
export const isShort = (ms: number | null): boolean => ms === null || ms < hour;

/** "13 minutes", "31 hours", "2.5 days". */
export function storedWords(ms: number): string {
  if (ms < hour) return playerTexts.minutes(Math.max(1, Math.round(ms / minute)));
  if (ms < 48 * hour) return playerTexts.hours(Math.floor(ms / hour));
  return playerTexts.days(String(Math.floor((2 * ms) / (24 * hour)) / 2));
}
