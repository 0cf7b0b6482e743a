import { and, eq, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Condition } from "#contract/stores/conditions";
import type { StoreFilters, StoreQuery } from "#contract/stores/endpoints";
import type { Scope } from "../../access/scope.ts";
import { storesWithin } from "../../access/scope-conditions.ts";
import { columnOf, idKey, type KeyPart, keyset, textKey } from "../../db/keyset.ts";
import {
  company,
  ofAllTypes,
  region,
  store,
  storeDayPlays,
  storeGroup,
  storeState,
  zone,
} from "../../db/schema/index.ts";
import { containsText } from "../../db/text-search.ts";
import type { Db } from "../../db/types.ts";
import { openingAt } from "./opening-times.queries.ts";
import { inCondition, storeFacts } from "./store-condition.queries.ts";

/** A list counts this far and then says "more than". */
export const countedAtMost = 10_000;

export const path = {
  company: eq(company.id, store.companyId),
  state: and(eq(storeState.companyId, store.companyId), eq(storeState.storeId, store.id)),
  region: and(eq(region.companyId, store.companyId), eq(region.id, store.regionId)),
  zone: and(eq(zone.companyId, store.companyId), eq(zone.id, store.zoneId)),
  group: and(eq(storeGroup.companyId, store.companyId), eq(storeGroup.id, store.groupId)),
};

/** A store's code and name, and the names of its units, which a select joins by `path`. */
export const storeNames = {
  storeCode: store.code,
  storeName: store.name,
  regionName: region.name,
  zoneName: zone.name,
  groupName: storeGroup.name,
};

/**
 * The rows that match within the scope. Queries that use it join store_state, company and openingAt
 * where a condition is asked for.
 */
export function matching(
  scope: Scope,
  filters: Omit<StoreFilters, "companyId">,
  now: Date,
): SQL | undefined {
  const { search, regionId, zoneId, groupId, status, condition } = filters;
  return and(
    storesWithin(scope),
    containsText(search, store.name, store.code),
    regionId ? eq(store.regionId, regionId) : undefined,
    zoneId ? eq(store.zoneId, zoneId) : undefined,
    groupId ? eq(store.groupId, groupId) : undefined,
    status ? eq(store.status, status) : undefined,
    condition ? inCondition(condition, now) : undefined,
  );
}

/**
 * A page of stores in the order asked for, and how many match in all. Its rows are found first and
 * described then: a sort by a fact works out no other facts of the rows that it passes over. Throws
 * 422 for a cursor that is not ours.
 */
export async function findStorePage(scope: Scope, db: Db, query: StoreQuery, now: Date) {
  const order = keyset(sortKeys(query.sort, now), {
    descending: query.sort.startsWith("-"),
    cursor: query.cursor,
  });
  const all = db
    .select({ id: store.id, rowKey: order.select, total: totalOf(scope, db, query, now) })
    .from(store)
    .leftJoin(storeState, path.state)
    .leftJoin(region, path.region)
    .leftJoin(zone, path.zone)
    .leftJoin(storeGroup, path.group)
    .$dynamic();
  const storesQuery =
    query.condition || columnOf(query.sort) === "status"
      ? all.innerJoin(company, path.company).innerJoin(openingAt(now), sql`true`)
      : all;
  const pageRows = await storesQuery
    .where(and(matching(scope, query, now), order.where))
    .orderBy(order.orderBy)
    .limit(query.limit + 1);
  const { rows, page } = order.page(pageRows, query.limit);
  const ids = rows.map(({ id }) => id);
  const described =
    ids.length === 0
      ? []
      : await selectStores(db, now).where(
          and(storesWithin(scope), sql`${store.id} = any(${sql.param(ids)}::bigint[])`),
        );
  const byId = new Map(described.map((row) => [row.id, row]));
  return { rows: ids.flatMap((id) => byId.get(id) ?? []), page, total: pageRows[0]?.total };
}

