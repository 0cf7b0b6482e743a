import { and, asc, eq, sql } from "drizzle-orm";
import { groupsWithin, type Scope, storesWithin } from "../../access/scope.ts";
import type { Db } from "../../db/client.ts";
import { idKey, keyset, type PageWanted, textKey } from "../../db/keyset.ts";
import {
  catalogueItem,
  chartSong,
  company,
  region,
  song,
  spot,
  spotBooking,
  store,
  storeGroup,
  storeHours,
  storeHoursException,
  zone,
} from "../../db/schema/index.ts";

const nameKey = sql<string>`lower(${storeGroup.name}) collate "C"`;

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
      rowKey,
    })
    .from(storeGroup)
    .innerJoin(company, eq(company.id, storeGroup.companyId))
    .innerJoin(zone, and(eq(zone.companyId, storeGroup.companyId), eq(zone.id, storeGroup.zoneId)))
    .innerJoin(region, and(eq(region.companyId, storeGroup.companyId), eq(region.id, storeGroup.regionId)))
    .$dynamic();

/** The groups named that lie within the scope. */
export const findGroups = (scope: Scope, db: Db, ids: number[]) =>
  selectGroups(db).where(and(groupsWithin(scope), sql`${storeGroup.id} = any(${sql.param(ids)}::bigint[])`));
export type FoundGroup = Awaited<ReturnType<typeof findGroups>>[number];

/** A page of groups by name. Throws 422 for a cursor that is not ours. */
export async function findGroupPage(scope: Scope, db: Db, { limit, cursor }: PageWanted) {
  const order = keyset([textKey(nameKey), idKey(storeGroup.id)], { descending: false, cursor });
  const rows = await selectGroups(db, order.select)
    .where(and(groupsWithin(scope), order.where))
    .orderBy(order.orderBy)
    .limit(limit + 1);
  return order.page(rows, limit);
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

/** The active stores of the groups; inactive ones play nothing. */
export const findGroupStores = (scope: Scope, db: Db, groupIds: number[]) =>
  db
    .select(storeColumns)
    .from(store)
    .where(and(storesWithin(scope), eq(store.status, "active"), sql`${store.groupId} = any(${sql.param(groupIds)}::bigint[])`))
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
    .select({ storeId: storeHours.storeId, weekday: storeHours.weekday, opens: storeHours.opens, closes: storeHours.closes })
    .from(storeHours)
    .where(and(eq(storeHours.companyId, scope.companyId), sql`${storeHours.storeId} = any(${sql.param(storeIds)}::bigint[])`))
    .orderBy(storeHours.storeId, storeHours.weekday);

/** Dates on which hours are others than the weekday's; a store keeps sixty at the most. */
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
      and(eq(storeHoursException.companyId, scope.companyId), sql`${storeHoursException.storeId} = any(${sql.param(storeIds)}::bigint[])`),
    )
    .orderBy(storeHoursException.storeId, storeHoursException.day);

/** A song's tempo: its rank is what scheduling steps by, 1 slow, 2 medium, 3 fast; null where it is not known. */
const tempoOfSong = and(eq(catalogueItem.companyId, song.companyId), eq(catalogueItem.id, song.tempoId));

export type ChartKey = { companyId: number; id: number };
const inCharts = (charts: ChartKey[]) =>
  sql`(${chartSong.companyId}, ${chartSong.chartId}) in (select c.id, c.chart from unnest(${sql.param(charts.map(({ companyId }) => companyId))}::bigint[],
    ${sql.param(charts.map(({ id }) => id))}::bigint[]) as c(id, chart) join chart on chart.company_id = c.id and chart.id = c.chart and chart.active)`;

/**
 * A digest of what each chart gives a day: its songs with all that scheduling looks at. The charts named come from rules, which hold
 * only the company's own and the provider's. A chart that is empty or inactive is absent.
 */
export const findChartDigests = (_scope: Scope, db: Db, charts: ChartKey[]) =>
  db
    .select({
      chartId: chartSong.chartId,
      digest: sql<string>`md5(string_agg(concat_ws('|', ${song.id}, ${song.title}, ${song.artist}, ${song.durationSeconds}, coalesce(${catalogueItem.rank}, 0),
        ${song.active}, coalesce(${song.licensedFrom}::text, ''), coalesce(${song.licensedTo}::text, ''), ${song.territories}::text, nullif(${chartSong.weight}, 1)), '^' order by ${song.id}))`,
    })
    .from(chartSong)
    .innerJoin(song, eq(song.id, chartSong.songId))
    .leftJoin(catalogueItem, tempoOfSong)
    .where(inCharts(charts))
    .groupBy(chartSong.companyId, chartSong.chartId)
    .orderBy(chartSong.chartId);

/** Which songs stand in which of the charts, with their weights. */
export const findChartSongs = (_scope: Scope, db: Db, charts: ChartKey[]) =>
  db
    .select({ chartId: chartSong.chartId, songId: chartSong.songId, weight: chartSong.weight })
    .from(chartSong)
    .where(inCharts(charts))
    .orderBy(asc(chartSong.chartId), asc(chartSong.songId));

/** Songs are global; a scope is asked for because every query takes one. */
export const findSongs = (_scope: Scope, db: Db, ids: number[]) =>
  db
    .select({
      id: song.id,
      title: song.title,
      artist: song.artist,
      durationSeconds: song.durationSeconds,
      tempo: catalogueItem.rank,
      licensedFrom: song.licensedFrom,
      licensedTo: song.licensedTo,
      territories: song.territories,
      active: song.active,
    })
    .from(song)
    .leftJoin(catalogueItem, tempoOfSong)
    .where(sql`${song.id} = any(${sql.param(ids)}::bigint[])`)
    .orderBy(song.id);

/** The bookings of the company's active spots. */
export const findBookings = (scope: Scope, db: Db) =>
  db
    .select({
      bookingId: spotBooking.id,
      spotId: spot.id,
      kind: spot.kind,
      name: spot.name,
      durationSeconds: spot.durationSeconds,
      minuteOfHour: spotBooking.minuteOfHour,
      startsOn: spotBooking.startsOn,
      endsOn: spotBooking.endsOn,
    })
    .from(spotBooking)
    .innerJoin(spot, and(eq(spot.companyId, spotBooking.companyId), eq(spot.id, spotBooking.spotId)))
    .where(and(eq(spotBooking.companyId, scope.companyId), eq(spot.active, true)))
    .orderBy(spotBooking.id);
export type FoundBooking = Awaited<ReturnType<typeof findBookings>>[number];
