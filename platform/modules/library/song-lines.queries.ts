import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Scope } from "../../access/scope.ts";
import { songsWithin } from "../../access/scope-conditions.ts";
import { song } from "../../db/schema/index.ts";
import type { Db } from "../../db/types.ts";

/**
 * Identifies a song by a line of a list: its number, its ISRC, or its title with or without an
 * artist.
 */
export type SongLine = {
  id: number | null;
  isrc: string | null;
  title: string | null;
  artist: string | null;
};

/** Songs of one name that are given. */
const mostOfName = 20;

/**
 * For each line, by its number from 1 on, the songs it names: the active ones first, then the
 * oldest.
 */
export async function findSongsByLines(
  library: Scope,
  db: Db,
  lines: SongLine[],
): Promise<Map<number, number[]>> {
  const texts = (of: (line: SongLine) => string | null) => sql`${sql.param(lines.map(of))}::text[]`;
  const key = (text: SQL) => sql`left(lower(${text}), 200)`;
  const isInLibrary = sql`song.company_id = ${library.companyId} and ${songsWithin(library)}`;
  const { rows } = await db.execute<{ nth: number; ids: string[] }>(sql`with line as (
      select * from unnest(${sql.param(lines.map(({ id }) => id))}::bigint[], ${texts(({ isrc }) => isrc)}, ${texts(({ title }) => title)},
        ${texts(({ artist }) => artist)}) with ordinality as given (id, isrc, title, artist, nth)
    ), hit as (
      select nth, song.id, song.active from line join song on ${isInLibrary} and song.id = line.id
      union select nth, song.id, song.active from line join song on ${isInLibrary} and song.isrc = line.isrc
        where line.id is null
      union select nth, song.id, song.active from line join song on ${isInLibrary}
        and left(lower(song.title), 200) = ${key(sql`line.title`)} and (line.artist is null or left(lower(song.artist), 200) = ${key(sql`line.artist`)})
        where line.id is null and line.isrc is null
    )
    select nth::int, (array_agg(id order by active desc, id))[1:${sql.raw(String(mostOfName))}] as ids from hit group by nth`);
  return new Map(rows.map(({ nth, ids }) => [nth, ids.map(Number)]));
}

export const findSongNames = (library: Scope, db: Db, ids: number[]) =>
  db
    .select({ songId: song.id, title: song.title, artist: song.artist, album: song.album })
    .from(song)
    .where(and(eq(song.companyId, library.companyId), songsWithin(library), inArray(song.id, ids)));
