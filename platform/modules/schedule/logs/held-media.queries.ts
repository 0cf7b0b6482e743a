import { type SQL, sql } from "drizzle-orm";
import type { Scope } from "../../../access/scope.ts";
import { groupPlaylist, storeLog } from "../../../db/schema/index.ts";
import type { Db } from "../../../db/types.ts";
import { intsOf } from "./store-logs.queries.ts";

const { fromPosition, toPosition, songs, spots } = storeLog;

type Media = { songIds: readonly number[]; spotIds: readonly number[] };

/**
 * Finds which of the songs and spots are in a log of the store between two days, superseded or
 * not.
 */
export async function findHeldMedia(
  { companyId }: Scope,
  db: Db,
  { storeId, from, to }: { storeId: number; from: string; to: string },
  { songIds, spotIds }: Media,
): Promise<{ songs: Set<number>; spots: Set<number> }> {
  // logs store ids as 32-bit integers: no log has a larger id that a player may send
  const lists = { songs: intsOf(songIds), spots: intsOf(spotIds) };
  // read a group's day only if it contains one of them: its songs are in a column of their own, its
  // spots only in its positions
  const hasSpot = sql`${groupPlaylist.positions} @> any(${sql.param(spotIds.map((spotId) => JSON.stringify([{ spotId }])))}::jsonb[])`;
  const hasOne =
    spotIds.length > 0
      ? sql`(${groupPlaylist.songIds} && ${lists.songs} or ${hasSpot})`
      : sql`${groupPlaylist.songIds} && ${lists.songs}`;
  const { rows } = await db.execute<{ songId: number | null; spotId: number | null }>(sql`
    with log as (
      select ${storeLog.playlistId}, ${fromPosition}, ${toPosition}, ${songs}, ${spots} from ${storeLog}
      where ${storeLog.companyId} = ${companyId} and ${storeLog.storeId} = ${storeId} and ${storeLog.day} between ${from} and ${to}
    )
    select held.id::bigint as "songId", null::bigint as "spotId" from log, unnest(songs) as held(id) where held.id = any(${lists.songs})
    union select null, held.id::bigint from log, unnest(spots) as held(id) where held.id = any(${lists.spots})
    union select line."songId", line."spotId"
    from log join ${groupPlaylist} on ${groupPlaylist.companyId} = ${companyId} and ${groupPlaylist.id} = log.playlist_id
    cross join lateral ${linesOf(sql`"songId" bigint, "spotId" bigint`)}
    where log.from_position is not null and ${hasOne}
      and (line."songId" = any(${lists.songs}) or line."spotId" = any(${lists.spots})) and ${playsLine(sql`log`)}`);
  const requestedIds = { songs: new Set(songIds), spots: new Set(spotIds) };
  return {
    songs: new Set(
      rows.flatMap(({ songId }) =>
        songId !== null && requestedIds.songs.has(songId) ? [songId] : [],
      ),
    ),
    spots: new Set(
      rows.flatMap(({ spotId }) =>
        spotId !== null && requestedIds.spots.has(spotId) ? [spotId] : [],
      ),
    ),
  };
}

/**
 * The lines of a group's day with the columns given, and each one's `place`, which counts from 1.
 */
const linesOf = (columns: SQL) =>
  sql`rows from (jsonb_to_recordset(${groupPlaylist.positions}) as (${columns})) with ordinality as line`;

/** True if a log (a row with its columns) is a run that has the line of its group's day. */
const playsLine = (log: SQL) =>
  sql`line.ordinality > ${log}.from_position and line.ordinality <= ${log}.to_position`;
