import { and, asc, eq, sql } from "drizzle-orm";
import { foldText } from "#contract/base/fold-text";
import type { NeighbourChoice } from "#contract/hierarchy/words";
import type { SlotTimes } from "#contract/schedule/slot-times";
import { ungrouped } from "#contract/schedule/words";
import type { Scope } from "../../../access/scope.ts";
import { groupsWithin, songsWithin, storesWithin } from "../../../access/scope-conditions.ts";
import { idKey, keyset, type PageWanted, textKey } from "../../../db/keyset.ts";
import {
  catalogueItem,
  chartSong,
  company,
  region,
  song,
  store,
  storeGroup,
  storeHours,
  storeHoursException,
  zone,
} from "../../../db/schema/index.ts";
import { containsText } from "../../../db/text-search.ts";
import type { Db, Tx } from "../../../db/types.ts";

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
    ...(await selectUngrouped(db).where(eq(company.id, scope.companyId))).map(asUngrouped),
  ];
}

/**
 * The active stores without a group, as a group; none where there are none, or for a caller who
 * does not see the whole company.
 */
export async function findUngrouped(
  scope: Scope,
  db: Db,
  { search = "" }: GroupsWanted = {},
): Promise<FoundGroup[]> {
  if (scope.reach !== "company" || !foldText(ungrouped).includes(foldText(search))) return [];
  const active = sql`exists (select 1 from ${store} where ${store.companyId} = ${company.id} and ${store.groupId} is null and ${store.status} = 'active')`;
  return (await selectUngrouped(db).where(and(eq(company.id, scope.companyId), active))).map(
    asUngrouped,
  );
}

const selectUngrouped = (db: Db) =>
  db.select({ timeZone: company.timeZone }).from(company).$dynamic();
