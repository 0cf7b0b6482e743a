import { and, eq, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { ChartSongQuery } from "#contract/charts/songs";
import type { Scope } from "../../access/scope.ts";
import { songsWithin } from "../../access/scope-conditions.ts";
import { idKey, keyset } from "../../db/keyset.ts";
import { catalogueItem, chartSong, song } from "../../db/schema/index.ts";
import { songCover } from "../../db/song-cover.ts";
import { containsText } from "../../db/text-search.ts";
import type { Db, Tx } from "../../db/types.ts";
import { songState } from "./charts.queries.ts";

const inChart = (scope: Scope, chartId: number) =>
  and(eq(chartSong.companyId, scope.companyId), eq(chartSong.chartId, chartId));
const bigints = (ids: number[]) => sql`${sql.param(ids)}::bigint[]`;

/**
 * The order of a chart's songs for one reader: hidden songs come after all that the reader sees, so
 * that places are counted without them.
 */
const chartOrder = (scope: Scope) =>
  sql`(select ${songsWithin(scope)} from song where song.id = chart_song.song_id) desc, position, song_id`;

/** Matches songs that are among those named and have the text in title or artist, where given. */
const matchSongs = ({ search, songIds }: Pick<ChartSongQuery, "search" | "songIds">) => {
  const ofThese = songIds && sql`${song.id} = any(${bigints(songIds)})`;
  return and(ofThese, containsText(search, song.title, song.artist));
};

const language = alias(catalogueItem, "language");
const tempo = alias(catalogueItem, "tempo");
const era = alias(catalogueItem, "era");

/** The songs of a chart that the scope sees, each with its place among them from 1 on. */
export const placedSongs = (scope: Scope, db: Db, chartId: number) =>
  db
    .select({
      songId: chartSong.songId,
      weight: chartSong.weight,
      position: chartSong.position,
      place:
        sql<number>`(row_number() over (order by ${chartSong.position}, ${chartSong.songId}))::int`.as(
          "place",
        ),
    })
    .from(chartSong)
    .innerJoin(song, and(eq(song.id, chartSong.songId), songsWithin(scope)))
    .where(inChart(scope, chartId))
    .as("placed");

/**
 * A page of a chart's songs in order, each with its place. Throws 422 for a cursor that is not
 * ours.
 */
export async function findSongPage(scope: Scope, db: Db, query: ChartSongQuery, today: string) {
  const placed = placedSongs(scope, db, query.chartId);
  const order = keyset([idKey(placed.position), idKey(placed.songId)], {
    descending: false,
    cursor: query.cursor,
  });
  const rows = await db
    .select({
      songId: placed.songId,
      position: placed.place,
      weight: placed.weight,
      rowKey: order.select,
      title: song.title,
      artist: song.artist,
      album: song.album,
      language: language.name,
      tempo: tempo.name,
      era: era.name,
      durationSeconds: song.durationSeconds,
      state: songState(today),
      hasAudio: sql<boolean>`${song.audioFile} is not null`,
      cover: songCover,
    })
    .from(placed)
    .innerJoin(song, eq(song.id, placed.songId))
    .leftJoin(
      language,
      and(eq(language.companyId, song.companyId), eq(language.id, song.languageId)),
    )
    .leftJoin(tempo, and(eq(tempo.companyId, song.companyId), eq(tempo.id, song.tempoId)))
    .leftJoin(era, and(eq(era.companyId, song.companyId), eq(era.id, song.eraId)))
    .where(and(matchSongs(query), order.where))
    .orderBy(order.orderBy)
    .limit(query.limit + 1);
  return order.page(rows, query.limit);
}

export async function countInChart(scope: Scope, db: Db, query: ChartSongQuery): Promise<number> {
  const [row] = await db
    .select({ songs: sql<number>`count(*)::int` })
    .from(chartSong)
    .innerJoin(song, eq(song.id, chartSong.songId))
    .where(and(inChart(scope, query.chartId), matchSongs(query), songsWithin(scope)));
  return row?.songs ?? 0;
}

/** The songs of a chart that match, in order. */
export async function findSongIds(
  scope: Scope,
  tx: Tx,
  { chartId, search, limit }: { chartId: number; search?: string | undefined; limit: number },
) {
  const rows = await tx
    .select({ id: chartSong.songId })
    .from(chartSong)
    .innerJoin(song, eq(song.id, chartSong.songId))
    .where(and(inChart(scope, chartId), matchSongs({ search }), songsWithin(scope)))
    .orderBy(chartSong.position, chartSong.songId)
    .limit(limit);
  return rows.map(({ id }) => id);
}

export type SongPlace = { songId: number; position: number; weight: number; title: string };

/** Finds the named songs that the reader sees in the chart, with places and weights, in order. */
export async function findPlaces(
  scope: Scope,
  db: Db,
  chartId: number,
  ids: number[],
): Promise<SongPlace[]> {
  const placed = placedSongs(scope, db, chartId);
  return db
    .select({
      songId: placed.songId,
      position: placed.place,
      weight: placed.weight,
      title: song.title,
    })
    .from(placed)
    .innerJoin(song, eq(song.id, placed.songId))
    .where(sql`${placed.songId} = any(${bigints(ids)})`)
    .orderBy(placed.place);
}

/**
 * Puts songs of a chart that is locked at a place, in their order; all others close up behind.
 * Every place is 1, 2, 3 … after it.
 */
export async function placeSongs(
  scope: Scope,
  tx: Tx,
  { chartId, ids, at }: { chartId: number; ids: number[]; at: number },
): Promise<void> {
  await tx.execute(sql`with current_places as (
      select song_id, song_id = any(${bigints(ids)}) as moves, row_number() over (order by ${chartOrder(scope)}) as place
      from chart_song where company_id = ${scope.companyId} and chart_id = ${chartId}
    ), song_ranks as (
      select song_id, moves, row_number() over (partition by moves order by place) as nth,
        count(*) filter (where moves) over () as moving, count(*) filter (where not moves) over () as staying from current_places
    ), new_places as (
      select song_id, case when moves then least(${at}::int, staying + 1) + nth - 1 when nth < ${at}::int then nth else nth + moving end as place from song_ranks
    )
    update chart_song set position = new_places.place from new_places
    where chart_song.company_id = ${scope.companyId} and chart_song.chart_id = ${chartId} and chart_song.song_id = new_places.song_id
      and chart_song.position <> new_places.place`);
}

/** Gives how many of the songs had another weight. */
export async function weighSongs(
  scope: Scope,
  tx: Tx,
  { chartId, ids, weight }: { chartId: number; ids: number[]; weight: number },
): Promise<number> {
  const changed = await tx
    .update(chartSong)
    .set({ weight })
    .where(
      and(
        inChart(scope, chartId),
        sql`${chartSong.songId} = any(${bigints(ids)})`,
        sql`${chartSong.weight} <> ${weight}`,
      ),
    );
  return changed.rowCount ?? 0;
}

/**
 * Takes songs out of a chart that is locked, also those hidden in it, and closes the gaps. Gives
 * the songs that went.
 */
export async function removeSongs(
  scope: Scope,
  tx: Tx,
  chartId: number,
  ids: number[],
): Promise<Omit<SongPlace, "title">[]> {
  const gone = await tx
    .delete(chartSong)
    .where(and(inChart(scope, chartId), sql`${chartSong.songId} = any(${bigints(ids)})`))
    .returning({
      songId: chartSong.songId,
      position: chartSong.position,
      weight: chartSong.weight,
    });
  if (gone.length > 0) await placeSongs(scope, tx, { chartId, ids: [], at: 1 });
  return gone;
}

/**
 * Adds songs of the library to the end of a chart that is locked, in the order given, each once;
 * those in it already stay where they are. Gives the songs that were added.
 */
export async function insertSongs(
  scope: Scope,
  tx: Tx,
  { library, chartId, ids }: { library: Scope; chartId: number; ids: number[] },
): Promise<number[]> {
  const { rows } = await tx.execute<{
    songId: number;
  }>(sql`insert into chart_song (company_id, chart_id, song_id, position)
    select ${scope.companyId}::bigint, ${chartId}::bigint, new_places.id,
      row_number() over (order by new_places.nth) + (select coalesce(max(position), 0) from chart_song
        where company_id = ${scope.companyId} and chart_id = ${chartId})
    from (select id, min(nth) as nth from unnest(${bigints(ids)}) with ordinality as given (id, nth) group by id) as new_places
    join song on song.company_id = ${library.companyId} and song.id = new_places.id and ${songsWithin(library)}
    where not exists (select 1 from chart_song as there
      where there.company_id = ${scope.companyId} and there.chart_id = ${chartId} and there.song_id = new_places.id)
    order by new_places.id
    returning song_id as "songId"`);
  return rows.map(({ songId }) => songId);
}

/**
 * Puts songs that are no longer in a chart that is locked back at their places; the others keep
 * their order around them. Gives how many of them the library still has.
 */
export async function restoreSongs(
  scope: Scope,
  tx: Tx,
  { library, chartId, places }: { library: Scope; chartId: number; places: SongPlace[] },
): Promise<number> {
  const positions = sql`${sql.param(places.map(({ position }) => position))}::int[]`;
  await tx.execute(sql`with current_places as (
      select song_id, row_number() over (order by ${chartOrder(scope)}) as place from chart_song
      where company_id = ${scope.companyId} and chart_id = ${chartId}
    ), restored_places as (
      select place - row_number() over (order by place) as ahead from unnest(${positions}) as given (place)
    )
    update chart_song set position = current_places.place + (select count(*) from restored_places where restored_places.ahead < current_places.place) from current_places
    where chart_song.company_id = ${scope.companyId} and chart_song.chart_id = ${chartId} and chart_song.song_id = current_places.song_id`);
  const { rowCount } =
    await tx.execute(sql`insert into chart_song (company_id, chart_id, song_id, position, weight)
    select ${scope.companyId}::bigint, ${chartId}::bigint, song.id, given.place, given.weight
    from unnest(${bigints(places.map(({ songId }) => songId))}, ${positions}, ${sql.param(places.map(({ weight }) => weight))}::int[])
      as given (id, place, weight)
    join song on song.company_id = ${library.companyId} and song.id = given.id and ${songsWithin(library)}`);
  await placeSongs(scope, tx, { chartId, ids: [], at: 1 });
  return rowCount ?? 0;
}

/** Counts the named songs that the reader sees in the chart. */
export const countOfThese = async (
  scope: Scope,
  tx: Tx,
  chartId: number,
  ids: number[],
): Promise<number> => (await findPlaces(scope, tx, chartId, ids)).length;
