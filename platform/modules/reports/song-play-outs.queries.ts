import { sql } from "drizzle-orm";
import { songPlayOutReport } from "#contract/reports/song-play-out";
import { playLog, song } from "../../db/schema/index.ts";
import { sourceOf } from "./report-source.ts";
import { reportedPlays } from "./report-units.queries.ts";

/** A row is a song. Plays are grouped by song and store first, because that hashes a few thousand rows where count(distinct) sorts every play. */
export const songPlayOuts = sourceOf(songPlayOutReport, {
  key: { songId: "integer" },
  isAggregate: true,
  select: (scope, asked) => ({
    with: {
      by_store: sql`select ${playLog.songId} as song_id, ${playLog.storeId} as store_id, count(*) as plays, max(${playLog.day}) as last_played
        ${reportedPlays(scope, asked)} group by ${playLog.songId}, ${playLog.storeId}`,
      by_song: sql`select song_id, sum(plays)::bigint as plays, count(*) as stores, max(last_played) as last_played
        from by_store group by song_id`,
    },
    columns: {
      ...{ songId: song.id, title: song.title, artist: song.artist, album: song.album, isrc: song.isrc, label: song.label },
      plays: sql<number>`by_song.plays`,
      stores: sql<number>`by_song.stores`,
      lastPlayed: sql<string>`by_song.last_played`,
    },
    from: sql`from by_song join ${song} on ${song.id} = by_song.song_id`,
    totals: { stores: sql<number>`(select count(distinct store_id) from by_store)` },
  }),
  graph: (scope, asked) => ({
    columns: { day: playLog.day, plays: sql<number>`count(*)` },
    from: sql`${reportedPlays(scope, asked)} group by ${playLog.day}`,
  }),
});
