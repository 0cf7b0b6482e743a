import type { Db } from "../platform/db/types.ts";
import { behaviourOf, hoursOn, troubleSince } from "./behaviour.ts";
import { addDays } from "./local-clock.ts";
import type { createDayPlanner, PlannedPlay } from "./play-plan.ts";
import type { DemoShop } from "./shops.ts";

/**
 * A store's published log, which it plays instead of a made-up day. Stores that play the
 * same share `plays`.
 */
export type StoreLog = { logId: number; plays: readonly PlannedPlay[] };

/** Published logs of some stores for a date, by store id; a store without one is absent. */
export type PublishedLogs = (
  db: Db,
  companyId: number,
  day: string,
  storeIds: number[],
) => Promise<Map<number, StoreLog>>;

export type MissingDay = { companyId: number; day: string };

export type OpeningsContext = {
  planner: ReturnType<typeof createDayPlanner>;
  publishedLogs: PublishedLogs;
  now: Date;
  /** Plays that ended up to here have been written before. */
  after?: Date;
  shops: readonly DemoShop[];
};

export type CompanyDay = OpeningsContext & MissingDay;

/**
 * The part of a date in which a store is open by the hours of that date, or of the one before, in
 * minutes since the midnight of `opened`.
 */
export type Opening = { shop: DemoShop; opened: string; from: number; to: number };

export function openingsOn(shops: readonly DemoShop[], day: string): Opening[] {
  const before = addDays(day, -1);
  return shops.flatMap((shop) => {
    const today = hoursOn(shop, day);
    const yesterday = hoursOn(shop, before);
    return [
      ...(today
        ? [{ shop, opened: day, from: today.opens, to: Math.min(today.closes, 1_440) }]
        : []),
      ...(yesterday && yesterday.closes > 1_440
        ? [{ shop, opened: before, from: 1_440, to: yesterday.closes }]
        : []),
    ];
  });
}

/**
 * Gives the times up to which a store is heard and plays: a store that is in trouble since the
 * demo's first day stays in it.
 */
export function endsOf(shop: DemoShop, now: Date): { heardUntil: Date; playedUntil: Date } {
  const until = shop.status === "inactive" && shop.statusSince < now ? shop.statusSince : now;
  const trouble = troubleSince(shop.id, now) && (shop.lastPlayedAt ?? troubleSince(shop.id, now));
  const playedUntil = trouble && trouble < until ? trouble : until;
  const isOffline =
    behaviourOf(shop.id) === "offline" && shop.lastSeenAt !== null && shop.lastSeenAt < until;
  return { heardUntil: isOffline && shop.lastSeenAt ? shop.lastSeenAt : until, playedUntil };
}
