import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { WallQuery } from "#contract/alerts/wall";
import { type AlertKind, alertKinds } from "#contract/alerts/words";
import { areaRoles, areaSubRoles, isProvider } from "#contract/base/roles";
import type { Caller } from "../../access/caller.ts";
import type { Scope } from "../../access/scope.ts";
import { userSeesStore } from "../../access/scope-conditions.ts";
import { fullNameOf } from "../../db/full-name.ts";
import { idKey, keyset } from "../../db/keyset.ts";
import { alert, appUser, company, region, store, storeGroup, zone } from "../../db/schema/index.ts";
import { containsText } from "../../db/text-search.ts";
import type { Db, Tx } from "../../db/types.ts";
import { path } from "../stores/index.ts";
import { columns, hasIdIn, instant, isOfStore, within } from "./alerts.queries.ts";

/** A company's wall, or the provider's of all companies. */
export type Wall = { isOfAll: boolean; username: string; now: Date };

export const isSnoozed = (now: Date) =>
  sql`coalesce(${alert.snoozedUntil} > ${instant(now)}, false)`;
export const isMine = (username: string) =>
  sql`coalesce(${alert.acknowledgedBy} = ${username}, false)`;

/** The raised alerts of a wall's stores, over or not. */
export const ofStores = (scope: Scope, isOfAll: boolean): SQL | undefined =>
  isOfAll
    ? sql`${alert.raisedAt} is not null and ${company.kind} = 'client' and ${company.status} = 'active'`
    : within(scope);

/** True for a not-playing alert whose store is already listed as offline or silent. */
export const isRepeated = sql`(${alert.kind} = 'not-playing' and exists (select 1 from alert as worse where worse.company_id = ${alert.companyId}
  and worse.store_id = ${alert.storeId} and worse.kind in ('offline', 'silent') and worse.ended_at is null and worse.raised_at is not null))`;

/** Matches a wall's open alerts, without repeated ones. */
export const ofWall = (scope: Scope, { isOfAll }: Wall): SQL | undefined =>
  and(ofStores(scope, isOfAll), isNull(alert.endedAt), sql`not ${isRepeated}`);

/** City, state and country of a store, those that it has. */
export const place = sql<string>`concat_ws(', ', ${store.city}, ${store.state}, ${store.country})`;

/** Narrows a wall to a company and a place. */
const isNarrowedTo = ({
  onlyCompanyId,
  place: words,
}: Pick<WallQuery, "onlyCompanyId" | "place">) =>
  and(
    onlyCompanyId ? eq(alert.companyId, onlyCompanyId) : undefined,
    words ? sql`lower(${place}) = lower(${words})` : undefined,
  );

function matching(query: WallQuery, { username, now }: Wall): SQL | undefined {
  const { state, kind, owner, olderThan, search, ids } = query;
  const { regionId, zoneId, groupId, storeId } = query;
  return and(
    state === "all" ? undefined : sql`${isSnoozed(now)} = ${state === "snoozed"}`,
    kind ? eq(alert.kind, kind) : undefined,
    owner === "none" ? isNull(alert.acknowledgedBy) : undefined,
    owner === "mine" ? isMine(username) : undefined,
    olderThan === undefined
      ? undefined
      : sql`${alert.beganAt} <= ${instant(now)} - ${olderThan} * interval '1 minute'`,
    containsText(search, store.name, store.code, store.city),
    ids ? hasIdIn(ids) : undefined,
    isNarrowedTo(query),
    regionId ? eq(store.regionId, regionId) : undefined,
    zoneId ? eq(store.zoneId, zoneId) : undefined,
    groupId ? eq(store.groupId, groupId) : undefined,
    storeId ? eq(store.id, storeId) : undefined,
  );
}

/** The place of a kind in their order, the most serious first. */
export const severity = sql`array_position(array[${sql.join(
  alertKinds.map((kind) => sql`${kind}`),
  sql`, `,
)}]::text[], ${alert.kind})`;

const weekBefore = (now: Date) => sql`${instant(now)} - interval '7 days'`;

/** Counts the alerts that a store had in a week, with the one of the row. */
const alertsInWeek = (now: Date) =>
  sql<number>`(select count(*)::int from alert as other where other.company_id = ${alert.companyId} and other.store_id = ${alert.storeId}
    and other.raised_at is not null and other.kind <> 'not-playing' and (other.began_at >= ${weekBefore(now)} or other.id = ${alert.id}))`;

/** A page of a wall, the most serious first, then by time. Throws 422 for a cursor not ours. */
export async function findWallPage(scope: Scope, db: Db, query: WallQuery, wall: Wall) {
  const order = keyset(
    [
      { value: severity, type: "integer" },
      { value: alert.beganAt, type: "instant" },
      idKey(alert.id),
    ],
    { descending: false, cursor: query.cursor },
  );
  const rows = await db
    .select({
      ...columns,
      companyId: alert.companyId,
      companyName: company.name,
      city: store.city,
      phone: sql<
        string | null
      >`'+' || coalesce(${store.phoneCountryCode}, '91') || ' ' || ${store.phone}`,
      alertsInWeek: alertsInWeek(wall.now),
      rowKey: order.select,
    })
    .from(alert)
    .innerJoin(store, isOfStore)
    .innerJoin(company, path.company)
    .leftJoin(region, path.region)
    .leftJoin(zone, path.zone)
    .leftJoin(storeGroup, path.group)
    .where(and(ofWall(scope, wall), matching(query, wall), order.where))
    .orderBy(order.orderBy)
    .limit(query.limit + 1);
  return order.page(rows, query.limit);
}

