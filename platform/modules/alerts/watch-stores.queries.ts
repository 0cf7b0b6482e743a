import { eq, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import {
  type AlertKind,
  type AlertSwitch,
  alertSettingLimits,
  alertSwitches,
} from "#contract/alerts/words";
import { memberNames } from "#contract/base/records";
import { areaRoles } from "#contract/base/roles";
import type { Scope } from "../../access/scope.ts";
import { userSeesStore } from "../../access/scope-conditions.ts";
import {
  alert,
  alertSetting,
  appUser,
  company,
  store,
  storeHour,
  storeState,
} from "../../db/schema/index.ts";
import type { Db, Tx } from "../../db/types.ts";
import { hasStarted, openedAt, openingAt, path, storeFacts } from "../stores/index.ts";
import { instant } from "./alerts.queries.ts";

/**
 * A fault counts once the job has seen it in each of its runs for this long: after a restart
 * players send heartbeats again, and report their plays.
 */
const watched = sql`interval '4 minutes'`;
/** A run later than this after the one before was not watching. */
const longestGap = sql`interval '3 minutes'`;

const isOfStore = sql`${alert.companyId} = ${store.companyId} and ${alert.storeId} = ${store.id}`;
const rows = (column: { name: string }) => sql.identifier(column.name);

/**
 * Resolves a store's settings, joined on true: its own, else its group's, zone's, region's or
 * company's, else the built-in ones.
 */
function settingsOfStore(): SQL {
  const row = alertSetting;
  const first = (
    column:
      | SQL
      | (typeof alertSetting)[
          | keyof typeof alertSettingLimits
          | AlertSwitch
          | "quietFrom"
          | "quietTo"],
  ) =>
    sql`(array_agg(${column} order by num_nonnulls(${row.storeId}) desc, num_nonnulls(${row.groupId}) desc, num_nonnulls(${row.zoneId}) desc,
      num_nonnulls(${row.regionId}) desc) filter (where ${column} is not null))[1]`;
  const columns = [
    ...memberNames(alertSettingLimits).map(
      (name) =>
        sql`coalesce(${first(row[name])}, ${sql.raw(String(alertSettingLimits[name].usual))}) as ${rows(row[name])}`,
    ),
    ...memberNames(alertSwitches).map(
      (name) => sql`coalesce(${first(row[name])}, true) as ${rows(row[name])}`,
    ),
    sql`${first(row.quietFrom)} as quiet_from, ${first(row.quietTo)} as quiet_to`,
  ];
  return sql`lateral (select ${sql.join(columns, sql`, `)} from ${row} where ${row.companyId} = ${store.companyId}
    and (num_nonnulls(${row.regionId}, ${row.zoneId}, ${row.groupId}, ${row.storeId}) = 0 or ${row.regionId} = ${store.regionId}
      or ${row.zoneId} = ${store.zoneId} or ${row.groupId} = ${store.groupId} or ${row.storeId} = ${store.id}) offset 0) as settings`;
}

/** True in quiet hours, which are in the store's local time and may run past midnight. */
function isQuiet(now: Date): SQL {
  const clock = sql`to_char(${instant(now)} at time zone ${store.timeZone}, 'HH24:MI')`;
  return sql`coalesce(case when settings.quiet_from < settings.quiet_to then ${clock} >= settings.quiet_from and ${clock} < settings.quiet_to
    when settings.quiet_from > settings.quiet_to then ${clock} >= settings.quiet_from or ${clock} < settings.quiet_to end, false)`;
}

/** The start of the store's day, on its own clock. */
const today = (now: Date) => sql`date_trunc('day', ${instant(now)} at time zone ${store.timeZone})`;

/** The minutes for which people paused a store's music today; asks only of those that paused it. */
const pausedToday = (now: Date) =>
  sql`case when ${storeState.pausedUntil} > ${today(now)} at time zone ${store.timeZone} then (
    select coalesce(sum(bit_count(${storeHour.paused})), 0) from ${storeHour} where ${storeHour.companyId} = ${store.companyId}
      and ${storeHour.storeId} = ${store.id} and ${storeHour.hourAt} > ${instant(now)} - interval '26 hours'
      and ${storeHour.localHour} >= ${today(now)}) else 0 end`;

/** True if a person closed an alert of pauses today, so that the day raises no second one. */
const hasClosedPauses = (now: Date) =>
  sql`exists (select 1 from ${alert} where ${isOfStore} and ${alert.kind} = 'paused' and ${alert.ending} = 'closed'
    and ${alert.endedAt} >= ${today(now)} at time zone ${store.timeZone})`;

/** Active clients, and others while they have alerts to end. */
export async function findCompaniesToWatch(db: Db): Promise<number[]> {
  const hasOpen = sql`exists (select 1 from ${alert} where ${alert.companyId} = ${company.id} and ${alert.endedAt} is null)`;
  const companies = await db
    .select({ id: company.id })
    .from(company)
    .where(sql`${company.kind} = 'client' and (${company.status} = 'active' or ${hasOpen})`)
    .orderBy(company.id);
  return companies.map(({ id }) => id);
}

/**
 * Keeps other processes from watching the company until the transaction ends; false where one of
 * them does.
 */
export async function lockToWatch({ companyId }: Scope, tx: Tx): Promise<boolean> {
  const locked = await tx
    .select({ id: company.id })
    .from(company)
    .where(eq(company.id, companyId))
    .for("no key update", { skipLocked: true });
  return locked.length > 0;
}

/**
 * Records which open, active stores have a fault, and since when. A recorded fault stays unchanged;
 * one that was seen in each run keeps the beginning of its watch.
 */
export function noteFaults(scope: Scope, tx: Tx, now: Date) {
  const { condition, watched: watchedFor, silentSince, unplayedSince } = storeFacts(now);
  return tx.execute(sql`insert into ${alert} (company_id, store_id, kind, began_at, watched_from, watched_at)
    select state.company_id, state.store_id, fault.kind, least(fault.since, ${instant(now)}), ${instant(now)}, ${instant(now)}
    from (select ${store.companyId}, ${store.id} as store_id, ${condition} as condition,
        ${watchedFor.silent} as is_silent, ${silentSince(sql`opened.opened_at`)} as silent_since, ${watchedFor["not-playing"]} as is_unplayed, ${unplayedSince} as unplayed_since,
        ${storeState.lastSeenAt}, ${storeState.lastPlayedAt}, ${storeState.storedUntil}, ${store.statusSince}, opened.opened_at,
        settings.log_hours * interval '1 hour' as log_left,
        case when ${pausedToday(now)} > settings.paused_minutes then not ${hasClosedPauses(now)} else false end as has_paused
      from ${store} join ${company} on ${path.company} join ${storeState} on ${path.state} cross join ${openingAt(now)} cross join ${openedAt(now)}
        cross join ${settingsOfStore()}
      where ${store.companyId} = ${scope.companyId} and ${store.status} = 'active' and ${company.status} = 'active' and opening.open
        and ${hasStarted}
      offset 0) as state
    cross join lateral (values
      ('offline', condition = 'offline', greatest(coalesce(last_seen_at, last_played_at), opened_at, status_since)),
      ('silent', is_silent, silent_since),
      ('low-volume', condition = 'low-volume', ${instant(now)}),
      ('not-playing', is_unplayed, unplayed_since),
      ('log-ending', stored_until < ${instant(now)} + log_left, ${instant(now)}),
      ('paused', has_paused, ${instant(now)})) as fault (kind, is_at_fault, since)
    where fault.is_at_fault
    order by state.store_id, fault.kind
    on conflict (company_id, store_id, kind) where ended_at is null do update set watched_at = greatest(${alert.watchedAt}, excluded.watched_at),
      watched_from = case when ${alert.watchedAt} < excluded.watched_at - ${longestGap} then excluded.watched_at else ${alert.watchedFrom} end
    where ${alert.raisedAt} is null`);
}

/**
 * Forgets faults that passed, or whose store closed, before they had lasted for their threshold.
 */
export const forgetPassedFaults = (scope: Scope, tx: Tx, now: Date) =>
  tx.execute(
    sql`delete from ${alert} where company_id = ${scope.companyId} and raised_at is null and watched_at < ${instant(now)}`,
  );

/** Makes alerts of faults that have lasted for their threshold. */
export const raiseAlerts = (scope: Scope, tx: Tx, now: Date) =>
  tx.execute(sql`update ${alert} set raised_at = ${instant(now)} where (company_id, id) in (select ${alert.companyId}, ${alert.id}
    from ${alert} join ${store} on ${isOfStore} cross join ${settingsOfStore()}
    where ${alert.companyId} = ${scope.companyId} and ${alert.raisedAt} is null and ${alert.watchedAt} = ${instant(now)}
      and ${alert.watchedFrom} <= ${instant(now)} - ${watched}
      and case ${alert.kind} when 'offline' then ${alert.beganAt} <= ${instant(now)} - settings.offline_minutes * interval '1 minute'
        when 'silent' then ${alert.beganAt} <= ${instant(now)} - settings.silent_minutes * interval '1 minute'
        when 'low-volume' then ${alert.beganAt} <= ${instant(now)} - settings.low_volume_minutes * interval '1 minute'
        when 'not-playing' then ${alert.watchedFrom} <= ${instant(now)} - settings.silent_minutes * interval '1 minute'
        else true end)`);

/**
 * Ends alerts of stores that are well again, which need not be open, and of those that no longer
 * play.
 */
export function endAlerts(scope: Scope, tx: Tx, now: Date) {
  const { isWell } = storeFacts(now);
  const isGone = sql`(${store.status} <> 'active' or ${company.status} <> 'active')`;
  // in one join, by the alert's store: joined with itself it took half a minute on ten thousand
  // alerts that no statistics knew of yet
  return tx.execute(sql`update ${alert} set ended_at = ${instant(now)}, ending = case when ${isGone} then 'deactivated' else 'recovered' end
    from ${store} join ${company} on ${path.company} left join ${storeState} on ${path.state} cross join ${settingsOfStore()}
    where ${alert.companyId} = ${scope.companyId} and ${isOfStore} and ${alert.raisedAt} is not null and ${alert.endedAt} is null and (${isGone}
      or case ${alert.kind} when 'help' then false when 'offline' then ${isWell.offline} when 'silent' then ${isWell.silent} when 'low-volume' then ${isWell["low-volume"]}
        when 'not-playing' then ${isWell["not-playing"]} when 'paused' then ${pausedToday(now)} <= settings.paused_minutes else coalesce(${storeState.storedUntil} >= ${instant(now)} + settings.log_hours * interval '1 hour', true) end)`);
}

/**
 * Gives webhook payloads for the stores that this run of the job found offline, or back online.
 */
export async function findOfflineChanges(
  scope: Scope,
  tx: Tx,
  now: Date,
  kind: "store.offline" | "store.back",
): Promise<object[]> {
  const isNow =
    kind === "store.offline"
      ? sql`${alert.raisedAt} = ${instant(now)}`
      : sql`${alert.endedAt} = ${instant(now)} and ${alert.ending} = 'recovered'`;
  const { rows: changes } = await tx.execute<{
    fact: object;
  }>(sql`select json_build_object('storeId', ${store.id}, 'storeCode', ${store.code},
      'storeName', ${store.name}, 'alertId', ${alert.id}, 'offlineSince', ${isoOf(alert.beganAt)}, 'offlineUntil', ${isoOf(alert.endedAt)}) as fact
    from ${alert} join ${store} on ${isOfStore}
    where ${alert.companyId} = ${scope.companyId} and ${alert.kind} = 'offline' and ${isNow} order by ${alert.id}`);
  return changes.map(({ fact }) => fact);
}

const isoOf = (column: SQLWrapper) =>
  sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/**
 * Marks as notified, and gives, what people must be notified of now: faults or recoveries of stores
 * without quiet hours now, and calls for help at any hour. Gives each once. A day with long pauses
 * ends without a notice: the next has begun.
 */
export async function markAlertsNotified(
  scope: Scope,
  tx: Tx,
  now: Date,
  what: "fault" | "recovery",
): Promise<number[]> {
  const isSwitchedOn = sql.join(
    memberNames(alertSwitches).map(
      (name) => sql`when ${alertSwitches[name]} then settings.${rows(alertSetting[name])}`,
    ),
    sql` `,
  );
  const isDue =
    what === "fault"
      ? sql`${alert.raisedAt} is not null and ${alert.toldAt} is null and ${alert.endedAt} is null and case ${alert.kind} when 'help' then true ${isSwitchedOn} end`
      : sql`${alert.endedAt} is not null and ${alert.toldAt} is not null and ${alert.recoveryToldAt} is null and ${alert.ending} = 'recovered' and ${alert.kind} <> 'paused'`;
  const { rows: dueAlerts } = await tx.execute<{ id: number }>(sql`update ${alert}
    set ${rows(what === "fault" ? alert.toldAt : alert.recoveryToldAt)} = ${instant(now)}
    where (company_id, id) in (select ${alert.companyId}, ${alert.id} from ${alert} join ${store} on ${isOfStore} cross join ${settingsOfStore()}
      where ${alert.companyId} = ${scope.companyId} and ${isDue} and (${alert.kind} = 'help' or not ${isQuiet(now)}))
    returning ${alert.id}`);
  return dueAlerts.map(({ id }) => Number(id));
}

/**
 * The contents of one person's notice of one kind: how many stores, the first by name, and one of
 * their IDs.
 */
export type NoticeToSend = {
  userId: number;
  kind: AlertKind;
  stores: number;
  names: string[];
  storeId: number;
};

/**
 * Finds the people to notify of each alert: the active users who may open the dashboard and whose
 * scope contains the store.
 */
export async function findPeopleToTell(
  scope: Scope,
  db: Db,
  alertIds: readonly number[],
  namesEach: number,
): Promise<NoticeToSend[]> {
  const { rows: people } =
    await db.execute<NoticeToSend>(sql`select ${appUser.id}::int as "userId", ${alert.kind} as kind, count(*)::int as stores,
      (array_agg(${store.name} order by ${store.nameKey}, ${store.id}))[1:${sql.raw(String(namesEach))}] as names, min(${store.id})::int as "storeId"
    from ${alert} join ${store} on ${isOfStore} join ${appUser} on ${appUser.companyId} = ${alert.companyId}
    where ${alert.companyId} = ${scope.companyId} and ${alert.id} = any(${sql.param([...alertIds])}::bigint[]) and ${appUser.status} = 'active'
      and ${appUser.role} = any(${sql.param([...areaRoles.DASHBOARD])}::text[]) and ${userSeesStore()}
    group by ${appUser.id}, ${alert.kind} order by ${appUser.id}`);
  return people;
}
