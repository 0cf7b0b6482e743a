import { and, eq, gt, type SQL, sql } from "drizzle-orm";
import { recordOf } from "#contract/base/records";
import { severalItems, singleItems } from "#contract/library/words";
import type { Scope } from "../../access/scope.ts";
import { catalogueItem, song, songTag } from "../../db/schema/index.ts";
import type { Db } from "../../db/types.ts";
import type { IndexedSong } from "../../engine/song-search/song.ts";
import { itemIds } from "./library.queries.ts";

/** Finds songs for the index, this many from an id on. */
export const findSongsToIndex = (
  scope: Scope,
  db: Db,
  afterId: number,
  limit: number,
): Promise<IndexedSong[]> => indexed(scope, db, gt(song.id, afterId), limit);

/** The songs that were changed since a revision. */
export const findSongsSince = (
  scope: Scope,
  db: Db,
  revision: number,
  limit: number,
): Promise<IndexedSong[]> => indexed(scope, db, gt(song.revision, revision), limit);

async function indexed(scope: Scope, db: Db, which: SQL, limit: number): Promise<IndexedSong[]> {
  const ids = severalItems.map(
    (kind) =>
      sql`array_agg(${songTag.itemId}) filter (where ${songTag.kind} = ${kind}) as ${sql.raw(kind)}`,
  );
  const names = sql`string_agg(${catalogueItem.name}, ' ') filter (where ${songTag.kind} <> 'season') as names`;
  const tags = sql`lateral (select ${sql.join([...ids, names], sql`, `)} from ${songTag}
    join ${catalogueItem} on ${catalogueItem.companyId} = ${songTag.companyId} and ${catalogueItem.id} = ${songTag.itemId}
    where ${songTag.companyId} = ${song.companyId} and ${songTag.songId} = ${song.id}) as tags`;
  const items = recordOf(singleItems, (facet) => sql<number>`coalesce(${itemIds[facet]}, 0)`);
  const several = recordOf(
    severalItems,
    (facet) => sql<number[]>`coalesce(tags.${sql.raw(facet)}, '{}')`,
  );
  const rows = await db
    .select({
      id: song.id,
      title: song.title,
      artist: song.artist,
      alsoKnownBy: sql<string>`concat_ws(' ', ${song.album}, tags.names, ${song.isrc})`,
      durationSeconds: song.durationSeconds,
      active: sql<number>`case when ${song.active} then 1 else 2 end`,
      explicit: sql<number>`case when ${song.explicit} then 1 else 2 end`,
      audio: sql<number>`case when ${song.audioFile} is not null then 1 else 2 end`,
      reservedFor: sql<number>`coalesce(${song.reservedForId}, 0)`,
      ...items,
      ...several,
    })
    .from(song)
    .innerJoin(tags, sql`true`)
    .where(and(eq(song.companyId, scope.companyId), which))
    .orderBy(song.id)
    .limit(limit);
  return rows;
}

export const countSongs = ({ companyId }: Scope, db: Db): Promise<number> =>
  db.$count(song, eq(song.companyId, companyId));
