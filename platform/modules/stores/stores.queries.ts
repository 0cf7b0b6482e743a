import { and, eq, gt, inArray, type SQL, sql } from "drizzle-orm";
import type { Status } from "#contract/base/status";
import { type Condition, type StoreFilters, type StoreQuery, type Trouble, troubles } from "#contract/stores/endpoints";
import { type Scope, storesWithin } from "../../access/scope.ts";
import { announce } from "../../db/changes.ts";
import type { Db, Tx } from "../../db/client.ts";
import { idKey, keyset, textKey } from "../../db/keyset.ts";
import { company, region, store, storeGroup, storePlays, storeState, zone } from "../../db/schema/index.ts";
import type { SignedInCall } from "../../http/context.ts";
import { auditAll } from "../audit/index.ts";
import { inCondition, openingAt, storeFacts } from "./store-condition.queries.ts";

/** A list counts this far and then says "more than". */
export const countedAtMost = 10_000;

export const nameKey = sql<string>`lower(${store.name}) collate "C"`;
const codeKey = sql<string>`lower(${store.code}) collate "C"`;
const keyOf = (sort: StoreQuery["sort"]) => (sort.endsWith("name") ? nameKey : codeKey);

export const path = {
  company: eq(company.id, store.companyId),
  state: and(eq(storeState.companyId, store.companyId), eq(storeState.storeId, store.id)),
  region: and(eq(region.companyId, store.companyId), eq(region.id, store.regionId)),
  zone: and(eq(zone.companyId, store.companyId), eq(zone.id, store.zoneId)),
  group: and(eq(storeGroup.companyId, store.companyId), eq(storeGroup.id, store.groupId)),
};

/** The rows that match within the scope. Queries that use it join store_state, company and openingAt where a condition is asked for. */
export function matching(scope: Scope, filters: Omit<StoreFilters, "companyId">, now: Date): SQL | undefined {
  const { search, regionId, zoneId, groupId, status, condition } = filters;
  const pattern = `%${search?.replace(/[\\%_]/g, "\\$&")}%`;
  return and(
    storesWithin(scope),
    search ? sql`(${store.name} ilike ${pattern} or ${store.code} ilike ${pattern})` : undefined,
    regionId ? eq(store.regionId, regionId) : undefined,
    zoneId ? eq(store.zoneId, zoneId) : undefined,
    groupId ? eq(store.groupId, groupId) : undefined,
    status ? eq(store.status, status) : undefined,
    condition ? inCondition(condition, now) : undefined,
  );
}

/** A page of stores in the order asked for, each with how many match in all. Throws 422 for a cursor that is not ours. */
export async function findStorePage(scope: Scope, db: Db, query: StoreQuery, now: Date) {
  const order = inOrder(keyOf(query.sort), query.sort.startsWith("-"), query.cursor);
  const rows = await selectStores(db, now, order.select, totalOf(scope, db, query, now))
    .where(and(matching(scope, query, now), order.where))
    .orderBy(order.orderBy)
    .limit(query.limit + 1);
  return order.page(rows, query.limit);
}

const inOrder = (key: SQL, descending: boolean, cursor: string | undefined) =>
  keyset([textKey(key), idKey(store.id)], { descending, cursor });

/** How many items a store has played since its midnight; or how many plays its player reported, verified or not. */
export function playsToday(now: Date, figure: "plays" | "received" = "plays") {
  const today = sql`(${now.toISOString()}::timestamptz at time zone ${store.timeZone})::date`;
  return sql<number>`(select coalesce(sum(${storePlays[figure]}), 0)::int from ${storePlays}
    where ${storePlays.companyId} = ${store.companyId} and ${storePlays.day} = ${today} and ${storePlays.storeId} = ${store.id})`;
}

function selectStores(db: Db, now: Date, rowKey: SQL<string[]>, total: SQL<number>) {
  return db
    .select({
      id: store.id,
      storeCode: store.code,
      storeName: store.name,
      regionName: region.name,
      zoneName: zone.name,
      groupName: storeGroup.name,
      status: store.status,
      statusSince: store.statusSince,
      condition: storeFacts(now).condition,
      timeZone: store.timeZone,
      lastSeenAt: storeState.lastSeenAt,
      lastPlayedAt: storeState.lastPlayedAt,
      volume: storeState.volume,
      playsToday: playsToday(now),
      rowKey,
      total,
    })
    .from(store)
    .innerJoin(company, path.company)
    .leftJoin(storeState, path.state)
    .innerJoin(openingAt(now), sql`true`)
    .leftJoin(region, path.region)
    .leftJoin(zone, path.zone)
    .leftJoin(storeGroup, path.group)
    .$dynamic();
}

/** The same for active stores alone, by name, and without what they are doing. */
export async function findStoresForAds(scope: Scope, db: Db, query: Omit<StoreQuery, "sort" | "status" | "condition">, now: Date) {
  const order = inOrder(nameKey, false, query.cursor);
  const rows = await db
    .select({
      id: store.id,
      storeCode: store.code,
      storeName: store.name,
      regionName: region.name,
      zoneName: zone.name,
      groupName: storeGroup.name,
      timeZone: store.timeZone,
      city: store.city,
      rowKey: order.select,
    })
    .from(store)
    .leftJoin(region, path.region)
    .leftJoin(zone, path.zone)
    .leftJoin(storeGroup, path.group)
    .where(and(matching(scope, { ...query, status: "active" }, now), order.where))
    .orderBy(order.orderBy)
    .limit(query.limit + 1);
  return order.page(rows, query.limit);
}