/** Lists the keys that a sort compares, in its order; stores without the first come first. */
function sortKeys(sort: StoreQuery["sort"], now: Date): KeyPart[] {
  const orEmpty = (key: SQLWrapper) => textKey(sql`coalesce(${key}, '')`);
  const keys = {
    name: [textKey(store.nameKey)],
    code: [textKey(store.codeKey)],
    location: [
      orEmpty(region.nameKey),
      orEmpty(zone.nameKey),
      orEmpty(storeGroup.nameKey),
      textKey(store.nameKey),
    ],
    status: [
      { value: rankOf(storeFacts(now).condition), type: "integer" as const },
      textKey(store.nameKey),
    ],
    seen: [
      { value: sql`coalesce(${storeState.lastSeenAt}, '1900-01-01Z')`, type: "instant" as const },
    ],
    volume: [{ value: sql`coalesce(${storeState.volume}, -1)`, type: "integer" as const }],
    plays: [{ value: playsToday(now), type: "integer" as const }],
  };
  return [...keys[columnOf(sort)], idKey(store.id)];
}

/** Order by urgency: first stores with a fault, then those that play, last those that cannot. */
const worstFirst: readonly Condition[] = [
  "offline",
  "silent",
  "low-volume",
  "never-seen",
  "online",
  "closed",
  "inactive",
];
const rankOf = (condition: SQLWrapper) =>
  sql`array_position(${sql.param([...worstFirst])}::text[], ${condition})`;

/**
 * Counts the items that a store has played since its midnight, or the plays that its player
 * reported, verified or not.
 */
export function playsToday(now: Date, figure: "plays" | "received" = "plays") {
  const today = sql`(${now.toISOString()}::timestamptz at time zone ${store.timeZone})::date`;
  return sql<number>`coalesce((select ${ofAllTypes(figure)} from ${storeDayPlays}
    where ${storeDayPlays.companyId} = ${store.companyId} and ${storeDayPlays.day} = ${today} and ${storeDayPlays.storeId} = ${store.id}), 0)`;
}

function selectStores(db: Db, now: Date) {
  return db
    .select({
      id: store.id,
      ...storeNames,
      status: store.status,
      statusSince: store.statusSince,
      condition: storeFacts(now).condition,
      timeZone: store.timeZone,
      lastSeenAt: storeState.lastSeenAt,
      lastPlayedAt: storeState.lastPlayedAt,
      volume: storeState.volume,
      playsToday: playsToday(now),
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

/** Finds active stores, by name, without their status. */
export async function findStoresForAds(
  scope: Scope,
  db: Db,
  query: Omit<StoreQuery, "sort" | "status" | "condition">,
  now: Date,
) {
  const order = keyset([textKey(store.nameKey), idKey(store.id)], {
    descending: false,
    cursor: query.cursor,
  });
  const rows = await db
    .select({
      id: store.id,
      ...storeNames,
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

/**
 * Counts the matches, up to one above 10,000, as a value next to the rows: a query of its own would
 * be one more for every page.
 */
function totalOf(scope: Scope, db: Db, filters: Omit<StoreFilters, "companyId">, now: Date) {
  const some = matchingStores(db, filters, now)
    .where(matching(scope, filters, now))
    .limit(countedAtMost + 1)
    .as("some");
  return sql<number>`(select count(*)::int from ${some})`;
}

/** Finds the ids of the matching stores, up to a limit. */
export async function findMatchingStores(
  scope: Scope,
  db: Db,
  filters: Omit<StoreFilters, "companyId">,
  { now, limit }: { now: Date; limit: number },
): Promise<number[]> {
  const rows = await matchingStores(db, filters, now)
    .where(matching(scope, filters, now))
    .orderBy(store.id)
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** Selects the ids of stores, joined with the inputs of their condition if a filter needs it. */
function matchingStores(db: Db, { condition }: Pick<StoreFilters, "condition">, now: Date) {
  const all = db.select({ id: store.id }).from(store).$dynamic();
  return condition
    ? all
        .innerJoin(company, path.company)
        .leftJoin(storeState, path.state)
        .innerJoin(openingAt(now), sql`true`)
    : all;
}
