import type { MakeGood } from "./make-goods.queries.ts";

/** Plays that a store missed on a date, by hour. */
export type MissedPlays = { day: string; plays: readonly number[] };
/** Plays that each hour of a date has room for; `isOut` once the store has its log of the date. */
export type Room = { day: string; free: readonly number[]; isOut: boolean };

/**
 * Plans where a store's missed plays go: into the hour they were missed in while a date has room
 * there, else into the nearest of `hours`. Dates whose logs are not out yet come
 * first, so that players need not fetch a log again; then the date with the fewest make-goods so
 * far, then the earliest, so that one bad day does not fill the next. Plays that find no
 * room are left out.
 */
export function planMakeGoods(
  storeId: number,
  missed: readonly MissedPlays[],
  rooms: readonly Room[],
  hours: readonly number[],
): MakeGood[] {
  const free = rooms.map(({ day, free: byHour, isOut }) => ({
    day,
    byHour: [...byHour],
    isOut,
    plays: 0,
  }));
  const planned = new Map<string, MakeGood>();
  const place = (missedOn: string, hour: number): boolean => {
    const open = free.filter(({ day, byHour }) => day > missedOn && (byHour[hour] ?? 0) > 0);
    const waiting = open.filter(({ isOut }) => !isOut);
    const [first, ...others] = waiting.length > 0 ? waiting : open;
    if (!first) return false;
    const best = others.reduce((least, one) => (one.plays < least.plays ? one : least), first);
    best.byHour[hour] = (best.byHour[hour] ?? 0) - 1;
    best.plays++;
    const key = `${best.day} ${missedOn}`;
    const makeGood = planned.get(key) ?? {
      storeId,
      day: best.day,
      missedOn,
      plays: Array.from({ length: 24 }, () => 0),
    };
    makeGood.plays[hour] = (makeGood.plays[hour] ?? 0) + 1;
    planned.set(key, makeGood);
    return true;
  };
  const unplaced: { day: string; hour: number }[] = [];
  for (const { day, plays } of missed)
    for (const [hour, count] of plays.entries())
      for (let play = 0; play < count; play++) if (!place(day, hour)) unplaced.push({ day, hour });
  for (const { day, hour } of unplaced) {
    const nearest = [...hours].sort(
      (one, other) => Math.abs(one - hour) - Math.abs(other - hour) || one - other,
    );
    nearest.some((other) => place(day, other));
  }
  return [...planned.values()];
}
