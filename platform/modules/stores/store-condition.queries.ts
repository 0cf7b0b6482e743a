import { type SQL, sql } from "drizzle-orm";
import type { Condition } from "#contract/stores/endpoints";
import { company, store, storeHours, storeHoursException, storeState } from "../../db/schema/index.ts";

/**
 * Whether each store is open at an instant, worked out once a store, whatever number of facts ask for it (`offset 0` keeps the planner
 * from copying it into each). Joined on true wherever the facts below are used. A date's exception stands in place of its weekday's
 * hours; what is open past midnight belongs to the date on which it opened.
 */
export function openingAt(now: Date): SQL {
  const { companyId, storeId, weekday, opens, closes } = storeHours;
  const other = storeHoursException;
  const ofStore = sql`${other.companyId} = ${store.companyId} and ${other.storeId} = ${store.id}`;
  const excepted = (day: SQL) => sql`exists (select 1 from ${other} where ${ofStore} and ${other.day} = ${day})`;
  const [today, yesterday] = [sql`clock.day`, sql`clock.day - 1`];
  return sql`lateral (
    select exists (select 1 from ${storeHours} where ${companyId} = ${store.companyId} and ${storeId} = ${store.id}
      and ((${weekday} = clock.weekday and clock.minute >= ${opens} and clock.minute < ${closes} and not ${excepted(today)})
        or (${weekday} = (clock.weekday + 6) % 7 and clock.minute + 1440 < ${closes} and not ${excepted(yesterday)})))
      or exists (select 1 from ${other} where ${ofStore} and ((${other.day} = ${today} and clock.minute >= ${other.opens} and clock.minute < ${other.closes})
        or (${other.day} = ${yesterday} and clock.minute + 1440 < ${other.closes}))) as open
    from (select local::date as day, extract(dow from local)::int as weekday,
        (extract(hour from local) * 60 + extract(minute from local))::int as minute
      from (select ${now.toISOString()}::timestamptz at time zone ${store.timeZone} as local offset 0) as at offset 0) as clock
    offset 0) as opening`;
}

/**
 * What a store is doing at an instant, as SQL over store, store_state (left joined), company and openingAt (docs/domain.md section 4):
 * offline: open and no heartbeat for 5 minutes; silent: open, connected, nothing played for 30 minutes; not playing: open and nothing
 * played for 24 hours; low volume: open, connected, below the company's threshold. Each is a fact of its own; `condition` is the worst.
 */
export function storeFacts(now: Date) {
  const at = sql`${now.toISOString()}::timestamptz`;
  const open = sql`opening.open`;
  const active = sql`(${store.status} = 'active')`;
  const judged = sql`(${active} and ${open})`;
  const since = (column: typeof storeState.lastSeenAt | typeof storeState.lastPlayedAt, interval: string) =>
    sql`coalesce(${column} >= ${at} - ${interval}::interval, false)`;
  const isSeen = since(storeState.lastSeenAt, "5 minutes");
  const facts = {
    inactive: sql`not ${active}`,
    closed: sql`(${active} and not ${open})`,
    online: sql`(${judged} and ${isSeen})`,
    offline: sql`(${judged} and not ${isSeen})`,
    notPlaying: sql`(${judged} and not ${since(storeState.lastPlayedAt, "24 hours")})`,
    silent: sql`(${judged} and ${isSeen} and not ${since(storeState.lastPlayedAt, "30 minutes")})`,
    lowVolume: sql`(${judged} and ${isSeen} and coalesce(${storeState.volume} < ${company.thresholdVolume}, false))`,
  };
  const condition = sql<Condition>`case when not ${active} then 'inactive' when not ${open} then 'closed' when not ${isSeen} then 'offline'
    when ${facts.notPlaying} then 'not-playing' when ${facts.silent} then 'silent' when ${facts.lowVolume} then 'low-volume' else 'online' end`;
  return { ...facts, condition };
}

const factOf = {
  "not-playing": "notPlaying",
  "low-volume": "lowVolume",
  silent: "silent",
  offline: "offline",
  online: "online",
  closed: "closed",
  inactive: "inactive",
} as const;

/** Stores for which a condition holds, be it the worst or not, so that a dashboard's count and its list agree. */
export const inCondition = (condition: Condition, now: Date): SQL => storeFacts(now)[factOf[condition]];
