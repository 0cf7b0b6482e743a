import { type SQL, sql } from "drizzle-orm";
import { licenceNotice } from "#contract/dashboard/endpoints";
import type { Condition, ConditionFilter } from "#contract/stores/endpoints";
import { company, store, storeState } from "../../db/schema/index.ts";

/**
 * A store's status at an instant, as SQL over store, store_state (left joined), company and openingAt (docs/domain.md section 4), the first
 * that holds: inactive; never seen; closed; offline, with no heartbeat for 5 minutes; silent, with nothing played for 30 minutes; low volume,
 * below the company's threshold; online. Not playing, open and nothing played for 24 hours, overlaps with these, and so does a licence of its
 * own that ends soon by its calendar, or has ended.
 */
export function storeFacts(now: Date) {
  const at = sql`${now.toISOString()}::timestamptz`;
  const active = sql`(${store.status} = 'active')`;
  const isSince = (column: typeof storeState.lastSeenAt | typeof storeState.lastPlayedAt, interval: string) =>
    sql`coalesce(${column} >= ${at} - ${interval}::interval, false)`;
  const isLowVolume = sql`coalesce(${storeState.volume} < ${company.thresholdVolume}, false)`;
  const condition = sql<Condition>`case when not ${active} then 'inactive' when ${storeState.lastSeenAt} is null then 'never-seen'
    when not opening.open then 'closed' when not ${isSince(storeState.lastSeenAt, "5 minutes")} then 'offline'
    when not ${isSince(storeState.lastPlayedAt, "30 minutes")} then 'silent'
    when ${isLowVolume} then 'low-volume' else 'online' end`;
  const playedLately = isSince(storeState.lastPlayedAt, "24 hours");
  return {
    condition,
    notPlaying: sql`(${active} and opening.open and not ${playedLately})`,
    licenceEnding: sql`(${active} and coalesce(${store.licenceTo} <= (${at} at time zone ${store.timeZone})::date + ${licenceNotice}::int, false))`,
    /** What each fault is over with, whether the store is open or not. */
    isWell: {
      offline: isSince(storeState.lastSeenAt, "5 minutes"),
      silent: isSince(storeState.lastPlayedAt, "30 minutes"),
      "low-volume": sql`not ${isLowVolume}`,
      "not-playing": playedLately,
    },
  };
}

/** Stores of a status, or of what overlaps with it, so that a dashboard's count and its list agree. */
export function inCondition(filter: ConditionFilter, now: Date): SQL {
  const { condition, notPlaying, licenceEnding } = storeFacts(now);
  if (filter === "licence-ending") return licenceEnding;
  return filter === "not-playing" ? notPlaying : sql`${condition} = ${filter}`;
}
