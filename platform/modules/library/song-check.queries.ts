import { and, eq, or, sql } from "drizzle-orm";
import type { Scope } from "../../access/scope.ts";
import { song } from "../../db/schema/index.ts";
import type { Db } from "../../db/types.ts";

/** Songs that have one of the ISRCs, hashes or ids. */
export const findSongsLike = (
  { companyId }: Scope,
  db: Db,
  { isrcs, hashes, ids }: { isrcs: string[]; hashes: string[]; ids: number[] },
) =>
  db
    .select({
      id: song.id,
      title: song.title,
      artist: song.artist,
      isrc: song.isrc,
      audioSha256: song.audioSha256,
    })
    .from(song)
    .where(
      and(
        eq(song.companyId, companyId),
        or(
          sql`${song.isrc} = any(${sql.param(isrcs)}::text[])`,
          sql`${song.audioSha256} = any(${sql.param(hashes)}::text[])`,
          sql`${song.id} = any(${sql.param(ids)}::bigint[])`,
        ),
      ),
    )
    .orderBy(song.id);