/** How many match, counted to one above 10,000, as a value beside the rows: asked for apart it would cost a page a query more. */
function totalOf(scope: Scope, db: Db, filters: Omit<StoreFilters, "companyId">, now: Date) {
  const all = db.select({ one: sql`1` }).from(store).$dynamic();
  const judged = filters.condition
    ? all.innerJoin(company, path.company).leftJoin(storeState, path.state).innerJoin(openingAt(now), sql`true`)
    : all;
  const some = judged
    .where(matching(scope, filters, now))
    .limit(countedAtMost + 1)
    .as("some");
  return sql<number>`(select count(*)::int from ${some})`;
}

/** How many of the stores that match have each status, each judged once, and how many are not playing. */
export async function countConditions(scope: Scope, db: Db, filters: Omit<StoreFilters, "companyId" | "condition">, now: Date) {
  const judged = db
    .select({ condition: storeFacts(now).condition.as("condition"), notPlaying: storeFacts(now).notPlaying.as("not_playing") })
    .from(store)
    .innerJoin(company, path.company)
    .leftJoin(storeState, path.state)
    .innerJoin(openingAt(now), sql`true`)
    .where(matching(scope, filters, now))
    .as("judged");
  const count = (condition: Condition) => sql<number>`(count(*) filter (where ${judged.condition} = ${condition}))::int`;
  const [counts] = await db
    .select({
      total: sql<number>`count(*)::int`,
      online: count("online"),
      offline: count("offline"),
      silent: count("silent"),
      lowVolume: count("low-volume"),
      neverSeen: count("never-seen"),
      closed: count("closed"),
      inactive: count("inactive"),
      notPlaying: sql<number>`(count(*) filter (where ${judged.notPlaying}))::int`,
    })
    .from(judged);
  return counts;
}

/**
 * The active companies of the provider's that have stores in trouble, those with most first: how many of their active stores have which
 * trouble, each store judged once, and how many companies there are in all. It is the provider's view: it goes over every company.
 */
export async function countTroubles(_provider: Scope, db: Db, now: Date, limit: number) {
  const facts = storeFacts(now);
  const judged = db
    .select({
      companyId: sql<number>`${company.id}`.as("company_id"),
      companyName: sql<string>`${company.name}`.as("company_name"),
      condition: facts.condition.as("condition"),
      notPlaying: facts.notPlaying.as("not_playing"),
    })
    .from(store)
    .innerJoin(company, path.company)
    .leftJoin(storeState, path.state)
    .innerJoin(openingAt(now), sql`true`)
    .where(and(eq(company.kind, "client"), eq(company.status, "active"), eq(store.status, "active")))
    .as("judged");
  const isTrouble = (trouble: Trouble) => (trouble === "not-playing" ? judged.notPlaying : sql`${judged.condition} = ${trouble}`);
  const count = (trouble: Trouble) => sql<number>`(count(*) filter (where ${isTrouble(trouble)}))::int`;
  const troubled = sql<number>`(count(*) filter (where ${sql.join(troubles.map(isTrouble), sql` or `)}))::int`;
  return db
    .select({
      companyId: judged.companyId,
      companyName: judged.companyName,
      stores: sql<number>`count(*)::int`,
      troubled,
      offline: count("offline"),
      silent: count("silent"),
      notPlaying: count("not-playing"),
      lowVolume: count("low-volume"),
      neverSeen: count("never-seen"),
      total: sql<number>`(count(*) over ())::int`,
    })
    .from(judged)
    .groupBy(judged.companyId, judged.companyName)
    .having(sql`${troubled} > 0`)
    .orderBy(sql`${troubled} desc`, sql`lower(${judged.companyName}) collate "C"`, judged.companyId)
    .limit(limit);
}

/** Locks the stores named, in key order, so that two bulk changes never wait for each other in a circle. */
export const lockStores = (scope: Scope, db: Db, ids: number[]) =>
  db
    .select({ id: store.id, status: store.status })
    .from(store)
    .where(and(storesWithin(scope), inArray(store.id, ids)))
    .orderBy(store.id)
    .for("update");

/** The first so many after a key that match (see keySlices). What each is doing is judged only where it is asked for: it takes longer than the lock. */
export function lockMatchingStores(
  scope: Scope,
  db: Db,
  filters: Omit<StoreFilters, "companyId">,
  now: Date,
  [after, limit]: [number, number],
) {
  const all = db.select({ id: store.id, status: store.status }).from(store).$dynamic();
  const judged = filters.condition
    ? all.innerJoin(company, path.company).leftJoin(storeState, path.state).innerJoin(openingAt(now), sql`true`)
    : all;
  return judged
    .where(and(matching(scope, filters, now), gt(store.id, after)))
    .orderBy(store.id)
    .limit(limit)
    .for("update", { of: store });
}

/** Of stores that are locked and have the other status, with an audit row each. */
export async function setStatus(scope: Scope, tx: Tx, call: SignedInCall, ids: number[], status: Status, now: Date) {
  const [action, before] = status === "active" ? ["store activated", "inactive"] : ["store deactivated", "active"];
  const those = and(storesWithin(scope), sql`${store.id} = any(${sql.param(ids)}::bigint[])`);
  await tx.update(store).set({ status, statusSince: now, updatedAt: now }).where(those);
  announce(tx, "stores", scope);
  await auditAll(
    tx,
    call,
    sql`select ${store.companyId}, ${action}, 'store', ${store.id}::text, ${store.name}, ${JSON.stringify({ status: before })}::jsonb,
      ${JSON.stringify({ status })}::jsonb from ${store} where ${those} order by ${store.id}`,
  );
}
