import { sql } from "drizzle-orm";
import { musicDistribution } from "#contract/reports/music-distribution";
import { catalogueItem, song } from "../../db/schema/index.ts";
import { percentOf } from "./report-rows.queries.ts";
import { sourceOf } from "./report-source.ts";
import { reportedSongs } from "./report-units.queries.ts";

const itemOf = { genre: song.genreId, mood: song.moodId, language: song.languageId };

/** A row is a genre, a mood or a language. Songs without one share a row. */
export const musicShares = sourceOf(musicDistribution, {
  key: { itemId: "integer" },
  isAggregate: true,
  select: (scope, criteria) => ({
    with: {
      ...reportedSongs(scope, criteria),
      by_item: sql`select coalesce(${itemOf[criteria.by]}, 0) as item_id, count(*) as songs, sum(plays)::bigint as plays, sum(seconds)::bigint as seconds
        from by_song join ${song} on ${song.id} = by_song.song_id where plays > 0 group by 1`,
    },
    columns: {
      itemId: sql<number>`by_item.item_id`,
      name: sql<string>`coalesce(${catalogueItem.name}, 'Not set')`,
      songs: sql<number>`by_item.songs`,
      plays: sql<number>`by_item.plays`,
      seconds: sql<number>`by_item.seconds`,
      share: percentOf(sql`by_item.seconds`, sql`sum(by_item.seconds) over ()`),
    },
    from: sql`from by_item left join ${catalogueItem} on ${catalogueItem.id} = by_item.item_id`,
  }),
});
