import { and, eq, isNotNull, isNull, ne, type SQL, sql } from "drizzle-orm";
import type { Status } from "#contract/base/status";
import type { SongReportQuery } from "#contract/song-reports/endpoints";
import type { SongReportOutcome } from "#contract/song-reports/words";
import type { Scope } from "../../access/scope.ts";
import { ofStoresWithin } from "../../access/scope-conditions.ts";
import { columnOf, idKey, type KeyPart, keyset, textKey } from "../../db/keyset.ts";
import {
  chart,
  chartSong,
  region,
  song,
  songReport,
  store,
  storeGroup,
  zone,
} from "../../db/schema/index.ts";
import { containsText } from "../../db/text-search.ts";
import type { Db, Tx } from "../../db/types.ts";
import { path, storeNames } from "../stores/index.ts";

type NewReport = Pick<
  typeof songReport.$inferInsert,
  "storeId" | "songId" | "reason" | "note" | "eventId" | "reportedAt"
>;

/** Finds a report by the event ID that its player gave it, open or settled. */
export async function findReceivedReport(
  { companyId }: Scope,
  tx: Tx,
  { storeId, songId, eventId }: Pick<NewReport, "storeId" | "songId" | "eventId">,
) {
  const [row] = await tx
    .select({ reportedAt: songReport.reportedAt })
    .from(songReport)
    .where(
      and(
        eq(songReport.companyId, companyId),
        eq(songReport.storeId, storeId),
        eq(songReport.songId, songId),
        eq(songReport.eventId, eventId),
      ),
    );
  return row;
}

/**
 * Opens a store's report of a song, or replaces the reason and note of the open one. Call only for
 * a store found in scope. `isNew` is false for a report that was open already; undefined if this
 * event was written meanwhile.
 */
export async function openReport({ companyId }: Scope, tx: Tx, report: NewReport) {
  const { reason, note, eventId, reportedAt } = report;
  const [row] = await tx
    .insert(songReport)
    .values({ ...report, companyId })
    .onConflictDoUpdate({
      target: [songReport.companyId, songReport.songId, songReport.storeId],
      targetWhere: isNull(songReport.settledAt),
      set: { reason, note, eventId, reportedAt, times: sql`${songReport.times} + 1` },
      // the same event, written by another call since it was looked for
      setWhere: ne(songReport.eventId, eventId),
    })
    .returning({ id: songReport.id, times: songReport.times });
  return row && { id: row.id, isNew: row.times === 1 };
}

export async function findSongTitle(_scope: Scope, db: Db | Tx, songId: number) {
  const [row] = await db.select({ title: song.title }).from(song).where(eq(song.id, songId));
  return row?.title ?? "";
}

const isOfStore = and(eq(store.companyId, songReport.companyId), eq(store.id, songReport.storeId));

type Filters = Pick<
  SongReportQuery,
  "state" | "reason" | "search" | "regionId" | "zoneId" | "groupId" | "storeId"
>;

function matching(scope: Scope, filters: Filters): SQL | undefined {
  const { state, reason, search, regionId, zoneId, groupId, storeId } = filters;
  const ofUnit = and(
    regionId ? eq(store.regionId, regionId) : undefined,
    zoneId ? eq(store.zoneId, zoneId) : undefined,
    groupId ? eq(store.groupId, groupId) : undefined,
    storeId ? eq(store.id, storeId) : undefined,
  );
  return and(
    ofStoresWithin(songReport, scope, ofUnit),
    state === "open" ? isNull(songReport.settledAt) : isNotNull(songReport.settledAt),
    reason ? eq(songReport.reason, reason) : undefined,
    containsText(search, song.title, song.artist, store.name),
  );
}

/** Counts the other stores within the scope whose report of the same song is open. */
const otherStores = (scope: Scope) => {
  const other = { companyId: sql`other.company_id`, storeId: sql`other.store_id` };
  return sql<number>`(select count(*)::int from song_report as other where ${ofStoresWithin(other, scope)}
    and other.song_id = ${songReport.songId} and other.id <> ${songReport.id} and other.settled_at is null)`;
};

