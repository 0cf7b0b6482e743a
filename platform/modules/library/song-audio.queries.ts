import { and, eq, inArray, lt, or, sql } from "drizzle-orm";
import type { Status } from "#contract/base/status";
import type { Caller } from "../../access/caller.ts";
import type { Scope } from "../../access/scope.ts";
import type { Db, Tx } from "../../db/client.ts";
import { catalogueItem, formDraft, song, storedFile } from "../../db/schema/index.ts";
import type { AudioTags } from "../../files/read-audio.ts";

/** What was read of an upload that no song has yet. */
export type KeptReading = {
  durationSeconds: number;
  loudness: number | null;
  /** In base64. */
  peaks: string;
  tags: AudioTags;
  pictureFileId: string | null;
};

/**
 * Readings wait with the half-filled forms: the form of a new song is one, its first page the upload. The colon keeps them apart from what
 * people may write there by themselves (contract/drafts/endpoints.ts).
 */
const formOf = (fileId: string) => `song-audio:${fileId}`;
const own = (scope: Scope, caller: Caller, fileId: string) =>
  and(
    eq(formDraft.companyId, caller.companyId),
    eq(formDraft.userId, caller.id),
    eq(formDraft.form, formOf(fileId)),
    eq(formDraft.aboutCompanyId, scope.companyId),
  );

export const keepReading = (scope: Scope, tx: Tx, caller: Caller, fileId: string, reading: KeptReading, now: Date) =>
  tx.insert(formDraft).values({
    companyId: caller.companyId,
    userId: caller.id,
    form: formOf(fileId),
    aboutCompanyId: scope.companyId,
    values: reading,
    updatedAt: now,
  });

export async function findReading(scope: Scope, db: Db, caller: Caller, fileId: string): Promise<KeptReading | undefined> {
  const [row] = await db
    .select({ values: formDraft.values })
    .from(formDraft)
    .where(own(scope, caller, fileId));
  return row?.values as KeptReading | undefined;
}

/** Gives it once: of two that take it at the same time one gets nothing. */
export async function takeReading(scope: Scope, tx: Tx, caller: Caller, fileId: string): Promise<KeptReading | undefined> {
  const [row] = await tx
    .delete(formDraft)
    .where(own(scope, caller, fileId))
    .returning({ values: formDraft.values });
  return row?.values as KeptReading | undefined;
}

/** A file of audio by its id or its key. */
export async function findAudioRow({ companyId }: Scope, db: Db, which: { id: string } | { key: string }) {
  const [row] = await db
    .select({
      id: storedFile.id,
      key: storedFile.key,
      name: storedFile.name,
      mediaType: storedFile.mediaType,
      bytes: storedFile.bytes,
      sha256: storedFile.sha256,
    })
    .from(storedFile)
    .where(
      and(
        eq(storedFile.companyId, companyId),
        eq(storedFile.purpose, "song-audio"),
        "id" in which ? eq(storedFile.id, which.id) : eq(storedFile.key, which.key),
      ),
    );
  return row;
}

const mostDoubles = 10;

/** Songs with the same bytes, the same ISRC, or the same title and artist whatever case. */
export async function findDoubles(
  { companyId }: Scope,
  db: Db,
  { sha256, isrc, title, artist }: { sha256: string; isrc: string | null; title: string | null; artist: string | null },
) {
  const sameAudio = sql<boolean>`${song.audioSha256} is not null and ${song.audioSha256} = ${sha256}`;
  const sameIsrc = sql<boolean>`${song.isrc} is not null and ${song.isrc} = ${isrc}::text`;
  const start = (text: unknown) => sql`left(lower(${text}), 200)`; // as the index has it
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
    by: [...(byAudio ? (["audio"] as const) : []), ...(byIsrc ? (["isrc"] as const) : []), ...(byTitle ? (["title"] as const) : [])],
  }));
}

/** The active items of genres, moods and languages with one of these names, letters and digits alone compared ("Hip-Hop", "hip hop"). */
export const findItemsLike = ({ companyId }: Scope, db: Db, names: string[]) =>
  db
    .select({ kind: catalogueItem.kind, id: catalogueItem.id, name: catalogueItem.name, like: bare(sql`${catalogueItem.name}`) })
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

const bare = (text: unknown) => sql<string>`regexp_replace(lower(${text}), '[^[:alnum:]]+', '', 'g')`;

const weekInMilliseconds = 7 * 86_400_000;

/** Part of the daily clearing: uploads of a week ago that no song has; their bytes go with those that no row names. */
export async function forgetUnusedAudio(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - weekInMilliseconds);
  await db.delete(storedFile).where(
    and(
      inArray(storedFile.purpose, ["song-audio", "song-picture"]),
      lt(storedFile.createdAt, before),
      sql`not exists (select 1 from ${song} where ${song.companyId} = ${storedFile.companyId}
        and (${song.audioFile} = ${storedFile.key} or ${song.pictureFileId} = ${storedFile.id}))`,
    ),
  );
  await db.delete(formDraft).where(and(sql`${formDraft.form} like 'song-audio:%'`, lt(formDraft.updatedAt, before)));
}
