import { and, eq, inArray, ne, type SQL, sql } from "drizzle-orm";
import type { StoreFilters, StoreForm, StoreQuery } from "#contract/stores";
import { groupsWithin, type Scope, storesWithin } from "../../access/scope.ts";
import type { Db } from "../../db/client.ts";
import { csvSafe } from "../../db/copy-csv.ts";
import type { Cursor } from "../../db/keyset.ts";
import { company, playDaily, region, store, storeGroup, storeHours, storeState, zone } from "../../db/schema/index.ts";
import { inCondition, openingAt, storeFacts } from "./store-condition.queries.ts";

/** A list counts this far and then says "more than". */
export const countedAtMost = 10_000;

const nameKey = sql<string>`lower(${store.name}) collate "C"`;
const codeKey = sql<string>`lower(${store.code}) collate "C"`;
const keyOf = (sort: StoreQuery["sort"]) => (sort.endsWith("name") ? nameKey : codeKey);

const path = {
  company: eq(company.id, store.companyId),
  state: and(eq(storeState.companyId, store.companyId), eq(storeState.storeId, store.id)),
  region: and(eq(region.companyId, store.companyId), eq(region.id, store.regionId)),
  zone: and(eq(zone.companyId, store.companyId), eq(zone.id, store.zoneId)),
  group: and(eq(storeGroup.companyId, store.companyId), eq(storeGroup.id, store.groupId)),
};

