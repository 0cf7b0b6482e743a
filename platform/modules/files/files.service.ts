import { randomUUID } from "node:crypto";
import type { Scope } from "../../access/scope.ts";
import { Failures } from "../../base/failures.ts";
import { notFound } from "../../base/refusal.ts";
import { afterCommit } from "../../db/changes.ts";
import type { DatabaseLogger } from "../../db/database.ts";
import type { Tx } from "../../db/types.ts";
import type { PlayedAudio } from "../../files/read-audio.ts";
import { type Conditions, serveFile } from "../../files/serve-file.ts";
import type { UploadedFile } from "../../files/uploaded-file.ts";
import type { Call, SignedInCall } from "../../http/context.ts";
import type { Services } from "../../services.ts";
import type { AudioPurpose } from "./audio-uploads.queries.ts";
import {
  deleteFile,
  type FilePurpose,
  findNamedKeys,
  findReadableFile,
  insertFile,
  shownPurposes,
} from "./files.queries.ts";

/** Bytes in the file store that wait for their row. */
export type StoredBytes = {
  id: string;
  key: string;
  purpose: FilePurpose;
  of: UploadedFile;
  originalKey?: string;
};

/**
 * A picture's key is its id below `images`, so that a base URL for that folder finds it (UI-8);
 * audio keys have the ending of their type.
 */
const folders: Record<FilePurpose, string> = {
  "company-icon": "images",
  "chart-logo": "images",
  "song-picture": "images",
  "event-image": "images",
  // not in the folder that a base URL may open to everybody
  signature: "documents",
  contract: "documents",
  "song-audio": "audio",
  "spot-audio": "audio",
  invoice: "documents",
  "credit-note": "documents",
  "voice-note": "voice-notes",
};
const endings: Record<string, string> = {
  "audio/mpeg": ".mp3",
  "audio/ogg": ".ogg",
  "audio/wav": ".wav",
  "audio/flac": ".flac",
  "audio/mp4": ".m4a",
  "audio/aac": ".aac",
};

type Needs = Pick<Services, "files"> & { logger: DatabaseLogger };

/**
 * Keeps uploaded files: first the bytes (`storeBytes`, outside of any transaction, which would wait
 * for them), then the row in the transaction of the change (`keepFile`). Bytes left without a row
 * are removed a day later (`clearOrphans`).
 */
export function fileKeeper({ files, logger }: Needs) {
  return {
    files,

    async storeBytes(of: UploadedFile, purpose: FilePurpose): Promise<StoredBytes> {
      const id = randomUUID();
      const key = `${folders[purpose]}/${id}${endings[of.mediaType] ?? ""}`;
      await files.put(key, of);
      return { id, key, purpose, of };
    },

    /**
     * Stores the file that players play and, if that was converted, the uploaded file, whose name
     * and SHA-256 stay with it.
     */
    async storeAudio({ file, original }: PlayedAudio, purpose: AudioPurpose): Promise<StoredBytes> {
      const stored = await this.storeBytes(file, purpose);
      if (!original) return stored;
      const originalKey = `${folders[purpose]}/${stored.id}.original${endings[original.file.mediaType] ?? ""}`;
      await files.put(originalKey, original.file);
      return { ...stored, of: { ...file, sha256: original.file.sha256 }, originalKey };
    },

    /** Writes and gives the row; company and purpose decide who may read the file. */
    keepFile(
      scope: Scope,
      tx: Tx,
      { id, key, purpose, of, originalKey }: StoredBytes,
      { caller }: Pick<SignedInCall, "caller">,
    ) {
      const { name, mediaType, bytes, sha256, width = null, height = null } = of;
      return insertFile(scope, tx, {
        id,
        key,
        purpose,
        name,
        mediaType,
        bytes,
        sha256,
        width,
        height,
        originalKey: originalKey ?? null,
        createdBy: caller.username,
      });
    },

    /**
     * Deletes the row, and the bytes after the commit. Gives the deleted file. Throws 404
     * for a file that is not the company's.
     */
    async removeFile(scope: Scope, tx: Tx, id: string) {
      const gone = await deleteFile(scope, tx, id);
      if (!gone) throw notFound();
      afterCommit(tx, () => removeBytes({ files, logger }, gone));
      return gone;
    },

    /**
     * Serves pictures to show, cached for a day by the browser, and documents to save. Throws 404
     * for files that the caller may not read.
     */
    async showFile(
      { caller, db }: Pick<SignedInCall, "caller" | "db">,
      { id, conditions }: { id: string; conditions: Conditions },
    ) {
      const file = await findReadableFile(caller, db, id);
      if (!file) throw notFound();
      const { key, mediaType, name, purpose } = file;
      const isPicture = shownPurposes.includes(purpose);
      return serveFile(
        files,
        { key, mediaType, ...(isPicture ? { keep: 86_400 } : { keep: 0, saveAs: name }) },
        conditions,
      );
    },
  };
}
export type FileKeeper = ReturnType<typeof fileKeeper>;

/** Removes a deleted file's bytes, and those of the upload that it was converted from. */
async function removeBytes(
  { files, logger }: Needs,
  { key, originalKey }: { key: string; originalKey: string | null },
): Promise<void> {
  const remove = (one: string) =>
    files
      .remove(one)
      .catch((error: unknown) =>
        logger.warn({ err: error, key: one }, "a file was not removed; the daily clearing does it"),
      );
  await Promise.all([remove(key), originalKey === null ? undefined : remove(originalKey)]);
}

const day = 86_400_000;
const batch = 500;
/** True for keys made by `storeBytes`: the demo's recordings have other names. */
const isOurs = (key: string) => /\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(\.\w+)?$/.test(key);

export function fileClearingService({ files }: Pick<Services, "files">) {
  /** Removes of these files those that no row names; gives how many. */
  const removeUnnamed = async (
    { db }: Pick<Call, "db">,
    keys: string[],
    failures: Failures,
  ): Promise<number> => {
    const namedKeys = await findNamedKeys(db, keys);
    let removed = 0;
    for (const key of keys.filter((one) => !namedKeys.has(one)))
      await failures.attempt(`file ${key}`, async () => {
        await files.remove(key);
        removed++;
      });
    return removed;
  };
  return {
    /**
     * Removes stored files that are older than a day and that no row names; for the daily job.
     * Gives how many.
     */
    async clearOrphans(call: Pick<Call, "db" | "now">): Promise<number> {
      const failures = new Failures();
      let removed = 0;
      for (const folder of new Set([...Object.values(folders), "reports"])) {
        let old: string[] = [];
        for await (const { key, modifiedAt } of files.list(folder)) {
          if (isOurs(key) && call.now.getTime() - modifiedAt.getTime() > day) old.push(key);
          if (old.length < batch) continue;
          removed += await removeUnnamed(call, old, failures);
          old = [];
        }
        if (old.length > 0) removed += await removeUnnamed(call, old, failures);
      }
      failures.throwAny("not all orphaned files were removed");
      return removed;
    },
  };
}