const asUngrouped = ({ timeZone }: { timeZone: string }): FoundGroup => ({
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

/** Finds a company's publishing settings; undefined for one that is not an active client. */
export async function findPublishSettings({ companyId }: Scope, db: Db) {
  const { timeZone, country, publishMinute, needsApproval, version } = company;
  const [row] = await db
    .select({ timeZone, country, publishMinute, needsApproval, version })
    .from(company)
    .where(
      and(eq(company.id, companyId), eq(company.kind, "client"), eq(company.status, "active")),
    );
  return row;
}
export type PublishSettings = NonNullable<Awaited<ReturnType<typeof findPublishSettings>>>;

const isClient = ({ companyId }: Scope) =>
  and(eq(company.id, companyId), eq(company.kind, "client"));

/** Finds them with the company's name, and locks them until the transaction ends. */
export async function lockPublishing(scope: Scope, tx: Tx) {
  const { name, publishMinute, needsApproval, version } = company;
  const [row] = await tx
    .select({ name, publishMinute, needsApproval, version })
    .from(company)
    .where(isClient(scope))
    .for("update");
  return row;
}

/** Counts the company's version up. */
export const savePublishing = (
  scope: Scope,
  tx: Tx,
  change: Pick<PublishSettings, "publishMinute" | "needsApproval">,
) =>
  tx
    .update(company)
    .set({ ...change, version: sql`${company.version} + 1` })
    .where(isClient(scope));

/** The active clients: for the job that keeps all their days. */
export const findClients = async (db: Db): Promise<number[]> =>
  (
    await db
      .select({ id: company.id })
      .from(company)
      .where(and(eq(company.kind, "client"), eq(company.status, "active")))
      .orderBy(company.id)
  ).map(({ id }) => id);

/**
 * Stores that are planned together by themselves: making and writing the days of tens of thousands
 * at once would take a small machine from everybody else. A group has tens of stores; larger ones
 * are published by people.
 */
const mostStores = 2_500;

/**
 * The groups that have active stores, null among them where active stores have none, or those of
 * them that are named; without those that have too many (mostStores).
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

/** The zones of a company's active stores. */
export const findStoreZones = async ({ companyId }: Scope, db: Db): Promise<string[]> =>
  (
    await db
      .selectDistinct({ timeZone: store.timeZone })
      .from(store)
      .where(and(eq(store.companyId, companyId), eq(store.status, "active")))
  ).map(({ timeZone }) => timeZone);

/** A page of groups by name. Throws 422 for a cursor that is not ours. */
export async function findGroupPage(
  scope: Scope,
  db: Db,
  { limit, cursor, ...filters }: PageWanted & GroupsWanted,
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

type GroupsWanted = { search?: string | undefined; groupIds?: number[] | undefined };

export const countGroups = (scope: Scope, db: Db, filters: GroupsWanted): Promise<number> =>
  db.$count(storeGroup, groupsWanted(scope, filters));

/** Finds the ids of all groups that the list shows for these filters. */
export async function findGroupIds(
  scope: Scope,
  db: Db,
  filters: GroupsWanted,
): Promise<GroupId[]> {
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
function groupsWanted(scope: Scope, { search, groupIds }: GroupsWanted) {
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

const storeColumns = {
  id: store.id,
  code: store.code,
  name: store.name,
  regionId: store.regionId,
  zoneId: store.zoneId,
  groupId: store.groupId,
  timeZone: store.timeZone,
  country: store.country,
};

const isInGroups = (
  ids: readonly GroupId[],
) => sql`(${store.groupId} = any(${sql.param(ids.filter((id) => id !== null))}::bigint[])
  ${ids.includes(null) ? sql`or ${store.groupId} is null` : sql``})`;

/** The active stores of the groups; inactive ones play nothing. */
export const findGroupStores = (scope: Scope, db: Db, groupIds: readonly GroupId[]) =>
  db
    .select(storeColumns)
    .from(store)
    .where(and(storesWithin(scope), eq(store.status, "active"), isInGroups(groupIds)))
    .orderBy(store.id);
export type FoundStore = Awaited<ReturnType<typeof findGroupStores>>[number];

export async function findStore(scope: Scope, db: Db, id: number): Promise<FoundStore | undefined> {
  const [row] = await db
    .select(storeColumns)
    .from(store)
    .where(and(storesWithin(scope), eq(store.id, id)));
  return row;
}

export const findHours = (scope: Scope, db: Db, storeIds: number[]) =>
  db
    .select({
      storeId: storeHours.storeId,
      weekday: storeHours.weekday,
      opens: storeHours.opens,
      closes: storeHours.closes,
    })
    .from(storeHours)
    .where(
      and(
        eq(storeHours.companyId, scope.companyId),
        sql`${storeHours.storeId} = any(${sql.param(storeIds)}::bigint[])`,
      ),
    )
    .orderBy(storeHours.storeId, storeHours.weekday);

/** Finds dates with hours of their own; a store has at most sixty. */
export const findHoursExceptions = (scope: Scope, db: Db, storeIds: number[]) =>
  db
    .select({
      storeId: storeHoursException.storeId,
      day: storeHoursException.day,
      opens: storeHoursException.opens,
      closes: storeHoursException.closes,
      note: storeHoursException.note,
    })
    .from(storeHoursException)
    .where(
      and(
        eq(storeHoursException.companyId, scope.companyId),
        sql`${storeHoursException.storeId} = any(${sql.param(storeIds)}::bigint[])`,
      ),
    )
    .orderBy(storeHoursException.storeId, storeHoursException.day);

/**
 * A song's tempo: its rank is what scheduling steps by, 1 slow, 2 medium, 3 fast; null where it is
 * not known.
 */
const isTempo = and(
  eq(catalogueItem.companyId, song.companyId),
  eq(catalogueItem.id, song.tempoId),
);
export const tempoOfSong = [catalogueItem, isTempo] as const;

/** The play windows of a song's own and of its genre and mood; null where there are none. */
const windowsOfSong = sql<
  SlotTimes[] | null
>`(select json_agg(json_build_object('fromMinute', item.play_from_minute, 'toMinute', item.play_to_minute, 'weekdays', item.play_weekdays) order by item.id)
  from ${catalogueItem} as item where item.company_id = ${song.companyId} and item.play_from_minute is not null
    and item.id in (${song.genreId}, ${song.moodId}, ${song.playWindowId}))`;

/**
 * All that scheduling looks at in a song, as one text; of songs without a vocal or play window the
 * one that it was before there were any.
 */
export const songFacts = sql`concat_ws('|', ${song.id}, ${song.title}, ${song.artist}, coalesce(${song.album}, ''), ${song.durationSeconds}, coalesce(${catalogueItem.rank}, 0),
  coalesce(${song.energy}, -1), coalesce(${song.languageId}, 0), coalesce(${song.moodId}, 0), coalesce(${song.genreId}, 0), coalesce(${song.eraId}, 0), ${song.active}, coalesce(${song.licensedFrom}::text, ''), coalesce(${song.licensedTo}::text, ''), ${song.territories}::text,
  'vocal ' || ${song.vocalId}, 'windows ' || ${windowsOfSong}::text)`;

/**
 * True if the scope's company may schedule a song at all, on any day and in any country.
 */
export const isPlayable = (scope: Scope) =>
  sql<boolean>`(${song.active} and ${song.audioFile} is not null and ${songsWithin(scope)})`;

/**
 * Finds songs for when the charts have none that may play: songs licensed in a country on a
 * day, at any hour of it, those of the provider's active charts first.
 */
export async function findFallbackSongs(
  scope: Scope,
  db: Db,
  { day, territory }: { day: string; territory: string },
) {
  const rows = await db
    .select({ id: song.id })
    .from(song)
    .where(
      and(
        isPlayable(scope),
        sql`coalesce(${song.licensedFrom}, ${day}) <= ${day} and coalesce(${song.licensedTo}, ${day}) >= ${day}`,
        sql`(cardinality(${song.territories}) = 0 or ${territory}::text = any(${song.territories}))`,
        sql`${windowsOfSong} is null`,
      ),
    )
    .orderBy(
      sql`exists (select 1 from ${chartSong} join chart on chart.company_id = ${chartSong.companyId} and chart.id = ${chartSong.chartId}
        where ${chartSong.songId} = ${song.id} and ${chartSong.companyId} = ${song.companyId} and chart.active) desc`,
      song.id,
    )
    .limit(fallbackSongs);
  return rows.map(({ id }) => id);
}

/** Enough for a day without a repeat within hours, few enough to be read in a moment. */
const fallbackSongs = 500;

/**
 * Songs by id, also those that were reserved for another company since the scope's played them:
 * these are not active to it.
 */
export const findSongs = (scope: Scope, db: Db, ids: number[]) =>
  db
    .select({
      id: song.id,
      title: song.title,
      artist: song.artist,
      album: song.album,
      durationSeconds: song.durationSeconds,
      language: song.languageId,
      mood: song.moodId,
      genre: song.genreId,
      era: song.eraId,
      vocal: song.vocalId,
      tempo: catalogueItem.rank,
      energy: song.energy,
      licensedFrom: song.licensedFrom,
      licensedTo: song.licensedTo,
      territories: song.territories,
      windows: windowsOfSong,
      active: isPlayable(scope),
    })
    .from(song)
    .leftJoin(...tempoOfSong)
    .where(sql`${song.id} = any(${sql.param(ids)}::bigint[])`)
    .orderBy(song.id);