/** The rows that match within the scope. Queries that use it join store_state, company and openingAt where a condition is asked for. */
function matching(scope: Scope, filters: Omit<StoreFilters, "companyId">, now: Date): SQL | undefined {
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

/** One row more than the limit, from the cursor on; in reverse order when the cursor goes back (see pageOf). */
export async function findStorePage(scope: Scope, db: Db, query: StoreQuery, cursor: Cursor | undefined, now: Date) {
  const key = keyOf(query.sort);
  const descending = query.sort.startsWith("-") !== (cursor?.back ?? false);
  const from = cursor && sql`(${key}, ${store.id}) ${sql.raw(descending ? "<" : ">")} (${cursor.value}, ${cursor.id})`;
  const direction = sql.raw(descending ? "desc" : "asc");
  return selectStores(db, now, key, totalOf(scope, db, query, now))
    .where(and(matching(scope, query, now), from))
    .orderBy(sql`${key} ${direction}`, sql`${store.id} ${direction}`)
    .limit(query.limit + 1);
}

export async function findStore(scope: Scope, db: Db, id: number, now: Date) {
  const [found] = await selectStores(db, now).where(and(storesWithin(scope), eq(store.id, id)));
  return found;
}

function selectStores(db: Db, now: Date, sortKey = nameKey, total = sql<number>`1`) {
  const today = sql`(${now.toISOString()}::timestamptz at time zone ${store.timeZone})::date`;
  const playsToday = sql<number>`(select coalesce(sum(${playDaily.plays}), 0)::int from ${playDaily}
    where ${playDaily.companyId} = ${store.companyId} and ${playDaily.day} = ${today} and ${playDaily.storeId} = ${store.id})`;
  return db
    .select({
      id: store.id,
      code: store.code,
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
      playsToday,
      sortKey, // as the database lowers it, which need not be as JavaScript does
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

/** Counts by condition over the whole scope; a store may count in several (the total is all of them). */
export async function countConditions(scope: Scope, db: Db, now: Date) {
  const facts = storeFacts(now);
  const count = (fact: SQL) => sql<number>`(count(*) filter (where ${fact}))::int`;
  const [counts] = await db
    .select({
      total: sql<number>`count(*)::int`,
      online: count(facts.online),
      offline: count(facts.offline),
      notPlaying: count(facts.notPlaying),
      lowVolume: count(facts.lowVolume),
      silent: count(facts.silent),
      closed: count(facts.closed),
      inactive: count(facts.inactive),
    })
    .from(store)
    .innerJoin(company, path.company)
    .leftJoin(storeState, path.state)
    .innerJoin(openingAt(now), sql`true`)
    .where(storesWithin(scope));
  return counts;
}

/** Locks the stores named, in key order, so that two bulk changes never wait for each other in a circle. */
export const lockStores = (scope: Scope, db: Db, ids: number[]) =>
  db
    .select({ id: store.id, name: store.name, status: store.status })
    .from(store)
    .where(and(storesWithin(scope), inArray(store.id, ids)))
    .orderBy(store.id)
    .for("update");

export const lockMatchingStores = (scope: Scope, db: Db, filters: Omit<StoreFilters, "companyId">, now: Date) =>
  db
    .select({ id: store.id, name: store.name, status: store.status })
    .from(store)
    .innerJoin(company, path.company)
    .leftJoin(storeState, path.state)
    .innerJoin(openingAt(now), sql`true`)
    .where(matching(scope, filters, now))
    .orderBy(store.id)
    .for("update", { of: store });

export const setStatus = (scope: Scope, db: Db, ids: number[], status: "active" | "inactive", now: Date) =>
  db
    .update(store)
    .set({ status, statusSince: now, updatedAt: now })
    .where(and(storesWithin(scope), sql`${store.id} = any(${sql.param(ids)}::bigint[])`, ne(store.status, status)))
    .returning({ id: store.id });

/** The path of a group within the scope, kept from being moved or deleted until the transaction ends. */
export async function lockGroupPath(scope: Scope, db: Db, groupId: number) {
  const [group] = await db
    .select({ groupId: storeGroup.id, zoneId: storeGroup.zoneId, regionId: storeGroup.regionId })
    .from(storeGroup)
    .where(and(groupsWithin(scope), eq(storeGroup.id, groupId)))
    .for("share");
  return group;
}

export async function insertStore(
  scope: Scope,
  db: Db,
  form: Pick<
    StoreForm,
    "code" | "timeZone" | "addressLine" | "city" | "state" | "postalCode" | "contactName" | "phoneCountryCode" | "phone" | "volume"
  > & {
    name: string;
    groupId?: number;
    zoneId?: number;
    regionId?: number;
  },
  hours: { opens: number; closes: number },
) {
  const [added] = await db
    .insert(store)
    .values({ companyId: scope.companyId, ...form })
    .returning({ id: store.id, code: store.code, storeName: store.name, status: store.status });
  if (!added) throw new Error("insert returned no row");
  const week = Array.from({ length: 7 }, (_, weekday) => ({ companyId: scope.companyId, storeId: added.id, weekday, ...hours }));
  await db.insert(storeHours).values(week);
  return added;
}

export const storeCsvHeadings = [
  "Company",
  "Region",
  "Zone",
  "Group",
  "Store code",
  "Store",
  "Status",
  "Since",
  "Doing",
  "City",
  "State",
  "Time zone",
  "Contact",
  "Phone",
  "Last seen",
  "Volume",
];

/**
 * The stores that match as CSV rows in the order of their names: one select, or slices of so many rows along the index of names for the
 * embedded engine, which serves others only in between.
 */
export async function* exportStoreSlices(
  scope: Scope,
  db: Db,
  filters: StoreFilters,
  now: Date,
  sliceRows?: number,
): AsyncGenerator<SQL, void, undefined> {
  const local = (column: SQL) => sql`to_char(${column} at time zone ${store.timeZone}, 'DD/MM/YY HH24:MI')`;
  const phone = sql`case when ${store.phone} is not null then concat_ws(' ', ${store.phoneCountryCode}, ${store.phone}) end`;
  let after: { key: string; id: number } | undefined;
  do {
    const begin: SQL | undefined = after && sql`(${nameKey}, ${store.id}) > (${after.key}, ${after.id})`;
    const last = sliceRows === undefined ? undefined : await findStoreAfter(scope, db, begin, sliceRows);
    const end = last && sql`(${nameKey}, ${store.id}) <= (${last.key}, ${last.id})`;
    yield sql`select ${csvSafe(company.name)}, ${csvSafe(region.name)}, ${csvSafe(zone.name)}, ${csvSafe(storeGroup.name)}, ${csvSafe(store.code)}, ${csvSafe(store.name)},
      ${store.status}, ${local(sql`${store.statusSince}`)}, ${storeFacts(now).condition}, ${csvSafe(store.city)}, ${csvSafe(store.state)}, ${store.timeZone}, ${csvSafe(store.contactName)}, ${phone},
      ${local(sql`${storeState.lastSeenAt}`)}, ${storeState.volume}
      from ${store}
      join ${company} on ${path.company}
      left join ${storeState} on ${path.state}
      cross join ${openingAt(now)}
      left join ${region} on ${path.region}
      left join ${zone} on ${path.zone}
      left join ${storeGroup} on ${path.group}
      where ${and(matching(scope, filters, now), begin, end)}
      order by ${nameKey}, ${store.id}`;
    after = last;
  } while (after);
}

async function findStoreAfter(scope: Scope, db: Db, begin: SQL | undefined, rows: number) {
  const [last] = await db
    .select({ key: nameKey, id: store.id })
    .from(store)
    .where(and(eq(store.companyId, scope.companyId), begin))
    .orderBy(nameKey, store.id)
    .offset(rows - 1)
    .limit(1);
  return last;
}
