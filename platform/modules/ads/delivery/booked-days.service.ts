import type { AsRunPlay } from "#contract/ads/delivery";
import { addDays } from "#contract/base/dates";
import { groupBy } from "#contract/base/group-by";
import type { Scope } from "../../../access/scope.ts";
import type { Db } from "../../../db/types.ts";
import { findCurrentLogs } from "../../schedule/index.ts";
import type { BookedDay } from "./as-run.queries.ts";
import { findSpotNames, findUnverifiedPlays, findVerifiedPlays } from "./delivery.queries.ts";
import { judgeDay, type LoggedDay } from "./judge-day.ts";

export type CampaignCall = { scope: Scope; db: Db; now: Date; campaignId: number };
/** Holds the plays of each hour by store and date, as many as are booked. */
type PlaysOfDays = Map<string, Map<number, AsRunPlay[]>>;

export const keyOf = ({ storeId, day }: { storeId: number; day: string }) => `${storeId} ${day}`;

/** Finds the outcomes of the plays booked on days of stores (docs/decisions/ad-delivery.md). */
export async function playsOfDays(
  { scope, db, now, campaignId }: CampaignCall,
  days: readonly BookedDay[],
): Promise<PlaysOfDays> {
  if (days.length === 0) return new Map();
  const dates = days.map(({ day }) => day).sort();
  const which = {
    storeIds: [...new Set(days.map(({ storeId }) => storeId))],
    from: dates[0] ?? "",
    to: dates.at(-1) ?? "",
  };
  const logged = await findLogged(scope, db, campaignId, days);
  const verified = groupBy(await findVerifiedPlays(scope, db, campaignId, which), keyOf);
  const spotIds = [
    ...new Set(
      [...logged.values()].flatMap(({ positions }) => positions.map(({ spotId }) => spotId)),
    ),
  ];
  const unverified = groupBy(
    await findUnverifiedPlays(scope, db, spotIds, which),
    ({ storeId }) => storeId,
  );
  const played = [...verified.values()].flatMap((plays) => plays.map(({ spotId }) => spotId));
  const names = await findSpotNames(scope, db, [...new Set([...spotIds, ...played])]);
  return new Map(
    days.map((day) => {
      const key = keyOf(day);
      const evidence = {
        logged: logged.get(key) ?? { positions: [], openHours: undefined },
        verified: verified.get(key) ?? [],
        unverified: unverified.get(day.storeId) ?? [],
      };
      return [key, judgeDay(day, evidence, names, now)];
    }),
  );
}

/**
 * A new version of a log begins after the positions that have begun, so the log in force has the
 * whole day. Hours after midnight are in the log before.
 */
async function findLogged(
  scope: Scope,
  db: Db,
  campaignId: number,
  days: readonly BookedDay[],
): Promise<Map<string, LoggedDay>> {
  const logged = new Map<string, LoggedDay>(
    days.map((day) => [keyOf(day), { positions: [], openHours: undefined }]),
  );
  const dates = new Set(days.flatMap(({ day }) => [day, addDays(day, -1)]));
  for (const log of await findCurrentLogs(
    scope,
    db,
    [...new Set(days.map(({ storeId }) => storeId))],
    [...dates],
  )) {
    const { id: logId, storeId } = log;
    const own = logged.get(keyOf(log));
    if (own) own.openHours ??= new Set();
    for (const [
      position,
      { startSeconds, startsAt = 0, bookingId, spotId = 0 },
    ] of log.positions.entries()) {
      const at = logged.get(
        keyOf({ storeId, day: addDays(log.day, Math.floor(startSeconds / 86_400)) }),
      );
      if (!at) continue;
      const hour = Math.floor(startSeconds / 3600) % 24;
      at.openHours = (at.openHours ?? new Set()).add(hour);
      if (bookingId === campaignId) at.positions.push({ hour, startsAt, spotId, logId, position });
    }
  }
  return logged;
}