export type WallCounts = Record<
  AlertKind | "total" | "open" | "stores" | "unowned" | "mine" | "snoozed",
  number
>;

/**
 * Counts the alerts that match. Of the whole wall, or its company and place, counts those that wait,
 * their stores, those without an owner, the caller's own, those snoozed, and those of each kind.
 */
export async function countWall(
  scope: Scope,
  db: Db,
  query: WallQuery,
  wall: Wall,
): Promise<WallCounts> {
  const { now, username } = wall;
  const waits = sql`not ${isSnoozed(now)}`;
  const count = (where: SQL | undefined) =>
    sql<number>`(count(*) filter (where ${where ?? sql`true`}))::int`;
  const ofKind = (kind: AlertKind) => count(and(waits, eq(alert.kind, kind)));
  const [counts] = await db
    .select({
      total: count(matching(query, wall)),
      open: count(waits),
      stores: sql<number>`(count(distinct (${alert.companyId}, ${alert.storeId})) filter (where ${waits}))::int`,
      unowned: count(and(waits, isNull(alert.acknowledgedBy))),
      mine: count(and(waits, isMine(username))),
      snoozed: count(isSnoozed(now)),
      help: ofKind("help"),
      offline: ofKind("offline"),
      silent: ofKind("silent"),
      "low-volume": ofKind("low-volume"),
      "not-playing": ofKind("not-playing"),
      "log-ending": ofKind("log-ending"),
      paused: ofKind("paused"),
    })
    .from(alert)
    .innerJoin(store, isOfStore)
    .innerJoin(company, path.company)
    .where(and(ofWall(scope, wall), isNarrowedTo(query)));
  if (!counts) throw new Error("the count returned no row");
  return counts;
}

/**
 * Counts the alerts of a wall's stores that ended in the last seven days, and how many minutes they
 * took on average (0 if none ended). Leaves out alerts of deactivated stores.
 */
export async function measureRepairs(
  scope: Scope,
  db: Db,
  { onlyCompanyId }: Pick<WallQuery, "onlyCompanyId">,
  { isOfAll, now }: Wall,
): Promise<{ repairs: number; repairMinutes: number }> {
  const [repaired] = await db
    .select({
      repairs: sql<number>`count(*)::int`,
      repairMinutes: sql<number>`coalesce(round(avg(extract(epoch from ${alert.endedAt} - ${alert.beganAt}) / 60)), 0)::int`,
    })
    .from(alert)
    .innerJoin(company, eq(company.id, alert.companyId))
    .where(
      and(
        ofStores(scope, isOfAll),
        sql`${alert.ending} <> 'deactivated' and ${alert.endedAt} >= ${weekBefore(now)}`,
        onlyCompanyId ? eq(alert.companyId, onlyCompanyId) : undefined,
      ),
    );
  if (!repaired) throw new Error("the count returned no row");
  return repaired;
}

/** True if a person may own alerts: active, and with access to the dashboard. */
export const mayOwn = ({ companyId, ...person }: Pick<Caller, "companyId" | "role" | "subRole">) =>
  and(
    eq(appUser.companyId, companyId),
    eq(appUser.status, "active"),
    sql`${appUser.role} = any(${sql.param([...areaRoles.DASHBOARD])}::text[])`,
    isProvider(person)
      ? sql`${appUser.subRole} = any(${sql.param([...(areaSubRoles.DASHBOARD ?? [])])}::text[])`
      : userSeesStore(),
  );

/** A username is the same in any case. */
export const isCalled = (username: string) =>
  sql`lower(${appUser.username}) = ${username.toLowerCase()}`;

/** A person of the caller's company who may own an alert. */
export type Owner = { alertId: number; userId: number; username: string; name: string };

/**
 * Finds the people of the caller's company who may own these alerts: all who see the alert's store,
 * or with `username` that person alone.
 */
export const findOwners = (
  scope: Scope,
  db: Db | Tx,
  {
    caller,
    alertIds,
    username,
  }: { caller: Caller; alertIds: readonly number[]; username?: string },
): Promise<Owner[]> =>
  db
    .select({
      alertId: alert.id,
      userId: appUser.id,
      username: appUser.username,
      name: fullNameOf(appUser),
    })
    .from(alert)
    .innerJoin(store, isOfStore)
    .innerJoin(appUser, mayOwn(caller) ?? sql`false`)
    .where(and(within(scope), hasIdIn(alertIds), username ? isCalled(username) : undefined))
    .orderBy(alert.id, appUser.usernameKey, appUser.id);
