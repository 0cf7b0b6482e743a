import { sql } from "drizzle-orm";
import { songPlayOutReport } from "#contract/reports/song-play-out";
import { song, storeDayPlays } from "../../db/schema/index.ts";
import { sourceOf } from "./report-source.ts";
import { reportedPlays, reportedSongs } from "./report-units.queries.ts";

/** A row is a song. */
export const songPlayOuts = sourceOf(songPlayOutReport, {
  key: { songId: "integer" },
  isAggregate: true,
  select: (scope, criteria) => ({
    with: {
      ...reportedSongs(scope, criteria),
      playing: sql`select distinct store_id ${reportedPlays(scope, criteria)} and music_plays > 0`,
    },
    columns: {
      songId: song.id,
      title: song.title,
      artist: song.artist,
      album: song.album,
      isrc: song.isrc,
      label: song.label,
      plays: sql<number>`by_song.plays`,
      received: sql<number>`by_song.received`,
      stores: sql<number>`by_song.stores`,
      lastPlayed: sql<string | null>`by_song.last_played`,
    },
    from: sql`from by_song join ${song} on ${song.id} = by_song.song_id`,
    totals: { stores: sql<number>`(select count(*) from playing)` },
  }),
  graph: (scope, criteria) => ({
    columns: { day: storeDayPlays.day, plays: sql<number>`sum(music_plays)::bigint` },
    from: sql`${reportedPlays(scope, criteria)} group by ${storeDayPlays.day}`,
  }),
});
