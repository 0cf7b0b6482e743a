import { type SQL, sql } from "drizzle-orm";
import { licenceNotice } from "#contract/dashboard/endpoints";
import type { Condition, ConditionFilter } from "#contract/stores/conditions";
import { company, store, storeState } from "../../db/schema/index.ts";
import { openedAt } from "./opening-times.queries.ts";

/** True if a store's player ever sent a heartbeat or a play. */
export const hasStarted = sql<boolean>`(${storeState.lastSeenAt} is not null or ${storeState.lastPlayedAt} is not null)`;

/**
 * A store's status at an instant, as SQL over store, store_state (left joined), company and
 * openingAt (docs/domain.md section 4), the first that holds: inactive; never seen; closed;
 * offline, with no heartbeat for 5 minutes (of a player that sends none: nothing played for 30);
 * silent, with nothing played for 30 minutes; low volume, below the company's threshold; online.
 * Not playing, nothing played for 24 hours and open for the last 30 minutes, overlaps with these,
 * and so does a licence of its own that ends soon by its calendar, or has ended. Silence counts
 * from the last play, a person's pause, the opening, the activation and the player's first start,
 * whichever came or ends last: reports, dashboard and alerts ask `silentSince` and `unplayedSince`.
 */
export function storeFacts(now: Date) {
  const at = sql`${now.toISOString()}::timestamptz`;
  const active = sql`(${store.status} = 'active')`;
  const isSince = (
    column: typeof storeState.lastSeenAt | typeof storeState.lastPlayedAt,
    interval: string,
  ) => sql`coalesce(${column} >= ${at} - ${interval}::interval, false)`;
  const isPaused = sql`coalesce(${storeState.pausedUntil} > ${at}, false)`;
  const isLowVolume = sql`coalesce(${storeState.volume} < ${company.thresholdVolume}, false)`;
  const playedLately = isSince(storeState.lastPlayedAt, "30 minutes");
  // by another server's clock a change may be in the future: then it does not count yet
  const activeSince = sql`case when ${store.statusSince} <= ${at} then ${store.statusSince} end`;
  const silentSince = (opened: SQL) =>
    sql`greatest(${storeState.lastPlayedAt}, ${storeState.pausedUntil}, ${storeState.startedAt}, ${activeSince}, ${opened})`;
  const unplayedSince = sql`greatest(coalesce(${storeState.lastPlayedAt}, ${storeState.startedAt}), ${activeSince})`;
  const lastOpening = sql`(select opened.opened_at from ${openedAt(now)})`;
  // CASE asks when a store opened only of the few that are silent: it is the one dear question here
  const isSilent = sql`case when ${playedLately} then false else ${silentSince(lastOpening)} < ${at} - interval '30 minutes' end`;
  const isHeardOr = (withoutHeartbeats: SQL) =>
    sql`case when ${storeState.lastSeenAt} is null then ${withoutHeartbeats} else ${isSince(storeState.lastSeenAt, "5 minutes")} end`;
  const isHeard = isHeardOr(sql`not ${isSilent}`);
  const condition = sql<Condition>`case when not ${active} then 'inactive' when not ${hasStarted} then 'never-seen'
    when not opening.open then 'closed' when not ${isHeard} then 'offline' when ${isSilent} then 'silent'
    when ${isLowVolume} then 'low-volume' else 'online' end`;
  const unplayedForADay = sql`(${active} and ${hasStarted} and opening.open and ${unplayedSince} < ${at} - interval '24 hours')`;
  return {
    condition,
    notPlaying: sql`case when ${unplayedForADay} then ${isSilent} else false end`,
    /** By the store's last opening: `openedAt` where it is joined. */
    silentSince: (opened: SQL = lastOpening) => silentSince(opened),
    unplayedSince,
    /** Faults that alerts watch from the opening on, and raise after their own threshold. */
    watched: {
      silent: sql`(${active} and ${hasStarted} and opening.open and ${isHeard} and not ${playedLately} and not ${isPaused})`,
      "not-playing": unplayedForADay,
    },
    licenceEnding: sql`(${active} and coalesce(${store.licenceTo} <= (${at} at time zone ${store.timeZone})::date + ${licenceNotice}::int, false))`,
    /** The condition that ends each fault, whether the store is open or not. */
    isWell: {
      offline: isHeardOr(playedLately),
      silent: playedLately,
      "low-volume": sql`not ${isLowVolume}`,
      "not-playing": isSince(storeState.lastPlayedAt, "24 hours"),
    },
  };
}

/**
 * Matches stores with a status, or a state that overlaps it: a dashboard's count and list agree.
 */
export function inCondition(filter: ConditionFilter, now: Date): SQL {
  const { condition, notPlaying, licenceEnding } = storeFacts(now);
  if (filter === "licence-ending") return licenceEnding;
  return filter === "not-playing" ? notPlaying : sql`${condition} = ${filter}`;
}
