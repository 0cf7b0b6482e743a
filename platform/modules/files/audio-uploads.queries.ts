import { and, eq, inArray, lt, or, sql } from "drizzle-orm";
import type { Caller } from "../../access/caller.ts";
import type { Scope } from "../../access/scope.ts";
import { formDraft, song, spot, storedFile } from "../../db/schema/index.ts";
import type { Db, Tx } from "../../db/types.ts";
import type { Cues } from "../../files/cues.ts";
import { isDraft } from "../drafts/index.ts";

/** The purposes of uploaded audio. */
export type AudioPurpose = "song-audio" | "spot-audio";

/** Measurements of an upload that no song or spot has yet. */
export type AudioReading = {
  durationSeconds: number;
  cues: Cues;
  loudness: number | null;
  /** In base64. */
  peaks: string;
  convertedFrom: string | null;
};

type Upload = { purpose: AudioPurpose; fileId: string };

/**
 * Readings are stored with the form drafts: the form of a new song or spot is one, its first page
 * the upload. The colon keeps them apart from drafts that people save
 * (contract/drafts/endpoints.ts).
 */
const formOf = ({ purpose, fileId }: Upload) => `${purpose}:${fileId}`;
const own = (scope: Scope, caller: Caller, upload: Upload) =>
  isDraft(caller, { form: formOf(upload), aboutCompanyId: scope.companyId });

export const keepReading = (
  scope: Scope,
  tx: Tx,
  {
    caller,
    upload,
    reading,
    now,
  }: { caller: Caller; upload: Upload; reading: AudioReading; now: Date },
) =>
  tx.insert(formDraft).values({
    companyId: caller.companyId,
    userId: caller.id,
    form: formOf(upload),
    aboutCompanyId: scope.companyId,
    values: reading,
    updatedAt: now,
  });

export async function findReading<R extends AudioReading>(
  scope: Scope,
  db: Db,
  caller: Caller,
  upload: Upload,
): Promise<R | undefined> {
  const [row] = await db
    .select({ values: formDraft.values })
    .from(formDraft)
    .where(own(scope, caller, upload));
  return row?.values as R | undefined;
}

/** Gives it once: of two that take it at the same time one gets nothing. */
export async function takeReading<R extends AudioReading>(
  scope: Scope,
  tx: Tx,
  caller: Caller,
  upload: Upload,
): Promise<R | undefined> {
  const [row] = await tx
    .delete(formDraft)
    .where(own(scope, caller, upload))
    .returning({ values: formDraft.values });
  return row?.values as R | undefined;
}

/** A file of audio by its id or its key. */
export async function findAudioRow(
  { companyId }: Scope,
  db: Db,
  { purpose, ...which }: { purpose: AudioPurpose } & ({ id: string } | { key: string }),
) {
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
        eq(storedFile.purpose, purpose),
        "id" in which ? eq(storedFile.id, which.id) : eq(storedFile.key, which.key),
      ),
    );
  return row;
}

const weekInMilliseconds = 7 * 86_400_000;

/**
 * Part of the daily clearing: uploads of a week ago that no song or spot has; their bytes go with
 * those that no row names.
 */
export async function forgetUnusedAudio(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - weekInMilliseconds);
  await db.delete(storedFile).where(
    and(
      inArray(storedFile.purpose, ["song-audio", "song-picture", "spot-audio"]),
      lt(storedFile.createdAt, before),
      sql`not exists (select 1 from ${song} where ${song.companyId} = ${storedFile.companyId}
        and (${song.audioFile} = ${storedFile.key} or ${song.pictureFileId} = ${storedFile.id}))`,
      sql`not exists (select 1 from ${spot} where ${spot.companyId} = ${storedFile.companyId} and ${spot.audioFile} = ${storedFile.key})`,
    ),
  );
  const isReading = or(
    sql`${formDraft.form} like 'song-audio:%'`,
    sql`${formDraft.form} like 'spot-audio:%'`,
  );
  await db.delete(formDraft).where(and(isReading, lt(formDraft.updatedAt, before)));
}
