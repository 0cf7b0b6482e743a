import { sql } from "drizzle-orm";
import type { SongCover } from "#contract/library/cover";
import type { Scope } from "../access/scope.ts";
import { song } from "./schema/index.ts";
import type { Db } from "./types.ts";

/** The columns that a song's cover is drawn from, for selects from `song`. */
export const songCover = {
  shape: sql<number>`('x' || left(md5(lower(coalesce(${song.album}, ${song.title}))), 6))::bit(24)::int`,
  colours: sql<number>`(coalesce(${song.moodId}, 0) * 3 + coalesce(${song.ratingChartId}, 0) % 3)::int`,
  pictureFileId: song.pictureFileId,
};

/** The covers of songs by their IDs. Songs are global; every query takes a scope. */
export async function findSongCovers(
  _scope: Scope,
  db: Db,
  ids: number[],
): Promise<Map<number, SongCover>> {
  const rows = await db
    .select({ id: song.id, cover: songCover })
    .from(song)
    .where(sql`${song.id} = any(${sql.param(ids)}::bigint[])`);
  return new Map(rows.map(({ id, cover }) => [id, cover]));
}
