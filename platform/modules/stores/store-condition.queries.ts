import { type SQL, sql } from "drizzle-orm";
import { licenceNotice } from "#contract/dashboard/endpoints";
import type { Condition, ConditionFilter } from "#contract/stores/endpoints";
import { company, store, storeHours, storeHoursException, storeState } from "../../db/schema/index.ts";

/**
 * Whether each store is open at an instant, worked out once a store, whatever number of facts ask for it (`offset 0` keeps the planner
 * from copying it into each). Joined on true wherever the facts below are used. A date's exception stands in place of its weekday's
 * hours; what is open past midnight belongs to the date on which it opened.
 */
export function openingAt(now: Date | SQL): SQL {
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
      from (select ${now instanceof Date ? sql`${now.toISOString()}::timestamptz` : now} at time zone ${store.timeZone} as local offset 0) as at offset 0) as clock
    offset 0) as opening`;
}

/**
 * When the opening began in which each store is at an instant, or the one that it followed without a gap (all day, each day): a store is not
 * at fault for what it did while it was closed. Joined on true; null where it is closed.
 */
export function openedAt(now: Date): SQL {
  const other = storeHoursException;
  const local = sql`(${now.toISOString()}::timestamptz at time zone ${store.timeZone})`;
  return sql`lateral (
    with span as (
      select date + coalesce(${other.opens}, ${storeHours.opens}) * interval '1 minute' as begins,
        date + coalesce(${other.closes}, ${storeHours.closes}) * interval '1 minute' as ends
      from generate_series(date_trunc('day', ${local}) - interval '2 days', ${local}, interval '1 day') as dates (date)
        left join ${other} on ${other.companyId} = ${store.companyId} and ${other.storeId} = ${store.id} and ${other.day} = date::date
        left join ${storeHours} on ${storeHours.companyId} = ${store.companyId} and ${storeHours.storeId} = ${store.id}
          and ${storeHours.weekday} = extract(dow from date) and ${other.day} is null)
    select min(earlier.begins) at time zone ${store.timeZone} as opened_at
    from span as latest join span as earlier on earlier.begins <= latest.begins and earlier.ends >= latest.begins
    where latest.begins <= ${local} and latest.ends > ${local}
  ) as opened`;
}

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
