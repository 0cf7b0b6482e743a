import { and, asc, eq, sql } from "drizzle-orm";
import { foldText } from "#contract/base/fold-text";
import type { NeighbourChoice } from "#contract/hierarchy/words";
import { ungrouped } from "#contract/schedule/words";
import type { Scope } from "../../../access/scope.ts";
import { groupsWithin, storesWithin } from "../../../access/scope-conditions.ts";
import { idKey, keyset, type PageRequest, textKey } from "../../../db/keyset.ts";
import { company, region, store, storeGroup, zone } from "../../../db/schema/index.ts";
import { containsText } from "../../../db/text-search.ts";
import type { Db } from "../../../db/types.ts";

/** With the parts of each row's key, where a page is read. */
const selectGroups = (db: Db, rowKey = sql<string[]>`'{}'::text[]`) =>
  db
    .select({
      id: storeGroup.id,
      name: storeGroup.name,
      zoneId: storeGroup.zoneId,
      zoneName: zone.name,
      regionId: storeGroup.regionId,
      regionName: region.name,
      timeZone: company.timeZone,
      neighbours: storeGroup.neighbours,
      rowKey,
    })
    .from(storeGroup)
    .innerJoin(company, eq(company.id, storeGroup.companyId))
    .innerJoin(zone, and(eq(zone.companyId, storeGroup.companyId), eq(zone.id, storeGroup.zoneId)))
    .innerJoin(
      region,
      and(eq(region.companyId, storeGroup.companyId), eq(region.id, storeGroup.regionId)),
    )
    .$dynamic();

/** A group, or null: the company's stores without a group, which are planned together. */
export type GroupId = number | null;

/**
 * Finds the named groups within the scope; only a scope of the whole company has the stores without
 * a group.
 */
export async function findGroups(
  scope: Scope,
  db: Db,
  ids: readonly GroupId[],
): Promise<FoundGroup[]> {
  const groups = await selectGroups(db).where(
    and(
      groupsWithin(scope),
      sql`${storeGroup.id} = any(${sql.param(ids.filter((id) => id !== null))}::bigint[])`,
    ),
  );
  if (!ids.includes(null) || scope.reach !== "company") return groups;
  return [
    ...groups,
    ...(await selectUngrouped(db).where(eq(company.id, scope.companyId))).map(toUngroupedGroup),
  ];
}

/**
 * Finds the active stores without a group, as one group; empty if there are none, or if the caller
 * does not see the whole company.
 */
export async function findUngrouped(
  scope: Scope,
  db: Db,
  { search = "" }: GroupFilter = {},
): Promise<FoundGroup[]> {
  if (scope.reach !== "company" || !foldText(ungrouped).includes(foldText(search))) return [];
  const active = sql`exists (select 1 from ${store} where ${store.companyId} = ${company.id} and ${store.groupId} is null and ${store.status} = 'active')`;
  return (await selectUngrouped(db).where(and(eq(company.id, scope.companyId), active))).map(
    toUngroupedGroup,
  );
}

const selectUngrouped = (db: Db) =>
  db.select({ timeZone: company.timeZone }).from(company).$dynamic();
const toUngroupedGroup = ({ timeZone }: { timeZone: string }): FoundGroup => ({
  id: null,
  name: ungrouped,
  zoneId: null,
  zoneName: null,
  regionId: null,
  regionName: null,
  timeZone,
  neighbours: "SAME",
});
export type FoundGroup = {
  id: GroupId;
  name: string;
  zoneId: number | null;
  zoneName: string | null;
  regionId: number | null;
  regionName: string | null;
  timeZone: string;
  /** How stores beside each other play. */
  neighbours: NeighbourChoice;
};

/**
 * Stores that are planned together by themselves: making and writing the days of tens of thousands
 * at once would take a small machine from everybody else. A group has tens of stores; larger ones
 * are published by people.
 */
const mostStores = 2_500;

/**
 * Finds the groups that have active stores, limited to `groupIds` if given; null stands for the
 * stores without a group. Leaves out groups with too many stores (mostStores).
 */
export async function findPlayingGroups(
  { companyId }: Scope,
  db: Db,
  groupIds?: readonly GroupId[],
): Promise<GroupId[]> {
  const rows = await db
    .select({ groupId: store.groupId })
    .from(store)
    .where(
      and(
        eq(store.companyId, companyId),
        eq(store.status, "active"),
        groupIds && isInGroups(groupIds),
      ),
    )
    .groupBy(store.groupId)
    .having(sql`count(*) <= ${mostStores}`)
    .orderBy(store.groupId);
  return rows.map(({ groupId }) => groupId);
}

/** Finds, of the groups named, the one with the most active stores; undefined if none has any. */
export async function findLargestGroup(
  scope: Scope,
  db: Db,
  groupIds: readonly number[],
): Promise<number | undefined> {
  const [row] = await db
    .select({ groupId: store.groupId })
    .from(store)
    .where(and(storesWithin(scope), eq(store.status, "active"), isInGroups(groupIds)))
    .groupBy(store.groupId)
    .orderBy(sql`count(*) desc`, store.groupId)
    .limit(1);
  return row?.groupId ?? undefined;
}

/** A page of groups by name. Throws 422 for a cursor that is not ours. */
export async function findGroupPage(
  scope: Scope,
  db: Db,
  { limit, cursor, ...filters }: PageRequest & GroupFilter,
) {
  const order = keyset([textKey(storeGroup.nameKey), idKey(storeGroup.id)], {
    descending: false,
    cursor,
  });
  const rows = await selectGroups(db, order.select)
    .where(and(groupsWanted(scope, filters), order.where))
    .orderBy(order.orderBy)
    .limit(limit + 1);
  return order.page(rows, limit);
}

type GroupFilter = { search?: string | undefined; groupIds?: number[] | undefined };

export const countGroups = (scope: Scope, db: Db, filters: GroupFilter): Promise<number> =>
  db.$count(storeGroup, groupsWanted(scope, filters));

/** Finds the ids of all groups that the list shows for these filters. */
export async function findGroupIds(scope: Scope, db: Db, filters: GroupFilter): Promise<GroupId[]> {
  const groups = await db
    .select({ id: storeGroup.id })
    .from(storeGroup)
    .where(groupsWanted(scope, filters))
    .orderBy(asc(storeGroup.nameKey), asc(storeGroup.id));
  return [
    ...groups.map(({ id }) => id),
    ...(await findUngrouped(scope, db, filters)).map(({ id }) => id),
  ];
}

/** By id, or by part of their name or of their zone's or region's. */
function groupsWanted(scope: Scope, { search, groupIds }: GroupFilter) {
  return and(
    groupsWithin(scope),
    groupIds ? sql`${storeGroup.id} = any(${sql.param(groupIds)}::bigint[])` : undefined,
    search
      ? sql`(${containsText(search, storeGroup.name)}
          or exists (select 1 from ${zone} where ${zone.companyId} = ${storeGroup.companyId} and ${zone.id} = ${storeGroup.zoneId} and ${containsText(search, zone.name)})
          or exists (select 1 from ${region} where ${region.companyId} = ${storeGroup.companyId} and ${region.id} = ${storeGroup.regionId} and ${containsText(search, region.name)}))`
      : undefined,
  );
}

export const isInGroups = (
  ids: readonly GroupId[],
) => sql`(${store.groupId} = any(${sql.param(ids.filter((id) => id !== null))}::bigint[])
  ${ids.includes(null) ? sql`or ${store.groupId} is null` : sql``})`;