const selectReports = <Extra extends Record<string, SQL>>(
  scope: Scope,
  db: Db | Tx,
  extra: Extra,
) =>
  db
    .select({
      id: songReport.id,
      storeId: songReport.storeId,
      ...storeNames,
      timeZone: store.timeZone,
      songId: songReport.songId,
      title: song.title,
      artist: song.artist,
      songStatus: sql<Status>`case when ${song.active} then 'active' else 'inactive' end`,
      reason: songReport.reason,
      note: songReport.note,
      times: songReport.times,
      reportedAt: songReport.reportedAt,
      otherStores: otherStores(scope),
      outcome: songReport.outcome,
      answer: songReport.answer,
      settledBy: songReport.settledBy,
      settledAt: songReport.settledAt,
      ...extra,
    })
    .from(songReport)
    .innerJoin(store, isOfStore)
    .innerJoin(song, eq(song.id, songReport.songId))
    .leftJoin(region, path.region)
    .leftJoin(zone, path.zone)
    .leftJoin(storeGroup, path.group)
    .$dynamic();

const sortKeys = {
  reported: { value: songReport.reportedAt, type: "instant" },
  store: textKey(store.nameKey),
} satisfies Record<string, KeyPart>;

/** A page of reports in the order asked for. Throws 422 for a cursor that is not ours. */
export async function findReportPage(
  scope: Scope,
  db: Db,
  query: Filters & Pick<SongReportQuery, "sort" | "cursor" | "limit">,
) {
  const { sort, cursor, limit } = query;
  const order = keyset([sortKeys[columnOf(sort)], idKey(songReport.id)], {
    descending: sort.startsWith("-"),
    cursor,
  });
  const rows = await selectReports(scope, db, { rowKey: order.select })
    .where(and(matching(scope, query), order.where))
    .orderBy(order.orderBy)
    .limit(limit + 1);
  return order.page(rows as ((typeof rows)[number] & { rowKey: string[] })[], limit);
}

export async function countReports(scope: Scope, db: Db, filters: Filters): Promise<number> {
  const [row] = await db
    .select({ total: sql<number>`count(*)::int` })
    .from(songReport)
    .innerJoin(store, isOfStore)
    .innerJoin(song, eq(song.id, songReport.songId))
    .where(matching(scope, filters));
  return row?.total ?? 0;
}

export async function findReport(scope: Scope, db: Db | Tx, id: number) {
  const [row] = await selectReports(scope, db, {}).where(
    and(ofStoresWithin(songReport, scope), eq(songReport.id, id)),
  );
  return row;
}
export type FoundReport = NonNullable<Awaited<ReturnType<typeof findReport>>>;

/** Finds the company's own charts that contain a song, by name. */
export const findOwnCharts = ({ companyId }: Scope, db: Db | Tx, songId: number) =>
  db
    .select({ id: chart.id, chartName: chart.name })
    .from(chartSong)
    .innerJoin(
      chart,
      and(eq(chart.companyId, chartSong.companyId), eq(chart.id, chartSong.chartId)),
    )
    .where(and(eq(chartSong.companyId, companyId), eq(chartSong.songId, songId)))
    .orderBy(chart.nameKey, chart.id);

/**
 * Locks a report and the other open reports of its song until the transaction ends. Gives the IDs
 * of those in scope.
 */
export async function lockReports(scope: Scope, tx: Tx, id: number): Promise<number[]> {
  const within = ofStoresWithin(songReport, scope);
  const ofSong = tx
    .select({ songId: songReport.songId })
    .from(songReport)
    .where(and(within, eq(songReport.id, id)));
  const rows = await tx
    .select({ id: songReport.id })
    .from(songReport)
    .where(
      and(
        within,
        sql`(${songReport.id} = ${id} or (${songReport.settledAt} is null and ${songReport.songId} = (${ofSong})))`,
      ),
    )
    .orderBy(songReport.id)
    .for("update");
  return rows.map((row) => row.id);
}

/** Settles the open ones of these reports; gives their IDs. */
export async function storeOutcome(
  scope: Scope,
  tx: Tx,
  ids: readonly number[],
  settled: {
    outcome: SongReportOutcome;
    answer: string | null;
    settledBy: string;
    settledAt: Date;
  },
) {
  return tx
    .update(songReport)
    .set(settled)
    .where(
      and(
        ofStoresWithin(songReport, scope),
        isNull(songReport.settledAt),
        sql`${songReport.id} = any(${sql.param([...ids])}::bigint[])`,
      ),
    )
    .returning({ id: songReport.id });
}
