import { and, eq, inArray, or, sql } from "drizzle-orm";
import type { Status } from "#contract/base/status";
import type { Scope } from "../../access/scope.ts";
import { catalogueItem, song } from "../../db/schema/index.ts";
import type { Db } from "../../db/types.ts";
import type { AudioTags } from "../../files/clean-tags.ts";
import type { AudioReading } from "../files/index.ts";

/** The purpose of songs' audio among audio uploads. */
export const purpose = "song-audio";

/** Everything read from an upload that no song has yet. */
export type SongReading = AudioReading & { tags: AudioTags; pictureFileId: string | null };

const mostDoubles = 10;

/** Finds songs with the same bytes, the same ISRC, or the same title and artist in any case. */
export async function findDoubles(
  { companyId }: Scope,
  db: Db,
  {
    sha256,
    isrc,
    title,
    artist,
  }: { sha256: string; isrc: string | null; title: string | null; artist: string | null },
) {
  const sameAudio = sql<boolean>`${song.audioSha256} is not null and ${song.audioSha256} = ${sha256}`;
  const sameIsrc = sql<boolean>`${song.isrc} is not null and ${song.isrc} = ${isrc}::text`;
  const start = (text: unknown) => sql`left(lower(${text}), 200)`; // as in the index
  const sameTitle = sql<boolean>`${start(song.title)} = ${start(sql`${title}::text`)} and ${start(song.artist)} = ${start(sql`${artist}::text`)}`;
  const rows = await db
    .select({
      id: song.id,
      title: song.title,
      artist: song.artist,
      isrc: song.isrc,
      durationSeconds: song.durationSeconds,
      status: sql<Status>`case when ${song.active} then 'active' else 'inactive' end`,
      sameAudio,
      sameIsrc,
      sameTitle,
    })
    .from(song)
    .where(
      and(
        eq(song.companyId, companyId),
        or(
          eq(song.audioSha256, sha256),
          isrc === null ? undefined : eq(song.isrc, isrc),
          title === null || artist === null ? undefined : sameTitle,
        ),
      ),
    )
    .orderBy(song.id)
    .limit(mostDoubles);
  return rows.map(({ sameAudio: byAudio, sameIsrc: byIsrc, sameTitle: byTitle, ...row }) => ({
    ...row,
    by: [
      ...(byAudio ? (["audio"] as const) : []),
      ...(byIsrc ? (["isrc"] as const) : []),
      ...(byTitle ? (["title"] as const) : []),
    ],
  }));
}

/**
 * The active items of genres, moods and languages with one of these names, letters and digits alone
 * compared ("Hip-Hop", "hip hop").
 */
export const findItemsLike = ({ companyId }: Scope, db: Db, names: string[]) =>
  db
    .select({
      kind: catalogueItem.kind,
      id: catalogueItem.id,
      name: catalogueItem.name,
      like: bare(sql`${catalogueItem.name}`),
    })
    .from(catalogueItem)
    .where(
      and(
        eq(catalogueItem.companyId, companyId),
        eq(catalogueItem.active, true),
        inArray(catalogueItem.kind, ["genre", "mood", "language"]),
        sql`${bare(sql`${catalogueItem.name}`)} in (select ${bare(sql`name`)} from unnest(${sql.param(names)}::text[]) as name)`,
      ),
    )
    .orderBy(catalogueItem.id);

const bare = (text: unknown) =>
  sql<string>`regexp_replace(lower(${text}), '[^[:alnum:]]+', '', 'g')`;
