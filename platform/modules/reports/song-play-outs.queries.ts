import { sql } from "drizzle-orm";
import { songPlayOutReport } from "#contract/reports/song-play-out";
import { playDaily, song, storePlays } from "../../db/schema/index.ts";
import { sourceOf } from "./report-source.ts";
import { reportedPlays } from "./report-units.queries.ts";

/** A row is a song. Plays are grouped by song and store first, because that hashes a few thousand rows where count(distinct) sorts every total. */
export const songPlayOuts = sourceOf(songPlayOutReport, {
  key: { songId: "integer" },
  isAggregate: true,
  select: (scope, criteria) => ({
    with: {
      by_store: sql`select ${playDaily.itemId} as song_id, ${playDaily.storeId} as store_id, sum(${playDaily.plays})::int as plays,
          sum(${playDaily.received})::int as received, max(${playDaily.day}) filter (where ${playDaily.plays} > 0) as last_played
        ${reportedPlays(playDaily, scope, criteria)} group by ${playDaily.itemId}, ${playDaily.storeId}`,
      by_song: sql`select song_id, sum(plays)::bigint as plays, sum(received)::bigint as received, count(*) filter (where plays > 0) as stores,
          max(last_played) as last_played
        from by_store group by song_id`,
    },
    columns: {
      ...{ songId: song.id, title: song.title, artist: song.artist, album: song.album, isrc: song.isrc, label: song.label },
      plays: sql<number>`by_song.plays`,
      received: sql<number>`by_song.received`,
      stores: sql<number>`by_song.stores`,
      lastPlayed: sql<string | null>`by_song.last_played`,
    },
    from: sql`from by_song join ${song} on ${song.id} = by_song.song_id`,
    totals: { stores: sql<number>`(select count(*) from (select distinct store_id from by_store where plays > 0) as stores)` },
  }),
  graph: (scope, criteria) => ({
    columns: { day: storePlays.day, plays: sql<number>`sum(${storePlays.plays})::bigint` },
    from: sql`${reportedPlays(storePlays, scope, criteria)} group by ${storePlays.day}`,
  }),
});
