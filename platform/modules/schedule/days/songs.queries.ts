import { and, eq, sql } from "drizzle-orm";
import type { SlotTimes } from "#contract/schedule/slot-times";
import type { Scope } from "../../../access/scope.ts";
import { songsWithin } from "../../../access/scope-conditions.ts";
import { catalogueItem, chartSong, song } from "../../../db/schema/index.ts";
import type { Db } from "../../../db/types.ts";

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
 * Everything that scheduling reads of a song, as one text. A missing vocal or play window adds
 * nothing, so that the digests of older days stay valid.
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
 * Finds songs by ID, including those reserved for another company after this one played them: for
 * this company they are inactive.
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
