import { and, eq, inArray, sql } from "drizzle-orm";
import type { Status } from "#contract/base/status";
import type { Scope } from "../../access/scope.ts";
import {
  chart,
  chartSong,
  company,
  eventPlaylistSong,
  groupPlaylist,
  scheduledSong,
  song,
  storeGroup,
  zone,
} from "../../db/schema/index.ts";
import type { Db, Tx } from "../../db/types.ts";

/** The uses of a song of the library in all companies: only for the library's own staff. */

const mostCharts = 100;
const mostPlaylists = 20;

/** True if the library has the song. */
export async function isSong({ companyId }: Scope, db: Db, id: number): Promise<boolean> {
  return (await db.$count(song, and(eq(song.companyId, companyId), eq(song.id, id)))) > 0;
}

const ofLibrary = ({ companyId }: Scope, songId: number) =>
  and(eq(song.companyId, companyId), eq(song.id, songId));

/**
 * Finds what prevents deleting a song: the number of its charts and events, and the first day that
 * was scheduled with it.
 */
export async function findTies(
  scope: Scope,
  db: Db | Tx,
  songId: number,
): Promise<{ charts: number; events: number; scheduledFrom: string | null }> {
  const [row] = await db
    .select({
      events: sql<number>`(select count(*)::int from ${eventPlaylistSong} where ${eventPlaylistSong.songId} = ${song.id})`,
      charts: sql<number>`(select count(*)::int from ${chartSong} where ${chartSong.songId} = ${song.id})`,
      scheduledFrom: scheduledSong.firstDay,
    })
    .from(song)
    .leftJoin(scheduledSong, eq(scheduledSong.songId, song.id))
    .where(ofLibrary(scope, songId));
  return row ?? { charts: 0, events: 0, scheduledFrom: null };
}

/**
 * The first hundred of its charts, the library's own before those of clients, with how many there
 * are, and since when it is scheduled.
 */
export async function findCharts(scope: Scope, db: Db, songId: number) {
  const { charts: total, events, scheduledFrom } = await findTies(scope, db, songId);
  const charts = await db
    .select({
      id: chart.id,
      chartName: chart.name,
      kind: sql<
        "popular" | "custom"
      >`case when ${company.kind} = 'provider' then 'popular' else 'custom' end`,
      companyId: company.id,
      companyName: company.name,
      status: sql<Status>`case when ${chart.active} then 'active' else 'inactive' end`,
      position: sql<number>`(select count(*)::int from ${chartSong} as before where before.company_id = ${chartSong.companyId}
        and before.chart_id = ${chartSong.chartId}
        and (before.position, before.song_id) <= (${chartSong.position}, ${chartSong.songId}))`,
      weight: chartSong.weight,
    })
    .from(chartSong)
    .innerJoin(song, eq(song.id, chartSong.songId))
    .innerJoin(
      chart,
      and(eq(chart.companyId, chartSong.companyId), eq(chart.id, chartSong.chartId)),
    )
    .innerJoin(company, eq(company.id, chart.companyId))
    .where(ofLibrary(scope, songId))
    .orderBy(sql`(${company.kind} = 'provider') desc`, chart.nameKey, chart.id)
    .limit(mostCharts);
  return { scheduledFrom, total, events, charts };
}

/**
 * Finds the charts and events of client companies in which a song is hidden, because it is reserved
 * for another, by company.
 */
export const findHiddenPlaces = (scope: Scope, db: Db, songId: number) => {
  const { companyId, songId: ofSong } = chartSong;
  const places = sql`(select 'chart' as kind, ${companyId}, ${chartSong.chartId} as id from ${chartSong} where ${ofSong} = ${songId}
    union all select 'event', ${eventPlaylistSong.companyId}, ${eventPlaylistSong.eventId} from ${eventPlaylistSong}
      where ${eventPlaylistSong.songId} = ${songId}) as place`;
  const idsOf = (kind: "chart" | "event") =>
    sql<
      number[]
    >`coalesce(array_agg(place.id::int order by place.id) filter (where place.kind = ${kind}), '{}')`;
  return db
    .select({
      companyId: company.id,
      companyName: company.name,
      chartIds: idsOf("chart"),
      eventIds: idsOf("event"),
    })
    .from(song)
    .innerJoin(places, sql`true`)
    .innerJoin(company, sql`${company.id} = place.company_id and ${company.kind} = 'client'`)
    .where(and(ofLibrary(scope, songId), sql`${company.id} <> ${song.reservedForId}`))
    .groupBy(company.id)
    .orderBy(company.nameKey, company.id);
};

/**
 * The first playlists from each company's own today on, and whether there are more. Positions have
 * no index: it stops at the last it gives.
 */
export async function findPlaylists(scope: Scope, db: Db, songId: number) {
  const holds = sql`${groupPlaylist.positions} @> ${JSON.stringify([{ songId }])}::jsonb`;
  const rows = await db
    .select({
      id: groupPlaylist.id,
      companyName: company.name,
      zoneName: zone.name,
      groupName: storeGroup.name,
      day: groupPlaylist.day,
      state: sql<"draft" | "published">`${groupPlaylist.state}`,
      times: sql<number>`(select count(*)::int from jsonb_array_elements(${groupPlaylist.positions}) as position
        where (position ->> 'songId')::bigint = ${songId})`,
    })
    .from(groupPlaylist)
    .innerJoin(company, eq(company.id, groupPlaylist.companyId))
    .innerJoin(
      storeGroup,
      and(
        eq(storeGroup.companyId, groupPlaylist.companyId),
        eq(storeGroup.id, groupPlaylist.groupId),
      ),
    )
    .innerJoin(zone, and(eq(zone.companyId, storeGroup.companyId), eq(zone.id, storeGroup.zoneId)))
    .where(
      and(
        inArray(groupPlaylist.state, ["draft", "published"]),
        sql`${groupPlaylist.day} >= (now() at time zone ${company.timeZone})::date`,
        holds,
        sql`exists (${db.select({ id: song.id }).from(song).where(ofLibrary(scope, songId))})`,
      ),
    )
    .orderBy(groupPlaylist.day, company.nameKey, storeGroup.nameKey, groupPlaylist.state)
    .limit(mostPlaylists + 1);
  return { playlists: rows.slice(0, mostPlaylists), more: rows.length > mostPlaylists };
}
